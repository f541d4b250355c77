"""``stats``: how many games of a collection were won, and in how many steps."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import click

from solitaire_cli.collection.group_keys import TAG, Value
from solitaire_cli.collection.statistics import Counted, Statistics, counted
from solitaire_cli.core.legality import RESULTS
from solitaire_cli.shell.console import Console
from solitaire_cli.shell.exit_codes import NO, NO_ANSWER, YES
from solitaire_cli.shell.group_key import GroupKey
from solitaire_cli.shell.inputs import total_size
from solitaire_cli.shell.judging import judge_all
from solitaire_cli.shell.options import complete_files, jobs_option, progress_option, shared
from solitaire_cli.show.look import CSV, JSON, TEXT, TSV, Look
from solitaire_cli.show.records import diagnostics
from solitaire_cli.show.text_table import text_table
from solitaire_cli.transcript.reader import RawTranscript
from solitaire_cli.words.escaping import quoted
from solitaire_cli.words.messages import HEADINGS, LABELS

_SUMS = (("transcripts", "valid", *RESULTS, "share"), ("least", "median", "mean", "most", "undos", "deals"))
_NOTHING = "–"


class Finding(NamedTuple):
    """What a transcript adds, and what is wrong with it."""

    counted: Counted | None
    complaint: str
    status: int


class CountingJudge(NamedTuple):
    """Judges and counts transcripts, in another process too."""

    look: Look
    keys: tuple[str, ...]

    def finding(self, source: str, transcript: RawTranscript) -> Finding:
        """Judge one transcript."""
        verdict, found = counted(transcript, source, self.keys)
        if verdict.problem is None:
            return Finding(found, "", YES)
        return Finding(found, diagnostics(source, verdict, self.look), NO if found else NO_ANSWER)


@click.command(
    help="""Count transcripts, results and steps.

    There is a row for all transcripts, or for each value of a key with --by. The results, the steps, the undos and the
    deals from the stock are those of valid transcripts; an invalid one is reported on standard error.

    \b
    solitaire-cli stats *.moves
    solitaire-cli stats --by game --by player games/
    solitaire-cli stats --by deal -f csv games.moves > deals.csv
    """,
    epilog="Exit status: 0 all transcripts are valid, 1 at least one is invalid, "
    "2 an error such as an unreadable file or a wrong option.",
)
@click.argument("files", metavar="[FILE]...", nargs=-1, shell_complete=complete_files)
@click.option(
    "--by",
    "keys",
    type=GroupKey(),
    metavar="KEY",
    multiple=True,
    help="A row for each game, rules, player, deal, date, result, title or source, or each value of a tag with "
    "tag:KEY; can be repeated.",
)
@jobs_option
@progress_option
@shared(TEXT, JSON, CSV, TSV, hidden=("color",))
def command(console: Console, files: tuple[str, ...], keys: tuple[str, ...], jobs: int, progress: bool | None) -> int:
    keys = tuple(dict.fromkeys(keys))
    statistics = Statistics(keys)
    status = YES

    def take(findings: Iterable[Finding]) -> None:
        nonlocal status
        for found, complaint, code in findings:
            if found:
                statistics.add(found)
            status = max(status, code)
            if complaint and (code == NO_ANSWER or not console.quiet):
                console.complain(complaint)

    names = console.inputs.names(files)
    console.product.show_progress(total_size(names), progress)
    judge_all(console, names, jobs, CountingJudge(console.look, keys).finding, take)
    if console.look.form == TEXT:
        console.product.write_lines(_tables(console, statistics))
    else:
        records = console.record_lines("stats", before=[_column(key) for key in keys])
        assert records
        for record in statistics.records():
            console.product.write(records.line(record))
    return status


def _column(key: str) -> str:
    return f"tags.{key[len(TAG) :]}" if key.startswith(TAG) else key


def _tables(console: Console, statistics: Statistics) -> list[str]:
    """Return two tables of text, of the results and of the steps, with a last row for all groups."""
    look, keys = console.look, statistics.keys

    def heading(name: str) -> str:
        return look.fit(look.phrase(HEADINGS[name]))

    groups = [
        ([look.fit(_shown(console, key, value)) for key, value in zip(keys, values)], group.record())
        for values, group in statistics.groups()
        if keys
    ]
    if len(groups) != 1:
        groups.append(([heading("all"), *[""] * len(keys)][: len(keys)], statistics.total.record()))
    heads = [quoted(key[len(TAG) :]) if key.startswith(TAG) else heading(key) for key in keys]
    tables = []
    for names in _SUMS:
        rows = []
        for said, record in groups:
            sums = {**record, "share": record["share"] and 100 * record["share"], **(record["steps"] or {})}
            rows.append([*said, *(_number(look, sums.get(name)) for name in names)])
        tables.append(text_table([*heads, *map(heading, names)], rows, len(keys), console.product.page_width))
    return [*tables[0], "", *tables[1]]


def _number(look: Look, value: float | None) -> str:
    if value is None:
        return look.fit(_NOTHING)
    return look.phrase("{value}", value=value) if isinstance(value, float) else str(value)


def _shown(console: Console, key: str, value: Value) -> str:
    """Return what a group is called."""
    look = console.look
    if isinstance(value, tuple):
        value = ", ".join(f"{option}: {chosen}" for option, chosen in value) or None
    if value is None:
        return _NOTHING
    if key == "game":
        game = console.inputs.catalogue.find(value)
        return look.choose(game.names) if game else quoted(value)
    return look.phrase(LABELS[value]) if key == "result" else quoted(value)
