"""A player at a real terminal: keys in, what the screen shows out. Waits for text, never for a time."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

from support import COMMAND, surroundings

PATIENCE = 60
"""The seconds after which a text that does not come is missed."""


class Player:
    """The tool on a pseudo-terminal of its own, which outlives it, so that its state can be looked at.

    ``piped`` is its standard output in a pipe, which the child has then.
    """

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        columns: int = 80,
        env: Mapping[str, str] | None = None,
        piped: bool = False,
    ) -> None:
        self._master, self._slave = pty.openpty()
        fcntl.ioctl(self._slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        self.before = self.settings()
        self.seen = ""
        self._rest = b""
        self._at = 0
        self.child = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=self._slave,
            stdout=subprocess.PIPE if piped else self._slave,
            stderr=self._slave,
            cwd=folder,
            env=surroundings(**{"PYTHONUTF8": "1", "TERM": "xterm", "INPUTRC": os.devnull, **(env or {})}),
            start_new_session=True,
            preexec_fn=self._take,  # noqa: PLW1509 - no threads here
        )

    def _take(self) -> None:
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    def settings(self) -> list[Any]:
        """The settings of the terminal."""
        return termios.tcgetattr(self._slave)

    def press(self, keys: str) -> None:
        """Press keys."""
        os.write(self._master, keys.encode())

    def wait(self, text: str) -> str:
        """What is shown from where the last wait ended up to ``text``, which is waited for."""
        deadline = time.monotonic() + PATIENCE
        while (found := self.seen.find(text, self._at)) < 0:
            assert time.monotonic() < deadline, f"{text!r} is not in {self.seen[self._at :]!r}"
            self._read()
        start, self._at = self._at, found + len(text)
        return self.seen[start : self._at]

    def _read(self) -> None:
        if select.select([self._master], [], [], 0.1)[0]:
            self._rest += os.read(self._master, 4096)
            text = self._rest.decode("utf-8", "ignore")
            if text.encode() == self._rest:
                self.seen += text
                self._rest = b""

    def end(self) -> int:
        """The exit code, when it comes; a signal is negative."""
        deadline = time.monotonic() + PATIENCE
        while self.child.poll() is None:
            assert time.monotonic() < deadline
            self._read()
        while select.select([self._master], [], [], 0)[0]:
            self._read()
        return int(self.child.returncode)

    def until_it_ends(self, push: Callable[[], None]) -> None:
        """Call ``push`` until the tool ends: a signal between two waits of a line's editor waits for the next one."""
        deadline = time.monotonic() + PATIENCE
        while self.child.poll() is None:
            assert time.monotonic() < deadline
            push()
            for _ in range(10):
                self._read()

    def hang_up(self) -> None:
        """Close the window."""
        os.close(self._slave)
        os.close(self._master)
        self._slave = self._master = -1

    def __enter__(self) -> Player:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.child.kill()
        self.child.wait()
        if self.child.stdout is not None:
            self.child.stdout.close()
        if self._master >= 0:
            self.hang_up()
