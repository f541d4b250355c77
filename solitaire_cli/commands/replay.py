"""``replay``: the positions of transcripts, step by step."""

from __future__ import annotations

from typing import NamedTuple

import click

from solitaire_cli.console import NO_ANSWER, YES, Console
from solitaire_cli.messages import COMPLAINTS, phrase
from solitaire_cli.options import JSON, TEXT, YAML, complete_files, linear_option, shared
from solitaire_cli.referee import Playback
from solitaire_cli.show import show


class Shown(NamedTuple):
    """The steps to show: from ``first`` to ``end`` (``None`` for the last one), every ``every``-th."""

    first: int
    end: int | None
    every: int
    last: bool

    def __contains__(self, step: object) -> bool:
        assert isinstance(step, int)
        return (
            not self.last
            and step >= self.first
            and (self.end is None or step <= self.end)
            and (step - self.first) % self.every == 0
        )


_STEP = click.IntRange(min=0)


@click.command(
    epilog="Exit codes: 0 all could be shown, 1 a transcript is faulty (it is shown up to its fault), "
    "2 there is no such step, or a file could not be read."
)
@click.argument("files", metavar="[FILE]...", nargs=-1, shell_complete=complete_files)
@click.option(
    "--at", "at", type=_STEP, metavar="N", help="Show the position after step N only; 0 is the deal."
)
@click.option("--from", "first", type=_STEP, metavar="N", help="Begin after step N.")
@click.option("--to", "end", type=_STEP, metavar="N", help="End after step N.")
@click.option("--last", is_flag=True, help="Show the last position only.")
@click.option(
    "--every", type=click.IntRange(min=1), metavar="N", help="Show every N-th position from the first."
)
@shared(TEXT, JSON, YAML)
@linear_option
def command(
    console: Console,
    files: tuple[str, ...],
    at: int | None,
    first: int | None,
    end: int | None,
    last: bool,
    every: int | None,
) -> int:
    """Show the positions of transcripts, step by step from the deal, which is step 0.

    With -f yaml each position is a transcript that starts there.

    \b
    solitaire-cli replay --last game.moves
    solitaire-cli replay --at 40 game.moves -f yaml | solitaire-cli moves -
    """
    ranged = [
        name for name, value in (("--from", first), ("--to", end), ("--every", every)) if value is not None
    ]
    single = [name for name, value in (("--at", at), ("--last", last or None)) if value is not None]
    if len(single) > 1 or (single and ranged):
        console.usage("exclusive", options=single + ranged)
    if first is not None and end is not None and first > end:
        console.usage("backwards", first=first, last=end)
    shown = Shown(first or 0, end, every or 1, last) if at is None else Shown(at, at, 1, False)
    wanted = max(shown.first, shown.end or 0)
    status = YES
    for source, transcript in console.transcripts(files):
        playback = Playback(transcript)
        taken = None
        for taken in playback:
            if taken.number in shown:
                show(console, source, transcript, playback.position, taken)
        if taken and last:
            show(console, source, transcript, playback.position, taken)
        assert playback.verdict is not None
        status = max(status, console.report(source, playback.verdict))
        if taken and wanted > taken.number:
            text = phrase(COMPLAINTS["no-step"], console.language, step=wanted, steps=taken.number)
            console.complain(f"{source}:{transcript.header.line}: error: {text}")
            status = NO_ANSWER
    return status
