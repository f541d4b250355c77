"""What a search found, as a transcript and as a record, and the answers that a file holds already."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from solitaire_cli.core.engine import WON
from solitaire_cli.core.numbering import Number
from solitaire_cli.core.position import Position
from solitaire_cli.core.rules import Catalogue, Rules
from solitaire_cli.shell.console import NO, YES, Console
from solitaire_cli.show.look import JSON
from solitaire_cli.show.records import json_line, title
from solitaire_cli.solver import PLAIN_LEVELS, UNKNOWN, UNWINNABLE, Solution, is_fast, solve
from solitaire_cli.transcript.blocks import read_blocks, split_chunks
from solitaire_cli.transcript.document import read_whole
from solitaire_cli.transcript.header import KEYS
from solitaire_cli.transcript.notation import format_step
from solitaire_cli.transcript.reader import Transcript, TranscriptReader
from solitaire_cli.transcript.referee import Verdict
from solitaire_cli.transcript.start import SETUP
from solitaire_cli.transcript.writer import (
    header_text,
    setup_values,
    start_values,
)
from solitaire_cli.words.escaping import printable
from solitaire_cli.words.messages import SEARCH_WORDS
from solitaire_cli.words.translation import phrase

TAGS = ("status", "effort", "grade")
"""What the tags of a transcript say of a search; a record has keys of these names."""


class Place(NamedTuple):
    """Where a transcript stands: its source, its ordinal there and the line of its header."""

    source: str
    transcript: int
    line: int


class Start(NamedTuple):
    """Where a search starts, ready to be handed to a process: a numbered deal, the end of a transcript, or a fault.

    Of a transcript there is all that it says, and ``text``, a shorter one with the same start and steps. ``told`` is
    what is to be said of a faulty one, in its turn, with the exit code that it asks for.
    """

    number: Number | None = None
    place: Place | None = None
    text: str = ""
    values: dict[str, Any] = {}  # noqa: RUF012 - of a tuple, never changed
    comments: Mapping[str, list[str]] = {}
    remarks: str = ""
    body: str = ""
    told: tuple[str, int] | None = None


class Answer(NamedTuple):
    """The answer of a search ready to be written, a line for people if it is no win, and the exit code it asks for."""

    text: str
    remark: str
    code: int


class Opening(NamedTuple):
    """A game up to where a search takes it on: its header, what stands before the found steps, and the position."""

    rules: Rules
    values: dict[str, Any]
    comments: Mapping[str, list[str]]
    remarks: str
    body: str
    steps: tuple[str, ...]
    position: Position

    def start(self, place: Place) -> Start:
        """The game as it is handed to a process; what people wrote into its header may be of any length."""
        needed = {key: self.values[key] for key in ("game", "deal", "rules", *SETUP) if key in self.values}
        text = header_text(needed) + "".join(f"{step}\n" for step in self.steps)
        return Start(None, place, text, self.values, self.comments, self.remarks, self.body)

    @property
    def key(self) -> tuple[object, ...]:
        """What two games have in common that start the same way."""
        if "deal" in self.values:
            return (self.rules.game, *self.rules.options.items(), self.values["deal"])
        start = (*self.values["columns"], self.values.get("stock", ""), self.values.get("foundations", ""))
        return (self.rules.game, *self.rules.options.items(), *start)


def numbered(rules: Rules, number: Number) -> Opening:
    """A deal."""
    return Opening(rules, start_values(rules, number), {}, "", "", (), Position.numbered(rules, number))


def played(transcript: Transcript) -> Opening | Verdict:
    """A transcript up to its last position, or the verdict on one that is at fault; reads it to the end."""
    made = read_whole(transcript)
    if isinstance(made, Verdict):
        return made
    values = dict(made.header)
    if "deal" not in values:
        values |= setup_values(transcript.header.start())
    remarks = "".join(line + "\n" for line in made.remarks)
    return Opening(made.rules, values, made.comments, remarks, made.body(), tuple(made.steps), made.position)


class Search(NamedTuple):
    """How games are searched and answers written: all that a process needs to know of the command."""

    rules: Rules | None
    catalogue: Catalogue
    form: str
    language: str
    effort: int
    timeout: float | None
    shorten: bool

    def answer(self, start: Start) -> Answer:
        """Search one game."""
        if start.told is not None:
            return Answer("", *start.told)
        opening = self._opening(start)
        deadline = self._deadline()
        solution = solve(opening.position, self.effort, deadline, self.shorten)
        write = self._record if self.form == JSON else self._transcript
        text = write(start, opening, solution)
        if solution.status == WON:
            return Answer(text, "", YES)
        late = solution.status == UNKNOWN and deadline is not None and deadline()
        return Answer(text, self._remark(start, opening, solution, late), NO)

    def _opening(self, start: Start) -> Opening:
        if start.number is not None and self.rules is not None:
            return numbered(self.rules, start.number)
        data = start.text.encode("utf-8", "surrogateescape")
        chunks = split_chunks(data)
        found = played(next(iter(TranscriptReader(read_blocks(chunks), self.catalogue, exact=True))))
        assert isinstance(found, Opening)
        return found._replace(values=start.values, comments=start.comments, remarks=start.remarks, body=start.body)

    def _deadline(self) -> Callable[[], bool] | None:
        if self.timeout is None:
            return None
        end = time.monotonic() + self.timeout
        return lambda: time.monotonic() >= end

    def _transcript(self, start: Start, opening: Opening, solution: Solution) -> str:
        """The game with the steps that win it; what the search says of it stands in the tags."""
        values = dict(opening.values)
        told = {key: value for key, value in values.get("tags", {}).items() if key not in TAGS}
        values["tags"] = {**told, "status": solution.status, "effort": str(solution.effort)}
        if solution.status == WON:
            values["result"] = WON
            values["tags"]["grade"] = solution.grade
        found = "".join(f"{format_step(step)}\n" for step in solution.steps)
        return opening.remarks + header_text(values, opening.comments) + opening.body + found

    def _record(self, start: Start, opening: Opening, solution: Solution) -> str:
        place = {"source": start.place.source, "transcript": start.place.transcript} if start.place else {}
        moves = [*opening.steps, *map(format_step, solution.steps)]
        own = {key: opening.values[key] for key in KEYS if key in opening.values}
        for key in ("game", "deal", "rules", "result", "source"):
            own.pop(key, None)
        own["tags"] = {key: value for key, value in own.get("tags", {}).items() if key not in TAGS}
        if not own["tags"]:
            del own["tags"]
        return json_line(
            {
                "type": "solution",
                **place,
                "game": opening.rules.game,
                "deal": opening.values.get("deal"),
                "rules": opening.rules.options,
                **own,
                "status": solution.status,
                "steps": len(moves),
                "effort": solution.effort,
                "grade": solution.grade,
                "moves": moves,
            }
        )

    def _remark(self, start: Start, opening: Opening, solution: Solution, late: bool) -> str:
        place = f"{printable(start.place.source)}:{start.place.line}: " if start.place else ""
        name = title(opening.rules, opening.values.get("deal"), self.language)
        said = SEARCH_WORDS["late" if late else solution.status]
        words = phrase(said, self.language, effort=solution.effort, seconds=f"{self.timeout or 0:g}")
        return f"{place}{name}: {words}"


def tell_of_speed(console: Console, rules: Rules, effort: int, needed: bool = False) -> bool:
    """Say how to get the fast search if games of runs are to be searched without it; with ``needed`` end there.

    Returns whether there was something to say.
    """
    if rules.goal != "runs" or effort <= PLAIN_LEVELS or is_fast():
        return False
    if needed:
        console.fail("needs-numpy", levels=PLAIN_LEVELS)
    console.remark("no-numpy", levels=PLAIN_LEVELS)
    return True


class Held(NamedTuple):
    """An answer that a file holds: the steps of its transcript, the status and the effort of the search."""

    steps: tuple[str, ...]
    status: str
    effort: int

    def answers(self, steps: tuple[str, ...], effort: int) -> bool:
        """Whether it answers a search with ``effort`` that starts after ``steps``."""
        if self.status == WON:
            return self.steps[: len(steps)] == steps
        return self.steps == steps and (self.status != UNKNOWN or self.effort >= effort)


def held(opening: Opening) -> Held | None:
    """What a transcript says of a search: a win is seen, anything else stands in its tags."""
    if opening.position.won:
        return Held(opening.steps, WON, 0)
    tags = opening.values.get("tags", {})
    status, effort = tags.get("status", ""), tags.get("effort", "")
    if status not in (UNWINNABLE, UNKNOWN) or not re.fullmatch("[0-9]{1,3}", effort):
        return None
    return Held(opening.steps, status, int(effort))
