"""``select``: the transcripts of a collection that are wanted, as they stand."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from solitaire_cli.collection.cutter import Piece, cut
from solitaire_cli.collection.filters import ByOutcome, VerdictFilter
from solitaire_cli.collection.selection import SAME, SORT_KEYS, Asked, Found, Selection
from solitaire_cli.core.errors import Code
from solitaire_cli.core.legality import RESULTS
from solitaire_cli.shell import questions
from solitaire_cli.shell.console import Console
from solitaire_cli.shell.gathering import MARK, Enough, Gathering, Plan, VerdictLines
from solitaire_cli.shell.group_key import GroupKey
from solitaire_cli.shell.inputs import source_name, total_size
from solitaire_cli.shell.options import (
    IntegerRange,
    complete_files,
    complete_games,
    id_option,
    jobs_option,
    progress_option,
    rule_option,
    shared,
)
from solitaire_cli.show.look import CSV, JSON, TEXT, TSV
from solitaire_cli.system.files import UnreadableError

if TYPE_CHECKING:
    from solitaire_cli.system.parallel import Workers


_CODES = [str(code) for code in Code if code not in (Code.UNREADABLE, Code.CANNOT_SAY)]


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
@rule_option("Only games with this option, such as suits=2.")
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
@click.option(
    "--position",
    "positions",
    metavar="FILE",
    multiple=True,
    shell_complete=complete_files,
    help="Only games that pass through the last position of FILE.",
)
@click.option("--contains", "runs", metavar="STEPS", multiple=True, help="Only games with these steps in a row.")
@click.option("--reject", is_flag=True, help="Write the transcripts that do not fit instead.")
@click.option("--unique", type=click.Choice(SAME), help="Write the first of all with the same deal, steps or end.")
@click.option("--best", is_flag=True, help="Write the win with the fewest steps of each deal.")
@click.option(
    "--sort",
    "order",
    metavar="KEY",
    type=click.Choice([sign + key for key in SORT_KEYS for sign in ("", "-")]),
    help="Sort by KEY, with - before it backwards.",
)
@click.option("--limit", type=IntegerRange(min=1), metavar="N", help="Write N transcripts at most.")
@click.option("--count", is_flag=True, help="Write only how many transcripts fit.")
@click.option("--split", type=IntegerRange(min=1), metavar="N", help="Write a file for every N transcripts.")
@click.option("--split-by", metavar="KEY", type=GroupKey(), help="Write a file for each value of KEY.")
@click.option(
    "--records", is_flag=True, help="Write verdicts as records instead, as JSON if -f does not say otherwise."
)
@id_option
@jobs_option
@progress_option
@shared(TEXT, JSON, CSV, TSV, data=True, hidden=("plain", "color"))
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
    positions: tuple[str, ...],
    runs: tuple[str, ...],
    reject: bool,
    unique: str | None,
    best: bool,
    order: str | None,
    limit: int | None,
    count: bool,
    split: int | None,
    split_by: str | None,
    records: bool,
    identified: bool,
    jobs: int,
    progress: bool | None,
) -> int:
    console.exclude({"--unique": unique}, {"--best": best})
    console.exclude({"--count": count}, {"--records": records}, {"--split": split}, {"--split-by": split_by})
    for option, value in {"--split": split, "--split-by": split_by}.items():
        if value is not None and MARK not in (console.product.file or ""):
            console.usage("needs", option=option, needed="-o NAME-{}.moves")
    _check_form(console, count, records, identified)
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
    sights = [*questions.of_positions(console, positions), *questions.of_steps(console, runs)]
    names = console.inputs.names(files)
    recorder = _recorder(console, identified) if records else None
    asked = Asked(unique, order and order.lstrip("-"), split_by, best, recorder, identified)
    selection = Selection(console.inputs.catalogue, tuple(headers), verdicts, tuple(sights), reject, asked)
    backwards = order is not None and order.startswith("-")
    plan = Plan(records, count, unique is not None, best, bool(order), backwards, limit, split, split_by is not None)
    gathering = Gathering(console, plan, names)
    console.product.show_progress(total_size(names), progress)
    try:
        with suppress(Enough):
            if jobs == 1:
                for source, piece in _pieces(console, names, gathering):
                    gathering.take(piece, selection.of((source, piece)))
            else:
                _share(console, _pieces(console, names, gathering), selection, gathering, jobs)
        return gathering.close()
    finally:
        gathering.forget()


def _check_form(console: Console, count: bool, records: bool, identified: bool) -> None:
    form = console.look.form
    if form in (CSV, TSV) and not records:
        console.usage("needs", option=f"-f {form}", needed="--records")
    if form == JSON and not (count or records):
        console.usage("needs", option="-f json", needed=["--records", "--count"])
    if identified and not records:
        console.usage("needs", option="--id", needed="--records")


def _recorder(console: Console, identified: bool) -> VerdictLines:
    """Return what writes records, and write what stands before them."""
    from solitaire_cli.show.record_lines import record_lines

    form = JSON if console.look.form == TEXT else console.look.form
    lines = record_lines("verdict", form, console.inputs.catalogue, identified)
    console.product.write(lines.head)
    return VerdictLines(console.look, lines)


def _pieces(console: Console, names: Sequence[str], gathering: Gathering) -> Iterator[tuple[str, Piece]]:
    for name in names:
        try:
            for piece in cut(console.inputs.chunks(name), console.inputs.would_wait):
                yield source_name(name), piece
        except UnreadableError as error:
            gathering.report(name, error)


def _share(
    console: Console, pieces: Iterator[tuple[str, Piece]], selection: Selection, gathering: Gathering, jobs: int
) -> None:
    """Judge in ``jobs`` processes; what is written is the same."""
    given: deque[Piece] = deque()

    def give(workers: Workers[tuple[str, Piece], list[Found | None]]) -> Iterator[tuple[str, Piece]]:
        for source, piece in pieces:
            if piece.spool is None:
                given.append(piece)
                yield source, piece
                continue
            # a long transcript is not handed on
            workers.settle()
            gathering.take(piece, selection.of((source, piece)))

    with console.workers(jobs, selection.of, lambda found: gathering.take(given.popleft(), found)) as workers:
        workers.run(give(workers))
