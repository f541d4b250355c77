"""Columns as small numbers: each different column has an id, is met once and measured once.

A search of a game of runs meets millions of positions and only some ten thousand different columns. A
position is therefore a row of ids; what a search asks about a column (its playable card, the run that ends
in it, what is left when cards go) is looked up. All measures are integers, so they are the same everywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solitaire_cli.core.cards import RANK_MASK

Array = NDArray[Any]

EMPTY = 0  # the id of the empty column
WORD = (1 << 64) - 1
_DEPTHS = 1024  # no column has more cards


def random_words(seed: int, count: int) -> list[int]:
    """Return ``count`` words of 64 bits from the generator splitmix64 (Steele, Lea, Flood 2014)."""
    words = []
    for number in range(1, count + 1):
        word = (seed + number * 0x9E3779B97F4A7C15) & WORD
        word = ((word ^ word >> 30) * 0xBF58476D1CE4E5B9) & WORD
        word = ((word ^ word >> 27) * 0x94D049BB133111EB) & WORD
        words.append(word ^ word >> 31)
    return words


_CARD_HASH = random_words(1, 64)
_DOWN_HASH = [0, *random_words(2, _DEPTHS)]
_BASE = random_words(4, 1)[0] | 1
_POWERS = [pow(_BASE, depth, 1 << 64) for depth in range(_DEPTHS)]
_POWER_ARRAY = np.array(_POWERS, np.uint64)
# by the head of a run and its length: what it adds to a column's hash, times a power
_RUN_HASH: Array = np.zeros((64, 16), np.uint64)
_RUN_CARDS = np.maximum(np.arange(64)[:, None] - np.arange(15), 0)
np.cumsum(np.array(_CARD_HASH, np.uint64)[_RUN_CARDS] * _POWER_ARRAY[:15], axis=1, out=_RUN_HASH[:, 1:])


class Weights(NamedTuple):
    """What a position costs, in eighths of a point; less is better.

    ``hidden`` is the price of a face-down card, ``gap`` of two face-up neighbours whose ranks do not follow, ``mixed``
    of two that follow in different suits, ``used`` of a column that is not empty. A run of n cards in suit earns n
    times n times ``run``, a finished run ``finished``.
    """

    hidden: int = 112
    gap: int = 88
    mixed: int = 80
    used: int = 64
    finished: int = 160
    run: int = 1


class Column(NamedTuple):
    """The measures of a column.

    ``after[count]`` is the column that ``count`` cards of the run have left, the card below turned up. ``top`` is the
    playable card, ``run`` the length of the run in suit that ends in it, ``size`` the number of cards, ``down`` of
    face-down ones. ``gaps``, ``mixes`` and ``squares`` are what :class:`Weights` has a price for: neighbours that do
    not follow, that follow in different suits, and the squares of the lengths of the runs. ``hash`` has 64 bits.
    """

    after: tuple[int, ...]
    top: int
    run: int
    size: int
    down: int
    gaps: int
    mixes: int
    squares: int
    hash: int


class ColumnTable:
    """The columns that were met, by their ids, and the same as an array for each field of :class:`Column`.

    ``cost`` is the price of a column with the weights of :meth:`set_weights`; ``mixed`` is a hash of its hash, 0 for
    the empty column: sums of these tell apart columns that swap cards. A complete run leaves by itself if ``removes``.
    """

    def __init__(self, ranks: int, removes: bool) -> None:
        self.ranks = ranks
        self.removes = removes
        self.columns = [Column((EMPTY,) * (ranks + 1), *[0] * 8)]
        self.land: Callable[[int], int] = cache(self._land)
        self._push: Callable[[int, int], int] = cache(self._add_pushed)
        self._uncover: Callable[[int, int], int] = cache(self._add_uncovered)
        self.weights = Weights()
        self._filled = 0
        self.top, self.run, self.size = [np.zeros(0, np.int16)] * 3
        self.down, self.gaps, self.mixes, self.squares, self.cost = [np.zeros(0, np.int64)] * 5
        self.hash, self.mixed = [np.zeros(0, np.uint64)] * 2
        self.after = np.zeros((0, ranks + 1), np.int32)

    def find(self, cards: list[int], down: int) -> int:
        """Return the id of a column of which the first ``down`` cards lie face down."""
        column = EMPTY
        for place, card in enumerate(cards):
            column = (self._push if place > down else self._uncover)(column, card)
        return column

    def _add_uncovered(self, left: int, card: int) -> int:
        """Add a column of ``card`` alone on the cards of ``left``, face down, and return its id."""
        below = self.columns[left]
        value = below.hash - _DOWN_HASH[below.down] + _DOWN_HASH[below.size] + _CARD_HASH[card] * _POWERS[below.size]
        return self._add(left, card, 1, below.size + 1, below.size, 0, 0, 1, value & WORD)

    def _add_pushed(self, left: int, card: int) -> int:
        """Add a column of ``card`` on ``left``, and return its id; a complete run stays."""
        if left == EMPTY:
            return self._uncover(left, card)
        _, top, run, size, down, gaps, mixes, squares, value = self.columns[left]
        run = run + 1 if top == card + 1 else 1
        if (top - card) & RANK_MASK != 1:
            gaps += 1
        elif run == 1:
            mixes += 1
        value += _CARD_HASH[card] * _POWERS[size]
        return self._add(left, card, run, size + 1, down, gaps, mixes, squares + 2 * run - 1, value & WORD)

    def _add(self, left: int, *measures: int) -> int:
        column = len(self.columns)
        after = (column, left, *self.columns[left].after[1 : self.ranks])
        self.columns.append(Column(after, *measures))
        return column

    def _land(self, key: int) -> int:
        """Return what becomes of a column when a run lands on it, by their :func:`landing_key`."""
        column, head, count = key >> 10, key >> 4 & 63, key & 15
        for card in range(head, head - count, -1):
            column = self._push(column, card)
        found = self.columns[column]
        return found.after[self.ranks] if self.removes and found.run == self.ranks else column

    def land_all(self, keys: Array) -> Array:
        """Return what :meth:`land` does for each key."""
        different, back = np.unique(keys, return_inverse=True)
        return np.array([self.land(key) for key in different.tolist()], np.int32)[back.reshape(keys.shape)]

    def set_weights(self, weights: Weights) -> None:
        """Price all columns."""
        self.weights = weights
        self.sync()
        self._price(slice(0, self._filled))

    def sync(self) -> None:
        """Bring the arrays up to date with the columns that were met since."""
        count = len(self.columns)
        if count == self._filled:
            return
        if count > len(self.top):
            for name in (*Column._fields, "mixed", "cost"):
                old = getattr(self, name)
                room = np.zeros((count + 8192, *old.shape[1:]), old.dtype)
                setattr(self, name, np.concatenate((old, room)))
        new = slice(self._filled, count)
        for name, values in zip(Column._fields, zip(*self.columns[new])):
            getattr(self, name)[new] = values
        self.mixed[new] = _mix(self.hash[new].copy())
        self._price(new)
        self._filled = count

    def _price(self, part: slice) -> None:
        weights = self.weights
        self.cost[part] = (
            weights.hidden * self.down[part]
            + weights.gap * self.gaps[part]
            + weights.mixed * self.mixes[part]
            + weights.used * (self.size[part] > 0)
            - weights.run * self.squares[part]
        )

    def find_leaving(self, onto: Array, head: Array, count: Array | int) -> Array:
        """Return for each run whether it leaves by itself as soon as it lands."""
        complete: Array = (self.top[onto] == head + 1) & (self.run[onto] + count == self.ranks)
        return complete & self.removes

    def price_landing(self, onto: Array, head: Array, count: Array | int, apart: Array | int, leaving: Array) -> Array:
        """Return what the prices of columns gain when runs land on them.

        ``apart`` is the price of two neighbours in different runs. A run that leaves uncovers what lay under it.
        """
        weights = self.weights
        run = self.run[onto].astype(np.int64)
        joined = -2 * weights.run * run * count
        gain: Array = np.where(self.top[onto] == head + 1, joined, np.where(onto == EMPTY, weights.used, apart))
        gain -= weights.run * count * count
        gone = onto[leaving]
        gain[leaving] = self.cost[self.after[gone, run[leaving]]] - self.cost[gone] - weights.finished
        return gain

    def hash_landing(self, onto: Array, head: Array, count: Array | int, leaving: Array) -> Array:
        """Return the mixed hashes of columns after runs have landed on them."""
        mixed: Array = _mix(self.hash[onto] + _POWER_ARRAY[self.size[onto]] * _RUN_HASH[head, count])
        gone = onto[leaving]
        mixed[leaving] = self.mixed[self.after[gone, self.run[gone]]]
        return mixed


def landing_key(onto: Any, head: Any, count: Any) -> Any:
    """Return the keys of :meth:`ColumnTable.land`, as numbers or arrays, for runs of ``count`` cards below ``head``."""
    return onto << 10 | head << 4 | count


def _mix(value: Array) -> Array:
    """Return a hash of each number, 0 of 0; ``value`` itself changes."""
    value ^= value >> np.uint64(29)
    value *= np.uint64(0xBF58476D1CE4E5B9)
    value ^= value >> np.uint64(32)
    return value
