"""Games of runs: beams of growing width, until one of them wins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from solitaire_cli.position import Position, Step
from solitaire_cli.solve import PLAIN_LEVELS, UNKNOWN, WON, is_fast
from solitaire_cli.solve.codes import step_of
from solitaire_cli.solve.nodes import Setup, Weights

LADDER = ((150, 112), (150, 56), (500, 112), (500, 56), (2000, 112), (2000, 56))
"""For each level of effort the cap of the beam and the price of a face-down card in eighths of a point.

Two prices find more than one: a deal that wants its hidden cards late is lost to the beam that opens them at once.
"""

WEIGHTS = Weights()


class Beam(Protocol):
    """A beam search from one position, with numpy or without."""

    def search(
        self, cap: int, hidden: int, budget: int, deadline: Callable[[], bool] | None = None
    ) -> list[int] | None:
        """The codes of the steps that win, or ``None``."""


def beam(position: Position) -> Beam:
    """The fastest beam search that there is."""
    setup = Setup(position, WEIGHTS)
    if is_fast():
        from solitaire_cli.solve.layers import LayerSearch

        return LayerSearch(setup)
    from solitaire_cli.solve.plain import PlainSearch

    return PlainSearch(setup)


def search(
    position: Position, effort: int, deadline: Callable[[], bool] | None, shorten: bool
) -> tuple[str, list[Step], int]:
    """The status, the steps of a win and the level of effort."""
    if not is_fast():
        effort = min(effort, PLAIN_LEVELS)
    searcher = beam(position)
    budget = Setup.budget(position)
    for level, (cap, hidden) in enumerate(LADDER[:effort], 1):
        codes = searcher.search(cap, hidden, budget, deadline)
        if codes is not None:
            if shorten:
                from solitaire_cli.solve.shorten import shortened

                codes = shortened(position, codes, deadline)
            return WON, [step_of(code) for code in codes], level
        if deadline is not None and deadline():
            return UNKNOWN, [], level - 1
    return UNKNOWN, [], effort
