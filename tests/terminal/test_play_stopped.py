"""``play`` and the terminal while the process is stopped: by Ctrl-Z in a shell, and by a signal at any time."""

from __future__ import annotations

import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("terminals and signals of POSIX", allow_module_level=True)

from support import COMMAND, signalled
from terminals import CTRL_Z, ENTER, Terminal

from solitaire_cli.api import games
from solitaire_cli.play import line_editor
from solitaire_cli.play.line_editor import LineEditor
from solitaire_cli.play.session import Session, resume
from solitaire_cli.system.terminal import stoppable
from solitaire_cli.transcript.blocks import read_blocks
from solitaire_cli.transcript.reader import TranscriptReader

START = "---\ngame: spiderwort\ndeal: 1\n---\n"
FILE = "spiderwort-1.moves"
PLAY = f"{' '.join(COMMAND)} play spiderwort 1 --ascii"
QUIET = {"PS1": "ready ", "PS2": ""}
"""A shell with a short prompt."""


def kept(folder: Path) -> list[str]:
    text = (folder / FILE).read_text("utf-8")
    assert text.startswith(START)
    return text.removeprefix(START).splitlines()


def push(terminal: Terminal, text: str, stop: Callable[[], None]) -> None:
    """Call ``stop`` until a text is shown once more."""
    times = terminal.screen.text.count(text)
    terminal.push(stop, lambda: terminal.screen.text.count(text) > times)


def count(terminal: Terminal, text: str, times: int) -> None:
    """Wait until a text is shown so many times."""
    terminal.until(lambda: terminal.screen.text.count(text) == times, f"{text} {times} times")


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize("typed", ["", "und"], ids=["nothing", "a word"])
def test_stopped_and_continued(typed: str, tmp_path: Path) -> None:
    """The shell has its terminal back meanwhile; then the prompt, the word and the keys are there again."""
    shell = ("bash", "--norc", "--noprofile", "--noediting", "-i")
    prompt = f"step 1> {typed}".rstrip()
    with Terminal(command=shell, cwd=tmp_path, env=QUIET, rows=80) as terminal:
        terminal.see("ready")
        terminal.keys(PLAY, ENTER)
        terminal.see("step 0>")
        terminal.keys("2-1", ENTER)
        terminal.see("step 1>")
        terminal.keys(typed)
        for times in (1, 2):
            count(terminal, prompt, times)
            push(terminal, "Stopped  ", lambda: terminal.keys(CTRL_Z))
            terminal.keys("stty -a | tr ' ' '\\n' | grep -x -e icanon -e echo | tr '\\n' ' '; echo mode", ENTER)
            count(terminal, "icanon echo mode", times)
            terminal.keys("fg", ENTER)
            count(terminal, prompt, 1 + times)
            assert terminal.screen.lines[terminal.screen.row] == prompt
        # what was typed is still there to be completed; the keys are the editor's
        terminal.keys("\t" if typed else "undo", ENTER)
        terminal.see("step 0: undo (2-1)")
        count(terminal, "step 0>", 2)
        terminal.keys("redo", ENTER)
        terminal.see("step 1: redo (2-1)")
        terminal.keys("quit", ENTER)
        terminal.see("Continue with")
        terminal.keys("exit", ENTER)
        assert terminal.end() == 0
    assert kept(tmp_path) == ["2-1", "undo", "redo"]


def test_stopped_by_a_signal(tmp_path: Path) -> None:
    """Without a shell that would know of it."""
    with Terminal("play", "spiderwort", "1", "--ascii", cwd=tmp_path, rows=60) as terminal:
        terminal.see("step 0>")
        terminal.keys("2-")
        terminal.see("step 0> 2-")

        def stop() -> None:
            terminal.send(signal.SIGSTOP)
            terminal.send(signal.SIGCONT)

        push(terminal, "step 0> 2-", stop)
        push(terminal, "step 0> 2-", stop)
        # a group of processes without a parent is not stopped by Ctrl-Z
        push(terminal, "step 0> 2-", lambda: terminal.keys(CTRL_Z))
        terminal.keys("1", ENTER)
        terminal.see("step 1: 2-1", "step 1>")
        terminal.keys("quit", ENTER)
        assert terminal.end() == 0
    assert kept(tmp_path) == ["2-1"]


@pytest.fixture
def session() -> Session:
    [transcript] = TranscriptReader(read_blocks([START.encode()]), games())
    session = resume(transcript)
    assert isinstance(session, Session)
    return session


@pytest.mark.parametrize("times", [1, 3])
def test_a_line_that_was_read_is_not_lost(times: int, session: Session) -> None:
    """A signal that comes as the line ends; and one while nothing is read changes nothing."""
    before = signal.getsignal(signal.SIGCONT), signal.getsignal(signal.SIGTSTP)
    # like input this reads in one go: a handler runs when the line is there
    editor = LineEditor(session, lambda prompt: "2-1")
    with stoppable(editor.go_on):
        for _ in range(times):
            signal.raise_signal(signal.SIGCONT)
            assert editor.line("> ") == "2-1"
    assert (signal.getsignal(signal.SIGCONT), signal.getsignal(signal.SIGTSTP)) == before


def test_a_signal_at_any_point_of_a_line(session: Session) -> None:
    """It comes out of the editor neither while a line is read nor at its end, nor at the end of the input."""
    lines = iter(lambda: "2-1", "")
    editor = LineEditor(session, lambda prompt: next(lines))
    read: list[str] = []
    signalled(line_editor, signal.SIGCONT, lambda: read.append(editor.line("> ")), editor.go_on)
    assert set(read) == {"2-1"}

    def end(prompt: str) -> str:
        raise EOFError

    editor = LineEditor(session, end)

    def ended() -> None:
        with pytest.raises(EOFError):
            editor.line("> ")

    signalled(line_editor, signal.SIGCONT, ended, editor.go_on)
    assert signal.SIGCONT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_in_the_background(tmp_path: Path) -> None:
    """Each time the shell has a clean terminal, and the game waits for it; the shell's own line editor is on."""
    with Terminal(command=("bash", "--norc", "--noprofile", "-i"), cwd=tmp_path, env=QUIET) as terminal:
        terminal.wait("ready ")
        terminal.keys("set -b", ENTER)
        terminal.wait("ready ")
        terminal.keys(f"{PLAY} &", ENTER)
        for step, typed in (("0", "2-1"), ("1", "und")):
            terminal.wait("Stopped")
            terminal.keys("bg", ENTER)
            terminal.wait("&\r\n")
            terminal.wait("Stopped")
            terminal.keys("fg", ENTER)
            terminal.wait(f"step {step}> ")
            terminal.keys(typed)
            terminal.wait(typed)
            if step == "0":
                terminal.keys(ENTER)
                terminal.wait("step 1> ")
                terminal.push(lambda: terminal.keys(CTRL_Z), lambda: terminal.seen.count("Stopped") > 2)
        terminal.keys("o", ENTER)
        terminal.wait("step 0: undo (2-1)")
        terminal.wait("step 0> ")
        terminal.keys("quit", ENTER)
        terminal.wait("Continue with")
        terminal.wait("ready ")
        terminal.keys("stty -a | tr ' ' '\\n' | grep -x -e icanon -e echo | tr '\\n' ' '; echo mode; exit", ENTER)
        terminal.wait("icanon echo mode")
        assert terminal.end(clean=False) == 0
    assert kept(tmp_path) == ["2-1", "undo"]
