"""``fc-solve``: boards as fc-solve and pysol-cards write them.

A board is a line for each column, the deepest card first, perhaps after a colon; before them there may be ``Founds: H-0
C-2 D-A S-K``, ``FC: 2C - - 3D`` and ``Talon: ...``. An empty line among the columns, or a colon alone, is an empty one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from solitaire_cli.core.cards import ACE, NAMES, RANK_MASK, SUITS, column_text, names, read_card
from solitaire_cli.core.errors import Code, Fault, FaultError, Problem
from solitaire_cli.core.position import Position
from solitaire_cli.core.rules import Rules
from solitaire_cli.exchange.foreign_game import ForeignGame, Setup
from solitaire_cli.exchange.formats import Wish, refuse_steps
from solitaire_cli.exchange.source import Source, TextLine
from solitaire_cli.transcript.blocks import Token
from solitaire_cli.transcript.document import Transcript

_HEADING = re.compile(r"(Found(?:ation)?s|FC|Freecells|Talon):", re.IGNORECASE)
_PILE = re.compile(r"([HCDS])-(0|[2-9]|1(?=0)0|[ATJQK])", re.IGNORECASE)
_CELL = 4  # the characters that fc-solve prints for a cell
_NOTHING = "-"
_ORDER = [SUITS.index(suit) for suit in "HCDS"]  # the suits as fc-solve prints them


def read(source: Source, wish: Wish) -> Iterator[ForeignGame | Problem]:
    """Yield the boards of a file."""
    rules: Rules | None = None
    board: Board | None = None
    for line in source.lines():
        heading = _HEADING.match(line.text)
        if board is None:
            if not line.text.strip():
                continue
            rules = rules or wish.rules_for(Token("", line.number, 1))
            board = Board(rules, line.number)
        elif heading and board.columns:
            yield board.game(wish)
            board = Board(board.rules, line.number)
        board.add(line, heading[1] if heading else "")
        if board.full:
            yield board.game(wish)
            board = None
    if board:
        yield board.game(wish)


class Board:
    """A board as it is read, line by line."""

    def __init__(self, rules: Rules, line: int) -> None:
        self.rules = rules
        self.line = line
        self.columns: list[list[Token]] = []
        self._cells: list[list[Token]] = []
        self._piles: list[Token] = []
        self._stock: list[Token] = []

    @property
    def full(self) -> bool:
        """Whether all columns are there."""
        return len(self.columns) == len(self.rules.columns)

    def add(self, line: TextLine, heading: str) -> None:
        """Take a line; ``heading`` is the word before its colon, if there is one."""
        if not heading:
            words = line.words()
            if words and words[0].text.startswith(":"):
                first = words.pop(0)
                rest = first._replace(text=first.text[1:], column=(first.column or 0) + 1)
                words[:0] = [rest] if rest.text else []
            if words or self.columns or ":" in line.text:
                self.columns.append(words)
            return
        at = len(heading) + 1
        words = [word for word in line.words() if (word.column or 0) > at or word.text[at:]]
        if words and (words[0].column or 0) <= at:
            words[0] = words[0]._replace(text=words[0].text[at:], column=(words[0].column or 0) + at)
        kind = heading[0].upper() + heading[1:2].lower()
        if kind == "Fo":
            self._piles = words
        elif kind == "Ta":
            self._stock = words
        else:
            self._cells = _cells(words, at, self.rules.cells)

    def game(self, wish: Wish) -> ForeignGame | Problem:
        """Return the game that starts from the board, or what is wrong with it."""
        try:
            return ForeignGame(self.position(wish), self.line)
        except FaultError as error:
            return error.problem

    def position(self, wish: Wish) -> Position:
        """Return the position that the board shows. Raises :class:`FaultError`."""
        for word in (*(word for column in self.columns for word in column), *self._stock):
            _check_card(word)
        for cell in self._cells:
            for word in cell:
                _check_card(word)
        setup = Setup(self.rules, self.line)
        setup.texts("columns", self.columns)
        setup.text("stock", self._stock)
        setup.texts("cells", self._cells)
        piles = [_pile(word, self.rules) for word in self._piles]
        setup.text("foundations", [pile for pile in piles if pile])
        return setup.position(wish.catalogue)


def _cells(words: list[Token], at: int, count: int) -> list[list[Token]]:
    """Return the cards in the cells. A ``-`` is an empty one; fc-solve's own are told by where they stand."""
    ends = [(word.column or 0) - 1 + len(word.text) - at for word in words]
    printed = len(words) < count and all(end % _CELL == 0 for end in ends)
    if not printed or any(word.text == _NOTHING for word in words):
        return [[] if word.text == _NOTHING else [word] for word in words]
    held = {end // _CELL - 1: word for end, word in zip(ends, words)}
    return [[held[cell]] if cell in held else [] for cell in range(max(held, default=-1) + 1)]


def _check_card(word: Token) -> None:
    text = word.text[1:-1] if word.text[0] == "<" and word.text[-1] == ">" else word.text
    if read_card(text) is None:
        raise FaultError(Problem(Fault(Code.BAD_CARD, {"card": text}), word.line, word.column, None, word.text))


def _pile(word: Token, rules: Rules) -> Token | None:
    """Return the top of a foundation, ``None`` for an empty one. Raises :class:`FaultError`."""
    found = _PILE.fullmatch(word.text)
    if not found:
        fault = Fault(Code.BAD_CARD, {"card": word.text}, "pile")
        raise FaultError(Problem(fault, word.line, word.column, None, word.text))
    suit, rank = found.groups()
    if rank == "0":
        return None
    finished = rules.goal == "runs" and rank.upper() == NAMES[rules.ranks][0]
    return word._replace(text=f"{'A' if finished else rank}{suit}")


def write(game: Transcript) -> str:
    """Return the board of a position."""
    refuse_steps(game, "fc-solve")
    return board_text(game.position)


def board_text(position: Position) -> str:
    """Return a board, with foundations and cells only where they hold cards. Raises :class:`FaultError`."""
    rules = position.rules
    for what, there in (("reserves", any(position.reserves)), ("laps", rules.laps > 1 or (rules.base or ACE) != ACE)):
        if there:
            raise FaultError(Fault(Code.CANNOT_SAY, {"format": "fc-solve"}, what))
    lines = []
    if any(top & RANK_MASK for top in position.foundations):
        lines.append("Founds: " + " ".join(_foundations(position)))
    if any(position.cells):
        lines.append("FC: " + " ".join([names(cell) or _NOTHING for cell in position.cells]))
    if position.stock_left:
        lines.append(f"Talon: {names(position.stock_left)}")
    columns = zip(position.columns, position.down, position.bare)
    return "".join(f"{line}\n" for line in [*lines, *(column_text(*column) or ":" for column in columns)])


def _foundations(position: Position) -> Iterator[str]:
    """Yield the piles as ``H-0``; of finished runs those of each suit."""
    rules, tops = position.rules, position.foundations
    if rules.goal == "runs":
        left = [top >> 4 for top in tops]
        tops = []
        for suit in rules.piles:
            tops.append(suit << 4 | (rules.ranks if suit in left else 0))
            if suit in left:
                left.remove(suit)
    for suit in _ORDER:
        for top in tops:
            if top >> 4 == suit:
                yield f"{SUITS[suit]}-{NAMES[top][:1] or '0'}"
