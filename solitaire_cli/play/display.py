"""How a game looks to its player: boards drawn or in words, steps, lists of short words."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from solitaire_cli.core.legality import OPEN, result
from solitaire_cli.core.notation import format_step
from solitaire_cli.core.steps import REDO
from solitaire_cli.play.session import Session
from solitaire_cli.shell.product import Product
from solitaire_cli.show.board import board, events
from solitaire_cli.show.look import Look
from solitaire_cli.transcript.referee import Taken
from solitaire_cli.words.messages import COMPLAINTS, LABELS
from solitaire_cli.words.translation import N_

WIDTH = 78  # of lists where there is no terminal

NOTES: dict[str, str] = {
    "won": N_("The game is won. undo goes back, quit ends."),
    "lost": N_("No legal step is left. undo goes back, restart goes to the start."),
    "undone": N_("undo ({step})"),
    "redone": N_("redo ({step})"),
}
"""What accompanies a board."""


class Display:
    """The boards and lines of a game on their way to the product, which may go to a terminal."""

    def __init__(self, product: Product, look: Look) -> None:
        self.look = look
        self._product = product

    def line(self, text: str, indent: int = 0) -> None:
        """Write a line of words, folded between words where the terminal is too narrow for it.

        The lines that follow then begin with ``indent`` blanks, or a few where these would be half a line.
        """
        width = self._product.width
        if width is None or len(text) <= width:
            self._product.write_line(text)
            return
        blanks = " " * min(indent, 2 if indent > width // 2 else indent)
        for part in wrap(text, width, subsequent_indent=blanks, break_long_words=False, break_on_hyphens=False):
            self._product.write_line(part)

    def page(self, lines: Sequence[str]) -> None:
        """Write lines that are not folded, since there may be a picture in them, and say if they are too wide."""
        for line in lines:
            self._product.write_line(line)
        width, needed = self._product.width, max(map(len, lines))
        if width is not None and width < needed:
            self.line(self.look.phrase(COMPLAINTS["narrow"], needed=needed, have=width))

    def place(self, session: Session) -> None:
        """Write the name of the game, the number of steps that count, and the board."""
        name = self.look.title(session.position.rules, session.transcript.header.deal)
        self.line(f"{name}, {self.count_steps(session)}")
        self.board(session)

    def count_steps(self, session: Session) -> str:
        """Return the number of steps that count, in words; ``goto`` takes it."""
        return self.look.phrase(LABELS["step"], step=session.depth)

    def board(self, session: Session) -> None:
        """Write the board, and whether the game is over."""
        lines = board(session.position, self.look, self._product.width)
        if self.look.linear:
            for line in lines:
                self.line(line)
        else:
            self._product.write_lines(lines)
        self.result(session)

    def result(self, session: Session) -> None:
        """Write whether the game is over."""
        ending = result(session.position)
        if ending != OPEN:
            self.line(self.look.phrase(NOTES[ending]))

    def step(self, session: Session, taken: Taken) -> None:
        """Write a step that was taken, and what it did beyond moving cards."""
        assert taken.step is not None and taken.change is not None
        words = format_step(taken.change.step)
        if taken.undone or taken.step.kind == REDO:
            words = self.look.phrase(NOTES["undone" if taken.undone else "redone"], step=words)
        self.reached(session, ", ".join([words, *events(session.position.rules, taken, self.look)]))

    def reached(self, session: Session, words: str) -> None:
        """Write the number of steps that count now, and what led there."""
        self.line(f"{self.count_steps(session)}: {words}")

    def moves(self, session: Session) -> None:
        """Write the legal steps, as many in a line as fit or one a line for a screen reader, or how the game ended."""
        moves, width = session.moves(), self._product.width or WIDTH
        for line in moves if self.look.linear else wrap(" ".join(moves), width, break_on_hyphens=False):
            self.line(line)
        self.result(session)
