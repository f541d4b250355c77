"""``replay --interactive`` and ``--delay`` on a terminal."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import subprocess
import sys
import termios
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from support import COMMAND, DEALS, ROOT, run, signalled
from terminals import (
    CTRL_C,
    CTRL_Z,
    DOWN,
    END,
    ENTER,
    ESCAPE,
    HOME,
    LEFT,
    PAGE_DOWN,
    PAGE_UP,
    RIGHT,
    UP,
    Screen,
    Terminal,
)

from solitaire_cli.system import terminal as system_terminal
from solitaire_cli.system.terminal import TerminalScreen

WORT = "deals/spiderwort-1.moves"
"""197 steps, won; runs leave at 77, 103, 109 and later, the first step is 2-1."""
BEETLE = "deals/beetle-735.moves"
"""123 steps; deals are steps 6, 8, 14 and 28, cards go to the foundations at 1, 4 and 15."""

FAULTY = "---\ngame: spiderwort\ndeal: 1\n---\n2-1\n3-1\n"


def title(terminal: Terminal, number: int, last: int = 197) -> list[str]:
    """Wait for a step."""
    return terminal.see(f"  {number}/{last}  ")


def test_stepping() -> None:
    with Terminal("replay", "--interactive", WORT) as terminal:
        lines = title(terminal, 0)
        assert lines[0] == f"Spiderwort 1  0/197  {WORT}:1"
        assert lines[1:4] == ["step 0", "", "Complete runs: 0 of 12"]
        assert lines[-1].startswith("→ next  ← back")
        assert terminal.screen.modes == {"wraps": False, "cursor": False, "alternate": True, "drawing": False}
        terminal.keys(RIGHT)
        lines = title(terminal, 1)
        assert lines[1:3] == ["step 1: 2-1, turned up: 4♣", "moved: 7♣ from column 2 to column 1"]
        assert terminal.screen.styled("7") == ["[7♣]"]
        for key, number in (
            (PAGE_DOWN, 11),
            (LEFT, 10),
            (PAGE_UP, 0),
            (END, 197),
            (HOME, 0),
            ("77" + ENTER, 77),
            ("r", 103),
            ("R", 77),
            ("n", 78),
            ("p", 77),
            ("f", 87),
            ("b", 77),
            ("G", 197),
            ("g", 0),
            ("12g", 12),
            (ENTER, 13),
            ("\x7f", 12),
        ):
            terminal.keys(key)
            title(terminal, number)
        terminal.keys("q")
        assert terminal.end() == 0
        assert terminal.screen.text.strip() == ""


def test_deals_and_foundations() -> None:
    with Terminal("replay", "-i", BEETLE) as terminal:
        title(terminal, 0, 123)
        for key, number in (("d", 6), ("d", 8), ("D", 6), (HOME, 0), ("r", 1), ("r", 4), ("R", 1)):
            terminal.keys(key)
            title(terminal, number, 123)
        terminal.keys("R")
        terminal.see("nothing went to the foundations before")
        terminal.keys("D")
        terminal.see("no earlier deal")
        terminal.keys(END, "d")
        terminal.see("no further deal", "123/123")
        terminal.keys("r")
        terminal.see("nothing more goes to the foundations")
        terminal.keys(RIGHT)
        terminal.see("this is the last step")
        terminal.keys(HOME, LEFT)
        terminal.see("this is the start")
        terminal.keys("q")
        assert terminal.end() == 0


def test_a_number_typed() -> None:
    with Terminal("replay", "-i", WORT) as terminal:
        title(terminal, 0)
        terminal.keys("198")
        terminal.see("go to step 198_")
        terminal.keys(ENTER)
        terminal.see("there is no step 198; the transcript has 197 steps", "  0/197  ")
        terminal.keys("19")
        terminal.see("go to step 19_")
        terminal.keys("\x7f")
        terminal.see("go to step 1_")
        terminal.keys(ESCAPE)
        terminal.see("→ next", "  0/197  ")
        terminal.keys("q")
        assert terminal.end() == 0


def test_playing() -> None:
    """It plays on by itself to the end and stops there; a key stops it earlier."""
    with Terminal("replay", "-i", "--at", "190", "--delay", "0.05", WORT) as terminal:
        title(terminal, 190)
        terminal.keys(" ")
        title(terminal, 197)
        terminal.see("→ next")
        terminal.keys("g-" + " ")
        terminal.see("playing, 0.1 s a step")
        terminal.keys("-" * 10)
        terminal.see("playing, 4 s a step")
        terminal.keys("+")
        terminal.see("playing, 2 s a step")
        terminal.keys(" ")
        terminal.see("→ next")
        terminal.keys("q")
        assert terminal.end() == 0


def test_help_and_russian() -> None:
    """The letters are those of the same keys."""
    with Terminal("replay", "-i", "--lang", "ru", "--last", WORT) as terminal:
        lines = title(terminal, 197)
        assert lines[0] == f"Паучник 1  197/197  {WORT}:1"
        assert lines[1].startswith("ход 197: ")
        assert lines[1].endswith(", выиграно")
        assert lines[-1] == "→ вперёд  ← назад  PgDn, PgUp 10  пробел пуск  7 Enter ход 7  ? справка  q выход"
        terminal.keys("?")
        lines = terminal.see("любая клавиша — назад к столу", "следующий ход")
        assert max(map(len, lines)) < 80
        terminal.keys("ж")
        title(terminal, 197)
        terminal.keys("п")
        title(terminal, 0)
        terminal.keys("т")
        lines = title(terminal, 1)
        assert lines[2] == "перенесено: 7♣ из столбца 2 в столбец 1"
        terminal.keys("й")
        assert terminal.end() == 0


def test_transcripts_and_a_fault(tmp_path: Path) -> None:
    faulty = tmp_path / "faulty.moves"
    faulty.write_text(FAULTY, "utf-8")
    headless = tmp_path / "headless.moves"
    headless.write_text("2-1\n", "utf-8")
    with Terminal("replay", "-i", "headless.moves", "faulty.moves", "no.moves", cwd=tmp_path) as terminal:
        lines = terminal.see("0/1 [build-rank]")
        assert lines[-1].startswith("→ next")
        terminal.keys(RIGHT)
        lines = terminal.see("1/1 [build-rank]", "any suit would")
        message = "faulty.moves:6:1: error: 2H does not go on 7C in column 1; a 6 of any suit would [build-rank]"
        assert " ".join(lines[-2:]) == message
        terminal.keys("T")
        terminal.see("headless.moves:1:1: error: ", "[no-header]")
        terminal.keys("T")
        terminal.see("this is the first transcript")
        terminal.keys("\t")
        terminal.see("1/1 [build-rank]")
        terminal.keys("t")
        terminal.see("no.moves: error: cannot read: ")
        terminal.keys("n", "t")
        terminal.see("this is the last transcript")
        terminal.keys("q")
        assert terminal.end() == 2
        told = terminal.screen.text.replace("\n", "")
        assert told.index("[no-header]") < told.index(message) < told.index("[unreadable]")
    with Terminal("replay", "-i", "--last", "-q", "faulty.moves", cwd=tmp_path) as terminal:
        terminal.see("1/1 [build-rank]")
        terminal.keys("q")
        assert terminal.end() == 1
        assert terminal.screen.text.strip() == ""


def test_nothing_to_show_opens_no_screen(tmp_path: Path) -> None:
    with Terminal("replay", "-i", "no.moves", cwd=tmp_path) as terminal:
        assert terminal.end() == 2
        assert terminal.screen.lines[0].startswith("no.moves: error: cannot read: ")


def test_a_transcript_from_a_pipe() -> None:
    """Then keys come from the terminal itself."""
    for arguments in (["-"], []):
        given = (DEALS / "spiderwort-1.moves").read_bytes()
        with Terminal("replay", "-i", *arguments, given=given) as terminal:
            assert title(terminal, 0)[0] == "Spiderwort 1  0/197  <stdin>:1"
            terminal.keys(RIGHT)
            title(terminal, 1)
            terminal.keys("q")
            assert terminal.end() == 0


@pytest.mark.parametrize(
    ("number", "code"),
    [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, -signal.SIGHUP), (signal.SIGQUIT, -signal.SIGQUIT)],
)
@pytest.mark.parametrize("arguments", [["-i"], ["--delay", "3000"]], ids=str)
def test_signals_leave_the_terminal_clean(number: int, code: int, arguments: list[str]) -> None:
    with Terminal("replay", *arguments, WORT) as terminal:
        terminal.see("Spiderwort 1")
        terminal.until(lambda: not terminal.screen.modes["cursor"], "the screen")
        terminal.send(number)
        assert terminal.end() == code


def test_ctrl_c() -> None:
    with Terminal("replay", "-i", WORT) as terminal:
        title(terminal, 0)
        terminal.keys(CTRL_C)
        assert terminal.end() == 130


def test_a_killed_process_that_reads_slowly_from_a_pipe_leaves_no_screen() -> None:
    """While a transcript is still being read nothing was taken over."""
    with Terminal("replay", "-i", "/dev/zero") as terminal:
        terminal.send(signal.SIGTERM)
        assert terminal.end() in (143, -signal.SIGTERM)


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs a shell with jobs")
@pytest.mark.parametrize("arguments", [["-i"], ["--delay", "3000"]], ids=str)
def test_jobs(arguments: list[str]) -> None:
    """Begun in the background, and stopped: the shell has a clean terminal until the job is in the foreground."""
    command = ("bash", "--norc", "--noprofile", "--noediting", "-i")
    call = f"{' '.join(COMMAND)} replay {' '.join(arguments)} {WORT}"
    with Terminal(command=command, env={"PS1": "ready ", "PS2": ""}) as terminal:
        terminal.wait("ready")
        terminal.keys("set -b", ENTER)
        terminal.keys(f"{call} &", ENTER)
        for _ in range(2):
            for go_on in ("bg", "fg"):
                terminal.wait("Stopped")
                modes = terminal.screen.modes
                assert (modes["alternate"], modes["cursor"], modes["wraps"]) == (False, True, True)
                terminal.keys("stty -a | tr ' ' '\\n' | grep -x -e icanon -e echo | tr '\\n' ' '; echo mode", ENTER)
                terminal.wait("icanon echo mode")
                terminal.keys(go_on, ENTER)
            terminal.wait("\x1b[?25l")
            terminal.see("Spiderwort 1  ", "[STOCK: 85]")
            terminal.keys(CTRL_Z)
        terminal.wait("Stopped")
        terminal.keys("fg", ENTER)
        terminal.wait("\x1b[?25l")
        if "-i" in arguments:
            title(terminal, 0)
            assert terminal.screen.modes["alternate"]
            terminal.keys(RIGHT)
            title(terminal, 1)
        terminal.keys("q" if "-i" in arguments else CTRL_C)
        terminal.wait("\x1b[?25h")
        terminal.keys("echo code $?; exit", ENTER)
        terminal.wait("code 0" if "-i" in arguments else "code 130")
        assert terminal.end() == 0


def test_settings_that_cannot_be_set_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Going on ends a call that was made in the background."""
    master, slave = os.openpty()
    set_settings, calls = termios.tcsetattr, []

    def interrupted(*arguments: Any) -> None:
        calls.append(arguments)
        if len(calls) == 1:
            raise termios.error(errno.EINTR, os.strerror(errno.EINTR))
        set_settings(*arguments)

    monkeypatch.setattr(termios, "tcsetattr", interrupted)
    with TerminalScreen(slave, slave, whole=True) as screen:
        screen.draw(b"drawn")
        assert not termios.tcgetattr(slave)[3] & termios.ICANON
    assert termios.tcgetattr(slave)[3] & termios.ICANON
    for descriptor in (slave, master):
        os.close(descriptor)


