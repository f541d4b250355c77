"""The words of rule files: what each policy may be, and the names of what a diagram and a guide hold.

Each word is here once; the reader of rule files, the help and the manual take them from here.
"""

from __future__ import annotations

from collections.abc import Callable

RED = frozenset((1, 2))  # the suits H and D

RELATIONS: dict[str, Callable[[int, int], bool]] = {
    "any-suit": lambda one, other: True,
    "same-suit": lambda one, other: one == other,
    "other-suit": lambda one, other: one != other,
    "same-colour": lambda one, other: (one in RED) == (other in RED),
    "other-colour": lambda one, other: (one in RED) != (other in RED),
}
"""Whether two suits go together, by the word of a relation."""

_RELATIONS = tuple(RELATIONS)

POLICIES: dict[str, tuple[str, ...]] = {
    # the relation of a card to the next higher one on which it is laid
    "build": _RELATIONS,
    # on what a card is laid: the next higher rank, or the next lower one too
    "direction": ("down", "both"),
    # what moves between columns: a run or a tail of one, one card, or any face-up card with all that lies on it
    "unit": ("run", "card", "any"),
    # the relation of the cards within a run that moves
    "run": _RELATIONS,
    # how many cards move at once: see `solitaire_cli.core.reach.capacity`
    "carry": ("all", "cells", "spaces", "pieces"),
    # what an empty column takes: any card or run, one headed by the highest rank, or nothing
    "empty": ("any", "king", "none"),
    # what a reserve takes: nothing, a card while there is room, or a run if it is empty
    "reserve": ("none", "card", "run"),
    # when reserves take cards: always, or once the stock is empty
    "opens": ("always", "stock-out"),
    # when the stock may be dealt
    "stock": ("no-empty-column", "always"),
    # the columns that a deal serves: all, or those that hold cards
    "serves": ("columns", "held-columns"),
    # how a complete run leaves the tableau
    "removal": ("automatic", "by-move", "none"),
    # what ends the game: complete runs that leave, cards on the foundations, or complete runs in the columns
    "goal": ("runs", "cards", "in-place"),
    # the relation of the cards within a complete run
    "complete": _RELATIONS,
    # the first card of a complete run: the highest rank, or any where ranks wrap
    "head": ("king", "any"),
}

DEFAULTS: dict[str, str] = {
    "direction": "down",
    "run": "same-suit",
    "carry": "all",
    "reserve": "none",
    "opens": "always",
    "stock": "always",
    "serves": "columns",
    "removal": "none",
    "complete": "same-suit",
    "head": "king",
}
"""What holds where a rule file is silent; the other policies are always given."""

LAYOUT_FOUNDATIONS = ("boxes", "line")
LAYOUT_HEADS = ("spaced", "joined")
CAPTIONS = ("foundations", "counts", "columns", "stock-count", "stock", "goal")
"""The captions of a game's diagram, from top to bottom."""
GUIDE = ("aim", "layout", "moves", "stock", "foundations", "options", "special", "advice")
"""The sections of a game's guide, in the order in which they are read."""
