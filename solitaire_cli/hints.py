"""Stand-in: the legal steps in their order."""

from __future__ import annotations

from typing import NamedTuple

from solitaire_cli.engine import legal_moves
from solitaire_cli.position import Position, Step


class Hint(NamedTuple):
    """A legal step and why it may be good."""

    step: Step
    reasons: tuple[str, ...]


def hints(position: Position, most: int | None = None) -> list[Hint]:
    """The legal steps, ``most`` of them or all."""
    return [Hint(step, ("builds",)) for step in legal_moves(position)][:most]
