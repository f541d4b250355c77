"""Games of runs: beams of growing width, until one of them wins."""

from __future__ import annotations

from collections.abc import Callable

from solitaire_cli.core.position import Position, Step
from solitaire_cli.solver import PLAIN_LEVELS, UNKNOWN, WON, is_fast
from solitaire_cli.solver.column_table import Beam, Setup, Weights
from solitaire_cli.solver.step_codes import step_of

LADDER = (
    (150, Weights()),
    (150, Weights(hidden=56)),
    (500, Weights()),
    (500, Weights(hidden=56)),
    (2000, Weights()),
    (2000, Weights(hidden=56)),
    (8000, Weights()),
    (8000, Weights(hidden=80, gap=70, mixed=60)),
)
"""For each level of effort the cap of the beam and the prices.

Two prices of a face-down card find more than one: a deal that wants its hidden cards late is lost to the beam that
opens them at once. The last level cares less about order within the columns too.
"""


def beam(setup: Setup) -> Beam:
    """The fastest beam search that there is."""
    if is_fast():
        from solitaire_cli.solver.beam import LayerSearch

        return LayerSearch(setup)
    from solitaire_cli.solver.plain import PlainSearch

    return PlainSearch(setup)


def search(
    position: Position, effort: int, deadline: Callable[[], bool] | None, shorten: bool
) -> tuple[str, list[Step], int]:
    """The status, the steps of a win and the level of effort."""
    if not is_fast():
        effort = min(effort, PLAIN_LEVELS)
    setup = Setup(position)
    searcher = beam(setup)
    for level, (cap, weights) in enumerate(LADDER[:effort], 1):
        found = searcher.search(cap, weights, setup.budget, deadline)
        if found is not None:
            codes = found[0]
            if shorten:
                from solitaire_cli.solver.shorten import shortened

                codes = shortened(setup, searcher, codes, deadline)
            return WON, [step_of(code) for code in codes], level
        if deadline is not None and deadline():
            return UNKNOWN, [], level - 1
    return UNKNOWN, [], effort
