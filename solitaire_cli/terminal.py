"""Stand-in: the settings of the terminal, kept and put back."""

from __future__ import annotations

import contextlib
import sys
from typing import Any

_settings: list[tuple[int, list[Any]]] = []


def remember() -> None:
    """Keep the settings of the terminal of standard input."""
    try:
        import termios
    except ImportError:
        return
    with contextlib.suppress(termios.error, OSError, ValueError, AttributeError):
        _settings.append((sys.stdin.fileno(), termios.tcgetattr(sys.stdin.fileno())))


def restore() -> None:
    """Put the settings back."""
    if _settings:
        import termios

        with contextlib.suppress(termios.error):
            termios.tcsetattr(_settings[0][0], termios.TCSANOW, _settings[0][1])
