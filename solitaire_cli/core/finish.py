"""The finish by foundation moves alone: the document's «Автосбор» (002, «Особые ситуации»).

Between twins the choice matters: one five may lie on the ace that the other pile waits for while the other lies free,
and only one of them has a place yet. The search takes what can do no harm at once, tries each twin, and leaves a branch
early when even both twins together could not free the rest.
"""

from __future__ import annotations

from collections.abc import Sequence

from solitaire_cli.core.cards import RANK_MASK

MOST_STATES = 1 << 14
"""After so many positions without a finish the search is given up: a second or two. With two packs some hundred do."""


def finish(columns: list[list[int]], foundations: Sequence[int], stock_left: int) -> tuple[int, ...] | None:
    """Return the columns from which to play, one card each, to end the game on the foundations, always the same order.

    ``None`` if no order of such moves ends it or none is found among :data:`MOST_STATES` positions, if the stock is
    not empty or if no card is left.
    """
    return None if stock_left or not any(columns) else _Search(columns, foundations).run()


class _Search:
    """A depth-first search over the heights of the columns, from which all else follows.

    A card finds a place while fewer piles have passed it, ``placed[card]``, than the card below.
    """

    def __init__(self, columns: list[list[int]], foundations: Sequence[int]) -> None:
        self.columns = columns
        self.placed = [0] * 64
        for top in foundations:
            for card in range(top & ~RANK_MASK, top + 1):
                self.placed[card] += 1
        self.piles = [self.placed[card & ~RANK_MASK] for card in range(64)]
        self.heights = [len(column) for column in self.columns]
        self.order: list[int] = []
        self.failed: set[tuple[int, ...]] = set()

    def run(self) -> tuple[int, ...] | None:
        """Search with a stack of choices: the length of ``order`` before each, and the columns not tried yet."""
        choices: list[tuple[int, list[int]]] = []
        while True:
            self._take_safe()
            if not any(self.heights):
                return tuple(self.order)
            state = tuple(self.heights)
            if state not in self.failed and self._hopeful():
                choices.append((len(self.order), self._playable()))
            self.failed.add(state)
            if len(self.failed) > MOST_STATES:
                return None
            while choices and not choices[-1][1]:
                choices.pop()
            if not choices:
                return None
            length, columns = choices[-1]
            while len(self.order) > length:
                column = self.order.pop()
                self.placed[self.columns[column][self.heights[column]]] -= 1
                self.heights[column] += 1
            self._take(columns.pop(0))

    def _playable(self) -> list[int]:
        playable = []
        for column, height in enumerate(self.heights):
            if height:
                card = self.columns[column][height - 1]
                if self.placed[card] < self.placed[card - 1]:
                    playable.append(column)
        return playable

    def _take_safe(self) -> None:
        """Play every card whose lower neighbours all lie on the foundations: no twin needs its place."""
        again = True
        while again:
            again = False
            for column in self._playable():
                card = self.columns[column][self.heights[column] - 1]
                if self.placed[card - 1] == self.piles[card]:
                    self._take(column)
                    again = True

    def _take(self, column: int) -> None:
        self.heights[column] -= 1
        self.placed[self.columns[column][self.heights[column]]] += 1
        self.order.append(column)

    def _hopeful(self) -> bool:
        """Return whether all cards could go if one place served every twin: if not, no real order ends the game."""
        heights, placed = self.heights[:], self.placed[:]
        again = True
        while again:
            again = False
            for column, cards in enumerate(self.columns):
                while heights[column] and placed[cards[heights[column] - 1] - 1]:
                    heights[column] -= 1
                    placed[cards[heights[column]]] += 1
                    again = True
        return not any(heights)
