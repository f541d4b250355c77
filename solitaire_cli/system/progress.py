"""A progress bar on standard error, only on a terminal.

The cursor stays where it is, at the end of the bar: whatever ends or stops the process, there is nothing to give back.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time

from solitaire_cli.system.streams import is_terminal
from solitaire_cli.system.terminal import CLEAR_LINE, in_foreground, is_dumb

PATIENCE = 1.0  # seconds of work before a bar shows by itself
WIDEST, NARROWEST = 36, 10  # characters of a bar; where there is no room for it, the percentage is alone
_BAR = "  [{}]  "
_LINE = len("100%  00:00:00")
_CLEAR = f"\r{CLEAR_LINE}"
_shown = False


def restore() -> None:
    """Take the bar away, from a signal handler too."""
    if _shown:
        with contextlib.suppress(OSError, ValueError):
            os.write(sys.stderr.fileno(), _CLEAR.encode())


class Progress:
    """A bar for ``length`` units of work.

    With ``wanted`` it shows from the start; otherwise after :data:`PATIENCE`, and only if the product is not
    written ``beside`` it, to the terminal too. Where standard error is no terminal there is never a bar, and none is
    drawn in the background. A terminal without control sequences gets a line for each tenth.
    """

    def __init__(self, length: int, wanted: bool | None, beside: bool = False) -> None:
        self._able = (wanted or (wanted is None and not beside)) and is_terminal(sys.stderr)
        self._length = length
        self._done = 0
        self._start = time.monotonic()
        self._begin = self._start + (0 if wanted else PATIENCE)
        self._line = ""

    def extend(self, count: int) -> None:
        """Add ``count`` units to the work."""
        self._length += count

    def advance(self, count: int, note: str = "") -> None:
        """Count ``count`` more units as done; ``note`` says more about it in a few words."""
        self._done += count
        if self._able and self._length and time.monotonic() >= self._begin and in_foreground(sys.stderr.fileno()):
            self._draw(note)

    def clear(self) -> None:
        """Make room for a line of text; the bar comes again below it."""
        global _shown
        if _shown:
            sys.stderr.write(_CLEAR)
            sys.stderr.flush()
            _shown, self._line = False, ""

    def finish(self) -> None:
        """Take the bar away."""
        self.clear()
        self._able = False

    def _draw(self, note: str) -> None:
        global _shown  # noqa: PLW0603
        line = self._text(note)
        if line == self._line:
            return
        self._line = line
        if is_dumb():
            sys.stderr.write(f"{line}\n")
        else:
            sys.stderr.write(_CLEAR + line)
            _shown = True
        sys.stderr.flush()

    def _text(self, note: str) -> str:
        share = min(self._done / self._length, 1)
        if is_dumb():
            return f"{int(share * 10) * 10}%"
        if 0 < share < 1 and not note:
            left = round((time.monotonic() - self._start) * (1 / share - 1))
            note = f"{left // 3600:02}:{left // 60 % 60:02}:{left % 60:02}"
        percent = f"{int(share * 100):3}%"
        line = f"{percent}  {note}".rstrip()
        # the last column stays free: some terminals begin a new line behind it
        columns = (os.get_terminal_size(sys.stderr.fileno()).columns or 80) - 1
        width = min(columns - max(len(line), _LINE) - len(_BAR) + 2, WIDEST)
        if width >= NARROWEST:
            return _BAR.format(("#" * int(share * width)).ljust(width, "-")) + line
        return line if len(line) <= columns else percent[:columns]
