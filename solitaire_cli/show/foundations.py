"""The foundations of a picture: boxes with their top cards, or a line with what is finished."""

from __future__ import annotations

from functools import lru_cache

from solitaire_cli.core.cards import ACE, CARDS, RANKS
from solitaire_cli.core.position import Position
from solitaire_cli.core.rules import Rules
from solitaire_cli.show.grid import Cell, Moved, Row, card_text, fold, is_red, split
from solitaire_cli.show.look import Look, Signs
from solitaire_cli.words.messages import LABELS
from solitaire_cli.words.translation import N_, phrase

BOX = 3  # the characters in a foundation's box
NO_PILE = -1  # the key of a box whose suit is not known
BEGIN = N_("Foundations begin with {rank}")


def lay_out_foundations(position: Position, look: Look, width: int | None, moved: Moved | None) -> list[Row]:
    """Return the rows of boxes, or the number of finished piles and their suits or top cards in words."""
    rules = position.rules
    if rules.goal == "in-place":
        return []
    fresh = moved.piles if moved else frozenset()
    if not rules.boxes and rules.goal == "runs":
        return _lay_out_runs(position, look, width, fresh)
    piles = _piles(position, look.signs)
    for pile in fresh:
        text, red, _ = piles[pile]
        piles[pile] = Cell(f"{text.rstrip()}*".ljust(len(text)), red, True)
    if rules.boxes:
        bands = split((len(piles[0].text),) * len(piles), 1, None if width is None else width - 2)
        rows = [row for first, end in bands for row in boxes(piles[first:end], look.signs)]
    else:
        finished = sum(height == rules.ranks * rules.laps for height in position.heights)
        words = _count_finished(finished, len(piles), look.language)
        rows = fold(words, width) + fold([Cell(text.strip(), red, new) for text, red, new in piles], width)
    if position.base == ACE or rules.goal == "runs":
        return rows
    begin = look.phrase(BEGIN, rank=RANKS[position.base - 1])
    return [*fold([Cell(word) for word in begin.split(" ")], width), *rows]


def _lay_out_runs(position: Position, look: Look, width: int | None, fresh: frozenset[int]) -> list[Row]:
    """Return how many runs are finished, and which."""
    rules, tops = position.rules, position.foundations
    runs = [run_cell(top, rules, look.signs) for top in tops]
    last = len(runs) - len(fresh)
    words = _count_finished(len(runs), len(rules.piles), look.language) + runs[:last]
    if fresh:
        text = " ".join(cell.text for cell in runs[last:])
        words.append(Cell(f"[{text}]", any(map(is_red, tops[last:])), True))
    return fold(words, width)


def _piles(position: Position, signs: Signs) -> list[Cell]:
    """Return the top card of each foundation, or the suit that an empty one waits for.

    Where piles go through the ranks more than once, the number of cards stands behind the top.
    """
    rules, tops = position.rules, position.foundations
    cells = _box_cells(box_size(rules), signs)
    piles = [cells[top] for top in tops]
    if rules.laps > 1:
        found = zip(piles, position.heights)
        piles = [
            Cell(f"{text.rstrip()}x{height}".ljust(len(text)), red) if height else cell
            for cell, height in found
            for text, red, _ in (cell,)
        ]
    return piles + [cells[NO_PILE]] * (len(rules.piles) - len(tops))


def run_cell(top: int, rules: Rules, signs: Signs) -> Cell:
    """Return a finished run: its suit, which alone is not coloured, or its last card where it has more than one."""
    if rules.complete == "same-suit":
        return Cell(signs.suits[top >> 4])
    return Cell(card_text(top, signs), is_red(top))


@lru_cache(maxsize=64)
def _count_finished(count: int, piles: int, language: str) -> list[Cell]:
    return [Cell(word) for word in phrase(LABELS["finished"], language, count=count, piles=piles).split(" ")]


@lru_cache(maxsize=8)
def _box_cells(size: int, signs: Signs) -> dict[int, Cell]:
    """Return the cells in the boxes of foundations: the top card, or the suit that an empty pile waits for."""
    cells = {card: Cell(card_text(card, signs).ljust(size), is_red(card)) for card in CARDS}
    cells |= {suit << 4: Cell(f" {sign}".ljust(size)) for suit, sign in enumerate(signs.suits)}
    return {**cells, NO_PILE: Cell(" " * size)}


def box_size(rules: Rules) -> int:
    """Return the characters in a foundation's box: a card and room for a mark, and for a number of cards if needed."""
    return BOX if rules.laps == 1 else BOX + len(f"x{rules.ranks * rules.laps}")


def boxes(cells: Row, signs: Signs) -> list[Row]:
    """Return a row of cells in boxes, as three rows."""
    upper, lower = _edges(len(cells), len(cells[0].text), signs)
    wall = Cell(signs.box[1][0])
    return [upper, [wall, *(part for cell in cells for part in (cell, wall))], lower]


@lru_cache(maxsize=64)
def _edges(count: int, size: int, signs: Signs) -> list[Row]:
    """Return the upper and lower edge of ``count`` boxes, each from left corner, line, crossing and right corner."""
    return [(Cell(edge[0] + edge[2].join([edge[1] * size] * count) + edge[3]),) for edge in signs.box[::2]]
