"""A progress bar on standard error, only on a terminal.

The cursor stays where it is, at the end of the bar: whatever ends or stops the process, there is nothing to give back.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time

from solitaire_cli.system.streams import is_terminal

PATIENCE = 1.0  # seconds of work before a bar shows by itself
TICK = 1.0  # seconds between two looks at slow work
WIDEST, NARROWEST = 36, 10  # characters of a bar; where there is no room for it, the percentage is alone
_BAR = "  [{}]  "
_LINE = len("100%  00:00:00")
_shown = False


def restore() -> None:
    """Take the bar away, from a signal handler too."""
    global _shown  # noqa: PLW0603 - a signal handler has to find it
    if _shown:
        from solitaire_cli.system.terminal import CLEAR_LINE

        _shown = False
        _put(f"\r{CLEAR_LINE}")


def _put(text: str) -> None:
    """Write to standard error, past its buffer, which is empty; a handler may have interrupted its use."""
    with contextlib.suppress(OSError, ValueError):
        os.write(sys.stderr.fileno(), text.encode(sys.stderr.encoding or "utf-8", "backslashreplace"))


class Progress:
    """A bar for ``length`` units of work.

    With ``wanted`` it shows from the start; otherwise after :data:`PATIENCE`, and only if the product is not
    written ``beside`` it, to the terminal too, as it comes. ``slow`` work, of which a unit may take long, has a bar
    beside the product too. Where standard error is no terminal there is never a bar, and none is drawn in the
    background. A terminal without control sequences gets a line for each tenth.
    """

    def __init__(self, length: int, wanted: bool | None, beside: bool = False, slow: bool = False) -> None:
        self._able = (wanted or (wanted is None and (slow or not beside))) and is_terminal(sys.stderr)
        self._length = length
        self._done = 0
        self._start = time.monotonic()
        self._begin = self._start + (0 if wanted else PATIENCE)
        self._note = self._line = ""
        self._resting = False
        self._ticks = bool(self._able and slow and hasattr(signal, "setitimer"))
        if self._ticks:
            signal.signal(signal.SIGALRM, lambda *_: self._draw())
            signal.setitimer(signal.ITIMER_REAL, 0.01 if wanted else PATIENCE, TICK)

    def extend(self, count: int) -> None:
        """Add ``count`` units to the work."""
        self._length += count

    def advance(self, count: int, note: str = "") -> None:
        """Count ``count`` more units as done; ``note`` says more about it in a few words."""
        self._done += count
        self._note = note
        self._resting = False
        self._draw()

    def clear(self) -> None:
        """Make room for a line of text; the bar comes again below it, with the next unit."""
        self._resting = True
        self._line = ""
        restore()

    def finish(self) -> None:
        """Take the bar away."""
        self._able = False
        if self._ticks:
            signal.setitimer(signal.ITIMER_REAL, 0)
        self.clear()

    def _draw(self) -> None:
        global _shown  # noqa: PLW0603
        if not self._able or self._resting or not self._length or time.monotonic() < self._begin:
            return
        from solitaire_cli.system.terminal import CLEAR_LINE, in_foreground, is_dumb

        dumb = is_dumb()
        line = self._text(dumb)
        if line == self._line or not in_foreground(2):
            return
        self._line = line
        if dumb:
            _put(f"{line}\n")
        else:
            _shown = True
            _put(f"\r{CLEAR_LINE}{line}")

    def _text(self, dumb: bool) -> str:
        share, note = min(self._done / self._length, 1), self._note
        if dumb:
            return f"{int(share * 10) * 10}%"
        if 0 < share < 1 and not note:
            left = round((time.monotonic() - self._start) * (1 / share - 1))
            note = f"{left // 3600:02}:{left // 60 % 60:02}:{left % 60:02}"
        percent = f"{int(share * 100):3}%"
        line = f"{percent}  {note}".rstrip()
        columns = 80
        with contextlib.suppress(OSError, ValueError):
            columns = os.get_terminal_size(sys.stderr.fileno()).columns or columns
        columns -= 1  # some terminals begin a new line behind the last one
        width = min(columns - max(len(line), _LINE) - len(_BAR) + 2, WIDEST)
        if width >= NARROWEST:
            return _BAR.format(("#" * int(share * width)).ljust(width, "-")) + line
        return line if len(line) <= columns else percent[:columns]
