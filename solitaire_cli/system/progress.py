"""A progress bar on standard error, only on a terminal."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from typing import Any

from solitaire_cli.system.streams import is_terminal

PATIENCE = 1.0  # seconds of work before a bar shows by itself
_CLEAR, _CURSOR = "\r\x1b[K", "\x1b[?25h"  # a bar hides the cursor
_shown = False


def restore() -> None:
    """Take the bar away and show the cursor, from a signal handler too."""
    if _shown:
        with contextlib.suppress(OSError, ValueError):
            os.write(sys.stderr.fileno(), (_CLEAR + _CURSOR).encode())


class Progress:
    """A bar for ``length`` units of work.

    With ``wanted`` it shows from the start; otherwise after :data:`PATIENCE`, and only if the product is not
    written ``beside`` it, to the terminal too. Where standard error is no terminal there is never a bar.
    """

    def __init__(self, length: int, wanted: bool | None, beside: bool = False) -> None:
        self._able = (wanted or (wanted is None and not beside)) and is_terminal(sys.stderr)
        self._length = length
        self._done = 0
        self._begin = time.monotonic() + (0 if wanted else PATIENCE)
        self._bar: Any = None

    def extend(self, count: int) -> None:
        """Add ``count`` units to the work."""
        self._length += count
        if self._bar is not None:
            self._bar.length = self._length

    def advance(self, count: int) -> None:
        """Count ``count`` more units as done."""
        global _shown  # noqa: PLW0603 - a signal handler has to find it
        self._done += count
        if self._bar is not None:
            self._bar.update(count)
        elif self._able and self._length and time.monotonic() >= self._begin:
            import click

            self._bar = click.progressbar(length=self._length, file=sys.stderr, update_min_steps=1)
            self._bar.__enter__()
            _shown = True
            self._bar.update(self._done)

    def clear(self, more: str = "") -> None:
        """Make room for a line of text; the bar comes again below it."""
        if self._bar is not None:
            sys.stderr.write(_CLEAR + more)
            sys.stderr.flush()

    def finish(self) -> None:
        """Take the bar away."""
        global _shown  # noqa: PLW0603
        self.clear(_CURSOR)
        _shown = self._able = False
        self._bar = None
