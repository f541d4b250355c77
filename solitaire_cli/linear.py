"""Stand-in: a position as lines of words."""

from __future__ import annotations

from solitaire_cli.cards import names
from solitaire_cli.position import Position


def linear(position: Position, language: str) -> list[str]:
    """A line for each column."""
    shown = zip(position.columns, position.down)
    return [f"column {n}: {names(cards[down:])}" for n, (cards, down) in enumerate(shown, 1)]
