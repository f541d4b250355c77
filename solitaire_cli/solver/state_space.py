"""The positions of a game of runs as rows of column ids: one by one, and in layers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from solitaire_cli.core.position import Position
from solitaire_cli.solver.column_table import WORD, Array, ColumnTable, landing_key, random_words
from solitaire_cli.solver.step_codes import DEAL_CODE, FOUNDATION_TARGET, encode, split
from solitaire_cli.solver.task import Task

DEAL_HASH = random_words(5, 1)[0]


class RunState(NamedTuple):
    """A position: the ids of its columns and the number of deals taken."""

    columns: tuple[int, ...]
    dealt: int


class Layer(NamedTuple):
    """Positions after the same number of steps, row by row.

    ``columns`` are ids (positions by columns, int32), ``dealt`` the number of deals taken, ``score`` the
    price (int64), ``hashes`` the hash (uint64).
    """

    columns: Array
    dealt: Array
    score: Array
    hashes: Array


class StateSpace(Task):
    """The positions that lie ahead of one, which is ``start``.

    ``dealt_cards`` are the cards of each deal, 0 where the last one is short; ``factors`` is what the hash of each
    column is multiplied by, after each number of deals. Without stock the places of the columns do not matter, so all
    factors are 1. No search takes more than ``longest`` steps.
    """

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        self.table = ColumnTable(self.ranks, position.rules.removal == "automatic")
        self.start = RunState(tuple(self.table.find(*column) for column in zip(position.columns, position.down)), 0)
        padded = [cards + [0] * (self.width - len(cards)) for cards in [*self.deals, []]]
        self.dealt_cards = np.array(padded, np.int32)
        self.factors = np.ones((len(self.deals) + 1, self.width), np.uint64)
        self.factors[:-1] = np.array([word | 1 for word in random_words(3, self.width)], np.uint64)
        self.longest = 40 + 2 * sum(map(len, (*position.columns, *self.deals)))

    def hash(self, state: RunState) -> int:
        """Return the hash of a position, the same for all orders of the columns if no stock is left.

        It is never 0 but by chance: that stands for a place of the table of positions that nothing has used.
        """
        self.table.sync()
        mixed = self.table.mixed[np.array(state.columns, np.int32)]
        total = int((mixed * self.factors[state.dealt]).sum(dtype=np.uint64))
        return (1 + state.dealt * DEAL_HASH + total) & WORD

    def follow(self, codes: Iterable[int], start: RunState) -> list[RunState]:
        """Return the positions that steps lead through from ``start``, that among them."""
        table = self.table
        states = [start]
        for code in codes:
            columns, dealt = list(states[-1].columns), states[-1].dealt
            if code == DEAL_CODE:
                for place, card in enumerate(self.deals[dealt]):
                    columns[place] = table.land(landing_key(columns[place], card, 1))
                dealt += 1
            else:
                source, target, count = split(code)
                column = table.columns[columns[source]]
                columns[source] = column.after[count or self.ranks]
                if target != FOUNDATION_TARGET:
                    columns[target] = table.land(landing_key(columns[target], column.top + count - 1, count))
            states.append(RunState(tuple(columns), dealt))
        return states


def rename_columns(codes: list[int], was: RunState, now: RunState) -> list[int]:
    """Return ``codes``, steps from ``was``, as steps from ``now``, which is the same in another order of columns."""
    columns = list(now.columns)
    names = {FOUNDATION_TARGET: FOUNDATION_TARGET}
    for place, column in enumerate(was.columns):
        names[place] = columns.index(column)
        columns[names[place]] = -1
    # the columns change places only when no deal is left
    if DEAL_CODE in codes:
        return codes
    return [encode(names[source], names[target], count) for source, target, count in map(split, codes)]
