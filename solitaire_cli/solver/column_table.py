"""Columns as small numbers: each different column is a node of one table, met once and measured once.

A search of a game of runs meets millions of positions and only some ten thousand different columns. A
position is therefore a row of node numbers; what a search asks about a column (its playable card, the run that ends
in it, what is left when cards go) is looked up. All measures are integers, so they are the same everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

from solitaire_cli.core.cards import RANK_MASK
from solitaire_cli.core.position import Position

EMPTY = 0
"""The node of the empty column."""

WORD = (1 << 64) - 1
DEPTHS = 1024  # no column has more cards


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


def mix(value: int) -> int:
    """A hash of a column's hash: sums of these tell apart columns that swap cards. Of 0 it is 0."""
    value = (value ^ value >> 29) * MIXER & WORD
    return value ^ value >> 32


def _stream(seed: int, count: int) -> list[int]:
    """``count`` words of 64 bits from the generator splitmix64 (Steele, Lea, Flood 2014)."""
    words = []
    for _ in range(count):
        seed = (seed + 0x9E3779B97F4A7C15) & WORD
        word = seed
        word = ((word ^ word >> 30) * 0xBF58476D1CE4E5B9) & WORD
        word = ((word ^ word >> 27) * 0x94D049BB133111EB) & WORD
        words.append(word ^ word >> 31)
    return words


CARD_HASH = _stream(1, 64)
DOWN_HASH = [0, *_stream(2, DEPTHS)]
PLACE_HASH = [word | 1 for word in _stream(3, 128)]  # one for each column of a game
ALIKE = [1] * len(PLACE_HASH)
_BASE = _stream(4, 1)[0] | 1
POWERS = [pow(_BASE, depth, 1 << 64) for depth in range(DEPTHS)]
DEAL_HASH = _stream(5, 1)[0]
MIXER = 0xBF58476D1CE4E5B9
SPREAD = 0x9E3779B97F4A7C15
"""A hash times this has its best bits at the top."""

SLACK = 3
"""Of the steps of a layer so many times the cap are hashed: most of them repeat a position."""

RUN_HASH = [[0] * 16 for _ in range(64)]
"""``RUN_HASH[head][count]``: what a run of ``count`` cards adds to a column's hash, times a power."""

for _head in range(64):
    for _count in range(1, 16):
        _card = max(_head - _count + 1, 0)
        RUN_HASH[_head][_count] = (RUN_HASH[_head][_count - 1] + CARD_HASH[_card] * POWERS[_count - 1]) & WORD


class Nodes:
    """The table of columns; a node's number is its place in every list.

    ``top`` is the playable card, ``run`` the length of the run in suit that ends in it, ``size`` the number of
    cards, ``down`` of face-down ones. ``gaps``, ``mixes`` and ``squares`` are what :class:`Weights` has a price for:
    neighbours that do not follow, that follow in different suits, and the squares of the lengths of the runs.
    ``hash`` is a word of 64 bits and ``mixed`` its :func:`mix`.
    ``after[node][count]`` is the column that ``count`` cards of the run have left, the card below turned up.
    """

    def __init__(self, ranks: int, removes: bool) -> None:
        self.ranks = ranks
        self.removes = removes
        self.top = [0]
        self.run = [0]
        self.size = [0]
        self.down = [0]
        self.gaps = [0]
        self.mixes = [0]
        self.squares = [0]
        self.hash = [0]
        self.mixed = [0]
        self.after: list[list[int]] = [[EMPTY] * (ranks + 1)]
        self._pushed: dict[int, int] = {}
        self._uncovered: dict[tuple[int, ...], int] = {}
        self._landed: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self.top)

    def column(self, cards: list[int], down: int) -> int:
        """The node of a column of which the first ``down`` cards lie face down."""
        if not cards:
            return EMPTY
        node = self._first(tuple(cards[: down + 1]))
        for card in cards[down + 1 :]:
            node = self.push(node, card)
        return node

    def _first(self, cards: tuple[int, ...]) -> int:
        """The column ``cards`` of which only the last lies face up."""
        node = self._uncovered.get(cards)
        if node is None:
            down = len(cards) - 1
            left = self._first(cards[:-1]) if down else EMPTY
            value = DOWN_HASH[down]
            for depth, card in enumerate(cards):
                value += CARD_HASH[card] * POWERS[depth]
            node = self._add(cards[-1], 1, down + 1, down, value & WORD, left)
            self.gaps.append(0)
            self.mixes.append(0)
            self.squares.append(1)
            self._uncovered[cards] = node
        return node

    def push(self, node: int, card: int) -> int:
        """The column ``node`` with ``card`` on it; a complete run stays."""
        if node == EMPTY:
            return self._first((card,))
        key = node << 6 | card
        found = self._pushed.get(key)
        if found is None:
            top = self.top[node]
            run = self.run[node] + 1 if top == card + 1 else 1
            follows = (top - card) & RANK_MASK == 1
            size = self.size[node]
            value = (self.hash[node] + CARD_HASH[card] * POWERS[size]) & WORD
            found = self._add(card, run, size + 1, self.down[node], value, node)
            self.gaps.append(self.gaps[node] + (not follows))
            self.mixes.append(self.mixes[node] + (follows and run == 1))
            self.squares.append(self.squares[node] + 2 * run - 1)
            self._pushed[key] = found
        return found

    def _add(self, top: int, run: int, size: int, down: int, value: int, left: int) -> int:
        node = len(self.top)
        self.top.append(top)
        self.run.append(run)
        self.size.append(size)
        self.down.append(down)
        self.hash.append(value)
        self.mixed.append(mix(value))
        self.after.append([node, left, *self.after[left][1 : self.ranks]])
        return node

    def cost(self, node: int, weights: Weights) -> int:
        """The price of a column."""
        return (
            weights.hidden * self.down[node]
            + weights.gap * self.gaps[node]
            + weights.mixed * self.mixes[node]
            + weights.used * (node != EMPTY)
            - weights.run * self.squares[node]
        )

    def land(self, key: int) -> int:
        """What becomes of a column when a run comes to lie on it, by the :func:`landing` of both.

        A complete run leaves, where it leaves by itself.
        """
        found = self._landed.get(key)
        if found is None:
            node, head, count = key >> 10, key >> 4 & 63, key & 15
            found = node
            for card in range(head, head - count, -1):
                found = self.push(found, card)
            if self.removes and self.run[found] == self.ranks:
                found = self.after[found][self.ranks]
            self._landed[key] = found
        return found


