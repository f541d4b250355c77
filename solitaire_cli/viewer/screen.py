"""What ``replay`` does with a terminal as its screen: step through with keys, or animate in place."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence

from solitaire_cli.core.position import Position
from solitaire_cli.shell.console import Console
from solitaire_cli.system.streams import is_terminal
from solitaire_cli.system.terminal import CLEAR_BELOW, TerminalScreen, obstacle, open_keys
from solitaire_cli.transcript.reader import RawTranscript
from solitaire_cli.transcript.referee import Taken
from solitaire_cli.viewer.frame import compose, encode
from solitaire_cli.viewer.timeline import Scene, find_moved

INTERACTIVE, DELAY = "--interactive", "--delay"


def browse(console: Console, files: Sequence[str], start: int, pace: float | None) -> int:
    """Show transcripts on one screen, from step ``start``, -1 for the last, and return the exit code.

    They are read when they are wanted; the exit code is for those that were.
    """
    from solitaire_cli.viewer.browser import Browser

    _check(console, INTERACTIVE)
    if is_terminal(sys.stdin) and "-" in files:
        console.usage("exclusive", options=[INTERACTIVE, "-"])
    names = console.inputs.names(files)
    keys = open_keys()
    if keys is None:
        console.fail("no-terminal-keys", option=INTERACTIVE)
    browser = Browser(console.look, console.inputs.read_all(names), start, pace)
    if browser.playable:
        with TerminalScreen(sys.stdout.fileno(), keys, whole=True) as terminal:
            browser.run(terminal, console.product.encoding)
    return max(console.report(timeline.source, timeline.verdict) for timeline in browser.timelines)


def _check(console: Console, option: str) -> None:
    reason = obstacle()
    if reason:
        console.fail(f"no-terminal-{reason}", option=option, term=os.environ.get("TERM", ""))


class Animation:
    """Positions one after the other in the same place of the terminal, each for ``seconds``.

    The terminal is taken over with the first position of a transcript and given back by :meth:`finish`; the
    last position stays on it. What did not lie there in the position before is marked.
    """

    def __init__(self, console: Console, files: Sequence[str], seconds: float) -> None:
        _check(console, DELAY)
        self._look = console.look
        self._encoding = console.product.encoding
        self._seconds = seconds
        self._keys = sys.stdin.fileno() if is_terminal(sys.stdin) and "-" not in files else None
        self._terminal: TerminalScreen | None = None
        self._due: float | None = None
        self._before: Position | None = None

    def __enter__(self) -> Animation:
        return self

    def __exit__(self, *error: object) -> None:
        if self._terminal:
            self._terminal.__exit__()
            self._terminal = None

    def show(self, source: str, transcript: RawTranscript, position: Position, taken: Taken) -> None:
        """Show a position when the one before it has been there long enough."""
        if self._terminal is None:
            self._terminal = TerminalScreen(sys.stdout.fileno(), self._keys, whole=False)
            self._terminal.__enter__()
            # what the screen shows scrolls away instead of being overwritten
            self._terminal.write(b"\r\n" * self._terminal.size[1])
        self._pause(self._terminal)
        moved = find_moved(self._before or position, position)
        self._before = position.copy()
        self._scene = Scene(source, transcript.header, position, taken, moved)
        self._draw(self._terminal)
        self._due = time.monotonic() + self._seconds

    def finish(self) -> None:
        """Leave the last position of a transcript on the screen for as long as the others."""
        if self._terminal:
            self._pause(self._terminal)
        self.__exit__()
        self._due = self._before = None

    def _pause(self, terminal: TerminalScreen) -> None:
        while self._due is not None and (left := self._due - time.monotonic()) > 0:
            if terminal.wait(left) is None:
                return
            if time.monotonic() < self._due:
                self._draw(terminal)

    def _draw(self, terminal: TerminalScreen) -> None:
        columns, rows = terminal.size
        lines, _ = compose(self._look, self._scene, "", None, (columns, rows - 1))
        terminal.draw(encode(lines, self._encoding) + f"\r\n{CLEAR_BELOW}".encode())
