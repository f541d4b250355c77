"""What ``replay`` does with a terminal as its screen: step through with keys, or animate in place."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from solitaire_cli.shell.console import Console
from solitaire_cli.system.streams import is_terminal
from solitaire_cli.system.terminal import CLEAR_BELOW, TerminalScreen, obstacle, open_keys
from solitaire_cli.viewer.frame import Shown, drawn, frame
from solitaire_cli.viewer.timeline import Before, Moved

if TYPE_CHECKING:
    from solitaire_cli.core.position import Position
    from solitaire_cli.transcript.reader import Transcript
    from solitaire_cli.transcript.referee import Taken

INTERACTIVE, DELAY = "--interactive", "--delay"


def view(console: Console, files: Sequence[str], start: int, pace: float | None) -> int:
    """Show transcripts on one screen, from step ``start``, -1 for the last, and return the exit code.

    They are read as they are asked for; the code is for those that were.
    """
    from solitaire_cli.viewer.interactive import Viewer

    _check(console, INTERACTIVE)
    typed = is_terminal(sys.stdin)
    if typed and "-" in files:
        console.usage("exclusive", options=[INTERACTIVE, "-"])
    console.inputs.names(files)
    keys = open_keys()
    if keys is None:
        console.fail("no-terminal-keys", option=INTERACTIVE)
    viewer = Viewer(console, console.inputs.transcripts(files), start, pace)
    if viewer.shows:
        with TerminalScreen(sys.stdout.fileno(), keys, whole=True) as session:
            viewer.run(session)
    return max(console.report(reel.source, reel.verdict) for reel in viewer.reels)


def _check(console: Console, option: str) -> None:
    reason = obstacle()
    if reason:
        console.fail(f"no-terminal-{reason}", option=option, term=os.environ.get("TERM", ""))


class Animation:
    """Positions one after the other in the same place of the terminal, each for ``seconds``.

    The terminal is taken over with the first position of a transcript and given back by :meth:`finish`; the
    last position stays on it. What lies there that did not lie there in the position before is marked.
    """

    def __init__(self, console: Console, files: Sequence[str], seconds: float) -> None:
        _check(console, DELAY)
        self._console = console
        self._seconds = seconds
        self._keys = sys.stdin.fileno() if is_terminal(sys.stdin) and "-" not in files else None
        self._session: TerminalScreen | None = None
        self._due: float | None = None
        self._before: Before | None = None

    def __enter__(self) -> Animation:
        return self

    def __exit__(self, *error: object) -> None:
        self._leave()

    def show(self, console: Console, source: str, transcript: Transcript, position: Position, taken: Taken) -> None:
        """Show a position when the one before it has stood long enough."""
        if self._session is None:
            self._session = TerminalScreen(sys.stdout.fileno(), self._keys, whole=False)
            self._session.__enter__()
            # what the screen shows scrolls away instead of being overwritten
            self._session.write(b"\r\n" * self._session.size[1])
        self._pause(self._session)
        moved = self._before.moved(position) if self._before else Moved(tuple(map(len, position.columns)))
        self._before = Before(position)
        self._shown = Shown(source, transcript.header, position, taken, moved)
        self._draw(self._session)
        self._due = time.monotonic() + self._seconds

    def finish(self) -> None:
        """The last position of a transcript was shown; it stands as long as the others."""
        if self._session:
            self._pause(self._session)
        self._leave()
        self._due = self._before = None

    def _leave(self) -> None:
        if self._session:
            self._session.__exit__()
            self._session = None

    def _pause(self, session: TerminalScreen) -> None:
        while self._due is not None and (left := self._due - time.monotonic()) > 0:
            if session.wait(left) is None:
                return
            if time.monotonic() < self._due:
                self._draw(session)

    def _draw(self, session: TerminalScreen) -> None:
        columns, rows = session.size
        lines, _ = frame(self._console, self._shown, "", None, (columns, rows - 1))
        session.draw(drawn(lines, self._console.product.encoding) + f"\r\n{CLEAR_BELOW}".encode())
