"""The position of a game: checked changes, copies, comparison and the board as text."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from solitaire_cli.core.cards import CARD_MASK, NAMES, RANK_MASK, column_text, names
from solitaire_cli.core.errors import Fault, FaultError
from solitaire_cli.core.numbering import FOREIGN, Number, card_order, foreign_order, marked_order, number_of
from solitaire_cli.core.refusals import refusal, resolved
from solitaire_cli.core.rules import Rules
from solitaire_cli.core.steps import CELL, RESERVE, Change, Step, change_of, place_name
from solitaire_cli.core.table import Table


class Position(Table):  # noqa: PLW1641 - it changes, so it has no hash
    """A position of a game with the steps that led to it.

    ``columns`` are lists of cards, the playable card last; of column ``c``, from 0, the first ``down[c]`` are face
    down. ``stock_left`` is the stock, the next card first. ``foundations`` are the tops of the piles: with the goal
    ``cards`` one for each of ``rules.piles``, an empty pile as rank 0 of its suit; with the goal ``runs`` the aces of
    the finished runs in the order in which they left. A card is a number: ``Card(number)`` prints it. Two positions are
    equal if their rules are and the same cards lie in the same places.

    >>> from solitaire_cli import Card, deal
    >>> position = deal("beetle", 24)
    >>> position
    <Position beetle 24: 0 steps, 56 cards in the stock>
    >>> [str(Card(card)) for card in position.columns[0]]
    ['KC', '8S', 'KC', '2C', '5S', '9D']
    >>> copy = position.copy()
    >>> position.apply("deal").dealt, position == copy
    (8, False)
    >>> position.undo().dealt, position == copy
    (8, True)
    """

    __slots__ = ()

    @classmethod
    def numbered(cls, rules: Rules, number: Number | str) -> Position:
        """Return the start of the deal ``number``. Raises :class:`FaultError` with ``bad-deal``."""
        number = number_of(number)
        if number.kind in FOREIGN:
            order = _foreign(number, rules)
        elif rules.first or rules.last:
            order = arranged(number, rules)
        else:
            order = card_order(number, rules.packs, rules.suits, rules.ranks)
        columns = [[order[place] for place in places] for places in rules.plan]
        if rules.by[0]:
            _deal_by(rules, order, columns)
        down = [cover for cover, _ in rules.faces]
        stock = order[rules.cards - rules.stock_size :]
        if not (rules.other_plan or rules.mixed):
            return cls(rules, columns, down, stock, empty_foundations(rules), number)
        other = {place: [order[at] for at in places] for place, places in rules.other_plan.items()}
        cells = [other.get(CELL + cell, []) for cell in range(rules.cells)]
        reserves = [other.get(RESERVE + reserve, []) for reserve in range(rules.reserves)]
        piled = other.get(-1, [])
        base = rules.base or piled[0] & RANK_MASK
        bare = [bare for _, bare in rules.faces]
        kept = cells, reserves, None, base, bare
        made = cls(rules, columns, down, stock, empty_foundations(rules), number, 0, (), (), *kept)
        for card in piled:
            made.collect(card, made.pile_for(card))
        return made

    def apply(self, step: Step | str) -> Change:
        """Take a step or its text and return what it did. Raises :class:`FaultError` if it is not legal."""
        if isinstance(step, str):
            from solitaire_cli.core.notation import parse_step  # which a deal does without

            step = parse_step(step)
        found = resolved(self, step)
        fault = found if isinstance(found, Fault) else refusal(self, found)
        if fault:
            raise FaultError(fault)
        assert isinstance(found, Step)
        return change_of(self.apply_trusted(found))

    def copy(self) -> Position:
        """Return a position of its own with the same cards and the same history."""
        columns = [column[:] for column in self.columns]
        cards = self.rules, columns, self.down[:], self.stock[:], self.foundations[:]
        return Position(*cards, self.number, self.dealt, self.history, self.undone, *self._kept())

    def _kept(self) -> tuple[list[list[int]], list[list[int]], list[int], int, list[int]]:
        cells, reserves = ([pile[:] for pile in piles] for piles in (self.cells, self.reserves))
        return cells, reserves, self.heights[:], self.base, self.bare

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._cards() == other._cards()

    def _cards(self) -> tuple[Any, ...]:
        bare = [bits & (1 << down) - 1 for bits, down in zip(self.bare, self.down)]
        kept = self.cells, self.reserves, self.heights, bare
        return tuple(self.rules), self.columns, self.down, self.stock_left, self.foundations, *kept

    def __reduce__(self) -> tuple[Any, ...]:  # compiled, it cannot be pickled otherwise
        cards = self.rules, self.columns, self.down, self.stock, self.foundations
        return Position, (*cards, self.number, self.dealt, self.history, self.undone, *self._kept())

    def __repr__(self) -> str:
        number = "" if self.number is None else f" {self.number}"
        counts = {"step": len(self.history), "card": len(self.stock) - self.dealt}
        steps, cards = (f"{count} {noun}{'s' * (count != 1)}" for noun, count in counts.items())
        return f"<Position {self.rules.game}{number}: {steps}, {cards} in the stock>"

    def __str__(self) -> str:
        """Return the board, then the size of the stock and the foundations, then cells and reserves.

        A face-down card is ``##``. Where foundations go through the ranks more than once, each tells its size.
        """
        rows = [" ".join([f"{column:2}" for column in range(1, len(self.columns) + 1)])]
        shown = [
            ["##" if hidden else NAMES[card] for card, hidden in zip(cards, self.covered(column))]
            for column, cards in enumerate(self.columns)
        ]
        for row in range(max([1, *map(len, shown)])):
            places = [cards[row] if row < len(cards) else "  " if row else "--" for cards in shown]
            rows.append(" ".join(places).rstrip())
        tops = [NAMES[top] or "--" for top in self.foundations]
        tops += ["--"] * (len(self.rules.piles) - len(tops))
        if self.rules.laps > 1:
            tops = [f"{top}x{height}" if height else top for top, height in zip(tops, self.heights)]
        rows.append(" ".join([f"[{len(self.stock) - self.dealt}]", *tops]))
        cells = [f"{place_name(CELL + cell)} {names(cards) or '--'}" for cell, cards in enumerate(self.cells)]
        rows += [" ".join(cells)] if cells else []
        rows += [f"{place_name(RESERVE + at)} {names(cards) or '--'}" for at, cards in enumerate(self.reserves)]
        return "\n".join(rows)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))


def card_texts(position: Position) -> dict[str, Any]:
    """Return the cards that are not on the foundations as headers and records have them."""
    texts: dict[str, Any] = {
        "columns": [column_text(*column) for column in zip(position.columns, position.down, position.bare)],
        "stock": names(position.stock_left),
    }
    if position.rules.cells:
        texts["cells"] = [*map(names, position.cells)]
    if position.rules.reserves:
        texts["reserves"] = [*map(names, position.reserves)]
    return texts


def _foreign(number: Number, rules: Rules) -> list[int]:
    """Return the cards of another program's deal in dealing order: what it deals row by row lies in the same place."""
    if fault := rules.refuses(number):
        raise FaultError(fault)
    dealt = foreign_order(number)
    return [dealt[place] for place in rules.rows] + dealt[len(rules.rows) :]


