"""A position of a transcript in the form that the console was asked for."""

from __future__ import annotations

from collections.abc import Sequence

from solitaire_cli.core.engine import OPEN, result
from solitaire_cli.core.position import Position
from solitaire_cli.shell.console import Console
from solitaire_cli.show.look import JSON, YAML
from solitaire_cli.show.picture import card_text, least_width, picture
from solitaire_cli.show.records import position_record, title
from solitaire_cli.transcript.header import Header
from solitaire_cli.transcript.notation import format_step
from solitaire_cli.transcript.reader import Transcript
from solitaire_cli.transcript.referee import Taken
from solitaire_cli.transcript.writer import header_text, position_values
from solitaire_cli.words.messages import LABELS
from solitaire_cli.words.translation import phrase


def show(console: Console, source: str, transcript: Transcript, position: Position, taken: Taken) -> None:
    """Write the position after ``taken``: a record, a transcript that starts there, or a picture with a heading."""
    header = transcript.header
    if console.look.form == JSON:
        console.product.write_json(position_record(source, transcript.number, header, position, taken))
    elif console.look.form == YAML:
        console.product.write(header_text(position_values(position, position_tags(header, taken.number))))
    else:
        console.product.write_gap()
        console.product.write_line(_heading(console, header, position, taken))
        show_board(console, position)


def show_board(console: Console, position: Position) -> None:
    """Write a position as a picture, folded to fit a terminal, or in words with ``--linear``."""
    if console.look.linear:
        from solitaire_cli.show.spoken import linear

        for line in linear(position, console.look):
            console.product.write_line(line)
    else:
        console.need_width(least_width(position.rules))
        console.product.write_picture(picture(position, console.look, console.product.width))


def position_tags(header: Header, step: int) -> dict[str, str]:
    """Where a position comes from, for the tags of its transcript."""
    deal = {} if header.deal is None else {"deal": header.deal}
    return {**deal, "step": str(step)}


def _heading(console: Console, header: Header, position: Position, taken: Taken) -> str:
    name = title(position.rules, header.deal, console.look.language)
    return ", ".join([name, *step_words(console, position, taken)])


def step_words(console: Console, position: Position, taken: Taken) -> list[str]:
    """The step ``taken`` in words, and the result if the game is over: the parts of a heading."""
    language = console.look.language
    step = phrase(LABELS["step"], language, step=taken.number)
    parts = [f"{step}: {format_step(taken.step)}" if taken.step else step]
    if taken.turned and not taken.undone:
        parts.append(phrase(LABELS["turned"], language, cards=_cards(console, taken.turned)))
    if taken.change and taken.change.completed and not taken.undone:
        runs = [_suit(console, ace) for _, ace in taken.change.completed]
        parts.append(phrase("{runs:completed}", language, runs=runs))
    reached = result(position)
    if reached != OPEN:
        parts.append(phrase(LABELS[reached], language))
    return parts


def _cards(console: Console, cards: Sequence[int]) -> str | list[str]:
    """Cards with their signs, or a list of their names with ``--linear``."""
    if console.look.linear:
        from solitaire_cli.words.card_words import card_words

        return [card_words(card, console.look.language) for card in cards]
    return " ".join(card_text(card, console.look.signs) for card in cards)


def _suit(console: Console, card: int) -> str:
    if console.look.linear:
        from solitaire_cli.words.card_words import suit_words

        return suit_words(card, console.look.language)
    return str(console.look.signs.suits[card >> 4])
