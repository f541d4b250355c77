"""Bytes of a terminal's keys turned into names of keys: ``right``, ``page-down``, ``enter``, or the character typed."""

from __future__ import annotations

import re
from codecs import getincrementaldecoder

ESCAPE_TIME = 0.25  # seconds after which an escape that nothing follows was the key itself

_LINUX = re.compile(rb"\x1b\[\[(?:.|$)", re.DOTALL)
_SEQUENCE = re.compile(rb"\x1b(?:\[([0-?]*)[ -/]*([@-~])|O(\d*)([ -~]))")
_BEGUN = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*|O\d*)?\Z|\x1b\[\[\Z")
_CONTROLS = {"\r": "enter", "\n": "enter", "\x7f": "backspace", "\b": "backspace", "\t": "tab", " ": "space"}
_CONTROLS |= {"\x0c": "redraw", "\x04": "q", "\x1b": "escape"}
_FINALS = {b"A": "up", b"B": "down", b"C": "right", b"D": "left", b"H": "home", b"F": "end", b"M": "enter"}
_FINALS |= {b"Z": "back-tab"}
_NUMBERS = {b"1": "home", b"7": "home", b"4": "end", b"8": "end", b"5": "page-up", b"6": "page-down"}

_RUSSIAN = "йцукенгшщзхъфывапролджэячсмитьбю"
_LATIN = "qwertyuiop[]asdfghjkl;'zxcvbnm,."
_SAME_KEY = str.maketrans(
    _RUSSIAN + _RUSSIAN.upper(), _LATIN + _LATIN.upper().translate(str.maketrans("[];',.", '{}:"<>'))
)


class Keyboard:
    """Names of keys from bytes as they come; a key's bytes may come in pieces.

    Letters of the Russian layout are the Latin ones of the same keys. A sequence of no known key is dropped.

    >>> Keyboard().feed("й\\x1b[6~".encode())
    ['q', 'page-down']
    """

    def __init__(self, encoding: str = "utf-8") -> None:
        self._bytes = b""
        self._decoder = getincrementaldecoder(encoding)("replace")

    @property
    def waiting(self) -> bool:
        """Whether a sequence has begun and is not complete."""
        return bool(self._bytes)

    def feed(self, data: bytes = b"", complete: bool = False) -> list[str]:
        """Return the keys that are typed with ``data``; if it is ``complete``, an escape at its end is one too."""
        self._bytes += data
        keys = []
        while self._bytes:
            data = self._bytes
            if data[0] != 0x1B:
                typed = self._decoder.decode(data[:1]).translate(_SAME_KEY)
                size, key = 1, _CONTROLS.get(typed, typed if typed.isprintable() else "")
            elif _BEGUN.match(data) and not complete:
                break
            elif linux := _LINUX.match(data):
                size, key = linux.end(), ""
            elif sequence := _SEQUENCE.match(data):
                size, key = sequence.end(), _named(sequence)
            else:
                size, key = 1, "escape"
            self._bytes = data[size:]
            if key:
                keys.append(key)
        return keys


def _named(sequence: re.Match[bytes]) -> str:
    """Return the key of a sequence, whatever Shift, Ctrl and Alt add to it; empty if none is meant."""
    values, final, _, keypad = sequence.groups()
    return _NUMBERS.get(values.split(b";")[0], "") if final == b"~" else _FINALS.get(final or keypad, "")
