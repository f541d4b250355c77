"""Mutated transcripts are judged alike in every way; ``pytest -m long --seconds 600`` looks for longer."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest
from fuzz import check, corpus, mutated
from support import FEW, run

import solitaire_cli
from solitaire_cli.core.steps import change_of


def codes(seed: int, count: int) -> set[str | None]:
    """Judge some mutated transcripts; return the codes of their faults."""
    rng = random.Random(seed)
    texts = corpus()
    found = (verdict for _ in range(count) for verdict in check(mutated(rng.choice(texts), rng)))
    return {verdict.problem and str(verdict.problem.code) for verdict in found}


def test_mutated_transcripts() -> None:
    assert len(codes(0, 30)) > 10


@pytest.mark.long
def test_more_mutated_transcripts(rounds: Iterator[int]) -> None:
    assert len(set[str | None]().union(*(codes(1 + number, 150) for number in rounds))) > 10


@cache
def walks() -> list[bytes]:
    """Random games of the few, from a number and from where they ended."""
    texts = []
    for game in FEW:
        rng, position = random.Random(game), solitaire_cli.deal(game, 24)
        for _ in range(12):
            steps = list(solitaire_cli.legal_moves(position))
            if steps:
                position.apply(rng.choice(steps))
        taken = " ".join(str(change_of(entry).step) for entry in position.history)
        played = f"---\ngame: {game}\ndeal: 24\n---\n{taken}\n".encode()
        steps = list(solitaire_cli.legal_moves(position))
        on = f" {steps[0]}\n".encode() if steps else b""
        texts += [played, run("replay", "--last", "-f", "yaml", stdin=played).out + on]
    return texts


def other_codes(seed: int, count: int) -> set[str | None]:
    """As :func:`codes`, for games that the second implementation does not know."""
    rng = random.Random(seed)
    found = [verdict for _ in range(count) for verdict in check(mutated(rng.choice(walks()), rng), peer=False)]
    return {verdict.problem and str(verdict.problem.code) for verdict in found}


def test_mutated_transcripts_of_other_games() -> None:
    for text in walks():
        assert [verdict.problem for verdict in check(text, peer=False)] == [None]
    assert len(other_codes(0, 60)) > 10


@pytest.mark.long
def test_more_mutated_transcripts_of_other_games(rounds: Iterator[int]) -> None:
    assert len(set[str | None]().union(*(other_codes(1 + number, 150) for number in rounds))) > 10


# texts that were judged in two ways once, or not at all
FOUND = [
    b"---\n\t# note\n\n---\n",
    b"---\ngame: beetle\t# tab\n \t\ndeal: 1\n\t# tab\n---\n",
    b"---\ngame: beetle\n\tdeal: 1\n---\n",
    b"---\ngame: 'Spider\r  Millennium'\ndeal: 1\n---\n2-f1",
    b"---\ngame: beetle\ndeal: 1\n---\n1-f9",
    b"---\ngame: beetle\ndeal: 1\nfoundations: - KHx99\n---\n",
]


@pytest.mark.parametrize("data", FOUND)
def test_what_was_found(data: bytes) -> None:
    check(data)
