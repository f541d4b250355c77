"""``pysolfc``: saved games of PySolFC, which are not read: they are pickles, and who loads one runs what is in it."""

from __future__ import annotations

from collections.abc import Iterator

from solitaire_cli.core.errors import Code, Fault, FaultError, Problem
from solitaire_cli.exchange.foreign_game import ForeignGame
from solitaire_cli.exchange.formats import Wish
from solitaire_cli.exchange.source import Source


def read(source: Source, wish: Wish) -> Iterator[ForeignGame | Problem]:
    """Refuse the file unread. Raises :class:`FaultError`."""
    raise FaultError(Problem(Fault(Code.CANNOT_SAY, {"format": wish.format}, "pickle"), 1, 1))
