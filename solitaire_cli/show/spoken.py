"""What a screen reader hears of a position: lines of words, without a sign or frame that has to be seen.

From top to bottom as in the picture: the foundations, the cells, each reserve and each column from the first-dealt card
to the playable one, the stock. From :data:`SHORTEST_RUN` cards on, a sequence of one suit is read out as a run.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter

from solitaire_cli.core.cards import ACE
from solitaire_cli.core.position import Position
from solitaire_cli.core.rules import Rules
from solitaire_cli.core.steps import CELL, RESERVE, place_name
from solitaire_cli.show.look import Look
from solitaire_cli.words.card_words import card_words, from_rank_words, run_words, suit_words
from solitaire_cli.words.messages import LABELS
from solitaire_cli.words.translation import N_, NN_, translations

SHORTEST_RUN = 3

COLUMN = N_("Column {column}: {cards}")
EMPTY = N_("empty")
DOWN = NN_("{n} card face down", "{n} cards face down")
FOUNDATIONS = N_("Foundations: {piles}")
BASED_FOUNDATIONS = N_("Foundations, {from_rank} up: {piles}")
EMPTY_PILES = N_("{count} empty")
HOLDS = N_("{top} ({cards:card})")
CELLS = N_("Cells: {cells}")
RESERVE_CARDS = N_("Reserve {reserve}: {cards}")
STOCK = N_("Stock: {cards:card}")
NO_STOCK = N_("Stock: empty")


def linear(position: Position, look: Look = Look()) -> list[str]:
    """Return a position as lines of words."""
    lines = [] if position.rules.goal == "in-place" else [_foundations(position, look)]
    if position.cells:
        lines.append(_insert(CELLS, look, cells=", ".join(_cells(position, look))))
    for number, cards in enumerate(position.reserves):
        words = ", ".join(_cards(cards, look) if cards else [look.phrase(EMPTY)])
        lines.append(_insert(RESERVE_CARDS, look, reserve=place_name(RESERVE + number), cards=words))
    for number in range(len(position.columns)):
        words = ", ".join(_column(position, number, look))
        lines.append(_insert(COLUMN, look, column=str(number + 1), cards=words))
    left = len(position.stock) - position.dealt
    return [*lines, look.phrase(STOCK, cards=left) if left else look.phrase(NO_STOCK)]


def _foundations(position: Position, look: Look) -> str:
    """Return the finished runs with their suits, or the top card of each pile and how many piles are empty."""
    if position.rules.goal == "runs":
        count, piles = len(position.foundations), len(position.rules.piles)
        line = look.phrase(LABELS["finished"], count=count, piles=piles)
        return ", ".join([line, *(finished_words(top, position.rules, look) for top in position.foundations)])
    tops = []
    for top, height in zip(position.foundations, position.heights):
        if height:
            words = card_words(top, look.language)
            tops.append(look.phrase(HOLDS, top=words, cards=height) if position.rules.laps > 1 else words)
    empty = len(position.foundations) - len(tops)
    if empty:
        tops.append(look.phrase(EMPTY_PILES, count=empty))
    if position.base == ACE:
        return _insert(FOUNDATIONS, look, piles=", ".join(tops))
    from_rank = from_rank_words(position.base, look.language)
    return _insert(BASED_FOUNDATIONS, look, from_rank=from_rank, piles=", ".join(tops))


def finished_words(last: int, rules: Rules, look: Look) -> str:
    """Return a finished run in words: its suit, or its last card where it may have more than one suit."""
    return (suit_words if rules.complete == "same-suit" else card_words)(last, look.language)


def _cells(position: Position, look: Look) -> Iterator[str]:
    """Yield the cells that are taken, each with its card, and how many are empty."""
    for number, cards in enumerate(position.cells):
        if cards:
            yield f"{place_name(CELL + number)} {card_words(cards[0], look.language)}"
    if empty := position.cells.count([]):
        yield look.phrase(EMPTY_PILES, count=empty)


def _column(position: Position, number: int, look: Look) -> Iterator[str]:
    """Yield what lies in a column, the face-down cards as a number."""
    cards = position.columns[number]
    if not cards:
        yield look.phrase(EMPTY)
    for hidden, group in groupby(zip(position.covered(number), cards), itemgetter(0)):
        found = [card for _, card in group]
        if hidden:
            yield translations(look.language).many(*DOWN, len(found)).format(n=len(found))
        else:
            yield from _cards(found, look)


def _cards(cards: list[int], look: Look) -> Iterator[str]:
    """Yield face-up cards in words, long sequences of one suit as runs."""
    start = 0
    while start < len(cards):
        end = start + 1
        while end < len(cards) and cards[end] == cards[end - 1] - 1:
            end += 1
        if end - start < SHORTEST_RUN:
            end = start + 1
            yield card_words(cards[start], look.language)
        else:
            yield run_words(cards[start], cards[end - 1], look.language)
        start = end


def _insert(template: str, look: Look, **texts: str) -> str:
    """Return a sentence around texts of any length, which :meth:`Look.phrase` would cut."""
    return translations(look.language).text(template).format(**texts)
