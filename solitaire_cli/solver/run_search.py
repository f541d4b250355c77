"""The search of a game of runs: beams of growing width, until one of them wins."""

from __future__ import annotations

from solitaire_cli.core.position import Position
from solitaire_cli.core.steps import Step
from solitaire_cli.solver import UNKNOWN, WON, Deadline
from solitaire_cli.solver.beam_search import LADDER, BeamSearch
from solitaire_cli.solver.column_table import EMPTY
from solitaire_cli.solver.shortening import shorten_win
from solitaire_cli.solver.state_space import RunState, StateSpace
from solitaire_cli.solver.step_codes import decode


def search(position: Position, effort: int, deadline: Deadline, shorten: bool) -> tuple[str, list[Step], int]:
    """Return the status, the codes of the steps to a win, and the level of effort."""
    space = StateSpace(position)
    goals = {space.hash(RunState((EMPTY,) * space.width, len(space.deals))): 0}
    for level, beam in enumerate(LADDER[:effort], 1):
        found = BeamSearch(space, beam).run(space.start, goals, space.longest, deadline)
        if found:
            codes = found[0]
            if shorten:
                codes = shorten_win(space, codes, deadline)
            return WON, list(map(decode, codes)), level
        if deadline():
            return UNKNOWN, [], level - 1
    return UNKNOWN, [], effort
