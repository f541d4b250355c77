"""``solve``: winning transcripts, or the proof that there is none."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import click

from solitaire_cli.console import NO, YES, Console
from solitaire_cli.engine import WON
from solitaire_cli.files import UnreadableError
from solitaire_cli.options import (
    JSON,
    TEXT,
    complete_files,
    complete_games,
    jobs_option,
    progress_option,
    rule_options,
    shared,
)
from solitaire_cli.ranges import NumberedCommand, Numbers, each, read_ranges, size
from solitaire_cli.referee import Verdict
from solitaire_cli.rules import Catalogue, Rules
from solitaire_cli.solutions import (
    Answer,
    Held,
    Opening,
    Search,
    Start,
    held,
    numbered,
    played,
    tell_of_speed,
)
from solitaire_cli.solve import DEFAULT_EFFORT, LEVELS


@click.command(
    cls=NumberedCommand,
    epilog="Exit codes: 0 all are won, 1 one is not, or a transcript is faulty, 2 no answer.",
)
@click.argument("game", required=False, shell_complete=complete_games)
@click.argument("numbers", metavar="[NUMBER|FROM-TO|-]...", nargs=-1)
@click.option(
    "--file",
    "files",
    metavar="FILE",
    multiple=True,
    shell_complete=complete_files,
    help="Search from the last positions of the transcripts in FILE; may be given more than once.",
)
@click.option(
    "--effort",
    type=click.IntRange(1, LEVELS),
    default=DEFAULT_EFFORT,
    metavar="N",
    help=f"The levels of search, 1 to {LEVELS}, which is the default; the answer is the same everywhere.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    metavar="S",
    help="Give up a game after about S seconds; such an answer depends on the machine.",
)
@click.option("--shorten", is_flag=True, help="Look for shorter wins, which takes many times as long.")
@click.option(
    "--resume",
    metavar="FILE",
    shell_complete=complete_files,
    help="Pass over the games that FILE has answers for; -o may name the same file.",
)
@rule_options
@jobs_option
@progress_option
@shared(TEXT, JSON)
def command(
    console: Console,
    game: str | None,
    numbers: tuple[str, ...],
    files: tuple[str, ...],
    effort: int,
    timeout: float | None,
    shorten: bool,
    resume: str | None,
    chosen: tuple[str, ...],
    jobs: int,
    progress: bool | None,
) -> int:
    """Search wins of GAME by number, or of the positions in FILE: a transcript each, a record with -f json.

    The search sees the face-down cards and the stock. A game that it does not win is told on standard error: proved
    unwinnable, or no win found. Each answer is written as soon as it and those before it are there, and an interrupt
    keeps them.

    \b
    solitaire-cli solve spider-millennium 24
    solitaire-cli solve spiderwort 1-100 -f json --jobs 0 -o answers --resume answers
    solitaire-cli solve --file game.moves | solitaire-cli replay --last -
    """
    console.carry_data()
    if (game is None) == (not files) or (game is not None and not numbers):
        console.usage("solve-both")
    if files and chosen:
        console.usage("rule-with-file")
    rules = console.rules(game, chosen) if game is not None else None
    ranges = list(read_ranges(console, numbers))
    known = _Known(console, resume, effort)
    search = Search(
        game or "",
        chosen,
        tuple(console.game_files),
        console.form,
        console.language,
        effort,
        timeout,
        shorten,
    )
    work = _Work(console, known, rules, effort)
    if rules is not None:
        tell_of_speed(console, rules, effort)
    console.keep_done(whatever=known.continued)
    bar = console.show_progress(size(ranges), progress)

    def take(answer: Answer) -> None:
        console.write(answer.text)
        console.flush()
        if answer.remark and not console.quiet:
            console.complain(answer.remark)
        work.status = max(work.status, YES if answer.status == WON else NO)
        bar.advance(1)

    starts = work.deals(ranges) if rules is not None else work.positions(files)
    if jobs == 1:
        for start in starts:
            take(search.answer(start, rules, console.catalogue))
        return work.status
    from solitaire_cli.parallel import Workers, job_count

    workers: Workers[Start, Answer] = Workers(job_count(jobs), _search, take, _prepare, (search,))
    workers.run(starts)
    return work.status


class _Known:
    """The answers that the file of ``--resume`` holds; ``continued`` if ``-o`` names that file, which then grows."""

    def __init__(self, console: Console, name: str | None, effort: int) -> None:
        self._effort = effort
        self._answers: dict[tuple[object, ...], list[Held]] = {}
        self.continued = name is not None and console.writes_to(name)
        if name is None or (self.continued and not os.path.exists(name)):
            return
        text = self._read(console, name)
        if self.continued:
            console.write(text)

    def _read(self, console: Console, name: str) -> str:
        """Take the answers of the file, and return its text: the part of it that can be read."""
        try:
            text = b"".join(console.chunks(name)).decode("utf-8", "surrogateescape")
        except UnreadableError as error:
            console.fail("resume-unreadable", name=name, reason=error.reason)
        if not text.strip():
            return text
        for source, transcript in console.read(
            name, iter([text.encode("utf-8", "surrogateescape")]), exact=True
        ):
            opening = played(transcript)
            if isinstance(opening, Opening):
                answer = held(opening)
                if answer:
                    self._answers.setdefault(opening.key, []).append(answer)
                continue
            console.report(source, opening)
            lines = text.split("\n")
            if lines[-1] and opening.problem and opening.problem.line == len(lines):
                # a program that was killed while it wrote; the whole answers stand before it
                return "".join(line + "\n" for line in lines[: opening.header.line - 1])
            console.fail("resume-fault", name=name)
        return text if text.endswith("\n") else text + "\n"

    def answer(self, opening: Opening) -> Held | None:
        """The answer that is known for a game."""
        for answer in reversed(self._answers.get(opening.key, [])):
            if answer.answers(opening.steps, self._effort):
                return answer
        return None

    def __bool__(self) -> bool:
        return bool(self._answers)


class _Work:
    """What is to be searched. ``status`` is the exit code that the games ask for which are not."""

    def __init__(self, console: Console, known: _Known, rules: Rules | None, effort: int) -> None:
        self._console = console
        self._known = known
        self._rules = rules
        self._effort = effort
        self.status = YES

    def deals(self, ranges: Iterable[Numbers]) -> Iterator[Start]:
        """The numbers of ``ranges`` that have no answer yet."""
        assert self._rules is not None
        for number in each(ranges):
            if not self._known or not self._passed(numbered(self._rules, number)):
                yield Start(number)

    def positions(self, files: Sequence[str]) -> Iterator[Start]:
        """The transcripts of ``files`` that are no faulty ones and have no answer yet."""
        told = False
        for source, transcript in self._console.transcripts(files, exact=True):
            opening = played(transcript)
            if isinstance(opening, Verdict):
                self.status = max(self.status, self._console.report(source, opening))
            elif not self._passed(opening):
                if not told and opening.rules.goal == "runs":
                    told = True
                    tell_of_speed(self._console, opening.rules, self._effort)
                yield Start(None, opening.text, source, transcript.number, transcript.header.line)

    def _passed(self, opening: Opening) -> bool:
        answer = self._known.answer(opening)
        if answer is None:
            return False
        self.status = max(self.status, YES if answer.status == WON else NO)
        return True


class _Prepared(NamedTuple):
    search: Search
    rules: Rules | None
    catalogue: Catalogue


# what each process needs to search, set once
_prepared: list[_Prepared] = []


def _prepare(search: Search) -> None:
    console = search.console()
    rules = console.rules(search.game, search.chosen) if search.game else None
    _prepared[:] = [_Prepared(search, rules, console.catalogue)]


def _search(start: Start) -> Answer:
    search, rules, catalogue = _prepared[0]
    return search.answer(start, rules, catalogue)
