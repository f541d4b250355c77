"""The file of a game that is being played: each step is saved before it counts, and nobody else writes to it.

A step is one write of whole lines, synced to the disk. If that fails, what was written of it is cut off again. A signal
that comes meanwhile waits, so that the file never holds more or less than is known of it. The file is locked as long as
it is open; the lock goes with the process, however that ends. Changes by programs that ignore the lock are noticed
before the next step, and nothing is added to a file that was changed or replaced.
"""

from __future__ import annotations

import contextlib
import errno
import os

from solitaire_cli.system.files import REPLACED, lock
from solitaire_cli.system.signals import held

CHANGED = "changed by another program"  # a reason of an OSError

_FLAGS = os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


class NoFileError(Exception):
    """The name is that of a folder, a pipe or a device, which cannot grow."""


class ChangedError(OSError):
    """The file is not as it was left; ``strerror`` says why."""


class GameFile:
    """An open transcript that grows line by line. ``data`` is what was in it and what was added."""

    def __init__(self, name: str, descriptor: int) -> None:
        self.name = name
        self.data = bytearray()
        self._descriptor = descriptor
        self._time = -1
        self._rest = False  # whether the rest of a failed write could not be cut off

    @classmethod
    def create(cls, name: str, text: str) -> GameFile:
        """Create a file that begins with ``text``. Raises :class:`OSError`, such as :class:`FileExistsError`."""
        try:
            with held():
                file = cls(name, os.open(name, _FLAGS | os.O_CREAT | os.O_EXCL, 0o666))
                try:
                    lock(file._descriptor)
                    file._write(text.encode())
                except OSError:
                    file.close()
                    os.unlink(name)
                    raise
        except (OSError, ValueError) as error:
            # no errno: a NUL, or what the system's encoding lacks
            number = getattr(error, "errno", errno.EINVAL)
            raise OSError(number, os.strerror(number), name) from None
        return file

    @classmethod
    def open(cls, name: str) -> GameFile:
        """Open an existing file. Raises :class:`OSError`, :class:`NoFileError` and
        :class:`~solitaire_cli.system.files.BusyError`."""
        if os.path.exists(name) and not os.path.isfile(name):
            raise NoFileError(name)
        file = cls(name, os.open(name, _FLAGS))
        try:
            lock(file._descriptor)
            file.data += file._content()
            file._note_time()
        except BaseException:
            file.close()
            raise
        return file

    def append(self, lines: list[str]) -> None:
        """Add whole lines, all or none, with the line ending of the last line.

        Raises :class:`OSError`, :class:`ChangedError` if the file is no longer as it was left.
        """
        reason = self.change()
        if reason:
            raise ChangedError(errno.EIO, reason, self.name)
        end = bytes(self.data[-4096:])
        newline = b"\r\n" if end[: end.rfind(b"\n") + 1].endswith(b"\r\n") else b"\n"
        first = b"" if end.endswith(b"\n") or not end else newline
        with held():
            self._write(first + b"".join(line.encode() + newline for line in lines))

    def change(self) -> str | None:
        """Return what another program did to the file, or a system error; ``None`` if it is as it was left."""
        try:
            now = os.fstat(self._descriptor)
            if not os.path.samestat(os.stat(self.name), now):
                return REPLACED
            if self._rest:
                self._cut()
            elif (now.st_size, now.st_mtime_ns) == (len(self.data), self._time):
                return None
            if self._content() != self.data:
                return CHANGED
            self._note_time()  # it was only touched
        except FileNotFoundError:
            return REPLACED
        except OSError as error:
            return error.strerror or str(error)
        return None

    def move(self, other: GameFile) -> None:
        """Continue in another file, which holds the same game."""
        with held():
            self.close()
            self.__dict__.update(other.__dict__)

    def close(self) -> None:
        """Close and unlock the file."""
        os.close(self._descriptor)

    def _content(self) -> bytes:
        with open(self._descriptor, "rb", closefd=False) as file:
            file.seek(0)
            return file.read()

    def _write(self, data: bytes) -> None:
        rest = data
        try:
            while rest:
                rest = rest[os.write(self._descriptor, rest) :]
            os.fsync(self._descriptor)
        except OSError:
            self._rest = True
            with contextlib.suppress(OSError):
                self._cut()
            raise
        self.data += data
        self._note_time()

    def _cut(self) -> None:
        """Cut off what a failed write left."""
        os.ftruncate(self._descriptor, len(self.data))
        self._rest = False
        self._note_time()

    def _note_time(self) -> None:
        self._time = os.fstat(self._descriptor).st_mtime_ns
