"""What is known of the first deals of a game: how many are winnable, and what follows for all deals.

``games/known.json`` counts what the files in ``deals/known/`` list deal by deal.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from solitaire_cli.core.rules import Rules
from solitaire_cli.show.look import Look
from solitaire_cli.words.messages import LABELS
from solitaire_cli.words.shipped import shipped

_SCORE = 1.959964  # standard deviations on either side that hold 95 % of a normal distribution


class Known(NamedTuple):
    """How many of the deals ``1`` to ``deals`` were won, proved unwinnable, or neither."""

    deals: int
    won: int
    unwinnable: int
    unknown: int

    @property
    def bounds(self) -> tuple[float, float]:
        """The least and greatest share of these deals that may be winnable, from 0 to 1."""
        return self.won / self.deals, (self.won + self.unknown) / self.deals

    @property
    def interval(self) -> tuple[float, float]:
        """The share of all deals with a confidence of 95 %; the unknown ones count as lost below and as won above.

        Source of the formula: E. B. Wilson, Probable inference (1927), the score interval.

        >>> [round(bound, 4) for bound in Known(1000, 0, 1000, 0).interval]
        [0.0, 0.0038]
        """
        square = _SCORE * _SCORE / self.deals
        ends = []
        for share, sign in zip(self.bounds, (-1, 1)):
            spread = _SCORE * sqrt((share * (1 - share) + square / 4) / self.deals)
            ends.append((share + square / 2 + sign * spread) / (1 + square))
        return max(0.0, ends[0]), min(1.0, ends[1])


def known_text(rules: Rules, look: Look) -> str:
    """Return in words what is known of a game with its options; an empty text if it was never searched."""
    import json

    for entry in json.loads(shipped("games/known.json")):
        if (entry["game"], entry["rules"]) == (rules.game, rules.options):
            found = Known(*(entry[field] for field in Known._fields))
            share, overall = _span(found.bounds, look), _span(found.interval, look)
            return look.phrase(LABELS["known"], **found._asdict(), share=share, all=overall)
    return ""


def _span(bounds: tuple[float, float], look: Look) -> str:
    low, high = (look.phrase("{share}", share=100 * bound) for bound in bounds)
    return low if low == high else look.phrase(LABELS["from-to"], low=low, high=high)
