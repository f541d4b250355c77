"""The search through the steps that the engine lists, the most promising position first.

It holds for every rule, since it knows none: it asks for the legal steps and takes them. It is slower than the searches
of one kind of game, and so for small games, or for those that few positions lead through. A search that runs dry has
tried everything, which proves that the game cannot be won.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple

from solitaire_cli.core.legality import legal_moves
from solitaire_cli.core.position import Position
from solitaire_cli.core.steps import CELL, MOVE, Step
from solitaire_cli.core.table import Table
from solitaire_cli.solver import UNKNOWN, UNWINNABLE, WON, Deadline

LIMITS = (300, 1000, 3000, 8000, 15000, 25000, 40000, 60000)
"""The positions that each level of effort expands at most."""
_BETWEEN = b"\xff"  # stands between the parts of a position, which is kept as bytes


class Outcome(NamedTuple):
    """The end of a search: its status, the steps to a win, and the number of positions expanded."""

    status: str
    steps: list[Step]
    expanded: int


class WholeGameSearch:
    """The search from one position."""

    def __init__(self, position: Position) -> None:
        rules = self._rules = position.rules
        self._start = position
        self._stock = position.stock
        self._bare = position.bare
        # the cards that lie well on each other: those of a run that counts, or that moves
        cards = rules.goal == "cards"
        self._pairs = position.goes if cards and rules.unit == "any" else rules.links if cards else rules.completes

    def run(self, limit: int, deadline: Deadline = lambda: False) -> Outcome:
        """Search until a win, a proof, or ``limit`` positions have been expanded."""
        trail: list[tuple[int, Step | None]] = [(-1, None)]  # of each position its parent and the step from there
        heap = [(0, 0, _packed(self._start))]
        met = {self._key(self._start)}
        expanded = 0
        while heap:
            if expanded == limit or deadline():
                return Outcome(UNKNOWN, [], expanded)
            expanded += 1
            _, number, packed = heappop(heap)
            table = self._table(packed)
            for step in tuple(self._steps(table)):
                table.apply_trusted(step)
                key = self._key(table)
                if key not in met:
                    met.add(key)
                    trail.append((number, step))
                    if table.won:
                        return Outcome(WON, list(_way(trail)), expanded)
                    heappush(heap, (self._price(table), len(trail) - 1, _packed(table)))
                table.undo()
        return Outcome(UNWINNABLE, [], expanded)

    def _table(self, packed: bytes) -> Table:
        down, dealt, tops, heights, *piles = map(list, packed.split(_BETWEEN))
        columns, cells = len(self._bare), len(self._bare) + self._rules.cells
        laid = self._rules, piles[:columns], down, self._stock, tops
        kept = piles[columns:cells], piles[cells:], heights, self._start.base, self._bare
        return Table(*laid, None, dealt[0], (), (), *kept)

    def _steps(self, table: Table) -> Iterator[Step]:
        """Yield the legal steps; without stock one empty column is like another, and a whole column has no use for one.

        Where cards lie face down among others the places of the columns matter.
        """
        spaces = [place for place, cards in enumerate(table.columns) if not cards] if self._alike(table) else []
        for step in legal_moves(table):
            whole = step.kind == MOVE and step.source < CELL and step.cards == len(table.columns[step.source])
            if step.kind != MOVE or step.target not in spaces or (step.target == spaces[0] and not whole):
                yield step

    def _alike(self, table: Table) -> bool:
        return table.dealt == len(table.stock) and not self._rules.mixed

    def _key(self, table: Table) -> bytes:
        """Return what tells positions apart; what lies on the foundations follows from the rest."""
        columns = [bytes((down, *cards)) for cards, down in zip(table.columns, table.down)]
        if self._alike(table):
            columns.sort()
        others = sorted(map(bytes, table.cells)) + sorted(map(bytes, table.reserves))
        return _BETWEEN.join((bytes((table.dealt,)), *columns, *others))

    def _price(self, table: Table) -> int:
        """Return how far off a win seems: by the cards left, those face down or in cells, breaks and columns in use."""
        pairs = self._pairs
        left = len(table.stock) - table.dealt + sum(map(len, (*table.columns, *table.cells, *table.reserves)))
        breaks = sum(not pairs[over << 6 | card] for column in table.columns for over, card in pairwise(column))
        held, used = sum(map(len, table.cells)), sum(map(bool, table.columns))
        return 2 * left + 3 * (breaks + held + used) + 4 * sum(table.down)


def _packed(table: Table) -> bytes:
    """Return all that is needed to lay a position out again."""
    state = (table.down, (table.dealt,), table.foundations, table.heights)
    return _BETWEEN.join(map(bytes, (*state, *table.columns, *table.cells, *table.reserves)))


def _way(trail: list[tuple[int, Step | None]]) -> Iterable[Step]:
    """Return the steps to the last position."""
    steps: list[Step] = []
    number, step = trail[-1]
    while step is not None:
        steps.append(step)
        number, step = trail[number]
    return reversed(steps)


def search(position: Position, effort: int, deadline: Deadline, shorten: bool) -> tuple[str, list[Step], int]:
    """Return the status, the steps to a win, and the level of effort."""
    status, steps, expanded = WholeGameSearch(position).run(LIMITS[effort - 1], deadline)
    level = bisect_left(LIMITS, expanded) + 1
    if status == UNKNOWN and expanded < LIMITS[effort - 1]:
        level -= 1
    return status, steps, level
