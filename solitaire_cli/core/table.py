"""The state of a game and its changes as exact deltas, unchecked.

:func:`solitaire_cli.core.refusals.refusal` says whether a step is legal, and
:class:`~solitaire_cli.core.position.Position` asks it first.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from solitaire_cli.core.cards import ACE, RANK_MASK, RUNS
from solitaire_cli.core.errors import Code, Fault, FaultError
from solitaire_cli.core.finish import finish
from solitaire_cli.core.numbering import Number
from solitaire_cli.core.rules import Rules
from solitaire_cli.core.steps import (
    AUTO,
    CELL,
    DEAL,
    MOVE,
    RESERVE,
    TO_FOUNDATION,
    UNDO,
    Change,
    Entry,
    Step,
    change_of,
)


class Table:
    """The cards of one game and how they came about, as in a ``Position``; the stock is ``stock[dealt:]``."""

    __slots__ = (
        "columns down stock dealt foundations heights cells reserves base history undone rules number ranks goes"
        " moves_runs strict leaves bare"
    ).split()

    def __init__(
        self,
        rules: Rules,
        columns: list[list[int]],
        down: list[int],
        stock: list[int],
        foundations: list[int],
        number: Number | None = None,
        dealt: int = 0,
        history: Iterable[Entry] = (),
        undone: Iterable[Entry] = (),
        cells: list[list[int]] | None = None,
        reserves: list[list[int]] | None = None,
        heights: list[int] | None = None,
        base: int = 0,
        bare: list[int] | None = None,
    ) -> None:
        self.rules = rules
        self.columns = columns
        self.down = down
        self.stock = stock
        self.foundations = foundations
        self.cells = cells or ([[] for _ in range(rules.cells)] if rules.cells else [])
        self.reserves = reserves or ([[] for _ in range(rules.reserves)] if rules.reserves else [])
        self.bare = bare or [0] * len(rules.columns)
        self.number = number
        self.dealt = dealt
        self.history = list(history)
        self.undone = list(undone)
        # the policies that every step asks for
        self.ranks = rules.ranks
        self.base = base or rules.base
        self.goes = rules.goes(self.base)
        self.heights = self.heights_of(foundations) if heights is None else heights
        self.moves_runs = rules.unit == "run"
        self.strict = self.moves_runs and rules.strict and rules.carry == "all"
        self.leaves = rules.removal == "automatic"

    def heights_of(self, tops: list[int]) -> list[int]:
        """Return how many cards the piles with these ``tops`` hold, where none holds a rank twice; of runs nothing."""
        if tops == self.rules.empty_foundations:
            return [0] * len(tops)
        if self.rules.goal != "cards":
            return []
        return [(top - self.base) % self.ranks + 1 if (top := pile & RANK_MASK) else 0 for pile in tops]

    def place(self, place: int) -> list[int]:
        """Return the cards of a column, a cell or a reserve."""
        if place < CELL:
            return self.columns[place]
        return self.cells[place - CELL] if place < RESERVE else self.reserves[place - RESERVE]

    def wanted(self, pile: int) -> int:
        """Return the card that comes next on a foundation, 0 if it is full."""
        height = self.heights[pile]
        if height == self.ranks * self.rules.laps:
            return 0
        return self.foundations[pile] & ~RANK_MASK | (self.base - 1 + height) % self.ranks + 1

    def pile_for(self, card: int) -> int:
        """Return the first foundation that takes ``card``, -1 if none does."""
        if self.rules.laps > 1:
            return next((pile for pile in range(len(self.foundations)) if self.wanted(pile) == card), -1)
        below = card - 1
        if self.base != ACE:
            rank = card & RANK_MASK
            below = card & ~RANK_MASK if rank == self.base else below if rank > ACE else below + self.ranks
        return self.foundations.index(below) if below in self.foundations else -1

    @property
    def stock_left(self) -> list[int]:
        """The stock, next-dealt card first."""
        return self.stock[self.dealt :]

    @property
    def won(self) -> bool:
        """Whether the goal is reached: every run gone, every card on the foundations, or every run in its column."""
        if self.dealt != len(self.stock):
            return False
        if self.rules.goal == "in-place":
            runs = all(len(cards) == self.ranks and self.complete(at) for at, cards in enumerate(self.columns) if cards)
            return runs and not any(self.cells) and not any(self.reserves)
        return not any(self.columns) and not any(self.cells) and not any(self.reserves)

    def finish(self) -> tuple[int, ...] | None:
        """Return the columns from which an ``AUTO`` plays, see :func:`solitaire_cli.core.finish.finish`."""
        return finish(self.columns, self.foundations, len(self.stock) - self.dealt)

    def apply_trusted(self, step: Step) -> Entry:
        """Take a legal step, and return what it did or, for an undo or redo, what :meth:`undo` or :meth:`redo` does.

        After any other step, what was undone can no longer be redone.
        """
        kind, source, target, count, _ = step
        entry: Entry = step
        if kind == MOVE:
            column = self.columns[source] if source < CELL else self.place(source)
            onto = self.columns[target] if target < CELL else self.place(target)
            if count == 1:
                onto.append(column.pop())
            else:
                onto += column[-count:]
                del column[-count:]
            covered = self.down[source] if source < CELL else 0
            turns = covered != 0 and covered == len(column)
            if turns:
                self.down[source] = self.uncovered(source)
                entry = Change(step, (source,))
            if self.leaves and target < CELL and onto[-1] & RANK_MASK == ACE and self.complete(target):
                entry = self._finish_runs(step, (source,) if turns else (), (target,))
        elif kind == DEAL:
            entry = self._deal(step)
        elif kind == TO_FOUNDATION:
            if self.rules.goal == "runs":
                before = None if self.rules.complete == "same-suit" and not self.rules.wrap else self._snapshot()
                entry = self._finish_runs(step, (), (source,))
                entry = entry._replace(before=before) if before else entry
            else:
                entry = self.lay(step, target)
        elif kind == AUTO:
            entry = self._auto(step)
        else:
            return self.undo() if kind == UNDO else self.redo()
        self.history.append(entry)
        if self.undone:
            self.undone = []
        return entry

    def undo(self) -> Entry:
        """Take back the last step and return what it had done. Raises :class:`FaultError` if there is none."""
        if not self.history:
            raise FaultError(Fault(Code.NOTHING_TO_UNDO))
        entry = self.history.pop()
        self.undone.append(entry)
        if isinstance(entry, Change):
            step, turned, completed, dealt, pile, before = entry
            if before is not None:
                columns, down, foundations = before
                self.columns, self.down, self.foundations = [column[:] for column in columns], down[:], foundations[:]
                self.heights = self.heights_of(foundations)
                return entry
            for column in turned:
                self.down[column] = len(self.columns[column])
            for column, ace in reversed(completed):
                self.columns[column] += RUNS[self.ranks][ace + self.ranks - 1]
                self.foundations.pop()
        else:
            step, dealt, pile = entry, 0, -1
        kind, source, target, count, _ = step
        if kind == MOVE:
            onto = self.place(target)
            self.place(source).extend(onto[-count:])
            del onto[-count:]
        elif kind == DEAL:
            self.dealt -= dealt
            for cards in self._served()[:dealt]:
                cards.pop()
        elif pile >= 0:
            card = self.foundations[pile]
            self.heights[pile] -= 1
            below = card - 1 if card & RANK_MASK > ACE else card - 1 + self.ranks
            self.foundations[pile] = below if self.heights[pile] else card & ~RANK_MASK
            self.place(source).append(card)
        return entry

    def redo(self) -> Entry:
        """Take the step again that was taken back last, and return what it did; raises like :meth:`undo`."""
        if not self.undone:
            raise FaultError(Fault(Code.NOTHING_TO_REDO))
        undone, self.undone = self.undone, []
        entry = self.apply_trusted(change_of(undone.pop()).step)
        self.undone = undone
        return entry

    def moved(self, step: Step) -> list[int]:
        """Return the cards that ``step``, legal and not taken yet, moves, as they lie; of an ``AUTO`` as they go."""
        kind, source, _, count, _ = step
        if kind == MOVE:
            return (self.columns[source] if source < CELL else self.place(source))[-count:]
        if kind == TO_FOUNDATION:
            return self.place(source)[-(self.ranks if self.rules.goal == "runs" else 1) :]
        if kind == DEAL:
            return self.stock[self.dealt : self.dealt + len(self._served())]
        left = [column[:] for column in self.columns]
        return [left[column].pop() for column in self.finish() or ()]

    def turned(self, change: Change, undone: bool) -> list[int]:
        """Return the cards that ``change``, just made or just undone, turned up or down, from the left.

        Those of an ``AUTO`` come in the order in which they were turned.
        """
        if change.before is None:
            # just turned up it is the playable card, turned back the last face-down one
            places = {column: self.down[column] if undone else len(self.columns[column]) for column in change.turned}
            return [self.columns[column][places[column] - 1] for column in sorted(places)]
        columns, down = change.before[0], change.before[1][:]
        cards = []
        for column in change.turned:
            down[column] -= 1
            cards.append(columns[column][down[column]])
        return cards

    def _deal(self, step: Step) -> Change:
        """Deal one card to each column that is served, from the left; then complete runs leave, from the left."""
        columns = self._served()
        cards = self.stock[self.dealt : self.dealt + len(columns)]
        self.dealt += len(cards)
        for column, card in zip(columns, cards):
            column.append(card)
        aces = [column for column, card in enumerate(cards) if card & RANK_MASK == ACE] if self.leaves else []
        return self._finish_runs(step, (), tuple(filter(self.complete, aces)), len(cards))

    def _served(self) -> list[list[int]]:
        """Return the columns that a deal serves; if none holds cards, the first one is served alone."""
        if self.rules.serves == "columns":
            return self.columns
        return [column for column in self.columns if column] or self.columns[:1]

    def lay(self, step: Step, pile: int = -1) -> Change:
        """Take a legal ``step`` to the foundation ``pile``, or to the first that takes the card."""
        source = step.source
        card = (self.columns[source] if source < CELL else self.place(source)).pop()
        if pile < 0:
            pile = self.pile_for(card)
        self.collect(card, pile)
        turns = source < CELL and self._turn(source)
        return Change(step, (source,) if turns else (), pile=pile)

    def collect(self, card: int, pile: int) -> None:
        """Lay ``card`` on the foundation ``pile``."""
        self.foundations[pile] = card
        self.heights[pile] += 1

    def _snapshot(self) -> tuple[list[list[int]], list[int], list[int]]:
        return [column[:] for column in self.columns], self.down[:], self.foundations[:]

    def _auto(self, step: Step) -> Change:
        order = self.finish()
        assert order is not None
        before = self._snapshot()
        turned: tuple[int, ...] = ()
        for source in order:
            turned += self.lay(Step(TO_FOUNDATION, source)).turned
        return Change(step, turned, before=before)

    def complete(self, column: int) -> bool:
        """Return whether ``column`` ends in a face-up complete run: from the highest rank to the ace, or all ranks."""
        cards = self.columns[column]
        ranks = self.ranks
        if len(cards) - self.down[column] < ranks:
            return False
        rules = self.rules
        if rules.head == "king" and not rules.wrap and rules.complete == "same-suit":
            return cards[-1] & RANK_MASK == ACE and cards[-ranks:] == RUNS[ranks][cards[-1] + ranks - 1]
        if rules.head == "king" and cards[-ranks] & RANK_MASK != rules.highest(self.base):
            return False
        return all(rules.completes[upper << 6 | lower] for upper, lower in pairwise(cards[-ranks:]))

    def uncovered(self, column: int) -> int:
        """Return what ``down`` is when the last face-down card has been turned up."""
        down, bare = self.down[column] - 1, self.bare[column]
        while down and bare >> (down - 1) & 1:
            down -= 1
        return down

    def covered(self, column: int) -> list[bool]:
        """Return for each card of a column whether it lies face down."""
        down, bare = self.down[column], self.bare[column]
        return [at < down and not bare >> at & 1 for at in range(len(self.columns[column]))]

    def _turn(self, column: int) -> bool:
        """Turn the last card of ``column`` face up if it lies face down."""
        covered = self.down[column]
        if covered and covered == len(self.columns[column]):
            self.down[column] = self.uncovered(column)
            return True
        return False

    def _finish_runs(self, step: Step, turned: tuple[int, ...], complete: tuple[int, ...], dealt: int = 0) -> Change:
        completed = []
        for column in complete:
            cards = self.columns[column]
            completed.append((column, cards[-1]))
            self.foundations.append(cards[-1])
            del cards[-self.ranks :]
            if self._turn(column):
                turned += (column,)
        return Change(step, turned, tuple(completed), dealt)
