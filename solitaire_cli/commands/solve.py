"""``solve``: winning transcripts, or the proof that there is none."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import click

from solitaire_cli.core.engine import WON
from solitaire_cli.core.errors import Code, Fault
from solitaire_cli.core.rules import Rules
from solitaire_cli.shell.answers import (
    Answer,
    Held,
    Opening,
    Place,
    Search,
    Start,
    held,
    numbered,
    played,
    tell_of_speed,
)
from solitaire_cli.shell.console import NO, NO_ANSWER, YES, Console
from solitaire_cli.shell.number_types import IntegerRange, Seconds
from solitaire_cli.shell.numbers import NumberedCommand, Numbers, each, read_ranges, size
from solitaire_cli.shell.options import (
    complete_files,
    complete_games,
    jobs_option,
    progress_option,
    rule_options,
    shared,
)
from solitaire_cli.show.look import JSON, TEXT
from solitaire_cli.solver import DEFAULT_EFFORT, LEVELS
from solitaire_cli.system.files import UnreadableError
from solitaire_cli.system.parallel import Workers
from solitaire_cli.transcript.blocks import split_chunks
from solitaire_cli.transcript.referee import Verdict

if TYPE_CHECKING:
    from solitaire_cli.system.progress import Progress

EMPTY = Fault(Code.NO_HEADER, {}, "empty")
"""What is wrong with a file that holds no answer yet."""


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
    type=IntegerRange(1, LEVELS),
    default=DEFAULT_EFFORT,
    metavar="N",
    help=f"The levels of search, 1 to {LEVELS}, which is the default; the answer is the same everywhere.",
)
@click.option(
    "--timeout",
    type=Seconds(min=0, min_open=True),
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
@shared(TEXT, JSON, data=True)
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
    if (game is None) == (not files) or (game is not None and not numbers):
        console.usage("solve-both")
    if files and chosen:
        console.usage("rule-with-file")
    if (*numbers, *files, resume).count("-") > 1:
        console.usage("second-stdin")
    rules = console.rules(game, chosen) if game is not None else None
    ranges = list(read_ranges(console, numbers))
    known = _Known(console, resume, effort)
    search = Search(rules, console.inputs.catalogue, console.look.form, console.look.language, effort, timeout, shorten)
    if rules is not None:
        tell_of_speed(console, rules, effort)
    work = _Work(console, known, rules, effort, console.product.show_progress(size(ranges), progress))
    starts = work.deals(ranges) if rules is not None else work.positions(files)
    workers = Workers(jobs, search.answer, work.take)
    console.inputs.while_idle(workers.idle)
    workers.run(starts)
    work.close()
    return work.status


class _Known:
    """The answers that the file of ``--resume`` holds; if ``-o`` names that file too, it is continued."""

    def __init__(self, console: Console, name: str | None, effort: int) -> None:
        self._effort = effort
        self._answers: dict[tuple[object, ...], list[Held]] = {}
        continued = name is not None and console.product.is_at(name)
        if name is None or (continued and not os.path.exists(name)):
            console.product.keep_done(0 if continued else None)
            return
        whole = self._read(console, name)
        console.product.keep_done(len(whole) if continued else None)
        if continued and whole and not whole.endswith(b"\n"):
            console.product.write("\n")

    def _read(self, console: Console, name: str) -> bytes:
        """Take the answers of the file, and return what it holds up to an answer at its end that was cut short."""
        try:
            data = b"".join(console.inputs.chunks(name))
        except UnreadableError as error:
            console.fail("resume-unreadable", name=name, reason=error.reason)
        fault: tuple[str, Verdict] | None = None
        for source, transcript in console.inputs.read(name, split_chunks(data), exact=True):
            if fault is not None:
                console.report(*fault)
                console.fail("resume-fault", name=name)
            opening = played(transcript)
            if isinstance(opening, Opening):
                answer = held(opening)
                if answer:
                    self._answers.setdefault(opening.key, []).append(answer)
            else:
                fault = source, opening
        if fault is None:
            return data
        header = fault[1].header
        if header.problem and header.problem.fault == EMPTY:
            return data
        # a program that was killed while it wrote, or a disk that ran full; the whole answers stand before it
        console.report(*fault)
        return b"".join(line + b"\n" for line in data.split(b"\n")[: header.line - 1])

    def answer(self, opening: Opening) -> Held | None:
        """The answer that is known for a game, the last one."""
        for answer in reversed(self._answers.get(opening.key, [])):
            if answer.answers(opening.steps, self._effort):
                return answer
        return None

    def __bool__(self) -> bool:
        return bool(self._answers)


class _Work:
    """What is to be searched, and what comes of it. ``status`` is the exit code that all of it asks for."""

    def __init__(self, console: Console, known: _Known, rules: Rules | None, effort: int, bar: Progress) -> None:
        self._console = console
        self._known = known
        self._rules = rules
        self._effort = effort
        self._bar = bar
        self._passed = 0
        self._lost = 0
        self.status = YES

    def deals(self, ranges: Iterable[Numbers]) -> Iterator[Start]:
        """The numbers of ``ranges`` that have no answer yet."""
        assert self._rules is not None
        for number in each(ranges):
            if not self._known or not self._passes(numbered(self._rules, number)):
                yield Start(number)

    def positions(self, files: Sequence[str]) -> Iterator[Start]:
        """The transcripts of ``files`` that have no answer yet; a faulty one is told in its turn."""
        told = False
        for source, transcript in self._console.inputs.transcripts(files, exact=True):
            opening = played(transcript)
            if isinstance(opening, Verdict):
                yield Start(told=self._console.finding(source, opening))
            elif not self._passes(opening):
                told = told or tell_of_speed(self._console, opening.rules, self._effort)
                yield opening.start(Place(source, transcript.number, transcript.header.line))

    def _passes(self, opening: Opening) -> bool:
        """Whether a game is passed over, since its answer is known."""
        answer = self._known.answer(opening)
        if answer is None:
            return False
        self._passed += 1
        if answer.status != WON:
            self._lost += 1
            self.status = max(self.status, NO)
        self._bar.advance(1)
        return True

    def take(self, answer: Answer) -> None:
        """Write an answer."""
        console = self._console
        if answer.text:
            console.product.write(answer.text)
            console.product.flush()
        if answer.remark and (not console.quiet or answer.code == NO_ANSWER):
            console.complain(answer.remark)
        self.status = max(self.status, answer.code)
        self._bar.advance(1)

    def close(self) -> None:
        """Tell of games that were passed over and are not won: the exit code counts them."""
        if self._lost:
            self._console.remark("passed", passed=self._passed, lost=self._lost)
