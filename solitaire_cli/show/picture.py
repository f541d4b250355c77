"""Pictures of positions: cells first, then lines of text.

A picture is made of rows of cells: the foundations, then bands of columns with their heads, counts and cards, and the
stock. What a row looks like on paper, in colour, marked or folded follows from its cells alone. Every character is one
place wide and every card two; a card begins one place right of its column's head, below the number in ``[C1]``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from typing import NamedTuple

from solitaire_cli.core.cards import CARDS, NAMES, RANK_MASK
from solitaire_cli.core.position import Position
from solitaire_cli.core.rules import Rules
from solitaire_cli.show.look import Look, Signs
from solitaire_cli.words.messages import LABELS
from solitaire_cli.words.translation import phrase, translations

COVERED, EMPTY, NOTHING = 0, -1, -2
"""Keys beside the cards: a face-down card, an empty column, and the place below a column."""
BOX = 3  # the characters in a foundation's box


class Cell(NamedTuple):
    """One place of a picture: text as wide as the place, and whether it is a red card or one that just moved."""

    text: str
    red: bool = False
    moved: bool = False

    def mark(self) -> Cell:
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
_TEXT = itemgetter(0)  # the text of a cell, in less time than by its name
Row = Sequence[Cell]


class Moved(NamedTuple):
    """What a step changed: the cards of each column from this index on, and these piles of the foundations."""

    columns: tuple[int, ...]
    piles: frozenset[int] = frozenset()


class Grid(NamedTuple):
    """All cells of a picture. A band has columns side by side: a row of heads, one of counts, the cards row by row."""

    foundations: list[Row]
    bands: list[list[Row]]
    stock: Row

    @property
    def rows(self) -> list[Row]:
        """The rows from top to bottom."""
        return [*self.foundations, *chain.from_iterable(self.bands), self.stock]


def picture(position: Position, look: Look = Look(), width: int | None = None) -> list[str]:
    """Return a position in its game's frame: foundations, heads, counts, the cards row by row, the stock.

    With a ``width`` the columns come in bands of about the same number, each with its heads and counts, and so do the
    foundations: no line is wider, unless a single column is.
    """
    if not isinstance(look, Look):
        raise TypeError(f'picture takes a Look, such as Look(language="ru"), not {look!r}')
    translations(look.language)  # some pictures have no words, but a wrong language is wrong for all
    return [draw(row, look.coloring) for row in lay_out(position, look, width).rows]


def draw(row: Row, coloring: bool = False) -> str:
    """Return a row of cells as a line of text."""
    return "".join([cell.paint() for cell in row] if coloring else map(_TEXT, row)).rstrip()


def least_width(rules: Rules) -> int:
    """Return how wide a folded picture is at the least: one column, or one foundation in its box."""
    box = BOX + 2 if rules.diagram.foundations == "boxes" else 0
    return max(box, *(len(head.text.rstrip()) for head in heads(rules)))


def card_text(card: int, signs: Signs) -> str:
    """Return a face-up card as pictures show it: ``9♠``."""
    return NAMES[card][0] + signs.suits[card >> 4]


def lay_out(
    position: Position, look: Look, width: int | None = None, moved: Moved | None = None, gather: bool = False
) -> Grid:
    """Return the cells of a picture, see :func:`picture`.

    What has ``moved`` is marked; to ``gather`` gives all face-down cards of a column one cell with their number.
    """
    bands = [
        _lay_out_band(position, range(first, end), look.signs, moved, gather)
        for first, end in _column_bands(position.rules, width)
    ]
    stock = (Cell(f"[STOCK: {len(position.stock) - position.dealt}]"),)
    return Grid(_lay_out_foundations(position, look, width, moved), bands, stock)


def _lay_out_band(position: Position, numbers: range, signs: Signs, moved: Moved | None, gather: bool) -> list[Row]:
    tops = heads(position.rules)[numbers.start : numbers.stop]
    places = _column_cells(position.rules, signs)
    counts, columns = [], []
    for number, head in zip(numbers, tops):
        cards, down, (count_cells, cells) = position.columns[number], position.down[number], places[number]
        counts.append(count_cells[len(cards)])
        column = [cells[COVERED]] * down + [cells[card] for card in cards[down:]] if cards else [cells[EMPTY]]
        gathered = down - 1 if gather and down > 1 else 0
        if gathered:
            column[:down] = [text_cell(f"{signs.covered[0]}{down}"[-2:], head)]
        if moved and cards:
            first = max(moved.columns[number] - gathered, 0)
            column[first:] = [cell.mark() for cell in column[first:]]
        columns.append(column)
    height = max(map(len, columns))
    for number, column in zip(numbers, columns):
        column += [places[number][1][NOTHING]] * (height - len(column))
    return [tops, counts, *zip(*columns)]


def _lay_out_foundations(position: Position, look: Look, width: int | None, moved: Moved | None) -> list[Row]:
    """Return the rows of boxes, or the number of finished piles and their suits or top cards in words."""
    rules, signs, tops = position.rules, look.signs, position.foundations
    fresh = moved.piles if moved else frozenset()
    if rules.diagram.foundations == "boxes":
        cells = _box_cells(signs)
        piles = [cells[top] for top in tops] + [cells[NOTHING]] * (len(rules.piles) - len(tops))
        for pile in fresh:
            piles[pile] = Cell(piles[pile].text[:2] + "*", piles[pile].red, True)
        bands = _split((BOX,) * len(piles), 1, None if width is None else width - 2)
        return [row for first, end in bands for row in boxes(piles[first:end], signs)]
    if rules.goal != "runs":
        finished = _count_finished(sum(top & RANK_MASK == rules.ranks for top in tops), len(rules.piles), look.language)
        cards = [_box_cells(signs)[top] for top in tops]
        return _fold(finished, width) + _fold([Cell(card.text.strip(), card.red) for card in cards], width)
    # a suit alone is not coloured, except in what is marked
    suits = [signs.suits[top >> 4] for top in tops]
    last = len(suits) - len(fresh)
    words = _count_finished(len(suits), len(rules.piles), look.language) + [Cell(suit) for suit in suits[:last]]
    if fresh:
        words.append(Cell(f"[{' '.join(suits[last:])}]", any(map(_is_red, tops[last:])), True))
    return _fold(words, width)


def _fold(words: list[Cell], width: int | None) -> list[Row]:
    """Return words as rows with blanks between them, broken where one would be longer than ``width``."""
    bands = _fill([len(word.text) for word in words], 1, width, len(words))
    return [[part for word in words[first:end] for part in (BLANK, word)][1:] for first, end in bands]


@lru_cache(maxsize=64)
def _count_finished(count: int, piles: int, language: str) -> list[Cell]:
    return [Cell(word) for word in phrase(LABELS["finished"], language, count=count, piles=piles).split(" ")]


@lru_cache(maxsize=64)
def _column_cells(rules: Rules, signs: Signs) -> list[tuple[list[Cell], dict[int, Cell]]]:
    """Return the cells that each column can have: the numbers of cards, and the cards and whatever else lies there."""
    texts = {COVERED: signs.covered, EMPTY: signs.empty, NOTHING: ""}
    texts |= {card: card_text(card, signs) for card in CARDS}
    found = {}
    for size, head in {len(head.text): head for head in heads(rules)}.items():
        counts = [text_cell(str(count), head) for count in range(rules.cards + 1)]
        cells = {card: text_cell(text, head, card > 0 and _is_red(card)) for card, text in texts.items()}
        found[size] = counts, cells
    return [found[len(head.text)] for head in heads(rules)]


@lru_cache(maxsize=64)
def heads(rules: Rules) -> list[Cell]:
    """Return the heads of the columns, with the blanks between columns behind them."""
    return [Cell(f"[C{number}]{' ' * _gap(rules)}") for number in range(1, len(rules.columns) + 1)]


def _gap(rules: Rules) -> int:
    return 1 if rules.diagram.heads == "spaced" else 0


def text_cell(text: str, head: Cell, red: bool = False) -> Cell:
    """Return a text or card below the number in a column's head."""
    return Cell(f" {text}".ljust(len(head.text)), red)


