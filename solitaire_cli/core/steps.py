"""Steps, their text, and what a step changed on the table."""

from __future__ import annotations

from typing import NamedTuple

from solitaire_cli.core.cards import NAMES

# kinds of steps
MOVE, TO_FOUNDATION, DEAL, AUTO, UNDO, REDO = range(6)
WORDS = {"deal": DEAL, "auto": AUTO, "undo": UNDO, "redo": REDO}  # the steps that are one word
LONGEST = 0  # the count of a move written ``x*``, before it is resolved
LARGEST_NUMBER = 1_000_000  # any larger column or count is read as this one

_KINDS = {kind: word for word, kind in WORDS.items()}


class Step(NamedTuple):
    """One step; columns count from 0 here, from 1 in text.

    ``target`` and the number of ``cards`` belong to a ``MOVE``, ``source`` to a ``MOVE`` and a ``TO_FOUNDATION``.
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
        text = f"{source + 1}-f" if kind == TO_FOUNDATION else f"{source + 1}-{target + 1}"
        if kind == MOVE and count != 1:
            text += f"x{count or '*'}"
        return f"{text}:{NAMES[claim]}" if claim else text

    def __str__(self) -> str:
        return self.token(self.claim)

    def __repr__(self) -> str:
        return f"<Step {self}>"


class Change(NamedTuple):
    """What a step did beyond moving its cards.

    ``turned`` are the columns where a card was turned up, ``completed`` the runs that left, each as column and ace, in
    this order. ``dealt`` is the number of cards of a ``DEAL``, ``pile`` the foundation pile that took a card,
    ``before`` the columns, face-down counts and foundations that an ``AUTO`` started from.
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
