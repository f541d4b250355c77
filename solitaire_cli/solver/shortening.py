"""Shorter wins of games of runs: beams from places along a win that look for any later place, or for another end.

A beam finds the shortest win among the positions that it keeps, and it keeps others when it starts later, is wider or
prices hidden cards differently. Each search below may take fewer steps than the best win so far takes
from its start, so it can only make that shorter. The searches are fixed: the same win becomes the same shorter win.
"""

from __future__ import annotations

from solitaire_cli.solver import Deadline
from solitaire_cli.solver.beam_search import Beam, BeamSearch
from solitaire_cli.solver.column_table import Weights
from solitaire_cli.solver.state_space import StateSpace, rename_columns

_STRICT = Weights(hidden=80)
_LENIENT = Weights(hidden=80, gap=70, mixed=60)
_CROWDED = Weights(hidden=64, gap=56, mixed=48, used=40)

PLAN = (
    (Beam(2000, _LENIENT), 0),
    (Beam(4000, _CROWDED), 0),
    (Beam(4000, Weights(hidden=60, gap=60, mixed=50)), 0),
    (Beam(4000, Weights(hidden=72, gap=70, mixed=60, run=2)), 0),
    (Beam(500, _STRICT), 8),
    (Beam(500, _LENIENT), 6),
    (Beam(1000, _STRICT), 10),
    (Beam(1000, _CROWDED), 9),
)
"""The searches: a beam and the stride at which it starts along the win, from its end backwards; 0 is from the start."""


def shorten_win(space: StateSpace, codes: list[int], deadline: Deadline) -> list[int]:
    """Return the codes of a win that is no longer than the one by ``codes``."""
    for beam, stride in PLAN:
        for back in range(stride, len(codes), stride) if stride else [len(codes)]:
            if deadline():
                return codes
            start = len(codes) - back
            if start < 0:
                continue
            states = space.follow(codes, space.start)
            # the earlier of two equal places would be a loop: the later one counts
            goals = {space.hash(state): len(codes) - number for number, state in enumerate(states) if number > start}
            found = BeamSearch(space, beam).run(states[start], goals, back - 1, deadline)
            if found:
                way, goal = found
                met = len(codes) - goals[goal]
                reached = space.follow(way, states[start])[-1]
                codes = codes[:start] + way + rename_columns(codes[met:], states[met], reached)
    return codes
