"""The table of columns as arrays of numpy, and a layer of positions over it."""

from __future__ import annotations

from importlib import import_module
from typing import Any, NamedTuple

from solitaire_cli.solver.column_table import MIXER, POWERS, RUN_HASH, Setup, Weights

Array = Any
"""An array of numpy, which need not be installed to check the types."""


class Layer(NamedTuple):
    """Positions after the same number of steps, row by row.

    ``columns`` are node numbers (positions by columns, int32), ``dealt`` the number of deals taken, ``score`` the
    price (int64), ``hashes`` the hash (uint64).
    """

    columns: Array
    dealt: Array
    score: Array
    hashes: Array


class Tables:
    """The lists of a node table as arrays, kept in step with it; what belongs to the deal and the prices too.

    The names are those of :class:`~solitaire_cli.solver.column_table.Nodes`. ``cost`` is the price of a column;
    ``rows`` are the cards of each deal (0 where the last one is short), ``places`` the factors of hashes of columns.
    """

    _LISTS = ("top", "run", "size", "down", "gaps", "mixes", "squares", "hash", "mixed", "after")

    def __init__(self, setup: Setup) -> None:
        self.np = np = import_module("numpy")
        self.setup = setup
        self.nodes = setup.nodes
        self.weights = Weights()
        self.filled = 0
        self.room = 0
        self.powers = np.array(POWERS, np.uint64)
        self.runs = np.array(RUN_HASH, np.uint64)
        self.rows = np.zeros((len(setup.rows) + 1, setup.width), np.int32)
        for number, row in enumerate(setup.rows):
            self.rows[number, : len(row)] = row
        places = [setup.places(dealt)[: setup.width] for dealt in range(len(setup.rows) + 1)]
        self.places = np.array(places, np.uint64)
        self.top: Array = np.zeros(0, np.int16)
        self.run: Array = np.zeros(0, np.int16)
        self.size: Array = np.zeros(0, np.int16)
        self.down: Array = np.zeros(0, np.int64)
        self.gaps: Array = np.zeros(0, np.int64)
        self.mixes: Array = np.zeros(0, np.int64)
        self.squares: Array = np.zeros(0, np.int64)
        self.cost: Array = np.zeros(0, np.int64)
        self.hash: Array = np.zeros(0, np.uint64)
        self.mixed: Array = np.zeros(0, np.uint64)
        self.after: Array = np.zeros((0, setup.ranks + 1), np.int32)

    def sync(self) -> None:
        """Take over the nodes that came since."""
        count = len(self.nodes)
        if count == self.filled:
            return
        if count > self.room:
            self.room = max(8192, 2 * count)
            for name in (*self._LISTS, "cost"):
                old = getattr(self, name)
                new = self.np.zeros((self.room, *old.shape[1:]), old.dtype)
                new[: self.filled] = old[: self.filled]
                setattr(self, name, new)
        new = slice(self.filled, count)
        for name in self._LISTS:
            getattr(self, name)[new] = getattr(self.nodes, name)[new]
        self._price(new)
        self.filled = count

    def price(self, weights: Weights) -> None:
        """Set the prices."""
        self.weights = weights
        self.sync()
        self._price(slice(0, self.filled))

    def _price(self, part: slice) -> None:
        weights = self.weights
        self.cost[part] = (
            weights.hidden * self.down[part]
            + weights.gap * self.gaps[part]
            + weights.mixed * self.mixes[part]
            + weights.used * (self.size[part] > 0)
            - weights.run * self.squares[part]
        )

    def mix(self, value: Array) -> Array:
        """What :func:`solitaire_cli.solver.column_table.mix` makes of each number; ``value`` itself changes."""
        np = self.np
        value ^= value >> np.uint64(29)
        value *= np.uint64(MIXER)
        value ^= value >> np.uint64(32)
        return value

    def land(self, keys: Array) -> Array:
        """The nodes that come of landings, by their keys."""
        np = self.np
        different, back = np.unique(keys, return_inverse=True)
        land = self.nodes.land
        return np.array([land(key) for key in different.tolist()], np.int32)[back.reshape(keys.shape)]
