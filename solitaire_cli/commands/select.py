"""``select``: the transcripts of a collection that are wanted, as they stand."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from solitaire_cli.collection.cutter import Piece, cut
from solitaire_cli.collection.filters import ByOutcome, VerdictFilter
from solitaire_cli.collection.joiner import Joiner
from solitaire_cli.collection.selection import Selection
from solitaire_cli.core.errors import Code
from solitaire_cli.core.legality import RESULTS
from solitaire_cli.shell import questions
from solitaire_cli.shell.console import Console
from solitaire_cli.shell.exit_codes import NO, NO_ANSWER, YES
from solitaire_cli.shell.inputs import cannot_read, source_name, total_size
from solitaire_cli.shell.options import (
    IntegerRange,
    complete_files,
    complete_games,
    complete_rules,
    jobs_option,
    progress_option,
    shared,
)
from solitaire_cli.show.look import JSON, TEXT
from solitaire_cli.system.files import UnreadableError

if TYPE_CHECKING:
    from solitaire_cli.system.parallel import Workers

_CODES = [str(code) for code in Code if code not in (Code.UNREADABLE, Code.CANNOT_SAY)]


class Enough(Exception):  # noqa: N818 - an outcome
    """As many transcripts as were asked for have been found."""


class Gathering:
    """Takes what is wanted of each piece, until there is ``limit`` of it."""

    def __init__(self, console: Console, count: bool, limit: int | None) -> None:
        self.found = 0
        self.status = YES
        self._console = console
        self._joiner = None if count else Joiner(console.product.write_bytes)
        self._limit = limit

    def take(self, piece: Piece, wanted: list[bool]) -> None:
        """Take what is wanted of a piece, which is closed then. Raises :class:`Enough`."""
        for at, wants in enumerate(wanted):
            wanted[at] = wants = wants and self.found != self._limit
            self.found += wants
        if self._joiner:
            self._joiner.add(piece, wanted)
        piece.close()
        if self.found == self._limit:
            raise Enough

    def report(self, source: str, error: UnreadableError) -> None:
        """Report an input that cannot be read, or not further."""
        self._console.tell(source, cannot_read(error))
        self.status = NO_ANSWER

    def close(self) -> int:
        """Write the number if that is all that is wanted; return the exit code."""
        if not self._joiner:
            if self._console.look.form == JSON:
                self._console.product.write_json({"type": "count", "transcripts": self.found})
            else:
                self._console.product.write_line(str(self.found))
        return self.status or (YES if self.found else NO)


@click.command(
    help="""Write the transcripts that fit, byte for byte and in their order.

    A transcript fits if it fits every option; of an option that is repeated, one value is enough, but every -r and
    every --tag is needed. A faulty transcript has the steps and the result that it had before its fault. Without
    options, all transcripts are written: files are joined.

    \b
    solitaire-cli select --game beetle --result won *.moves
    solitaire-cli select --player Ada --date 2026-11 games.moves
    solitaire-cli select --invalid -o faulty.moves games.moves
    """,
    epilog="Exit status: 0 at least one transcript fits, 1 none does, 2 an error such as an unreadable file.",
)
@click.argument("files", metavar="[FILE]...", nargs=-1, shell_complete=complete_files)
@click.option(
    "--game", "games", metavar="GAME", multiple=True, shell_complete=complete_games, help="Only transcripts of GAME."
)
@click.option(
    "-r",
    "--rule",
    "chosen",
    metavar="KEY=VALUE",
    multiple=True,
    shell_complete=complete_rules,
    help="Only games with this option, such as suits=2.",
)
@click.option("--deal", "deals", metavar="RANGE", multiple=True, help="Only deals with this number, or in FROM-TO.")
@click.option("--player", "players", metavar="TEXT", multiple=True, help="Only this player, or ~PATTERN.")
@click.option("--title", "titles", metavar="TEXT", multiple=True, help="Only this title, or ~PATTERN.")
@click.option("--date", metavar="FROM..TO", help="Only this date, month or year, or what is FROM..TO.")
@click.option("--tag", "tags", metavar="KEY=VALUE", multiple=True, help="Only this tag, or KEY~PATTERN, or any KEY.")
@click.option("--valid/--invalid", default=None, help="Only transcripts without a fault, or with one.")
@click.option(
    "--code", "codes", type=click.Choice(_CODES), metavar="CODE", multiple=True, help="Only faults with this code."
)
@click.option("--result", "results", type=click.Choice(RESULTS), multiple=True, help="Only games that end like this.")
@click.option("--steps", metavar="FROM-TO", help="Only this number of steps; either end may be left out.")
@click.option("--reject", is_flag=True, help="Write the transcripts that do not fit instead.")
@click.option("--limit", type=IntegerRange(min=1), metavar="N", help="Stop after N transcripts.")
@click.option("--count", is_flag=True, help="Write only how many transcripts fit.")
@jobs_option
@progress_option
@shared(TEXT, JSON, data=True, hidden=("plain", "color"))
def command(
    console: Console,
    files: tuple[str, ...],
    games: tuple[str, ...],
    chosen: tuple[str, ...],
    deals: tuple[str, ...],
    players: tuple[str, ...],
    titles: tuple[str, ...],
    date: str | None,
    tags: tuple[str, ...],
    valid: bool | None,
    codes: tuple[str, ...],
    results: tuple[str, ...],
    steps: str | None,
    reject: bool,
    limit: int | None,
    count: bool,
    jobs: int,
    progress: bool | None,
) -> int:
    headers = [
        *questions.of_game(console, games, chosen),
        *questions.of_deals(console, deals),
        *questions.of_text(console, "player", players),
        *questions.of_text(console, "title", titles),
        *questions.of_date(console, date),
        *questions.of_tags(console, tags),
    ]
    outcome = ByOutcome(valid, results, codes, questions.steps(console, steps))
    verdicts: tuple[VerdictFilter, ...] = () if outcome == ByOutcome() else (outcome,)
    if console.look.form == JSON and not count:
        console.usage("needs", option="-f json", needed="--count")
    selection = Selection(console.inputs.catalogue, tuple(headers), verdicts, reject)
    names = console.inputs.names(files)
    console.product.show_progress(total_size(names), progress)
    gathering = Gathering(console, count, limit)
    with suppress(Enough):
        if jobs == 1:
            for piece in _pieces(console, names, gathering):
                gathering.take(piece, selection.of(piece))
        else:
            _share(console, _pieces(console, names, gathering), selection, gathering, jobs)
    return gathering.close()


def _pieces(console: Console, names: Sequence[str], gathering: Gathering) -> Iterator[Piece]:
    for name in names:
        try:
            yield from cut(console.inputs.chunks(name), console.inputs.would_wait)
        except UnreadableError as error:
            gathering.report(source_name(name), error)


def _share(console: Console, pieces: Iterator[Piece], selection: Selection, gathering: Gathering, jobs: int) -> None:
    """Judge in ``jobs`` processes; what is written is the same."""
    given: deque[Piece] = deque()

    def give(workers: Workers[Piece, list[bool]]) -> Iterator[Piece]:
        for piece in pieces:
            if piece.spool is None:
                given.append(piece)
                yield piece
                continue
            # a long transcript is not handed on
            workers.settle()
            gathering.take(piece, selection.of(piece))

    with console.workers(jobs, selection.of, lambda wanted: gathering.take(given.popleft(), wanted)) as workers:
        workers.run(give(workers))
