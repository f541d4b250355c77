"""A whole transcript as one value: built from a position or read, extended, asked, and written in canonical form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from functools import lru_cache
from io import StringIO
from itertools import chain
from typing import Any, NamedTuple

from solitaire_cli.core.errors import Code, Fault, FaultError, Problem
from solitaire_cli.core.legality import result
from solitaire_cli.core.position import Position
from solitaire_cli.core.rules import Rules
from solitaire_cli.core.steps import MOVE, REDO, TO_FOUNDATION, UNDO, Step, change_of
from solitaire_cli.transcript.blocks import Line, block_lines, text_block
from solitaire_cli.transcript.header import KEYS, MAP, half_character, unknown_key
from solitaire_cli.transcript.reader import LONGEST_COMMENTS, RawTranscript, long_comments
from solitaire_cli.transcript.referee import Referee, Taken, Verdict, closing
from solitaire_cli.transcript.start import START
from solitaire_cli.transcript.writer import (
    header_comments,
    header_text,
    header_values,
    position_values,
    setup_values,
    start_values,
)


class Style(NamedTuple):
    """How steps are written: with labels, with the card that heads each move, without what was taken back."""

    labels: bool = False
    cards: bool = False
    flatten: bool = False


class _Item(NamedTuple):
    """A step with the card that heads it, a comment, or both."""

    step: Step | None
    head: int
    comment: str


@lru_cache(maxsize=1 << 12)
def _bare(step: Step, head: int) -> _Item:
    """Return a step without a comment; one value for each, so that a long game stays small."""
    return _Item(step, head, "")


class Transcript:  # noqa: PLW1641 - it changes, so it has no hash
    """A game as it is written down: a header, steps with comments, and the position after them.

    It begins as ``position`` does, with the steps that led there. ``header`` are the values of its header: texts,
    lists of texts and maps of texts by key. What says how the game begins cannot be changed; other keys can be set.
    Its text is canonical, and reading it gives an equal transcript.

    >>> from solitaire_cli.api import deal
    >>> game = Transcript(deal("spiderwort", 1))
    >>> game.header["player"] = "Ada"
    >>> game.play("2-1 3-11  # so far")
    [Taken(1, 2-1), Taken(2, 3-11)]
    >>> print(game, end="")
    ---
    game: spiderwort
    deal: 1
    player: Ada
    ---
    2-1
    3-11  # so far
    """

    __slots__ = ("_begun", "_items", "_referee", "comments", "header", "remarks")

    def __init__(self, position: Position) -> None:
        start = _start(position)
        self._begin(position_values(start) if start.number is None else start_values(start.rules, start.number))
        self.comments: Mapping[str, list[str]] = {}
        self.remarks: list[str] = []
        self._items: list[_Item] = []
        self._referee = Referee(start)
        for entry in position.history:
            self.play(change_of(entry).step)

    def _begin(self, header: dict[str, Any]) -> None:
        self.header = header
        self._begun = {key: copy(header.get(key)) for key in START}

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._referee.position.rules

    @property
    def start(self) -> Position:
        """The position from which the steps begin, one of its own."""
        return _start(self._referee.position)

    @property
    def position(self) -> Position:
        """The position after the last step, one of its own."""
        return self._referee.position.copy()

    @property
    def steps(self) -> list[str]:
        """The steps in canonical form, undo and redo too."""
        return self.tokens()

    def tokens(self, style: Style = Style()) -> list[str]:  # noqa: B008 - immutable
        """Return the steps as they are written, one by one."""
        return [text for text, _ in self._written(style) if text]

    @property
    def result(self) -> str:
        """``won``, ``lost`` or ``open``, as the game stands after the last step."""
        return result(self._referee.position)

    def play(self, steps: str | Step) -> list[Taken]:
        """Take steps, one or a text of them with its comments, and return what they did.

        Raises :class:`FaultError` with the refusal; the steps before the refused one were taken.
        """
        return [taken for line in block_lines(text_block(str(steps), 1), True) for taken in self._add(line)]

    def undo(self) -> None:
        """Remove the last step, as if it had never been there; ``play("undo")`` writes a step ``undo`` instead.

        Raises :class:`FaultError` if there is none.
        """
        at = max((at for at, item in enumerate(self._items) if item.step), default=-1)
        if at < 0:
            raise FaultError(Fault(Code.NOTHING_TO_UNDO))
        del self._items[at:]
        # all again, since what can be redone depends on each step before
        self._referee = Referee(self.start)
        for item in self._items:
            if item.step:
                self._referee.take(item.step)

    def text(self, style: Style = Style()) -> str:  # noqa: B008 - immutable
        """Return the canonical text.

        A ``header`` that would not be read back raises: :class:`FaultError` for an unknown key or a wrong result,
        :class:`TypeError` for a value that is not text, :class:`ValueError` for another start.
        """
        self._check_header()
        remarks = "".join(line + "\n" for line in self.remarks)
        return remarks + header_text(self.header, self.comments) + self.body(style)

    def _check_header(self) -> None:
        for key in {**self._begun, **self.header}:
            value = self.header.get(key)
            if key not in KEYS:
                raise FaultError(unknown_key(str(key)))
            if key in START:
                if value != self._begun[key]:
                    raise ValueError(f'"{key}" in a header says how the game begins and cannot be changed')
                continue
            kind, texts = "text", [value]
            if KEYS[key] == MAP:
                kind, texts = "a map of texts", [*chain(*value.items())] if isinstance(value, Mapping) else [None]
            if not all(isinstance(text, str) for text in texts):
                raise TypeError(f'"{key}" in a header must be {kind}, not {value!r}')
            if fault := half_character("".join(map(str, texts))):
                raise FaultError(fault)
        claim = self.header.get("result")
        if claim is not None and claim != self.result:
            raise FaultError(Fault(Code.RESULT_MISMATCH, {"claim": claim, "result": self.result}))

    def body(self, style: Style = Style()) -> str:  # noqa: B008 - immutable
        """Return the steps and their comments as canonical text."""
        lines = StringIO()
        number = 0
        for text, comment in self._written(style):
            if text:
                number += 1
                label = f"{number}. " if style.labels else ""
                lines.write(f"{label}{text}  {comment}\n" if comment else f"{label}{text}\n")
            elif comment:
                lines.write(comment + "\n")
        return lines.getvalue()

    def _written(self, style: Style) -> Iterator[tuple[str, str]]:
        """Yield steps as text with their comments; either may be empty."""
        if style.flatten:
            yield from self._flattened(style)
            return
        for step, head, comment in self._items:
            yield _token(step, head, style) if step else "", comment

    def _flattened(self, style: Style) -> list[tuple[str, str]]:
        """Return what is written without what was taken back."""
        written: list[tuple[str, str]] = []
        done: list[int] = []
        undone: list[str] = []
        for item in self._items:
            if item.step is None or item.step.kind == UNDO:
                if item.step:
                    at = done.pop()
                    undone.append(written[at][0])
                    written[at] = ("", written[at][1])
                written.append(("", item.comment))
                continue
            if item.step.kind == REDO:
                text = undone.pop()
            else:
                text = _token(item.step, item.head, style)
                undone.clear()
            done.append(len(written))
            written.append((text, item.comment))
        return written

    def _add(self, line: Line) -> list[Taken]:
        """Take the steps of a line. Raises :class:`FaultError` with the problem that ends them."""
        taken = []
        for found in self._referee.follow_line(line):
            if isinstance(found, Problem):
                raise FaultError(found)
            taken.append(found)
            assert found.step is not None
            self._items.append(_bare(found.step, found.moved[0] if found.moved else 0))
        if line.comment and taken:
            self._items[-1] = self._items[-1]._replace(comment=line.comment)
        elif line.comment:
            self._items.append(_Item(None, 0, line.comment))
        return taken

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Transcript {self._referee.position!r}>"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Transcript) and str(self) == str(other)


def _token(step: Step, head: int, style: Style) -> str:
    return step.token(head if style.cards and step.kind in (MOVE, TO_FOUNDATION) else 0)


def _start(position: Position) -> Position:
    """Return the position from which the steps that led to ``position`` began."""
    start = position.copy()
    while start.history:
        start.undo()
    start.undone = []
    return start


def read_whole(raw: RawTranscript, whole_start: bool = False) -> Transcript | Verdict:
    """Return a transcript that was read with ``exact``, its body read to the end; of a faulty one the verdict.

    With ``whole_start`` the header of a position has its stock and foundations even where they were left out.
    """
    if raw.header.problem:
        return closing(raw, None, None)
    transcript = Transcript(raw.header.start())
    header = header_values(raw.header)
    if whole_start and "deal" not in header:
        header |= setup_values(raw.header.start())
    transcript._begin(header)
    transcript.comments = header_comments(raw)
    transcript.remarks = raw.remarks
    problem = None
    size = 0
    try:
        for line in raw.lines():
            size += len(line.comment or "")
            if size > LONGEST_COMMENTS:
                raise FaultError(long_comments(raw))
            transcript._add(line)
    except FaultError as error:
        problem = error.problem
    verdict = closing(raw, transcript._referee, problem)
    return verdict if verdict.problem else transcript
