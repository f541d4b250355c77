"""The file of a game that is being played: each step is saved before it counts, and nobody else writes to it.

A step is one write of whole lines, flushed to the disk; what a failed write leaves is cut off again. The file is locked
while it is open, and the lock ends with the process. A program that ignores the lock is noticed before the next step:
nothing is added to a file that it changed or replaced.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys

CHANGED = "changed by another program"
REPLACED = "deleted or replaced by another program"
"""What may have become of the file, as reasons of an :class:`OSError`."""

_FLAGS = os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_LOCKED_BYTE = 1 << 40  # far behind the end: where a lock bars reading too, it bars nothing


class BusyError(Exception):
    """Another program has the file locked."""


class NoFileError(Exception):
    """The name is that of a folder, a pipe or a device, which cannot grow."""


class ChangedError(OSError):
    """The file is not as it was left; ``strerror`` says why."""


class GameFile:
    """An open transcript that grows line by line; :meth:`create` or :meth:`open` makes it.

    ``data`` is what it held and what was added.
    """

    def __init__(self, name: str, descriptor: int) -> None:
        self.name = name
        self.data = bytearray()
        self._descriptor = descriptor
        self._time = -1
        self._rest = False  # whether there is something behind the data that a failed try could not take away

    @classmethod
    def create(cls, name: str, text: str) -> GameFile:
        """Create a file that begins with ``text``. Raises :class:`OSError`, :class:`FileExistsError` among them."""
        try:
            descriptor = os.open(name, _FLAGS | os.O_CREAT | os.O_EXCL, 0o666)
            log = cls(name, descriptor)
            try:
                _lock(descriptor)
                log._write(text.encode())
            except OSError:
                log.close()
                os.unlink(name)
                raise
        except OSError as error:
            raise OSError(error.errno, error.strerror, name) from None
        except ValueError:
            # a NUL, or what the system's encoding lacks
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), name) from None
        return log

    @classmethod
    def open(cls, name: str) -> GameFile:
        """Open an existing file. Raises :class:`OSError`, :class:`BusyError` and :class:`NoFileError`."""
        if os.path.exists(name) and not os.path.isfile(name):
            raise NoFileError(name)
        descriptor = os.open(name, _FLAGS)
        try:
            _lock(descriptor)
            log = cls(name, descriptor)
            log.data += log._content()
            log._note()
        except BaseException:
            os.close(descriptor)
            raise
        return log

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
        self._write(first + b"".join(line.encode() + newline for line in lines))

    def change(self) -> str | None:
        """Return what happened to the file since the last write; ``None`` if nothing did."""
        try:
            now = os.fstat(self._descriptor)
            if not os.path.samestat(os.stat(self.name), now):
                return REPLACED
            if self._rest:
                self._cut()
            elif (now.st_size, now.st_mtime_ns) == (len(self.data), self._time):
                return None
            # it may have been touched only
            if self._content() != self.data:
                return CHANGED
            self._note()
        except FileNotFoundError:
            return REPLACED
        except OSError as error:
            return error.strerror or str(error)
        return None

    def move(self, other: GameFile) -> None:
        """Continue in another file, which holds the same game."""
        os.close(self._descriptor)
        self.__dict__.update(other.__dict__)

    def close(self) -> None:
        """Close the file, which others may open then."""
        os.close(self._descriptor)

    def _content(self) -> bytes:
        os.lseek(self._descriptor, 0, os.SEEK_SET)
        parts = []
        while part := os.read(self._descriptor, 1 << 16):
            parts.append(part)
        return b"".join(parts)

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
        self._note()

    def _cut(self) -> None:
        """Cut off what a failed write left."""
        os.ftruncate(self._descriptor, len(self.data))
        self._rest = False
        self._note()

    def _note(self) -> None:
        """Remember when the file was last changed."""
        self._time = os.fstat(self._descriptor).st_mtime_ns


def _lock(descriptor: int) -> None:
    """Lock the file. Raises :class:`BusyError`, and :class:`OSError` where nothing can be locked."""
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        raise BusyError from None
