"""Pictures of positions: cells first, then lines of text.

A picture is made of rows of cells: the foundations, cells and reserves, then bands of columns with their heads, counts
and cards, and the stock. What a row looks like on paper, in colour, marked or folded follows from its cells alone.
Every character is one place wide and every card two; a card begins one place right of its column's head, below the
number in ``[C1]``, and in a cell of the game below the number in ``[c1]``. The cards of a reserve stand side by side
behind its number of cards, as in ``[r1: 3]``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from solitaire_cli.core.cards import CARDS
from solitaire_cli.core.position import Position
from solitaire_cli.core.rules import Rules
from solitaire_cli.show.foundations import box_size, lay_out_foundations
from solitaire_cli.show.grid import TEXT, Cell, Grid, Moved, Row, card_text, draw, is_red, split, text_cell
from solitaire_cli.show.look import Look, Signs
from solitaire_cli.words.translation import translations

COVERED, EMPTY, NOTHING = 0, -1, -2
"""Keys beside the cards: a face-down card, an empty column, and the place below a column."""
CARD = 4  # the characters of a card in a reserve
LONGEST_ROW = 1000  # of a picture that is not folded


def picture(position: Position, look: Look = Look(), width: int | None = None) -> list[str]:
    """Return a position in its game's frame: foundations, cells, reserves, the columns row by row, the stock.

    With a ``width`` the columns come in bands of about the same number, each with its heads and counts, and so do the
    foundations and cells: no line is wider, unless a single column is.
    """
    if not isinstance(look, Look):
        raise TypeError(f'picture takes a Look, such as Look(language="ru"), not {look!r}')
    translations(look.language)  # some pictures have no words, but a wrong language is wrong for all
    return [draw(row, look.coloring) for row in lay_out(position, look, width).rows]


def least_width(rules: Rules) -> int:
    """Return how wide a folded picture is at the least: one column, one foundation in its box, a reserve's number."""
    box = box_size(rules) + 2 if rules.boxes else 0
    reserves = [len(_reserve_head(reserve, rules.cards).text) for reserve in range(rules.reserves)]
    return max(box, *reserves, *(len(head.text.rstrip()) for head in (*heads(rules), *cell_heads(rules))))


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
    return Grid(lay_out_foundations(position, look, width, moved), aside, bands, stock)


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
    room = min(width or LONGEST_ROW, len("".join(map(TEXT, heads(position.rules)))))
    before = len(head.text) if len(head.text) + CARD <= room else 0
    fit = max((room - before) // CARD, 1)
    rows: list[Row] = [[Cell(" " * before), *row[at : at + fit]] for at in range(0, len(row), fit)]
    return [[head, *rows[0][1:]], *rows[1:]] if before else [[head], *rows]


def _reserve_head(number: int, cards: int) -> Cell:
    return Cell(f"[r{number + 1}: {cards}]")


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
    return {card: text_cell(text, head, card > 0 and is_red(card)) for card, text in texts.items()}


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


@lru_cache(maxsize=64)
def _bands(rules: Rules, of: Callable[[Rules], list[Cell]], width: int | None) -> list[tuple[int, int]]:
    return split(tuple(len(head.text) - _gap(rules) for head in of(rules)), _gap(rules), width)
