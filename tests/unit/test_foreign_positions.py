"""Positions of other programs: what is written is read back, and no file does harm."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import solitaire_cli
from solitaire_cli.core.cards import NAMES, names
from solitaire_cli.core.errors import Code, Problem
from solitaire_cli.core.position import Position
from solitaire_cli.core.rules import Rules
from solitaire_cli.exchange.foreign_game import ForeignGame
from solitaire_cli.exchange.formats import Wish, read, write
from solitaire_cli.exchange.source import LONGEST, Source
from solitaire_cli.transcript.document import Transcript

SAMPLES = Path(__file__).parents[2] / "deals" / "foreign"
WIN7 = (SAMPLES / "win7-8115.SpiderSolitaireSave-ms").read_bytes()
LATER = (SAMPLES / "win7-8115-later.SpiderSolitaireSave-ms").read_bytes()
KPAT = (SAMPLES / "freecell.kpat").read_bytes()


def all_of(form: str, data: bytes, rules: Rules | None = None) -> list[ForeignGame | Problem]:
    wish = Wish(form, solitaire_cli.games(), rules)
    chunks = [data[at : at + 999] for at in range(0, len(data), 999)]
    return list(read(Source(chunks), wish))


def one(form: str, data: bytes, rules: Rules | None = None) -> Transcript:
    [game] = all_of(form, data, rules)
    assert isinstance(game, ForeignGame), game
    return game.transcript


def fault(form: str, data: bytes, rules: Rules | None = None) -> Problem:
    found = all_of(form, data, rules)[-1]
    assert isinstance(found, Problem)
    return found


def walked(game: str, rules: dict[str, str | int], steps: int, seed: int) -> Position:
    """A position after some legal steps, without what led to it."""
    rng = random.Random(seed)
    position = solitaire_cli.deal(game, seed, rules)
    for _ in range(steps):
        moves = list(solitaire_cli.legal_moves(position))
        if moves:
            position.apply(rng.choice(moves))
    position.history = []
    position.undone = []
    position.number = None
    return position


SPIDERS: list[tuple[str, dict[str, str | int]]] = [
    ("spider-millennium", {}),
    ("spider-millennium", {"suits": 1}),
    ("spider-millennium", {"suits": 2}),
    ("spider", {}),
    ("relaxed-spider", {}),
]
OTHERS: list[tuple[str, dict[str, str | int]]] = [
    ("freecell", {}),
    ("eight-off", {}),
    ("yukon", {}),
    ("gypsy", {}),
    ("simple-simon", {}),
    ("scorpion", {}),
]


@pytest.mark.parametrize(("game", "rules"), SPIDERS, ids=str)
def test_spider_solver_is_read_as_it_was_written(game: str, rules: dict[str, str | int]) -> None:
    for seed in range(1, 5):
        position = walked(game, rules, 12 * seed, seed)
        text = write(Transcript(position), "spider-solver")
        assert one("spider-solver", text.encode(), position.rules).position == position
        assert [line.split(":")[0] for line in text.splitlines()][::5] == ["Play0", "Play5", "Deal0", "Off"]


@pytest.mark.parametrize(("game", "rules"), SPIDERS + OTHERS, ids=str)
def test_solvitaire_is_read_as_it_was_written(game: str, rules: dict[str, str | int]) -> None:
    for seed in range(1, 5):
        position = walked(game, rules, 9 * seed, seed)
        text = write(Transcript(position), "solvitaire")
        assert one("solvitaire", text.encode(), position.rules).position == position


def test_the_stock_of_solvitaire_is_dealt_from_its_end() -> None:
    text = write(Transcript(walked("gypsy", {}, 0, 1)), "solvitaire")
    stock = solitaire_cli.deal("gypsy", 1).stock_left
    assert f'"{NAMES[stock[0]].replace("T", "10")}"]' in text.split('"stock"')[1]


def test_rows_of_spider_solver_are_dealt_in_their_order() -> None:
    rows = [line for line in (SAMPLES / "win7-8115-later.game").read_text().splitlines() if "Deal" in line]
    assert rows == [f"Deal{row}:" for row in range(5)]
    start = one("win7-spider", WIN7).position
    start.number = None
    text = write(Transcript(start), "spider-solver")
    assert "Play9: |4S |3H |KC |7S 2D\nDeal0: 2D JC 4D 3C AD JD QH AH 2S TH\n" in text
    start.apply("deal")
    start.history = []
    text = write(Transcript(start), "spider-solver")
    assert "2D TH\nDeal0:\nDeal1: JC QS 2S TC 4S 8C TH 3D 7C 7S\n" in text


def utf16(text: str) -> bytes:
    return text.encode("utf-16-le")


def test_the_deal_of_a_saved_game_of_windows() -> None:
    game = one("win7-spider", WIN7)
    assert game.header == {"game": "spider-millennium", "deal": "win7-8115", "rules": {"suits": "4"}}
    moved = one("win7-spider", WIN7.replace(utf16("<Moves>0<"), utf16("<Moves>2<")))
    assert (moved.header["tags"], "deal" in moved.header) == ({"GameSeed": "8115"}, False)
    assert moved.position == game.position
    other = one("win7-spider", WIN7.replace(utf16("Seed>8115<"), utf16("Seed>8116<")))
    assert (other.header["tags"], "deal" in other.header) == ({"GameSeed": "8116"}, False)
    shown = one("win7-spider", WIN7.replace(utf16("<FaceUp>false"), utf16("<FaceUp>true")))
    assert shown.position.down == [0] * 10


def test_saved_games_of_windows_one_after_the_other() -> None:
    first, second, cut = all_of("win7-spider", WIN7 + LATER + WIN7[:-100])
    assert isinstance(first, ForeignGame) and isinstance(second, ForeignGame) and isinstance(cut, Problem)
    assert ("deal" in first.transcript.header, "deal" in second.transcript.header) == (True, False)
    assert cut.code is Code.SYNTAX


@pytest.mark.parametrize("more", [0, 1, 2, 7, 4096])
def test_the_head_of_a_saved_game_has_any_length(more: int) -> None:
    data = WIN7[:30] + b"\x3c" * more + WIN7[30:]
    assert one("win7-spider", data).header["deal"] == "win7-8115"


def test_finished_runs_of_a_saved_game_of_windows() -> None:
    game = one("win7-spider", LATER)
    assert names(game.position.foundations) == "AC AH"
    assert game.position == one("spider-solver", (SAMPLES / "win7-8115-later.game").read_bytes()).position
    xml = LATER[LATER.index(utf16("<Root>")) :].decode("utf-16-le")
    complete = xml.index("<Name>Complete")
    swapped = xml[:complete] + re.sub("<Type>11<", "<Type>24<", xml[complete:])
    found = fault("win7-spider", b"RGMH" + utf16(swapped))
    assert found.code in (Code.WRONG_LAYOUT, Code.WRONG_DECK)
    assert found.line
    assert xml.split("\n")[found.line - 1].strip().startswith("<")


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("<Type>0</Type>", "<Type>52</Type>", Code.BAD_CARD),
        ("<Type>0</Type>", "<Type>-1</Type>", Code.BAD_CARD),
        ("<Type>0</Type>", "", Code.BAD_CARD),
        ("<Type>0</Type>", "<Type>1</Type>", Code.WRONG_DECK),
        ("<FaceUp>true", "<FaceUp>yes", Code.SYNTAX),
        ("<FaceUp>true", "<FaceUp>false", Code.WRONG_LAYOUT),
        ("Stack10<", "Stack11<", Code.SYNTAX),
        ("Stack10<", "Stack9<", Code.SYNTAX),
        ("</GameState>", "</GameStat>", Code.SYNTAX),
        ("</Root>", "", Code.SYNTAX),
        ("<Root>", "<Root>" + "<a>" * 40, Code.SYNTAX),
        ("<Root>", "<Root>&x;", Code.SYNTAX),
        ("<Root>", "<Root>\0", Code.SYNTAX),
    ],
)
def test_what_is_wrong_in_a_saved_game_of_windows(old: str, new: str, code: Code) -> None:
    found = fault("win7-spider", WIN7.replace(utf16(old), utf16(new)))
    assert found.code is code
    assert found.line


def test_a_saved_game_of_windows_in_fewer_suits_has_no_number() -> None:
    position = walked("spider-millennium", {"suits": 1}, 0, 1)
    xml = WIN7[WIN7.index(utf16("<Root>")) :].decode("utf-16-le")
    spades = re.sub(r"<Type>(\d+)<", lambda found: f"<Type>{26 + int(found[1]) % 13}<", xml)
    game = one("win7-spider", b"RGMH" + utf16(spades))
    assert game.rules is position.rules
    assert game.header["tags"] == {"GameSeed": "8115"}


def test_kpat_is_read_as_it_was_left() -> None:
    """What was taken back comes after the current state; without one the last state counts."""
    left = one("kpat", KPAT).position
    assert names(left.columns[5]) == "8C 8H 8D"
    last = one("kpat", KPAT.replace(b' current="true"', b"")).position
    assert last != left
    assert sum(map(len, [*last.columns, *last.cells])) == 52
    first = KPAT[: KPAT.index(b"</state>")].replace(b"<state>", b'<state current="true">')
    start = one("kpat", first + b"</state></kpat-game>").position
    assert start == solitaire_cli.deal("freecell", "ms617")


def test_earlier_files_of_kpat() -> None:
    """Suits are counted from 0, before that from 1; piles have numbers."""
    data = (SAMPLES / "yukon-earlier.kpat").read_bytes()
    shifted = re.sub(rb'suit="(\d)"', lambda found: b'suit="%d"' % (int(found[1]) + 1), data)
    assert shifted != data
    assert one("kpat", shifted).position == one("kpat", data).position
    mixed = data.replace(b'suit="3"', b'suit="4"', 1)
    assert fault("kpat", mixed).code is Code.BAD_CARD


def earlier(game: int, position: Position, first: dict[str, int]) -> bytes:
    """A file of an earlier version of KPatience; ``first`` are the numbers of the first pile of each kind."""
    piles: dict[int, list[tuple[int, bool]]] = {}
    for column, cards in enumerate(position.columns):
        piles[first["columns"] + column] = [*zip(cards, [not hidden for hidden in position.covered(column)])]
    for cell, cards in enumerate(position.cells):
        piles[first["cells"] + cell] = [(card, True) for card in cards]
    for pile, top in enumerate(position.foundations):
        whole = position.rules.goal == "runs"
        ranks = range(13, 0, -1) if whole else range(1, (top & 15) + 1)
        piles[first["foundations"] + pile] = [(top & ~15 | rank, True) for rank in ranks]
    stock = position.stock_left
    if "rows" in first:
        for row in range(5):
            dealt = stock[10 * row - 50 :][:10] if len(stock) >= 50 - 10 * row else []
            piles[first["rows"] + row] = [(card, False) for card in dealt[::-1]]
    elif stock:
        piles[first["stock"]] = [(card, False) for card in stock[::-1]]
    lines = [f'<!DOCTYPE kpat>\n<dealer id="{game}" number="1">']
    for index, laid in piles.items():
        lines.append(f'<pile index="{index}">')
        lines += [f'<card suit="{3 - (card >> 4)}" value="{card & 15}" faceup="{int(up)}"/>' for card, up in laid]
        lines.append("</pile>")
    return "\n".join([*lines, "</dealer>"]).encode()


@pytest.mark.parametrize(
    ("number", "game", "first"),
    [
        (3, "freecell", {"columns": 1, "cells": 9, "foundations": 13}),
        (7, "gypsy", {"stock": 0, "foundations": 1, "columns": 9}),
        (9, "simple-simon", {"foundations": 1, "columns": 5}),
        (10, "yukon", {"foundations": 1, "columns": 5}),
        (16, "relaxed-spider", {"rows": 1, "columns": 6, "foundations": 16}),
    ],
)
def test_piles_have_numbers_in_earlier_files_of_kpat(number: int, game: str, first: dict[str, int]) -> None:
    for seed in range(1, 5):
        position = walked(game, {}, 15 * seed, seed)
        assert one("kpat", earlier(number, position, first)).position == position


def test_finished_runs_in_a_file_of_kpat() -> None:
    """The last cards of Simple Simon's win: a run whose ace is still to come, and three that have left."""
    spades, ace = list(range(13, 1, -1)), [1]
    rules = walked("simple-simon", {}, 0, 1).rules
    columns = [spades, ace, *([] for _ in range(8))]
    position = Position(rules, columns, [0] * 10, [], [0x11, 0x21, 0x31])
    data = earlier(9, position, {"foundations": 1, "columns": 5})
    assert one("kpat", data).position == position


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        (b'rank="ace"', b'rank="joker"', Code.BAD_CARD),
        (b'suit="hearts"', b"", Code.BAD_CARD),
        (b'pile="store0"', b"", Code.SYNTAX),
        (b'pile="store7"', b'pile="store9"', Code.WRONG_LAYOUT),
        (b'<card id="0066052" ', b"<card ", Code.WRONG_DECK),
        (b"<kpat-game ", b'<!DOCTYPE kpat SYSTEM "file:///etc/passwd"><kpat ', Code.SYNTAX),
        (b'"freecell"', b'"klondike"', Code.UNKNOWN_GAME),
    ],
)
def test_what_is_wrong_in_a_file_of_kpat(old: bytes, new: bytes, code: Code) -> None:
    assert old in KPAT
    assert fault("kpat", KPAT.replace(old, new)).code is code


