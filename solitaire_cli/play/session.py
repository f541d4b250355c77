"""A game in progress: its position, the steps taken, and going back and forth among them."""

from __future__ import annotations

from collections.abc import Callable

from solitaire_cli.core.cards import RANK_MASK
from solitaire_cli.core.errors import Code, Fault
from solitaire_cli.core.legality import legal_moves
from solitaire_cli.core.notation import format_step, read_step
from solitaire_cli.core.position import Position
from solitaire_cli.core.refusals import resolved
from solitaire_cli.core.steps import CELL, LONGEST, MOVE, REDO, UNDO, Step
from solitaire_cli.transcript.reader import RawTranscript
from solitaire_cli.transcript.referee import Referee, Taken, Verdict, last_position


class Session:
    """A game of ``transcript`` that goes on from ``position``, to which the step ``last`` led if any; both change.

    ``record`` gets the canonical lines of steps before they are taken. If it raises OSError, they are not.
    """

    def __init__(self, transcript: RawTranscript, position: Position, last: Taken | None = None) -> None:
        self.transcript = transcript
        self.position = position
        self.last = last or Taken(0)
        self.record: Callable[[list[str]], None] = lambda lines: None
        self._referee = Referee(position, self.last.number)

    @property
    def steps(self) -> int:
        """The number of steps accepted, including undo and redo."""
        return self._referee.steps

    @property
    def depth(self) -> int:
        """The number of steps that led here and can be undone."""
        return len(self.position.history)

    def moves(self) -> list[str]:
        """Every legal step except undo and redo."""
        return [format_step(step) for step in legal_moves(self.position)]

    def judge(self, token: str) -> Step | Fault | None:
        """Return the legal step that ``token`` asks for, or why it is refused; ``None`` for a correct label.

        If a move without a count is refused for one card, it is tried with as many cards as the target asks for.
        """
        found = self._referee.judge(token)
        step = read_step(token)
        if not isinstance(found, Fault) or isinstance(step, Fault) or step.kind != MOVE or step.target >= CELL:
            return found
        move, colon, claim = token.partition(":")
        if "x" in move.lower():
            return found
        more = self._referee.judge(f"{move}x*{colon}{claim}")
        # a refusal is about the run only if the run would fit
        return more if isinstance(more, Step) or self._fits(step) else found

    def _fits(self, step: Step) -> bool:
        """Return whether a face-up card of the source fits on the target, even if it cannot move."""
        found = resolved(self.position, step._replace(cards=LONGEST))
        if isinstance(found, Fault):
            return False
        cards, onto = self.position.place(found.source), self.position.place(found.target)
        start = len(cards) - found.cards
        if not onto or start < (self.position.down[found.source] if found.source < CELL else 0):
            return False
        return bool(self.position.goes[onto[-1] << 6 | cards[start]]) or (onto[-1] - cards[start]) & RANK_MASK == 1

    def play(self, token: str) -> Taken | Fault | None:
        """Take the step that ``token`` asks for or return why not; ``None`` for a correct label. Raises OSError."""
        step = self.judge(token)
        return self._take([step]) if isinstance(step, Step) else step

    def goto(self, depth: int) -> Taken | Fault:
        """Undo or redo to the position after ``depth`` steps, all the way or not at all. Raises OSError."""
        back = self.depth - depth
        kind, code, have = UNDO, Code.NOTHING_TO_UNDO, self.depth
        if back < 0:
            kind, code, have = REDO, Code.NOTHING_TO_REDO, len(self.position.undone)
        if abs(back) > have:
            return Fault(code, {"have": have}, "few") if have else Fault(code)
        return self._take([Step(kind)] * abs(back)) if back else self.last

    def _take(self, steps: list[Step]) -> Taken:
        self.record([format_step(step) for step in steps])
        for step in steps:
            self.last = self._referee.follow(step)
        return self.last


def resume(transcript: RawTranscript) -> Session | Verdict:
    """Return the game at the end of a transcript, or the verdict on a faulty one. Reads the whole body."""
    ending = last_position(transcript)
    return ending if isinstance(ending, Verdict) else Session(transcript, ending.position, ending.taken)
