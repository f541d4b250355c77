"""The standard streams: what they are connected to, and how every byte gets out of them or the failure is seen."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys
from typing import Any, TextIO


def is_terminal(stream: TextIO | None) -> bool:
    """Return whether ``stream`` is a terminal."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:
        return False


def write_all(file: Any, data: bytes) -> None:
    """Write all of ``data`` to a binary file, raw or buffered. Raises :class:`OSError`.

    A raw file may take less than it is given and tells only by what it returns; one that does not block may take
    nothing for now, and is waited for.
    """
    file.flush()
    file = getattr(file, "raw", file)
    rest = memoryview(data)
    while rest:
        written = file.write(rest)
        if not written:
            import select

            select.select([], [file], [])
        rest = rest[written or 0 :]


def write_output(part: str | bytes, encoding: str | None = None) -> None:
    """Write bytes, or a text by default in its encoding, to standard output. Raises :class:`OSError`."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    encoding = encoding or sys.stdout.encoding or "utf-8"
    if hasattr(sys.stdout, "buffer"):
        write_all(sys.stdout.buffer, part if isinstance(part, bytes) else part.encode(encoding, "backslashreplace"))
    else:  # a text stream that somebody put there
        sys.stdout.write(part if isinstance(part, str) else part.decode(encoding, "backslashreplace"))


def settle_output() -> None:
    """Learn whether all was written: some file systems tell only when a file is closed. Raises :class:`OSError`."""
    if sys.stdout is not None:
        sys.stdout.flush()
        with contextlib.suppress(io.UnsupportedOperation):
            os.close(os.dup(sys.stdout.fileno()))


def write_error(text: str) -> None:
    """Write a line to standard error; if that fails, only the exit code tells."""
    if sys.stderr is None:
        return
    try:
        write_all(sys.stderr.buffer, f"{text}\n".encode(sys.stderr.encoding or "utf-8", "backslashreplace"))
    except AttributeError:
        sys.stderr.write(text + "\n")  # a text stream that somebody put there
    except (OSError, ValueError):
        drop(sys.stderr)


def drop(stream: TextIO) -> None:
    """Send a standard stream nowhere from here on.

    What is left in its buffer would fail again when the interpreter ends, and change the exit code.
    """
    with contextlib.suppress(AttributeError, OSError, ValueError), open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), stream.fileno())
