"""Input files read in chunks, and output files that appear whole or not at all."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from collections.abc import Callable, Iterator
from typing import BinaryIO

CHUNK = 1 << 16


class UnreadableError(Exception):
    """An input that cannot be read; ``reason`` is the system's message."""

    def __init__(self, error: OSError | ValueError) -> None:
        super().__init__(error)
        self.reason = getattr(error, "strerror", None) or str(error)


def read_chunks(name: str, before: Callable[[int], None]) -> Iterator[bytes]:
    """Read the file ``name``, or standard input for ``-``, in chunks of at most :data:`CHUNK` bytes.

    ``before`` is called with the descriptor before each read, since a read may wait. Raises :class:`UnreadableError`.
    """
    try:
        file = open(stdin_copy() if name == "-" else name, "rb", buffering=0)  # noqa: SIM115
    except (OSError, ValueError) as error:
        raise UnreadableError(error) from None
    with file:
        while True:
            before(file.fileno())
            try:
                chunk = os.read(file.fileno(), CHUNK)
            except OSError as error:
                raise UnreadableError(error) from None
            if not chunk:
                return
            yield chunk


def stdin_copy() -> int:
    """Return a descriptor of standard input that may be closed. Raises :class:`OSError` and :class:`ValueError`."""
    return os.dup(0 if sys.stdin is None else sys.stdin.fileno())


def discard_all() -> None:
    """Discard all files that are being written."""
    for file in list(_open):
        file.discard()


class OutputFile:
    """A file that is written beside its place and then renamed.

    A symbolic link stays and the file that it points to, ``path``, is replaced; its permissions are kept. What is
    not a regular file but a pipe or a device is written to as it is.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.path = os.path.realpath(name)
        self._beside: str | None = None
        self._file: BinaryIO | None = None
        self._done: int | None = None
        self._grows: int | None = None

    def grow(self, size: int) -> None:
        """Keep the first ``size`` bytes of the file, and write behind them, there and not beside it."""
        self._grows = self._done = size

    def mark(self) -> None:
        """Keep what was written so far, even if no more comes."""
        if self._file is not None and (self._beside is not None or self._grows is not None):
            self._done = self._file.tell()

    def open(self) -> BinaryIO:
        """Return the file to write to. Raises :class:`OSError` with the name that the user gave."""
        _open.add(self)
        try:
            self._file = self._open_file()
        except OSError as error:
            raise OSError(error.errno, error.strerror, self.name) from None
        return self._file

    def _open_file(self) -> BinaryIO:
        if self._grows is not None:
            file = os.fdopen(os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666), "r+b")
            file.truncate(self._grows)
            file.seek(self._grows)
            return file
        try:
            # by its own name: an anonymous pipe under /dev/fd has no other
            mode = os.stat(self.name).st_mode
        except FileNotFoundError:
            umask = os.umask(0)
            os.umask(umask)
            mode = 0o666 & ~umask
        else:
            if not stat.S_ISREG(mode):
                return os.fdopen(os.open(self.name, os.O_WRONLY), "wb")
            if not os.access(self.path, os.W_OK):
                raise PermissionError(13, os.strerror(13))
        import tempfile

        folder, name = os.path.split(self.path)
        descriptor, self._beside = tempfile.mkstemp(prefix=f".{name}.", dir=folder)
        os.chmod(self._beside, stat.S_IMODE(mode))
        return os.fdopen(descriptor, "wb")

    def finish(self) -> None:
        """Put the file in its place. Raises :class:`OSError`."""
        assert self._file is not None
        self._file.flush()
        if self._beside is not None or self._grows is not None:
            os.fsync(self._file.fileno())
        self._file.close()
        if self._beside is not None:
            os.replace(self._beside, self.path)
            self._beside = None
        _open.discard(self)

    def discard(self) -> None:
        """Leave the file as it was, or with what was marked."""
        _open.discard(self)
        with contextlib.suppress(OSError):
            if self._beside is not None and self._done is not None:
                os.truncate(self._beside, self._done)
                os.replace(self._beside, self.path)
                self._beside = None
            elif self._grows is not None and self._file is not None:
                os.truncate(self.path, self._done or 0)
        if self._beside is not None:
            with contextlib.suppress(OSError):
                os.unlink(self._beside)
            self._beside = None
        if self._file is not None:
            # a signal may have come while it was being written
            with contextlib.suppress(OSError, RuntimeError):
                self._file.close()


_open: set[OutputFile] = set()
