"""A whole transcript that can be stepped through in both directions, and what each step moved."""

from __future__ import annotations

from typing import NamedTuple

from solitaire_cli.core.position import Position
from solitaire_cli.core.steps import AUTO, DEAL, REDO, UNDO, Entry, Step
from solitaire_cli.show.grid import Moved
from solitaire_cli.transcript.header import Header
from solitaire_cli.transcript.reader import RawTranscript
from solitaire_cli.transcript.referee import Playback, Referee, Taken


class Scene(NamedTuple):
    """A position of a transcript, and what the last step did."""

    source: str
    header: Header
    position: Position
    taken: Taken
    moved: Moved


def find_moved(before: Position, after: Position) -> Moved:
    """Return what lies in ``after`` but did not lie there in ``before``, the same position some steps earlier."""
    old, new = before.heights, after.heights
    grown = range(len(before.foundations), len(after.foundations))
    piles = grown if after.rules.goal == "runs" else [pile for pile in range(len(new)) if new[pile] > old[pile]]
    columns, cells, reserves = (
        tuple(map(_count_common, *places))
        for places in ((before.columns, after.columns), (before.cells, after.cells), (before.reserves, after.reserves))
    )
    return Moved(columns, frozenset(piles), cells, reserves)


def _count_common(old: list[int], new: list[int]) -> int:
    """Return how many cards at the start of two columns are the same."""
    pairs = enumerate(zip(old, new))
    return next((index for index, (one, other) in pairs if one != other), min(len(old), len(new)))


class Timeline:
    """The steps of a transcript, played once to the end or to the first fault, and the scene after one of them.

    ``steps`` are the accepted steps; ``deals`` are the numbers of those that dealt, ``collected`` of those by which
    cards or runs went to the foundations. ``number`` is the step of the ``scene``, from 0 for the start to ``last``.
    Without a valid header there is no scene, and ``playable`` is false.
    """

    scene: Scene
    number: int

    def __init__(self, source: str, transcript: RawTranscript) -> None:
        self.source = source
        self.header = transcript.header
        self.steps: list[Step] = []
        self.deals: list[int] = []
        self.collected: list[int] = []
        playback = Playback(transcript)
        for taken in playback:
            self._add(taken)
        self.verdict = playback.close()
        self.last = len(self.steps)
        self.playable = not self.header.problem
        if self.playable:
            self._restart()
            self.go(0)

    def _add(self, taken: Taken) -> None:
        step, change = taken.step, taken.change
        if step is None or change is None:
            return
        self.steps.append(step)
        if step.kind == UNDO:
            return
        if change.step.kind == DEAL:
            self.deals.append(taken.number)
        if change.completed or change.pile >= 0 or change.step.kind == AUTO:
            self.collected.append(taken.number)

    def go(self, number: int) -> None:
        """Go to the position after step ``number``, from 0 to ``last``."""
        if number < self._at - number:
            self._restart()
        while self._at > max(number - 1, 0):
            self._take_back()
        while self._at < number - 1:
            self._referee.take(self._next())
        position = self._referee.position
        before = position.copy()
        taken = self._referee.follow(self._next()) if number else Taken(0)
        self.scene = Scene(self.source, self.header, position, taken, find_moved(before, position))
        self.number = number

    def _restart(self) -> None:
        self._referee = Referee(self.header.start())
        self._at = 0
        # what could be redone before a step that made redo impossible
        self._forgotten: dict[int, list[Entry]] = {}

    def _next(self) -> Step:
        """Return the next step, which is taken now."""
        step, undone = self.steps[self._at], self._referee.position.undone
        if step.kind < UNDO and undone:
            self._forgotten[self._at] = undone
        self._at += 1
        return step

    def _take_back(self) -> None:
        """Go back by one step of the transcript, which may be an undo or a redo itself."""
        self._at -= 1
        self._referee.steps = self._at
        position, kind = self._referee.position, self.steps[self._at].kind
        if kind == UNDO:
            position.redo()
            return
        position.undo()
        if kind != REDO:
            position.undone = self._forgotten.pop(self._at, [])
