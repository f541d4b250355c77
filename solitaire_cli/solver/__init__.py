"""Searches for wins. They read the rules as data and know no game by name.

May import: core.

Where complete runs are the goal a beam search looks for a win; it needs numpy and never proves that there is none.
Where cards go to the foundations an exhaustive search with a relaxation does both. These two know runs of one suit
and no cells; :func:`search_for` says which rules they serve, and which are left to a search through the engine's steps.
A solver sees the face-down cards and the stock.

The same position and effort give the same answer on every machine; a deadline may only turn an answer into ``unknown``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from solitaire_cli.core.cards import ACE
from solitaire_cli.core.errors import SolitaireError
from solitaire_cli.core.legality import LOST, result
from solitaire_cli.core.position import Position
from solitaire_cli.core.refusals import refusal
from solitaire_cli.core.rules import Rules
from solitaire_cli.core.steps import AUTO, Step

Deadline = Callable[[], bool]
WON, UNWINNABLE, UNKNOWN = ("won", "unwinnable", "unknown")

LEVELS = DEFAULT_EFFORT = 8
"""The levels of effort are 1 to this; a level does what the ones below it do, and more."""

MOST_CARDS = 52
"""The cards in play that the search through the engine's steps takes at most; with more it seldom comes to an end."""

GRADES = ("easy", "easy", "medium", "medium", "hard", "hard", "hard", "hard")
"""The grade of a game by the level that first wins it, from level 1."""


class MissingNumpyError(SolitaireError):
    """A game of runs cannot be searched, since numpy is not installed or, if there is a ``reason``, does not load."""

    def __init__(self, reason: str = "") -> None:
        super().__init__(reason)
        self.reason = reason

    @property
    def complaint(self) -> str:
        """The key of the sentence for it."""
        return "broken-numpy" if self.reason else "needs-numpy"

    def __str__(self) -> str:
        if self.reason:
            return f"searching this game needs numpy, which does not load: {self.reason}"
        return "searching this game needs numpy: pip install 'solitaire-cli[solve]'"


class NoSearchError(SolitaireError):
    """There is no search for a game with these rules."""

    complaint = "no-search"

    def __str__(self) -> str:
        return "there is no search for this game"


class Solution(NamedTuple):
    """The answer of a search.

    ``steps`` win where the status is ``won``, else there are none. ``effort`` is the level that won or proved, or
    the highest that was used up in vain: 0 if a deadline came before the end of the first. ``grade`` is that of a win.
    """

    status: str
    steps: tuple[Step, ...]
    effort: int
    grade: str | None


def search_for(rules: Rules) -> Literal["runs", "cards", "steps", ""]:
    """Return the search that serves games with these rules, nothing if none does.

    ``runs`` is the beam search and ``cards`` the exhaustive one with the relaxation. What they take for granted of a
    game is asked here; ``steps`` is the search through the steps that the engine lists, which takes nothing for
    granted, and serves games of one pack.

    >>> from solitaire_cli.api import games
    >>> search_for(games()["spider"].base), search_for(games()["beetle"].base), search_for(games()["freecell"].base)
    ('runs', 'cards', 'steps')
    """
    one_suit = rules.unit == "card" or (rules.unit == "run" and rules.strict and rules.carry == "all")
    plain = rules.direction == "down" and not rules.wrap and rules.build in ("any-suit", "same-suit")
    spaces = rules.empty != "none" and rules.serves == "columns" and not (rules.cells or rules.reserves or rules.mixed)
    if one_suit and plain and spaces:
        if rules.goal == "runs" and rules.complete == "same-suit" and rules.head == "king":
            return "runs"
        piles = all(rules.piles.count(card >> 4) == copies for card, copies in rules.deck.items())
        if rules.goal == "cards" and rules.base == ACE and rules.laps == 1 and piles:
            return "cards"
    return "steps" if rules.cards <= MOST_CARDS else ""


def solve(
    position: Position, effort: int = DEFAULT_EFFORT, deadline: Callable[[], bool] | None = None, shorten: bool = False
) -> Solution:
    """Search for a win from ``position``, which stays as it is.

    ``effort`` is a level from 1 to :data:`LEVELS`. ``deadline`` is asked now and then, and ends the search when it
    says true. With ``shorten`` a win in a game of runs is made shorter, with much more work; a deadline ends that
    too, and the shortest win so far stands. Where a step is left it raises :class:`NoSearchError` if no search serves
    the rules, and :class:`MissingNumpyError` if the one that does needs numpy.

    >>> from solitaire_cli.api import deal
    >>> solve(deal("beetle", 1)).status
    'unwinnable'
    """
    if not isinstance(position, Position) or not isinstance(effort, int):
        raise TypeError(f"solve takes a Position and an effort from 1 to {LEVELS}, not {position!r} and {effort!r}")
    if not 1 <= effort <= LEVELS:
        raise ValueError(f"effort is 1 to {LEVELS}, not {effort}")
    start = position.copy()
    if start.won:
        return Solution(WON, (), 1, GRADES[0])
    if result(start) == LOST:
        return Solution(UNWINNABLE, (), 1, None)
    found = search_for(start.rules)
    if found == "":
        raise NoSearchError
    if found == "runs":
        search = _run_search()
    elif found == "cards":
        from solitaire_cli.solver.best_first import search
    else:
        from solitaire_cli.solver.whole_game import search
    status, way, level = search(start, effort, deadline or (lambda: False), shorten)
    if status != WON:
        return Solution(status, (), level, None)
    steps: list[Step] = []
    for step in way:
        # the first legal auto ends the game
        ends = start.rules.auto and refusal(start, Step(AUTO)) is None
        steps.append(Step(AUTO) if ends else step)
        start.apply(steps[-1])
        if ends:
            break
    assert start.won
    return Solution(WON, tuple(steps), level, GRADES[level - 1])


def _run_search() -> Callable[[Position, int, Deadline, bool], tuple[str, list[Step], int]]:
    """Return the search of games of runs. Whatever keeps numpy from loading is a :class:`MissingNumpyError`."""
    try:
        import numpy  # noqa: F401

        from solitaire_cli.solver.run_search import search
    except MemoryError:
        raise
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and error.name == "numpy":
            raise MissingNumpyError from None
        # numpy gives advice on many lines, and what went wrong on the last
        said = str(error).strip().rpartition("\n")[2].removeprefix("Original error was: ")
        raise MissingNumpyError(said or type(error).__name__) from error
    return search
