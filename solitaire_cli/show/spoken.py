"""What a screen reader hears of a position: lines of words, without a sign or frame that has to be seen.

From top to bottom as in the picture: the foundations, the columns from the first-dealt card to the playable one, the
stock. From :data:`SHORTEST_RUN` cards on, a sequence of one suit is read out as a run.
"""

from __future__ import annotations

from collections.abc import Iterator

from solitaire_cli.core.cards import RANK_MASK
from solitaire_cli.core.position import Position
from solitaire_cli.show.look import Look
from solitaire_cli.words.card_words import card_words, run_words, suit_words
from solitaire_cli.words.messages import LABELS
from solitaire_cli.words.translation import N_, NN_, translations

SHORTEST_RUN = 3

COLUMN = N_("Column {column}: {cards}")
EMPTY = N_("empty")
DOWN = NN_("{n} card face down", "{n} cards face down")
FOUNDATIONS = N_("Foundations: {piles}")
EMPTY_PILES = N_("{count} empty")
STOCK = N_("Stock: {cards:card}")
NO_STOCK = N_("Stock: empty")


def linear(position: Position, look: Look = Look()) -> list[str]:
    """Return a position as lines of words."""
    lines = [_foundations(position, look)]
    for number, column in enumerate(zip(position.columns, position.down), 1):
        lines.append(_insert(COLUMN, look, column=str(number), cards=", ".join(_column(*column, look))))
    left = len(position.stock) - position.dealt
    return [*lines, look.phrase(STOCK, cards=left) if left else look.phrase(NO_STOCK)]


def _foundations(position: Position, look: Look) -> str:
    """Return the finished runs with their suits, or the top card of each pile and how many piles are empty."""
    if position.rules.goal == "runs":
        count, piles = len(position.foundations), len(position.rules.piles)
        line = look.phrase(LABELS["finished"], count=count, piles=piles)
        return ", ".join([line, *(suit_words(top, look.language) for top in position.foundations)])
    tops = [card_words(top, look.language) for top in position.foundations if top & RANK_MASK]
    empty = len(position.foundations) - len(tops)
    if empty:
        tops.append(look.phrase(EMPTY_PILES, count=empty))
    return _insert(FOUNDATIONS, look, piles=", ".join(tops))


def _column(cards: list[int], down: int, look: Look) -> Iterator[str]:
    """Yield what lies in a column, the face-down cards as a number."""
    if not cards:
        yield look.phrase(EMPTY)
    if down:
        yield translations(look.language).many(*DOWN, down).format(n=down)
    start = down
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
