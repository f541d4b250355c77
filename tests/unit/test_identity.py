"""The ``id`` of a transcript: the same for the same game, and the sum of lines that anybody can write down."""

from __future__ import annotations

from gzip import compress
from hashlib import sha256
from pathlib import Path

import pytest
from support import DEALS, run

from solitaire_cli.api import games
from solitaire_cli.transcript.blocks import read_blocks
from solitaire_cli.transcript.identity import identified
from solitaire_cli.transcript.reader import TranscriptReader
from solitaire_cli.transcript.referee import Verdict, judge


def told(text: str | bytes) -> list[tuple[Verdict, str | None]]:
    data = text.encode() if isinstance(text, str) else text
    return [identified(each) for each in TranscriptReader(read_blocks([data]), games())]


def identity(text: str | bytes) -> str | None:
    [(_, found)] = told(text)
    return found


def summed(*lines: str | bytes) -> str:
    data = b"".join((line if isinstance(line, bytes) else line.encode()) + b"\n" for line in lines)
    return sha256(data).hexdigest()[:16]


SPIDER = "---\ngame: spider-millennium\ndeal: 24\n---\n"
START = ("spider-millennium", "suits=4", "24")


def test_the_id_of_a_sample() -> None:
    """By hand: ``printf '%s\\n' beetle empty=king move=card 1 deal ... 8-f 8-f | sha256sum``."""
    assert identity((DEALS / "beetle-lost.moves").read_bytes()) == "c81e20a665e94e24"


def test_what_counts() -> None:
    moves = "3-6 4-7 undo redo deal"
    [(verdict, found)] = told(SPIDER + moves)
    assert (verdict.steps, found) == (5, summed(*START, *moves.split()))
    assert identity(SPIDER) == summed(*START)
    assert identity(SPIDER.replace("24", "ms24")) == summed(*START[:2], "ms24")
    assert identity(SPIDER.replace("deal:", "rules: {suits: 2}\ndeal:")) == summed("spider-millennium", "suits=2", "24")
    assert identity("---\ngame: beetle\ndeal: 24\n---\n2-f") == summed("beetle", "empty=king", "move=card", "24", "2-f")


ALIKE = {
    "header": "---\ngame: Паук-миллениум\ndeal: '24'\ntitle: Mine\ntags: {a: b}\nresult: open\n---\n3-6\ndeal\n",
    "labels, claims and comments": SPIDER + "1. 3-6:2D # a card\n2. DEAL\n",
    "a count that is left open": SPIDER + "3-6x* deal",
    "the count of one": SPIDER + "3-6x1 deal",
    "another line end": (SPIDER + "3-6\tdeal\n").replace("\n", "\r\n"),
    "a JSON line": '{"game":"spider-millennium","deal":24,"moves":["3-6","deal"]}\n',
}


@pytest.mark.parametrize("text", ALIKE.values(), ids=ALIKE)
def test_the_same_game_written_in_another_way(text: str) -> None:
    [(verdict, found)] = told(text)
    assert verdict.valid
    assert found == summed(*START, "3-6", "deal")


def test_a_position_counts_card_by_card() -> None:
    clubs = " ".join(f"{rank}C" for rank in "KQJT98765432A")
    columns = f"columns: [{clubs}" + ', ""' * 7 + "]"
    header = f"---\ngame: freecell\n{columns}\ncells: [KS]\nfoundations: KH KD QS\n---\n"
    start = ("freecell", "cells=4", clubs, *[""] * 7, "", "KS", "", "", "", "QS KH KD")
    assert identity(header) == summed(*start)
    assert identity(header + "1-c c1-f") == summed(*start, "1-c2", "c1-f")
    assert identity(header.replace("KD ", "")) is None  # it lacks diamonds


def test_the_number_of_a_deal_stands_for_its_cards() -> None:
    written = run("format", stdin=SPIDER).text
    assert identity(run("deal", "spider-millennium", "24", "-f", "json").out) == identity(written) == summed(*START)


def test_what_follows_a_fault_counts_as_typed() -> None:
    faulty = SPIDER + "3-6:2d 1-1 2. DEAL # why not\n# more\ndeal x\n"
    assert identity(faulty) == summed(*START, "3-6", "1-1", "2.", "DEAL", "deal", "x")
    assert identity(SPIDER + "3-6 7. deal") == summed(*START, "3-6", "7.", "deal")
    assert identity(SPIDER.replace("---\n", "---\nresult: won\n", 1) + "3-6") == summed(*START, "3-6")


def test_bytes_that_are_no_text() -> None:
    data = SPIDER.encode() + b"3-6 # a\xff\n deal d\xfe#\xfd \xfc # \xfb\nundo"
    assert identity(data) == summed(*START, "3-6", "deal", b"d\xfe#\xfd", b"\xfc", "undo")
    half = '{"game":"spider-millennium","deal":24,"moves":"3-6 d\\ud800"}\n'
    assert identity(half) == summed(*START, "3-6", b"d\xed\xa0\x80")


def test_a_fault_of_the_header_leaves_it_unknown() -> None:
    assert identity("---\ngame: beetle\n---\ndeal\n") is None
    assert identity("") is None


@pytest.mark.parametrize("path", sorted(DEALS.glob("**/*.moves")), ids=lambda path: path.stem)
def test_the_verdicts_are_those_without_an_id(path: Path) -> None:
    plain = [judge(each) for each in TranscriptReader(read_blocks([path.read_bytes()]), games())]
    found = [verdict for verdict, _ in told(path.read_bytes())]
    assert [(*verdict[2:], verdict.header.deal) for verdict in found] == [
        (*verdict[2:], verdict.header.deal) for verdict in plain
    ]


@pytest.mark.parametrize("fault", ["", "1-1 "])
def test_a_file_that_cannot_be_read_to_its_end(fault: str, tmp_path: Path) -> None:
    path = tmp_path / "short.gz"
    moves = "3-6 undo\n" * 40_000
    path.write_bytes(compress((SPIDER + "\ndeal\n" + SPIDER + fault + moves).encode())[:-20])
    plain = run("validate", "-f", "json", str(path))
    told = run("validate", "--id", "-f", "json", str(path))
    assert [{key: value for key, value in record.items() if key != "id"} for record in told.records] == plain.records
    assert [record["id"] for record in told.records][1:] == [None] * (len(plain.records) - 1)
    assert (told.code, told.err) == (2, plain.err)
    assert run("validate", "--id", "-f", "json", "--jobs", "2", str(path)).out == told.out
    assert len(plain.records) == 2 + bool(fault)
    assert len(run("moves", "-f", "json", str(path)).records) == 1


def test_ids_join_records_and_are_the_same_with_any_number_of_processes(tmp_path: Path) -> None:
    text = "".join(path.read_text() for path in sorted(DEALS.glob("*.moves")))
    path = tmp_path / "all.moves"
    path.write_text(text * 3)
    one = run("validate", "--id", "-f", "json", str(path))
    assert run("validate", "--id", "-f", "json", "--jobs", "2", str(path)).out == one.out
    ids = {(record["source"], record["transcript"]): record["id"] for record in one.records}
    moves = run("moves", "--id", "-f", "json", str(path)).records
    assert len(moves) == len(ids) == 3 * text.count("game:")
    assert {(record["source"], record["transcript"]): record["id"] for record in moves} == ids
    canonical = run("format", str(path)).out
    assert [record["id"] for record in run("validate", "--id", "-f", "json", stdin=canonical).records] == [
        *ids.values()
    ]