def test_stopped_at_any_point(monkeypatch: pytest.MonkeyPatch) -> None:
    """The terminal is given back, and taken again for what is drawn next."""
    master, slave = os.openpty()
    # what is written to a terminal comes out of it later, at a pipe's other end at once
    reader, writer = os.pipe()
    os.set_blocking(reader, False)
    shown = Screen(80, 24)
    states: list[bool] = []

    def clean() -> bool:
        with suppress(BlockingIOError):
            shown.feed(os.read(reader, 1 << 16))
        return bool(termios.tcgetattr(slave)[3] & termios.ICANON) and shown.modes == Screen(1, 1).modes

    # the test itself goes on
    monkeypatch.setattr(os, "kill", lambda *_: states.append(clean()))
    with TerminalScreen(writer, slave, whole=True) as screen:
        stop = signal.getsignal(signal.SIGTSTP)
        assert callable(stop)

        def draw() -> None:
            screen.draw(b"drawn")
            screen.wait(0)
            sys.settrace(None)
            screen.draw(b"drawn")
            assert not clean()
            assert shown.modes["alternate"]
            assert not shown.modes["drawing"]

        def stopped() -> None:
            handler = signal.getsignal(signal.SIGTSTP)
            stop(signal.SIGTSTP, None)
            signal.signal(signal.SIGTSTP, handler)

        signalled(system_terminal, signal.SIGTSTP, draw, stopped)
    assert all(states)
    assert clean()
    for descriptor in (slave, master, reader, writer):
        os.close(descriptor)


