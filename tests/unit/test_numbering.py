"""Deal numbers give the same order for ever."""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
from typing import Any

import pytest
from deal_orders import FOUR, ORDERS, TOPS, TWO

import solitaire_cli
from solitaire_cli.core.cards import NAMES, names
from solitaire_cli.core.errors import Code, Fault, FaultError
from solitaire_cli.core.numbering import LARGEST, LARGEST_MS, LARGEST_WIN7, Number, card_order, parse_number
from solitaire_cli.rulebook.rule_file import FileCatalogue, read_game


@pytest.mark.parametrize(("packs", "suits", "number"), list(ORDERS), ids=str)
def test_orders(packs: int, suits: tuple[int, ...], number: str) -> None:
    assert names(card_order(number, packs, suits, 13)) == ORDERS[packs, suits, number]


@pytest.mark.parametrize("number", list(TOPS))
def test_face_up_cards_of_a_deal(number: str) -> None:
    position = solitaire_cli.deal("spider-millennium", number)
    assert names(column[-1] for column in position.columns) == TOPS[number]


def test_two_suits_replace_clubs_by_spades_and_diamonds_by_hearts() -> None:
    expected = ORDERS[2, FOUR, "24"].replace("C", "S").replace("D", "H")
    assert names(card_order("24", 2, TWO, 13)) == expected


def test_face_down_rounds_come_first() -> None:
    """Deal 24: five rounds face down where columns want them, then one face-up card to each column."""
    order = ORDERS[2, FOUR, "24"].split()
    position = solitaire_cli.deal("spider-millennium", 24)
    first = [NAMES[card] for card in position.columns[0]]
    assert first == [order[0], order[10], order[20], order[30], order[40], order[44]]
    last = [NAMES[card] for card in position.columns[9]]
    assert last == [order[9], order[19], order[29], order[39], order[53]]
    assert [NAMES[card] for card in position.stock] == order[54:]


def peer_order(number: int, packs: int, ms: bool) -> str:
    """The order that the package pysol-cards gives, the first dealt card first."""
    from pysol_cards.cards import CardRenderer, createCards
    from pysol_cards.random import shuffle
    from pysol_cards.random_base import RandomBase

    kind = RandomBase.DEALS_MS if ms else RandomBase.DEALS_PYSOLFC
    cards = shuffle(createCards(packs), number, kind)
    renderer = CardRenderer(print_ts=True)
    return " ".join(renderer.to_s(card) for card in reversed(cards))


EDGES = [1, 2, 24, 31999, 32001, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**33 - 1]


@pytest.mark.parametrize("packs", [2, 3])
@pytest.mark.parametrize("ms", [False, True])
def test_against_pysol_cards(packs: int, ms: bool) -> None:
    """Equal but for 32000, where that package and PySolFC itself disagree; here it is the first large one."""
    numbers = EDGES + [random.Random(7).randrange(1, 2**33) for _ in range(20)] + list(range(100, 140))
    if not ms:
        numbers += [2**33, 2**63, 2**64, LARGEST]
    for number in numbers:
        value = Number("ms" if ms else "", number)
        assert names(card_order(value, packs, FOUR, 13)) == peer_order(number, packs, ms), value


def one_pack(number: str) -> str:
    return names(card_order(number, 1, FOUR, 13))


def test_one_pack_is_sorted_by_rank_for_microsofts_generator() -> None:
    """Numbers of FreeCell are those of Microsoft; from 32000 on a plain number means another deal, as in PySolFC."""
    chosen = [random.Random(52).randrange(1, 32001) for _ in range(300)]
    for number in [1, 2, 31999, 32000, *chosen, *EDGES]:
        assert one_pack(f"ms{number}") == peer_order(number, 1, ms=True), number
    assert one_pack("31999") == one_pack("ms31999")
    assert one_pack("32000") != one_pack("ms32000")
    for number in (32001, 10**6, 2**33, LARGEST):
        assert one_pack(str(number)) == peer_order(number, 1, ms=False), number


@pytest.mark.long
def test_all_deals_of_microsofts_freecell() -> None:
    for number in range(1, 32001):
        assert one_pack(f"ms{number}") == peer_order(number, 1, ms=True), number


