"""``moves``: the legal steps of a transcript's last position."""

from __future__ import annotations

import click

from solitaire_cli.core.legality import legal_moves
from solitaire_cli.core.notation import format_step
from solitaire_cli.shell.console import Console
from solitaire_cli.shell.exit_codes import NO, YES
from solitaire_cli.shell.options import complete_files, id_option, shared
from solitaire_cli.show.look import CSV, JSON, TEXT, TSV
from solitaire_cli.show.records import moves_record
from solitaire_cli.transcript.identity import Identity
from solitaire_cli.transcript.witness import Witness, judge_before


@click.command(
    help="""List every legal step in the last position of a transcript, one per line.

    Moves between columns come first, sorted by source, target and count; then moves to the foundations, deal and auto.
    Undo and redo are not listed. A blank line separates the lists of several transcripts. For a faulty transcript only
    its error is printed.

    \b
    solitaire-cli moves game.moves
    solitaire-cli deal beetle 24 -f yaml | solitaire-cli moves -
    """,
    epilog="Exit status: 0 there is a legal step, 1 there is none or a transcript is faulty, "
    "2 an error such as an unreadable file.",
)
@click.argument("files", metavar="[FILE]...", nargs=-1, shell_complete=complete_files)
@id_option
@shared(TEXT, JSON, CSV, TSV, data=True, hidden=("plain", "color"))
def command(console: Console, files: tuple[str, ...], identified: bool) -> int:
    status = YES
    names = console.inputs.names(files)
    records = console.record_lines("moves", identified)
    for source, transcript in console.inputs.read_all(names):
        witness = Identity() if identified else Witness()
        verdict = judge_before(witness, transcript)
        if verdict.problem:
            status = max(status, console.report(source, verdict))
            continue
        steps = [format_step(step) for step in legal_moves(witness.position)]
        if not steps:
            status = max(status, NO)
        if records:
            console.product.write(records.line(moves_record(source, transcript.number, steps), witness.id))
        else:
            console.product.write_gap()
            console.product.write("".join(f"{step}\n" for step in steps))
    return status
