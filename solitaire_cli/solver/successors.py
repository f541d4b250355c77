"""All steps of one kind from all positions of a layer, as arrays: the moves, the removals of runs, the deals.

Each group prices every step it holds. It hashes and builds only those that it is asked for, by their places in the
group: most steps lead to positions too dear to keep.
"""

from __future__ import annotations

from solitaire_cli.solver.arrays import Array, Layer, Tables
from solitaire_cli.solver.column_table import DEAL_HASH, EMPTY
from solitaire_cli.solver.step_codes import DEAL_CODE, FOUNDATION_TARGET


class Group:
    """Steps of one kind: ``owner`` is the place of its position in the layer, ``dealt`` and ``score`` come after it."""

    def __init__(self, tables: Tables, layer: Layer) -> None:
        self.np = tables.np
        self.tables = tables
        self.layer = layer
        self.owner: Array = None
        self.dealt: Array = None
        self.score: Array = None

    def hashes(self, at: Array) -> Array:
        """The hashes of the positions after the steps ``at``."""
        raise NotImplementedError

    def build(self, at: Array, made: Array) -> Array:
        """The codes of the steps ``at``; their positions, copied to the rows of ``made``, are changed there."""
        raise NotImplementedError


class Moves(Group):
    """The moves between columns: one onto each card that takes a run, and each run to the first empty column."""

    def __init__(self, tables: Tables, layer: Layer) -> None:
        super().__init__(tables, layer)
        np, columns, weights = self.np, layer.columns, tables.weights
        state, self.source, self.target, self.count = self._found()
        self.owner = state
        self.dealt = layer.dealt[state]
        self.taken = columns[state, self.source]
        self.onto = columns[state, self.target]
        self.rest = tables.after[self.taken, self.count]
        self.head = tables.top[self.taken].astype(np.int64) + self.count - 1
        joins = tables.top[self.onto] == self.head + 1
        run = tables.run[self.onto].astype(np.int64)
        square = weights.run * self.count * self.count
        apart = np.where(self.onto == EMPTY, weights.used, weights.mixed)
        gain = np.where(joins, -2 * weights.run * run * self.count, apart) - square
        # a run that leaves by itself uncovers what lay under it
        self.leaving = joins & (run + self.count == tables.nodes.ranks) & tables.nodes.removes
        where = np.flatnonzero(self.leaving)
        gone = self.onto[where]
        gain[where] = tables.cost[tables.after[gone, run[where]]] - tables.cost[gone] - weights.finished
        self.score = layer.score[state] + tables.cost[self.rest] - tables.cost[self.taken] + gain

    def _found(self) -> tuple[Array, Array, Array, Array]:
        """The place of the position, the source, the target and the number of cards."""
        np, tables, setup = self.np, self.tables, self.tables.setup
        columns = self.layer.columns
        top = tables.top[columns]
        rank = (top & 15).astype(np.int8)
        run = tables.run[columns].astype(np.int8)
        longest = run if setup.moves_runs else np.minimum(run, 1)
        # [position, source, target]: the one count that fits the ranks
        count = rank[:, None, :] - rank[:, :, None]
        legal = (count > 0) & (count <= longest[:, :, None])
        if not setup.any_suit:
            legal &= (top >> 4)[:, None, :] == (top >> 4)[:, :, None]
        flat = np.flatnonzero(legal)
        state, pair = np.divmod(flat, setup.width * setup.width)
        source, target = np.divmod(pair, setup.width)
        counts = count.ravel()[flat].astype(np.int64)
        empty = columns == EMPTY
        where = np.flatnonzero(empty.any(axis=1))
        if not len(where):
            return state, source, target, counts
        # one empty column is like another; a column that would only change places stays
        first = empty[where].argmax(axis=1)
        number = np.arange(1, setup.ranks + 1, dtype=np.int64)
        fits = longest[where][:, :, None] >= number
        fits &= tables.size[columns[where]][:, :, None] > number
        if not setup.any_head:
            fits &= (rank[where][:, :, None] + number - 1) == setup.ranks
        place, column, extra = np.nonzero(fits)
        return (
            np.concatenate((state, where[place])),
            np.concatenate((source, column)),
            np.concatenate((target, first[place])),
            np.concatenate((counts, extra + 1)),
        )

    def hashes(self, at: Array) -> Array:
        """See :class:`Group`."""
        tables = self.tables
        owner, onto, taken = self.owner[at], self.onto[at], self.taken[at]
        value = self.layer.hashes[owner]
        places = tables.places[self.dealt[at]]
        index = self.np.arange(len(at))
        runs = tables.runs[self.head[at], self.count[at]]
        landed = tables.mix(tables.hash[onto] + tables.powers[tables.size[onto]] * runs)
        leaving = self.leaving[at]
        gone = onto[leaving]
        landed[leaving] = tables.mixed[tables.after[gone, tables.run[gone]]]
        value += places[index, self.source[at]] * (tables.mixed[self.rest[at]] - tables.mixed[taken])
        value += places[index, self.target[at]] * (landed - tables.mixed[onto])
        return value

    def build(self, at: Array, made: Array) -> Array:
        """See :class:`Group`."""
        np = self.np
        source, target, count = self.source[at], self.target[at], self.count[at]
        index = np.arange(len(at))
        made[index, source] = self.rest[at]
        keys = self.onto[at].astype(np.int64) << 10 | self.head[at] << 4 | count
        made[index, target] = self.tables.land(keys)
        return source << 16 | target << 8 | count


