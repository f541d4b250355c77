"""The file of a game that is being played: each step is in it before it counts, and nobody else writes to it.

A step is one write of whole lines, handed on to the disk. If that fails, what came through of it is cut off again. The
file is locked as long as it is open; the lock goes with the process, however that ends.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys

_FLAGS = os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_LOCKED_BYTE = 1 << 40  # far behind the end: where a lock bars reading too, it bars nothing


class BusyError(Exception):
    """The file is open in another program that plays."""


class NoFileError(Exception):
    """What has the name is no file that can grow: a folder, a pipe or a device."""


class Log:
    """An open transcript that grows line by line; :meth:`create` or :meth:`open` makes it."""

    def __init__(self, name: str, descriptor: int) -> None:
        self.name = name
        self._descriptor = descriptor
        self._size: int | None = None  # what the file is to be cut to, if the last try failed

    @classmethod
    def create(cls, name: str, text: str) -> Log:
        """A new file that begins with ``text``. Raises :class:`OSError`, :class:`FileExistsError` among them."""
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
        return log

    @classmethod
    def open(cls, name: str) -> Log:
        """A file that is there. Raises :class:`OSError`, :class:`BusyError` and :class:`NoFileError`."""
        # without waiting for the other end of a pipe
        descriptor = os.open(name, _FLAGS | getattr(os, "O_NONBLOCK", 0))
        try:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise NoFileError(name)
            _lock(descriptor)
        except BaseException:
            os.close(descriptor)
            raise
        return cls(name, descriptor)

    def read(self) -> bytes:
        """All that is in the file. Raises :class:`OSError`."""
        os.lseek(self._descriptor, 0, os.SEEK_SET)
        parts = []
        while part := os.read(self._descriptor, 1 << 16):
            parts.append(part)
        return b"".join(parts)

    def append(self, lines: list[str]) -> None:
        """Add whole lines, all or none, ending as the last line there does. Raises :class:`OSError`."""
        if self._size is not None:
            os.ftruncate(self._descriptor, self._size)
            self._size = None
        size = os.fstat(self._descriptor).st_size
        os.lseek(self._descriptor, max(size - 4096, 0), os.SEEK_SET)
        end = os.read(self._descriptor, 4096)
        newline = b"\r\n" if end[: end.rfind(b"\n") + 1].endswith(b"\r\n") else b"\n"
        first = b"" if end.endswith(b"\n") or not end else newline
        self._write(first + b"".join(line.encode() + newline for line in lines))

    def close(self) -> None:
        """Let others have the file."""
        os.close(self._descriptor)

    def _write(self, data: bytes) -> None:
        size = os.fstat(self._descriptor).st_size
        try:
            while data:
                data = data[os.write(self._descriptor, data) :]
            os.fsync(self._descriptor)
        except OSError:
            self._size = size
            with contextlib.suppress(OSError):
                os.ftruncate(self._descriptor, size)
                self._size = None
            raise


def _lock(descriptor: int) -> None:
    """Have the file alone. Raises :class:`BusyError`, and :class:`OSError` where no lock can be had at all."""
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
