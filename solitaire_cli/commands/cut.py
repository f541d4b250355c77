"""``cut``: parts of transcripts."""

from __future__ import annotations

import click

from solitaire_cli.shell.console import Console
from solitaire_cli.shell.exit_codes import NO_ANSWER, YES
from solitaire_cli.shell.options import IntegerRange, complete_files, shared
from solitaire_cli.show.look import JSON, TEXT, YAML
from solitaire_cli.show.records import located_error, place
from solitaire_cli.transcript.cutting import cut
from solitaire_cli.words.messages import COMPLAINTS

_STEP = IntegerRange(min=0)


@click.command(
    help="""Cut transcripts: write the position after a step and the steps that follow it as transcripts of their own.

    A part that begins with step 0, the deal, keeps its start as it is. The header stays, but for a result that the part
    does not reach; the tags say where the part comes from. A faulty transcript has the steps before its fault, which
    is then reported.

    \b
    solitaire-cli cut --to 40 game.moves
    solitaire-cli cut --from 40 game.moves
    solitaire-cli cut --at 40 game.moves | solitaire-cli solve --file -
    """,
    epilog="Exit status: 0 all are written, 1 a transcript is faulty, "
    "2 an error such as a step that does not exist or an unreadable file.",
)
@click.argument("files", metavar="[FILE]...", nargs=-1, shell_complete=complete_files)
@click.option("--at", "at", type=_STEP, metavar="N", help="Write the position after step N alone; 0 is the deal.")
@click.option("--from", "first", type=_STEP, metavar="N", help="Begin after step N.")
@click.option("--to", "end", type=_STEP, metavar="N", help="End after step N.")
@shared(TEXT, JSON, YAML, data=True, hidden=("plain", "color"))
def command(console: Console, files: tuple[str, ...], at: int | None, first: int | None, end: int | None) -> int:
    console.exclude({"--at": at}, {"--from": first, "--to": end})
    if at is None and first is None and end is None:
        console.usage("cut-where")
    if first is not None and end is not None and first > end:
        console.usage("backwards", first=first, last=end)
    first, end = (first or 0, end) if at is None else (at, at)
    status = YES
    for name in console.inputs.names(files):
        for source, transcript in console.inputs.read(name, console.inputs.chunks(name), exact=True):
            verdict, part, crossing = cut(transcript, first, end)
            if part and console.look.form == JSON:
                console.product.write_json(part.record())
            elif part:
                console.product.write(part.text())
            status = max(status, console.report(source, verdict))
            if part or verdict.result is None:
                continue
            status = NO_ANSWER
            line, column = (crossing.line, crossing.column) if crossing else (transcript.header.line, None)
            at_place = place(source, line) + (f":{column}" if column else "")
            if crossing:
                said = console.look.phrase(COMPLAINTS["cut-undo"], step=first)
            else:
                said = console.look.phrase(COMPLAINTS["no-step"], step=max(first, end or 0), steps=verdict.steps)
            console.complain(located_error(at_place, said, console.look))
    return status