MICROSOFT = {
    "1": """
        JD 2D 9H JC 5D 7H 7C 5H
        KD KC 9S 5S AD QC KH 3H
        2S KS 9D QD JS AS AH 3C
        4C 5C TS QH 4H AC 4D 7S
        3S TD 4S TH 8H 2C JH 7D
        6D 8S 8D QS 6C 3D 8C TC
        6S 9C 2H 6H
    """,
    "617": """
        7D AD 5C 3S 5S 8C 2D AH
        TD 7S QD AC 6D 8H AS KH
        TH QC 3H 9D 6S 8D 3D TC
        KD 5H 9S 3C 8S 7H 4D JS
        4C QS 9C 9H 7C 6H 2C 2S
        4S TS 2H 5D JC 6C JH QH
        JD KS KC 4H
    """,
    "11982": """
        AH AS 4H AC 2D 6S TS JS
        3D 3H QS QC 8S 7H AD KS
        KD 6H 5S 4D 9H JH 9S 3C
        JC 5D 5C 8C 9D TD KH 7C
        6C 2C TH QH 6D TC 4S 7S
        JD 7D 8H 9C 2H QD 4C 5H
        KC 8D 2S 3S
    """,
}
"""Three deals of Microsoft's FreeCell as they are shown, row by row: the first, a well-known one, the one not won."""


@pytest.mark.parametrize("number", MICROSOFT)
def test_deals_of_microsofts_freecell(number: str) -> None:
    rows = [row.split() for row in MICROSOFT[number].strip().splitlines()]
    for written in (number, f"ms{number}"):
        position = solitaire_cli.deal("freecell", written)
        assert [names(column) for column in position.columns] == [
            " ".join(row[column] for row in rows if column < len(row)) for column in range(8)
        ]


def test_ms_numbers_equal_small_plain_ones_only() -> None:
    for number in (1, 31999):
        assert card_order(str(number), 2, FOUR, 13) == card_order(f"ms{number}", 2, FOUR, 13)
    for number in (32000, 2**31, LARGEST_MS):
        assert card_order(str(number), 2, FOUR, 13) != card_order(f"ms{number}", 2, FOUR, 13)


def test_large_numbers_do_not_wrap() -> None:
    orders = {tuple(card_order(str(24 + (i << 32)), 2, FOUR, 13)) for i in range(5)}
    assert len(orders) == 5


@pytest.mark.parametrize("text", ["1", "24", str(LARGEST), "ms1", f"ms{LARGEST_MS}", "win7-1", f"win7-{LARGEST_WIN7}"])
def test_numbers_are_written_as_they_were(text: str) -> None:
    number = parse_number(text)
    assert isinstance(number, Number)
    assert str(number) == text


NO_NUMBERS = ["", "0", "01", "007", "-1", "+1", " 1", "1 ", "1_0", "1e3", "1.0", "0x1", "1\n", "1-", "9" * 5000]
NO_NUMBERS += ["ms", "ms0", "ms01", "MS1", "Ms1", "ms 1", "ms-1", str(LARGEST + 1), f"ms{LARGEST_MS + 1}"]
NO_NUMBERS += ["win7", "win7-", "win7-0", "win7-01", "WIN7-1", "win71", "win7-ms1", f"win7-{LARGEST_WIN7 + 1}"]
NO_NUMBERS += ["१२", "٣", "²", "ms١"]


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_what_is_no_number(text: str) -> None:
    fault = parse_number(text)
    assert isinstance(fault, Fault)
    assert fault.code is Code.BAD_DEAL


