"""A game with a person: what a typed line does, and what is then said and shown. Reads and writes nothing itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from solitaire_cli.core.errors import Code, Fault, Problem
from solitaire_cli.core.hints import hints
from solitaire_cli.core.notation import format_step
from solitaire_cli.core.refusals import refusal
from solitaire_cli.core.steps import DEAL, Step
from solitaire_cli.core.steps import WORDS as STEP_WORDS
from solitaire_cli.play.display import Display
from solitaire_cli.play.kept_game import KeptGame
from solitaire_cli.play.player_commands import COMMANDS, Request, help_lines, is_command, is_number, read_request
from solitaire_cli.system.game_file import ChangedError
from solitaire_cli.words.card_words import hint_words
from solitaire_cli.words.escaping import printable
from solitaire_cli.words.faults import NOTATION, noted, sentence
from solitaire_cli.words.translation import N_

HINTS = 5  # given at once
INDENT = 13  # the width of the first column of the help

REPLIES: dict[str, str] = {
    "begin": N_("Each step is saved to {file:long} at once. Type a step, such as {step}, or help."),
    "begin-ended": N_("Each step is saved to {file:long} at once. Type help to see what you can do."),
    "legal": N_("{step} is legal"),
    "right-label": N_("{step} is the right label"),
    "unknown": N_('"{token}" is neither a step nor a command; help lists both'),
    "unknown-near": N_('"{token}" is neither a step nor a command; did you mean "{near}"?'),
    "not-first": N_('"{token}" is a command, and must come first in its line'),
    "own-line": N_('type "{token}" on a line of its own'),
    "wrong-label": N_('the label "{token}" is wrong: the next step is number {next}, since undo and redo count too'),
    "no-position": N_("there is no position {step}; goto takes 0 to {last}"),
    "takes-nothing": N_("type {command} alone, with nothing after it"),
    "takes-number": N_("{command} takes a number, such as {command} 3"),
    "takes-step": N_("why takes a step, such as why {step}"),
    "takes-file": N_("save takes the name of a new file"),
    "not-kept": N_("{file:long}: cannot write: {reason:system}; the step was not taken, all before it are saved"),
    "changed": N_(
        "{file:long}: {reason:system}; the step was not taken. save FILE saves the game to a new file, and it "
        "continues there"
    ),
    "saved": N_("saved: {file:long}"),
    "moved": N_("saved: {file:long}; the game continues there"),
    "exists": N_("{file:long} already exists; choose another name"),
    "not-saved": N_("{file:long}: cannot write: {reason:system}"),
}
"""What a person is told, except why a step is illegal."""


class PersonGame:
    """A game with a person: :meth:`begin`, then :meth:`answer` for each line until that is false."""

    def __init__(self, kept: KeptGame, display: Display, rules: Callable[[], list[str]]) -> None:
        self._kept = kept
        self._session = kept.session
        self._display = display
        self._commands: dict[str, Callable[[str], str | None]] = {
            "moves": lambda _: display.moves(kept.session),
            "hint": lambda _: self._give_hints(),
            "why": self._explain,
            "layout": lambda _: display.place(kept.session),
            "rules": lambda _: display.page(rules()),
            "save": self._save,
            "help": lambda _: self._show_help(),
        }

    def begin(self) -> None:
        """Show the position, and say what can be done."""
        self._display.place(self._session)
        steps = [*self._session.moves(), "undo" if self._session.depth else ""]
        step = next((step for step in steps if "-" in step), steps[0])
        self._display.line(self._reply("begin" if step else "begin-ended", file=self._kept.file.name, step=step))

    @property
    def prompt(self) -> str:
        """The prompt, with the number that ``goto`` takes."""
        return self._display.count_steps(self._session) + (": " if self._display.look.linear else "> ")

    def answer(self, line: str) -> bool:
        """Do what ``line`` asks for and show what came of it; return false if the game is to end."""
        request = read_request(line)
        if request == Request("quit"):
            return False
        text = self._carry_out(request) if request else None
        if text:
            self._display.line(text)
        return True

    def _carry_out(self, request: Request) -> str | None:
        """Do what is asked for and show it; return what is still to be said."""
        command = request.command
        if request.steps:
            return self._play(request.steps)
        if not request.well_formed:
            step = next(iter(self._session.moves()), "3-7")
            text = self._reply(f"takes-{COMMANDS[command].takes}", command=command, step=step)
            return noted(text, request.argument, self._display.look.language)
        depth = request.target(self._session.depth)
        return self._commands[command](request.argument) if depth is None else self._go(request, depth)

    def _reply(self, reply: str, **details: Any) -> str:
        return self._display.look.phrase(REPLIES[reply], **details)

    def _play(self, tokens: Sequence[str]) -> str | None:
        """Take steps up to the first refused one; the board is shown once, before the refusal."""
        before = self._session.steps
        refusal = next(filter(None, map(self._take, tokens)), None)
        if self._session.steps > before:
            self._display.board(self._session)
        return refusal

    def _go(self, request: Request, depth: int) -> str | None:
        """Go to the position after ``depth`` steps, and show it."""
        last = self._session.depth + len(self._session.position.undone)
        if request.command == "goto" and depth > last:
            return self._reply("no-position", step=depth, last=last)
        refusal = self._take(f"{request.command} {request.number}" if request.argument else request.command, depth)
        if not refusal:
            self._display.board(self._session)
        return refusal

    def _take(self, words: str, depth: int | None = None) -> str | None:
        """Take the step ``words``, or those to the position after ``depth``, and show it; or return why not."""
        session = self._session
        try:
            found = session.play(words) if depth is None else session.goto(depth)
        except OSError as error:
            reply = "changed" if isinstance(error, ChangedError) else "not-kept"
            return self._reply(reply, file=self._kept.file.name, reason=error.strerror or str(error))
        if isinstance(found, Fault):
            return self._refusal(found, words)
        if depth is not None:
            self._display.reached(session, words)
        elif found:
            self._display.step(session, found)
        return None

    def _refusal(self, fault: Fault, token: str) -> str:
        """Return why a step is refused, after its token where the sentence does not name it."""
        if fault.code is Code.SYNTAX and fault.variant in ("", "near", "text"):
            return self._not_understood(token)
        if fault.code is Code.MOVE_NUMBER and self._session.steps != self._session.depth:
            return self._reply("wrong-label", token=token, **fault.details)
        text = sentence(Problem(fault, token=token), self._display.look.language)
        return text if fault.code in (Code.SYNTAX, Code.MOVE_NUMBER) else f"{printable(token)}: {text}"

    def _not_understood(self, token: str) -> str:
        command, blank, number = token.partition(" ")
        if blank:
            reply = "own-line" if is_number(number) else "takes-number"
            text = self._reply(reply, token=token, command=command.lower())
            return noted(text, number, self._display.look.language)
        if is_command(token):
            return self._reply("not-first", token=token)
        from difflib import get_close_matches

        near = get_close_matches(token.lower()[:20], [*COMMANDS, *STEP_WORDS], 1)
        text = self._reply("unknown-near" if near else "unknown", token=token, near="".join(near))
        return noted(text, token, self._display.look.language, NOTATION)

    def _give_hints(self) -> None:
        position = self._session.position
        for hint in hints(position, HINTS):
            words = hint_words(hint, position, self._display.look.language)
            self._display.line(f"{format_step(hint.step)}: {words}")
        fault = refusal(position, Step(DEAL))
        if fault and fault.code is Code.DEAL_BLOCKED:
            self._display.line(self._refusal(fault, "deal"))
        self._display.result(self._session)

    def _show_help(self) -> None:
        for usage, text in help_lines(self._session.position.rules):
            self._display.line(f"{usage:<{INDENT}}{self._display.look.phrase(text)}", INDENT)

    def _explain(self, token: str) -> str:
        found = self._session.judge(token)
        if isinstance(found, Fault):
            return self._refusal(found, token)
        return self._reply("legal", step=format_step(found)) if found else self._reply("right-label", step=token)

    def _save(self, name: str) -> str:
        try:
            moved = self._kept.save_copy(name)
        except FileExistsError:
            return self._reply("exists", file=name)
        except OSError as error:
            return self._reply("not-saved", file=name, reason=error.strerror or str(error))
        return self._reply("moved" if moved else "saved", file=name)
