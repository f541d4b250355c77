"""``replay``: the positions of transcripts, step by step."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial

import click

from solitaire_cli.core.position import Position
from solitaire_cli.shell.console import Console
from solitaire_cli.shell.exit_codes import NO_ANSWER, YES
from solitaire_cli.shell.options import IntegerRange, Seconds, complete_files, shared
from solitaire_cli.shell.positions import write_position
from solitaire_cli.show.look import JSON, TEXT, YAML
from solitaire_cli.show.records import located_error, place
from solitaire_cli.transcript.reader import RawTranscript
from solitaire_cli.transcript.referee import Playback, Taken
from solitaire_cli.words.messages import COMPLAINTS

_STEP = IntegerRange(min=0)


@click.command(
    help="""Show the positions of transcripts, step by step from the deal, which is step 0.

    With -f yaml, each position is written as a transcript that starts there.

    \b
    solitaire-cli replay --last game.moves
    solitaire-cli replay --at 40 game.moves -f yaml | solitaire-cli moves -
    solitaire-cli replay -i game.moves
    """,
    epilog="Exit status: 0 success, 1 a transcript is faulty (it is shown up to its fault), "
    "2 an error such as a step that does not exist or an unreadable file.",
)
@click.argument("files", metavar="[FILE]...", nargs=-1, shell_complete=complete_files)
@click.option("--at", "at", type=_STEP, metavar="N", help="Show only the position after step N; 0 is the deal.")
@click.option("--from", "first", type=_STEP, metavar="N", help="Begin after step N.")
@click.option("--to", "end", type=_STEP, metavar="N", help="End after step N.")
@click.option("--last", is_flag=True, help="Show only the last position.")
@click.option(
    "--every", type=IntegerRange(min=1), metavar="N", help="Show every Nth position, beginning with the first."
)
@click.option("-i", "--interactive", is_flag=True, help="Step through the game with keys on a terminal; ? lists them.")
@click.option(
    "--delay",
    type=Seconds(0, 3600),
    metavar="S",
    help="Show each position for S seconds; on a terminal, each replaces the last.",
)
@shared(TEXT, JSON, YAML, linear=True)
def command(
    console: Console,
    files: tuple[str, ...],
    at: int | None,
    first: int | None,
    end: int | None,
    last: bool,
    every: int | None,
    interactive: bool,
    delay: float | None,
) -> int:
    look, ranged = console.look, {"--from": first, "--to": end, "--every": every}
    console.exclude({"--at": at}, {"--last": last}, ranged)
    screen = {"--interactive": True} if interactive else {"--delay": delay}
    console.exclude(screen, {f"-f {look.form}": look.form != TEXT, "--linear": look.linear})
    console.exclude(screen, {"-o": console.product.file})
    console.exclude(screen, ranged if interactive else {"--at": at, "--last": last})
    if first is not None and end is not None and first > end:
        console.usage("backwards", first=first, last=end)
    if interactive:
        from solitaire_cli.viewer.screen import browse

        return browse(console, files, -1 if last else at or 0, delay)
    first, end = (first or 0, end) if at is None else (at, at)
    steps = None if last else range(first, sys.maxsize if end is None else end + 1, every or 1)
    replay = partial(_replay, console, files, steps, max(first, end or 0))
    if delay is not None:
        from solitaire_cli.viewer.screen import Animation

        with Animation(console, files, delay) as animation:
            return replay(animation.show, animation.finish)
    return replay(partial(write_position, console))


def _replay(
    console: Console,
    files: Sequence[str],
    steps: range | None,
    wanted: int,
    show: Callable[[str, RawTranscript, Position, Taken], None],
    finish: Callable[[], None] = lambda: None,
) -> int:
    """Show the positions after ``steps``, ``None`` for the last one, and return the exit code.

    ``finish`` is called after each transcript; one without the step ``wanted`` is complained about.
    """
    status = YES
    for source, transcript in console.inputs.transcripts(files):
        playback = Playback(transcript)
        taken = None
        for taken in playback:
            if steps is not None and taken.number in steps:
                show(source, transcript, playback.position, taken)
        if taken and steps is None:
            show(source, transcript, playback.position, taken)
        finish()
        assert playback.verdict is not None
        status = max(status, console.report(source, playback.verdict))
        if taken and wanted > taken.number:
            text = console.look.phrase(COMPLAINTS["no-step"], step=wanted, steps=taken.number)
            console.complain(located_error(place(source, transcript.header.line), text, console.look))
            status = NO_ANSWER
    return status