def test_more_cards_than_there_can_be() -> None:
    cards = b"".join(b'<card id="%d" suit="clubs" rank="two"/>' % number for number in range(20_000))
    data = b'<kpat-game game-type="freecell"><state><move pile="store0" position="0">' + cards
    assert fault("kpat", data).code is Code.BAD_CARD


@pytest.mark.parametrize("form", ["win7-spider", "kpat"])
def test_a_file_that_is_looked_at_as_a_whole_is_not_too_long(form: str) -> None:
    assert fault(form, b"RGMH" + b"<" * LONGEST).code is Code.ENCODING


@pytest.mark.parametrize(
    "data",
    [
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"tableau piles": ' + b"[" * 100_000,
        b'{"stock": [' + b'"KS",' * 100_000,
        b'{"stock": ["' + b"K" * 900_000,
        b'{"\\ud800": []}',
        b"\x80\x04\x95",
        b"{}}",
    ],
    ids=lambda data: data[:12].decode("latin-1"),
)
def test_json_that_is_too_deep_too_long_or_cut_off(data: bytes) -> None:
    rules = solitaire_cli.deal("freecell", 1).rules
    assert fault("solvitaire", data, rules).line == 1


FORMS = pytest.mark.parametrize("form", ["spider-solver", "solvitaire", "win7-spider", "kpat"])


