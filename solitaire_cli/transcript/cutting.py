"""A part of a transcript as a transcript of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from solitaire_cli.core.errors import FaultError, Problem
from solitaire_cli.core.position import Position
from solitaire_cli.core.steps import REDO, UNDO
from solitaire_cli.transcript.blocks import Line, Token
from solitaire_cli.transcript.reader import LONGEST_COMMENTS, RawTranscript, long_comments
from solitaire_cli.transcript.referee import Referee, Taken, Verdict, closing
from solitaire_cli.transcript.start import START
from solitaire_cli.transcript.writer import header_comments, header_text, header_values, json_values, position_values


class Part(NamedTuple):
    """A transcript to be written: its header, and steps with their comments, either of which may be empty."""

    header: dict[str, Any]
    comments: Mapping[str, list[str]]
    remarks: list[str]
    lines: list[tuple[str, str]]

    def text(self) -> str:
        """Return the canonical text."""
        remarks = "".join(f"{line}\n" for line in self.remarks)
        body = (f"{step}  {comment}\n" if step and comment else f"{step or comment}\n" for step, comment in self.lines)
        return remarks + header_text(self.header, self.comments) + "".join(body)

    def record(self) -> dict[str, Any]:
        """Return the keys of the header and the moves, without comments."""
        return json_values(self.header, [step for step, _ in self.lines if step])


class Cutting(NamedTuple):
    """What became of a cut; ``verdict`` is that on the whole transcript.

    ``part`` is ``None`` if a step that was named is not there, or if ``crossing``, an undo within the part, takes back
    a step before it.
    """

    verdict: Verdict
    part: Part | None = None
    crossing: Token | None = None


def cut(raw: RawTranscript, first: int, end: int | None) -> Cutting:
    """Return the steps after ``first`` up to ``end``, by default all, and the position in which they begin.

    ``raw`` was read with ``exact``. A faulty transcript has the steps before its fault. After step 0 the start stays as
    it is written. A redo of what was taken back before the part becomes the step itself.
    """
    if raw.header.problem:
        return Cutting(closing(raw, None, None))
    cutter = _Cutter(raw, first, end)
    try:
        problem = cutter.read()
    except FaultError as error:
        problem = error.problem
    verdict = closing(raw, cutter.referee, problem)
    if verdict.steps < max(first, end or 0):
        return Cutting(verdict)
    if cutter.crossing:
        return Cutting(verdict, None, cutter.crossing)
    return Cutting(verdict, cutter.part(verdict.valid and end in (None, verdict.steps)))


class _Cutter:
    """Plays a transcript and keeps the steps of the part."""

    def __init__(self, raw: RawTranscript, first: int, end: int | None) -> None:
        self.referee = Referee(raw.header.start())
        self.crossing: Token | None = None
        self._raw, self._first, self._end = raw, first, end
        self._start: dict[str, Any] = {}
        self._depth = self._redoable = 0  # steps before the part, and taken back within it
        self._lines: list[tuple[str, str]] = []
        self._after: list[tuple[str, str]] = []  # comments behind the last step

    def read(self) -> Problem | None:
        """Play all steps, and return the fault that ends them."""
        size = 0
        self._mark(self.referee.position)
        for line in self._raw.lines():
            size += len(line.comment or "")
            if size > LONGEST_COMMENTS:
                raise FaultError(long_comments(self._raw))
            before = self.referee.steps
            kept = False
            for token in line.tokens:
                for found in self.referee.follow_line(Line([token], None, None)):
                    if isinstance(found, Problem):
                        return found
                    kept = self._take(token, found)
            if line.bad:
                return line.bad
            if line.comment and self.referee.steps > before:
                if kept:
                    self._lines[-1] = (self._lines[-1][0], line.comment)
            elif line.comment and before >= self._first and (self._end is None or before <= self._end):
                (self._after if before == self._end else self._lines).append(("", line.comment))
        return None

    def _mark(self, position: Position) -> None:
        if self.referee.steps == self._first:
            self._start = position_values(position) if self._first else {}
            self._depth = len(position.history)

    def _take(self, token: Token, taken: Taken) -> bool:
        """Keep a step if it is one of the part, and return whether it is."""
        assert taken.step is not None and taken.change is not None
        if taken.number <= self._first:
            self._mark(self.referee.position)
            return False
        if self._end is not None and taken.number > self._end:
            return False
        step = taken.step
        if step.kind == UNDO:
            self._redoable += 1
            if len(self.referee.position.history) < self._depth and not self.crossing:
                self.crossing = token
        elif step.kind == REDO and self._redoable:
            self._redoable -= 1
        else:
            step = taken.change.step
            self._redoable = 0
        self._lines.append((step.token(), ""))
        return True

    def part(self, whole: bool) -> Part:
        """Return what was kept; unless it is the ``whole`` rest, nothing is claimed of its end."""
        header, comments = header_values(self._raw.header), header_comments(self._raw)
        kept = {key: value for key, value in header.items() if whole or key != "result"}
        if self._first:
            kept = {key: value for key, value in kept.items() if key not in START} | self._start
            kept["tags"] = self._tags(header)
        for key in [key for key in comments if key and key not in kept]:
            comments.setdefault("columns" if key in START else "", []).extend(comments.pop(key))
        return Part(kept, comments, self._raw.remarks, [*self._lines, *(self._after if whole else ())])

    def _tags(self, header: dict[str, Any]) -> dict[str, str]:
        """Return the tags of a position, which say where it comes from; one that was cut before has come further."""
        tags: dict[str, str] = header.get("tags", {})
        deal = {"deal": header["deal"]} if "deal" in header else {}
        before = tags.get("step", "")
        begun = int(before) if not deal and before.isascii() and before.isdecimal() and len(before) < 10 else 0
        return {**tags, **deal, "step": str(begun + self._first)}