def _deal_by(rules: Rules, order: list[int], columns: list[list[int]]) -> None:
    """Deal what the rounds leave: to the first column, and each card of a rank begins the next one."""
    width, rank = rules.by
    rest = order[len(rules.tableau) :]
    starts = [0, *(at for at, card in enumerate(rest) if at and card & RANK_MASK == rank), len(rest)]
    dealt = [rest[start:end] for start, end in pairwise(starts)][:width]
    for column, cards in zip(columns, dealt):
        column += cards


def arranged(number: Number, rules: Rules) -> list[int]:
    """Return the cards in dealing order, those of ``rules.first`` before all others and those of ``rules.last`` behind.

    Each is a card, of the first pack or, if it is named again, of the next one; a rank for the last card of it; or
    ``beak`` for all cards of the first card's rank, in their order.
    """
    order = marked_order(number, rules.packs, rules.suits, rules.ranks)

    def choose(names: tuple[str, ...]) -> list[int]:
        chosen: list[int] = []
        for name in names:
            if name == "beak":
                found = [card for card in order if (card ^ order[0]) & RANK_MASK == 0]
            else:
                alike = [card for card in order if NAMES[card & CARD_MASK].startswith(name) and card not in chosen]
                found = [alike[-1] if len(name) == 1 else min(alike)]
            chosen += found
        return chosen

    front, end = choose(rules.first), choose(rules.last)
    rest = [card for card in order if card not in front and card not in end]
    return [card & CARD_MASK for card in (*front, *rest, *end)]


def empty_foundations(rules: Rules) -> list[int]:
    """Return the foundations before any card is on them."""
    return rules.empty_foundations[:]
