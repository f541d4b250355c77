"""The bar: on a terminal only, and never in the product."""

from __future__ import annotations

import os
import struct
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support import DEALS, process, run

if sys.platform == "win32":
    pytest.skip("terminals of POSIX", allow_module_level=True)

import fcntl
import pty
import termios

from terminals import CTRL_C, Terminal

from solitaire_cli.system.progress import Progress


def on_terminal(*arguments: str) -> tuple[bytes, str, int]:
    """What a command writes to standard output, a pipe, and to standard error, a terminal; and its exit code."""
    with Terminal(*arguments, given=b"", piped=["stdout"]) as terminal:
        code = terminal.end()
        return terminal.out, terminal.seen, code


@pytest.mark.parametrize(
    "arguments",
    [["deal", "beetle", "1-2000", "-f", "json"], ["validate", *map(str, sorted(DEALS.glob("*.moves")))]],
    ids=lambda arguments: arguments[0],
)
def test_a_bar_that_is_asked_for(arguments: list[str]) -> None:
    plain = run(*arguments)
    out, seen, status = on_terminal(*arguments, "--progress")
    assert (out, status) == (plain.out, 0)
    assert "100%" in seen
    assert seen.endswith("\r\x1b[K")
    assert plain.err == b""


def test_no_bar_for_short_work_or_where_it_is_not_wanted() -> None:
    for option in ([], ["--no-progress"]):
        assert on_terminal("deal", "beetle", "1-20", "-f", "json", *option)[1] == ""


def test_no_bar_in_pipes() -> None:
    done = process("deal", "beetle", "1-500", "--progress")
    assert (done.code, done.err) == (0, b"")


def test_a_fault_is_told_on_a_line_of_its_own(tmp_path: Path) -> None:
    bad = tmp_path / "bad.moves"
    bad.write_text("---\ngame: beetle\ndeal: 24\n---\n1-1\n" * 300, encoding="utf-8")
    _, seen, status = on_terminal("validate", "--progress", str(bad))
    assert status == 1
    told = [line for line in seen.replace("\r", "\n").split("\n") if "same-column" in line]
    assert len(told) == 300
    assert all(line.removeprefix("\x1b[K").startswith(str(bad)) for line in told)


@pytest.mark.long
def test_a_long_search_shows_that_it_goes_on() -> None:
    """Beside the product too, and before the first result; when it is interrupted the bar is gone."""
    with Terminal("deal", "beetle", "--random", "--count", "999", "--grade", "hard") as terminal:
        terminal.see("]    0%")
        terminal.see("tried")
        terminal.keys(CTRL_C)
        assert terminal.end() == 130
        assert "%" not in terminal.screen.text


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[int], list[str]]]:
    """What half of some work draws on a terminal of so many columns."""
    master, slave = pty.openpty()
    with open(slave, "w") as stderr:

        def draw(columns: int) -> list[str]:
            fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
            monkeypatch.setattr("sys.stderr", stderr)
            progress = Progress(20, True)
            for _ in range(10):
                progress.advance(1)
            progress.clear()
            progress.advance(0, "a note")
            progress.finish()
            os.write(slave, b"\0")
            seen = b""
            while not seen.endswith(b"\0"):
                seen += os.read(master, 1 << 16)
            return seen[:-1].decode().replace("\r\n", "\n").split("\r\x1b[K")

        yield draw
    os.close(master)


@pytest.mark.parametrize(
    ("columns", "half", "note"),
    [
        (0, "  [##################------------------]   50%  ", " a note"),
        (200, "  [##################------------------]   50%  ", " a note"),
        (57, "  [##################------------------]   50%  ", " a note"),
        (40, "  [#########----------]   50%  ", " a note"),
        (30, " 50%  ", " a note"),
        (12, " 50%", ""),
        (3, " 5", ""),
    ],
)
def test_a_bar_fits(
    columns: int, half: str, note: str, drawn: Callable[[int], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    lines = drawn(columns)
    assert max(map(len, lines)) < (columns or 80)
    assert [line for line in lines if line.startswith(half)]
    assert lines[-2].startswith(half) and lines[-2].endswith(note)
    assert (lines[0], lines[-3], lines[-1]) == ("", "", "")


def test_a_simple_terminal_gets_lines(drawn: Callable[[int], list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    assert drawn(80) == ["0%\n10%\n20%\n30%\n40%\n50%\n50%\n"]


def test_without_a_terminal_nothing_happens(capsys: pytest.CaptureFixture[str]) -> None:
    progress = Progress(10, True)
    progress.advance(5)
    progress.clear()
    progress.finish()
    assert capsys.readouterr() == ("", "")
