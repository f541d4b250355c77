"""The state of a game and its changes as exact deltas, unchecked.

:func:`solitaire_cli.core.legality.refusal` says whether a step is legal, and
:class:`~solitaire_cli.core.position.Position` asks it first.
"""

from __future__ import annotations

from collections.abc import Iterable

from solitaire_cli.core.cards import ACE, RANK_MASK, RUNS
from solitaire_cli.core.errors import Code, Fault, FaultError
from solitaire_cli.core.finish import finish
from solitaire_cli.core.numbering import Number
from solitaire_cli.core.rules import Rules
from solitaire_cli.core.steps import AUTO, DEAL, MOVE, TO_FOUNDATION, UNDO, Change, Entry, Step, change_of


class Table:
    """The columns, the stock and the foundations of one game, and how they came about.

    ``columns`` are lists of cards, first-dealt card first and playable card last; of column ``c`` the first ``down[c]``
    cards are face down. The stock is ``stock[dealt:]``, next-dealt card first. ``foundations`` are the tops of the
    piles: with the goal ``cards`` one for each of ``rules.piles``, an empty pile as rank 0 of its suit; with the goal
    ``runs`` the aces of the finished runs in the order in which they left. ``number`` is the deal it came from.
    """

    __slots__ = (
        "columns down stock dealt foundations history undone rules number ranks any_suit any_head moves_runs leaves"
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
    ) -> None:
        self.rules = rules
        self.columns = columns
        self.down = down
        self.stock = stock
        self.foundations = foundations
        self.number = number
        self.dealt = dealt
        self.history = list(history)
        self.undone = list(undone)
        # the policies that every step asks for
        self.ranks = rules.ranks
        self.any_suit = rules.build == "any-suit"
        self.moves_runs = rules.unit == "run"
        self.any_head = rules.empty == "any"
        self.leaves = rules.removal == "automatic"

    @property
    def stock_left(self) -> list[int]:
        """The stock, next-dealt card first."""
        return self.stock[self.dealt :]

    @property
    def won(self) -> bool:
        """Whether the goal is reached: every run gone, or every card on the foundations."""
        return self.dealt == len(self.stock) and not any(self.columns)

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
            column = self.columns[source]
            onto = self.columns[target]
            if count == 1:
                onto.append(column.pop())
            else:
                onto += column[-count:]
                del column[-count:]
            covered = self.down[source]
            turns = covered != 0 and covered == len(column)
            if turns:
                self.down[source] = covered - 1
                entry = Change(step, (source,))
            if self.leaves and onto[-1] & RANK_MASK == ACE and self.complete(target):
                entry = self._finish_runs(step, (source,) if turns else (), (target,))
        elif kind == DEAL:
            entry = self._deal(step)
        elif kind == TO_FOUNDATION:
            if self.rules.goal == "runs":
                entry = self._finish_runs(step, (), (source,))
            else:
                pile = self._collect(source)
                entry = Change(step, (source,) if self._turn(source) else (), pile=pile)
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
                return entry
            for column in turned:
                self.down[column] += 1
            for column, ace in reversed(completed):
                self.columns[column] += RUNS[self.ranks][ace + self.ranks - 1]
                self.foundations.pop()
        else:
            step, dealt, pile = entry, 0, -1
        kind, source, target, count, _ = step
        if kind == MOVE:
            onto = self.columns[target]
            self.columns[source] += onto[-count:]
            del onto[-count:]
        elif kind == DEAL:
            self.dealt -= dealt
            for column in range(dealt):
                self.columns[column].pop()
        elif pile >= 0:
            card = self.foundations[pile]
            self.foundations[pile] = card - 1
            self.columns[source].append(card)
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
            return self.columns[source][-count:]
        if kind == TO_FOUNDATION:
            return self.columns[source][-(self.ranks if self.rules.goal == "runs" else 1) :]
        if kind == DEAL:
            return self.stock[self.dealt : self.dealt + len(self.columns)]
        left = [column[:] for column in self.columns]
        return [left[column].pop() for column in self.finish() or ()]

    def turned(self, change: Change, undone: bool) -> list[int]:
        """Return the cards that ``change``, just made or just undone, turned up or down, from the left.

        Those of an ``AUTO`` come in the order in which they were turned.
        """
        if change.before is None:
            # just turned up it is the first face-up card, turned back the last face-down one
            return [self.columns[column][self.down[column] - undone] for column in sorted(change.turned)]
        columns, down = change.before[0], change.before[1][:]
        cards = []
        for column in change.turned:
            down[column] -= 1
            cards.append(columns[column][down[column]])
        return cards

    def _deal(self, step: Step) -> Change:
        """Deal one card to each column from the left; then complete runs leave, from the left."""
        columns = self.columns
        cards = self.stock[self.dealt : self.dealt + len(columns)]
        self.dealt += len(cards)
        for column, card in zip(columns, cards):
            column.append(card)
        aces = [column for column, card in enumerate(cards) if card & RANK_MASK == ACE] if self.leaves else []
        return self._finish_runs(step, (), tuple(filter(self.complete, aces)), len(cards))

    def _collect(self, source: int) -> int:
        """Move the playable card of ``source`` to the first pile that takes it, and return that pile."""
        card = self.columns[source].pop()
        pile = self.foundations.index(card - 1)
        self.foundations[pile] = card
        return pile

    def _auto(self, step: Step) -> Change:
        order = self.finish()
        assert order is not None
        before = ([column[:] for column in self.columns], self.down[:], self.foundations[:])
        turned = []
        for source in order:
            self._collect(source)
            if self._turn(source):
                turned.append(source)
        return Change(step, tuple(turned), before=before)

    def complete(self, column: int) -> bool:
        """Return whether ``column`` ends in a face-up run of one suit from the highest rank to the ace."""
        cards = self.columns[column]
        ranks = self.ranks
        if len(cards) - self.down[column] < ranks or cards[-1] & RANK_MASK != ACE:
            return False
        return cards[-ranks:] == RUNS[ranks][cards[-1] + ranks - 1]

    def _turn(self, column: int) -> bool:
        """Turn the last card of ``column`` face up if it lies face down."""
        covered = self.down[column]
        if covered and covered == len(self.columns[column]):
            self.down[column] = covered - 1
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
