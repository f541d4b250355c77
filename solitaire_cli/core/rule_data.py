"""The rules of a game as its file has them: plain values, with nothing that follows from them."""

# Without "from __future__ import annotations", which makes texts of the types of fields: each is compiled at start-up.

from collections.abc import Mapping
from typing import NamedTuple

Text = Mapping[str, str]  # by language code


class Diagram(NamedTuple):
    """What the picture of a game shows: the document's own marks and captions.

    ``foundations`` is ``boxes`` (a frame above the columns) or ``line``, empty for what is usual with the goal;
    ``heads`` is a word of ``LAYOUT_HEADS``; ``arrows`` draws an arrow under each count. ``captions`` are texts by the
    names in ``CAPTIONS``, with the placeholders ``{stock}``, ``{columns}``, ``{cards}`` and ``{piles}``.
    """

    foundations: str = ""
    heads: str = "spaced"
    arrows: bool = False
    captions: Mapping[str, Text] = {}


class Placed(NamedTuple):
    """Where a dealt card goes: a column, a cell, a reserve, or -1 for a foundation; and whether it lies face up."""

    place: int
    up: bool


class RuleFields(NamedTuple):
    """The rules of one game with its options chosen; the words are those of :mod:`solitaire_cli.core.policies`.

    ``suits`` are the suits of one pack in the order of a fresh one (0 to 3 for S H D C), ``ranks`` the number of ranks
    from the ace up. ``first`` and ``last`` are names of cards that are put at the front and the end of the pack before
    the deal. ``tableau`` is where each card goes in dealing order; the rest is the stock or, where ``by`` is a number
    of columns and a rank, goes to the first column until a card of that rank begins the next. ``width`` is the least
    number of columns, those that get no card among them. ``order`` are the suits of the foundations, of each suit or of
    each pile, ``base`` the rank on which they begin, 0 for the first card dealt to one, and ``laps`` how often each
    goes through all ranks. A reserve holds ``room`` cards, 0 for any number. ``numbers`` are the kinds of
    :data:`~solitaire_cli.core.numbering.FOREIGN` that the game takes. ``options`` includes the defaults.
    """

    game: str
    names: Text
    packs: int
    suits: tuple[int, ...]
    ranks: int
    tableau: tuple[Placed, ...]
    by: tuple[int, int]
    width: int
    build: str
    direction: str
    wrap: bool
    unit: str
    run: str
    carry: str
    empty: str
    cells: int
    reserves: int
    reserve: str
    room: int
    opens: str
    stock: str
    serves: str
    removal: str
    goal: str
    complete: str
    head: str
    order: tuple[int, ...]
    base: int
    laps: int
    auto: bool
    first: tuple[str, ...]
    last: tuple[str, ...]
    numbers: tuple[str, ...]
    diagram: Diagram
    options: Mapping[str, str]