def test_the_help_on_a_small_screen() -> None:
    """It is folded, and goes on with the next key."""
    with Terminal("replay", "-i", WORT, columns=40, rows=16) as terminal:
        terminal.see("0/197")
        terminal.keys("?")
        lines = terminal.see("any key shows more")
        assert lines[6:8] == ["7 Enter          step 7, or any other", "                 number typed"]
        terminal.keys(" ")
        lines = terminal.see("any key goes back to the board", "the Russian layout")
        assert "q                quit" in lines
        terminal.keys(" ")
        terminal.see("0/197")
        terminal.keys("?")
        terminal.see("any key shows more", "the next step")
        terminal.keys("q")
        assert terminal.end() == 0


def test_resizing() -> None:
    """A lower screen scrolls, on a narrow one the board is folded, and a larger one shows all again."""
    with Terminal("replay", "-i", "--at", "77", "--ascii", WORT) as terminal:
        terminal.see("rows 1 to 16 of 24", "[STOCK: 33]")
        terminal.keys(DOWN * 3)
        terminal.see("rows 4 to 19 of 24")
        terminal.keys(UP)
        terminal.see("rows 3 to 18 of 24")
        terminal.resize(80, 40)
        lines = title(terminal, 77)
        assert lines[-1].startswith("-> next")
        assert "[STOCK: 33]" in lines
        terminal.resize(40, 30)
        lines = terminal.see("? help  q quit", "[C8] [C9] [C10] [C11] [C12] [C13]\n")
        assert max(map(len, lines)) <= 40
        terminal.resize(10, 30)
        terminal.see("terminal\nis 10 x\n30; 11 x\n30 are\nneeded")
        terminal.resize(120, 30)
        terminal.see("-> next", "[STOCK: 33]  rows")
        terminal.resize(1, 1)
        terminal.resize(80, 24)
        terminal.see("of 24", "[STOCK: 33]")
        terminal.keys("q")
        assert terminal.end() == 0


