"""Mutated transcripts are judged alike in every way; ``pytest -m long --seconds 600`` looks for longer."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from fuzz import check, corpus, mutated


def codes(seed: int, count: int) -> set[str | None]:
    """Judge some mutated transcripts; return the codes of their faults."""
    rng = random.Random(seed)
    texts = corpus()
    found = (verdict for _ in range(count) for verdict in check(mutated(rng.choice(texts), rng)))
    return {verdict.problem and str(verdict.problem.code) for verdict in found}


@pytest.mark.parametrize("seed", range(2))
def test_mutated_transcripts(seed: int) -> None:
    assert len(codes(seed, 30)) > 10


@pytest.mark.long
def test_more_mutated_transcripts(rounds: Iterator[int]) -> None:
    assert len(set[str | None]().union(*(codes(2 + number, 150) for number in rounds))) > 10


# texts that were judged in two ways once, or not at all
FOUND: list[bytes] = []


@pytest.mark.parametrize("data", FOUND)
def test_what_was_found(data: bytes) -> None:
    check(data)
