"""All steps of one kind from all positions of a layer, as arrays: the moves, the removals of runs, the deals.

Each group prices every step it holds. It hashes and builds only those that it is asked for, by their places in the
group: most steps lead to positions too dear to keep.
"""

from __future__ import annotations

import numpy as np

from solitaire_cli.solver.column_table import EMPTY, Array, landing_key
from solitaire_cli.solver.state_space import DEAL_HASH, Layer, StateSpace
from solitaire_cli.solver.step_codes import DEAL_CODE, FOUNDATION_TARGET, encode


class Group:
    """Steps of one kind.

    ``owner`` is the place in the layer of the position that each is taken from; ``dealt`` and ``score`` are those of
    the position that it leads to.
    """

    owner: Array
    dealt: Array
    score: Array

    def __init__(self, space: StateSpace, layer: Layer) -> None:
        self.space = space
        self.table = space.table
        self.layer = layer

    def hash(self, at: Array) -> Array:
        """Return the hashes of the positions after the steps ``at``."""
        raise NotImplementedError

    def build(self, at: Array, made: Array) -> Array:
        """Return the codes of the steps ``at``; their positions, copied to the rows of ``made``, are changed there."""
        raise NotImplementedError


class Moves(Group):
    """The moves between columns: one onto each card that takes a run, and each run to the first empty column."""

    def __init__(self, space: StateSpace, layer: Layer) -> None:
        super().__init__(space, layer)
        table, columns = self.table, layer.columns
        self.owner, self.source, self.target, self.count = self._find()
        self.dealt = layer.dealt[self.owner]
        self.taken = columns[self.owner, self.source]
        self.onto = columns[self.owner, self.target]
        self.rest = table.after[self.taken, self.count]
        self.head = table.top[self.taken].astype(np.int64) + self.count - 1
        self.leaving = table.find_leaving(self.onto, self.head, self.count)
        gain = table.price_landing(self.onto, self.head, self.count, table.weights.mixed, self.leaving)
        self.score = layer.score[self.owner] + table.cost[self.rest] - table.cost[self.taken] + gain

    def _find(self) -> list[Array]:
        """Return the place of the position, the source, the target and the number of cards of each move."""
        space, table, columns = self.space, self.table, self.layer.columns
        top = table.top[columns]
        rank = (top & 15).astype(np.int8)
        run = table.run[columns].astype(np.int8)
        longest = run if space.moves_runs else np.minimum(run, 1)
        # [position, source, target]: the one count that fits the ranks
        count = rank[:, None, :] - rank[:, :, None]
        legal = (count > 0) & (count <= longest[:, :, None])
        if not space.any_suit:
            legal &= (top >> 4)[:, None, :] == (top >> 4)[:, :, None]
        flat = np.flatnonzero(legal)
        owner, pair = np.divmod(flat, space.width * space.width)
        source, target = np.divmod(pair, space.width)
        counts = count.ravel()[flat].astype(np.int64)
        empty = columns == EMPTY
        where = np.flatnonzero(empty.any(axis=1))
        if not len(where):
            return [owner, source, target, counts]
        # one empty column is like another; a column that would only change places stays
        first = empty[where].argmax(axis=1)
        number = np.arange(1, space.ranks + 1, dtype=np.int64)
        fits = longest[where][:, :, None] >= number
        fits &= table.size[columns[where]][:, :, None] > number
        if not space.any_head:
            fits &= (rank[where][:, :, None] + number - 1) == space.ranks
        place, column, extra = np.nonzero(fits)
        to_empty = where[place], column, first[place], extra + 1
        return [np.concatenate(parts) for parts in zip((owner, source, target, counts), to_empty)]

    def hash(self, at: Array) -> Array:
        table, dealt = self.table, self.dealt[at]
        onto, taken = self.onto[at], self.taken[at]
        landed = table.hash_landing(onto, self.head[at], self.count[at], self.leaving[at])
        value = self.layer.hashes[self.owner[at]]
        value += self.space.factors[dealt, self.source[at]] * (table.mixed[self.rest[at]] - table.mixed[taken])
        value += self.space.factors[dealt, self.target[at]] * (landed - table.mixed[onto])
        return value

    def build(self, at: Array, made: Array) -> Array:
        index, count = np.arange(len(at)), self.count[at]
        made[index, self.source[at]] = self.rest[at]
        keys = landing_key(self.onto[at].astype(np.int64), self.head[at], count)
        made[index, self.target[at]] = self.table.land_all(keys)
        codes: Array = encode(self.source[at], self.target[at], count)
        return codes


class Removals(Group):
    """The complete runs that leave when the player says so."""

    def __init__(self, space: StateSpace, layer: Layer) -> None:
        super().__init__(space, layer)
        table = self.table
        self.owner, self.column = np.nonzero(table.run[layer.columns] == space.ranks)
        self.dealt = layer.dealt[self.owner]
        self.whole = layer.columns[self.owner, self.column]
        self.bare = table.after[self.whole, space.ranks]
        self.score = layer.score[self.owner] + table.cost[self.bare] - table.cost[self.whole] - table.weights.finished

    def hash(self, at: Array) -> Array:
        mixed = self.table.mixed
        value = self.layer.hashes[self.owner[at]]
        value += self.space.factors[self.dealt[at], self.column[at]] * (mixed[self.bare[at]] - mixed[self.whole[at]])
        return value

    def build(self, at: Array, made: Array) -> Array:
        made[np.arange(len(at)), self.column[at]] = self.bare[at]
        codes: Array = encode(self.column[at], FOUNDATION_TARGET)
        return codes


class Deals(Group):
    """The deals from the stock."""

    def __init__(self, space: StateSpace, layer: Layer) -> None:
        super().__init__(space, layer)
        table, weights = self.table, self.table.weights
        can_deal = layer.dealt < len(space.deals)
        if space.needs_full:
            can_deal &= layer.columns.all(axis=1)
        self.owner = np.flatnonzero(can_deal)
        self.dealt = layer.dealt[self.owner] + 1
        self.cards = space.dealt_cards[layer.dealt[self.owner]]
        self.onto = layer.columns[self.owner]
        self.leaving = table.find_leaving(self.onto, self.cards, 1)
        follows = ((table.top[self.onto] - self.cards) & 15) == 1
        apart = np.where(follows, weights.mixed, weights.gap)
        gain = table.price_landing(self.onto, self.cards, 1, apart, self.leaving)
        self.score = layer.score[self.owner] + np.where(self.cards == 0, 0, gain).sum(axis=1)

    def hash(self, at: Array) -> Array:
        cards, dealt, onto = self.cards[at], self.dealt[at], self.onto[at]
        landed = self.table.hash_landing(onto, cards, 1, self.leaving[at])
        landed = np.where(cards == 0, self.table.mixed[onto], landed)
        value: Array = (landed * self.space.factors[dealt]).sum(axis=1, dtype=np.uint64)
        value += dealt.astype(np.uint64) * np.uint64(DEAL_HASH) + np.uint64(1)
        return value

    def build(self, at: Array, made: Array) -> Array:
        cards = self.cards[at].astype(np.int64)
        made[:] = self.table.land_all(landing_key(made.astype(np.int64), cards, cards > 0))
        return np.full(len(at), DEAL_CODE, np.int64)
