"""The beam search of a game of runs with numpy: all steps from all positions of a layer at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

from solitaire_cli.solve.codes import DEAL_CODE, FOUNDATION_TARGET
from solitaire_cli.solve.nodes import (
    DEAL_HASH,
    EMPTY,
    PLACE_HASH,
    POWERS,
    RUN_HASH,
    SLACK,
    SPREAD,
    Nodes,
    Setup,
    seen_bits,
)

Array = Any
"""An array of numpy, which need not be installed to check the types."""


class Tables:
    """The lists of a node table as arrays, kept in step with it."""

    def __init__(self, nodes: Nodes, np: Any) -> None:
        self.np = np
        self.nodes = nodes
        self.filled = 0
        self.room = 0
        self.hidden = 0
        self.after: Array = None
        self.sync()

    def sync(self) -> None:
        """Take over the nodes that came since."""
        np, nodes = self.np, self.nodes
        count = len(nodes)
        if count > self.room:
            self.room = max(8192, 2 * count)
            old = self.filled
            before = self.__dict__.copy()
            self.top = np.zeros(self.room, np.int16)
            self.run = np.zeros(self.room, np.int16)
            self.size = np.zeros(self.room, np.int16)
            self.down = np.zeros(self.room, np.int32)
            self.bare = np.zeros(self.room, np.int32)
            self.cost = np.zeros(self.room, np.int32)
            self.hash = np.zeros(self.room, np.uint64)
            self.after = np.zeros((self.room, nodes.ranks + 1), np.int32)
            if old:
                for name in ("top", "run", "size", "down", "bare", "cost", "hash", "after"):
                    getattr(self, name)[:old] = before[name][:old]
        new = slice(self.filled, count)
        if self.filled < count:
            self.top[new] = nodes.top[new]
            self.run[new] = nodes.run[new]
            self.size[new] = nodes.size[new]
            self.down[new] = nodes.down[new]
            self.bare[new] = nodes.cost[new]
            self.cost[new] = self.bare[new] + self.hidden * self.down[new]
            self.hash[new] = nodes.hash[new]
            self.after[new] = nodes.after[new]
            self.filled = count

    def price(self, hidden: int) -> None:
        """Set what a face-down card costs."""
        self.hidden = hidden
        self.cost[:] = self.bare + hidden * self.down


class LayerSearch:
    """Beam searches from one position; the table of columns is kept from one to the next."""

    def __init__(self, setup: Setup) -> None:
        self.np = np = import_module("numpy")
        self.setup = setup
        self.tables = Tables(setup.nodes, np)
        self.places = np.array(PLACE_HASH[: setup.width], np.uint64)
        self.powers = np.array(POWERS, np.uint64)
        self.runs = np.array(RUN_HASH, np.uint64)
        self.spread = np.uint64(SPREAD)
        self.rows = np.zeros((len(setup.rows) + 1, setup.width), np.int32)
        for number, row in enumerate(setup.rows):
            self.rows[number, : len(row)] = row

    def search(
        self,
        cap: int,
        hidden: int,
        budget: int,
        deadline: Callable[[], bool] | None = None,
        start: tuple[Sequence[int], int] | None = None,
        goals: Mapping[int, int] | None = None,
    ) -> tuple[list[int], int] | None:
        """See :class:`solitaire_cli.solve.nodes.Beam`."""
        np = self.np
        tables = self.tables
        tables.price(hidden)
        self.cap = cap
        bits = seen_bits(cap)
        self.seen = np.zeros(1 << bits, np.uint64)
        self.shift = np.uint64(64 - bits)
        columns, dealt = start or (self.setup.start, 0)
        self.states = np.array([columns], np.int32)
        self.dealt = np.array([dealt], np.int64)
        self.score = tables.cost[self.states].sum(axis=1).astype(np.int64)
        self.hashes = np.array([self.setup.hash(columns, dealt)], np.uint64)
        goals = goals or {self.setup.won: 0}
        wanted = np.array(sorted(goals), np.uint64)
        history: list[tuple[Array, Array]] = []
        found: tuple[int, int] | None = None  # the layer and the place there
        best = budget + 1
        while len(history) + 1 < best and len(self.states):
            if deadline is not None and deadline():
                return None
            history.append(self._advance())
            for place in np.flatnonzero(np.isin(self.hashes, wanted)).tolist():
                value = int(self.hashes[place])
                if len(history) + goals[value] < best:
                    best = len(history) + goals[value]
                    found = len(history), place
                    goal = value
        return (self._path(history[: found[0]], found[1]), goal) if found else None

    @staticmethod
    def _path(history: list[tuple[Array, Array]], place: int) -> list[int]:
        codes = []
        for parents, steps in reversed(history):
            codes.append(int(steps[place]))
            place = int(parents[place])
        return codes[::-1]

    def _advance(self) -> tuple[Array, Array]:
        """Replace the layer by the next one; returns the place of each position's parent and the step's code."""
        np, setup, tables, states = self.np, self.setup, self.tables, self.states
        state, source, target, count = self._moves()
        ranks = setup.ranks
        taken = states[state, source]
        onto = states[state, target]
        rest = tables.after[taken, count]
        weights = setup.nodes.weights
        head = tables.top[taken].astype(np.int64) + count - 1
        joins = tables.top[onto] == head + 1
        run = tables.run[onto].astype(np.int64)
        square = weights.run * count * count
        gain = np.where(
            joins,
            -square - 2 * weights.run * run * count,
            np.where(onto == EMPTY, weights.used, weights.mixed) - square,
        )
        # what a target's hash gains; a run that leaves by itself uncovers what lay under it
        if setup.nodes.removes:
            leaves = np.flatnonzero(joins & (run + count == ranks))
            bare = tables.after[onto[leaves], run[leaves]]
            gain[leaves] = tables.cost[bare] - tables.cost[onto[leaves]] - weights.finished
        score = self.score[state] + tables.cost[rest] - tables.cost[taken] + gain
        groups = [score]
        owners = [state]
        rows = [self.dealt[state]]
        moves = len(state)
        if setup.by_move:
            done, column = np.nonzero(tables.run[states] == ranks)
            whole = states[done, column]
            bare = tables.after[whole, ranks]
            groups.append(self.score[done] + tables.cost[bare] - tables.cost[whole] - weights.finished)
            owners.append(done)
            rows.append(self.dealt[done])
        finishes = moves + (len(owners[1]) if setup.by_move else 0)
        deals = self._deals()
        if deals is not None:
            groups.append(deals[1])
            owners.append(deals[0])
            rows.append(self.dealt[deals[0]] + 1)
        score = np.concatenate(groups)
        owner = np.concatenate(owners)
        row = np.concatenate(rows)

        # the cheapest of every number of deals
        chosen = []
        room = self.cap * SLACK
        for number in range(len(setup.rows) + 1):
            places = np.flatnonzero(row == number)
            if len(places) > room:
                worst = np.partition(score[places], room - 1)[room - 1]
                places = places[score[places] <= worst]
            chosen.append(places)
        places = np.concatenate(chosen)
        value = self.hashes[owner[places]]
        kind = places < moves
        at = places[kind]
        onto_, count_, taken_ = onto[at], count[at], taken[at]
        gained = self.powers[tables.size[onto_]] * self.runs[head[at], count_]
        if setup.nodes.removes and len(leaves):
            where = np.isin(at, leaves)
            gone = onto_[where]
            gained[where] = tables.hash[tables.after[gone, tables.run[gone]]] - tables.hash[gone]
        value[kind] += (
            self.places[source[at]] * (tables.hash[rest[at]] - tables.hash[taken_])
            + self.places[target[at]] * gained
        )
        if setup.by_move:
            kind = (places >= moves) & (places < finishes)
            at = places[kind] - moves
            value[kind] += self.places[column[at]] * (tables.hash[bare[at]] - tables.hash[whole[at]])
        if deals is not None:
            kind = places >= finishes
            value[kind] += deals[2][places[kind] - finishes]

        # positions seen before go, then all but one of each
        new = np.flatnonzero(self.seen[(value * self.spread) >> self.shift] != value)
        _, first = np.unique(value[new], return_index=True)
        new = new[first]
        places, value = places[new], value[new]
        kept = []
        for number in range(len(setup.rows) + 1):
            mine = np.flatnonzero(row[places] == number)
            order = np.lexsort((value[mine], score[places[mine]]))[: self.cap]
            kept.append(mine[order])
        keep = np.concatenate(kept)
        places, value = places[keep], value[keep]
        self.seen[(value * self.spread) >> self.shift] = value

        parents = owner[places]
        self.score = score[places]
        self.hashes = value
        self.dealt = row[places]
        made = states[parents]
        codes = np.full(len(places), DEAL_CODE, np.int64)
        kind = np.flatnonzero(places < moves)
        at = places[kind]
        codes[kind] = source[at] << 16 | target[at] << 8 | count[at]
        made[kind, source[at]] = rest[at]
        keys = onto[at].astype(np.int64) << 10 | head[at] << 4 | count[at]
        made[kind, target[at]] = self._land(keys)
        if setup.by_move:
            kind = np.flatnonzero((places >= moves) & (places < finishes))
            at = places[kind] - moves
            codes[kind] = column[at] << 16 | FOUNDATION_TARGET << 8
            made[kind, column[at]] = bare[at]
        kind = np.flatnonzero(places >= finishes)
        if len(kind):
            cards = self.rows[self.dealt[kind] - 1]
            keys = made[kind].astype(np.int64) << 10 | cards << 4 | 1
            made[kind] = np.where(cards == 0, made[kind], self._land(np.where(cards == 0, 0, keys)))
        self.states = made
        tables.sync()
        return parents, codes

    def _land(self, keys: Array) -> Array:
        """The nodes that come of landings, by their keys; the key 0 gives the empty column."""
        np = self.np
        different, back = np.unique(keys, return_inverse=True)
        land = self.setup.nodes.land
        return np.array([land(key) for key in different.tolist()], np.int32)[back.reshape(keys.shape)]

    def _moves(self) -> tuple[Array, Array, Array, Array]:
        """Every move between columns worth a look: the place of the position, source, target and number of cards."""
        np, setup, tables, states = self.np, self.setup, self.tables, self.states
        width = setup.width
        top = tables.top[states]
        rank = (top & 15).astype(np.int8)
        run = tables.run[states].astype(np.int8)
        longest = run if setup.moves_runs else np.minimum(run, 1)
        count = rank[:, None, :] - rank[:, :, None]
        legal = (count > 0) & (count <= longest[:, :, None])
        if not setup.any_suit:
            legal &= (top >> 4)[:, None, :] == (top >> 4)[:, :, None]
        flat = np.flatnonzero(legal)
        counts = count.ravel()[flat].astype(np.int64)
        state, pair = np.divmod(flat, width * width)
        source, target = np.divmod(pair, width)
        # one empty column is like another; a column that would only change places stays
        empty = states == EMPTY
        where = np.flatnonzero(empty.any(axis=1))
        if len(where):
            first = empty[where].argmax(axis=1)
            number = np.arange(1, setup.ranks + 1, dtype=np.int64)
            size = tables.size[states[where]]
            fits = longest[where][:, :, None] >= number
            fits &= size[:, :, None] > number
            if not setup.any_head:
                fits &= (rank[where][:, :, None] + number - 1) == setup.ranks
            place, column, extra = np.nonzero(fits)
            state = np.concatenate((state, where[place]))
            source = np.concatenate((source, column))
            target = np.concatenate((target, first[place]))
            counts = np.concatenate((counts, extra + 1))
        return state, source, target, counts

    def _deals(self) -> tuple[Array, Array, Array] | None:
        """The positions that may deal, with the score after it and what it adds to the hash; ``None`` if none may."""
        np, setup, tables, states = self.np, self.setup, self.tables, self.states
        may = self.dealt < len(setup.rows)
        if setup.needs_full:
            may &= states.all(axis=1)
        where = np.flatnonzero(may)
        if not len(where):
            return None
        columns = states[where]
        cards = self.rows[self.dealt[where]]
        weights = setup.nodes.weights
        top = tables.top[columns]
        run = tables.run[columns].astype(np.int64)
        joins = top == cards + 1
        follows = ((top - cards) & 15) == 1
        gain = np.where(
            joins,
            -weights.run * (2 * run + 1),
            np.where(columns == EMPTY, weights.used, np.where(follows, weights.mixed, weights.gap))
            - weights.run,
        )
        gained = self.powers[tables.size[columns]] * self.runs[cards, 1]
        if setup.nodes.removes:
            leaves = joins & (run + 1 == setup.ranks)
            place, column = np.nonzero(leaves)
            gone = columns[place, column]
            bare = tables.after[gone, setup.ranks - 1]
            gain[place, column] = tables.cost[bare] - tables.cost[gone] - weights.finished
            gained[place, column] = tables.hash[bare] - tables.hash[gone]
        gain = np.where(cards == 0, 0, gain)
        gained = np.where(cards == 0, np.uint64(0), gained)
        value = (gained * self.places).sum(axis=1, dtype=np.uint64) + np.uint64(DEAL_HASH)
        return where, self.score[where] + gain.sum(axis=1), value
