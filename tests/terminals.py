"""A terminal for tests: a pseudo-terminal with a process on it, and what its screen shows.

The screen knows just the control sequences that the tool writes; any other one fails the test.
"""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

from support import COMMAND, ROOT, surroundings

PATIENCE = 60
"""Seconds to wait for what has to come."""

_OWN = """
import fcntl, os, signal, sys, termios
slave, *command = sys.argv[1:]
fcntl.ioctl(int(slave), termios.TIOCSCTTY, 0)
os.close(int(slave))
signal.signal(signal.SIGPIPE, signal.SIG_DFL)
os.execvpe(command[0], command, os.environ)
"""
"""Makes the terminal the session's and becomes the command; ``preexec_fn`` is not safe where threads run."""

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
        assert character >= " " or character in "\r\n\a\b", repr(character)
        if character == "\r":
            self.column = 0
        elif character == "\n":
            self._down()
        elif character == "\b":
            self.column = max(self.column - 1, 0)
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
    """A process that has a terminal of its own, with whoever uses it at the other end.

    ``seen`` is the text that was written to the terminal, ``out`` and ``err`` what came through pipes.
    """

    def __init__(
        self,
        *arguments: str,
        columns: int = 80,
        rows: int = 24,
        given: bytes | None = None,
        piped: Collection[str] = (),
        echo: bool = True,
        env: Mapping[str, str] | None = None,
        command: tuple[str, ...] = COMMAND,
        cwd: Path = ROOT,
    ) -> None:
        """Start ``command`` with ``arguments``.

        ``given`` comes through a pipe as its standard input; those of its outputs that ``piped`` names are pipes.
        """
        self._master, self._slave = pty.openpty()
        self._screen = Screen(columns, rows)
        self._new = b""
        self._set_size(columns, rows)
        if not echo:
            settings = termios.tcgetattr(self._slave)
            settings[3] &= ~termios.ECHO
            termios.tcsetattr(self._slave, termios.TCSANOW, settings)
        self.before = termios.tcgetattr(self._slave)
        self.seen = ""
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._waited = 0
        environment = surroundings(**{"PYTHONUTF8": "1", "TERM": "xterm", "INPUTRC": os.devnull, **(env or {})})
        environment.pop("COLUMNS")
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", _OWN, str(self._slave), *command, *arguments],
            stdin=self._slave if given is None else subprocess.PIPE,
            stdout=subprocess.PIPE if "stdout" in piped else self._slave,
            stderr=subprocess.PIPE if "stderr" in piped else self._slave,
            env=environment,
            cwd=cwd,
            start_new_session=True,
            pass_fds=[self._slave],
        )
        self._pipes = {
            pipe.fileno(): bytearray() for pipe in (self.process.stdout, self.process.stderr) if pipe is not None
        }
        self._open = {self._master, *self._pipes}
        if given is not None:
            assert self.process.stdin is not None
            self.process.stdin.write(given)
            self.process.stdin.close()

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *error: object) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdout, self.process.stderr):
            if pipe is not None:
                pipe.close()
        self.hang_up()

    def _set_size(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self._slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    @property
    def screen(self) -> Screen:
        """What it shows."""
        self._screen.feed(self._new)
        self._new = b""
        return self._screen

    @property
    def out(self) -> bytes:
        """What came through the pipe of standard output."""
        assert self.process.stdout is not None
        return bytes(self._pipes[self.process.stdout.fileno()])

    @property
    def err(self) -> bytes:
        """What came through the pipe of standard error."""
        assert self.process.stderr is not None
        return bytes(self._pipes[self.process.stderr.fileno()])

    def resize(self, columns: int, rows: int) -> None:
        """Change the size as a window does; whoever is in front is told by a signal."""
        self.screen.resize(columns, rows)
        self._set_size(columns, rows)

    def hang_up(self) -> None:
        """Close the window."""
        for descriptor in (self._slave, self._master):
            if descriptor >= 0:
                os.close(descriptor)
        self._slave = self._master = -1
        self._open = set()

    def keys(self, *keys: str) -> None:
        """Press keys."""
        os.write(self._master, "".join(keys).encode())

    def send(self, number: int) -> None:
        """Send a signal to the process."""
        self.process.send_signal(number)

    def wait(self, text: str) -> str:
        """Wait for ``text``, and return what is written from where the last wait ended up to it."""
        self._read_until(lambda: text in self.seen[self._waited :], repr(text))
        start, self._waited = self._waited, self.seen.index(text, self._waited) + len(text)
        return self.seen[start : self._waited]

    def see(self, *texts: str) -> list[str]:
        """Wait until the screen shows all of ``texts``, and return its lines."""
        self.until(lambda: all(text in self.screen.text for text in texts), f"{texts} on the screen")
        return self.screen.lines

    def until(self, true: Callable[[], bool], what: str) -> None:
        """Wait until something is true of the screen, a whole one."""
        self._read_until(lambda: not self.screen.modes["drawing"] and true(), what)

    def push(self, again: Callable[[], None], true: Callable[[], bool]) -> None:
        """Call ``again`` until something is true: a signal between two waits of an editor waits for the next one."""
        calls = 0

        def pushed() -> bool:
            nonlocal calls
            if true():
                return True
            if calls % 10 == 0:
                again()
            calls += 1
            return False

        self._read_until(pushed, "the effect of a push", 0.1)

    def ended(self) -> bool:
        """Whether the process has ended."""
        return self.process.poll() is not None

    def _read_until(self, true: Callable[[], bool], what: str, pause: float = 0.2) -> None:
        end = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < end, f"waited for {what}, there was {self.seen[self._waited :]!r}"
            self._read(pause)

    def _read(self, seconds: float) -> None:
        """Read what is there, and wait for it if nothing is."""
        for descriptor in select.select([*self._open], [], [], seconds)[0]:
            try:
                data = os.read(descriptor, 1 << 16)
            except OSError:  # nobody has the terminal any more
                data = b""
            if not data:
                self._open.remove(descriptor)
            elif descriptor in self._pipes:
                self._pipes[descriptor] += data
            else:
                self._new += data
                self.seen += self._decoder.decode(data)

    def end(self, clean: bool = True) -> int:
        """Wait for the end of the process: its exit code. The terminal must be ``clean``, as it was before."""
        self._read_until(self.ended, "the end")
        after = termios.tcgetattr(self._slave)
        os.close(self._slave)
        self._slave = -1
        self._read_until(lambda: not self._open, "all that was written")
        if clean:
            assert after == self.before
            assert self.screen.modes == Screen(1, 1).modes
            assert self.screen.style == ""
        return self.process.returncode


UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
HOME, END, PAGE_UP, PAGE_DOWN = "\x1b[H", "\x1b[F", "\x1b[5~", "\x1b[6~"
ENTER, ESCAPE, CTRL_C, CTRL_Z = "\r", "\x1b", "\x03", "\x1a"
