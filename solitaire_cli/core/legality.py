"""The legal steps of a position, the quick way to take one, and how a game ends."""

from __future__ import annotations

from collections.abc import Iterator

from solitaire_cli.core.cards import ACE, EMPTY, RANK_MASK, RUNS
from solitaire_cli.core.errors import Fault
from solitaire_cli.core.reach import free_cells, has_room, has_space, kept_places, longest, reserves_open
from solitaire_cli.core.refusals import auto_fault, deal_fault, foundation_fault, refusal
from solitaire_cli.core.steps import AUTO, CELL, DEAL, MOVE, RESERVE, TO_FOUNDATION, Change, Step
from solitaire_cli.core.table import Table

_NO_RUN = len(RUNS)  # the first count that no run has
WON, LOST, OPEN = RESULTS = ("won", "lost", "open")


def attempt(position: Table, step: Step) -> Fault | None:
    """Take ``step`` if it is legal, else return why not: :func:`refusal` and ``apply_trusted`` in one.

    The few questions here are enough for the legal moves that complete no run, nearly all steps of transcripts.
    """
    kind, source, target, count, claim = step
    columns = position.columns
    if kind == MOVE and source < len(columns) and target < len(columns) and source != target:
        column = columns[source]
        covered = position.down[source]
        start = len(column) - count
        if covered <= start < len(column):
            head = column[start]
            onto = columns[target]
            if (
                # it goes there
                position.goes[(onto[-1] if onto else EMPTY) << 6 | head]
                # it may move
                and (count == 1 or (position.strict and count < _NO_RUN and column[start:] == RUNS[count][head]))
                and (not claim or claim == head)
                # it completes nothing: no ace comes under cards of its suit
                and not (position.leaves and column[-1] & RANK_MASK == ACE and onto and onto[-1] - head == 1)
            ):
                if count == 1:
                    onto.append(column.pop())
                else:
                    onto += column[start:]
                    del column[start:]
                if covered and covered == start:
                    position.down[source] = covered - 1 if not position.bare[source] else position.uncovered(source)
                    position.history.append(Change(step, (source,)))
                else:
                    position.history.append(step)
                if position.undone:
                    position.undone = []
                return None
    elif kind == TO_FOUNDATION and source < len(columns) and target < 0 and not claim and position.heights:
        column = columns[source]
        pile = position.pile_for(column[-1]) if column else -1
        if pile >= 0:
            position.history.append(position.lay(step, pile))
            if position.undone:
                position.undone = []
            return None
    fault = refusal(position, step)
    if fault is None:
        position.apply_trusted(step)
    return fault


def legal_moves(position: Table) -> Iterator[Step]:
    """Yield every legal step but undo and redo.

    Moves come by source, target and count, then those to the foundations by source, the deal, the auto.

    >>> from solitaire_cli.api import deal
    >>> print(*legal_moves(deal("spider-millennium", 24)))
    3-6 4-7 7-8 9-3 deal
    """
    columns, goes, rules = position.columns, position.goes, position.rules
    sources = [*range(len(columns)), *kept_places(position)]
    others = free_cells(position)[:1]
    others += [RESERVE + place for place in range(rules.reserves)] if reserves_open(position) else []
    for source in sources:
        cards = position.place(source)
        if not cards:
            continue
        most = longest(position, source)
        for target, onto in enumerate(columns):
            if target == source:
                continue
            row = (onto[-1] if onto else EMPTY) << 6
            for count in range(1, most + 1):
                if goes[row | cards[-count]]:
                    step = Step(MOVE, source, target, count)
                    if has_space(position, step):
                        yield step
        for target in others if source < CELL else ():
            for count in range(1, most + 1):
                step = Step(MOVE, source, target, count)
                if has_room(position, step) and has_space(position, step):
                    yield step
    for source in sources:
        step = Step(TO_FOUNDATION, source)
        if foundation_fault(position, step) is None:
            yield step
    if deal_fault(position) is None:
        yield Step(DEAL)
    if auto_fault(position) is None:
        yield Step(AUTO)


def result(position: Table) -> str:
    """Return ``won``, ``lost`` (no legal step is left; undo does not count) or ``open``.

    >>> from solitaire_cli.api import deal
    >>> result(deal("beetle", 24))
    'open'
    """
    if position.won:
        return WON
    return OPEN if deal_fault(position) is None or next(legal_moves(position), None) else LOST
