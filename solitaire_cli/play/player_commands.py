"""The commands that a player or a program types: their names, arguments and help, and reading a line of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from solitaire_cli.core.errors import Fault
from solitaire_cli.core.notation import is_label, read_step
from solitaire_cli.core.rules import Rules
from solitaire_cli.core.steps import LARGEST_NUMBER
from solitaire_cli.words.translation import N_


class Command(NamedTuple):
    """A command: how the help writes it, what it does, and the argument that it takes."""

    usage: str
    help: str
    takes: Literal["nothing", "number", "step", "file"] = "nothing"


STEP_HELP: dict[str, str] = {
    "3-7": N_("move a card from column 3 to column 7"),
    "3-7x4": N_("move four cards; without x4, one, or as many as fit if one does not"),
    "3-7x*": N_("move as many cards as fit; to an empty column, as many as can move"),
    "5-c": N_("move a card from column 5 to the first empty cell, or to cell 2 with 5-c2"),
    "c2-7": N_("move the card in cell 2 to column 7"),
    "5-r1": N_("move a card from column 5 to reserve 1"),
    "r1-7": N_("move a card from reserve 1 to column 7"),
    "2-f": N_("move from column 2 to the foundations"),
    "c2-f": N_("move the card in cell 2 to the foundations"),
    "r1-f": N_("move a card from reserve 1 to the foundations"),
    "deal, d": N_("deal a card from the stock to each column"),
    "auto": N_("finish the game, if foundation moves alone can do it"),
}
"""The steps as the help lists them."""

COMMANDS: dict[str, Command] = {
    "undo": Command("undo [N], u", N_("take back a step, or N of them"), "number"),
    "redo": Command("redo [N], r", N_("redo a step that was taken back, or N of them"), "number"),
    "goto": Command("goto N", N_("go to the position after N steps, by undo or redo"), "number"),
    "restart": Command("restart", N_("go back to the start, by undo")),
    "moves": Command("moves", N_("list every legal step")),
    "hint": Command("hint, h", N_("suggest steps that may help, and say why")),
    "why": Command("why STEP", N_("say why a step is refused; nothing changes"), "step"),
    "layout": Command("layout", N_("show the board again")),
    "rules": Command("rules", N_("show the rules of the game")),
    "save": Command("save FILE", N_("write a copy of the transcript to a new file"), "file"),
    "help": Command("help, ?", N_("show this list")),
    "quit": Command("quit, q", N_("leave the game; it can be continued later")),
}
"""The commands that a line may begin with."""

ALSO_STEPS = ("undo", "redo")
"""The commands that are steps where no number follows."""
_SHORT_STEPS = {"d": "deal", "u": "undo", "r": "redo"}
_SHORT_COMMANDS = {"h": "hint", "?": "help", "q": "quit"}

BLANKS = " \t\r\n"
"""White space, the same as in a transcript."""
split_words = re.compile(f"[^{BLANKS}]+").findall
"""Split a line at white space."""


class Request(NamedTuple):
    """What a line asks for: a command with its argument, or, where ``command`` is empty, steps."""

    command: str
    argument: str = ""
    steps: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The command and its argument as typed, short forms written out."""
        return f"{self.command} {self.argument}" if self.argument else self.command

    @property
    def number(self) -> int:
        """The argument as a number; huge ones are all the same."""
        return int(self.argument) if len(self.argument) < 7 else LARGEST_NUMBER

    def target(self, depth: int) -> int | None:
        """Return the number of steps to go back or forth to from ``depth``, if the command asks for that."""
        if COMMANDS[self.command].takes != "number":
            return 0 if self.command == "restart" else None
        return {"undo": depth - self.number, "redo": depth + self.number, "goto": self.number}[self.command]

    @property
    def well_formed(self) -> bool:
        """Whether the argument is one that the command takes."""
        takes = COMMANDS[self.command].takes
        if takes == "number":
            return is_number(self.argument) and (self.number > 0 or self.command == "goto")
        if takes == "step":
            tokens = split_words(self.argument)
            return len(tokens) == 1 and not is_command(tokens[0])
        return bool(self.argument) == (takes == "file")


def read_request(line: str, short: bool = True) -> Request | None:
    """Read a line; ``None`` if it is blank or a comment. ``short`` allows short forms.

    Words that are no command are taken for steps. After undo or redo anything but a step or a command is its
    number, right or wrong, so that a slip in the number takes nothing back.

    >>> read_request("3-5 u  # both")
    Request(command='', argument='', steps=('3-5', 'undo'))
    >>> read_request("undo 3"), read_request("save my game.moves").argument
    (Request(command='undo', argument='3', steps=()), 'my game.moves')
    """
    line = line.removeprefix("\ufeff")  # what some programs begin a text with
    words = split_words(line)
    if words and words[0].lower() == "save":
        return Request("save", line.strip(BLANKS)[len("save") :].strip(BLANKS))
    comment = next((place for place, word in enumerate(words) if word.startswith("#")), len(words))
    words = words[:comment]
    if not words:
        return None
    if short:
        words = [_SHORT_STEPS.get(word.lower(), word) for word in words]
        words[0] = _SHORT_COMMANDS.get(words[0].lower(), words[0])
    command = words[0].lower()
    if command not in COMMANDS or (command in ALSO_STEPS and (len(words) == 1 or _has_meaning(words[1]))):
        return Request("", steps=_join_numbers(words))
    return Request(command, " ".join(words[1:]))


def is_number(text: str) -> bool:
    """Return whether ``text`` is a number in ASCII digits."""
    return text.isascii() and text.isdigit()


def is_command(word: str) -> bool:
    """Return whether ``word`` is a command, in full or short, and not a step."""
    word = word.lower()
    return word in _SHORT_COMMANDS or (word in COMMANDS and word not in ALSO_STEPS)


def _has_meaning(word: str) -> bool:
    """Return whether ``word`` is a step, a label or a command, and so no slip in the number of an undo."""
    return not isinstance(read_step(word), Fault) or is_label(word) or is_command(word)


def _join_numbers(words: list[str]) -> tuple[str, ...]:
    """Return the tokens of a line of steps, the number of an undo or redo in one token with it."""
    tokens: list[str] = []
    for word in words:
        if tokens and tokens[-1].lower() in ALSO_STEPS and not _has_meaning(word):
            tokens[-1] += f" {word}"
        else:
            tokens.append(word)
    return tuple(tokens)


def help_lines(rules: Rules) -> Iterator[tuple[str, str]]:
    """Yield what can be typed and what it does, without steps that the rules do not have."""
    has = {
        "3-7x4": rules.unit != "card",
        "3-7x*": rules.unit != "card",
        "5-c": bool(rules.cells),
        "c2-7": bool(rules.cells),
        "5-r1": bool(rules.reserves) and rules.reserve != "none",
        "r1-7": bool(rules.reserves),
        "2-f": rules.removal != "automatic" and bool(rules.piles),
        "c2-f": bool(rules.cells) and rules.goal == "cards",
        "r1-f": bool(rules.reserves) and rules.goal == "cards",
        "deal, d": bool(rules.stock_size),
        "auto": rules.auto,
    }
    yield from ((step, text) for step, text in STEP_HELP.items() if has.get(step, True))
    yield from ((command.usage, command.help) for command in COMMANDS.values())
