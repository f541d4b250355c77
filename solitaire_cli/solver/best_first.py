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

from bisect import bisect_left
from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple

from solitaire_cli.core.cards import ACE, RANK_MASK
from solitaire_cli.core.position import Position
from solitaire_cli.core.steps import Step
from solitaire_cli.solver import UNKNOWN, UNWINNABLE, WON, Deadline
from solitaire_cli.solver.relaxation import Relaxation
from solitaire_cli.solver.step_codes import DEAL_CODE, FOUNDATION_TARGET, decode, encode
from solitaire_cli.solver.task import Task

LIMITS = (500, 3000, 15000, 40000, 80000, 120000, 180000, 250000)
"""The positions that each level of effort expands at most."""


class CardState(NamedTuple):
    """A position: the columns, the number of face-down cards in each, and how many deals were taken.

    ``placed[card]`` is the number of foundation piles that have passed ``card``.
    """

    columns: tuple[bytes, ...]
    down: tuple[int, ...]
    placed: bytes
    dealt: int

    def can_place(self, card: int) -> bool:
        """Return whether a foundation takes ``card``."""
        return card & RANK_MASK == ACE or self.placed[card - 1] > self.placed[card]

    def place(self, source: int) -> CardState:
        """Return the position after the playable card of ``source`` has gone to the foundations."""
        placed = bytearray(self.placed)
        placed[self.columns[source][-1]] += 1
        return self._replace_column(source, 1, bytes(placed))

    def move(self, source: int, target: int, count: int) -> CardState:
        """Return the position after a move."""
        moved = self.columns[source][-count:]
        columns, down, placed, dealt = self._replace_column(source, count, self.placed)
        return CardState((*columns[:target], columns[target] + moved, *columns[target + 1 :]), down, placed, dealt)

    def deal(self, cards: list[int]) -> CardState:
        """Return the position after ``cards`` were dealt; the last deal may leave out columns on the right."""
        columns = tuple(column + bytes(cards[place : place + 1]) for place, column in enumerate(self.columns))
        return CardState(columns, self.down, self.placed, self.dealt + 1)

    def _replace_column(self, source: int, count: int, placed: bytes) -> CardState:
        """Take ``count`` cards from a column; the card below is turned face up."""
        columns, down = self.columns, self.down
        rest = columns[source][:-count]
        if down[source] and down[source] == len(rest):
            down = (*down[:source], down[source] - 1, *down[source + 1 :])
        return CardState((*columns[:source], rest, *columns[source + 1 :]), down, placed, self.dealt)


class Outcome(NamedTuple):
    """The end of a search: its status, the codes of the steps to a win, and the number of positions expanded."""

    status: str
    codes: list[int]
    expanded: int


