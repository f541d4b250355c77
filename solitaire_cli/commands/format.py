"""``format``: transcripts in canonical form."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

import click

from solitaire_cli.shell.console import Console
from solitaire_cli.shell.exit_codes import NO, YES
from solitaire_cli.shell.inputs import source_name
from solitaire_cli.shell.options import complete_files, shared
from solitaire_cli.show.look import JSON, TEXT, YAML
from solitaire_cli.transcript.document import Style, read_whole
from solitaire_cli.transcript.header import KEYS
from solitaire_cli.transcript.referee import Verdict
from solitaire_cli.words.escaping import printable


@click.command(
    help="""Write transcripts in canonical form: header keys in order, one step per line, comments kept.

    A faulty transcript is reported and left out. With -o, if any transcript is faulty, the file is not changed. With -f
    json, each transcript is written on one line, without its comments.

    \b
    solitaire-cli format --check *.moves
    solitaire-cli format --labels --cards game.moves
    """,
    epilog="Exit status: 0 all are written (with --check: all are canonical), "
    "1 at least one is faulty or not canonical, 2 an error such as an unreadable file.",
)
@click.argument("files", metavar="[FILE]...", nargs=-1, shell_complete=complete_files)
@click.option("--check", is_flag=True, help="Only list the files that are not in canonical form.")
@click.option("--labels", is_flag=True, help="Number the steps, as in 12. 5-7.")
@click.option("--cards", is_flag=True, help="Name the card that heads each move, as in 5-7:9S.")
@click.option("--flatten", is_flag=True, help="Remove steps that were taken back, and undo and redo.")
@shared(TEXT, JSON, YAML, data=True, hidden=("plain", "color"))
def command(console: Console, files: tuple[str, ...], check: bool, labels: bool, cards: bool, flatten: bool) -> int:
    console.exclude({"--labels": labels and not check}, {"-f json": console.look.form == JSON})
    style = Style(labels, cards, flatten)
    if check:
        return max(_check(console, name, style) for name in console.inputs.names(files))
    status = YES
    for source, transcript in console.inputs.transcripts(files, exact=True):
        made = read_whole(transcript)
        if isinstance(made, Verdict):
            status = max(status, console.report(source, made))
            console.product.keep = False
        elif console.look.form == JSON:
            header = {key: made.header[key] for key in KEYS if key in made.header}
            console.product.write_json({**header, "moves": made.tokens(style)})
        else:
            console.product.write(made.text(style))
    return status


def _check(console: Console, name: str, style: Style) -> int:
    """Compare a digest of an input with that of its canonical form, and return the exit code."""
    read, written, status = sha256(), sha256(), YES

    def chunks() -> Iterator[bytes]:
        for chunk in console.inputs.chunks(name):
            read.update(chunk)
            yield chunk

    for source, transcript in console.inputs.read(name, chunks(), exact=True):
        made = read_whole(transcript)
        if isinstance(made, Verdict):
            status = max(status, console.report(source, made))
        else:
            written.update(made.text(style).encode())
    if status != YES or read.digest() == written.digest():
        return status
    name = source_name(name)
    if console.look.form == JSON:
        console.product.write_json({"type": "check", "source": name, "canonical": False})
    elif not console.quiet:
        console.product.write_line(printable(name))
    return NO
