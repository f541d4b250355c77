"""``format``: transcripts in canonical form."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

import click

from solitaire_cli.shell.console import NO, YES, Console
from solitaire_cli.shell.options import complete_files, shared
from solitaire_cli.show.look import JSON, TEXT, YAML
from solitaire_cli.system.files import STDIN
from solitaire_cli.transcript.document import Style, Transcript, read_whole
from solitaire_cli.transcript.header import KEYS
from solitaire_cli.transcript.reader import RawTranscript
from solitaire_cli.transcript.referee import Verdict


@click.command(
    epilog="Exit codes: 0 all were written (all are canonical under --check), 1 one is faulty or not canonical, "
    "2 no answer."
)
@click.argument("files", metavar="[FILE]...", nargs=-1, shell_complete=complete_files)
@click.option("--check", is_flag=True, help="Write only the names of the inputs that are not canonical.")
@click.option("--labels", is_flag=True, help="Number the steps: 12. 5-7.")
@click.option("--cards", is_flag=True, help="Name the card that heads each move: 5-7:9S.")
@click.option("--flatten", is_flag=True, help="Drop the steps that were taken back, with their undo and redo.")
@shared(TEXT, JSON, YAML, data=True)
def command(console: Console, files: tuple[str, ...], check: bool, labels: bool, cards: bool, flatten: bool) -> int:
    """Write transcripts in canonical form: the header's keys in order, one step a line, comments kept.

    A faulty transcript gives its diagnostic and is not written; with -o nothing is written then, so no file loses
    a transcript. With -f json each transcript is one line, its comments left out.

    \b
    solitaire-cli format --check *.moves
    solitaire-cli format --labels --cards game.moves
    """
    style = Style(labels, cards, flatten)
    if check:
        return _check(console, files, style)
    status = YES
    for source, transcript in console.inputs.transcripts(files, exact=True):
        made = read_whole(transcript)
        if isinstance(made, Verdict):
            status = max(status, console.report(source, made))
            console.product.keep = False
        elif console.look.form == JSON:
            console.product.write_json(_record(made, style))
        else:
            console.product.write(made.text(style))
    return status


def _record(made: Transcript, style: Style) -> dict[str, object]:
    values = {key: made.header[key] for key in KEYS if key in made.header}
    return {**values, "moves": made.tokens(style)}


def _check(console: Console, files: tuple[str, ...], style: Style) -> int:
    """Compare a digest of each input with that of its canonical form."""
    status = YES
    for name in console.inputs.names(files):
        digests = _Digests(console, name)
        fault = YES
        for source, transcript in digests.transcripts():
            made = read_whole(transcript)
            if isinstance(made, Verdict):
                fault = max(fault, console.report(source, made))
            else:
                digests.written.update(made.text(style).encode())
        status = max(status, fault)
        if fault == YES and digests.read.digest() != digests.written.digest():
            status = max(status, NO)
            if console.look.form == JSON:
                console.product.write_json({"type": "check", "source": digests.source, "canonical": False})
            elif not console.quiet:
                console.product.write_line(digests.source)
    return status


class _Digests:
    """The digests of an input as it was read, and of its canonical form."""

    def __init__(self, console: Console, name: str) -> None:
        self.source = STDIN if name == "-" else name
        self.read = sha256()
        self.written = sha256()
        self._console = console
        self._name = name

    def transcripts(self) -> Iterator[tuple[str, RawTranscript]]:
        return self._console.inputs.read(self._name, self._chunks(), exact=True)

    def _chunks(self) -> Iterator[bytes]:
        for chunk in self._console.inputs.chunks(self._name):
            self.read.update(chunk)
            yield chunk