@lru_cache(maxsize=8)
def _box_cells(signs: Signs) -> dict[int, Cell]:
    """Return the cells in the boxes of foundations: the top card, or the suit that an empty pile waits for."""
    cells = {card: Cell(card_text(card, signs).ljust(BOX), _is_red(card)) for card in CARDS}
    cells |= {suit << 4: Cell(f" {sign} ") for suit, sign in enumerate(signs.suits)}
    return {**cells, NOTHING: Cell(" " * BOX)}


def _is_red(card: int) -> bool:
    return card >> 4 in (1, 2)


def boxes(cells: Row, signs: Signs) -> list[Row]:
    """Return a row of cells in boxes, as three rows."""
    upper, lower = _edges(len(cells), signs)
    wall = Cell(signs.box[1][0])
    return [upper, [wall, *(part for cell in cells for part in (cell, wall))], lower]


@lru_cache(maxsize=64)
def _edges(count: int, signs: Signs) -> list[Row]:
    """Return the upper and lower edge of ``count`` boxes, each from left corner, line, crossing and right corner."""
    return [(Cell(edge[0] + edge[2].join([edge[1] * BOX] * count) + edge[3]),) for edge in signs.box[::2]]


@lru_cache(maxsize=64)
def _column_bands(rules: Rules, width: int | None) -> list[tuple[int, int]]:
    return _split(tuple(len(head.text) - _gap(rules) for head in heads(rules)), _gap(rules), width)


@lru_cache(maxsize=64)
def _split(sizes: tuple[int, ...], gap: int, width: int | None) -> list[tuple[int, int]]:
    """Split things of these sizes into as few bands as ``width`` allows, about as many in each.

    A band is its first thing and the one after its last.
    """
    fewest = _fill(sizes, gap, width, len(sizes))
    even = _fill(sizes, gap, width, -(-len(sizes) // len(fewest)))
    return even if len(even) == len(fewest) else fewest


def _fill(sizes: Sequence[int], gap: int, width: int | None, most: int) -> list[tuple[int, int]]:
    """Fill bands one after the other, with at least one thing and at most ``most`` in each."""
    bands: list[tuple[int, int]] = []
    first = used = 0
    for place, size in enumerate(sizes):
        used += size + (gap if place > first else 0)
        if place > first and (place - first == most or (width is not None and used > width)):
            bands.append((first, place))
            first, used = place, size
    return [*bands, (first, len(sizes))]
