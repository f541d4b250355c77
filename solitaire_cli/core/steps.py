"""Steps, their text, and what a step changed on the table."""

# Without "from __future__ import annotations", which makes texts of the types of fields: each is compiled at start-up.

from typing import NamedTuple

from solitaire_cli.core.cards import NAMES

# kinds of steps
MOVE, TO_FOUNDATION, DEAL, AUTO, UNDO, REDO = range(6)
WORDS = {"deal": DEAL, "auto": AUTO, "undo": UNDO, "redo": REDO}  # the steps that are one word
LONGEST = 0  # the count of a move written ``x*``, before it is resolved
LARGEST_NUMBER = 1_000_000  # any larger column or count is read as this one
CELL, RESERVE = 2_000_000, 4_000_000  # the places of the first cell and the first reserve; a column's is its number
FREE_CELL = RESERVE - 1  # the target of a move to some empty cell; its count is LONGEST until it is resolved

_KINDS = {kind: word for word, kind in WORDS.items()}


class Step(NamedTuple):
    """One step; columns count from 0 here, from 1 in text, cells from :data:`CELL`, reserves from :data:`RESERVE`.

    ``target`` and the number of ``cards`` belong to a ``MOVE``, ``source`` to a ``MOVE`` and a ``TO_FOUNDATION``, whose
    ``target`` is a pile that was named, -1 for the first that takes the card.
    ``claim`` is the card that the player says is the head of what moves, 0 for none.

    >>> str(Step(MOVE, 4, 6, 3)), Step(DEAL)
    ('5-7x3', <Step deal>)
    """

    kind: int
    source: int = -1
    target: int = -1
    cards: int = 1
    claim: int = 0

    def token(self, claim: int = 0) -> str:
        """Return the canonical text of the step, with the card ``claim`` as the head of what moves if given."""
        kind, source, target, count, _ = self
        if kind in _KINDS:
            return _KINDS[kind]
        if kind == MOVE:
            onto = target + 1 if target < CELL else place_name(target)
        else:
            onto = f"f{target + 1}" if target >= 0 else "f"
        text = f"{source + 1 if source < CELL else place_name(source)}-{onto}"
        if kind == MOVE and count != 1 and target != FREE_CELL:
            text += f"x{count or '*'}"
        return f"{text}:{NAMES[claim]}" if claim else text

    def __str__(self) -> str:
        return self.token(self.claim)

    def __repr__(self) -> str:
        return f"<Step {self}>"


def place_name(place: int) -> str:
    """Return a column, cell or reserve as steps name it.

    >>> place_name(4), place_name(CELL), place_name(FREE_CELL), place_name(RESERVE + 1)
    ('5', 'c1', 'c', 'r2')
    """
    if place < CELL:
        return str(place + 1)
    if place == FREE_CELL:
        return "c"
    return f"c{place - CELL + 1}" if place < RESERVE else f"r{place - RESERVE + 1}"


class Change(NamedTuple):
    """What a step did beyond moving its cards.

    ``turned`` are the columns where a card was turned up, ``completed`` the runs that left, each as column and ace, in
    this order. ``dealt`` is the number of cards of a ``DEAL``, ``pile`` the foundation pile that took a card,
    ``before`` the columns, face-down counts and foundations before an ``AUTO``, or before a run left that is not of
    one suit.
    """

    step: Step
    turned: tuple[int, ...] = ()
    completed: tuple[tuple[int, int], ...] = ()
    dealt: int = 0
    pile: int = -1
    before: tuple[list[list[int]], list[int], list[int]] | None = None


Entry = Step | Change
"""What is remembered of a step: the step alone where nothing else happened, so that it costs one reference."""


def change_of(entry: Entry) -> Change:
    """Return the change that ``entry`` stands for."""
    return entry if isinstance(entry, Change) else Change(entry)
