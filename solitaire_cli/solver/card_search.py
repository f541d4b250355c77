"""The search of a game of cards: every position that may still be won, the most promising first.

The search is exhaustive. A position is left out only if it was met before, if the easier game of
:mod:`~solitaire_cli.solver.relaxation` is lost from it, or if a card goes to the foundations at no cost (below). So a
search that runs dry has proved that the game cannot be won.

A card goes to the foundations at once when no card in play could ever be laid on it: those that could are all on the
foundations. Any win goes on without it: no step of it needs that card as a target, each step that moves it alone may be
left out, a run that it ends is a card shorter, and an empty column is never worse than one with that card in it as
long as an empty column does not keep the stock from being dealt.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import pairwise

from solitaire_cli.core.cards import ACE, RANK_MASK
from solitaire_cli.core.position import Position, Step
from solitaire_cli.solver import UNKNOWN, UNWINNABLE, WON
from solitaire_cli.solver.relaxation import Relaxation
from solitaire_cli.solver.step_codes import DEAL_CODE, code_of_finish, code_of_move, step_of

Columns = tuple[bytes, ...]
Down = tuple[int, ...]
Found = tuple[list[int] | None, bool, int]
"""The codes of the steps that win if any do, whether there is proof that none do, and the positions looked at."""


class CardSearch:
    """The search from one position."""

    def __init__(self, position: Position) -> None:
        rules = position.rules
        self.rules = rules
        self.ranks = rules.ranks
        self.moves_runs = rules.unit == "run"
        self.any_head = rules.empty == "any"
        self.any_suit = rules.build == "any-suit"
        self.needs_full = rules.stock == "no-empty-column"
        width = len(position.columns)
        stock = position.stock_left
        self.rows = [bytes(stock[place : place + width]) for place in range(0, len(stock), width)]
        self.last = len(self.rows)
        self.relaxation = Relaxation(rules, self.rows)
        self.columns: Columns = tuple(map(bytes, position.columns))
        self.down: Down = tuple(position.down)
        placed = bytearray(64)
        for top in position.foundations:
            for card in range(top & ~RANK_MASK | ACE, top + 1):
                placed[card] += 1
        self.placed = bytes(placed)
        suits = sorted(set(rules.suits))
        self.guests: list[tuple[int, ...]] = [()] * 64
        """For each card those that might be laid on it."""
        for card in rules.deck:
            if card & RANK_MASK > ACE:
                every = tuple(suit << 4 | (card & RANK_MASK) - 1 for suit in suits)
                self.guests[card] = every if self.any_suit else (card - 1,)
        self.copies = rules.deck

    def run(self, limit: int, deadline: Callable[[], bool] | None = None) -> Found:
        """Search until a win, a proof, or ``limit`` positions have been looked at."""
        self.parents: list[int] = []
        self.codes: list[tuple[int, ...]] = []
        self.heap: list[tuple[int, int, Columns, Down, bytes, int]] = []
        self.met: set[tuple[int, Columns, Down]] = set()
        looked = 0
        won = self._add(-1, (), self.columns, self.down, self.placed, 0)
        while won is None and self.heap:
            if looked == limit or (deadline is not None and deadline()):
                return None, False, looked
            looked += 1
            won = self._expand(heappop(self.heap)[1:])
        if won is None:
            return None, True, looked
        path: list[int] = []
        while won >= 0:
            path[:0] = self.codes[won]
            won = self.parents[won]
        return path, False, max(looked, 1)

    def _add(
        self, parent: int, codes: tuple[int, ...], columns: Columns, down: Down, placed: bytes, dealt: int
    ) -> int | None:
        """Note a position unless it is known or lost; its number if it is won."""
        if dealt == self.last or not self.needs_full:
            columns, down, placed, codes = self._collected(columns, down, placed, codes)
        key = (dealt, *_sorted(columns, down)) if dealt == self.last else (dealt, columns, down)
        if key in self.met:
            return None
        self.met.add(key)
        number = len(self.parents)
        if dealt == self.last and not any(columns):
            self.parents.append(parent)
            self.codes.append(codes)
            return number
        if self.relaxation.hopeless(columns, placed, dealt):
            return None
        self.parents.append(parent)
        self.codes.append(codes)
        heappush(self.heap, (self._promise(columns, dealt), number, columns, down, placed, dealt))
        return None

    def _promise(self, columns: Columns, dealt: int) -> int:
        """How far a position seems to be from a win: cards that are left count two, those not on their like three."""
        left = sum(map(len, self.rows[dealt:]))
        breaks = 0
        for column in columns:
            left += len(column)
            breaks += sum(over != card + 1 for over, card in pairwise(column))
        return 2 * left + 3 * breaks

    def _collected(
        self, columns: Columns, down: Down, placed: bytes, codes: tuple[int, ...]
    ) -> tuple[Columns, Down, bytes, tuple[int, ...]]:
        """The position after all cards that can go to the foundations at no cost have gone."""
        again = True
        while again:
            again = False
            for source, column in enumerate(columns):
                if column and self._useless(column[-1], placed):
                    columns, down, placed = self._finished(columns, down, placed, source)
                    codes = (*codes, code_of_finish(source))
                    again = True
        return columns, down, placed, codes

    def _useless(self, card: int, placed: bytes) -> bool:
        """Whether ``card`` has a place on the foundations and no card in play could be laid on it."""
        rank = card & RANK_MASK
        if rank > ACE and placed[card - 1] <= placed[card]:
            return False
        return all(placed[guest] == self.copies[guest] for guest in self.guests[card])

    def _finished(self, columns: Columns, down: Down, placed: bytes, source: int) -> tuple[Columns, Down, bytes]:
        column = columns[source]
        card = column[-1]
        passed = bytearray(placed)
        passed[card] += 1
        return *self._taken(columns, down, source, 1), bytes(passed)

    @staticmethod
    def _taken(columns: Columns, down: Down, source: int, count: int) -> tuple[Columns, Down]:
        """The columns without the last ``count`` cards of one of them; the card below is turned up."""
        rest = columns[source][:-count]
        if down[source] and down[source] == len(rest):
            down = (*down[:source], down[source] - 1, *down[source + 1 :])
        return (*columns[:source], rest, *columns[source + 1 :]), down

    def _expand(self, entry: tuple[int, Columns, Down, bytes, int]) -> int | None:
        """Note all that one step leads to; the number of a won position if there is one."""
        number, columns, down, placed, dealt = entry
        tops = [column[-1] if column else 0 for column in columns]
        for source, column in enumerate(columns):
            if not column:
                continue
            card = column[-1]
            if card & RANK_MASK == ACE or placed[card - 1] > placed[card]:
                after = self._finished(columns, down, placed, source)
                won = self._add(number, (code_of_finish(source),), *after, dealt)
                if won is not None:
                    return won
            for target, count in self._targets(column, down[source], source, tops, dealt):
                moved = column[-count:]
                rest, turned = self._taken(columns, down, source, count)
                made = (*rest[:target], rest[target] + moved, *rest[target + 1 :])
                won = self._add(number, (code_of_move(source, target, count),), made, turned, placed, dealt)
                if won is not None:
                    return won
        if dealt < self.last and (not self.needs_full or all(columns)):
            row = self.rows[dealt]
            made = tuple(column + row[place : place + 1] for place, column in enumerate(columns))
            return self._add(number, (DEAL_CODE,), made, down, placed, dealt + 1)
        return None

    def _targets(self, column: bytes, down: int, source: int, tops: list[int], dealt: int) -> list[tuple[int, int]]:
        """The targets and numbers of cards of the moves from ``column``.

        Without stock one empty column is like another, and a whole column has no use for one.
        """
        longest = 1
        if self.moves_runs:
            while longest < len(column) - down and column[-longest - 1] == column[-longest] + 1:
                longest += 1
        card = column[-1]
        found = []
        opened = False
        for target, top in enumerate(tops):
            if target == source:
                continue
            if top:
                count = (top & RANK_MASK) - (card & RANK_MASK)
                if 0 < count <= longest and (self.any_suit or top == card + count):
                    found.append((target, count))
            elif not opened:
                opened = dealt == self.last
                for count in range(1, longest + 1):
                    if (self.any_head or column[-count] & RANK_MASK == self.ranks) and not (
                        opened and count == len(column)
                    ):
                        found.append((target, count))
        return found


def _sorted(columns: Columns, down: Down) -> tuple[Columns, Down]:
    """The columns in one order, where their places no longer matter."""
    pairs = sorted(zip(columns, down))
    return tuple([column for column, _ in pairs]), tuple([covered for _, covered in pairs])


LIMITS = (500, 3000, 15000, 40000, 80000, 120000, 180000, 250000)
"""For each level of effort how many positions are looked at."""


def search(
    position: Position, effort: int, deadline: Callable[[], bool] | None, shorten: bool
) -> tuple[str, list[Step], int]:
    """The status, the steps of a win and the level of effort."""
    codes, lost, looked = CardSearch(position).run(LIMITS[effort - 1], deadline)
    level = next(level for level, limit in enumerate(LIMITS, 1) if looked <= limit)
    if codes is not None:
        return WON, [step_of(code) for code in codes], level
    if lost:
        return UNWINNABLE, [], level
    return UNKNOWN, [], effort if looked == LIMITS[effort - 1] else level - 1
