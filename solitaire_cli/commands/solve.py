"""``solve``: winning transcripts, or the proof that there is none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import click

from solitaire_cli.core.legality import WON
from solitaire_cli.core.position import Position
from solitaire_cli.shell.answers import Answer, Search, Unsolved, Work, read_unsolved
from solitaire_cli.shell.console import Console
from solitaire_cli.shell.exit_codes import NO, NO_ANSWER, YES
from solitaire_cli.shell.numbers import NumberedCommand, RangeReader, each
from solitaire_cli.shell.options import (
    IntegerRange,
    Seconds,
    complete_files,
    complete_files_without_a_game,
    complete_games_and_files,
    jobs_option,
    progress_option,
    rule_options,
    shared,
)
from solitaire_cli.shell.resume import KnownAnswers, resume
from solitaire_cli.show.look import JSON, TEXT, YAML
from solitaire_cli.solver import DEFAULT_EFFORT, LEVELS, MissingNumpyError, search_for
from solitaire_cli.transcript.document import Transcript
from solitaire_cli.transcript.referee import Verdict


@click.command(
    help="""Search numbered deals of GAME, or the positions in FILE, for wins, and write a transcript of each game.

    The search sees the face-down cards and the stock. A game that it does not win is reported on standard error, as
    proved unwinnable or as no win found. Answers are written in order, as soon as they are found, and those in a new
    file of -o remain after an interruption. With -f json each answer is a record.

    NUMBER is a number, a range FROM-TO or -, as for deal. A transcript is searched from its last position. If a game
    and a file have the same name, the game is used; write ./beetle for the file.

    \b
    solitaire-cli solve spider-millennium 24
    solitaire-cli solve spiderwort 1-100 -f json -o answers --resume answers
    solitaire-cli solve game.moves | solitaire-cli replay --last -
    """,
    cls=NumberedCommand,
    epilog="Exit status: 0 all are won, 1 at least one is not won or a transcript is faulty, "
    "2 an error such as a wrong number or an unreadable file.",
)
@click.argument("what", metavar="[GAME|FILE]", required=False, shell_complete=complete_games_and_files)
@click.argument("more", metavar="[NUMBER|FILE]...", nargs=-1, shell_complete=complete_files_without_a_game)
@click.option(
    "--file",
    "files",
    metavar="FILE",
    multiple=True,
    shell_complete=complete_files,
    help="Search the transcripts in FILE, as FILE without the option does; can be repeated.",
)
@click.option(
    "--effort",
    type=IntegerRange(1, LEVELS),
    default=DEFAULT_EFFORT,
    metavar="N",
    help=f"How hard to search, from 1 to {LEVELS} (default {LEVELS}). The answer does not depend on the machine.",
)
@click.option(
    "--timeout",
    type=Seconds(min=0, min_open=True),
    metavar="S",
    help="Stop searching a game after about S seconds; the answer then depends on the machine.",
)
@click.option("--shorten", is_flag=True, help="Look for shorter wins, which takes many times as long.")
@click.option(
    "--resume",
    "resumed",
    metavar="FILE",
    shell_complete=complete_files,
    help="Skip the games that FILE has answers to; -o may name the same file, which is then continued.",
)
@rule_options
@jobs_option
@progress_option
@shared(TEXT, JSON, YAML, data=True, hidden=("plain", "color"))
def command(
    console: Console,
    what: str | None,
    more: tuple[str, ...],
    files: tuple[str, ...],
    effort: int,
    timeout: float | None,
    shorten: bool,
    resumed: str | None,
    chosen: tuple[str, ...],
    jobs: int,
    progress: bool | None,
) -> int:
    game = what if what is not None and console.names_game(what) else None
    if (what is not None and files) or (game is not None and not more):
        console.usage("solve-both")
    if game is None and chosen:
        console.usage("rule-with-file")
    rules = console.rules(game, chosen) if game is not None else None
    if rules is not None and not search_for(rules):
        console.fail("no-search-for", game=console.look.title(rules, None))
    ranges = RangeReader(console, more if game is not None else (), rules)
    named = files or ((what, *more) if what is not None else ())
    games = _read_games(console, console.inputs.names(named)) if game is None else ()
    known = resume(console, resumed)
    results = _Results(console, progress)
    if rules is not None:
        games = (Unsolved(Transcript(Position.numbered(rules, number))) for group in ranges for number in each(group))
    search = Search(console.look, effort, timeout, shorten)
    try:
        with console.workers(jobs, search.answer, results.take) as workers:
            workers.run(results.pass_over(games, known, effort))
    except MissingNumpyError as error:
        console.fail(error.complaint, reason=error.reason)
    ranges.close()
    return results.close()


def _read_games(console: Console, files: Sequence[str]) -> Iterator[Work]:
    for source, raw in console.inputs.read_all(files, exact=True):
        game = read_unsolved(raw, source)
        if isinstance(game, Verdict):
            if any(map(console.product.goes_to, files)):
                console.product.keep = False  # the transcript would be lost
            yield Answer("", *console.finding(source, game))
        else:
            yield game


class _Results:
    """What comes of all games: the answers are written, and the exit code is theirs."""

    def __init__(self, console: Console, progress: bool | None) -> None:
        self._console = console
        self._bar = console.product.show_progress(0, progress, slow=True)
        self._passed = self._lost = 0
        self._status = YES

    def pass_over(self, games: Iterable[Work], known: KnownAnswers, effort: int) -> Iterator[Work]:
        """Yield the games whose answer is not known; the others count as they were answered."""
        for game in games:
            status = known.find(game.transcript, effort) if isinstance(game, Unsolved) else None
            if status is None:
                yield game
            else:
                self._passed += 1
                self._lost += status != WON
                self._bar.advance(1)

    def take(self, answer: Answer) -> None:
        if answer.text:
            self._console.product.write(answer.text)
            self._console.product.flush()
        if answer.remark and (not self._console.quiet or answer.code == NO_ANSWER):
            self._console.complain(answer.remark)
        self._status = max(self._status, answer.code)
        self._bar.advance(1)

    def close(self) -> int:
        """Report the games that were passed over and are not won, and return the exit code."""
        if self._lost:
            self._console.remark("passed", passed=self._passed, lost=self._lost)
        return max(self._status, NO if self._lost else YES)
