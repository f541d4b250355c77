"""Positions in words: every board against its record, in both languages, and where --linear goes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from support import DEALS, run

from solitaire_cli import deal
from solitaire_cli.show.spoken import linear

ENGLISH_RANKS = "ace two three four five six seven eight nine ten jack queen king".split()
ENGLISH_SUITS = dict(zip("SHDC", ("spades", "hearts", "diamonds", "clubs")))
RUSSIAN_RANKS = (
    "туз двойка тройка четвёрка пятёрка шестёрка семёрка восьмёрка девятка десятка валет дама король"
).split()
RUSSIAN_OF_RANKS = (
    "туза двойки тройки четвёрки пятёрки шестёрки семёрки восьмёрки девятки десятки валета дамы короля"
).split()
RUSSIAN_SUITS = dict(zip("SHDC", ("пики", "черви", "бубны", "трефы")))
RUSSIAN_OF_SUITS = dict(zip("SHDC", ("пик", "червей", "бубен", "треф")))
RANKS = "A23456789TJQK"


def english(cards: list[str]) -> str:
    """One card or a run of one suit."""
    first, last = (ENGLISH_RANKS[RANKS.index(card[0])] for card in (cards[0], cards[-1]))
    suit = ENGLISH_SUITS[cards[0][1]]
    return f"{first} of {suit}" if len(cards) == 1 else f"{suit} from {first} to {last}"


def russian(cards: list[str]) -> str:
    first, last = RANKS.index(cards[0][0]), RANKS.index(cards[-1][0])
    suit = cards[0][1]
    if len(cards) == 1:
        return f"{RUSSIAN_RANKS[first]} {RUSSIAN_OF_SUITS[suit]}"
    of = RUSSIAN_OF_RANKS
    return f"{RUSSIAN_SUITS[suit]} от {of[first]} до {of[last]}"


def runs(cards: list[str]) -> Iterator[list[str]]:
    """Cards in groups of one, and in longer ones where three or more stand in sequence and suit."""
    while cards:
        size = 1
        while size < len(cards) and RANKS.index(cards[size][0]) == RANKS.index(cards[size - 1][0]) - 1:
            if cards[size][1] != cards[0][1]:
                break
            size += 1
        size = size if size >= 3 else 1
        yield cards[:size]
        cards = cards[size:]


def plural(number: int, forms: tuple[str, str, str]) -> str:
    if 11 <= number % 100 <= 14:
        return forms[2]
    return forms[0] if number % 10 == 1 else forms[1] if 2 <= number % 10 <= 4 else forms[2]


def spoken(record: dict[str, Any], language: str) -> list[str]:
    """What is to be said of a position record."""
    en = language == "en"
    words = english if en else russian
    tops = [pile["top"] for pile in record["foundations"] if pile]
    piles = len(record["foundations"])
    if record["game"] == "beetle":
        told = [words([top]) for top in tops]
        empty = piles - len(tops)
        told += [f"{empty} empty" if en else f"пустых {empty}"] if empty else []
        lines = [f"{'Foundations' if en else 'Фундаменты'}: {', '.join(told)}"]
    else:
        suits = ENGLISH_SUITS if en else RUSSIAN_SUITS
        line = "Complete runs: {} of {}" if en else "Собрано последовательностей: {} из {}"
        lines = [", ".join([line.format(len(tops), piles), *(suits[top[1]] for top in tops)])]
    for number, column in enumerate(record["columns"], 1):
        cards = column.split()
        down = sum(card[0] == "<" for card in cards)
        told = [words(group) for group in runs(cards[down:])]
        if down:
            noun = "card face down" if down == 1 else "cards face down"
            noun = noun if en else plural(down, ("закрытая карта", "закрытые карты", "закрытых карт"))
            told.insert(0, f"{down} {noun}")
        lines.append(f"{'Column' if en else 'Столбец'} {number}: {', '.join(told) or ('empty' if en else 'пусто')}")
    left = len(record["stock"].split())
    if en:
        lines.append(f"Stock: {left} {'card' if left == 1 else 'cards'}" if left else "Stock: empty")
    else:
        lines.append(f"Запас: {left} {plural(left, ('карта', 'карты', 'карт'))}" if left else "Запас: пусто")
    return lines


SAMPLES = sorted(DEALS.glob("*.moves"))


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("path", SAMPLES[::2], ids=lambda path: path.stem)
def test_every_position_is_told(path: Any, language: str) -> None:
    records = run("replay", "-f", "json", str(path)).records
    text = run("replay", "--linear", "--lang", language, str(path)).text
    boards = text.rstrip("\n").split("\n\n")
    assert len(boards) == len(records)
    for board, record in zip(boards, records):
        assert board.splitlines()[1:] == spoken(record, language)


@pytest.mark.parametrize("path", SAMPLES[::2], ids=lambda path: path.stem)
def test_no_sign_has_to_be_seen(path: Any) -> None:
    """Letters, digits and marks that a screen reader says or passes over; of cards no signs, in the heading neither."""
    english, russian = (
        run("replay", "--linear", "--unicode", "--lang", language, str(path)) for language in ("en", "ru")
    )
    assert english.out.isascii()
    assert re.fullmatch(r"[\x00-\x7fа-яА-ЯёЁ]*", russian.text)
    for text in (english.text, russian.text):
        assert not set(text) & set("|+#[]<>")
        assert not any(line != line.rstrip() for line in text.splitlines())


def test_heading_in_words() -> None:
    path = str(DEALS / "spiderwort-1.moves")
    headings = {
        ("1", "en"): "Spiderwort 1, step 1: 2-1, turned up: four of clubs",
        ("1", "ru"): "Паучник 1, ход 1: 2-1, открыто: четвёрка треф",
        ("77", "en"): "Spiderwort 1, step 77: 7-f, complete run: hearts",
        ("77", "ru"): "Паучник 1, ход 77: 7-f, собрана полная последовательность: черви",
    }
    for (step, language), heading in headings.items():
        assert run("replay", "--linear", "--at", step, "--lang", language, path).lines[0] == heading


def test_layout_and_deal() -> None:
    path = str(DEALS / "spiderwort-1.moves")
    assert run("layout", "--linear", path).out == run("replay", "--last", "--linear", path).out
    dealt = run("deal", "beetle", "24", "25", "--linear")
    boards = dealt.text.rstrip("\n").split("\n\n")
    assert boards[0].splitlines()[0] == "Beetle 24 (empty: king, move: card)"
    for number, board in zip((24, 25), boards):
        assert board.splitlines()[1:] == linear(deal("beetle", number))
    assert run("deal", "beetle", "24", "25", "--linear", "--jobs", "2") == dealt
    assert linear(deal("beetle", 24))[1] == (
        "Column 1: king of clubs, eight of spades, king of clubs, two of clubs, five of spades, nine of diamonds"
    )


@pytest.mark.parametrize("form", ["json", "yaml"])
@pytest.mark.parametrize(
    "arguments", [("deal", "beetle", "1"), ("layout",), ("replay",)], ids=lambda arguments: arguments[0]
)
def test_only_text_is_in_words(arguments: tuple[str, ...], form: str) -> None:
    done = run(*arguments, "--linear", "-f", form, stdin=json.dumps({"game": "beetle", "deal": "1"}))
    assert (done.code, done.out) == (2, b"")
    assert "--linear" in done.errors[0]


def test_a_diagram_is_not_in_words() -> None:
    done = run("layout", "beetle", "--linear")
    assert (done.code, done.out) == (2, b"")
    assert "diagram" in done.errors[0]
