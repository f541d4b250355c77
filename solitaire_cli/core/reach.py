"""How many cards of a place can move together, and whether there is space and room for them."""

from __future__ import annotations

from itertools import pairwise

from solitaire_cli.core.cards import NAMES
from solitaire_cli.core.rules import Rules
from solitaire_cli.core.steps import CELL, RESERVE, Step
from solitaire_cli.core.table import Table


def run_length(position: Table, place: int, complete: bool = False) -> int:
    """Return the length of the face-up run that ends in the playable card of a column or reserve.

    It is a run of those that move, or with ``complete`` of those that may become complete.
    """
    cards = position.place(place)
    links = position.rules.completes if complete else position.rules.links
    start = len(cards) - 1
    covered = position.down[place] if place < CELL else 0
    while start > covered and links[cards[start - 1] << 6 | cards[start]]:
        start -= 1
    return len(cards) - start


def longest(position: Table, place: int) -> int:
    """Return how many cards of a column, cell or reserve the rules let move at once where there is space."""
    cards = position.place(place)
    if place >= CELL:
        return run_length(position, place) if cards and position.rules.reserve == "run" else min(1, len(cards))
    if position.moves_runs:
        return run_length(position, place)
    return len(cards) - position.down[place] if position.rules.unit == "any" else min(1, len(cards))


def capacity(position: Table, step: Step) -> int:
    """Return how many cards there is space to carry: of cards that move together, or of pieces of one suit.

    ``cells`` is the empty cells and one; ``spaces`` doubles that for each empty column but the target, if an empty
    column takes any card; ``pieces`` is the same for pieces.
    """
    carry = position.rules.carry
    if carry == "all" or step.source >= CELL:
        return len(NAMES) * len(NAMES)
    space = 1 + len(free_cells(position))
    if not only_cells(position.rules):
        space <<= sum(not cards for column, cards in enumerate(position.columns) if column != step.target)
    return space


def only_cells(rules: Rules) -> bool:
    """Return whether empty columns make no space to carry cards."""
    return rules.carry == "cells" or rules.empty != "any"


def weight(position: Table, step: Step) -> int:
    """Return what ``step`` takes of the :func:`capacity`."""
    if position.rules.carry != "pieces":
        return step.cards
    cards = position.place(step.source)[-step.cards :]
    return 1 + sum(upper >> 4 != lower >> 4 for upper, lower in pairwise(cards))


def has_space(position: Table, step: Step) -> bool:
    """Return whether there is space to carry the cards of ``step``."""
    return position.rules.carry == "all" or weight(position, step) <= capacity(position, step)


def free_cells(position: Table) -> list[int]:
    """Return the places of the empty cells."""
    return [CELL + cell for cell, held in enumerate(position.cells) if not held]


def kept_places(position: Table) -> list[int]:
    """Return the cells and reserves."""
    return [*range(CELL, CELL + len(position.cells)), *range(RESERVE, RESERVE + len(position.reserves))]


def reserves_open(position: Table) -> bool:
    """Return whether reserves take cards now."""
    rules = position.rules
    return rules.reserve != "none" and (rules.opens == "always" or position.dealt == len(position.stock))


def has_room(position: Table, step: Step) -> bool:
    """Return whether the cell or reserve that ``step`` names has room for its cards."""
    held, rules = position.place(step.target), position.rules
    if step.target >= RESERVE and rules.reserve == "run":
        return not held
    room = 1 if step.target < RESERVE else rules.room
    return step.cards == 1 and (room == 0 or len(held) < room)
