"""A game in words: what a player types to what is said and shown. Reading and writing are others' work."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from solitaire_cli.core.errors import Code, Fault, Problem
from solitaire_cli.core.hints import hints
from solitaire_cli.core.position import LARGEST_NUMBER
from solitaire_cli.core.rules import Rules
from solitaire_cli.play.board_view import View
from solitaire_cli.play.session import ORDERS, Order, Session, is_order, read_order, split_words
from solitaire_cli.system.game_file import ChangedError
from solitaire_cli.transcript.notation import WORDS as STEP_WORDS
from solitaire_cli.transcript.notation import format_step
from solitaire_cli.transcript.referee import Taken
from solitaire_cli.words.card_words import hint_words
from solitaire_cli.words.escaping import printable
from solitaire_cli.words.faults import sentence
from solitaire_cli.words.messages import LABELS
from solitaire_cli.words.translation import N_, phrase

HINTS = 5
"""The hints that are given at once."""
INDENT = 13
"""The characters before the explanations in the help."""

SAID: dict[str, str] = {
    "written": N_("Each step is kept in {file:long} at once. Write a step, such as {step}, or help."),
    "written-ended": N_("Each step is kept in {file:long} at once. Write help for what can be written."),
    "legal": N_("{step} is legal"),
    "true-label": N_("{step} is the right label"),
    "no-order": N_('"{token}" is neither a step nor a command; help lists both'),
    "near-order": N_('"{token}" is neither a step nor a command; did you mean "{near}"?'),
    "not-first": N_('"{token}" is a command, which stands first in its line'),
    "own-line": N_('write "{token}" in a line of its own'),
    "label": N_('the label "{token}" is wrong: the next step is number {next}, since undo and redo count too'),
    "number": N_("{order} takes a number, such as {order} 3"),
    "goto": N_("there is no position {step}; goto takes 0 to {last}"),
    "why": N_("why takes a step, such as why {step}"),
    "file": N_("save takes the name of a new file"),
    "no-argument": N_("write {order} alone, with nothing behind it"),
    "not-kept": N_("{file:long}: cannot write: {reason:system}; the step is not taken, all before it are kept"),
    "changed": N_(
        "{file:long}: {reason:system}; the step is not taken. save FILE keeps the game in a new file, and goes on there"
    ),
    "saved": N_("saved: {file:long}"),
    "moved": N_("saved: {file:long}; the game goes on there"),
    "exists": N_("{file:long} exists and stays as it is; name another file"),
    "not-saved": N_("{file:long}: cannot write: {reason:system}"),
}
"""What is said in a game beside the sentences for faults."""

HELP: dict[str, str] = {
    "3-7": N_("a card from column 3 to column 7"),
    "3-7x4": N_("four cards; without x4 as many as column 7 asks for"),
    "2-f": N_("from column 2 to the foundations"),
    "deal, d": N_("a card from the stock to each column"),
    "auto": N_("the end of the game, when foundation moves alone reach it"),
    "undo [N], u": N_("takes back a step, or N of them"),
    "redo [N], r": N_("returns what was taken back"),
    "goto N": N_("goes to the position after N steps, by undo or redo"),
    "restart": N_("goes back to the start, by undo"),
    "moves": N_("lists every legal step"),
    "hint, h": N_("names steps that may help, and why"),
    "why STEP": N_("says why a step is refused; nothing changes"),
    "layout": N_("shows the board again"),
    "rules": N_("says the rules of the game"),
    "save FILE": N_("writes a copy of the transcript to a new file"),
    "help, ?": N_("shows this list"),
    "quit, q": N_("ends; the game can be continued later"),
}
"""What can be typed, and what it does."""


class Talk:
    """A conversation about one session: :meth:`begin`, then :meth:`answer` for each line until it says no.

    ``rules`` gives the rules as lines; ``save`` writes a copy of the transcript to a new file, says whether
    the game goes on there, and raises :class:`OSError`; ``file`` is the name of the one that is written.
    """

    def __init__(
        self,
        session: Session,
        view: View,
        file: str,
        rules: Callable[[], list[str]],
        save: Callable[[str], bool],
    ) -> None:
        self._session = session
        self._view = view
        self._file = file
        self._rules = rules
        self._copy = save
        self._orders: dict[str, Callable[[], None]] = {
            "moves": self._moves,
            "hint": self._hints,
            "layout": lambda: view.place(session),
            "rules": self._say_rules,
            "help": self._help,
        }

    def begin(self) -> None:
        """Show where the game stands, and say what can be done."""
        self._view.place(self._session)
        moves = self._session.moves()
        step = next((move for move in moves if "-" in move), "".join(moves[:1]))
        if not step and self._session.depth:
            step = "undo"
        self._say("written" if step else "written-ended", file=self._file, step=step)

    @property
    def prompt(self) -> str:
        """What stands before the line that is typed: the number of steps that stand, which ``goto`` takes."""
        words = phrase(LABELS["step"], self._view.language, step=self._session.depth)
        return f"{words}: " if self._view.words else f"{words}> "

    def answer(self, line: str) -> bool:
        """Do what ``line`` asks for and say what came of it; false if the game is to end."""
        order = read_order(line)
        if order is None:
            return True
        if order.word == "quit" and not order.argument:
            return False
        if not order.word:
            self._play(order.steps)
        elif order.word in ("undo", "redo", "goto"):
            self._jump(order)
        elif order.word == "restart" and not order.argument:
            self._arrive(lambda: self._session.goto(0), "restart")
        elif order.word == "why":
            self._why(order.argument)
        elif order.word == "save":
            self._save(order.argument)
        elif order.argument:
            self._say("no-argument", order=order.word)
        else:
            self._orders[order.word]()
        return True

    def _say(self, key: str, **details: Any) -> None:
        self._view.line(phrase(SAID[key], self._view.language, **details))

    def _play(self, tokens: Sequence[str]) -> None:
        """Take steps up to the first that is refused; the board comes once, the refusal last."""
        moved = False
        refusal = ""
        for token in tokens:
            try:
                found = self._session.play(token)
            except OSError as error:
                refusal = self._not_kept(error)
                break
            if isinstance(found, Fault):
                refusal = self._refusal(found, token)
                break
            if found is not None:
                self._view.step(self._session, found)
                moved = True
        if moved:
            self._view.board(self._session)
        if refusal:
            self._view.line(refusal)

    def _jump(self, order: Order) -> None:
        """Undo, redo or goto with a number."""
        number = order.argument
        least = 0 if order.word == "goto" else 1
        if not _is_number(number) or _number(number) < least:
            self._say("number", order=order.word)
            return
        session, count = self._session, _number(number)
        last = session.depth + len(session.position.undone)
        if order.word == "goto" and count > last:
            self._say("goto", step=count, last=last)
            return
        jump = {"undo": session.undo, "redo": session.redo, "goto": session.goto}[order.word]
        self._arrive(lambda: jump(count), f"{order.word} {count}")

    def _arrive(self, jump: Callable[[], Taken | Fault], words: str) -> None:
        """Go to another position, and show it."""
        try:
            found = jump()
        except OSError as error:
            self._view.line(self._not_kept(error))
            return
        if isinstance(found, Fault):
            self._view.line(self._refusal(found, words))
            return
        self._view.reached(self._session, words)
        self._view.board(self._session)

    def _not_kept(self, error: OSError) -> str:
        key = "changed" if isinstance(error, ChangedError) else "not-kept"
        reason = error.strerror or str(error)
        return phrase(SAID[key], self._view.language, file=self._file, reason=reason)

    def _refusal(self, fault: Fault, token: str) -> str:
        """Why something is refused, the token before it where the sentence does not name it."""
        language = self._view.language
        if fault.code is Code.SYNTAX and fault.variant in ("", "near"):
            return self._no_step(token)
        if fault.code is Code.MOVE_NUMBER and self._session.steps != self._session.depth:
            return phrase(SAID["label"], language, token=token, **fault.details)
        text = sentence(Problem(fault, token=token), language)
        return text if fault.code in (Code.SYNTAX, Code.MOVE_NUMBER) else f"{printable(token)}: {text}"

    def _no_step(self, token: str) -> str:
        """What is to be said of a word in the place of a step."""
        order, blank, number = token.partition(" ")
        near = []
        if blank:
            key = "own-line" if _is_number(number) else "number"
        elif is_order(token):
            key = "not-first"
        else:
            from difflib import get_close_matches

            near = get_close_matches(token.lower()[:20], [*ORDERS, *STEP_WORDS], 1)
            key = "near-order" if near else "no-order"
        return phrase(SAID[key], self._view.language, token=token, order=order.lower(), near="".join(near))

    def _moves(self) -> None:
        moves = self._session.moves()
        self._view.list(moves)
        if not moves:
            self._view.result(self._session)

    def _hints(self) -> None:
        position = self._session.position
        found = hints(position, HINTS)
        for hint in found:
            words = hint_words(hint, position, self._view.language)
            self._view.line(f"{format_step(hint.step)}: {words}")
        if not found:
            self._view.result(self._session)

    def _say_rules(self) -> None:
        self._view.page(self._rules())

    def _help(self) -> None:
        left_out = _foreign_help(self._session.position.rules)
        for words, text in HELP.items():
            if words not in left_out:
                self._view.line(f"{words:<{INDENT}}{phrase(text, self._view.language)}", INDENT)

    def _why(self, argument: str) -> None:
        tokens = split_words(argument)
        if len(tokens) != 1 or is_order(tokens[0]):
            self._say("why", step=next(iter(self._session.moves()), "3-7"))
            return
        found = self._session.judge(tokens[0])
        if isinstance(found, Fault):
            self._view.line(self._refusal(found, tokens[0]))
        elif found is None:
            self._say("true-label", step=tokens[0])
        else:
            self._say("legal", step=format_step(found))

    def _save(self, name: str) -> None:
        if not name:
            self._say("file")
            return
        try:
            moved = self._copy(name)
        except FileExistsError:
            self._say("exists", file=name)
        except OSError as error:
            self._say("not-saved", file=name, reason=error.strerror or str(error))
        else:
            self._say("moved" if moved else "saved", file=name)
            if moved:
                self._file = name


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _number(digits: str) -> int:
    return int(digits) if len(digits) < 7 else LARGEST_NUMBER


def _foreign_help(rules: Rules) -> set[str]:
    """What has no place in the help of a game: moves that its rules do not have."""
    absent = {"3-7x4": rules.unit != "run", "2-f": rules.removal == "automatic", "auto": not rules.auto}
    return {words for words, missing in absent.items() if missing}
