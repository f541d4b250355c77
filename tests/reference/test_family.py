"""All games that PySolFC has too: as recorded from it, and as the second engine plays them (see README)."""

from __future__ import annotations

import gzip
import hashlib
import json
import pickle
import random
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from support import FEW, conserved

import solitaire_cli
from reference import family
from solitaire_cli.core.cards import NAMES, RANK_MASK, names
from solitaire_cli.core.errors import Fault
from solitaire_cli.core.legality import legal_moves, result
from solitaire_cli.core.position import Position
from solitaire_cli.core.rules import Rules
from solitaire_cli.core.steps import AUTO, CELL, DEAL, RESERVE, TO_FOUNDATION, Step

Game = tuple[str, dict[str, str]]

# without the second name of one game
NUMBERS = {name: number for game in solitaire_cli.games() for name, number, _ in game.pysolfc if name != "Beetle"}
PEER: dict[str, Game] = {
    name: (game.id, dict(rules)) for game in solitaire_cli.games() for name, _, rules in game.pysolfc if name in NUMBERS
}
"""The game and its options by the name that PySolFC gives them."""

VARIANTS: list[Game] = [
    (game.id, {option: value})
    for game in solitaire_cli.games()
    for option, patches in game.options.items()
    for value in patches
] + [(game.id, {}) for game in solitaire_cli.games() if not game.options]
"""Every game with every value of its options."""


@cache
def recorded() -> dict[str, Any]:
    with gzip.open(Path(__file__).parent / "family.json.gz") as file:
        found: dict[str, Any] = json.load(file)
    return found


def rules_of(game: str, options: Mapping[str, str]) -> Rules:
    rules = solitaire_cli.games()[game].rules(options)
    assert not isinstance(rules, Fault)
    return rules


def words_of(game: str, options: Mapping[str, str]) -> dict[str, Any]:
    return family.chosen(family.games()[game], dict(options))


def texts(position: Position) -> dict[str, Any]:
    """The position as it was recorded, but for the foundations, of which the tops are here."""
    columns = [
        " ".join(f"<{NAMES[card]}>" if down else NAMES[card] for card, down in zip(cards, position.covered(column)))
        for column, cards in enumerate(position.columns)
    ]
    piles = [NAMES[top] if top & RANK_MASK else "" for top in position.foundations]
    piles += [""] * (len(position.rules.piles) - len(piles))
    found: dict[str, Any] = {"columns": columns, "stock": names(position.stock_left), "foundations": piles}
    if position.cells:
        found["cells"] = [names(cell) for cell in position.cells]
    if position.reserves:
        found["reserves"] = [names(reserve) for reserve in position.reserves]
    return found


def short(step: Step) -> str:
    """A step as it was recorded: to some cell."""
    return re.sub(r"-c\d+$", "-c", str(step))


def place_in_order(step: Step) -> tuple[int, ...]:
    """What a list of legal steps is sorted by."""
    last = {TO_FOUNDATION: 1, DEAL: 2, AUTO: 3}.get(step.kind, 0)
    return (last, *((place >= CELL) + (place >= RESERVE) for place in (step.source,)), *step[1:4])


def test_the_games_of_the_peer() -> None:
    """148 games of 139 rule files, each under its number there."""
    assert len(NUMBERS) == len({game for game, _ in PEER.values()}) + 9 == 148
    assert {name: recorded()[name]["id"] for name in NUMBERS} == NUMBERS


@pytest.mark.parametrize("name", PEER)
def test_as_recorded(name: str) -> None:
    """Starts, every list of steps with its order, and the ends; each step is taken back and again."""
    rules, facts = rules_of(*PEER[name]), recorded()[name]
    assert texts(Position.numbered(rules, "24")) == facts["start"]
    assert len(facts["starts"]) == 3
    for number, digest in facts["starts"].items():
        text = json.dumps(texts(Position.numbered(rules, number)), sort_keys=True)
        assert hashlib.sha256(text.encode()).hexdigest()[:16] == digest
    assert len(facts["walks"]) == 2
    for walk in facts["walks"]:
        position = Position.numbered(rules, walk["number"])
        for taken, legal in walk["steps"]:
            steps = list(legal_moves(position))
            assert sorted(map(short, steps)) == legal.split()
            assert steps == sorted(steps, key=place_in_order)
            if taken:
                before = position.copy()
                position.apply(taken)
                other = position.copy()
                other.undo()
                assert other == before
                other.redo()
                assert other == position
        found, end = texts(position), dict(walk["end"])
        tops = [pile.split()[-1] if pile else "" for pile in end.pop("foundations")]
        assert sorted(found.pop("foundations")) == sorted(tops)
        assert found == end


def test_the_few_have_every_word() -> None:
    """Every value that a policy has in some game it has in one of the few."""

    def values(games: Iterable[str]) -> set[tuple[str, Any]]:
        found = [words_of(game, options) for game, options in VARIANTS if game in games]
        kept = {"cells": bool, "reserves": bool, "room": bool, "columns": bool, "tableau": bool, "first": bool}
        kept |= {"last": bool, "ranks": bool}
        return {(word, str(kept.get(word, str)(value))) for words in found for word, value in words.items()}

    assert values(FEW) == values(family.games())


def walk(game: str, options: Mapping[str, str], number: str, steps: int) -> int:
    """Play random steps in both engines and compare all along; return how many were taken."""
    ours, theirs = Position.numbered(rules_of(game, options), number), family.deal(words_of(game, options), number)
    rng = random.Random(f"{game} {number}")
    for taken in range(steps):
        listed = [step for step in legal_moves(ours) if step.kind != AUTO]
        other = family.legal_steps(theirs)
        assert list(map(str, listed)) == list(map(str, other)), (game, options, number, taken)
        assert (result(ours) == "won") == family.won(theirs)
        if not other:
            break
        up = [place for place, step in enumerate(listed) if step.kind == TO_FOUNDATION]
        place = rng.choice(up if up and rng.random() < 0.5 else range(len(other)))
        ours.apply_trusted(listed[place])
        family.play(theirs, other[place])
    assert texts(ours) == theirs.texts(), (game, options, number)
    return len(ours.history)


@pytest.mark.parametrize("game", FEW)
def test_random_walks(game: str) -> None:
    taken = sum(walk(game, options, "ms40001", 25) for known, options in VARIANTS if known == game)
    assert taken > 5


@pytest.mark.long
def test_more_random_walks(rounds: Iterator[int]) -> None:
    for number in rounds:
        for game, options in VARIANTS:
            walk(game, options, f"{'ms' * (number % 2)}{40000 + number}", 100)


@pytest.mark.parametrize("game", [game.id for game in solitaire_cli.games()])
def test_steps_are_taken_back(game: str) -> None:
    """In every game: no card is lost, undo and redo restore everything, a copy and a pickle go on alike."""
    position = solitaire_cli.deal(game, 7)
    rng, before = random.Random(game), [position.copy()]
    for _ in range(20):
        steps = list(legal_moves(position))
        if not steps:
            break
        position.apply_trusted(rng.choice([step for step in steps if step.kind == TO_FOUNDATION] or steps))
        assert conserved(position)
        before.append(position.copy())
    thawed = pickle.loads(pickle.dumps(position))
    for other in (position, thawed):
        for kept in reversed(before):
            assert other == kept
            if kept is not before[0]:
                other.undo()
        assert not other.history
        for kept in before[1:]:
            other.redo()
            assert other == kept
    assert position == thawed == before[-1]
    assert list(legal_moves(thawed)) == list(legal_moves(position))
