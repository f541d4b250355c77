"""Signals put off while something is done that must not be seen half done."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator

ENDINGS = frozenset(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT") if hasattr(signal, name)
)
STOPS = frozenset(getattr(signal, name) for name in ("SIGTSTP", "SIGCONT") if hasattr(signal, name))


@contextlib.contextmanager
def held(numbers: frozenset[signal.Signals] = ENDINGS | STOPS) -> Iterator[None]:
    """Inside ``with``, signals wait; those that came are dealt with at its end. Windows has no such thing."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # a signal that came before is dealt with in here
    before = signal.pthread_sigmask(signal.SIG_BLOCK, numbers)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
