"""A position as people get it: a heading with the last step, and a picture below it or the same in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from solitaire_cli.core.engine import OPEN, result
from solitaire_cli.core.position import Position
from solitaire_cli.show.look import Look
from solitaire_cli.show.picture import card_text, picture
from solitaire_cli.words.messages import LABELS

if TYPE_CHECKING:
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
    name = look.title(position.rules, header.deal)
    return look.fit(f"{name}, {describe_step(position, taken, look)}")


def describe_step(position: Position, taken: Taken, look: Look) -> str:
    """Return the number and token of a step, what it did, and the result if the game is over."""
    from solitaire_cli.transcript.notation import format_step

    step = look.phrase(LABELS["step"], step=taken.number)
    parts = [f"{step}: {format_step(taken.step)}" if taken.step else step, *events(taken, look)]
    reached = result(position)
    if reached != OPEN:
        parts.append(look.phrase(LABELS[reached]))
    return ", ".join(parts)


def events(taken: Taken, look: Look) -> list[str]:
    """Return what a step did beyond moving cards: the cards turned up and the runs completed, unless it is an undo."""
    if taken.undone:
        return []
    found = []
    if taken.turned:
        found.append(look.phrase(LABELS["turned"], cards=_name_cards(taken.turned, look)))
    if taken.change and taken.change.completed:
        runs = [_name_suit(ace, look) for _, ace in taken.change.completed]
        found.append(look.phrase("{runs:completed}", runs=runs))
    return found


def _name_cards(cards: Sequence[int], look: Look) -> str | list[str]:
    if look.linear:
        from solitaire_cli.words.card_words import card_words

        return [card_words(card, look.language) for card in cards]
    return " ".join(card_text(card, look.signs) for card in cards)


def _name_suit(card: int, look: Look) -> str:
    if look.linear:
        from solitaire_cli.words.card_words import suit_words

        return suit_words(card, look.language)
    return look.signs.suits[card >> 4]
