"""Positions of every game are written and read back as they are: cells, reserves, all foundations and faces."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path

import jsonschema
import pytest
from support import run

import solitaire_cli
from solitaire_cli import Position, Transcript, deal, legal_moves
from solitaire_cli.core.steps import TO_FOUNDATION
from solitaire_cli.rulebook.rule_file import FileCatalogue
from solitaire_cli.transcript.blocks import read_blocks
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


@LENGTHS
@pytest.mark.parametrize("form", ["yaml", "json"])
def test_positions_are_read_back(form: str, steps: int) -> None:
    """What ``replay`` shows are transcripts of these positions, with the same steps, and ``format`` keeps them."""
    text, positions = walks(steps)
    every = str(EVERY[steps])
    shown = run("replay", "-f", form, "--from", every, "--every", every, stdin=text)
    assert (shown.code, shown.err) == (0, b"")
    assert starts(shown.out) == positions
    if form == "yaml":
        assert run("format", "--check", stdin=shown.out).code == 0
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
