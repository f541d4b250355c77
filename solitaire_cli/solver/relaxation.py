"""A proof that a game of cards is lost: a game that is easier in every way is lost too.

In the easier game a card that can ever be moved is free from then on: it lies wherever it is wanted, as often as it is
wanted, and covers nothing. What is left of a column are the cards that were never moved. A card of it becomes
free when all cards over it are, and one of these holds:

- on a foundation every lower card of its suit, in as many copies as the piles ask for, is there or free;
- a card that it may be laid on is free, or is the last of what is left of another column;
- nothing is left of some column, and an empty column takes the card;
- it heads a run that moves as one. Between the cards of the run that were never moved there may lie free ones, but
  only of the ranks between theirs.

When nothing more becomes free the stock deals, and the dealt cards lie on what is left of the columns. By induction
over the steps, a card that some real game moves before a deal is free before that deal here. So if in
the end something is left of a column, no real game moves it, and the real game cannot be won.
"""

from __future__ import annotations

from collections.abc import Sequence

from solitaire_cli.core.cards import RANK_MASK
from solitaire_cli.solver.task import Task


class Relaxation:
    """The easier game of a task."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.packs = max(task.deck.values())
        self.onto = [task.neighbours(card, 1) for card in range(64)]  # for each card those that take it

    def is_lost(self, columns: Sequence[Sequence[int]], placed: Sequence[int], dealt: int) -> bool:
        """Return whether the easier game is lost, and with it every real one.

        ``placed[card]`` is the number of foundation piles that have passed ``card``, ``dealt`` the number of deals
        taken. False proves nothing.
        """
        left = [list(column) for column in columns]
        have = list(placed)  # copies on the foundations or free
        under = [0] * 64  # copies that another card may be laid on: free, or the last of a column
        for column in left:
            if column:
                under[column[-1]] += 1
        # height[k][suit]: of how many ranks from the ace up there are more than k copies on the foundations or free
        height = [[self._height(have, suit, k) for suit in range(4)] for k in range(self.packs)]
        empty = not all(left)
        for cards in [*self.task.deals[dealt:], []]:
            again = True
            while again:
                again = False
                for column in left:
                    while column:
                        card = column[-1]
                        size = 1
                        if height[placed[card]][card >> 4] < (card & RANK_MASK) - 1:
                            size = self._movable(column, have, placed, under, empty)
                            if not size:
                                break
                        again = True
                        under[card] -= 1  # as the last of the column; it is free now
                        for _ in range(size):
                            card = column.pop()
                            under[card] += 1
                            have[card] += 1
                            suit = card >> 4
                            for k, heights in enumerate(height):
                                if heights[suit] == (card & RANK_MASK) - 1:
                                    heights[suit] = self._height(have, suit, k)
                        if column:
                            under[column[-1]] += 1
                        else:
                            empty = True
            for column, card in zip(left, cards):
                if column:
                    under[column[-1]] -= 1
                column.append(card)
                under[card] += 1
            empty = not all(left)
        return any(left)

    def _height(self, have: list[int], suit: int, k: int) -> int:
        """Return of how many ranks from the ace up there are more than ``k`` copies."""
        rank, ranks = 0, self.task.ranks
        while rank < ranks and have[suit << 4 | rank + 1] > k:
            rank += 1
        return rank

    def _movable(self, column: list[int], have: list[int], placed: Sequence[int], under: list[int], empty: bool) -> int:
        """Return how many cards at the end of ``column`` may move as parts of one run whose head finds a place."""
        lower = 0
        for size, card in enumerate(reversed(column), 1):
            if lower:
                if not self.task.moves_runs or card <= lower or card >> 4 != lower >> 4:
                    return 0
                if not all(have[between] > placed[between] for between in range(lower + 1, card)):
                    return 0
            for other in self.onto[card]:
                if under[other]:
                    return size
            if empty and (self.task.any_head or card & RANK_MASK == self.task.ranks):
                return size
            lower = card
        return 0
