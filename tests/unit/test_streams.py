"""Every byte gets out, whatever kind of file takes it."""

from __future__ import annotations

import contextlib
import io
import select
import signal

import pytest
from support import run

from solitaire_cli.cli import main
from solitaire_cli.system.streams import write_all


class Sluggish(io.RawIOBase):
    """Takes no more than seven bytes at a time, and nothing at all every third time."""

    def __init__(self) -> None:
        self.data = b""
        self.waited = self._asked = 0

    def writable(self) -> bool:
        return True

    def write(self, data: bytes | memoryview) -> int | None:  # type: ignore[override]
        self._asked += 1
        if self._asked % 3 == 0:
            return None
        self.data += data[:7]
        return len(data[:7])


@pytest.fixture
def sluggish(monkeypatch: pytest.MonkeyPatch) -> Sluggish:
    file = Sluggish()

    def wait(inputs: list[object], outputs: list[object], rest: list[object]) -> None:
        assert (inputs, outputs, rest) == ([], [file], [])
        file.waited += 1

    monkeypatch.setattr(select, "select", wait)
    return file


def test_a_file_that_takes_little(sluggish: Sluggish) -> None:
    write_all(sluggish, bytes(range(100)))
    assert sluggish.data == bytes(range(100))
    assert sluggish.waited == 7


def test_a_buffer_before_it(sluggish: Sluggish) -> None:
    """What is in the buffer goes first."""
    buffered = io.BufferedWriter(sluggish)  # type: ignore[type-var]
    buffered.write(b"first ")
    write_all(buffered, b"then all the rest")
    assert sluggish.data == b"first then all the rest"


@pytest.mark.parametrize("arguments", [["games"], ["--version"], ["deal", "--help"]])
def test_a_text_stream_in_the_place_of_standard_output(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """As programs with their own windows put there."""
    for variable, value in (("LC_ALL", "C"), ("COLUMNS", "80")):
        monkeypatch.setenv(variable, value)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    with contextlib.redirect_stdout(io.StringIO()) as out:
        assert main(arguments) == 0
    monkeypatch.undo()
    assert out.getvalue() == run(*arguments).text


def test_a_file_in_memory() -> None:
    file = io.BytesIO()
    write_all(file, b"all")
    assert file.getvalue() == b"all"