class BestFirstSearch:
    """The search from one position."""

    def __init__(self, position: Position) -> None:
        self.task = Task(position)
        self.relaxation = Relaxation(self.task)
        self.guests = [self.task.neighbours(card, -1) for card in range(64)]  # for each card those it takes
        placed = bytearray(64)
        for top in position.foundations:
            for card in range(top & ~RANK_MASK | ACE, top + 1):
                placed[card] += 1
        self.start = CardState(tuple(map(bytes, position.columns)), tuple(position.down), bytes(placed), 0)

    def run(self, limit: int, deadline: Deadline = lambda: False) -> Outcome:
        """Search until a win, a proof, or ``limit`` positions have been expanded."""
        self._trail: list[tuple[int, tuple[int, ...]]] = []  # of each position its parent and the steps from there
        self._heap: list[tuple[int, int, CardState]] = []
        self._met: set[tuple[object, ...]] = set()
        expanded = 0
        won = self._add(-1, (), self.start)
        while not won and self._heap:
            if expanded == limit or deadline():
                return Outcome(UNKNOWN, [], expanded)
            expanded += 1
            _, number, state = heappop(self._heap)
            won = any(self._add(number, (code,), after) for code, after in self._successors(state))
        if not won:
            return Outcome(UNWINNABLE, [], expanded)
        codes: list[int] = []
        number = len(self._trail) - 1
        while number >= 0:
            number, steps = self._trail[number]
            codes[:0] = steps
        return Outcome(WON, codes, max(expanded, 1))

    def _add(self, parent: int, codes: tuple[int, ...], state: CardState) -> bool:
        """Note a position unless it is known or lost; return whether it is won."""
        task = self.task
        last = state.dealt == len(task.deals)
        if last or not task.needs_full:
            state, codes = self._place_useless(state, codes)
        key: tuple[object, ...] = (state.dealt, state.columns, state.down)
        if last:  # the places of the columns no longer matter
            key = (state.dealt, *zip(*sorted(zip(state.columns, state.down))))
        if key in self._met:
            return False
        self._met.add(key)
        won = last and not any(state.columns)
        if won or not self.relaxation.is_lost(state.columns, state.placed, state.dealt):
            # a win seems to be two steps off for each card left, three for each break of a run in suit
            left = sum(map(len, (*state.columns, *task.deals[state.dealt :])))
            breaks = sum(over != card + 1 for column in state.columns for over, card in pairwise(column))
            heappush(self._heap, (2 * left + 3 * breaks, len(self._trail), state))
            self._trail.append((parent, codes))
        return won

    def _place_useless(self, state: CardState, codes: tuple[int, ...]) -> tuple[CardState, tuple[int, ...]]:
        """Send all cards to the foundations that no card in play could be laid on."""
        deck = self.task.deck
        before = None
        while state is not before:
            before = state
            for source, column in enumerate(before.columns):
                if not column or not state.can_place(column[-1]):
                    continue
                if all(state.placed[guest] == deck[guest] for guest in self.guests[column[-1]]):
                    state = state.place(source)
                    codes = (*codes, encode(source, FOUNDATION_TARGET))
        return state, codes

    def _successors(self, state: CardState) -> Iterator[tuple[int, CardState]]:
        """Yield the codes of the steps from a position that are of use, with what they lead to."""
        task = self.task
        tops = [column[-1] if column else 0 for column in state.columns]
        for source, column in enumerate(state.columns):
            if not column:
                continue
            if state.can_place(column[-1]):
                yield encode(source, FOUNDATION_TARGET), state.place(source)
            for target, count in self._targets(state, source, tops):
                yield encode(source, target, count), state.move(source, target, count)
        if state.dealt < len(task.deals) and (not task.needs_full or all(state.columns)):
            yield DEAL_CODE, state.deal(task.deals[state.dealt])

    def _targets(self, state: CardState, source: int, tops: list[int]) -> Iterator[tuple[int, int]]:
        """Yield the targets and numbers of cards of the moves from a column.

        Without stock one empty column is like another, and a whole column has no use for one.
        """
        task = self.task
        column = state.columns[source]
        longest = 1
        if task.moves_runs:
            face_up = len(column) - state.down[source]
            while longest < face_up and column[-longest - 1] == column[-longest] + 1:
                longest += 1
        last = state.dealt == len(task.deals)
        opened = False
        for target, top in enumerate(tops):
            if top:
                count = (top & RANK_MASK) - (column[-1] & RANK_MASK)
                if 0 < count <= longest and (task.any_suit or top == column[-1] + count):
                    yield target, count
            elif not opened:
                opened = last
                for count in range(1, longest + 1):
                    fits = task.any_head or column[-count] & RANK_MASK == task.ranks
                    if fits and not (last and count == len(column)):
                        yield target, count


def search(position: Position, effort: int, deadline: Deadline, shorten: bool) -> tuple[str, list[Step], int]:
    """Return the status, the steps to a win, and the level of effort."""
    status, codes, expanded = BestFirstSearch(position).run(LIMITS[effort - 1], deadline)
    level = bisect_left(LIMITS, expanded) + 1
    if status == UNKNOWN and expanded < LIMITS[effort - 1]:
        level -= 1
    return status, list(map(decode, codes)), level