class Setup:
    """A position to search from, as node numbers: the rules that a search of runs asks for and the deals to come.

    ``start`` are the nodes of the columns, ``rows`` the cards of each deal that is left. ``budget`` is how many
    layers of steps a search looks at.
    """

    def __init__(self, position: Position) -> None:
        rules = position.rules
        self.ranks = rules.ranks
        self.any_suit = rules.build == "any-suit"
        self.moves_runs = rules.unit == "run"
        self.any_head = rules.empty == "any"
        self.needs_full = rules.stock == "no-empty-column"
        self.by_move = rules.removal == "by-move"
        self.width = len(position.columns)
        self.nodes = Nodes(rules.ranks, rules.removal == "automatic")
        self.start = tuple(self.nodes.column(*column) for column in zip(position.columns, position.down))
        stock = position.stock_left
        self.rows = [stock[place : place + self.width] for place in range(0, len(stock), self.width)]
        cards = len(stock) + sum(map(len, position.columns))
        self.budget = 40 + 2 * cards

    def hash(self, columns: Sequence[int], dealt: int) -> int:
        """The hash of a position by the nodes of its columns and the number of deals taken.

        Without stock the places of the columns do not matter, and all their orders have one hash. It is never 0
        but by chance: that stands for a place of the table of positions that nothing has used.
        """
        value = 1 + dealt * DEAL_HASH
        for node, place in zip(columns, self.places(dealt)):
            value += self.nodes.mixed[node] * place
        return value & WORD

    def places(self, dealt: int) -> list[int]:
        """What the hash of each column is multiplied by: without stock, the same for all."""
        return PLACE_HASH if dealt < len(self.rows) else ALIKE

    @property
    def won(self) -> int:
        """The hash of the won position."""
        return self.hash((), len(self.rows))


class Beam(Protocol):
    """A beam search from one position, with numpy or without; both give the same answers."""

    def search(
        self,
        cap: int,
        weights: Weights,
        budget: int,
        deadline: Callable[[], bool] | None = None,
        start: tuple[Sequence[int], int] | None = None,
        goals: Mapping[int, int] | None = None,
    ) -> tuple[list[int], int] | None:
        """The codes of the steps to a goal and the hash of that, or ``None`` if none is found.

        Of each layer the ``cap`` cheapest positions of every number of deals are kept. ``start`` are the nodes and
        the number of deals to start from, ``goals`` hashes of positions with the number of steps that a win takes
        from them; without them the won position is the goal. The way to a win that is found is the shortest
        through all positions kept; it takes ``budget`` steps at most.
        """


def landing(node: int, head: int, count: int) -> int:
    """The key of :meth:`Nodes.land` for a run of ``count`` cards below and with ``head`` on the column ``node``."""
    return node << 10 | head << 4 | count


def seen_bits(cap: int) -> int:
    """The size, as a power of two, of the table that remembers the positions of a beam of this width."""
    return 20 if cap <= 600 else 22
