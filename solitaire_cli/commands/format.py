"""``format``: transcripts in canonical form."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from solitaire_cli.core.errors import Failure
from solitaire_cli.shell.console import Console
from solitaire_cli.shell.exit_codes import NO, NO_ANSWER, YES
from solitaire_cli.shell.inputs import source_name
from solitaire_cli.shell.options import complete_files, shared
from solitaire_cli.show.look import JSON, TEXT, YAML
from solitaire_cli.show.records import change_line, json_line, located_error
from solitaire_cli.transcript.document import Style, Transcript, read_whole
from solitaire_cli.transcript.referee import Verdict
from solitaire_cli.transcript.writer import json_values
from solitaire_cli.words.escaping import printable
from solitaire_cli.words.messages import COMPLAINTS

if TYPE_CHECKING:
    from solitaire_cli.transcript.marks import Change


class Plan(NamedTuple):
    """How transcripts are written, and whether they are mended first."""

    style: Style
    fix: bool


@click.command(
    help="""Write transcripts in canonical form: header keys in order, one step per line, comments kept.

    A faulty transcript is reported and left out. With -o, if any transcript is faulty, the file is not changed. With -f
    json, each transcript is written on one line, without its comments.

    With --fix, what editors, mail and web pages make of a transcript is read as it was meant, where that is certain:
    dashes for hyphens, no-break spaces, commas between steps, curly quotes, 3) for 3., wrong labels, a sign of
    multiplication for x, indented lines of ---, lines quoted with >, and CR line ends. Each change is told.

    \b
    solitaire-cli format --check *.moves
    solitaire-cli format --labels --cards game.moves
    solitaire-cli format --fix --in-place *.moves
    """,
    epilog="Exit status: 0 all are written (with --check: all are canonical), "
    "1 at least one is faulty or not canonical, 2 an error such as an unreadable file.",
)
@click.argument("files", metavar="[FILE]...", nargs=-1, shell_complete=complete_files)
@click.option("--check", is_flag=True, help="Only list the files that are not in canonical form.")
@click.option("--fix", is_flag=True, help="Mend what is certain before reading, and say what was changed.")
@click.option(
    "--in-place",
    is_flag=True,
    help="Write each FILE back to its place if it changes and no transcript in it is faulty.",
)
@click.option("--labels", is_flag=True, help="Number the steps, as in 12. 5-7.")
@click.option("--cards", is_flag=True, help="Name the card that heads each move, as in 5-7:9S.")
@click.option("--flatten", is_flag=True, help="Remove steps that were taken back, and undo and redo.")
@shared(TEXT, JSON, YAML, data=True, hidden=("plain", "color"))
def command(
    console: Console,
    files: tuple[str, ...],
    check: bool,
    fix: bool,
    in_place: bool,
    labels: bool,
    cards: bool,
    flatten: bool,
) -> int:
    console.exclude({"--labels": labels and not check}, {"-f json": console.look.form == JSON})
    console.exclude({"--check": check}, {"--fix": fix})
    plan, as_json = Plan(Style(labels, cards, flatten), fix), console.look.form == JSON
    console.exclude({"--in-place": in_place}, {"--check": check, "-o": console.product.file, "-f json": as_json})
    if in_place and (not files or "-" in files):
        console.usage("in-place-files")
    work = _check if check else _rewrite if in_place else _write
    return max(work(console, name, plan) for name in console.inputs.names(files))


def _write(console: Console, name: str, plan: Plan) -> int:
    return _write_all(console, name, console.inputs.chunks(name, console.product.rewrites), plan, console.product.write)


def _write_all(console: Console, name: str, chunks: Iterator[bytes], plan: Plan, write: Callable[[str], object]) -> int:
    """Write the transcripts of an input, report those that are faulty, and return the exit code."""
    status = YES
    for source, made, changes in _transcripts(console, name, chunks, plan):
        if isinstance(made, Verdict):
            status = max(status, console.report(source, made))
            console.product.keep = False
            continue
        for change in [] if console.quiet else changes:
            console.complain(change_line(source, change, console.look))
        if console.look.form == JSON:
            write(json_line(json_values(made.header, made.tokens(plan.style))))
        else:
            write(made.text(plan.style))
    return status


def _transcripts(
    console: Console, name: str, chunks: Iterator[bytes], plan: Plan
) -> Iterator[tuple[str, Transcript | Verdict, list[Change]]]:
    """Read whole transcripts, each with the name of its source and with what was changed in it."""
    if not plan.fix:
        for source, transcript in console.inputs.read(name, chunks, exact=True):
            yield source, read_whole(transcript), []
        return
    from solitaire_cli.transcript.mending import Mender, mend_line_ends

    first: list[Change] = []
    mender = Mender(console.inputs.blocks(mend_line_ends(chunks, first)), console.inputs.catalogue, first)
    for transcript in mender:
        made = read_whole(transcript)
        if isinstance(made, Verdict) and made.problem:
            made.header.further = [mender.place(problem) for problem in made.header.further]
            made = made._replace(problem=mender.place(made.problem))
        yield source_name(name), made, sorted(mender.changes)


def _rewrite(console: Console, name: str, plan: Plan) -> int:
    """Write an input in its own place, unless nothing changes or a transcript is faulty, and return the exit code."""
    if os.path.exists(name) and not os.path.isfile(name) and not os.path.isdir(name):
        return _refuse(console, name, "in-place-files")
    read, written = sha256(), sha256()

    def write(text: str) -> None:
        written.update(text.encode())
        product.write(text)

    try:
        with console.writing_to(name) as product:
            chunks = _noted(console.inputs.chunks(name, replaceable=True), read)
            status = _write_all(console, name, chunks, plan, write)
            if product.keep and read.digest() == written.digest():
                product.discard()
                return status
            unsaved = product.close(status)
    except Failure:
        return _refuse(console, name, "in-place-packed")
    if unsaved and status == NO and not console.quiet:
        console.complain(console.look.phrase(COMPLAINTS["not-saved"], name=unsaved))
    return status


def _refuse(console: Console, name: str, complaint: str) -> int:
    console.complain(located_error(printable(name), console.look.phrase(COMPLAINTS[complaint]), console.look))
    return NO_ANSWER


def _noted(chunks: Iterator[bytes], digest: Any) -> Iterator[bytes]:
    for chunk in chunks:
        digest.update(chunk)
        yield chunk


def _check(console: Console, name: str, plan: Plan) -> int:
    """Compare a digest of an input with that of its canonical form, and return the exit code."""
    read, written, status = sha256(), sha256(), YES
    for source, made, _ in _transcripts(console, name, _noted(console.inputs.chunks(name), read), plan):
        if isinstance(made, Verdict):
            status = max(status, console.report(source, made))
        else:
            written.update(made.text(plan.style).encode())
    if status != YES or read.digest() == written.digest():
        return status
    name = source_name(name)
    if console.look.form == JSON:
        console.product.write_json({"type": "check", "source": name, "canonical": False})
    elif not console.quiet:
        console.product.write_line(printable(name))
    return NO
