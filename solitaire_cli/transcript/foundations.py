"""Foundations as a header has them: the tops of the piles as text, and the cards that they stand for.

``3S AH`` are the tops of the piles that hold cards; a top that does not tell how many cards lie there is written
``3Sx16``. Each goes to the first empty pile of its suit. With a ``-`` for an empty pile before a filled one the text
names every pile in the order of the rule file.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, zip_longest
from typing import NamedTuple

from solitaire_cli.core.cards import ACE, NAMES, RANK_MASK, read_card
from solitaire_cli.core.policies import RELATIONS
from solitaire_cli.core.position import Position, empty_foundations
from solitaire_cli.core.rules import Rules

NONE = "-"
"""An empty pile."""

_COUNTED = r"(?s)(.+)[xX]([1-9][0-9]{0,3})"


class Pile(NamedTuple):
    """A pile as it is named: its top, 0 for an empty one, and the number of its cards, 0 where that is not said."""

    top: int
    cards: int = 0


def read_pile(word: str) -> Pile | None:
    """Return the pile that ``word`` names, ``None`` if that is not a card.

    >>> read_pile("3Sx16"), read_pile("-")
    (Pile(top=3, cards=16), Pile(top=0, cards=0))
    """
    if word == NONE:
        return Pile(0)
    counted = re.fullmatch(_COUNTED, word)
    card = read_card(counted[1] if counted else word)
    return None if card is None else Pile(card, int(counted[2]) if counted else 0)


def holds(rules: Rules, pile: Pile, base: int) -> bool:
    """Return whether a pile with this top can hold so many cards; ``base`` is 0 where any may be the lowest one."""
    if rules.goal == "runs":
        return pile.cards == rules.ranks
    if not 1 <= pile.cards <= rules.ranks * rules.laps:
        return False
    return not base or ((pile.top & RANK_MASK) - base - pile.cards + 1) % rules.ranks == 0


def lay_piles(position: Position, named: list[Pile]) -> None:
    """Lay the piles that are ``named`` on the foundations; all other cards of ``position`` lie in their places.

    A pile without a place is kept at the end. Where the rules leave the base to the deal and ``position`` has none, it
    is the one with which the foundations hold what the rest of the table lacks.
    """
    rules = position.rules
    filled = [pile for pile in named if pile.top]
    if rules.goal == "runs":
        position.foundations = [pile.top for pile in filled]
        return
    placed = _in_order(named, rules) or _by_suit(filled, rules)
    position.foundations = [pile.top for pile in placed]
    lacking = Counter(rules.deck)
    lacking.subtract(_elsewhere(position))
    if not position.base:
        bases = range(ACE, rules.ranks + 1) if filled else (ACE,)
        position.base = min(bases, key=lambda base: _wrong(rules, placed, lacking, base))
        position.goes = rules.goes(position.base)
    position.heights = _heights(rules, placed, lacking, position.base)


def _in_order(named: list[Pile], rules: Rules) -> list[Pile] | None:
    """Return all piles if those that are named with empty ones among them stand in the order of the rule file."""
    empty = list(map(Pile, empty_foundations(rules)))
    if Pile(0) not in named or len(named) > len(empty):
        return None
    piles = [pile if pile.top else free for pile, free in zip_longest(named, empty, fillvalue=Pile(0))]
    same = all((pile.top ^ free.top) & ~RANK_MASK == 0 for pile, free in zip(piles, empty))
    return piles if same else None


def _by_suit(filled: list[Pile], rules: Rules) -> list[Pile]:
    """Return all piles, each of those that are named as the first of its suit that is left."""
    piles = list(map(Pile, empty_foundations(rules)))
    for pile in filled:
        free = Pile(pile.top & ~RANK_MASK)
        if free in piles:
            piles[piles.index(free)] = pile
        else:
            piles.append(pile)
    return piles


def _elsewhere(position: Position) -> Iterable[int]:
    """Return the cards that are not on the foundations."""
    return chain(position.stock_left, *position.columns, *position.cells, *position.reserves)


def _wrong(rules: Rules, placed: list[Pile], lacking: Counter[int], base: int) -> int:
    """Return how many cards are missing or extra if the foundations begin with ``base``."""
    left = lacking.copy()
    for pile, height in zip(placed, _heights(rules, placed, lacking, base)):
        left.subtract(_pile_cards(rules, pile.top, height, base))
    return sum(map(abs, left.values()))


def _least(rules: Rules, top: int, base: int) -> int:
    """Return the least number of cards of a pile with this top."""
    rank = top & RANK_MASK
    return (rank - base) % rules.ranks + 1 if rank else 0


def _pile_cards(rules: Rules, top: int, height: int, base: int) -> Iterator[int]:
    if top & RANK_MASK > rules.ranks:
        yield top
        return
    for place in range(base - 1, base - 1 + height):
        yield top & ~RANK_MASK | place % rules.ranks + 1


def _heights(rules: Rules, placed: list[Pile], lacking: Counter[int], base: int) -> list[int]:
    """Return how many cards the piles hold: where that is not said, as many of their suit as the table lacks."""
    told = [holds(rules, pile, base) for pile in placed]
    heights = [pile.cards if tells else _least(rules, pile.top, base) for tells, pile in zip(told, placed)]
    for at, (tells, pile) in enumerate(zip(told, placed)):
        if rules.laps > 1 and heights[at] and not tells:
            alike = [other for other, (top, _) in enumerate(placed) if (top ^ pile.top) & ~RANK_MASK == 0]
            lacks = sum(count for card, count in lacking.items() if (card ^ pile.top) & ~RANK_MASK == 0)
            lacks -= sum(heights[other] for other in alike)
            more = min(lacks, rules.ranks * rules.laps - heights[at])
            heights[at] += max(0, more // rules.ranks * rules.ranks)
    return heights


def cards_held(position: Position) -> Counter[int]:
    """Return how often each card occurs, on the foundations those that the rest of the table lacks."""
    rules = position.rules
    held = Counter(_elsewhere(position))
    if rules.goal == "runs":
        lacking = Counter(rules.deck)
        lacking.subtract(held)
        lacking.subtract(position.foundations)
        for top in position.foundations:
            held.update(_run_cards(rules, top, lacking))
    else:
        for top, height in zip(position.foundations, position.heights):
            held.update(_pile_cards(rules, top, height, position.base))
    return held


def _run_cards(rules: Rules, top: int, lacking: Counter[int]) -> Iterator[int]:
    """Yield the cards of a finished run from its last one on, of those that are ``lacking`` where these fit."""
    # among cards of other suits any order will do
    related = RELATIONS["any-suit" if rules.complete == "other-suit" else rules.complete]
    card = top
    yield card
    for _ in range(rules.ranks - 1):
        rank = (card & RANK_MASK) % rules.ranks + 1
        suits = [suit for suit in sorted(set(rules.suits)) if related(suit, card >> 4)] or [card >> 4]
        card = max((suit << 4 | rank for suit in suits), key=lambda upper: lacking[upper] > 0)
        lacking[card] -= 1
        yield card


def foundations_text(position: Position) -> str:
    """Return the foundations as a header has them."""
    tops = position.foundations
    words = [NAMES[top] or NONE for top in tops]
    if position.rules.laps > 1:
        words = [f"{word}x{height}" if height else NONE for word, height in zip(words, position.heights)]
    filled = [at for at, top in enumerate(tops) if top & RANK_MASK]
    if any(tops[at] & ~RANK_MASK in tops[:at] for at in filled):  # an empty pile of its suit comes before
        return " ".join(words[: filled[-1] + 1])
    return " ".join([words[at] for at in filled])
