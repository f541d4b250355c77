"""A terminal taken over for a while: its settings saved and restored, its size, and waiting for keys.

The control sequences are those of ECMA-48 and xterm that every terminal of today knows. Loaded only by what needs it;
where a system has no ``termios`` nothing here does anything, see :func:`obstacle`.
"""

from __future__ import annotations

import contextlib
import errno
import os
import select
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from importlib.util import find_spec
from typing import Any

from solitaire_cli.system.signals import STOPS, held
from solitaire_cli.system.streams import is_terminal, write_all

HOME, CLEAR_LINE, CLEAR_BELOW = "\x1b[H", "\x1b[K", "\x1b[J"

# taken: no wrapping of long lines and no cursor; "all" is the alternate screen
_BEGIN, _END = b"\x1b[?2026h", b"\x1b[?2026l"
_TAKE = b"\x1b[?7l\x1b[?25l"
_GIVE = _END + b"\x1b[0m\x1b[?7h\x1b[?25h"
_TAKE_ALL = b"\x1b[?1049h" + _TAKE + b"\x1b[H\x1b[J"
_GIVE_ALL = _END + b"\x1b[0m\x1b[H\x1b[J\x1b[?7h\x1b[?25h\x1b[?1049l"

_settings: tuple[int, list[Any]] | None = None
_give_back: tuple[int, bytes] | None = None


def in_foreground(descriptor: int) -> bool:
    """Return whether the process may use the terminal ``descriptor``, and is no job in the background."""
    try:
        return os.tcgetpgrp(descriptor) == os.getpgrp()
    except (OSError, AttributeError):
        return True  # it is no terminal of this session


def await_foreground(descriptor: int) -> None:
    """In the background, be stopped as whoever uses the terminal there is, until a shell's ``fg``."""
    import termios

    while not in_foreground(descriptor):
        try:
            # this changes nothing, but the system stops a job for it
            termios.tcflow(descriptor, termios.TCOON)
            return
        except termios.error as error:
            if error.args[0] != errno.EINTR:
                return  # nobody is left who could bring it to the foreground


def remember(descriptor: int | None = None) -> None:
    """Keep the settings of the terminal ``descriptor``, by default standard input, if it is a terminal.

    A job in the background waits, since the settings are those of the shell while it is there.
    """
    global _settings  # noqa: PLW0603 - a signal handler has to find them
    try:
        import termios
    except ImportError:
        return
    with contextlib.suppress(termios.error, OSError, ValueError, AttributeError):
        number = sys.stdin.fileno() if descriptor is None else descriptor
        await_foreground(number)
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
    if _settings is None:
        return
    import termios

    if not in_foreground(_settings[0]):
        return  # of a job in the background the shell has set the terminal already
    with contextlib.suppress(termios.error):
        termios.tcsetattr(_settings[0], termios.TCSANOW, _settings[1])


@contextlib.contextmanager
def stoppable(go_on: Callable[..., None], more: Mapping[int, Callable[..., None]] | None = None) -> Iterator[None]:
    """Inside ``with``, give the terminal back when the process is stopped, and call ``go_on`` when it goes on.

    ``go_on`` may raise. ``more`` are handlers of other signals. No handler replaces that of an ignored signal.
    """

    def stop(number: int, *_: object) -> None:
        try:
            restore()
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
            # the process goes on here
        finally:
            signal.signal(number, stop)
        go_on()

    handlers: dict[int, Any] = {**(more or {})}
    if sys.platform != "win32":
        handlers |= {signal.SIGTSTP: stop, signal.SIGCONT: go_on}
    heeded = [number for number in handlers if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, handlers[number]) for number in heeded}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def obstacle() -> str | None:
    """Return why standard output cannot be taken over: ``system``, ``output`` or ``dumb``; else ``None``."""
    if find_spec("termios") is None:
        return "system"
    if not is_terminal(sys.stdout):
        return "output"
    return "dumb" if is_dumb() else None


def is_dumb() -> bool:
    """Return whether the terminal knows no control sequences."""
    return os.environ.get("TERM", "") in ("", "dumb", "unknown")