@pytest.mark.parametrize(
    ("arguments", "env"), [([], {"NO_COLOR": "1"}), (["--color", "never"], {})], ids=["NO_COLOR", "never"]
)
def test_without_colour_the_mark_is_readable(arguments: list[str], env: dict[str, str]) -> None:
    with Terminal("replay", "-i", "--at", "1", *arguments, WORT, env=env) as terminal:
        assert "[7♣]" in terminal.see("7♣]")
        assert {style for row in terminal.screen.cells for _, style in row} == {""}
        terminal.keys("q")
        assert terminal.end() == 0


def test_an_animation_in_place() -> None:
    """All positions from first to last, one below the other in the order of time; the last one stays."""
    with Terminal("replay", "--delay", "0.01", "--from", "10", "--to", "30", "--every", "10", WORT) as terminal:
        assert terminal.end() == 0
        lines = terminal.screen.lines
        assert lines[:2] == [f"Spiderwort 1  {WORT}:1", "step 30: deal"]
        assert lines[3] == "Complete runs: 0 of 12"
        assert "[STOCK: " in terminal.screen.text


def test_an_animation_of_some_transcripts(tmp_path: Path) -> None:
    (tmp_path / "faulty.moves").write_text(FAULTY, "utf-8")
    call = ("replay", "--delay", "0", "faulty.moves")
    with Terminal(*call, "-", given=FAULTY.encode(), rows=60, cwd=tmp_path) as terminal:
        assert terminal.end() == 1
        text = "\n".join([*terminal.screen.gone, terminal.screen.text])
        assert text.count("error: 2H does not go on 7C in column 1") == 2
        assert text.count("step 1: 2-1, turned up: 4♣") == 2
    with Terminal(*call, "--to", "9", cwd=tmp_path) as terminal:
        assert terminal.end() == 2
        assert "there is no step 9; the transcript has 1 step" in terminal.screen.text


