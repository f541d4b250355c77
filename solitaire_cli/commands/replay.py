"""``replay``: the positions of transcripts, step by step."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import click

from solitaire_cli.core.position import Position
from solitaire_cli.shell.console import NO_ANSWER, YES, Console
from solitaire_cli.shell.number_types import IntegerRange, Seconds
from solitaire_cli.shell.options import complete_files, shared
from solitaire_cli.shell.positions import write_position
from solitaire_cli.show.look import JSON, TEXT, YAML
from solitaire_cli.show.records import located_error
from solitaire_cli.transcript.reader import RawTranscript
from solitaire_cli.transcript.referee import Playback, Taken
from solitaire_cli.words.messages import COMPLAINTS

Each = Callable[[str, RawTranscript, Position, Taken], None]


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


_STEP = IntegerRange(min=0)


@click.command(
    epilog="Exit codes: 0 all could be shown, 1 a transcript is faulty (it is shown up to its fault), "
    "2 there is no such step, or a file could not be read."
)
@click.argument("files", metavar="[FILE]...", nargs=-1, shell_complete=complete_files)
@click.option("--at", "at", type=_STEP, metavar="N", help="Show the position after step N only; 0 is the deal.")
@click.option("--from", "first", type=_STEP, metavar="N", help="Begin after step N.")
@click.option("--to", "end", type=_STEP, metavar="N", help="End after step N.")
@click.option("--last", is_flag=True, help="Show the last position only.")
@click.option("--every", type=IntegerRange(min=1), metavar="N", help="Show every N-th position from the first.")
@click.option("-i", "--interactive", is_flag=True, help="Step through with keys on a terminal; ? lists them.")
@click.option(
    "--delay", type=Seconds(0, 3600), metavar="S", help="Show each position for S seconds, in place on a terminal."
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
    """Show the positions of transcripts, step by step from the deal, which is step 0.

    With -f yaml each position is a transcript that starts there.

    \b
    solitaire-cli replay --last game.moves
    solitaire-cli replay --at 40 game.moves -f yaml | solitaire-cli moves -
    solitaire-cli replay -i game.moves
    """
    ranged = _given({"--from": first, "--to": end, "--every": every})
    single = _given({"--at": at, "--last": last or None})
    screen = ["--interactive"] if interactive else _given({"--delay": delay})
    if len(single) > 1 or (single and ranged):
        console.usage("exclusive", options=single + ranged)
    if screen:
        form = [f"-f {console.look.form}"] if console.look.form != TEXT else ["--linear"] if console.look.linear else []
        other = form or (["-o"] if console.product.saved else []) or (ranged if interactive else single)
        if other:
            console.usage("exclusive", options=screen + other)
    if first is not None and end is not None and first > end:
        console.usage("backwards", first=first, last=end)
    if interactive:
        from solitaire_cli.viewer.screen import browse

        return browse(console, files, -1 if last else at or 0, delay)
    shown = Shown(first or 0, end, every or 1, last) if at is None else Shown(at, at, 1, False)
    if delay is not None:
        from solitaire_cli.viewer.screen import Animation

        with Animation(console, files, delay) as animation:
            return _replay(console, files, shown, animation.show, animation.finish)
    return _replay(console, files, shown, partial(write_position, console))


def _given(options: Mapping[str, object]) -> list[str]:
    """Return the names of the options that were given."""
    return [name for name, value in options.items() if value is not None]


def _replay(
    console: Console, files: Sequence[str], shown: Shown, each: Each, finish: Callable[[], None] = lambda: None
) -> int:
    """Hand the positions to show to ``each``, call ``finish`` after each transcript, return the exit code."""
    wanted = max(shown.first, shown.end or 0)
    status = YES
    for source, transcript in console.inputs.transcripts(files):
        playback = Playback(transcript)
        taken = None
        for taken in playback:
            if taken.number in shown:
                each(source, transcript, playback.position, taken)
        if taken and shown.last:
            each(source, transcript, playback.position, taken)
        finish()
        assert playback.verdict is not None
        status = max(status, console.report(source, playback.verdict))
        if taken and wanted > taken.number:
            text = console.look.phrase(COMPLAINTS["no-step"], step=wanted, steps=taken.number)
            console.complain(located_error(f"{source}:{transcript.header.line}", text, console.look))
            status = NO_ANSWER
    return status