@FORMS
def test_files_with_mistakes(form: str) -> None:
    judge_mistakes(form, range(40))


@FORMS
@pytest.mark.long
def test_files_with_many_mistakes(form: str, rounds: Iterator[int]) -> None:
    judge_mistakes(form, rounds)


def judge_mistakes(form: str, rounds: Iterable[int]) -> None:
    """Whatever the bytes are, there is a game or a located fault."""
    samples = {
        "spider-solver": (SAMPLES / "win7-8115-later.game").read_bytes(),
        "solvitaire": (SAMPLES / "yukon.solvitaire.json").read_bytes(),
        "win7-spider": LATER,
        "kpat": (SAMPLES / "spider.kpat").read_bytes(),
    }
    rng = random.Random(13)
    rules = solitaire_cli.deal("yukon", 1).rules if form == "solvitaire" else None
    for _ in rounds:
        data = bytearray(samples[form])
        for _ in range(rng.choice([1, 1, 2, 5])):
            at, end = sorted(rng.randrange(len(data) or 1) for _ in range(2))
            kind = rng.randrange(4)
            if kind == 0 and data:
                data[at] = rng.randrange(256)
            elif kind == 1:
                del data[at : min(end, at + 40)]
            elif kind == 2:
                data[at:at] = data[at : min(end, at + 60)]
            else:
                data[end:] = b""
        for found in all_of(form, bytes(data), rules):
            assert isinstance(found, ForeignGame) or (found.line and str(found)), found
