"""The lines that a player types at a terminal: edited, recalled and completed where the system can do that.

While a line is typed the terminal is the line editor's. If the process is stopped meanwhile, by Ctrl-Z or a
signal, the terminal is given back, and when it goes on the prompt and what was typed are there again.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Callable
from types import FrameType, ModuleType
from typing import Any

from solitaire_cli.play.session import BLANKS, Session, candidates
from solitaire_cli.system import terminal


class _StoppedError(Exception):
    """The process was stopped while a line was typed, and goes on now."""


class LineEditor:
    """Reads lines between ``with`` and its end.

    ``read`` shows the prompt that it gets, returns a line, and raises :class:`EOFError`; builtin ``input`` does.
    """

    def __init__(self, session: Session, read: Callable[[str], str]) -> None:
        self._read = read
        self._readline = _edited(session)
        self._reading = False
        self._typed = ""
        self._handlers: dict[int, Any] = {}

    def __enter__(self) -> LineEditor:
        terminal.remember()
        if sys.platform != "win32":
            for number, handler in ((signal.SIGTSTP, self._stop), (signal.SIGCONT, self._go_on)):
                if signal.getsignal(number) is not signal.SIG_IGN:
                    self._handlers[number] = signal.signal(number, handler)
        return self

    def __exit__(self, *error: object) -> None:
        for number, handler in self._handlers.items():
            signal.signal(number, handler)

    def line(self, prompt: str) -> str:
        """The next line. Raises :class:`EOFError`."""
        self._typed = ""
        lines: list[str] = []
        while not lines:
            if self._readline:
                self._readline.set_startup_hook(self._type_again if self._typed else None)
            with contextlib.suppress(_StoppedError):
                self._reading = True
                # a line that is read is in the list before any handler runs
                lines += map(self._read, [prompt])
        self._reading = False
        return lines[0]

    def _type_again(self) -> None:
        assert self._readline is not None
        self._readline.insert_text(self._typed)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        """Ctrl-Z: stop with the terminal given back."""
        terminal.restore()
        signal.signal(number, signal.SIG_DFL)
        try:
            os.kill(os.getpid(), number)
            # here it goes on
        finally:
            signal.signal(number, self._stop)
        self._go_on(number, frame)

    def _go_on(self, number: int, frame: FrameType | None) -> None:
        """Whatever stopped the process, the terminal has been somebody else's: read the line anew."""
        if self._reading:
            self._reading = False
            if self._readline:
                self._typed = self._readline.get_line_buffer()
            raise _StoppedError


def _edited(session: Session) -> ModuleType | None:
    """The system's line editor, told to complete steps and commands; ``None`` where there is none."""
    try:
        import readline
    except ImportError:
        return None
    found: list[str] = []

    def complete(word: str, state: int) -> str | None:
        if state == 0:
            found[:] = candidates(session, readline.get_line_buffer()[: readline.get_begidx()], word)
        return found[state] if state < len(found) else None

    readline.set_completer(complete)
    readline.set_completer_delims(BLANKS)
    if "libedit" in (readline.__doc__ or ""):
        readline.parse_and_bind("bind ^I rl_complete")
    else:
        readline.parse_and_bind("tab: complete")
        # a terminal that is left in the middle of a line would stay in that mode
        readline.parse_and_bind("set enable-bracketed-paste off")
    return readline
