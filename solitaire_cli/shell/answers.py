"""Games that wait for a win, and the answers of searches as transcripts and records."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from solitaire_cli.core.engine import WON
from solitaire_cli.core.numbering import Number
from solitaire_cli.core.position import Position
from solitaire_cli.core.rules import Rules
from solitaire_cli.shell.console import NO, YES
from solitaire_cli.show.look import JSON, Look
from solitaire_cli.show.records import json_line, title
from solitaire_cli.solver import UNKNOWN, Solution, copy_position, solve
from solitaire_cli.transcript.header import KEYS
from solitaire_cli.transcript.notation import format_step
from solitaire_cli.transcript.reader import Transcript
from solitaire_cli.transcript.referee import Referee, Verdict
from solitaire_cli.transcript.writer import canonical, header_comments, header_text, setup_values, start_values
from solitaire_cli.words.escaping import printable
from solitaire_cli.words.messages import SEARCH_WORDS

TAGS = ("status", "effort", "grade")
"""The tags of a transcript with an answer; a record has keys of these names."""


class Place(NamedTuple):
    """The place of a transcript: its source, its ordinal there and the line of its header."""

    source: str
    transcript: int
    line: int


class Unsolved(NamedTuple):
    """A game up to the position from which a win is searched for; another process can have it.

    ``header`` are the values of its header. Of a transcript there are its ``steps``, the comments in its header, the
    ``remarks`` before it and its ``body`` too, and the ``place`` where it was read.
    """

    position: Position
    header: Mapping[str, Any]
    steps: tuple[str, ...] = ()
    comments: Mapping[str, list[str]] | None = None
    remarks: str = ""
    body: str = ""
    place: Place | None = None

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.position.rules

    @property
    def key(self) -> tuple[object, ...]:
        """A value that games have in common if they begin the same way."""
        header = self.header
        start = [header["deal"]] if "deal" in header else [*header["columns"], header["stock"], header["foundations"]]
        return (self.rules.game, *self.rules.options.items(), *start)


def unsolved_deal(rules: Rules, number: Number) -> Unsolved:
    """Return a numbered deal."""
    return Unsolved(Position.numbered(rules, number), start_values(rules, number))


def read_unsolved(transcript: Transcript, source: str) -> Unsolved | Verdict:
    """Read a transcript to its end; return the verdict if it is faulty."""
    read = canonical(transcript)
    if read.verdict.problem:
        return read.verdict
    steps = read.body.steps()
    referee = Referee(transcript.header.start())
    referee.play(steps)
    header = read.values if "deal" in read.values else read.values | setup_values(transcript.header.start())
    return Unsolved(
        copy_position(referee.position),
        header,
        tuple(steps),
        header_comments(transcript),
        "".join(line + "\n" for line in transcript.remarks),
        read.body.text(),
        Place(source, transcript.number, transcript.header.line),
    )


class Answer(NamedTuple):
    """The text to write, a line for people if there is no win or the transcript is faulty, and the exit code."""

    text: str
    remark: str
    code: int


class Search(NamedTuple):
    """How games are searched and their answers written: all that a process needs to know of the command."""

    look: Look
    effort: int
    timeout: float | None
    shorten: bool

    def answer(self, game: Unsolved | Answer) -> Answer:
        """Search one game; a faulty transcript has its answer already."""
        if isinstance(game, Answer):
            return game
        deadline = self._deadline()
        solution = solve(game.position, self.effort, deadline, self.shorten)
        text = solution_record(game, solution) if self.look.form == JSON else solution_text(game, solution)
        if solution.status == WON:
            return Answer(text, "", YES)
        late = solution.status == UNKNOWN and deadline is not None and deadline()
        return Answer(text, self._remark(game, solution, late), NO)

    def _deadline(self) -> Callable[[], bool] | None:
        if self.timeout is None:
            return None
        end = time.monotonic() + self.timeout
        return lambda: time.monotonic() >= end

    def _remark(self, game: Unsolved, solution: Solution, late: bool) -> str:
        place = f"{printable(game.place.source)}:{game.place.line}: " if game.place else ""
        name = title(game.rules, game.header.get("deal"), self.look.language)
        words = SEARCH_WORDS["late" if late else solution.status]
        said = self.look.phrase(words, effort=solution.effort, seconds=f"{self.timeout or 0:g}")
        return f"{place}{name}: {said}"


def solution_text(game: Unsolved, solution: Solution) -> str:
    """Return the transcript of a game with the steps that win it; its tags have the rest of the answer."""
    tags = {**_own_tags(game), "status": solution.status, "effort": str(solution.effort)}
    header = {**game.header, "tags": tags}
    if solution.status == WON:
        header["result"] = WON
        tags["grade"] = str(solution.grade)
    found = "".join(f"{format_step(step)}\n" for step in solution.steps)
    return game.remarks + header_text(header, game.comments) + game.body + found


def solution_record(game: Unsolved, solution: Solution) -> str:
    """Return the record of an answer, which is a transcript too, as a line of JSON."""
    moves = [*game.steps, *map(format_step, solution.steps)]
    record: dict[str, Any] = {"type": "solution"}
    if game.place:
        record |= {"source": game.place.source, "transcript": game.place.transcript}
    record |= {"game": game.rules.game, "deal": game.header.get("deal"), "rules": game.rules.options}
    for key in KEYS:
        if key in game.header and key not in ("game", "deal", "rules", "result", "source", "tags"):
            record[key] = game.header[key]
    if _own_tags(game):
        record["tags"] = _own_tags(game)
    return json_line(
        {
            **record,
            "status": solution.status,
            "steps": len(moves),
            "effort": solution.effort,
            "grade": solution.grade,
            "moves": moves,
        }
    )


def _own_tags(game: Unsolved) -> dict[str, str]:
    """Return the tags that no search has written."""
    return {key: value for key, value in game.header.get("tags", {}).items() if key not in TAGS}
