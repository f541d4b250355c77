"""A picture fitted to a screen: what just moved is marked, face-down cards are gathered, rows scroll."""

from __future__ import annotations

from itertools import chain
from typing import NamedTuple

from solitaire_cli.core.position import Position
from solitaire_cli.show.grid import Moved, Row, draw
from solitaire_cli.show.look import Look
from solitaire_cli.show.picture import lay_out

LEAST_CARD_ROWS = 3  # the least number of rows of cards below the heads of the columns
LEAST_ROWS = 6  # the least number of rows of a picture whose heads scroll too


class FittedPicture(NamedTuple):
    """The rows of a picture on a screen; of those that scroll, the first one shown, the number shown and of all."""

    rows: list[Row]
    first: int = 0
    shown: int = 0
    all: int = 0


class TooSmallError(Exception):
    """A screen is too small for a picture; the arguments are the columns and rows that it needs."""


def fit_picture(
    position: Position, moved: Moved, look: Look, room: tuple[int, int], scroll: int | None = None
) -> FittedPicture:
    """Fit the picture of ``position`` into ``room``, columns and rows; ``scroll`` is the first row that scrolls.

    Without ``scroll`` the last row in which something moved can be seen. Raises :class:`TooSmallError`.
    """
    columns, rows = room
    whole = lay_out(position, look, columns, moved).rows
    needed = max(len(draw(row)) for row in whole), min(len(whole), LEAST_ROWS)
    if columns < needed[0] or rows < needed[1]:
        raise TooSmallError(*needed)
    piles, aside, bands, stock = lay_out(position, look, columns, moved, gather=len(whole) > rows)
    fixed = [*piles, *aside]
    body = list(chain.from_iterable(bands))
    if len(bands) == 1 and rows >= len(fixed) + 3 + LEAST_CARD_ROWS:
        fixed, body = [*fixed, *body[:2]], body[2:]
    if len(fixed) + 1 + LEAST_CARD_ROWS > rows:
        fixed, body = [], [*fixed, *body]
    window = rows - len(fixed) - 1
    last = max((number for number, row in enumerate(body) if any(cell.moved for cell in row)), default=0)
    first = max(0, min(last + 1 - window if scroll is None else scroll, len(body) - window))
    shown = body[first : first + window]
    return FittedPicture([*fixed, *shown, stock], first, len(shown), len(body))
