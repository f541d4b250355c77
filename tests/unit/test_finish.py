"""The finish by foundation moves alone: found whenever it exists."""

from __future__ import annotations

import random

import pytest
from reference import engine as slow

import solitaire_cli
from solitaire_cli.core import finish
from solitaire_cli.core.cards import NAMES
from solitaire_cli.core.finish import _Search
from solitaire_cli.core.position import Position
from solitaire_cli.core.rules import Rules


def beetle() -> Rules:
    game = solitaire_cli.games().find("beetle")
    assert game is not None
    rules = game.rules()
    assert isinstance(rules, Rules)
    return rules


def position(columns: list[str], tops: str) -> Position:
    """A position of columns and foundation tops; a pile without a top is empty."""
    rules = beetle()
    piles = [suit << 4 for suit in rules.piles]
    for top in tops.split():
        card = NAMES.index(top)
        piles[piles.index(card & ~15)] = card
    cards = [[NAMES.index(name) for name in column.split()] for column in columns]
    return Position(rules, cards + [[]] * (8 - len(cards)), [0] * 8, [], piles)


def plays_out(start: Position, order: tuple[int, ...]) -> bool:
    columns = [column[:] for column in start.columns]
    tops = start.foundations[:]
    for source in order:
        card = columns[source].pop()
        if card - 1 not in tops:
            return False
        tops[tops.index(card - 1)] = card
    return not any(columns)


FULL = "KH KH KD KD KC KC"


def test_the_greedy_choice_between_twins_fails() -> None:
    """One pile of spades is at 4, the other empty. Both fives can go; the five of column 1 is free, that of column 2
    lies on the ace. If column 1's five goes first, the other blocks A 2 3 4 of the second pile for ever."""
    start = position(["KS QS JS TS 9S 8S 7S 6S 5S", "KS QS JS TS 9S 8S 7S 6S 4S 3S 2S AS 5S"], f"4S {FULL}")
    order = start.finish()
    assert order is not None
    assert order[0] == 1  # the five that lies on the ace
    assert plays_out(start, order)


def test_no_finish_where_both_twins_cover_what_they_wait_for() -> None:
    """The five of column 1 lies on the four, that of column 2 on the ace, of the second pile."""
    start = position(["KS QS JS TS 9S 8S 7S 6S 4S 5S", "KS QS JS TS 9S 8S 7S 6S 3S 2S AS 5S"], f"4S {FULL}")
    assert start.finish() is None
    apart = position(["KS QS JS TS 9S 8S 7S 6S 5S AS 5S", "KS QS JS TS 9S 8S 7S 6S 4S 3S 2S"], f"4S {FULL}")
    order = apart.finish()
    assert order is not None
    assert plays_out(apart, order)
    never = position(["KS QS JS TS 9S 8S 7S 6S AS 5S 5S", "KS QS JS TS 9S 8S 7S 6S 4S 3S 2S"], f"4S {FULL}")
    assert never.finish() is None


@pytest.mark.parametrize("seed", range(60))
def test_agrees_with_a_search_over_everything(seed: int) -> None:
    """Random ends of games, nearly in order, so that finishes are neither sure nor out of reach."""
    rng = random.Random(seed)
    heights = [rng.randint(9, 13) for _ in range(8)]
    left: list[str] = []
    tops = []
    for suit, first in zip("SHDC", range(0, 8, 2)):
        for height in heights[first : first + 2]:
            tops.append(f"{'A23456789TJQK'[height - 1]}{suit}")
            left += [f"{rank}{suit}" for rank in "A23456789TJQK"[height:]]
    left.sort(key=lambda card: (-"A23456789TJQK".index(card[0]) + rng.uniform(0, 4), card))
    columns: list[list[str]] = [[] for _ in range(rng.choice([2, 3, 4]))]
    for card in left:
        rng.choice(columns).append(card)
    start = position([" ".join(column) for column in columns], " ".join(tops))
    order = start.finish()
    theirs = slow.Position(
        slow.BEETLE,
        tuple(tuple((NAMES[card], True) for card in column) for column in start.columns),
        (),
        tuple(
            tuple(f"{rank}{top[1]}" for rank in "A23456789TJQK"[: "A23456789TJQK".index(top[0]) + 1]) for top in tops
        ),
    )
    assert (order is not None) == bool(slow.auto_steps(theirs)) or not left
    if order is not None:
        assert plays_out(start, order)


def test_not_while_the_stock_has_cards_or_no_card_is_left() -> None:
    start = position(["KS"], f"KS QS {FULL}")
    assert start.finish() == (0,)
    start.stock = [13]
    assert start.finish() is None
    assert position([], f"KS KS {FULL}").finish() is None


def test_a_search_among_many_packs_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """All cards of four packs, nearly in order: nobody knows whether there is a finish, and nobody has to wait."""
    monkeypatch.setattr(finish, "MOST_STATES", 100)
    rng = random.Random(5)
    deck = sorted(
        (suit << 4 | rank for rank in range(1, 14) for suit in range(4) for _ in range(4)),
        key=lambda card: -(card & 15) + rng.uniform(-2, 2),
    )
    search = _Search([deck[column::12] for column in range(12)], [suit << 4 for suit in (0, 1, 2, 3) * 4])
    assert search.run() is None
    assert len(search.failed) == 101


def test_hard_positions_are_settled_quickly() -> None:
    """All cards in the columns, shuffled within bounds of their order: tens of thousands of choices, no more."""
    rng = random.Random(1)
    for _ in range(30):
        deck = sorted(
            (f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "SSHHDDCC"),
            key=lambda card: -"A23456789TJQK".index(card[0]) + rng.uniform(0, 3),
        )
        columns: list[list[str]] = [[] for _ in range(8)]
        for number, card in enumerate(deck):
            columns[number % 8].append(card)
        start = position([" ".join(column) for column in columns], "")
        order = start.finish()
        assert order is None or plays_out(start, order)
