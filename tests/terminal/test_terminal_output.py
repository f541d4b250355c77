"""What the commands make of a terminal: as input, for colour, and for the width of what they write."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from support import DEALS, process, run

if sys.platform == "win32":
    pytest.skip("terminals of POSIX", allow_module_level=True)

from terminals import Terminal

from solitaire_cli import deal, games
from solitaire_cli.core.rules import Rules
from solitaire_cli.show.guide import guide, known_deals
from solitaire_cli.show.look import Look
from solitaire_cli.show.picture import picture

GOOD = "---\ngame: beetle\ndeal: 24\n---\n2-f\n"
WON = DEALS / "spider-millennium-4-1.moves"


def on_terminal(
    *arguments: str, width: int = 100, typed: str = "", piped: bool = False, env: Mapping[str, str] | None = None
) -> tuple[int, str, str]:
    """Run the tool with a terminal as its input and output; with ``piped`` its output is a pipe.

    Returns the exit code, what came out on standard output and what on standard error.
    """
    pipes = ["stdout", "stderr"] if piped else ["stderr"]
    with Terminal(*arguments, columns=width, piped=pipes, echo=False, env=env) as terminal:
        terminal.keys(typed)
        code = terminal.end()
        out = terminal.out.decode() if piped else terminal.seen.replace("\r\n", "\n")
        return code, out, terminal.err.decode()


@pytest.mark.parametrize("command", ["validate", "replay", "moves", "format", "layout"])
def test_terminal_as_input(command: str) -> None:
    """Without a file the terminal is not read; that is said, and what would help."""
    code, out, err = on_terminal(command, piped=True)
    assert (code, out) == (2, "")
    assert "standard input is a terminal" in err.splitlines()[0]


def test_terminal_as_input_by_name() -> None:
    code, out, err = on_terminal("validate", "-", typed=GOOD + "\x04", piped=True)
    assert (code, err) == (0, "")
    assert out == run("validate", stdin=GOOD).text


def test_colour_on_a_terminal() -> None:
    plain = run("layout", str(WON)).text
    code, out, err = on_terminal("layout", str(WON))
    assert (code, err) == (0, "")
    assert out == plain  # the game is won, there is no card to colour
    _, out, _ = on_terminal("deal", "beetle", "24")
    assert "\x1b[31mT♥\x1b[0m" in out
    assert "\x1b[31mK♣" not in out
    assert out.replace("\x1b[31m", "").replace("\x1b[0m", "") == run("deal", "beetle", "24").text
    _, again, _ = on_terminal("deal", "beetle", "24", env={"NO_COLOR": ""})
    assert again == out


@pytest.mark.parametrize(
    ("arguments", "env"),
    [
        ((), {"NO_COLOR": "1"}),
        ((), {"NO_COLOR": "1", "FORCE_COLOR": "1"}),
        ((), {"TERM": "dumb"}),
        (("--color", "never"), {}),
        (("-f", "json"), {}),
        (("-f", "json", "--color", "always"), {}),
        (("-f", "json"), {"FORCE_COLOR": "1"}),
        (("-f", "yaml", "--color", "always"), {}),
    ],
)
def test_no_colour_on_a_terminal(arguments: tuple[str, ...], env: dict[str, str]) -> None:
    code, out, _ = on_terminal("deal", "beetle", "24", *arguments, env=env)
    assert code == 0
    assert "\x1b" not in out
    assert "KC" in out or "K♣" in out or "deal: 24" in out


def test_no_colour_in_a_pipe() -> None:
    for env in ({}, {"FORCE_COLOR": "1"}, {"CLICOLOR_FORCE": "1"}):
        assert process("deal", "beetle", "24", env={"TERM": "xterm", **env}).out == run("deal", "beetle", "24").out


@pytest.mark.long
def test_narrow_terminal() -> None:
    """A picture is folded to fit, silently; how wide it must be is said where not even one box fits."""
    plain = ("--color", "never")
    whole = run("deal", "beetle", "24").text
    heading = whole.splitlines()[0]
    for jobs in ("1", "2"):
        code, out, err = on_terminal("deal", "beetle", "24", "--jobs", jobs, *plain, width=20)
        assert (code, err) == (0, "")
        assert out.splitlines() == [heading, *folded("beetle", 24, 20)]
    assert on_terminal("deal", "beetle", "24", *plain, width=33) == (0, whole, "")
    dealt = run("deal", "spiderwort", "1", "-f", "yaml").text
    for command in ("replay", "layout"):
        code, out, err = on_terminal(command, "-", *plain, width=40, typed=dealt + "\x04")
        assert (code, err) == (0, "")
        assert out.splitlines()[1:] == folded("spiderwort", 1, 40)
    code, out, err = on_terminal("deal", "beetle", "24", "25", *plain, width=4)
    assert code == 0
    assert out.splitlines()[1:].count("[C8]") == 2
    assert err == "the picture is 5 characters wide, but the terminal only 4\n"
    assert on_terminal("deal", "beetle", "24", "-q", width=4)[2] == ""
    assert on_terminal("deal", "beetle", "24", "--linear", width=4)[2] == ""


def folded(game: str, number: int, width: int) -> list[str]:
    lines = picture(deal(game, number), width=width)
    assert lines != picture(deal(game, number))
    assert max(map(len, lines)) <= width
    return lines


def test_a_diagram_is_not_folded() -> None:
    whole = run("layout", "spiderwort").text
    needed = max(map(len, whole.splitlines()))
    assert on_terminal("layout", "spiderwort", width=needed) == (0, whole, "")
    code, out, err = on_terminal("layout", "spiderwort", width=40)
    assert (code, out) == (0, whole)
    assert err == f"the picture is {needed} characters wide, but the terminal only 40\n"


def test_pictures_for_files_and_pipes_are_not_folded(tmp_path: Path) -> None:
    file = tmp_path / "board"
    whole = run("deal", "spiderwort", "1").text
    assert on_terminal("deal", "spiderwort", "1", "-o", str(file), width=20) == (0, "", "")
    assert file.read_text(encoding="utf-8") == whole
    assert on_terminal("deal", "spiderwort", "1", width=20, piped=True) == (0, whole, "")


@pytest.mark.parametrize(("columns", "width"), [(60, 60), (80, 80), (120, 100)])
def test_the_width_of_a_guide(columns: int, width: int) -> None:
    [beetle] = (game for game in games() if game.id == "beetle")
    rules, look = beetle.rules({}), Look("ru")
    assert isinstance(rules, Rules)
    wanted = [*guide(beetle, rules, look, width), *known_deals(rules, look, width)]
    needed = max(map(len, wanted))
    # said last, where it does not scroll away
    said = [f"ширина рисунка — {needed} символов, а терминала — {columns}"] if needed > columns else []
    with Terminal("games", "beetle", "--lang", "ru", columns=columns, env={"TERM": "dumb"}) as terminal:
        assert terminal.end() == 0
        assert terminal.seen.splitlines() == [*wanted, *said]
    assert needed <= max(width, 70)
