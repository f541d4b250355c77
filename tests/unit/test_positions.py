"""Positions of every game are written and read back as they are: cells, reserves, all foundations and faces."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from support import run

import solitaire_cli
from solitaire_cli import Position, Transcript, deal, legal_moves, read
from solitaire_cli.core.rules import Rules
from solitaire_cli.core.steps import TO_FOUNDATION
from solitaire_cli.rulebook.rule_file import FileCatalogue
from solitaire_cli.transcript.blocks import read_blocks
from solitaire_cli.transcript.foundations import foundations_text, lay_piles, read_pile
from solitaire_cli.transcript.reader import TranscriptReader
from solitaire_cli.transcript.start import SETUP
from solitaire_cli.transcript.writer import position_values

SCHEMA = json.loads((Path(solitaire_cli.__file__).parent / "records.schema.json").read_text("utf-8"))
CATALOGUE = FileCatalogue()
LENGTHS = pytest.mark.parametrize("steps", [12, pytest.param(150, marks=pytest.mark.long)])
EVERY = {12: 12, 150: 10}


def starts(text: str | bytes) -> list[Position]:
    """The positions from which the transcripts in ``text`` begin."""
    data = text.encode() if isinstance(text, str) else text
    headers = [raw.header for raw in TranscriptReader(read_blocks([data]), CATALOGUE)]
    assert [str(header.problem) for header in headers if header.problem] == []
    return [header.start() for header in headers]


@cache
def walks(steps: int) -> tuple[str, list[Position]]:
    """Games of each kind as text, cards going to the foundations rather than elsewhere, and positions to look at."""
    rng = random.Random(steps)
    games, positions = [], []
    for game in CATALOGUE:
        position = deal(game.id, rng.randrange(1, 100_000))
        for step in range(1, steps + 1):
            legal = list(legal_moves(position))
            if not legal:
                break
            up = [move for move in legal if move.kind == TO_FOUNDATION and rng.random() < 0.7]
            position.apply(rng.choice(up or legal))
            if step % EVERY[steps] == 0:
                positions.append(position.copy())
        if len(position.history) >= EVERY[steps]:
            games.append(str(Transcript(position)))
    return "".join(games), positions


def without_past(position: Position) -> Position:
    """The same cards, no deal and no steps."""
    made = position.copy()
    made.number, made.history, made.undone = None, [], []
    return made


@LENGTHS
@pytest.mark.parametrize("form", [pytest.param("yaml", marks=pytest.mark.long), "json"])
def test_positions_are_read_back(form: str, steps: int) -> None:
    """What ``replay`` shows are transcripts of these positions, with the same steps, and ``format`` keeps them."""
    text, positions = walks(steps)
    every = str(EVERY[steps])
    shown = run("replay", "-f", form, "--from", every, "--every", every, stdin=text)
    assert (shown.code, shown.err) == (0, b"")
    assert starts(shown.out) == positions
    if form == "yaml":
        assert run("format", "--check", stdin=shown.out).code == 0
        for position in positions[::5]:
            [begun] = starts(str(Transcript(without_past(position))))
            kept = Transcript(begun)
            assert ([each.position for each in read(str(kept))], kept.position) == ([position], position)
        return
    assert len({record["game"] for record in shown.records}) > 120
    moves = run("moves", "-f", "json", stdin=shown.out)
    assert [record["steps"] for record in moves.records] == [list(map(str, legal_moves(each))) for each in positions]
    check = jsonschema.Draft202012Validator(SCHEMA)
    for record, position in zip(shown.records, positions, strict=True):
        check.validate(record)
        assert [key for key in SETUP if key in record] == [key for key in SETUP if key in position_values(position)]
    written = run("format", "-f", "json", stdin=shown.out)
    for record in written.records[::10]:
        check.validate(record)
    assert starts(written.out) == positions


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        ("freecell", {"cells": ["", "", "", ""], "foundations": [None] * 4}),
        ("seahaven-towers", {"cells": ["", "3D", "AS", ""], "foundations": [None] * 4}),
        ("three-blind-mice", {"reserves": ["3D", "AS"], "foundations": [None] * 4}),
        ("lily", {"foundations": []}),
        # the first card is 4H; the other fours begin the foundations, in the order C S H D
        (
            "penguin",
            {
                "cells": [""] * 7,
                "foundations": [{"top": "4C", "cards": 1}, {"top": "4S", "cards": 1}, None, {"top": "4D", "cards": 1}],
            },
        ),
    ],
)
def test_what_a_record_holds(game: str, expected: dict[str, Any]) -> None:
    [record] = run("deal", game, "24", "-f", "json").records
    others = ("type", "game", "deal", "rules", "columns", "stock")
    assert {key: value for key, value in record.items() if key not in others} == expected


@pytest.mark.parametrize(
    ("base", "text", "heights"),
    [  # the piles in the order C S H D
        (5, "4Cx26 7Sx16 5Hx1 4Dx26", [26, 16, 1, 26]),
        (1, "KCx26 KSx26 KHx26 QDx25", [26, 26, 26, 25]),
        (9, "8Cx26 8Sx13 THx2 8Dx26", [26, 13, 2, 26]),
        (13, "- QSx13", [0, 13, 0, 0]),
    ],
)
def test_the_base_follows_from_what_is_lacking(base: int, text: str, heights: list[int]) -> None:
    """Also where foundations go twice through the ranks, whether or not the numbers of cards are told."""
    rules = Rules(*deal("penguin", 24).rules._replace(packs=2, laps=2))
    left = Counter(dict(rules.deck))
    for suit, height in zip(rules.piles, heights):
        left.subtract(suit << 4 | (base - 1 + place) % 13 + 1 for place in range(height))
    for named in (text, re.sub("x[0-9]+", "", text)):
        position = Position(rules, [[] for _ in rules.columns], [0] * 7, sorted(left.elements()), [])
        piles = [read_pile(word) for word in named.split()]
        lay_piles(position, [pile for pile in piles if pile])
        assert (position.base, position.heights) == (base, heights)
        assert foundations_text(position) == text.removeprefix("- ")
