"""Mutated transcripts are judged alike in every way; ``python tests/tools/fuzz.py`` looks for longer."""

from __future__ import annotations

import random

import pytest
from fuzz import check, corpus, mutated


@pytest.mark.parametrize("seed", range(4))
def test_mutated_transcripts(seed: int) -> None:
    rng = random.Random(seed)
    texts = corpus()
    codes = set()
    for _ in range(150):
        for verdict in check(mutated(rng.choice(texts), rng)):
            codes.add(verdict.problem and str(verdict.problem.code))
    assert len(codes) > 10


# texts that were judged in two ways once, or not at all
FOUND: list[bytes] = []


@pytest.mark.parametrize("data", FOUND)
def test_what_was_found(data: bytes) -> None:
    check(data)
