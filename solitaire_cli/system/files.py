"""Input files read in chunks, and output files that appear whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
from collections.abc import Callable, Iterator
from io import FileIO

from solitaire_cli.system.signals import held
from solitaire_cli.system.streams import write_all, write_error

CHUNK = 1 << 16
PACKED = (b"\x1f", b"B", b"\xfd")  # what compressed data may begin with
BUSY = "another program is writing to it"  # reasons of an OSError
REPLACED = "deleted or replaced by another program"

_FLAGS = os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0)
_LOCKED_BYTE = 1 << 40  # far behind the end: where a lock bars reading too, it bars nothing


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
            except BlockingIOError:
                import select

                select.select([file], [], [])
                continue
            except OSError as error:
                raise UnreadableError(error) from None
            if not chunk:
                return
            yield chunk


def stdin_copy() -> int:
    """Return a descriptor of standard input that may be closed. Raises :class:`OSError` and :class:`ValueError`."""
    return os.dup(0 if sys.stdin is None else sys.stdin.fileno())


class BusyError(Exception):
    """Another program has the file locked."""


def lock(descriptor: int) -> None:
    """Lock a file, to be its only writer. Raises :class:`BusyError`, and :class:`OSError` where there are no locks."""
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


def discard_all() -> None:
    """Discard all files that are being written."""
    for file in list(_open):
        file.discard()
        if file.partings:
            _partings.append(file.partings[file.kept > 0])


def part() -> None:
    """Say what became of the files of :func:`discard_all`."""
    for parting in _partings:
        write_error(parting)


class OutputFile:
    """A file that is written beside its place and then renamed, or that grows in its place.

    A symbolic link stays and the file that it points to, ``path``, is replaced; its permissions are kept, and its owner
    where the system allows it. What is not a regular file but a pipe, a device or a descriptor of this process is
    written to as it is. ``partings`` is what :func:`part` says if nothing and if something was ``kept``.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.path = os.path.realpath(name)
        self.written = False
        self.kept = 0  # bytes of a file that grows
        self.partings: tuple[str, str] | None = None
        self._file: FileIO | None = None
        self._locked: int | None = None
        self._beside: str | None = None
        self._grows = self._new = False

    def open(self, grow_old: bool = False, grow_new: bool = False) -> None:
        """Open the file for writing, to grow in its place if it is there (``grow_old``) or is not (``grow_new``).

        Raises :class:`OSError` with the name of the file, as the user gave it, or of its folder.
        """
        _open.add(self)
        try:
            self._file = FileIO(self._open_file(grow_old, grow_new), "w")
        except BusyError:
            raise OSError(errno.EBUSY, BUSY, self.name) from None
        except OSError as error:
            in_folder = error.filename is not None and error.filename == self._beside and os.path.exists(self.path)
            name = os.path.dirname(self.path) if in_folder else self.name
            raise OSError(error.errno, error.strerror, name) from None

    def write(self, data: bytes) -> None:
        """Write to the file. Raises :class:`OSError`."""
        if self._file is None:
            self.open()
        assert self._file is not None
        with self._naming():
            if self._grows and not self.written:
                self._file.truncate(self.kept)
            self.written = True
            write_all(self._file, data)
            if self._grows:
                self.kept = os.fstat(self._file.fileno()).st_size

    def finish(self) -> None:
        """Put the file in its place. Raises :class:`OSError`."""
        if self._file is None:
            self.open()
        assert self._file is not None
        with self._naming():
            if self._grows or self._beside is not None:
                os.fsync(self._file.fileno())
            if self._grows and not _is_at(self._file.fileno(), self.path):
                raise OSError(errno.EIO, REPLACED)
            if sys.platform == "win32":
                self._close()  # no file that is open can be replaced there
            with held():
                if self._beside is not None:
                    os.replace(self._beside, self.path)
                    self._beside = None
                _open.discard(self)
                self._close()

    def discard(self) -> None:
        """Leave the file as it was, or with what was kept."""
        _open.discard(self)
        with contextlib.suppress(OSError, ValueError):
            if self._beside is not None:
                os.unlink(self._beside)
            elif self._new and not self.kept and _is_at(self._locked, self.path):
                os.unlink(self.path)
            elif self._grows and self.written and self._file is not None:
                self._file.truncate(self.kept)
        self._beside = None
        self._close()

    @contextlib.contextmanager
    def _naming(self) -> Iterator[None]:
        """Inside ``with``, an :class:`OSError` gets the name that the user gave."""
        try:
            yield
        except OSError as error:
            raise OSError(error.errno, error.strerror, self.name) from None

    def _open_file(self, grow_old: bool, grow_new: bool) -> int:
        descriptor = _own_descriptor(self.name)
        if descriptor is not None:
            return os.dup(descriptor)
        try:
            # by its own name: an anonymous pipe under /dev/fd has no other
            old = os.stat(self.name)
        except FileNotFoundError:
            if os.path.basename(self.name) in ("", os.curdir, os.pardir):
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR)) from None
            if not grow_new:
                return self._open_beside(0o666)
            with held():
                return self._grow(os.O_CREAT | os.O_EXCL)
        if not stat.S_ISREG(old.st_mode):
            return os.open(self.name, os.O_WRONLY)
        if grow_old:
            return self._grow(0)
        self._lock(0)
        descriptor = self._open_beside(0o600)
        assert self._beside is not None
        if sys.platform != "win32":
            for owner in (old.st_uid, -1):
                with contextlib.suppress(PermissionError):
                    os.fchown(descriptor, owner, old.st_gid)
                    break
        import shutil

        shutil.copystat(self.path, self._beside)
        os.utime(self._beside)
        return descriptor

    def _grow(self, flags: int) -> int:
        self._grows = True
        descriptor = os.dup(self._lock(flags))
        self._new = bool(flags)
        self.kept = os.fstat(descriptor).st_size
        return descriptor

    def _lock(self, flags: int) -> int:
        """Open the file and lock it, where the system has locks."""
        try:
            self._locked = os.open(self.path, _FLAGS | flags, 0o666)
        except FileExistsError:
            raise BusyError from None
        with contextlib.suppress(OSError):
            lock(self._locked)
        if not _is_at(self._locked, self.path):
            raise BusyError
        return self._locked

    def _open_beside(self, mode: int) -> int:
        # noted before it is there, since a signal may come at any time; short, since other names may be of any length
        self._beside = os.path.join(os.path.dirname(self.path), f".solitaire-cli-{os.urandom(8).hex()}")
        return os.open(self._beside, _FLAGS | os.O_CREAT | os.O_EXCL, mode)

    def _close(self) -> None:
        """Close the file, and unlock it even if processes that were started have it open."""
        locked, self._locked = self._locked, None
        if self._file is not None:
            self._file.close()
        if locked is not None:
            if sys.platform != "win32":
                import fcntl

                with contextlib.suppress(OSError):
                    fcntl.flock(locked, fcntl.LOCK_UN)
            os.close(locked)


def _own_descriptor(name: str) -> int | None:
    """Return the descriptor that ``name`` stands for; it has a place in its file, which is not to be replaced."""
    name = {"/dev/stdout": "/dev/fd/1", "/dev/stderr": "/dev/fd/2"}.get(name, name)
    folder, number = os.path.split(name)
    return int(number) if folder in ("/dev/fd", "/proc/self/fd") and number.isdecimal() and len(number) < 10 else None


def _is_at(descriptor: int | None, path: str) -> bool:
    try:
        return descriptor is not None and os.path.samestat(os.stat(path), os.fstat(descriptor))
    except FileNotFoundError:
        return False


_open: set[OutputFile] = set()
_partings: list[str] = []
