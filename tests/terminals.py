"""A terminal for tests: a pseudo-terminal with a process on it, and what its screen shows.

The screen knows just the control sequences that the tool writes; any other one fails the test.
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from support import COMMAND, ROOT, surroundings

PATIENCE = 60
"""Seconds to wait for what has to come."""

_SEQUENCE = re.compile(r"\x1b\[(\??)([\d;]*)([A-Za-z])")
_BEGUN = re.compile(r"\x1b(\[[\d;?]*)?\Z")
_MODES = {"7": "wraps", "25": "cursor", "1049": "alternate", "2026": "drawing"}


class Screen:
    """What a terminal of so many columns and rows shows after the bytes of :meth:`feed`.

    ``gone`` are the lines that went off its top.
    """

    def __init__(self, columns: int, rows: int) -> None:
        self.modes = {"wraps": True, "cursor": True, "alternate": False, "drawing": False}
        self.kept: Any = None
        self.gone: list[str] = []
        self._rest = b""
        self.resize(columns, rows)

    def resize(self, columns: int, rows: int) -> None:
        """Another size, and an empty screen."""
        self.columns, self.rows = columns, rows
        self._clear()

    def _clear(self) -> None:
        self.cells = [[(" ", "")] * self.columns for _ in range(self.rows)]
        self.row = self.column = 0
        self.style = ""

    def feed(self, data: bytes) -> None:
        """Show what a process wrote."""
        text = (self._rest + data).decode("utf-8", "surrogateescape")
        begun = _BEGUN.search(text)
        end = begun.start() if begun else len(text)
        if not begun and text and "\udc80" <= text[-1] <= "\udcff":
            end = len(text.rstrip("".join(map(chr, range(0xDC80, 0xDD00)))))
        self._rest = text[end:].encode("utf-8", "surrogateescape")
        at = 0
        while at < end:
            sequence = _SEQUENCE.match(text, at)
            if sequence:
                self._control(*sequence.groups())
                at = sequence.end()
            else:
                self._put(text[at])
                at += 1

    def _put(self, character: str) -> None:
        assert character >= " " or character in "\r\n\a", repr(character)
        if character == "\r":
            self.column = 0
        elif character == "\n":
            self._down()
        elif character != "\a":
            if self.column == self.columns:
                if self.modes["wraps"]:
                    self.column = 0
                    self._down()
                else:
                    self.column -= 1
            self.cells[self.row][self.column] = (character, self.style)
            self.column += 1

    def _down(self) -> None:
        if self.row == self.rows - 1:
            self.gone.append(self.lines[0])
            self.cells = [*self.cells[1:], [(" ", "")] * self.columns]
        else:
            self.row += 1

    def _control(self, private: str, values: str, final: str) -> None:
        if private:
            self._mode(_MODES[values], {"h": True, "l": False}[final])
        elif final == "m":
            assert values in ("0", "7", "31", "31;7"), values
            self.style = "" if values == "0" else values
        elif final == "H":
            assert values == ""
            self.row = self.column = 0
        elif final == "K":
            assert values == ""
            start = min(self.column, self.columns - 1)
            self.cells[self.row][start:] = [(" ", "")] * (self.columns - start)
        else:
            assert (final, values) == ("J", "")
            self._control("", "", "K")
            for row in range(self.row + 1, self.rows):
                self.cells[row] = [(" ", "")] * self.columns

    def _mode(self, mode: str, on: bool) -> None:
        if mode == "alternate" and on != self.modes[mode]:
            if on:
                self.kept = self.cells, self.row, self.column
                self._clear()
            else:
                self.cells, self.row, self.column = self.kept
        self.modes[mode] = on

    @property
    def lines(self) -> list[str]:
        """The lines, without blanks at their ends."""
        return ["".join(character for character, _ in row).rstrip() for row in self.cells]

    @property
    def text(self) -> str:
        """All that is shown."""
        return "\n".join(self.lines)

    def styled(self, style: str) -> list[str]:
        """The pieces of text that are shown in a style, such as ``7``, from the top."""
        found = []
        for row in self.cells:
            line = "".join(character if worn == style else "\0" for character, worn in row)
            found += [piece for piece in line.split("\0") if piece]
        return found


class Terminal:
    """A process that has a terminal of its own, with whoever uses it at the other end."""

    def __init__(
        self,
        *arguments: str,
        columns: int = 80,
        rows: int = 24,
        given: bytes | None = None,
        env: Mapping[str, str] | None = None,
        command: tuple[str, ...] = COMMAND,
        cwd: Path = ROOT,
    ) -> None:
        """Start ``command`` with ``arguments``; ``given`` comes through a pipe as its standard input."""
        self._master, self._slave = pty.openpty()
        self.screen = Screen(columns, rows)
        self._set_size(columns, rows)
        self.settings = termios.tcgetattr(self._slave)
        self.process = subprocess.Popen(
            [*command, *arguments],
            stdin=self._slave if given is None else subprocess.PIPE,
            stdout=self._slave,
            stderr=self._slave,
            env=surroundings(**{"PYTHONUTF8": "1", "TERM": "xterm", **(env or {})}),
            cwd=cwd,
            preexec_fn=self._own,  # noqa: PLW1509 - no thread runs
        )
        if given is not None:
            assert self.process.stdin is not None
            self.process.stdin.write(given)
            self.process.stdin.close()

    def _own(self) -> None:
        os.setsid()
        fcntl.ioctl(self._slave, termios.TIOCSCTTY, 0)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *error: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._master)
        os.close(self._slave)

    def _set_size(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self._slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def resize(self, columns: int, rows: int) -> None:
        """Change the size as a window does; whoever is in front is told by a signal."""
        self.screen.resize(columns, rows)
        self._set_size(columns, rows)

    def keys(self, *keys: str) -> None:
        """Press keys."""
        os.write(self._master, "".join(keys).encode())

    def see(self, *texts: str) -> list[str]:
        """Wait until the screen shows all of ``texts``, and return its lines."""
        self.until(lambda: all(text in self.screen.text for text in texts), f"{texts} on the screen")
        return self.screen.lines

    def until(self, true: Callable[[], bool], what: str) -> None:
        """Wait until something is true of the screen, a whole one."""
        end = time.monotonic() + PATIENCE
        while self.screen.modes["drawing"] or not true():
            left = end - time.monotonic()
            assert left > 0, f"waited for {what}, there was:\n{self.screen.text}"
            self._read(min(left, 0.2))

    def _read(self, seconds: float) -> bool:
        if not select.select([self._master], [], [], seconds)[0]:
            return False
        self.screen.feed(os.read(self._master, 65536))
        return True

    def send(self, number: int) -> None:
        """Send a signal to the process."""
        self.process.send_signal(number)

    def end(self) -> int:
        """Wait for the end of the process: its exit code. The terminal must be as it was before."""
        self.until(lambda: self.process.poll() is not None, "the end")
        while self._read(0):
            pass
        assert termios.tcgetattr(self._slave) == self.settings
        assert self.screen.modes == Screen(1, 1).modes
        assert self.screen.style == ""
        return self.process.returncode


UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
HOME, END, PAGE_UP, PAGE_DOWN = "\x1b[H", "\x1b[F", "\x1b[5~", "\x1b[6~"
ENTER, ESCAPE, CTRL_C, CTRL_Z = "\r", "\x1b", "\x03", "\x1a"
