"""A position to be searched: the policies of its rules, as the searches ask for them, and the deals to come."""

from __future__ import annotations

from solitaire_cli.core.cards import ACE, RANK_MASK
from solitaire_cli.core.position import Position


class Task:
    """The rules and the stock of one position; ``deals`` are the cards of each deal that is left, from the left."""

    def __init__(self, position: Position) -> None:
        rules = position.rules
        self.ranks = rules.ranks
        self.deck = rules.deck
        self.suits = sorted(set(rules.suits))
        self.any_suit = rules.build == "any-suit"
        self.moves_runs = rules.unit == "run"
        self.any_head = rules.empty == "any"
        self.needs_full = rules.stock == "no-empty-column"
        self.by_move = rules.removal == "by-move"
        self.width = len(position.columns)
        stock = position.stock_left
        self.deals = [stock[place : place + self.width] for place in range(0, len(stock), self.width)]

    def neighbours(self, card: int, distance: int) -> tuple[int, ...]:
        """Return the cards that ``card`` may be laid on (``distance`` 1), or that may be laid on it (-1)."""
        rank = (card & RANK_MASK) + distance
        if not ACE <= rank <= self.ranks:
            return ()
        return tuple(suit << 4 | rank for suit in self.suits) if self.any_suit else (card + distance,)
