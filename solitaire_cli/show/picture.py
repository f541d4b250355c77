"""Pictures of positions: cells first, then lines of text.

A picture is made of rows of cells: the foundations, cells and reserves, then bands of columns with their heads, counts
and cards, and the stock. What a row looks like on paper, in colour, marked or folded follows from its cells alone.
Every character is one place wide and every card two; a card begins one place right of its column's head, below the
number in ``[C1]``, and in a cell of the game below the number in ``[c1]``. The cards of a reserve stand side by side
behind its number of cards, as in ``[r1: 3]``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from typing import NamedTuple

from solitaire_cli.core.cards import ACE, CARDS, NAMES, RANKS
from solitaire_cli.core.position import Position
from solitaire_cli.core.rules import Rules
from solitaire_cli.show.look import Look, Signs
from solitaire_cli.words.messages import LABELS
from solitaire_cli.words.translation import N_, phrase, translations

COVERED, EMPTY, NOTHING = 0, -1, -2
"""Keys beside the cards: a face-down card, an empty column, and the place below a column."""
BOX = 3  # the characters in a foundation's box
CARD = 4  # the characters of a card in a reserve
LONGEST_ROW = 1000  # of a picture that is not folded
BEGIN = N_("Foundations begin with {rank}")


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


def picture(position: Position, look: Look = Look(), width: int | None = None) -> list[str]:
    """Return a position in its game's frame: foundations, cells, reserves, the columns row by row, the stock.

    With a ``width`` the columns come in bands of about the same number, each with its heads and counts, and so do the
    foundations and cells: no line is wider, unless a single column is.
    """
    if not isinstance(look, Look):
        raise TypeError(f'picture takes a Look, such as Look(language="ru"), not {look!r}')
    translations(look.language)  # some pictures have no words, but a wrong language is wrong for all
    return [draw(row, look.coloring) for row in lay_out(position, look, width).rows]


def draw(row: Row, coloring: bool = False) -> str:
    """Return a row of cells as a line of text."""
    return "".join([cell.paint() for cell in row] if coloring else map(_TEXT, row)).rstrip()


def least_width(rules: Rules) -> int:
    """Return how wide a folded picture is at the least: one column, one foundation in its box, a reserve's number."""
    box = _box_size(rules) + 2 if rules.boxes else 0
    reserves = [len(_reserve_head(reserve, rules.cards).text) for reserve in range(rules.reserves)]
    return max(box, *reserves, *(len(head.text.rstrip()) for head in (*heads(rules), *cell_heads(rules))))


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
        for first, end in _bands(position.rules, heads, width)
    ]
    stock = (Cell(f"[STOCK: {len(position.stock) - position.dealt}]"),)
    aside = _lay_out_cells(position, look.signs, width, moved) if position.cells else []
    for number in range(len(position.reserves)):
        aside += _lay_out_reserve(position, number, look.signs, width, moved)
    return Grid(_lay_out_foundations(position, look, width, moved), aside, bands, stock)


def _lay_out_band(position: Position, numbers: range, signs: Signs, moved: Moved | None, gather: bool) -> list[Row]:
    tops = heads(position.rules)[numbers.start : numbers.stop]
    places = _column_cells(position.rules, signs)
    counts, columns = [], []
    for number, head in zip(numbers, tops):
        cards, down, (count_cells, cells) = position.columns[number], position.down[number], places[number]
        counts.append(count_cells[len(cards)])
        column = [cells[COVERED]] * down + [cells[card] for card in cards[down:]] if cards else [cells[EMPTY]]
        mixed = position.bare[number]
        if mixed:
            hidden = position.covered(number)
            column = [cells[COVERED if covered else card] for card, covered in zip(cards, hidden)] or column
        gathered = down - 1 if gather and down > 1 and not mixed else 0
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


def _lay_out_cells(position: Position, signs: Signs, width: int | None, moved: Moved | None) -> list[Row]:
    """Return a row of heads and one of cards, for as many cells as the width takes, and so on."""
    tops = cell_heads(position.rules)
    rows: list[Row] = []
    for first, end in _bands(position.rules, cell_heads, width):
        row = []
        for cell, head in enumerate(tops[first:end], first):
            cards = position.cells[cell]
            found = _cells_of(len(head.text), signs)[cards[0] if cards else EMPTY]
            row.append(found.mark() if moved and cards and moved.cells[cell] == 0 else found)
        rows += [tops[first:end], row]
    return rows


