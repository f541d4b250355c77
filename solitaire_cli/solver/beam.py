"""The beam search of a game of runs with numpy: all steps from all positions of a layer at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from solitaire_cli.solver.arrays import Array, Layer, Tables
from solitaire_cli.solver.column_table import SLACK, SPREAD, Setup, Weights, seen_bits
from solitaire_cli.solver.successors import Deals, Group, Moves, Removals


class LayerSearch:
    """Beam searches from one position; the table of columns is kept from one to the next."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.tables = Tables(setup)
        self.np = self.tables.np
        self.kinds: tuple[type[Group], ...] = (Moves, Removals, Deals) if setup.by_move else (Moves, Deals)

    def search(
        self,
        cap: int,
        weights: Weights,
        budget: int,
        deadline: Callable[[], bool] | None = None,
        start: tuple[Sequence[int], int] | None = None,
        goals: Mapping[int, int] | None = None,
    ) -> tuple[list[int], int] | None:
        """See :class:`solitaire_cli.solver.column_table.Beam`."""
        np, tables = self.np, self.tables
        tables.price(weights)
        self.cap = cap
        bits = seen_bits(cap)
        self.seen = np.zeros(1 << bits, np.uint64)
        self.shift = np.uint64(64 - bits)
        columns, dealt = start or (self.setup.start, 0)
        nodes = np.array([columns], np.int32)
        layer = Layer(
            nodes,
            np.array([dealt], np.int64),
            tables.cost[nodes].sum(axis=1),
            np.array([self.setup.hash(columns, dealt)], np.uint64),
        )
        goals = goals or {self.setup.won: 0}
        wanted = np.array(sorted(goals), np.uint64)
        history: list[tuple[Array, Array]] = []
        found: tuple[int, int, int] | None = None  # the layer, the place there and the goal
        best = budget + 1
        while len(history) + 1 < best and len(layer.dealt):
            if deadline is not None and deadline():
                return None
            layer, parents, codes = self._next(layer)
            history.append((parents, codes))
            for place in np.flatnonzero(np.isin(layer.hashes, wanted)).tolist():
                goal = int(layer.hashes[place])
                if len(history) + goals[goal] < best:
                    best = len(history) + goals[goal]
                    found = len(history), place, goal
        return (self._path(history[: found[0]], found[1]), found[2]) if found else None

    @staticmethod
    def _path(history: list[tuple[Array, Array]], place: int) -> list[int]:
        codes = []
        for parents, steps in reversed(history):
            codes.append(int(steps[place]))
            place = int(parents[place])
        return codes[::-1]

    def _next(self, layer: Layer) -> tuple[Layer, Array, Array]:
        """The layer after ``layer``, the place of the parent of each of its positions, and the step's code."""
        np = self.np
        groups = [kind(self.tables, layer) for kind in self.kinds]
        score = np.concatenate([group.score for group in groups])
        dealt = np.concatenate([group.dealt for group in groups])
        owner = np.concatenate([group.owner for group in groups])
        kind = np.repeat(np.arange(len(groups)), [len(group.owner) for group in groups])
        within = np.concatenate([np.arange(len(group.owner)) for group in groups])

        places = self._cheap(score, dealt)
        value = np.zeros(len(places), np.uint64)
        for number, group in enumerate(groups):
            mine = np.flatnonzero(kind[places] == number)
            value[mine] = group.hashes(within[places[mine]])

        new = np.flatnonzero(self.seen[self._seats(value)] != value)
        _, first = np.unique(value[new], return_index=True)
        new = new[first]
        places, value = places[new], value[new]
        keep = self._cheapest(score[places], dealt[places], value)
        places, value = places[keep], value[keep]
        self.seen[self._seats(value)] = value

        made = layer.columns[owner[places]]
        codes = np.zeros(len(places), np.int64)
        for number, group in enumerate(groups):
            mine = np.flatnonzero(kind[places] == number)
            if len(mine):
                part = made[mine]
                codes[mine] = group.build(within[places[mine]], part)
                made[mine] = part
        self.tables.sync()
        return Layer(made, dealt[places], score[places], value), owner[places], codes

    def _seats(self, value: Array) -> Array:
        """The places of hashes in the table of positions seen."""
        return (value * self.np.uint64(SPREAD)) >> self.shift

    def _cheap(self, score: Array, dealt: Array) -> Array:
        """The places of the steps worth a hash: :data:`SLACK` caps of each number of deals, and all as cheap."""
        np = self.np
        room = self.cap * SLACK
        chosen = []
        for number in range(len(self.setup.rows) + 1):
            places = np.flatnonzero(dealt == number)
            if len(places) > room:
                worst = np.partition(score[places], room - 1)[room - 1]
                places = places[score[places] <= worst]
            chosen.append(places)
        return np.concatenate(chosen)

    def _cheapest(self, score: Array, dealt: Array, value: Array) -> Array:
        """The places of the positions to keep: by the number of deals, the price and the hash."""
        np = self.np
        kept = []
        for number in range(len(self.setup.rows) + 1):
            places = np.flatnonzero(dealt == number)
            kept.append(places[np.lexsort((value[places], score[places]))[: self.cap]])
        return np.concatenate(kept)
