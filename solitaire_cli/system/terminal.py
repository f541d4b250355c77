"""A terminal taken over for a while: its settings saved and restored, its size, and waiting for keys.

The control sequences are those of ECMA-48 and xterm that every terminal of today knows: the cursor is placed and
hidden, the screen cleared, the alternate screen shown. Loaded only by what needs it; where a system has no
``termios`` nothing here does anything, see :func:`obstacle`.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
from importlib.util import find_spec
from types import FrameType
from typing import Any

from solitaire_cli.system.streams import is_terminal

HOME, CLEAR_LINE, CLEAR_BELOW = "\x1b[H", "\x1b[K", "\x1b[J"

_BEGIN, _END = b"\x1b[?2026h", b"\x1b[?2026l"
_TAKE = b"\x1b[?7l\x1b[?25l"
_GIVE = _END + b"\x1b[0m\x1b[?7h\x1b[?25h"
_TAKE_ALL = b"\x1b[?1049h" + _TAKE + b"\x1b[H\x1b[J"
_GIVE_ALL = _END + b"\x1b[0m\x1b[H\x1b[J\x1b[?7h\x1b[?25h\x1b[?1049l"
"""Without wrapping of long lines and without a cursor; with the alternate screen, or on the usual one."""

_settings: tuple[int, list[Any]] | None = None
_give_back: tuple[int, bytes] | None = None


def remember(descriptor: int | None = None) -> None:
    """Save the settings of the terminal ``descriptor``, by default standard input, if it is one."""
    global _settings  # noqa: PLW0603 - a signal handler has to find them
    try:
        import termios
    except ImportError:
        return
    with contextlib.suppress(termios.error, OSError, ValueError, AttributeError):
        number = sys.stdin.fileno() if descriptor is None else descriptor
        _settings = number, termios.tcgetattr(number)


def restore() -> None:
    """Restore the screen, the cursor and the settings of :func:`remember`.

    May be called at any time and more than once, from a signal handler too.
    """
    global _give_back
    if _give_back is not None:
        (output, sequence), _give_back = _give_back, None
        with contextlib.suppress(OSError, ValueError):
            # a terminal that takes nothing must not hold up the end
            if select.select([], [output], [], 0.5)[1]:
                os.write(output, sequence)
    if _settings is None or not _in_front(_settings[0]):
        return
    import termios

    with contextlib.suppress(termios.error):
        termios.tcsetattr(_settings[0], termios.TCSANOW, _settings[1])


def _in_front(descriptor: int) -> bool:
    """Return whether this process may set the terminal; for a job in the background the shell has done it."""
    try:
        return os.tcgetpgrp(descriptor) == os.getpgrp()
    except OSError:
        return True


def obstacle() -> str | None:
    """Return why standard output cannot be taken over: ``system``, ``output`` or ``dumb``; else ``None``."""
    if find_spec("termios") is None:
        return "system"
    if not is_terminal(sys.stdout):
        return "output"
    return "dumb" if os.environ.get("TERM", "") in ("", "dumb", "unknown") else None


def open_keys() -> int | None:
    """Open a descriptor to read keys from: standard input, or the terminal if that is something else."""
    if is_terminal(sys.stdin):
        return sys.stdin.fileno()
    try:
        return os.open("/dev/tty", os.O_RDWR)
    except OSError:
        return None


class TerminalScreen:
    """The terminal, taken over within ``with``, but given back while the process is stopped.

    ``output`` is the descriptor of the screen, ``keys`` that of the keyboard if there is one; ``whole`` asks for
    the alternate screen.
    """

    def __init__(self, output: int, keys: int | None, whole: bool) -> None:
        self._output = output
        self._keys = keys
        self._whole = whole
        self._handlers: dict[int, Any] = {}

    def __enter__(self) -> TerminalScreen:
        if self._keys is not None:
            remember(self._keys)
        self._woken, self._waker = os.pipe()
        os.set_blocking(self._woken, False)
        os.set_blocking(self._waker, False)
        self._wakeup = signal.set_wakeup_fd(self._waker, warn_on_full_buffer=False)
        for number, handler in (
            (signal.SIGWINCH, _note),
            (signal.SIGTSTP, self._stop),
            (signal.SIGCONT, self._go_on),
            (signal.SIGQUIT, _end),
            (signal.SIGHUP, _end),
        ):
            if signal.getsignal(number) is not signal.SIG_IGN:
                self._handlers[number] = signal.signal(number, handler)
        self._take()
        return self

    def __exit__(self, *error: object) -> None:
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        restore()
        signal.set_wakeup_fd(self._wakeup)
        os.close(self._woken)
        os.close(self._waker)

    @property
    def size(self) -> tuple[int, int]:
        """The columns and rows of the screen; 80 and 24 where it does not say."""
        columns, rows = os.get_terminal_size(self._output)
        return columns or 80, rows or 24

    def draw(self, data: bytes) -> None:
        """Write a screen, which terminals that can do so show at once. Raises :class:`OSError`."""
        self.write(_BEGIN + data + _END)

    def write(self, data: bytes) -> None:
        """Write to the screen. Raises :class:`OSError`."""
        while data:
            data = data[os.write(self._output, data) :]

    def wait(self, seconds: float | None) -> bytes | None:
        """Wait for keys: their bytes, none after ``seconds`` or when a redraw is due, ``None`` at their end."""
        inputs = [self._woken] if self._keys is None else [self._woken, self._keys]
        ready = select.select(inputs, [], [], seconds)[0]
        if self._woken in ready:
            with contextlib.suppress(BlockingIOError):
                os.read(self._woken, 4096)
        if self._keys is None or self._keys not in ready:
            return b""
        try:
            return os.read(self._keys, 1024) or None
        except OSError:
            return None  # the terminal is gone

    def _take(self) -> None:
        global _give_back  # noqa: PLW0603
        if self._keys is not None:
            _set_keys(self._keys)
        _give_back = self._output, _GIVE_ALL if self._whole else _GIVE
        self.write(_TAKE_ALL if self._whole else _TAKE)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        """Ctrl-Z: stop with the terminal given back."""
        restore()
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        # here it goes on
        signal.signal(signal.SIGTSTP, self._stop)
        self._take()

    def _go_on(self, number: int, frame: FrameType | None) -> None:
        """Whatever stopped the process, the screen is no longer what was drawn."""
        self._take()


def _note(number: int, frame: FrameType | None) -> None:
    """Do nothing: the signal only ends the waiting."""


def _end(number: int, frame: FrameType | None) -> None:
    """End the process as the signal would have without a handler."""
    restore()
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


def _set_keys(descriptor: int) -> None:
    """Read keys one by one without echo; Ctrl-C and Ctrl-Z stay signals."""
    import termios

    mode = termios.tcgetattr(descriptor)
    mode[0] &= ~termios.IXON
    mode[3] &= ~(termios.ECHO | termios.ICANON | termios.IEXTEN)
    mode[6] = list(mode[6])
    mode[6][termios.VMIN], mode[6][termios.VTIME] = 1, 0
    termios.tcsetattr(descriptor, termios.TCSANOW, mode)