def open_keys() -> int | None:
    """Open a descriptor to read keys from: standard input, or the terminal if that is something else."""
    if is_terminal(sys.stdin):
        return sys.stdin.fileno()
    try:
        return os.open("/dev/tty", os.O_RDWR)
    except OSError:
        return None


class TerminalScreen:
    """The terminal, given back at the end of ``with`` and while the process is stopped.

    It is taken over when something is written to it; a job in the background waits with that, see
    :func:`await_foreground`. ``output`` is the descriptor of the screen, ``keys`` that of the keyboard if there is
    one; ``whole`` asks for the alternate screen.
    """

    def __init__(self, output: int, keys: int | None, whole: bool) -> None:
        self._output = output
        self._keys = keys
        self._whole = whole
        self._lost = True  # not taken yet, or the process was stopped: the screen is no longer what was drawn
        self._at_end = contextlib.ExitStack()

    def __enter__(self) -> TerminalScreen:
        self._woken, waker = os.pipe()
        for end in (self._woken, waker):
            os.set_blocking(end, False)
            self._at_end.callback(os.close, end)
        self._at_end.callback(signal.set_wakeup_fd, signal.set_wakeup_fd(waker, warn_on_full_buffer=False))
        more: dict[int, Callable[..., None]] = {signal.SIGQUIT: _end, signal.SIGHUP: _end}
        more[signal.SIGWINCH] = lambda *_: None  # it only has to end the waiting
        self._at_end.enter_context(stoppable(self._lose, more))
        self._at_end.callback(restore)
        return self

    def __exit__(self, *error: object) -> None:
        self._at_end.close()

    @property
    def size(self) -> tuple[int, int]:
        """The columns and rows of the screen; 80 and 24 if unknown."""
        columns, rows = os.get_terminal_size(self._output)
        return columns or 80, rows or 24

    def draw(self, data: bytes) -> None:
        """Write a screen, shown at once by terminals that can do so. Raises :class:`OSError`."""
        self.write(_BEGIN + data + _END)

    def write(self, data: bytes) -> None:
        """Write to the screen, after taking it if need be. Raises :class:`OSError`."""
        with held(STOPS):
            if self._lost:
                self._take()
            with open(self._output, "wb", buffering=0, closefd=False) as file:
                write_all(file, data)

    def wait(self, seconds: float | None) -> bytes | None:
        """Return bytes of keys; none when the time is over or the screen must be drawn again; ``None`` at the end."""
        inputs = [self._woken] if self._keys is None else [self._woken, self._keys]
        ready = select.select(inputs, [], [], seconds)[0]
        if self._woken in ready:
            with contextlib.suppress(BlockingIOError):
                os.read(self._woken, 4096)
        if self._lost or self._keys not in ready:
            return b""
        try:
            return os.read(self._keys, 1024) or None
        except OSError:
            return None  # the terminal is gone

    def _lose(self, *_: object) -> None:
        """Take the terminal again, when the process went on after a stop."""
        self._lost = True

    def _take(self) -> None:
        global _give_back  # noqa: PLW0603
        if self._keys is None:
            await_foreground(self._output)
        elif _give_back is None:
            remember(self._keys)
        if self._keys is not None:
            await_foreground(self._keys)
            _set_keys(self._keys)
        self._lost = False
        _give_back = self._output, _GIVE_ALL if self._whole else _GIVE
        self.write(_TAKE_ALL if self._whole else _TAKE)


def _set_keys(descriptor: int) -> None:
    """Let keys come one by one and unseen; Ctrl-C and Ctrl-Z stay signals. Raises :class:`OSError`."""
    import termios

    while True:
        try:
            mode = termios.tcgetattr(descriptor)
            mode[0] &= ~termios.IXON
            mode[3] &= ~(termios.ECHO | termios.ICANON | termios.IEXTEN)
            mode[6][termios.VMIN], mode[6][termios.VTIME] = 1, 0
            return termios.tcsetattr(descriptor, termios.TCSANOW, mode)
        except termios.error as error:
            if error.args[0] != errno.EINTR:
                raise OSError(*error.args) from None


def _end(number: int, *_: object) -> None:
    """End the process the way the signal would have without a handler."""
    restore()
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
