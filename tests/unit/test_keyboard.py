"""Bytes of keys to their names."""

from __future__ import annotations

import pytest

from solitaire_cli.system.keyboard import Keyboard

KEYS = {
    b"\x1b[A": ["up"],
    b"\x1bOB": ["down"],
    b"\x1b[C\x1b[D": ["right", "left"],
    b"\x1b[1;5C": ["right"],
    b"\x1b[H\x1b[1~\x1b[7~\x1bOH": ["home"] * 4,
    b"\x1b[F\x1b[4~\x1b[8~\x1bOF": ["end"] * 4,
    b"\x1b[5~\x1b[6~\x1b[6;2~": ["page-up", "page-down", "page-down"],
    b"\x1b[Z\t": ["back-tab", "tab"],
    b"\x1bOM\r\n": ["enter"] * 3,
    b"\x7f\x08": ["backspace"] * 2,
    b" \x0c\x04": ["space", "redraw", "q"],
    b"12q?": ["1", "2", "q", "?"],
    # the letters that the Russian layout has on the same keys
    "йЙтзпПвкеш".encode(): ["q", "Q", "n", "p", "g", "G", "d", "r", "t", "i"],
    "хъХЪ".encode(): ["[", "]", "{", "}"],
    "ж♠".encode(): [";", "♠"],
    # what no key is known for
    b"\x1b[15~\x1b[[A\x1b[200~\x00\x01n": ["n"],
    b"\x1bx": ["escape", "x"],
    b"\xffn": ["\ufffd", "n"],
}


@pytest.mark.parametrize("data", list(KEYS))
def test_keys(data: bytes) -> None:
    assert Keyboard().feed(data) == KEYS[data]
    slow = Keyboard()
    piecewise = [key for byte in data for key in slow.feed(bytes([byte]))]
    assert piecewise + slow.feed(complete=True) == KEYS[data]
    assert not slow.waiting


@pytest.mark.parametrize("data", [b"\x1b", b"\x1b[", b"\x1b[1;", b"\x1bO", b"\x1b[["])
def test_an_escape_that_nothing_follows(data: bytes) -> None:
    keyboard = Keyboard()
    assert keyboard.feed(data) == []
    assert keyboard.waiting
    assert (keyboard.feed(complete=True) or [""])[0] in ("escape", "")
    assert not keyboard.waiting


def test_another_encoding() -> None:
    assert Keyboard("koi8-r").feed("й".encode("koi8-r")) == ["q"]
