"""The beam search of a game of runs in plain Python: the same positions in the same order as with numpy, slower."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from solitaire_cli.core.cards import RANK_MASK
from solitaire_cli.solver.column_table import (
    DEAL_HASH,
    EMPTY,
    POWERS,
    RUN_HASH,
    SLACK,
    SPREAD,
    WORD,
    Setup,
    Weights,
    landing,
    mix,
    seen_bits,
)
from solitaire_cli.solver.step_codes import DEAL_CODE, FOUNDATION_TARGET


class Child(NamedTuple):
    """A position that one step leads to, before it is built: its price, its parent's place and the step's code."""

    score: int
    parent: int
    code: int


class State(NamedTuple):
    """A position of a layer: the nodes of its columns, the number of deals taken, its price and its hash."""

    columns: tuple[int, ...]
    dealt: int
    score: int
    hash: int


class PlainSearch:
    """Beam searches from one position; the table of columns is kept from one to the next."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup

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
        self.cap = cap
        self.weights = weights
        self.costs: list[int] = []
        self.shift = 64 - seen_bits(cap)
        self.seen: dict[int, int] = {}
        columns, dealt = start or (self.setup.start, 0)
        score = sum(map(self._cost, columns))
        layer = [State(tuple(columns), dealt, score, self.setup.hash(columns, dealt))]
        goals = goals or {self.setup.won: 0}
        history: list[list[tuple[int, int]]] = []
        found: tuple[int, int] | None = None  # the layer and the place there
        best = budget + 1
        while len(history) + 1 < best and layer:
            if deadline is not None and deadline():
                return None
            layer, steps = self._next(layer)
            history.append(steps)
            for place, state in enumerate(layer):
                more = goals.get(state.hash)
                if more is not None and len(history) + more < best:
                    best = len(history) + more
                    found = len(history), place
                    goal = state.hash
        return (self._path(history[: found[0]], found[1]), goal) if found else None

    @staticmethod
    def _path(history: list[list[tuple[int, int]]], place: int) -> list[int]:
        codes = []
        for steps in reversed(history):
            place, code = steps[place]
            codes.append(code)
        return codes[::-1]

    def _cost(self, node: int) -> int:
        costs = self.costs
        while len(costs) <= node:
            costs.append(self.setup.nodes.cost(len(costs), self.weights))
        return costs[node]

    def _next(self, layer: list[State]) -> tuple[list[State], list[tuple[int, int]]]:
        """The layer after ``layer``, and for each of its positions the parent's place and the step's code."""
        rows = len(self.setup.rows) + 1
        strata: list[list[Child]] = [[] for _ in range(rows)]
        # the order is that of the search with numpy: it settles which of two parents a position has
        for step in (self._moves, self._openings, self._removals):
            for parent, state in enumerate(layer):
                step(parent, state, strata[state.dealt])
        for parent, state in enumerate(layer):
            if state.dealt < rows - 1 and (not self.setup.needs_full or all(state.columns)):
                strata[state.dealt + 1].append(self._deal(parent, state))
        made: list[State] = []
        steps: list[tuple[int, int]] = []
        met: set[int] = set()
        for dealt, children in enumerate(strata):
            room = self.cap * SLACK
            if len(children) > room:
                worst = sorted(child.score for child in children)[room - 1]
                children = [child for child in children if child.score <= worst]
            fresh = []
            for place, child in enumerate(children):
                value = self._hash(layer[child.parent], child.code)
                if self.seen.get((value * SPREAD & WORD) >> self.shift) != value and value not in met:
                    met.add(value)
                    fresh.append((child.score, value, place))
            fresh.sort()
            for score, value, place in fresh[: self.cap]:
                child = children[place]
                made.append(State(self._built(layer[child.parent], child.code), dealt, score, value))
                steps.append((child.parent, child.code))
        for state in made:
            self.seen[(state.hash * SPREAD & WORD) >> self.shift] = state.hash
        return made, steps

    def _moves(self, parent: int, state: State, out: list[Child]) -> None:
        """The moves onto cards."""
        setup, nodes = self.setup, self.setup.nodes
        columns = state.columns
        tops = [nodes.top[node] for node in columns]
        for source, node in enumerate(columns):
            if node == EMPTY:
                continue
            top = tops[source]
            rank = top & RANK_MASK
            longest = nodes.run[node] if setup.moves_runs else 1
            for target, onto in enumerate(tops):
                count = (onto & RANK_MASK) - rank
                if 0 < count <= longest and (setup.any_suit or onto == top + count):
                    gain = self._gain(columns[target], top + count - 1, count)
                    out.append(self._child(parent, state, source, target, count, gain))

    def _openings(self, parent: int, state: State, out: list[Child]) -> None:
        """The moves to the first empty column; a column that would only change places stays."""
        setup, nodes = self.setup, self.setup.nodes
        columns = state.columns
        if EMPTY not in columns:
            return
        target = columns.index(EMPTY)
        for source, node in enumerate(columns):
            longest = nodes.run[node] if setup.moves_runs else min(nodes.run[node], 1)
            for count in range(1, min(longest, nodes.size[node] - 1) + 1):
                if setup.any_head or (nodes.top[node] & RANK_MASK) + count - 1 == setup.ranks:
                    gain = self.weights.used - self.weights.run * count * count
                    out.append(self._child(parent, state, source, target, count, gain))

    def _removals(self, parent: int, state: State, out: list[Child]) -> None:
        """The complete runs that may leave."""
        setup, nodes = self.setup, self.setup.nodes
        if not setup.by_move:
            return
        for source, node in enumerate(state.columns):
            if nodes.run[node] == setup.ranks:
                gain = -self.weights.finished
                out.append(self._child(parent, state, source, FOUNDATION_TARGET, setup.ranks, gain))

    def _deal(self, parent: int, state: State) -> Child:
        score = state.score
        for node, card in zip(state.columns, self.setup.rows[state.dealt]):
            score += self._gain(node, card, 1)
        return Child(score, parent, DEAL_CODE)

    def _child(self, parent: int, state: State, source: int, target: int, count: int, gain: int) -> Child:
        node = state.columns[source]
        rest = self.setup.nodes.after[node][count]
        score = state.score + self._cost(rest) - self._cost(node) + gain
        cards = 0 if target == FOUNDATION_TARGET else count
        return Child(score, parent, source << 16 | target << 8 | cards)

    def _gain(self, node: int, head: int, count: int) -> int:
        """What the price of the column ``node`` gains when a run of ``count`` cards lands on it."""
        nodes, weights = self.setup.nodes, self.weights
        square = weights.run * count * count
        if node == EMPTY:
            return weights.used - square
        top = nodes.top[node]
        if top == head + 1:
            run = nodes.run[node]
            if nodes.removes and run + count == nodes.ranks:
                return self._cost(nodes.after[node][run]) - self._cost(node) - weights.finished
            return -square - 2 * weights.run * run * count
        return (weights.mixed if (top - head) & RANK_MASK == 1 else weights.gap) - square

    def _landed(self, node: int, head: int, count: int) -> int:
        """The mixed hash of the column ``node`` after a run of ``count`` cards has landed on it."""
        nodes = self.setup.nodes
        run = nodes.run[node]
        if nodes.removes and nodes.top[node] == head + 1 and run + count == nodes.ranks:
            return nodes.mixed[nodes.after[node][run]]
        return mix((nodes.hash[node] + POWERS[nodes.size[node]] * RUN_HASH[head][count]) & WORD)

    def _hash(self, state: State, code: int) -> int:
        """The hash of the position after a step."""
        mixed = self.setup.nodes.mixed
        if code == DEAL_CODE:
            row = self.setup.rows[state.dealt]
            places = self.setup.places(state.dealt + 1)
            value = 1 + (state.dealt + 1) * DEAL_HASH
            for column, (node, place) in enumerate(zip(state.columns, places)):
                made = self._landed(node, row[column], 1) if column < len(row) else mixed[node]
                value += place * made
            return value & WORD
        places = self.setup.places(state.dealt)
        source, target, count = code >> 16, code >> 8 & 255, code & 255
        node = state.columns[source]
        rest = self.setup.nodes.after[node][count or self.setup.ranks]
        value = state.hash + places[source] * (mixed[rest] - mixed[node])
        if target != FOUNDATION_TARGET:
            onto = state.columns[target]
            head = self.setup.nodes.top[node] + count - 1
            value += places[target] * (self._landed(onto, head, count) - mixed[onto])
        return value & WORD

    def _built(self, state: State, code: int) -> tuple[int, ...]:
        nodes = self.setup.nodes
        columns = list(state.columns)
        if code == DEAL_CODE:
            for column, card in enumerate(self.setup.rows[state.dealt]):
                columns[column] = nodes.land(landing(columns[column], card, 1))
            return tuple(columns)
        source, target, count = code >> 16, code >> 8 & 255, code & 255
        node = columns[source]
        columns[source] = nodes.after[node][count or self.setup.ranks]
        if target != FOUNDATION_TARGET:
            columns[target] = nodes.land(landing(columns[target], nodes.top[node] + count - 1, count))
        return tuple(columns)