class Removals(Group):
    """The complete runs that leave when the player says so."""

    def __init__(self, tables: Tables, layer: Layer) -> None:
        super().__init__(tables, layer)
        ranks = tables.nodes.ranks
        self.owner, self.column = self.np.nonzero(tables.run[layer.columns] == ranks)
        self.dealt = layer.dealt[self.owner]
        self.whole = layer.columns[self.owner, self.column]
        self.bare = tables.after[self.whole, ranks]
        gain = tables.cost[self.bare] - tables.cost[self.whole] - tables.weights.finished
        self.score = layer.score[self.owner] + gain

    def hashes(self, at: Array) -> Array:
        """See :class:`Group`."""
        mixed = self.tables.mixed
        places = self.tables.places[self.dealt[at], self.column[at]]
        change = mixed[self.bare[at]] - mixed[self.whole[at]]
        return self.layer.hashes[self.owner[at]] + places * change

    def build(self, at: Array, made: Array) -> Array:
        """See :class:`Group`."""
        made[self.np.arange(len(at)), self.column[at]] = self.bare[at]
        return self.column[at] << 16 | FOUNDATION_TARGET << 8


class Deals(Group):
    """The deals from the stock."""

    def __init__(self, tables: Tables, layer: Layer) -> None:
        super().__init__(tables, layer)
        np, setup, weights = self.np, tables.setup, tables.weights
        may = layer.dealt < len(setup.rows)
        if setup.needs_full:
            may &= layer.columns.all(axis=1)
        self.owner = np.flatnonzero(may)
        columns = layer.columns[self.owner]
        self.cards = cards = tables.rows[layer.dealt[self.owner]]
        self.dealt = layer.dealt[self.owner] + 1
        top = tables.top[columns]
        run = tables.run[columns].astype(np.int64)
        joins = top == cards + 1
        follows = ((top - cards) & 15) == 1
        apart = np.where(columns == EMPTY, weights.used, np.where(follows, weights.mixed, weights.gap))
        gain = np.where(joins, -2 * weights.run * run, apart) - weights.run
        runs = tables.runs[cards, 1]
        landed = tables.mix(tables.hash[columns] + tables.powers[tables.size[columns]] * runs)
        leaving = joins & (run + 1 == setup.ranks) & setup.nodes.removes
        gone = columns[leaving]
        bare = tables.after[gone, setup.ranks - 1]
        gain[leaving] = tables.cost[bare] - tables.cost[gone] - weights.finished
        landed[leaving] = tables.mixed[bare]
        self.score = layer.score[self.owner] + np.where(cards == 0, 0, gain).sum(axis=1)
        landed = np.where(cards == 0, tables.mixed[columns], landed)
        self.values = (landed * tables.places[self.dealt]).sum(axis=1, dtype=np.uint64)
        self.values += self.dealt.astype(np.uint64) * np.uint64(DEAL_HASH) + np.uint64(1)

    def hashes(self, at: Array) -> Array:
        """See :class:`Group`."""
        return self.values[at]

    def build(self, at: Array, made: Array) -> Array:
        """See :class:`Group`."""
        np = self.np
        cards = self.cards[at].astype(np.int64)
        keys = made.astype(np.int64) << 10 | cards << 4 | (cards > 0)
        made[:] = self.tables.land(keys)
        return np.full(len(at), DEAL_CODE, np.int64)
