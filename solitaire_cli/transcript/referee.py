"""A transcript to its steps, or to the one refusal that ends it.

:func:`judge` gives the verdict, :class:`Playback` the same step by step, :func:`last_position` the end.

Three fast paths are taken by nearly all transcripts, because ``validate`` reads millions of steps: the common header
(``_COMMON`` in :mod:`~solitaire_cli.transcript.reader`) is read without YAML, ``attempt`` in
:mod:`~solitaire_cli.core.legality` takes a legal move that completes nothing, and :func:`judge` splits a plain block
without places. Whatever they do not know for sure they leave to the plain way, which alone decides what is right
and says why not. ``test_differential`` and ``test_fuzz`` hold both against each other and a second implementation.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import chain, islice
from typing import Any, NamedTuple

from solitaire_cli.core.errors import Code, Fault, FaultError, Problem
from solitaire_cli.core.legality import attempt, result
from solitaire_cli.core.notation import is_label, read_step, settled
from solitaire_cli.core.position import Position
from solitaire_cli.core.refusals import refusal, resolved
from solitaire_cli.core.steps import LONGEST, REDO, UNDO, Change, Entry, Step, change_of
from solitaire_cli.transcript.blocks import Line, Token, block_lines
from solitaire_cli.transcript.header import Header
from solitaire_cli.transcript.reader import RawTranscript, unreadable


class Verdict(NamedTuple):
    """Whether a transcript is legal, and how its game stands.

    ``number`` is its ordinal in its source. ``steps`` counts the steps accepted, ``result`` is judged after
    them and ``None`` if the header is at fault; ``problem`` is the first fault, ``None`` for a valid transcript.
    """

    number: int
    header: Header
    steps: int
    result: str | None
    problem: Problem | None

    @property
    def valid(self) -> bool:
        """Whether no fault was found."""
        return self.problem is None

    @property
    def problems(self) -> list[Problem]:
        """The fault, and of a header all others that do not depend on it."""
        return [self.problem, *self.header.further] if self.problem else []

    def __str__(self) -> str:
        steps = f"{self.steps} step{'' if self.steps == 1 else 's'}"
        name = f"{self.header.game or '?'} {self.header.deal or ''}".rstrip()
        if self.problem is None:
            return f"{name}: valid, {steps}, {self.result}"
        return f"{name}: invalid after {steps}, line {self.problem.line}: {self.problem} [{self.problem.code}]"

    def __repr__(self) -> str:
        return f"<Verdict {self}>"


class Taken(NamedTuple):
    """One accepted step of a transcript, or step 0, its start.

    ``step`` is ``None`` at the start; an ``x*`` is resolved in it. ``change`` is what the step did; at an undo
    and a redo that of the step taken back or returned, as are the cards in ``moved`` and ``turned``.
    """

    number: int
    step: Step | None = None
    change: Change | None = None
    moved: tuple[int, ...] = ()
    turned: tuple[int, ...] = ()

    @property
    def undone(self) -> bool:
        """Whether the step was an undo."""
        return self.step is not None and self.step.kind == UNDO

    def __repr__(self) -> str:
        return f"Taken({self.number}, {self.step or 'start'})"


class Referee:
    """A position and the rules of the notation: tokens in, refusals out.

    ``position`` changes with every accepted step, ``steps`` counts them. A refused token changes nothing.
    """

    __slots__ = ("position", "steps")

    def __init__(self, position: Position, steps: int = 0) -> None:
        self.position = position
        self.steps = steps

    def __reduce__(self) -> tuple[Any, ...]:  # compiled, it cannot be pickled otherwise
        return Referee, (self.position, self.steps)

    def judge(self, token: str) -> Step | Fault | None:
        """Return the legal step that ``token`` asks for, its count resolved; a fault; ``None`` for a true label."""
        step = read_step(token)
        if isinstance(step, Fault):
            if not is_label(token):
                return step
            following = self.steps + 1
            return None if token == f"{following}." else Fault(Code.MOVE_NUMBER, {"next": following})
        if step.cards == LONGEST:
            found = resolved(self.position, step)
            if isinstance(found, Fault):
                return found
            step = settled(step, found.target, found.cards)
        return refusal(self.position, step) or step

    def take(self, step: Step) -> Entry:
        """Take a step that :meth:`judge` allowed, and return what it did or took back."""
        self.steps += 1
        return self.position.apply_trusted(step)

    def play(self, tokens: list[str], taken: list[Step] | None = None) -> tuple[int, Fault] | None:
        """Take ``tokens`` in turn up to the first fault; return the index of its token and the fault.

        The steps that were accepted, their counts resolved, are added to ``taken`` if it is given.
        """
        position = self.position
        for index, token in enumerate(tokens):
            step = read_step(token)
            if step.__class__ is Step and step[0] < UNDO and step[3] != LONGEST:
                # what nearly every token is; the same as below with fewer calls
                fault = attempt(position, step)
                if fault is not None:
                    return index, fault
                self.steps += 1
                if taken is not None:
                    taken.append(step)
                continue
            judged = self.judge(token)
            if isinstance(judged, Step):
                self.take(judged)
                if taken is not None:
                    taken.append(judged)
            elif judged is not None:
                return index, judged
        return None

    def follow(self, step: Step) -> Taken:
        """Take a step that :meth:`judge` allowed, and return which cards it moved too."""
        position = self.position
        if step.kind == UNDO:
            change = change_of(self.take(step))
            moved = position.moved(change.step)
        else:
            moved = position.moved(change_of(position.undone[-1]).step if step.kind == REDO else step)
            change = change_of(self.take(step))
        turned = position.turned(change, step.kind == UNDO) if change.turned else ()
        return Taken(self.steps, step, change, tuple(moved), tuple(turned))

    def follow_line(self, line: Line) -> Iterator[Taken | Problem]:
        """Take the steps of a line one by one; a problem ends them."""
        for token in line.tokens:
            step = self.judge(token.text)
            if isinstance(step, Step):
                yield self.follow(step)
            elif step is not None:
                yield _problem(token, step, self.steps + 1)
                return
        if line.bad:
            yield line.bad


def judge(transcript: RawTranscript) -> Verdict:
    """Return the verdict on a transcript; reads its body to the end."""
    header = transcript.header
    if header.problem:
        return closing(transcript, None, None)
    referee = Referee(header.start())
    try:
        problem = _play_body(referee, transcript)
    except FaultError as error:
        problem = error.problem
    return closing(transcript, referee, problem)


def _play_body(referee: Referee, transcript: RawTranscript) -> Problem | None:
    """Take the steps of a transcript up to the first fault, and return it. Raises :class:`FaultError`."""
    for block in transcript.body:
        if block.clean and block.text.isascii() and "#" not in block.text:
            # blanks, tabs and line ends are all the white space that such a block can hold
            fault = referee.play(block.text.split())
            if fault:
                tokens = chain.from_iterable(line.tokens for line in block_lines(block, transcript.located))
                return _problem(next(islice(tokens, fault[0], None)), fault[1], referee.steps + 1)
            continue
        for line in block_lines(block, transcript.located):
            fault = referee.play([token.text for token in line.tokens])
            bad = _problem(line.tokens[fault[0]], fault[1], referee.steps + 1) if fault else line.bad
            if bad:
                return bad
    return None


def _problem(token: Token, fault: Fault, step: int) -> Problem:
    return Problem(fault, token.line, token.column, step, token.text)


def closing(transcript: RawTranscript, referee: Referee | None, problem: Problem | None) -> Verdict:
    """Return the verdict after the last step, the header's claim compared with the result.

    There is no ``referee`` where the header is at fault.
    """
    header = transcript.header
    if referee is None:
        return Verdict(transcript.number, header, 0, None, header.problem)
    if problem is not None and problem.code is Code.UNREADABLE:
        return closing(unreadable(problem), None, None)  # how the transcript goes on is not known
    reached = result(referee.position)
    claim = header.claim
    if problem is None and claim is not None and claim.text != reached:
        fault = Fault(Code.RESULT_MISMATCH, {"claim": claim.text, "result": reached})
        problem = Problem(fault, claim.line, claim.column, None, claim.text)
    return Verdict(transcript.number, header, referee.steps, reached, problem)


class Playback:
    """The steps of a transcript one by one; iterate once.

    Yields a :class:`Taken` for the start and for each accepted step. ``position`` is then the position after
    it, the same object that the next step changes. When the iteration is over ``verdict`` is set.
    """

    def __init__(self, transcript: RawTranscript) -> None:
        self.transcript = transcript
        self.verdict: Verdict | None = None
        header = transcript.header
        if header.problem:
            self.verdict = closing(transcript, None, None)
        else:
            self._referee = Referee(header.start())

    @property
    def position(self) -> Position:
        """The position after the last step; there is none if the header is at fault."""
        return self._referee.position

    def __iter__(self) -> Iterator[Taken]:
        if self.verdict is None:
            yield Taken(0)
            try:
                for line in self.transcript.lines():
                    for found in self._referee.follow_line(line):
                        if isinstance(found, Problem):
                            raise FaultError(found)
                        yield found
            except FaultError as error:
                self.verdict = closing(self.transcript, self._referee, error.problem)
            self.close()

    def close(self) -> Verdict:
        """Return the verdict, after the last step if the iteration did not come to its end."""
        if self.verdict is None:
            self.verdict = closing(self.transcript, self._referee, None)
        return self.verdict


class Ending(NamedTuple):
    """The end of a valid transcript: its position, and the last step or the start."""

    position: Position
    taken: Taken
    verdict: Verdict


def last_position(transcript: RawTranscript) -> Ending | Verdict:
    """Play a transcript to its end; of a faulty one return the verdict alone."""
    playback = Playback(transcript)
    taken = deque(playback, 1)
    verdict = playback.close()
    return verdict if verdict.problem else Ending(playback.position, taken[0], verdict)