def _lay_out_reserve(
    position: Position, number: int, signs: Signs, width: int | None, moved: Moved | None
) -> list[Row]:
    """Return the cards of a reserve behind its number of cards, in rows that are no wider than those of the columns."""
    cards, cells = position.reserves[number], _cells_of(CARD, signs)
    row = [cells[card] for card in cards] or [cells[EMPTY]]
    if moved and cards:
        row[moved.reserves[number] :] = [cell.mark() for cell in row[moved.reserves[number] :]]
    head = _reserve_head(number, len(cards))
    room = min(width or LONGEST_ROW, len("".join(map(_TEXT, heads(position.rules)))))
    before = len(head.text) if len(head.text) + CARD <= room else 0
    fit = max((room - before) // CARD, 1)
    rows: list[Row] = [[Cell(" " * before), *row[at : at + fit]] for at in range(0, len(row), fit)]
    return [[head, *rows[0][1:]], *rows[1:]] if before else [[head], *rows]


def _reserve_head(number: int, cards: int) -> Cell:
    return Cell(f"[r{number + 1}: {cards}]")


def _lay_out_foundations(position: Position, look: Look, width: int | None, moved: Moved | None) -> list[Row]:
    """Return the rows of boxes, or the number of finished piles and their suits or top cards in words."""
    rules, signs, tops = position.rules, look.signs, position.foundations
    if rules.goal == "in-place":
        return []
    fresh = moved.piles if moved else frozenset()
    if rules.goal == "cards":
        piles = _piles(position, signs)
    else:
        piles = [run_cell(top, rules, signs) for top in tops]
    if rules.boxes:
        size = _box_size(rules)
        piles += [Cell("")] * (len(rules.piles) - len(piles))
        for pile in fresh:
            piles[pile] = Cell(f"{piles[pile].text.rstrip()}*", piles[pile].red, True)
        framed = [Cell(pile.text.ljust(size), *pile[1:]) for pile in piles]
        bands = _split((size,) * len(piles), 1, None if width is None else width - 2)
        rows = [row for first, end in bands for row in boxes(framed[first:end], signs)]
    elif rules.goal == "cards":
        finished = sum(height == rules.ranks * rules.laps for height in position.heights)
        marked = [cell.mark() if pile in fresh else cell for pile, cell in enumerate(piles)]
        shown = [Cell(cell.text.strip(), cell.red, cell.moved) for cell in marked]
        rows = _fold(_count_finished(finished, len(piles), look.language), width) + _fold(shown, width)
    else:
        last = len(piles) - len(fresh)
        words = _count_finished(len(piles), len(rules.piles), look.language) + piles[:last]
        if fresh:
            text = " ".join(cell.text for cell in piles[last:])
            words.append(Cell(f"[{text}]", any(map(_is_red, tops[last:])), True))
        return _fold(words, width)
    if position.base == ACE:
        return rows
    begin = look.phrase(BEGIN, rank=RANKS[position.base - 1])
    return [*_fold([Cell(word) for word in begin.split(" ")], width), *rows]


def _piles(position: Position, signs: Signs) -> list[Cell]:
    """Return the top card of each foundation, or the suit that an empty one waits for.

    Where piles go through the ranks more than once, the number of cards stands behind the top.
    """
    cells = _box_cells(signs)
    piles = [cells[top] for top in position.foundations]
    if position.rules.laps > 1:
        found = zip(piles, position.heights)
        return [Cell(f"{cell.text.strip()}x{height}", cell.red) if height else cell for cell, height in found]
    return piles


def run_cell(top: int, rules: Rules, signs: Signs) -> Cell:
    """Return a finished run: its suit, which alone is not coloured, or its last card where it has more than one."""
    if rules.complete == "same-suit":
        return Cell(signs.suits[top >> 4])
    return Cell(card_text(top, signs), _is_red(top))


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
    found = {}
    for size, head in {len(head.text): head for head in heads(rules)}.items():
        counts = [text_cell(str(count), head) for count in range(rules.cards + 1)]
        found[size] = counts, _cells_of(size, signs)
    return [found[len(head.text)] for head in heads(rules)]


@lru_cache(maxsize=64)
def _cells_of(size: int, signs: Signs) -> dict[int, Cell]:
    """Return the cells of this size for each card, and for whatever else may be where a card can be."""
    head = Cell(" " * size)
    texts = {COVERED: signs.covered, EMPTY: signs.empty, NOTHING: ""}
    texts |= {card: card_text(card, signs) for card in CARDS}
    return {card: text_cell(text, head, card > 0 and _is_red(card)) for card, text in texts.items()}


@lru_cache(maxsize=64)
def heads(rules: Rules) -> list[Cell]:
    """Return the heads of the columns, with the blanks between columns behind them."""
    return [Cell(f"[C{number}]{' ' * _gap(rules)}") for number in range(1, len(rules.columns) + 1)]


@lru_cache(maxsize=64)
def cell_heads(rules: Rules) -> list[Cell]:
    """Return the heads of the cells, with the blanks between cells behind them."""
    return [Cell(f"[c{number}]{' ' * _gap(rules)}") for number in range(1, rules.cells + 1)]


def _gap(rules: Rules) -> int:
    return 1 if rules.diagram.heads == "spaced" else 0


def text_cell(text: str, head: Cell, red: bool = False) -> Cell:
    """Return a text or card below the number in a column's head."""
    return Cell(f" {text}".ljust(len(head.text)), red)


@lru_cache(maxsize=8)
def _box_cells(signs: Signs) -> dict[int, Cell]:
    """Return the cells in the boxes of foundations: the top card, or the suit that an empty pile waits for."""
    cells = {card: Cell(card_text(card, signs).ljust(BOX), _is_red(card)) for card in CARDS}
    return cells | {suit << 4: Cell(f" {sign} ") for suit, sign in enumerate(signs.suits)}


def _box_size(rules: Rules) -> int:
    """Return the characters in a foundation's box: a card and room for a mark, and for a number of cards if needed."""
    return BOX if rules.laps == 1 else BOX + len(f"x{rules.ranks * rules.laps}")


def _is_red(card: int) -> bool:
    return card >> 4 in (1, 2)


def boxes(cells: Row, signs: Signs) -> list[Row]:
    """Return a row of cells in boxes, as three rows."""
    upper, lower = _edges(len(cells), len(cells[0].text), signs)
    wall = Cell(signs.box[1][0])
    return [upper, [wall, *(part for cell in cells for part in (cell, wall))], lower]


@lru_cache(maxsize=64)
def _edges(count: int, size: int, signs: Signs) -> list[Row]:
    """Return the upper and lower edge of ``count`` boxes, each from left corner, line, crossing and right corner."""
    return [(Cell(edge[0] + edge[2].join([edge[1] * size] * count) + edge[3]),) for edge in signs.box[::2]]


@lru_cache(maxsize=64)
def _bands(rules: Rules, of: Callable[[Rules], list[Cell]], width: int | None) -> list[tuple[int, int]]:
    return _split(tuple(len(head.text) - _gap(rules) for head in of(rules)), _gap(rules), width)


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
