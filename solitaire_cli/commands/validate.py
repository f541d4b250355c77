"""``validate``: a verdict for each transcript."""

from __future__ import annotations

import click

from solitaire_cli.console import YES, Console
from solitaire_cli.options import JSON, TEXT, shared
from solitaire_cli.output import verdict_line, verdict_record
from solitaire_cli.referee import judge


@click.command(
    epilog="Exit codes: 0 all are valid, 1 one is not, 2 a file could not be read or the call was wrong."
)
@click.argument("files", metavar="[FILE]...", nargs=-1)
@shared(TEXT, JSON)
def command(console: Console, files: tuple[str, ...]) -> int:
    """Say of each transcript whether it is legal, how many steps it takes and how it ends.

    A transcript ends at its first fault, which goes to standard error as FILE:LINE:COL: error: MESSAGE [code];
    the next transcript is still checked.

    \b
    solitaire-cli validate game.moves
    solitaire-cli deal spiderwort 1-10 -f json | solitaire-cli validate -f json -
    """
    status = YES
    for source, transcript in console.transcripts(files):
        verdict = judge(transcript)
        if console.quiet:
            pass
        elif console.form == JSON:
            console.write_json(verdict_record(source, verdict, console.language))
        else:
            console.write_line(verdict_line(source, verdict, console.language))
        status = max(status, console.report(source, verdict))
    return status
