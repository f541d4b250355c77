"""Games that wait for a win, and the answers of searches as transcripts and records."""

from __future__ import annotations

import math
import time
from typing import Any, NamedTuple

from solitaire_cli.core.legality import WON
from solitaire_cli.shell.exit_codes import NO, NO_ANSWER, YES
from solitaire_cli.show.look import JSON, Look
from solitaire_cli.show.records import json_line
from solitaire_cli.solver import UNKNOWN, NoSearchError, Solution, solve
from solitaire_cli.transcript.document import Transcript, read_whole
from solitaire_cli.transcript.header import KEYS
from solitaire_cli.transcript.reader import RawTranscript
from solitaire_cli.transcript.referee import Verdict
from solitaire_cli.words.escaping import printable
from solitaire_cli.words.messages import COMPLAINTS, SEARCH_WORDS

TAGS = ("status", "effort", "grade")  # of a transcript with an answer; a record has keys of these names


class Unsolved(NamedTuple):
    """A game to search from where it ends; if it was read, its source, ordinal there and the line of its header."""

    transcript: Transcript
    source: str | None = None
    number: int = 0
    line: int = 0


def read_unsolved(raw: RawTranscript, source: str) -> Unsolved | Verdict:
    """Read a transcript to its end; return the verdict if it is faulty."""
    transcript = read_whole(raw, whole_start=True)
    if isinstance(transcript, Verdict):
        return transcript
    return Unsolved(transcript, source, raw.number, raw.header.line)


class Answer(NamedTuple):
    """The text to write, a line for people if there is no win or the transcript is faulty, and the exit code."""

    text: str
    remark: str
    code: int


Work = Unsolved | Answer  # a faulty transcript has its answer already


class Search(NamedTuple):
    """How games are searched and their answers written: all that a process needs to know of the command."""

    look: Look
    effort: int
    timeout: float | None
    shorten: bool

    def answer(self, game: Work) -> Answer:
        """Search one game."""
        if isinstance(game, Answer):
            return game
        transcript = game.transcript
        end = time.monotonic() + (self.timeout or math.inf)
        try:
            solution = solve(transcript.position, self.effort, lambda: time.monotonic() >= end, self.shorten)
        except NoSearchError as error:
            return Answer("", self._remark(game, COMPLAINTS[error.complaint]), NO_ANSWER)
        add_solution(transcript, solution)
        text = solution_record(game, solution) if self.look.form == JSON else str(transcript)
        if solution.status == WON:
            return Answer(text, "", YES)
        late = solution.status == UNKNOWN and time.monotonic() >= end
        words = SEARCH_WORDS["late" if late else solution.status]
        return Answer(text, self._remark(game, words, solution.effort), NO)

    def _remark(self, game: Unsolved, words: str, effort: int = 0) -> str:
        """Return why a game has no win, behind its place and its name."""
        said = self.look.phrase(words, effort=effort, seconds=f"{self.timeout or 0:g}")
        name = self.look.title(game.transcript.rules, game.transcript.header.get("deal"))
        place = f"{printable(game.source)}:{game.line}: " if game.source else ""
        return f"{place}{name}: {said}"


def add_solution(transcript: Transcript, solution: Solution) -> None:
    """Add the steps that win to a transcript, and the rest of the answer to its header."""
    tags = {**_own_tags(transcript.header), "status": solution.status, "effort": str(solution.effort)}
    if solution.status == WON:
        transcript.header["result"] = WON
        tags["grade"] = str(solution.grade)
    transcript.header["tags"] = tags
    transcript.play("\n".join(map(str, solution.steps)))


def solution_record(game: Unsolved, solution: Solution) -> str:
    """Return the record of an answer, which is a transcript too, as a line of JSON."""
    header, rules, moves = game.transcript.header, game.transcript.rules, game.transcript.steps
    place = {"source": game.source, "transcript": game.number} if game.source else {}
    record: dict[str, Any] = {"type": "solution", **place}
    record |= {"game": rules.game, "deal": header.get("deal"), "rules": rules.options}
    own = {"game", "deal", "rules", "result", "source", "tags"}
    record |= {key: header[key] for key in KEYS if key in header and key not in own}
    if tags := _own_tags(header):
        record["tags"] = tags
    record |= {"status": solution.status, "steps": len(moves), "effort": solution.effort, "grade": solution.grade}
    return json_line({**record, "moves": moves})


def _own_tags(header: dict[str, Any]) -> dict[str, str]:
    return {key: value for key, value in header.get("tags", {}).items() if key not in TAGS}
