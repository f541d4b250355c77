"""The lines that a player types: prompted for and, at a terminal, edited, recalled and completed with Tab.

While a line is typed the terminal belongs to the line editor. If the process is stopped meanwhile, by Ctrl-Z or a
signal, the terminal is given back; when the process goes on, the prompt and what was typed are shown again.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from functools import partial
from types import ModuleType

from solitaire_cli.play.player_commands import ALSO_STEPS, BLANKS, COMMANDS, split_words
from solitaire_cli.play.session import Session
from solitaire_cli.shell.product import Product
from solitaire_cli.system import terminal
from solitaire_cli.system.signals import STOPS, held
from solitaire_cli.system.streams import is_terminal


def read_lines() -> Iterator[str]:
    """Yield the lines of standard input as they come."""
    if sys.stdin is None:
        return
    encoding = sys.stdin.encoding or "utf-8"
    while line := sys.stdin.buffer.readline():
        yield line.decode(encoding, "surrogateescape")


def typed_lines(
    product: Product, session: Session, prompt: Callable[[], str], read: Callable[[str], str]
) -> Iterator[str]:
    """Yield a player's lines, prompted for at a terminal and edited if output is one too; ``read`` is ``input``."""
    typed = is_terminal(sys.stdin)
    if typed:
        # bytes that are not text make a wrong step, and must not end the game
        sys.stdin.reconfigure(errors="surrogateescape")  # type: ignore[union-attr]
    if typed and is_terminal(sys.stdout):
        terminal.remember()
        editor = LineEditor(session, read)
        with terminal.stoppable(editor.go_on), contextlib.suppress(EOFError):
            while True:
                product.flush()
                yield editor.line(prompt())
    else:
        lines = read_lines()
        while True:
            if typed:
                product.write(prompt())
            product.flush()
            if (line := next(lines, None)) is None:
                break
            yield line
    if typed:
        # the input ended after a prompt
        product.write("\n")


class _StoppedError(Exception):
    """The process was stopped while a line was typed, and goes on; the text is what was typed."""


class LineEditor:
    """Reads lines. ``read`` shows a prompt and returns a line, as the builtin ``input`` does.

    Used inside :func:`~solitaire_cli.system.terminal.stoppable`, which calls :meth:`go_on`.
    """

    def __init__(self, session: Session, read: Callable[[str], str]) -> None:
        self._read = read
        self._readline = _set_up_readline(session)
        self._reading = False
        self._held = contextlib.ExitStack()

    def line(self, prompt: str) -> str:
        """Return the next line. Raises :class:`EOFError`."""
        lines: list[str] = []
        typed = ""
        while not lines:
            if self._readline:
                self._readline.set_startup_hook(partial(self._readline.insert_text, typed) if typed else None)
            # go_on raises only between the two lines that set _reading, or at them, and so in the outer try
            try:
                try:
                    self._reading = True
                    # map: no handler runs between reading the line and adding it to the list
                    lines += map(self._read, [prompt])
                finally:
                    self._reading = False
            except _StoppedError as stopped:
                typed = str(stopped)
                self._held.close()
        return lines[0]

    def go_on(self, *_: object) -> None:
        """Start the line again after a stop: other programs have used the terminal."""
        if self._reading:
            self._reading = False
            # the interpreter must not run a handler while it leaves the line editor with an exception; and in the
            # background it is stopped there again
            self._held.enter_context(held(STOPS))
            raise _StoppedError(self._readline.get_line_buffer() if self._readline else "")


def _set_up_readline(session: Session) -> ModuleType | None:
    """Return the system's line editor, with Tab for steps and commands; ``None`` where there is none."""
    try:
        import readline
    except ImportError:
        return None
    found: list[str] = []

    def complete(word: str, state: int) -> str | None:
        if state == 0:
            found[:] = completions(session, readline.get_line_buffer()[: readline.get_begidx()], word)
        return found[state] if state < len(found) else None

    readline.set_completer(complete)
    readline.set_completer_delims(BLANKS)
    if "libedit" in (readline.__doc__ or ""):
        readline.parse_and_bind("bind ^I rl_complete")
    else:
        readline.parse_and_bind("tab: complete")
        # it would stay on if the process ended in the middle of a line
        readline.parse_and_bind("set enable-bracketed-paste off")
    return readline


def completions(session: Session, before: str, word: str) -> list[str]:
    """Return what Tab can make of ``word`` after ``before``: legal steps and, at the start of the line, commands."""
    first = split_words(before)[:1]
    if first == ["save"]:
        return []
    steps = session.moves() + ["undo"] * bool(session.depth) + ["redo"] * bool(session.position.undone)
    known = steps if first else [*steps, *(command for command in COMMANDS if command not in ALSO_STEPS)]
    return [each for each in known if each.startswith(word.lower())]
