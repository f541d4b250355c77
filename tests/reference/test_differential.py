"""Random transcripts, half of them spoiled, judged by this package and by the second implementation."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from support import DEALS, documented

import solitaire_cli
from reference import engine, reader
from reference.generate import generate
from solitaire_cli.core.cards import NAMES
from solitaire_cli.transcript.blocks import read_blocks, split_chunks
from solitaire_cli.transcript.reader import TranscriptReader
from solitaire_cli.transcript.referee import Verdict, judge


@cache
def samples() -> tuple[str, ...]:
    """The won games that are plain: from a number, step by step, to be continued and spoiled."""
    texts = [path.read_text("utf-8") for path in sorted(DEALS.glob("spider*-[0-9]*.moves"))]
    return tuple(text for text in texts if "result: won" in text and "#" not in text and "columns" not in text)


def verdicts(data: bytes, exact: bool = False) -> list[Verdict]:
    blocks = read_blocks(split_chunks(data))
    return [judge(transcript) for transcript in TranscriptReader(blocks, documented(), exact)]


def plain(verdict: Verdict) -> dict[str, Any]:
    """What both implementations have to agree on."""
    problem = verdict.problem
    return {
        "transcript": verdict.number,
        "line": verdict.header.line,
        "valid": verdict.valid,
        "steps": verdict.steps,
        "result": verdict.result,
        "error": problem
        and {"code": str(problem.code), "line": problem.line, "column": problem.column, "step": problem.step},
    }


def expected(verdict: dict[str, Any]) -> dict[str, Any]:
    error = verdict["error"]
    kept = {key: verdict[key] for key in ("transcript", "line", "valid", "steps", "result")}
    kept["error"] = error and {key: error[key] for key in ("code", "line", "column", "step")}
    return kept


def check(seed: int) -> set[str]:
    """Judge a random stream both ways; return the codes of its faults."""
    data, spoil = generate(seed, samples())
    wanted = [expected(verdict) for verdict in reader.read(data)]
    assert [plain(verdict) for verdict in verdicts(data)] == wanted, (seed, spoil)
    assert [plain(verdict) for verdict in verdicts(data, exact=True)] == wanted, (seed, spoil)
    return {verdict["error"]["code"] for verdict in wanted if verdict["error"]}


def test_random_streams() -> None:
    codes = set[str]().union(*map(check, range(150)))
    assert len(codes) > 30  # nearly every code turns up


@pytest.mark.long
def test_more_random_streams(rounds: Iterator[int]) -> None:
    codes = set[str]().union(*(check(150 + number) for number in rounds))
    assert codes


@pytest.mark.parametrize("game", engine.GAMES, ids=lambda game: str(game.id))
def test_deals(game: engine.Game) -> None:
    """Both implementations deal alike, in every option that changes the deck."""
    suits = [value for values in dict(game.options).values() for value in values if value.isdigit()]
    for option in [{"suits": value} for value in suits] or [{}]:
        for number in ["1", "24", "31999", "32000", "ms32000", f"ms{2**31}", f"ms{2**33 - 1}", str(10**20 - 1)]:
            theirs = engine.deal(game, number, option)
            ours = solitaire_cli.deal(game.id, number, option)
            assert [[NAMES[card] for card in column] for column in ours.columns] == [
                [card for card, _ in column] for column in theirs.columns
            ]
            assert [NAMES[card] for card in ours.stock] == list(theirs.stock)
