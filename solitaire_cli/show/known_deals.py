"""What is known of the first deals of a game: how many are winnable, and what follows for all deals.

``games/known.json`` counts what the files in ``deals/known/`` list deal by deal.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from solitaire_cli.core.rules import Rules
from solitaire_cli.show.look import Look
from solitaire_cli.words.messages import LABELS

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
        least, most = self.bounds
        return _wilson(least, self.deals)[0], _wilson(most, self.deals)[1]


def _wilson(share: float, size: int) -> tuple[float, float]:
    square = _SCORE * _SCORE
    centre = share + square / (2 * size)
    spread = _SCORE * sqrt(share * (1 - share) / size + square / (4 * size * size))
    scale = 1 + square / size
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


def known(rules: Rules) -> Known | None:
    """Return what is known of a game with its options, ``None`` if it was never searched."""
    import json
    from importlib.resources import files

    text = files("solitaire_cli").joinpath("games", "known.json").read_text("utf-8")
    for entry in json.loads(text):
        if (entry["game"], entry["rules"]) == (rules.game, rules.options):
            return Known(*(entry[field] for field in Known._fields))
    return None


def known_text(rules: Rules, look: Look) -> str:
    """Return the summary in words, or an empty text."""
    found = known(rules)
    if found is None:
        return ""
    share, overall = _span(found.bounds, look), _span(found.interval, look)
    return look.phrase(LABELS["known"], **found._asdict(), share=share, all=overall)


def _span(bounds: tuple[float, float], look: Look) -> str:
    """Return two shares in percent, or one if they are the same."""
    low, high = (look.phrase("{share}", share=100 * bound) for bound in bounds)
    return low if low == high else look.phrase(LABELS["from-to"], low=low, high=high)
