"""Moves that stand for several: a row of more than one suit carried over free columns, piece by piece."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from solitaire_cli.core.cards import EMPTY
from solitaire_cli.core.position import Position
from solitaire_cli.core.steps import CELL, MOVE, Step


def carried(position: Position, step: Step) -> list[Step] | None:
    """Return the fewest single moves that do what ``step``, a move between columns, asks for; ``None`` if none do.

    Each card of the row must fit on the one above it. A piece is a part of the row that moves at once. It may rest on
    any column that takes it.
    """
    source, target, count = step.source, step.target, step.cards
    if max(source, target) >= CELL or source == target:
        return None
    column, goes = position.columns[source], position.goes
    if not 1 < count <= len(column) - position.down[source]:
        return None
    row = column[-count:]
    if not (all(goes[upper << 6 | lower] for upper, lower in pairwise(row)) and goes[_top(position, target) | row[0]]):
        return None
    starts = [0, *(at for at in range(1, count) if not position.rules.links[row[at - 1] << 6 | row[at]])]
    rests = tuple(
        sum(goes[_top(position, place) | row[start]] << piece for piece, start in enumerate(starts))
        if place not in (source, target)
        else 0
        for place in range(len(position.columns))
    )
    if _cost(0, len(starts), rests) is None:
        return None
    sizes = [end - start for start, end in pairwise([*starts, count])]
    moves = _moves(0, len(starts), source, target, rests)
    return [Step(MOVE, one, other, sizes[piece]) for piece, one, other in moves]


def _top(position: Position, place: int) -> int:
    cards = position.columns[place]
    return (cards[-1] if cards else EMPTY) << 6


@lru_cache(maxsize=1 << 14)
def _cost(first: int, last: int, rests: tuple[int, ...]) -> tuple[int, int, int] | None:
    """Return the moves that it takes to carry the pieces ``first`` to ``last``, and from which on they rest where.

    ``rests`` are the columns, as bits the pieces that each takes now.
    """
    if last - first == 1:
        return 1, 0, 0
    best: tuple[int, int, int] | None = None
    for place, takes in enumerate(rests):
        if takes in rests[:place]:
            continue  # another column that does the same
        left = (*rests[:place], 0, *rests[place + 1 :])
        for split in range(first + 1, last):
            if takes >> split & 1:
                upper, lower = _cost(first, split, left), _cost(split, last, left)
                if upper and lower and (best is None or upper[0] + 2 * lower[0] < best[0]):
                    best = upper[0] + 2 * lower[0], split, place
    return best


def _moves(first: int, last: int, source: int, target: int, rests: tuple[int, ...]) -> Iterator[tuple[int, int, int]]:
    """Yield the piece, the column from which it goes and that to which it goes, of each move."""
    found = _cost(first, last, rests)
    assert found
    if last - first == 1:
        yield first, source, target
        return
    _, split, place = found
    left = (*rests[:place], 0, *rests[place + 1 :])
    yield from _moves(split, last, source, place, left)
    yield from _moves(first, split, source, target, left)
    yield from _moves(split, last, place, target, left)
