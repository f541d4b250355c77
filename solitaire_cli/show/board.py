"""A position as people get it: a heading with the last step, and a picture below it or the same in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solitaire_cli.core.position import Position
from solitaire_cli.show.foundations import run_cell
from solitaire_cli.show.grid import card_text
from solitaire_cli.show.look import Look
from solitaire_cli.show.picture import picture
from solitaire_cli.words.messages import LABELS

if TYPE_CHECKING:
    from solitaire_cli.core.rules import Rules
    from solitaire_cli.transcript.header import Header
    from solitaire_cli.transcript.referee import Taken


def board(position: Position, look: Look, width: int | None = None) -> list[str]:
    """Return the lines of a position: a picture that is folded at ``width``, or words where the look is linear."""
    if look.linear:
        from solitaire_cli.show.spoken import linear

        return [look.fit(line) for line in linear(position, look)]
    return picture(position, look, width)


def heading(header: Header, position: Position, taken: Taken, look: Look) -> str:
    """Return the line above a position: the game, the last step, and what came of it."""
    return look.fit(f"{look.title(position.rules, header.deal)}, {describe_step(position, taken, look)}")


def describe_step(position: Position, taken: Taken, look: Look) -> str:
    """Return the number and token of a step, what it did, and the result if the game is over."""
    from solitaire_cli.core.legality import OPEN, result
    from solitaire_cli.core.notation import format_step

    step = look.phrase(LABELS["step"], step=taken.number)
    parts = [f"{step}: {format_step(taken.step)}" if taken.step else step, *events(position.rules, taken, look)]
    reached = result(position)
    return ", ".join(parts if reached == OPEN else [*parts, look.phrase(LABELS[reached])])


def events(rules: Rules, taken: Taken, look: Look) -> list[str]:
    """Return what a step did beyond moving cards: the cards turned up and the runs completed, unless it is an undo."""
    aces = [ace for _, ace in taken.change.completed] if taken.change else []
    if taken.undone or not (taken.turned or aces):
        return []
    if look.linear:
        from solitaire_cli.show.spoken import finished_words
        from solitaire_cli.words.card_words import card_words

        cards: str | list[str] = [card_words(card, look.language) for card in taken.turned]
        runs = [finished_words(ace, rules, look) for ace in aces]
    else:
        cards = " ".join(card_text(card, look.signs) for card in taken.turned)
        runs = [run_cell(ace, rules, look.signs).text for ace in aces]
    turned = [look.phrase(LABELS["turned"], cards=cards)] if cards else []
    return [*turned, look.phrase("{runs:completed}", runs=runs)] if runs else turned