def drawn_by_windows(number: int) -> list[str]:
    """Section 10 of the contract as it reads, in names: the cards in the order in which they are dealt there."""
    codes = [*range(51, -1, -1)] * 2
    order = []
    x = number
    while codes:
        x = (x * 214013 + 2531011) % 2**32
        code = codes.pop((x >> 16 & 0x7FFF) % len(codes))
        order.append("23456789TJQKA"[code % 13] + "CDSH"[code // 13])
    return order[::-1]


@pytest.mark.parametrize("number", [1, 2, 8115, 31999, 32000, LARGEST_WIN7])
def test_numbers_of_windows_7_deal_row_by_row(number: int) -> None:
    position = solitaire_cli.deal("spider-millennium", f"win7-{number}")
    order = drawn_by_windows(number)
    for column, cards in enumerate(position.columns):
        assert [NAMES[card] for card in cards] == order[column:54:10]
    assert [NAMES[card] for card in position.stock] == order[54:]
    assert position.down == [5] * 4 + [4] * 6


def test_a_game_saved_by_windows_7() -> None:
    position = solitaire_cli.deal("spider-millennium", "win7-8115")
    assert names(column[0] for column in position.columns) == "6C QD QC 4C JH 6S 5C TS 2H 4S"


WIN7_FILE = """
id: ours
packs: 2
suits: [H, D, S, C]
columns: [5+1, 5+1, 5+1, 5+1, 4+1, 4+1, 4+1, 4+1, 4+1, 4+1]
build: any-suit
unit: run
empty: any
stock: always
removal: automatic
goal: runs
numbers: [win7-]
options:
  deal:
    all: {}
    fewer: {columns: [5+1, 5+1, 5+1, 5+1, 5+1, 4+1, 4+1, 4+1, 4+1, 3+1]}
    open: {columns: [0+6, 0+6, 0+6, 0+6, 0+5, 0+5, 0+5, 0+5, 0+5, 0+5]}
    other: {first: [AC]}
"""


@pytest.mark.parametrize(
    ("game", "rules", "taken"),
    [
        ("spider-millennium", {}, True),
        ("spider-millennium", {"suits": 2}, False),
        ("spider-millennium", {"suits": 1}, False),
        ("beetle", {}, False),
        ("ours", {}, True),
        ("ours", {"deal": "open"}, True),
        ("ours", {"deal": "fewer"}, False),
        ("ours", {"deal": "other"}, False),
    ],
)
def test_numbers_of_windows_7_are_for_games_that_name_them(game: str, rules: dict[str, str | int], taken: bool) -> None:
    catalogue = FileCatalogue([read_game(WIN7_FILE, "ours.yaml")])
    if taken:
        position = solitaire_cli.deal(game, "win7-8115", rules, catalogue)
        assert [NAMES[cards[-1]] for cards in position.columns] == "9H KC 5S 5H 9D 7D JD 3H 9C 2D".split()
        return
    with pytest.raises(FaultError) as caught:
        solitaire_cli.deal(game, "win7-8115", rules, catalogue)
    assert caught.value.problem.fault.code is Code.BAD_DEAL


def digest(game: str, rules: dict[str, str]) -> str:
    """A digest of the deals 1 to 1000 as their card names in dealing order on the table."""
    total = hashlib.sha256()
    for number in range(1, 1001):
        position = solitaire_cli.deal(game, number, rules)
        total.update(f"{number}\n".encode())
        for column, down in zip(position.columns, position.down):
            total.update(f"{down} {names(column)}\n".encode())
        total.update(f"{names(position.stock)}\n".encode())
    return total.hexdigest()


# each equals what the second implementation gives, see test_differential.py
GOLDEN: list[tuple[str, dict[str, str], str]] = [
    ("beetle", {"empty": "king", "move": "card"}, "8761a3a7a4ce27c4b1b17819e0440c243b136e52afacab8f351ced384787af56"),
    ("beetle", {"empty": "king", "move": "run"}, "8761a3a7a4ce27c4b1b17819e0440c243b136e52afacab8f351ced384787af56"),
    ("beetle", {"empty": "any", "move": "card"}, "8761a3a7a4ce27c4b1b17819e0440c243b136e52afacab8f351ced384787af56"),
    ("beetle", {"empty": "any", "move": "run"}, "8761a3a7a4ce27c4b1b17819e0440c243b136e52afacab8f351ced384787af56"),
    ("spider-millennium", {"suits": "4"}, "3163ff9a7e5f9c1a8ad7c04ded6de9df5ba76efbb254e09cd08cea8089722c9e"),
    ("spider-millennium", {"suits": "2"}, "8a65d8f10a6eb9c1ac15cfe4f2181ef8098c15c8cd874f3f7a8e3bb45454a564"),
    ("spider-millennium", {"suits": "1"}, "2b3d9ebb5e07315a6dc2e565abe103dad4ff3b35c11a9abe195afb3a31eb8ab3"),
    ("spiderwort", {}, "e4d38bf7cc13254029df8de872dfb8d36287c11cee4ec1180c794da7d01fd1fa"),
]


@pytest.mark.parametrize(("game", "rules", "expected"), GOLDEN, ids=str)
def test_golden_digests(game: str, rules: dict[str, str], expected: str) -> None:
    assert digest(game, rules) == expected


@pytest.mark.parametrize("seed", ["0", "1", "random"])
def test_hash_seed_does_not_matter(seed: str) -> None:
    code = "from test_numbering import GOLDEN, digest; print(digest(*GOLDEN[0][:2]))"
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == GOLDEN[0][2]


def test_only_random_random_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """The convenience methods of the module may change between versions; none of them is called."""

    def forbidden(*_: Any, **__: Any) -> None:
        raise AssertionError("a convenience method was used")

    before = card_order("123456789", 2, FOUR, 13)
    for name in ("shuffle", "sample", "choice", "choices", "randrange", "randint", "getrandbits", "uniform"):
        monkeypatch.setattr(random.Random, name, forbidden)
    assert card_order("123456789", 2, FOUR, 13) == before


def test_a_number_gives_the_same_deal_again() -> None:
    first = solitaire_cli.deal("spider-millennium", 7)
    for _ in range(20):
        step = next(solitaire_cli.legal_moves(first))
        first.apply(step)
    again = solitaire_cli.deal("spider-millennium", 7)
    other = solitaire_cli.deal("spider-millennium", 8)
    fresh = solitaire_cli.deal("spider-millennium", "7")
    assert again.columns == fresh.columns != other.columns
