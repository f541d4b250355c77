"""The bar: on a terminal only, and never in the product."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from support import DEALS

from solitaire_cli.system.progress import Progress

COMMAND = [sys.executable, "-m", "solitaire_cli"]


def on_terminal(*arguments: str) -> tuple[bytes, bytes, int]:
    """What a command writes to standard output, a pipe, and to standard error, a terminal."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=slave,
        env={**os.environ, "TERM": "xterm"},
    )
    os.close(slave)
    seen: list[bytes] = []
    reading = threading.Thread(target=read_all, args=(master, seen))
    reading.start()
    out, _ = process.communicate()
    reading.join()
    os.close(master)
    return out, b"".join(seen), process.returncode


def read_all(terminal: int, seen: list[bytes]) -> None:
    """What a terminal shows until nobody writes to it any more."""
    while True:
        try:
            data = os.read(terminal, 4096)
        except OSError:
            return
        if not data:
            return
        seen.append(data)


@pytest.mark.parametrize(
    "arguments",
    [["deal", "beetle", "1-2000", "-f", "json"], ["validate", *map(str, sorted(DEALS.glob("*.moves")))]],
    ids=lambda arguments: arguments[0],
)
def test_a_bar_that_is_asked_for(arguments: list[str]) -> None:
    plain = subprocess.run([*COMMAND, *arguments], capture_output=True, check=True)
    out, seen, status = on_terminal(*arguments, "--progress")
    assert (out, status) == (plain.stdout, 0)
    assert b"100%" in seen
    assert seen.endswith(b"\x1b[K\x1b[?25h")
    assert plain.stderr == b""


def test_no_bar_for_short_work_or_where_it_is_not_wanted() -> None:
    for option in ([], ["--no-progress"]):
        assert on_terminal("deal", "beetle", "1-20", "-f", "json", *option)[1] == b""


def test_no_bar_in_pipes() -> None:
    done = subprocess.run([*COMMAND, "deal", "beetle", "1-500", "--progress"], capture_output=True, check=True)
    assert done.stderr == b""


def test_a_fault_is_told_on_a_line_of_its_own(tmp_path: Path) -> None:
    bad = tmp_path / "bad.moves"
    bad.write_text("---\ngame: beetle\ndeal: 24\n---\n1-1\n" * 300, encoding="utf-8")
    _, seen, status = on_terminal("validate", "--progress", str(bad))
    assert status == 1
    told = [line for line in seen.decode().replace("\r", "\n").split("\n") if "same-column" in line]
    assert len(told) == 300
    assert all(line.removeprefix("\x1b[K").startswith(str(bad)) for line in told)


def test_without_a_terminal_nothing_happens(capsys: pytest.CaptureFixture[str]) -> None:
    progress = Progress(10, True)
    progress.advance(5)
    progress.clear()
    progress.finish()
    assert capsys.readouterr() == ("", "")
