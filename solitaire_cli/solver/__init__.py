"""Searches for wins. They read the rules as data and know no game by name.

May import: core.

    from solitaire_cli.api import deal
    from solitaire_cli.solver import solve

    solution = solve(deal("spider-millennium", 24))
    solution.status, len(solution.steps), solution.grade

The searches read the rules as data and know no game. Where complete runs are the goal a beam search looks for a win; it
never proves that there is none. Where cards go to the foundations an exhaustive search with a relaxation does both.
Every combination of the other policies is covered. A solver sees the face-down cards and the stock.

The same position and effort give the same answer on every machine; a deadline may only turn an answer into ``unknown``.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import NamedTuple

from solitaire_cli.core.engine import LOST, refusal, result
from solitaire_cli.core.position import AUTO, Position, Step

WON, UNWINNABLE, UNKNOWN = STATUSES = ("won", "unwinnable", "unknown")

LEVELS = 8
"""The levels of effort are 1 to this; a level does what the ones below it do, and more."""

DEFAULT_EFFORT = LEVELS

PLAIN_LEVELS = 2
"""Without numpy a search of a game of runs ends after this level: the higher ones would take minutes."""

GRADES = ("easy", "easy", "medium", "medium", "hard", "hard", "hard", "hard")
"""The grade of a game by the level that first wins it, from level 1."""


class Solution(NamedTuple):
    """What a search found.

    ``steps`` win where the status is ``won``, else there are none. ``effort`` is the level that won or proved, or
    the highest that was used up in vain: 0 if a deadline came before the end of the first. ``grade`` is that of a win.
    """

    status: str
    steps: tuple[Step, ...]
    effort: int
    grade: str | None


def solve(
    position: Position,
    effort: int = DEFAULT_EFFORT,
    deadline: Callable[[], bool] | None = None,
    shorten: bool = False,
) -> Solution:
    """Search for a win from ``position``, which stays as it is.

    ``effort`` is a level from 1 to :data:`LEVELS`. ``deadline`` is asked now and then, and ends the search when it
    says true. With ``shorten`` a win in a game of runs is made shorter, with much more work; a deadline ends that
    too, and the shortest win so far stands.

    >>> from solitaire_cli.api import deal
    >>> solve(deal("beetle", 1)).status
    'unwinnable'
    """
    if not 1 <= effort <= LEVELS:
        raise ValueError(f"effort is 1 to {LEVELS}, not {effort}")
    start = copied(position)
    if start.won:
        return Solution(WON, (), 1, GRADES[0])
    if result(start) == LOST:
        return Solution(UNWINNABLE, (), 1, None)
    if start.rules.goal == "runs":
        from solitaire_cli.solver.run_search import search
    else:
        from solitaire_cli.solver.card_search import search
    status, steps, level = search(start, effort, deadline, shorten)
    if status != WON:
        return Solution(status, (), level, None)
    return Solution(WON, _checked(start, steps), level, GRADES[level - 1])


def is_fast() -> bool:
    """Whether numpy is there, so that games of runs are searched beyond level :data:`PLAIN_LEVELS`."""
    try:
        return find_spec("numpy") is not None
    except ValueError:  # a module that was taken out of sys.modules by setting it to None
        return False


def copied(position: Position) -> Position:
    """A position with the same cards and no history."""
    return Position(
        position.rules,
        [column[:] for column in position.columns],
        position.down[:],
        position.stock_left,
        position.foundations[:],
    )


def _checked(start: Position, steps: list[Step]) -> tuple[Step, ...]:
    """``steps`` as the engine takes them from ``start`` to a win; the first legal ``auto`` ends them."""
    taken = []
    for step in steps:
        auto = Step(AUTO)
        if start.rules.auto and refusal(start, auto) is None:
            step = auto
        fault = refusal(start, step)
        assert fault is None, (step, fault)
        start.apply(step)
        taken.append(step)
        if step.kind == AUTO:
            break
    assert start.won
    return tuple(taken)
