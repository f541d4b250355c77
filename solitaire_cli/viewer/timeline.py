"""A whole transcript to be stepped through forth and back, and where what a step moved lies now."""

from __future__ import annotations

from typing import NamedTuple

from solitaire_cli.core.position import AUTO, DEAL, REDO, UNDO, Entry, Position, Step
from solitaire_cli.transcript.reader import Transcript
from solitaire_cli.transcript.referee import Playback, Referee, Taken, Verdict


class Moved(NamedTuple):
    """What is new on the table: in each column the cards from this index on, foundation piles, the last runs."""

    columns: tuple[int, ...]
    piles: frozenset[int] = frozenset()
    runs: int = 0


class Before:
    """The columns and the foundations before a step, to tell what it changed."""

    def __init__(self, position: Position) -> None:
        self._columns = [column[:] for column in position.columns]
        self._foundations = position.foundations[:]

    def moved(self, position: Position) -> Moved:
        """What lies in ``position``, the same one some steps later, that did not lie there before."""
        columns = tuple(map(_common, self._columns, position.columns))
        gained = len(position.foundations) - len(self._foundations)
        if position.rules.goal == "runs":
            return Moved(columns, runs=max(gained, 0))
        pairs = enumerate(zip(self._foundations, position.foundations))
        return Moved(columns, frozenset(pile for pile, (old, new) in pairs if new > old))


def _common(old: list[int], new: list[int]) -> int:
    """The number of cards at the start of two columns that are the same."""
    if old == new[: len(old)]:
        return len(old)
    return next((index for index, pair in enumerate(zip(old, new)) if pair[0] != pair[1]), len(new))


class Reel:
    """The steps of a transcript, played once to the end or to its fault, and a position at one of them.

    ``steps`` are the accepted steps; ``deals`` and ``leaving`` the numbers of those that dealt and of those by
    which cards or runs went to the foundations. ``number`` is the step shown, ``taken`` what it did, ``moved``
    where that lies. A reel whose header is at fault has no position: ``shows`` is false.
    """

    def __init__(self, source: str, transcript: Transcript) -> None:
        self.source = source
        self.transcript = transcript
        self.header = transcript.header
        self.steps: list[Step] = []
        self.deals: list[int] = []
        self.leaving: list[int] = []
        playback = Playback(transcript)
        for taken in playback:
            self._note(taken)
        assert playback.verdict is not None
        self.verdict: Verdict = playback.verdict
        self.shows = not self.header.problem
        if self.shows:
            self._restart()
            self.show(0)

    def _note(self, taken: Taken) -> None:
        step, change = taken.step, taken.change
        if step is None or change is None:
            return
        self.steps.append(step)
        if step.kind == UNDO:
            return
        if change.step.kind == DEAL:
            self.deals.append(taken.number)
        if change.completed or change.pile >= 0 or change.step.kind == AUTO:
            self.leaving.append(taken.number)

    @property
    def last(self) -> int:
        """The number of the last step; the start is step 0."""
        return len(self.steps)

    @property
    def position(self) -> Position:
        """The position after step ``number``."""
        return self._referee.position

    def show(self, number: int) -> None:
        """Go to the position after step ``number``, from 0 to ``last``."""
        if number < self._at - number:
            self._restart()
        while self._at > max(number - 1, 0):
            self._back()
        while self._at < number - 1:
            self._referee.take(self._next())
        before = Before(self.position)
        self.taken = self._referee.follow(self._next()) if number else Taken(0)
        self.moved = before.moved(self.position)
        self.number = number

    def _restart(self) -> None:
        self._referee = Referee(self.header.start())
        self._at = 0
        # what could be redone before a step that forgot it
        self._forgotten: dict[int, list[Entry]] = {}

    def _next(self) -> Step:
        """The step after those taken, which is to be taken now."""
        step = self.steps[self._at]
        position = self.position
        if step.kind < UNDO and position.undone:
            self._forgotten[self._at] = position.undone
        self._at += 1
        return step

    def _back(self) -> None:
        """Let the last step not have happened, be it an undo or a redo."""
        self._at -= 1
        self._referee.steps = self._at
        kind = self.steps[self._at].kind
        position = self.position
        if kind == UNDO:
            position.redo()
        elif kind == REDO:
            position.undo()
        else:
            position.undo()
            position.undone = self._forgotten.pop(self._at, [])
