"""A beam search of a game of runs.

Of the positions after each number of steps a beam keeps the cheapest and forgets the others. All steps from all of
them are taken at once, as arrays.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from solitaire_cli.solver import Deadline
from solitaire_cli.solver.column_table import Array, Weights
from solitaire_cli.solver.state_space import Layer, RunState, StateSpace
from solitaire_cli.solver.successors import Deals, Group, Moves, Removals

HASHED = 3  # times the width: the steps of a layer that are hashed, since most of them repeat a position
SPREAD = np.uint64(0x9E3779B97F4A7C15)  # a hash times this has its best bits at the top


class Beam(NamedTuple):
    """How many positions are kept of each layer for every number of deals, and what they cost."""

    width: int
    weights: Weights = Weights()


LADDER = (
    Beam(150),
    Beam(150, Weights(hidden=56)),
    Beam(500),
    Beam(500, Weights(hidden=56)),
    Beam(2000),
    Beam(2000, Weights(hidden=56)),
    Beam(8000),
    Beam(8000, Weights(hidden=80, gap=70, mixed=60)),
)
"""The beams of the levels of effort.

Two prices of a face-down card find more than one: a deal that wants its hidden cards late is lost to the beam that
opens them at once. The last level cares less about order within the columns too.
"""


class BeamSearch:
    """A search with one beam; the table of columns of ``space`` is kept from one to the next."""

    def __init__(self, space: StateSpace, beam: Beam) -> None:
        self.space = space
        self.width = beam.width
        bits = 20 if beam.width <= 600 else 22
        self.seen = np.zeros(1 << bits, np.uint64)  # hashes, at the places that their best bits say
        self.shift = np.uint64(64 - bits)
        space.table.set_weights(beam.weights)

    def run(
        self, start: RunState, goals: Mapping[int, int], longest: int, deadline: Deadline
    ) -> tuple[list[int], int] | None:
        """Return the codes of the steps to a goal and the hash of that, or ``None`` if none is found.

        ``goals`` are hashes of positions with the number of steps that a win takes from them. The way to a win that
        is found is the shortest through all positions kept, with at most ``longest`` steps.
        """
        wanted = np.array(sorted(goals), np.uint64)
        columns = np.array([start.columns], np.int32)
        price = self.space.table.cost[columns].sum(axis=1)
        layer = Layer(columns, np.array([start.dealt], np.int64), price, np.array([self.space.hash(start)], np.uint64))
        history: list[tuple[Array, Array]] = []
        found = 0, 0, 0  # the layer, the place there and the goal
        best = longest + 1
        while len(history) + 1 < best and len(layer.dealt):
            if deadline():
                return None
            layer, parents, codes = self._next(layer)
            history.append((parents, codes))
            for place in np.flatnonzero(np.isin(layer.hashes, wanted)).tolist():
                goal = int(layer.hashes[place])
                if len(history) + goals[goal] < best:
                    best = len(history) + goals[goal]
                    found = len(history), place, goal
        steps, place, goal = found
        way: list[int] = []
        for parents, codes in reversed(history[:steps]):
            way.insert(0, int(codes[place]))
            place = int(parents[place])
        return (way, goal) if way else None

    def _next(self, layer: Layer) -> tuple[Layer, Array, Array]:
        """Return the next layer, and for each of its positions the place of its parent and the code of the step."""
        kinds = (Moves, Removals, Deals) if self.space.by_move else (Moves, Deals)
        groups: list[Group] = [kind(self.space, layer) for kind in kinds]
        score = np.concatenate([group.score for group in groups])
        dealt = np.concatenate([group.dealt for group in groups])
        owner = np.concatenate([group.owner for group in groups])
        kind = np.repeat(np.arange(len(groups)), [len(group.owner) for group in groups])
        within = np.concatenate([np.arange(len(group.owner)) for group in groups])

        places = self._select_cheap(score, dealt)
        value = np.zeros(len(places), np.uint64)
        for number, group in enumerate(groups):
            mine = np.flatnonzero(kind[places] == number)
            value[mine] = group.hash(within[places[mine]])

        seats = (value * SPREAD) >> self.shift
        new = np.flatnonzero(self.seen[seats] != value)
        _, first = np.unique(value[new], return_index=True)
        new = new[first]
        places, value, seats = places[new], value[new], seats[new]
        price = score[places]
        parts = self._by_deals(dealt[places])
        keep = np.concatenate([part[np.lexsort((value[part], price[part]))[: self.width]] for part in parts])
        places, value = places[keep], value[keep]
        self.seen[seats[keep]] = value

        made = layer.columns[owner[places]]
        codes = np.zeros(len(places), np.int64)
        for number, group in enumerate(groups):
            mine = np.flatnonzero(kind[places] == number)
            if len(mine):
                part = made[mine]
                codes[mine] = group.build(within[places[mine]], part)
                made[mine] = part
        self.space.table.sync()
        return Layer(made, dealt[places], score[places], value), owner[places], codes

    def _select_cheap(self, score: Array, dealt: Array) -> Array:
        """Return the places of the steps worth a hash: the cheapest of each number of deals, with ties."""
        room = self.width * HASHED
        chosen = []
        for places in self._by_deals(dealt):
            if len(places) > room:
                worst = np.partition(score[places], room - 1)[room - 1]
                places = places[score[places] <= worst]
            chosen.append(places)
        return np.concatenate(chosen)

    def _by_deals(self, dealt: Array) -> list[Array]:
        """Return the places of each number of deals."""
        return [np.flatnonzero(dealt == number) for number in range(len(self.space.deals) + 1)]
