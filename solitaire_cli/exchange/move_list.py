"""``move-list``: a deal as lines of comma-separated cards, and moves as ``move 3 6 1`` and ``deal``.

The deal begins with a line with the game. Then come the rows of the columns, and a line with the stock, which is dealt
from its end, as many cards as there are columns at a time, each time from left to right. ``#`` begins a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from solitaire_cli.core.cards import NAMES
from solitaire_cli.core.errors import Code, Fault, FaultError, Problem
from solitaire_cli.core.position import Position
from solitaire_cli.core.rules import Rules
from solitaire_cli.core.steps import CELL, DEAL, MOVE, Step
from solitaire_cli.exchange.card_words import card_of
from solitaire_cli.exchange.foreign_game import ForeignGame, Setup, cannot_say, told
from solitaire_cli.exchange.formats import Wish, name_of
from solitaire_cli.exchange.source import Source, TextLine
from solitaire_cli.transcript.blocks import Token
from solitaire_cli.transcript.document import Transcript

NAME = "move-list"
_CARD = re.compile(r"[^,\s]+")
_MOVE, _DEAL = "move", "deal"
_STEP = re.compile(rf"{_MOVE}[ \t]+([1-9][0-9]{{0,2}})[ \t]+([1-9][0-9]{{0,2}})[ \t]+([1-9][0-9]{{0,2}})")
_NAME = re.compile(r"[^\W\d_][^,]*")


class _Deal:
    """The lines of a deal as they are read."""

    def __init__(self, rules: Rules, line: int) -> None:
        self.rules = rules
        self.line = line
        self.sizes = [down + up for down, up in rules.columns]
        self.rows: list[list[Token]] = []
        self.stock: list[Token] = []

    @property
    def full(self) -> bool:
        """Whether all lines are there."""
        return len(self.rows) == max(self.sizes) and (bool(self.stock) or not self.rules.stock_size)

    def add(self, line: TextLine) -> None:
        """Take a line of cards. Raises :class:`FaultError` for a wrong number of them, or a word that is not a card."""
        words = [Token(found[0], line.number, found.start() + 1) for found in _CARD.finditer(line.text)]
        for word in words:
            card_of(word)
        row = len(self.rows)
        rest = row == max(self.sizes)
        wanted = self.rules.stock_size if rest else sum(size > row for size in self.sizes)
        if len(words) != wanted:
            details = {"cards": len(words), "wanted": wanted}
            raise FaultError(line.problem(Fault(Code.WRONG_LAYOUT, details, "stock-line" if rest else "row")))
        if rest:
            self.stock = words
        else:
            self.rows.append(words)

    def position(self, wish: Wish) -> Position:
        """Return the start. Raises :class:`FaultError`."""
        columns: list[list[Token]] = [[] for _ in self.sizes]
        for row, words in enumerate(self.rows):
            held = [column for column, size in enumerate(self.sizes) if size > row]
            for column, word in zip(held, words):
                down = row < self.rules.columns[column][0]
                columns[column].append(word._replace(text=f"<{word.text}>") if down else word)
        setup = Setup(self.rules, self.line)
        setup.texts("columns", columns)
        setup.text("stock", _turned(self.stock, len(self.sizes)))
        return setup.position(wish.catalogue)


def read(source: Source, wish: Wish) -> Iterator[ForeignGame | Problem]:
    """Yield the games of a file; after a fault the next line with a game that is known begins one."""
    game: ForeignGame | None = None
    deal: _Deal | None = None
    lost = False
    for line in source.lines():
        line = TextLine(line.text.partition("#")[0], line.number)
        text = line.text.strip()
        names_a_game = _NAME.fullmatch(text) and text.split()[0] not in (_MOVE, _DEAL)
        if not text or (lost and not (names_a_game and wish.knows(text))):
            continue
        try:
            if names_a_game:
                yield from _end(game, deal)
                game, lost = None, False
                deal = _Deal(wish.rules_for(line.token()), line.number)
            elif deal:
                deal.add(line)
                if deal.full:
                    game, deal = ForeignGame(deal.position(wish), deal.line), None
            else:
                game = game or ForeignGame(wish.start_for(line.token()).copy(), line.number)
                game.play(_step(line), line.token())
        except FaultError as error:
            game = deal = None
            lost = True
            yield error.problem
    if not lost:
        yield from _end(game, deal)


def _end(game: ForeignGame | None, deal: _Deal | None) -> Iterator[ForeignGame | Problem]:
    """Yield the game that ends, or that its deal does not come to its end."""
    if deal:
        yield Problem(Fault(Code.WRONG_LAYOUT, {}, "short-deal"), deal.line, 1)
    elif game:
        yield game


def _step(line: TextLine) -> Step:
    if line.text.strip() == _DEAL:
        return Step(DEAL)
    found = _STEP.fullmatch(line.text.strip())
    if not found:
        raise FaultError(line.problem(Fault(Code.SYNTAX, {}, "move-list")))
    source, target, count = map(int, found.groups())
    return Step(MOVE, source - 1, target - 1, count)


def _turned(stock: list[Token], width: int) -> list[Token]:
    """Return a stock of this format in dealing order, or the other way round."""
    groups = [stock[max(0, end - width) : end] for end in range(len(stock), 0, -width)]
    return [card for group in groups for card in group]


def write(game: Transcript) -> str:
    """Return a deal and its moves. Raises :class:`FaultError` for what the format cannot say."""
    start = game.start
    name = name_of(NAME, start.rules)
    dealt = [(down, len(cards) - down) for down, cards in zip(start.down, start.columns)]
    if not name or dealt != [*start.rules.columns] or len(start.stock) != start.rules.stock_size:
        raise FaultError(
            Fault(Code.CANNOT_SAY, {"format": NAME, "game": start.rules.names}, "deal" if name else "game")
        )
    rows = range(max(map(len, start.columns)))
    lines = [[column[row] for column in start.columns if len(column) > row] for row in rows]
    width = len(start.columns)
    stock = start.stock_left
    groups = [stock[at : at + width] for at in range(0, len(stock), width)]
    lines.append([card for group in reversed(groups) for card in group])
    text = "".join(",".join(map(_name, cards)) + "\n" for cards in lines if cards)
    return f"{name}\n{text}" + "".join(f"{words}\n" for words, _ in told(game, _words))


def _name(card: int) -> str:
    return NAMES[card].replace("T", "10")[:-1] + NAMES[card][-1].lower()


def _words(step: Step, before: Position) -> str:
    if step.kind == DEAL:
        return _DEAL
    if step.kind != MOVE or max(step.source, step.target) >= CELL:
        raise cannot_say(NAME, step)
    return f"move {step.source + 1} {step.target + 1} {step.cards}"
