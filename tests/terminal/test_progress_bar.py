"""The bar: on a terminal only, and never in the product."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from support import DEALS, process, run

if sys.platform == "win32":
    pytest.skip("terminals of POSIX", allow_module_level=True)

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
@pytest.mark.parametrize("interrupted", [False, True])
def test_a_bar_gives_the_cursor_back(interrupted: bool, tmp_path: Path) -> None:
    last = "100000" if interrupted else "20"
    with Terminal("solve", "beetle", f"1-{last}", "-q", "-o", "out", "--progress", cwd=tmp_path) as terminal:
        if interrupted:
            for _ in range(4):
                terminal.wait("\x1b[?25l")
            # once: another would flush what the program still has to say
            terminal.keys(CTRL_C)
        assert terminal.end() == (130 if interrupted else 1)
        assert terminal.seen.rindex("\x1b[?25h") > terminal.seen.rindex("\x1b[?25l")


def test_without_a_terminal_nothing_happens(capsys: pytest.CaptureFixture[str]) -> None:
    progress = Progress(10, True)
    progress.advance(5)
    progress.clear()
    progress.finish()
    assert capsys.readouterr() == ("", "")
