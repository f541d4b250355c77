"""The cells of a picture: what a place, a row and a whole picture are, and how rows are folded to a width."""

# Without "from __future__ import annotations", which makes texts of the types of fields: each is compiled at start-up.

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from typing import NamedTuple

from solitaire_cli.core.cards import NAMES
from solitaire_cli.show.look import Signs


class Cell(NamedTuple):
    """One place of a picture: text as wide as the place, and whether it is a red card or one that just moved."""

    text: str
    red: bool = False
    moved: bool = False

    def mark(self) -> "Cell":
        """Return this cell with its card in brackets, because the last step moved it."""
        return Cell(f"[{self.text.strip()}]".ljust(len(self.text)), self.red, True)

    def paint(self) -> str:
        """Return the text with a red card in red, and in reverse video if it moved."""
        if not (self.red or self.moved):
            return self.text
        shown = self.text.strip()
        codes = ";".join(["31"] * self.red + ["7"] * self.moved)
        return self.text.replace(shown, f"\x1b[{codes}m{shown}\x1b[0m")


BLANK = Cell(" ")
TEXT = itemgetter(0)  # the text of a cell, in less time than by its name
Row = Sequence[Cell]


class Moved(NamedTuple):
    """What a step changed: the cards of each column from this index on, these piles of the foundations, and the cards
    of each cell and reserve from this index on.
    """

    columns: tuple[int, ...]
    piles: frozenset[int] = frozenset()
    cells: tuple[int, ...] = ()
    reserves: tuple[int, ...] = ()


class Grid(NamedTuple):
    """All cells of a picture; ``aside`` are the cells and reserves of the game.

    A band has columns side by side: a row of heads, one of counts, the cards row by row.
    """

    foundations: list[Row]
    aside: list[Row]
    bands: list[list[Row]]
    stock: Row

    @property
    def rows(self) -> list[Row]:
        """The rows from top to bottom."""
        return [*self.foundations, *self.aside, *chain.from_iterable(self.bands), self.stock]


def draw(row: Row, coloring: bool = False) -> str:
    """Return a row of cells as a line of text."""
    return "".join([cell.paint() for cell in row] if coloring else map(TEXT, row)).rstrip()


def card_text(card: int, signs: Signs) -> str:
    """Return a face-up card as pictures show it: ``9♠``."""
    return NAMES[card][0] + signs.suits[card >> 4]


def is_red(card: int) -> bool:
    return card >> 4 in (1, 2)


def text_cell(text: str, head: Cell, red: bool = False) -> Cell:
    """Return a text or card below the number in a column's head."""
    return Cell(f" {text}".ljust(len(head.text)), red)


def fold(words: list[Cell], width: int | None) -> list[Row]:
    """Return words as rows with blanks between them, broken where one would be longer than ``width``."""
    bands = fill([len(word.text) for word in words], 1, width, len(words))
    return [[part for word in words[first:end] for part in (BLANK, word)][1:] for first, end in bands]


@lru_cache(maxsize=64)
def split(sizes: tuple[int, ...], gap: int, width: int | None) -> list[tuple[int, int]]:
    """Split things of these sizes into as few bands as ``width`` allows, about as many in each.

    A band is its first thing and the one after its last.
    """
    fewest = fill(sizes, gap, width, len(sizes))
    even = fill(sizes, gap, width, -(-len(sizes) // len(fewest)))
    return even if len(even) == len(fewest) else fewest


def fill(sizes: Sequence[int], gap: int, width: int | None, most: int) -> list[tuple[int, int]]:
    """Fill bands one after the other, with at least one thing and at most ``most`` in each."""
    bands: list[tuple[int, int]] = []
    first = used = 0
    for place, size in enumerate(sizes):
        used += size + (gap if place > first else 0)
        if place > first and (place - first == most or (width is not None and used > width)):
            bands.append((first, place))
            first, used = place, size
    return [*bands, (first, len(sizes))]