def test_an_animation_is_drawn_again_in_another_size() -> None:
    with Terminal("replay", "--delay", "3000", "--from", "77", WORT) as terminal:
        terminal.see("rows 1 to 16 of 24")
        terminal.keys("typed")
        terminal.resize(80, 40)
        terminal.until(lambda: terminal.screen.text.rstrip().endswith("[STOCK: 33]"), "all of the board")
        assert "typed" not in terminal.screen.text
        terminal.keys(CTRL_C)
        assert terminal.end() == 130


@pytest.mark.parametrize("option", [["--interactive"], ["--delay", "1"]], ids=str)
def test_without_a_terminal(option: list[str]) -> None:
    done = run("replay", *option, WORT, env={"TERM": "xterm"})
    assert (done.code, done.out) == (2, b"")
    assert done.errors == [f"solitaire-cli: error: {option[0]} needs a terminal to write to"]
    russian = run("replay", *option, "--lang", "ru", WORT, env={"TERM": "xterm"})
    assert russian.errors == [f"solitaire-cli: ошибка: для {option[0]} вывод должен идти на терминал"]
    with Terminal("replay", *option, WORT, env={"TERM": "dumb"}) as terminal:
        assert terminal.end() == 2
        assert f"error: {option[0]} needs a terminal that can move" in terminal.screen.text.replace("\n", " ")


@pytest.mark.parametrize(
    ("arguments", "both"),
    [
        (["-i", "-f", "json"], "--interactive and -f json"),
        (["--delay", "1", "-f", "yaml"], "--delay and -f yaml"),
        (["-i", "--linear"], "--interactive and --linear"),
        (["-i", "-o", "out"], "--interactive and -o"),
        (["--delay", "1", "-o", "out"], "--delay and -o"),
        (["-i", "--from", "3"], "--interactive and --from"),
        (["-i", "--every", "3", "--to", "9"], "--interactive, --to and --every"),
        (["--delay", "1", "--at", "3"], "--delay and --at"),
        (["--delay", "1", "--last"], "--delay and --last"),
    ],
)
def test_what_does_not_go_together(arguments: list[str], both: str, tmp_path: Path) -> None:
    done = run("replay", *arguments, os.path.abspath(WORT), cwd=tmp_path)
    assert done.code == 2
    assert done.errors[0] == f"solitaire-cli replay: error: {both} cannot be used together"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("delay", ["-1", "nan", "inf", "3601", "x"])
def test_a_delay_is_a_number_of_seconds(delay: str) -> None:
    done = run("replay", "--delay", delay, WORT)
    assert done.code == 2
    assert "Invalid value for '--delay'" in done.errors[0]


def test_keys_and_a_transcript_from_one_terminal() -> None:
    with Terminal("replay", "-i", "-") as terminal:
        assert terminal.end() == 2
        assert "--interactive and - cannot be used together" in terminal.screen.text


def test_a_replay_elsewhere_loads_nothing_of_this() -> None:
    code = (
        "import sys; from solitaire_cli.cli import main; main(['replay', '--last', sys.argv[1]]);"
        "print(sorted({'terminal', 'screen', 'viewer'} & {name.rpartition('.')[2] for name in sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", code, WORT], capture_output=True, check=True, cwd=ROOT)
    assert done.stdout.splitlines()[-1] == b"[]"
