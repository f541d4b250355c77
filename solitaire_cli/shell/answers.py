"""Games that wait for a win, and the answers of searches as transcripts and records."""

from __future__ import annotations

import time
from typing import Any, NamedTuple

from solitaire_cli.core.engine import WON
from solitaire_cli.shell.console import NO, YES
from solitaire_cli.show.look import JSON, Look
from solitaire_cli.show.records import json_line
from solitaire_cli.solver import UNKNOWN, Solution, solve
from solitaire_cli.transcript.document import Transcript, read_whole
from solitaire_cli.transcript.header import KEYS
from solitaire_cli.transcript.reader import RawTranscript
from solitaire_cli.transcript.referee import Verdict
from solitaire_cli.transcript.writer import setup_values
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
    """A game up to the position from which a win is searched for, and where it was read."""

    transcript: Transcript
    place: Place | None = None


def read_unsolved(raw: RawTranscript, source: str) -> Unsolved | Verdict:
    """Read a transcript to its end; return the verdict if it is faulty."""
    transcript = read_whole(raw)
    if isinstance(transcript, Verdict):
        return transcript
    if "deal" not in transcript.header:
        transcript.header |= setup_values(raw.header.start())
    return Unsolved(transcript, Place(source, raw.number, raw.header.line))


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
        end = time.monotonic() + (self.timeout or 0)
        deadline = None if self.timeout is None else lambda: time.monotonic() >= end
        solution = solve(game.transcript.position, self.effort, deadline, self.shorten)
        add_solution(game.transcript, solution)
        text = solution_record(game, solution) if self.look.form == JSON else str(game.transcript)
        if solution.status == WON:
            return Answer(text, "", YES)
        late = solution.status == UNKNOWN and deadline is not None and deadline()
        return Answer(text, self._remark(game, solution, late), NO)

    def _remark(self, game: Unsolved, solution: Solution, late: bool) -> str:
        place = f"{printable(game.place.source)}:{game.place.line}: " if game.place else ""
        name = self.look.title(game.transcript.rules, game.transcript.header.get("deal"))
        words = SEARCH_WORDS["late" if late else solution.status]
        said = self.look.phrase(words, effort=solution.effort, seconds=f"{self.timeout or 0:g}")
        return f"{place}{name}: {said}"


def add_solution(transcript: Transcript, solution: Solution) -> None:
    """Add the steps that win to a transcript, and the rest of the answer to its header."""
    header = transcript.header
    tags = {**_own_tags(transcript), "status": solution.status, "effort": str(solution.effort)}
    if solution.status == WON:
        header["result"] = WON
        tags["grade"] = str(solution.grade)
    header["tags"] = tags
    transcript.play("\n".join(map(str, solution.steps)))


def solution_record(game: Unsolved, solution: Solution) -> str:
    """Return the record of an answer, which is a transcript too, as a line of JSON."""
    transcript = game.transcript
    header, moves = transcript.header, transcript.steps
    record: dict[str, Any] = {"type": "solution"}
    if game.place:
        record |= {"source": game.place.source, "transcript": game.place.transcript}
    record |= {"game": transcript.rules.game, "deal": header.get("deal"), "rules": transcript.rules.options}
    for key in KEYS:
        if key in header and key not in ("game", "deal", "rules", "result", "source", "tags"):
            record[key] = header[key]
    tags = _own_tags(transcript)
    if tags:
        record["tags"] = tags
    record |= {"status": solution.status, "steps": len(moves), "effort": solution.effort, "grade": solution.grade}
    return json_line({**record, "moves": moves})


def _own_tags(transcript: Transcript) -> dict[str, str]:
    """Return the tags that no search has written."""
    return {key: value for key, value in transcript.header.get("tags", {}).items() if key not in TAGS}
