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

    def __init__(self, error: OSError) -> None:
        super().__init__(error)
        self.reason = error.strerror or str(error)


def read_chunks(name: str, before: Callable[[int], None]) -> Iterator[bytes]:
    """Read the file ``name``, or standard input for ``-``, in chunks of at most :data:`CHUNK` bytes.

    ``before`` is called with the descriptor before each read, since a read may wait. Raises :class:`UnreadableError`.
    """
    try:
        if name == "-":
            descriptor = os.dup(0 if sys.stdin is None else sys.stdin.fileno())
        else:
            descriptor = os.open(name, os.O_RDONLY | getattr(os, "O_BINARY", 0))
    except (OSError, ValueError) as error:
        raise UnreadableError(error if isinstance(error, OSError) else OSError(str(error))) from None
    try:
        while True:
            before(descriptor)
            try:
                chunk = os.read(descriptor, CHUNK)
            except OSError as error:
                raise UnreadableError(error) from None
            if not chunk:
                return
            yield chunk
    finally:
        os.close(descriptor)


_open: set[OutputFile] = set()


def discard_all() -> None:
    """Discard all files that are being written, but for what was marked."""
    for target in list(_open):
        target.discard()


class OutputFile:
    """A file that is written beside its place and then renamed.

    The file that a symbolic link points to is replaced, and keeps its permissions. A pipe or a device is written
    directly.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._path = os.path.realpath(name)
        self._beside: str | None = None
        self._file: BinaryIO | None = None
        self._done: int | None = None
        self._grows: int | None = None

    def is_at(self, name: str) -> bool:
        """Return whether ``name`` leads to the same place."""
        return os.path.realpath(name) == self._path

    def exists(self) -> bool:
        """Return whether there is a file already."""
        return os.path.exists(self._path)

    def grow(self, size: int) -> None:
        """Keep the first ``size`` bytes of the file, and write behind them in place."""
        self._grows = self._done = size

    def mark(self) -> None:
        """Keep what was written so far even if the rest is discarded."""
        if (self._beside is not None or self._grows is not None) and self._file is not None:
            self._done = self._file.tell()

    def open(self) -> BinaryIO:
        """Open the file to write to. Raises :class:`OSError` with the name that the user gave."""
        _open.add(self)
        try:
            self._file = self._open_file()
        except OSError as error:
            raise OSError(error.errno, error.strerror, self.name) from None
        return self._file

    def _open_file(self) -> BinaryIO:
        if self._grows is not None:
            file = os.fdopen(os.open(self._path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666), "r+b")
            file.truncate(self._grows)
            file.seek(self._grows)
            return file
        mode = None
        # by its own name: an anonymous pipe under /dev/fd has no other
        with contextlib.suppress(FileNotFoundError):
            mode = os.stat(self.name).st_mode
        if mode is not None and not stat.S_ISREG(mode):
            return os.fdopen(os.open(self.name, os.O_WRONLY), "wb")
        if mode is not None and not os.access(self._path, os.W_OK):
            raise PermissionError(13, os.strerror(13))
        import tempfile

        folder, name = os.path.split(self._path)
        descriptor, self._beside = tempfile.mkstemp(prefix=f".{name}.", dir=folder)
        if mode is None:
            umask = os.umask(0)
            os.umask(umask)
            mode = 0o666 & ~umask
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
            os.replace(self._beside, self._path)
            self._beside = None
        _open.discard(self)

    def discard(self) -> None:
        """Leave the file as it was, or with what was marked."""
        _open.discard(self)
        if self._beside is not None and self._done is not None:
            with contextlib.suppress(OSError):
                os.truncate(self._beside, self._done)
                os.replace(self._beside, self._path)
                self._beside = None
        if self._beside is not None:
            with contextlib.suppress(OSError):
                os.unlink(self._beside)
            self._beside = None
        if self._grows is not None and self._file is not None:
            with contextlib.suppress(OSError):
                os.truncate(self._path, self._done or 0)
        if self._file is not None:
            # a signal may have come while it was being written
            with contextlib.suppress(OSError, RuntimeError):
                self._file.close()
