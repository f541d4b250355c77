"""Every refusal: the files of ``deals/invalid``, and the steps of each game under each of its rules."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest
from support import DEALS, run

from solitaire_cli.core.errors import Code

INVALID = DEALS / "invalid"

# What each file gives: line and column of the fault, number and text of the step that failed, and the
# line of the second transcript, which is the same without the fault. Counted in the files by hand.
FILES: dict[str, tuple[int, int, int | None, str | None, int]] = {
    "encoding": (5, 11, None, None, 8),
    "yaml": (5, 12, None, None, 8),
    "no-header": (2, 1, None, None, 4),
    "duplicate-key": (5, 1, None, "deal", 8),
    "unknown-key": (5, 1, None, "titel", 8),
    "missing-key": (2, 1, None, None, 6),
    "bad-value": (5, 9, None, "draw", 8),
    "unknown-game": (3, 7, None, "beatle", 7),
    "unknown-rule": (5, 9, None, "suits", 8),
    "bad-deal": (4, 7, None, "024", 7),
    "bad-card": (5, 3, None, "\u041aS", 16),
    "wrong-deck": (4, 1, None, None, 16),
    "wrong-layout": (5, 3, None, None, 19),
    "deal-mismatch": (5, 1, None, None, 16),
    "syntax": (6, 1, 1, "2f", 8),
    "move-number": (6, 8, 2, "3.", 8),
    "no-such-column": (18, 5, 2, "1-11", 20),
    "same-column": (18, 1, 1, "5-5", 20),
    "empty-column": (18, 5, 2, "4-3", 20),
    "too-few-cards": (18, 1, 1, "4-2x2", 20),
    "face-down": (18, 1, 1, "2-1x4", 20),
    "one-card": (15, 1, 1, "1-6x2", 17),
    "not-a-run": (18, 1, 1, "2-1x2", 20),
    "card-mismatch": (18, 1, 1, "2-1:QH", 20),
    "king-only": (15, 1, 1, "1-8", 17),
    "build-rank": (18, 1, 1, "3-1", 20),
    "build-suit": (15, 1, 1, "1-2", 17),
    "no-foundation-move": (18, 1, 1, "9-f", 20),
    "run-incomplete": (20, 1, 1, "3-f", 22),
    "foundation-rank": (15, 1, 1, "2-f", 17),
    "stock-empty": (19, 1, 2, "deal", 21),
    "deal-blocked": (19, 1, 2, "deal", 21),
    "no-auto": (18, 1, 1, "auto", 20),
    "auto-not-ready": (15, 5, 2, "auto", 17),
    "nothing-to-undo": (18, 11, 3, "undo", 20),
    "nothing-to-redo": (18, 15, 4, "redo", 20),
    "no-such-cell": (6, 1, 1, "1-c5", 8),
    "no-such-step": (6, 11, 3, "c2-c3", 8),
    "empty-cell": (6, 11, 3, "c3-8", 8),
    "cell-taken": (6, 6, 2, "2-c1", 8),
    "no-empty-column": (6, 1, 1, "4-9", 8),
    "build-colour": (6, 1, 1, "4-6", 8),
    "no-space": (6, 25, 6, "7-4x2", 8),
    "result-mismatch": (5, 9, None, "won", 9),
}


def test_every_code_has_a_file() -> None:
    codes = {str(code) for code in Code} - {"unreadable", "cannot-say"}  # not of a transcript
    assert {path.stem for path in INVALID.iterdir()} == codes == set(FILES)


@pytest.mark.parametrize("code", FILES)
def test_file(code: str) -> None:
    path = INVALID / f"{code}.moves"
    line, column, step, token, twin = FILES[code]
    done = run("validate", "-f", "json", str(path))
    assert done.code == 1
    faulty, valid = done.records
    assert faulty["error"]["code"] == code
    assert (faulty["error"]["line"], faulty["error"]["column"]) == (line, column)
    assert faulty["error"]["step"] == step
    if step is not None or token is not None:
        assert faulty["error"]["token"] == token
    assert not faulty["valid"]
    assert done.errors == [f"{path}:{line}:{column}: error: {faulty['error']['message']} [{code}]"]
    assert (valid["valid"], valid["error"], valid["line"]) == (True, None, twin)


# Small positions, the rest of the deck on the foundations.
#
# The columns of the Spider games, from the first: a covered king under a queen of its suit; three cards of
# two suits over a covered one; jack, ten, nine of two suits; ten; 9 8 7; eight; 7 6 5; 6 5; 4 3 2 A; an ace.
TEN = "<KS> QS, <2H> KH QH JS, JH TH 9S, TS, 9H 8H 7H, 8S, 7S 6S 5S, 6H 5H, 4S 3S 2S AS, AH".split(", ")
EIGHT = "KS QS JS, QH, KH QS, JH, JS, KS, KH QH JH, ".split(", ")
THIRTEEN = ["<5C> KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D AD", "KC QC JC TC 9C 8C 7C 6C", "4C 3C 2C AC", *[""] * 10]

Start = dict[str, Any]


def spider(suits: str) -> Start:
    runs = {"4": "AS AH AD AC AD AC", "2": "AS AS AS AH AH AH", "1": "AS AS AS AS AS AS"}[suits]
    spades = str.maketrans("H", "S") if suits == "1" else {}
    return {
        "game": "spider-millennium",
        "rules": {"suits": suits},
        "columns": [column.translate(spades) for column in TEN],
        "stock": "4H 3H".translate(spades),
        "foundations": runs,
    }


def beetle(empty: str, move: str, **more: Any) -> Start:
    return {
        "game": "beetle",
        "rules": {"empty": empty, "move": move},
        "columns": EIGHT,
        "foundations": "TS TS TH TH KD KD KC KC",
        **more,
    }


def spiderwort(**more: Any) -> Start:
    return {"game": "spiderwort", "columns": THIRTEEN, "foundations": "AS AS AS AH AH AH AD AD AC AC", **more}


SPIDERS = [spider(suits) for suits in "421"]
MANY = SPIDERS[:2]  # of more suits than one
ONE = SPIDERS[2:]
BEETLES = [beetle(empty, move) for empty, move in product(("king", "any"), ("card", "run"))]
STRICT = [start for start in BEETLES if start["rules"]["empty"] == "king"]
EASY = [start for start in BEETLES if start["rules"]["empty"] == "any"]
SINGLE = [start for start in BEETLES if start["rules"]["move"] == "card"]
RUNS = [start for start in BEETLES if start["rules"]["move"] == "run"]
WORTS = [spiderwort()]
FREECELL, HEADQUARTERS, SURPRISE, YUKON, MOOSEHIDE, SNAKE, SIMON, AGNES = (
    [{"game": game, "deal": "1" if game == "freecell" else "24"}]
    for game in ("freecell", "headquarters", "surprise", "yukon", "moosehide", "snake", "simple-simon", "agnes-sorel")
)
# kings on queens: no queen can go before the king that lies on it, so one of them has to move away first
LOCKED = {"columns": ["QS KS", "QS KS", *[""] * 6], "foundations": "JS JS KH KH KD KD KC KC"}
# two fives, one of them on the ace that the second pile waits for
TWINS = {
    "columns": ["KS QS JS TS 9S 8S 7S 6S 5S", "AS 5S", "KS QS JS TS 9S 8S 7S 6S", "4S 3S 2S", "KH", *[""] * 3],
    "foundations": "4S KH QH KD KD KC KC",
}
WITH_STOCK = {"columns": ["KS", *[""] * 7], "stock": "KS", "foundations": "QS QS KH KH KD KD KC KC"}
LAST_CARD = {"columns": ["KS", *[""] * 7], "foundations": "KS QS KH KH KD KD KC KC"}

# Each row: the starts; steps whose last one is refused, with the code; steps that are all legal.
ROWS: list[tuple[list[Start], list[tuple[str, str]], list[str]]] = [
    # columns that are not there, before all else
    (SPIDERS, [(s, "no-such-column") for s in ("11-1", "1-11", "11-11", "11-f", "4-2 99-4x*")], ["4-2 1-4"]),
    (BEETLES, [(s, "no-such-column") for s in ("9-1", "1-9x9:AS", "9-9", "9-f", "9-f:AS")], ["1-3"]),
    (WORTS, [(s, "no-such-column") for s in ("14-1", "1-14", "14-f", "14-f:AD")], ["1-4"]),
    # a column to itself, whatever it holds
    (SPIDERS, [(s, "same-column") for s in ("3-3", "3-3x9", "3-3x*", "4-2 4-4")], ["3-4"]),
    (BEETLES, [(s, "same-column") for s in ("1-1", "8-8", "1-1x3:KS")], ["1-3"]),
    (WORTS, [("1-1x13", "same-column"), ("4-4", "same-column")], ["1-4x13"]),
    # an empty source, whatever the count and the claim
    (SPIDERS, [(f"4-2 {s}", "empty-column") for s in ("4-1", "4-1x2", "4-1x*", "4-1:TS")], ["4-2 3-4"]),
    (BEETLES, [(s, "empty-column") for s in ("8-1", "8-f", "8-f:AS", "8-1x*")], ["1-f"]),
    (WORTS, [(s, "empty-column") for s in ("4-1", "4-f", "4-f:KD", "4-5x*")], ["1-f"]),
    # more cards than there are
    (SPIDERS, [(s, "too-few-cards") for s in ("4-2x2", "4-2x2:TS", "7-6x4", "7-1x*")], ["7-6x3", "4-2"]),
    (BEETLES, [("2-7x2", "too-few-cards"), ("1-6x4", "too-few-cards")], ["1-3"]),
    (WORTS, [("3-2x5", "too-few-cards"), ("3-4x5:4C", "too-few-cards")], ["3-4x4"]),
    # cards that lie face down, even those that continue the run
    (SPIDERS, [("4-2 1-4x2", "face-down"), ("4-2 1-4x2:KS", "face-down")], ["4-2 1-4"]),
    (WORTS, [("1-2x14", "face-down"), ("1-4x14", "face-down")], ["1-4x13"]),
    # one card at a time, or a run
    (SINGLE, [("1-6x2", "one-card"), ("1-8x3", "one-card"), ("3-8x2", "one-card")], ["1-3"]),
    (RUNS, [("3-8x2", "not-a-run"), ("3-8x2:KH", "not-a-run")], ["1-6x2", "1-8x3"]),
    (MANY, [("2-1x2", "not-a-run"), ("3-1x3", "not-a-run"), ("3-1x*", "not-a-run")], ["2-1", "5-4x3"]),
    (SPIDERS, [("deal 1-7x2", "not-a-run")], ["deal 1-7"]),
    (ONE, [("2-1x2", "build-rank")], ["3-1x3", "3-1x*", "3-2x2"]),
    (WORTS, [("1-2x5 2-4x13", "not-a-run"), ("1-2x5 2-4x6", "not-a-run")], ["1-2x5 2-4x5"]),
    # a claim names the deepest card
    (MANY, [("5-3x2:7H", "card-mismatch"), ("3-1:KS", "card-mismatch")], ["5-3x2:8H"]),
    (ONE, [("5-3x2:7S", "card-mismatch"), ("3-4:KS", "card-mismatch")], ["5-3x2:8S"]),
    (BEETLES, [("1-3:QS", "card-mismatch"), ("2-f:KH", "card-mismatch")], ["1-3:JS", "1-f:JS"]),
    (RUNS, [("1-6x2:JS", "card-mismatch"), ("1-8x3:JS", "card-mismatch")], ["1-6x2:QS", "1-8x3:KS"]),
    (WORTS, [("1-f:AD", "card-mismatch"), ("1-4x13:AD", "card-mismatch")], ["1-f:KD", "1-4x13:KD"]),
    # what an empty column takes
    (STRICT, [("1-8", "king-only"), ("2-8:QH", "king-only"), ("1-8:QS", "card-mismatch")], ["6-8", "6-8:KS"]),
    (EASY, [], ["1-8", "2-8:QH", "6-8"]),
    ([s for s in STRICT if s in RUNS], [("1-8x2", "king-only"), ("7-8x2", "king-only")], ["1-8x3", "1-8x*"]),
    ([s for s in EASY if s in RUNS], [], ["1-8x2", "7-8x2", "1-8x3"]),
    (SPIDERS, [], ["4-2 10-4", "4-2 1-4", "4-2 7-4x2", "4-2 7-4x3", "4-2 7-4x*", "4-2 3-4"]),
    (WORTS, [], ["1-4", "1-13x2", "1-4x13 1-5", "3-13x4"]),
    # what a card is laid on
    (SPIDERS, [("3-5", "build-rank"), ("6-4", "build-rank"), ("7-8x*", "build-rank")], ["3-4", "6-3"]),
    (SPIDERS, [("10-9", "build-rank"), ("9-10x*", "build-rank"), ("7-9", "build-rank")], ["9-7x4"]),
    (BEETLES, [("1-6", "build-rank"), ("4-6", "build-rank"), ("6-1", "build-rank")], ["3-6"]),
    (BEETLES, [("1-2", "build-suit"), ("5-2", "build-suit")], ["5-3", "4-2"]),
    (WORTS, [("1-3", "build-rank"), ("2-3", "build-rank"), ("3-1x*", "build-rank")], ["1-2x5"]),
    # to a foundation
    (SPIDERS, [(s, "no-foundation-move") for s in ("9-f", "10-f:KS", "4-2 4-f")], ["9-8x4"]),
    (WORTS, [("2-f", "run-incomplete"), ("3-f", "run-incomplete"), ("3-f:4C", "run-incomplete")], ["1-f"]),
    (BEETLES, [("2-f", "foundation-rank"), ("6-f", "foundation-rank")], ["1-f", "4-f 2-f", "5-f 1-f 1-f 1-f"]),
    # cells and reserves
    (FREECELL, [(s, "no-such-column") for s in ("9-c9", "c9-9", "9-9", "9-c", "c1-9")], ["1-c1"]),
    (
        FREECELL,
        [(s, "no-such-cell") for s in ("1-c5", "c5-1", "c5-c1", "r1-1", "1-r1", "c5-f:KD", "1-f5")],
        ["1-c4", "1-c"],
    ),
    (YUKON, [(s, "no-such-cell") for s in ("7-c", "7-c1", "7-r1", "7-f5")], ["7-f2", "7-f"]),
    (FREECELL, [(f"8-c1 5-c2 {s}", "no-such-step") for s in ("c2-c3", "c2-c2", "c2-c1", "c3-c4")], ["8-c1 5-c2 c2-8"]),
    (HEADQUARTERS, [("3-r1 r1-r2", "no-such-step"), ("3-r1x2 r1-r2x9", "no-such-step")], ["3-r1 r1-2"]),
    (FREECELL, [(f"8-c1 {s}", "empty-cell") for s in ("c2-8", "c2-8x2", "c2-f", "c2-8:KD")], ["8-c1 5-c2 c2-8"]),
    (HEADQUARTERS, [("3-r1 r2-2", "empty-cell"), ("r1-2x3", "empty-cell")], ["3-r1 r1-2"]),
    (FREECELL, [("8-c1 5-8 c1-2x2", "too-few-cards"), ("1-c1x9", "too-few-cards")], ["8-c1 5-8"]),
    (FREECELL, [("1-c1x2", "one-card"), ("8-c1 5-c1x2", "one-card")], ["1-c1"]),
    (FREECELL, [("1-c1:KD", "card-mismatch"), ("1-c1 2-c1:KD", "card-mismatch")], ["1-c1:6S", "1-c:6S"]),
    (FREECELL, [("1-c1 2-c1", "cell-taken"), ("1-c 2-c 3-c 4-c 5-c", "cell-taken")], ["1-c1 2-c2", "1-c 2-c 3-c 4-c"]),
    (HEADQUARTERS, [("3-r1 4-r1", "cell-taken"), ("3-r1 3-r1", "cell-taken")], ["3-r1 4-r2", "3-r1x2 4-r2"]),
    (
        SURPRISE,
        [(f"{'deal ' * 6}1-r1", "cell-taken"), (f"{'deal ' * 7}1-r1 2-r1 3-r1 4-r1", "cell-taken")],
        [f"{'deal ' * 7}1-r1 2-r1 3-r1"],
    ),
    # empty columns, colours, other suits, space
    (SNAKE, [("4-9", "no-empty-column"), ("1-c1 c1-9", "no-empty-column"), ("4-9:KD", "card-mismatch")], ["4-5"]),
    (YUKON, [("4-6", "build-colour"), ("4-6:2H", "build-colour"), ("4-2", "build-rank")], ["7-4"]),
    (AGNES, [("4-2", "build-colour")], ["1-6"]),
    (MOOSEHIDE, [("2-5", "build-suit"), ("2-1", "build-rank")], ["4-6"]),
    (FREECELL, [("4-c1 2-c2 7-c3 2-c4 8-7 7-4x2", "no-space")], ["4-c1 2-c2 7-c3 8-7 7-4x2"]),
    (SIMON, [("4-6x2", "no-space"), ("4-5x2", "build-rank")], ["10-7 4-6x2"]),
    # the stock
    (SPIDERS, [("deal deal", "stock-empty"), ("deal 6-3 deal", "stock-empty")], ["deal"]),
    (SPIDERS, [("4-2 deal", "deal-blocked"), ("4-2 6-3 deal", "deal-blocked")], ["4-2 3-4 deal"]),
    (BEETLES, [("deal", "stock-empty")], ["1-3"]),
    ([{**s, **WITH_STOCK} for s in BEETLES], [("deal deal", "stock-empty")], ["deal", "1-2 deal"]),
    (WORTS, [("deal", "stock-empty")], ["1-4"]),
    (
        [spiderwort(columns=THIRTEEN[:2] + ["4C 3C 2C"] + [""] * 10, stock="AC")],
        [("deal", "deal-blocked"), ("1-4x13 deal", "deal-blocked")],
        ["1-4x13"],
    ),
    # the automatic finish
    (SPIDERS, [("auto", "no-auto"), ("deal auto", "no-auto")], ["deal"]),
    (WORTS, [("auto", "no-auto"), ("1-f 1-2 3-2x4 2-f auto", "no-auto")], ["1-f 1-2 3-2x4 2-f"]),
    (BEETLES, [("auto auto", "auto-not-ready"), ("auto undo redo auto", "auto-not-ready")], ["auto", "1-f auto"]),
    ([{**s, **WITH_STOCK} for s in BEETLES], [("auto", "auto-not-ready")], ["deal auto", "1-f deal auto"]),
    ([{**s, **LOCKED} for s in BEETLES], [("auto", "auto-not-ready")], ["1-3 auto", "1-3 2-4 auto"]),
    ([{**s, **TWINS} for s in BEETLES], [("1-f auto", "auto-not-ready")], ["2-f auto", "auto"]),
    ([{**s, **LAST_CARD} for s in BEETLES], [("1-f auto", "auto-not-ready")], ["1-f", "auto"]),
    # undo and redo
    (SPIDERS + BEETLES + WORTS, [("undo", "nothing-to-undo"), ("redo", "nothing-to-redo")], []),
    (SPIDERS, [("4-2 undo undo", "nothing-to-undo"), ("4-2 undo redo redo", "nothing-to-redo")], ["4-2 undo redo"]),
    (SPIDERS, [("deal undo 4-2 redo", "nothing-to-redo")], ["deal undo 4-2 undo redo undo"]),
    (BEETLES, [("auto undo undo", "nothing-to-undo"), ("auto undo 1-3 redo", "nothing-to-redo")], ["auto undo redo"]),
    (WORTS, [("1-f undo undo", "nothing-to-undo"), ("1-f undo 1-4 redo", "nothing-to-redo")], ["1-f undo redo"]),
]


def lines(start: Start, games: list[str]) -> bytes:
    return "".join(json.dumps({**start, "moves": moves}) + "\n" for moves in games).encode()


@pytest.mark.parametrize(("starts", "refused", "legal"), ROWS)
def test_steps(starts: list[Start], refused: list[tuple[str, str]], legal: list[str]) -> None:
    for start in starts:
        games = [steps for steps, _ in refused]
        for (steps, code), record in zip(refused, run("validate", "-f", "json", stdin=lines(start, games)).records):
            tokens = steps.split()
            error = record["error"]
            assert error is not None, (start, steps)
            assert (error["code"], error["step"], error["token"]) == (code, len(tokens), tokens[-1]), steps
            assert (error["line"], error["column"]) == (record["line"], None)
            assert (record["valid"], record["steps"]) == (False, len(tokens) - 1)
        for steps, record in zip(legal, run("validate", "-f", "json", stdin=lines(start, legal)).records):
            assert (record["valid"], record["error"]) == (True, None), (start, steps)
            assert record["steps"] == len(steps.split())


@pytest.mark.parametrize(("starts", "refused", "legal"), [row for row in ROWS if row[1]])
def test_refused_step_changes_nothing(starts: list[Start], refused: list[tuple[str, str]], legal: list[str]) -> None:
    for start in starts:
        games = [steps for steps, _ in refused]
        before = [" ".join(steps.split()[:-1]) for steps in games]
        shown = run("replay", "--last", "-f", "json", stdin=lines(start, games)).records
        assert shown == run("replay", "--last", "-f", "json", stdin=lines(start, before)).records
        assert len(shown) == len(games)


def test_every_code_of_a_step_is_refused_somewhere() -> None:
    found = {code for _, refused, _ in ROWS for _, code in refused}
    codes = [str(code) for code in Code]
    assert found == set(codes[codes.index("no-such-column") : codes.index("result-mismatch")])
