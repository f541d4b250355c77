"""How a game is shown to a player: boards drawn or spoken, headings, lists of short words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from solitaire_cli.core.engine import OPEN
from solitaire_cli.core.position import REDO
from solitaire_cli.play.session import Session
from solitaire_cli.show.look import Look, Signs
from solitaire_cli.show.picture import card_text, picture
from solitaire_cli.show.records import title
from solitaire_cli.show.spoken import linear
from solitaire_cli.transcript.notation import format_step
from solitaire_cli.transcript.referee import Taken
from solitaire_cli.words.card_words import card_words, suit_words
from solitaire_cli.words.messages import COMPLAINTS, LABELS
from solitaire_cli.words.translation import N_, phrase

WIDTH = 78
"""The width of lists where no terminal says another one."""

SHOWN: dict[str, str] = {
    "won": N_("The game is won. undo goes back, quit ends."),
    "lost": N_("No legal step is left. undo goes back, restart goes to the start."),
    "undone": N_("undo ({step})"),
    "redone": N_("redo ({step})"),
}
"""What stands beside a board."""


class Outlet(Protocol):
    """Where lines for people and boards go; a console is one."""

    def write_line(self, line: str) -> None:
        """Write a line of words."""

    def write_picture(self, lines: Sequence[str]) -> None:
        """Write a board."""


class View:
    """Boards and lines of one session on their way to an outlet.

    With ``words`` boards are spoken instead of drawn; ``width`` asks for the terminal's width, if there is one.
    """

    def __init__(
        self,
        outlet: Outlet,
        language: str,
        signs: Signs,
        words: bool = False,
        width: Callable[[], int | None] = lambda: None,
    ) -> None:
        self.language = language
        self.words = words
        self._outlet = outlet
        self._signs = signs
        self._width = width

    def line(self, text: str, indent: int = 0) -> None:
        """Show a line of words, folded between them where the terminal is too narrow for it.

        Before the lines that follow then stand ``indent`` blanks, or a few where these would be half a line.
        """
        width = self._width()
        if width is None or len(text) <= width:
            self._outlet.write_line(text)
            return
        from textwrap import wrap

        blanks = " " * min(indent, 2 if indent > width // 2 else indent)
        for part in wrap(text, width, subsequent_indent=blanks, break_long_words=False, break_on_hyphens=False):
            self._outlet.write_line(part)

    def page(self, lines: Sequence[str]) -> None:
        """Show lines that may belong to a picture as they are; how wide they must be is said below them."""
        for line in lines:
            self._outlet.write_line(line)
        width, needed = self._width(), max(map(len, lines))
        if width is not None and width < needed:
            self.line(phrase(COMPLAINTS["narrow"], self.language, needed=needed, have=width))

    def place(self, session: Session) -> None:
        """Show the game, the number of steps that stand, and the board."""
        name = title(session.position.rules, session.header.deal, self.language)
        self.line(f"{name}, {phrase(LABELS['step'], self.language, step=session.depth)}")
        self.board(session)

    def board(self, session: Session) -> None:
        """Show the board, and whether the game is over."""
        if self.words:
            for line in linear(session.position, Look(self.language)):
                self.line(line)
        else:
            lines = picture(session.position, Look(self.language, self._signs), self._width())
            self._outlet.write_picture(lines)
        self.result(session)

    def result(self, session: Session) -> None:
        """Say whether the game is over."""
        if session.result != OPEN:
            self.line(phrase(SHOWN[session.result], self.language))

    def step(self, session: Session, taken: Taken) -> None:
        """Say a step that was taken, and what it did beside moving cards."""
        parts = [self._step_words(taken)]
        if taken.turned and not taken.undone:
            parts.append(phrase(LABELS["turned"], self.language, cards=self._cards(taken.turned)))
        if taken.change and taken.change.completed and not taken.undone:
            runs = [self._suit(ace) for _, ace in taken.change.completed]
            parts.append(phrase("{runs:completed}", self.language, runs=runs))
        self.reached(session, ", ".join(parts))

    def _cards(self, cards: Sequence[int]) -> str | list[str]:
        if self.words:
            return [card_words(card, self.language) for card in cards]
        return " ".join(card_text(card, self._signs) for card in cards)

    def _suit(self, card: int) -> str:
        return suit_words(card, self.language) if self.words else self._signs.suits[card >> 4]

    def reached(self, session: Session, words: str) -> None:
        """Say the number of steps that stand now, and what led there."""
        self.line(f"{phrase(LABELS['step'], self.language, step=session.depth)}: {words}")

    def _step_words(self, taken: Taken) -> str:
        """The canonical token of a step; of undo and redo with the step taken back or returned."""
        assert taken.step is not None and taken.change is not None
        if not taken.undone and taken.step.kind != REDO:
            return format_step(taken.step)
        key = "undone" if taken.undone else "redone"
        return phrase(SHOWN[key], self.language, step=format_step(taken.change.step))

    def list(self, words: Sequence[str]) -> None:
        """Show short words: as many in a line as it holds, each in its own where lines are spoken."""
        from textwrap import wrap

        lines = words if self.words else wrap(" ".join(words), self._width() or WIDTH, break_on_hyphens=False)
        for line in lines:
            self.line(line)
