"""Shorter wins of games of runs: beams from places along a win that look for any later place, or for another end.

A beam finds the shortest win among the positions that it keeps, and it keeps others when it starts later, is wider or
prices hidden cards differently. Each search below may take fewer steps than the best win so far takes
from its start, so it can only make that shorter. The searches are fixed: the same win becomes the same shorter win.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from solitaire_cli.solver.column_table import Beam, Setup, Weights, landing
from solitaire_cli.solver.step_codes import DEAL_CODE, FOUNDATION_TARGET

OPEN = Weights(hidden=80)
CLOSE = Weights(hidden=80, gap=70, mixed=60)
SLACK = Weights(hidden=60, gap=60, mixed=50)
CROWDED = Weights(hidden=64, gap=56, mixed=48, used=40)
RUNS = Weights(hidden=72, gap=70, mixed=60, run=2)

PLAN = (
    (2000, CLOSE, 0),
    (4000, CROWDED, 0),
    (4000, SLACK, 0),
    (4000, RUNS, 0),
    (500, OPEN, 8),
    (500, CLOSE, 6),
    (1000, OPEN, 10),
    (1000, CROWDED, 9),
)
"""The searches: the cap of the beam, the prices, and at which stride along the win a beam starts, from its end
backwards; 0 is one beam from the start."""

Place = tuple[tuple[int, ...], int]
"""A position: the nodes of its columns and the number of deals taken."""


def shortened(setup: Setup, searcher: Beam, codes: list[int], deadline: Callable[[], bool] | None) -> list[int]:
    """The codes of a win that is no longer than the one by ``codes``."""
    for cap, weights, stride in PLAN:
        for back in range(stride, len(codes), stride) if stride else [len(codes)]:
            if deadline is not None and deadline():
                return codes
            start = len(codes) - back
            if start >= 0:
                codes = _retried(setup, searcher, codes, start, cap, weights, deadline)
    return codes


def _retried(
    setup: Setup,
    searcher: Beam,
    codes: list[int],
    start: int,
    cap: int,
    weights: Weights,
    deadline: Callable[[], bool] | None,
) -> list[int]:
    """The win by ``codes`` with a shorter way from its step ``start`` on, if a beam finds one."""
    places = trace(setup, codes)
    left = len(codes) - start
    # the earlier of two equal places would be a loop: the later one counts
    goals = {setup.hash(*place): len(codes) - number for number, place in enumerate(places) if number > start}
    found = searcher.search(cap, weights, left - 1, deadline, places[start], goals)
    if found is None:
        return codes
    way, goal = found
    rest = goals[goal]
    met = trace(setup, way, places[start])[-1]
    end = codes[len(codes) - rest :]
    return codes[:start] + way + renamed(end, places[len(codes) - rest], met)


def trace(setup: Setup, codes: Sequence[int], start: Place | None = None) -> list[Place]:
    """The positions that the steps ``codes`` lead through from ``start``, that among them."""
    nodes = setup.nodes
    columns, dealt = start or (setup.start, 0)
    places = [(columns, dealt)]
    for code in codes:
        made = list(columns)
        if code == DEAL_CODE:
            for column, card in enumerate(setup.rows[dealt]):
                made[column] = nodes.land(landing(made[column], card, 1))
            dealt += 1
        else:
            source, target, count = code >> 16, code >> 8 & 255, code & 255
            node = made[source]
            made[source] = nodes.after[node][count or setup.ranks]
            if target != FOUNDATION_TARGET:
                head = nodes.top[node] + count - 1
                made[target] = nodes.land(landing(made[target], head, count))
        columns = tuple(made)
        places.append((columns, dealt))
    return places


def renamed(codes: list[int], was: Place, now: Place) -> list[int]:
    """The steps ``codes`` from the position ``was``, taken from ``now``, the same in another order of columns."""
    columns = list(now[0])
    names = []
    for node in was[0]:
        names.append(columns.index(node))
        columns[names[-1]] = -1
    if names == list(range(len(names))):
        return codes
    # the columns change places only when no deal is left
    result = []
    for code in codes:
        source, target, count = code >> 16, code >> 8 & 255, code & 255
        if target != FOUNDATION_TARGET:
            target = names[target]
        result.append(names[source] << 16 | target << 8 | count)
    return result
