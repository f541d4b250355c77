"""The standard streams: what they are connected to, and how to write to them at the end of a program."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import BinaryIO, TextIO


def is_terminal(stream: TextIO | None) -> bool:
    """Return whether ``stream`` is a terminal."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:
        return False


def standard_output() -> BinaryIO:
    """Return standard output for bytes. Raises :class:`OSError` if there is none."""
    if sys.stdout is None:
        raise OSError(9, os.strerror(9))
    return sys.stdout.buffer


def write_error(text: str) -> None:
    """Write a line to standard error; if that fails, only the exit code tells."""
    if sys.stderr is None:
        return
    try:
        sys.stderr.buffer.write(f"{text}\n".encode(sys.stderr.encoding or "utf-8", "backslashreplace"))
        sys.stderr.buffer.flush()
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
