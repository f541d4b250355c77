"""Boards as fc-solve and pysol-cards have them: a line for each column, or as fc-solve prints them, side by side.

A line is a column, the deepest card first, perhaps after a colon; before them there may be ``Founds: H-0 C-2 D-A S-K``,
``FC: 2C - - 3D`` and ``Talon: ...``. A colon alone is an empty column, and so is an empty line between others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from solitaire_cli.core.cards import ACE, NAMES, RANK_MASK, SUITS, column_text, names
from solitaire_cli.core.errors import Code, Fault, FaultError
from solitaire_cli.core.position import Position
from solitaire_cli.core.rules import Catalogue, Rules
from solitaire_cli.exchange.card_words import card_of, problem_of
from solitaire_cli.exchange.foreign_game import Setup
from solitaire_cli.exchange.source import TextLine
from solitaire_cli.transcript.blocks import Token

_HEADING = re.compile(r" *(Found(?:ation)?s|FC|Freecells|Talon):", re.IGNORECASE)
_PILE = re.compile(r"([HCDS])-(10|[02-9ATJQK])", re.IGNORECASE)
_PRINTED = re.compile(r"(.*?) {4,}([HCDS]-(?:10|[02-9ATJQK])(?: +[HCDS]-(?:10|[02-9ATJQK]))*) *")
_HEADS = re.compile(r"(?: -- ?)+ *")
_DASHES = re.compile(r"(?:--- ?)+ *")
_FIELD = 4  # the characters that fc-solve prints for a card
_ROW = 4  # the most cells that it prints in a row
_NOTHING = "-"
_ORDER = [SUITS.index(suit) for suit in "HCDS"]  # the suits as fc-solve prints them


class Board:
    """A board as it is read, line by line, until it is ``full``."""

    def __init__(self, rules: Rules, line: int) -> None:
        self.rules = rules
        self.line = line
        self.full = False
        self.columns: list[list[Token]] = []
        self._cells: list[list[Token]] = []
        self._piles: list[Token] = []
        self._stock: list[Token] = []
        self._gaps = 0  # empty lines, which are columns if others follow
        self._printed = self._headed = False

    def add(self, line: TextLine) -> None:
        """Take a line."""
        if self._printed or _PRINTED.fullmatch(line.text):
            self._add_printed(line)
        elif not line.text.strip():
            self._gaps += bool(self.columns)
        elif heading := _HEADING.match(line.text):
            self._add_heading(heading[1][:2].upper(), line, heading.end())
        else:
            colon = line.text.find(":") + 1 if line.text.lstrip().startswith(":") else 0
            self.columns += [[] for _ in range(self._gaps)]
            self.columns.append(blanked(line, colon).words())
            self._gaps = 0
            self.full = len(self.columns) >= len(self.rules.columns)

    def _add_heading(self, kind: str, line: TextLine, start: int) -> None:
        """Take a line of foundations, cells or the stock; ``start`` is where its cards begin."""
        words = blanked(line, start).words()
        if kind == "FO":
            self._piles = [word for word in words if word.text != _NOTHING]
        elif kind == "TA":
            self._stock = words
        else:
            ends = [(word.column or 0) - 1 + len(word.text) - start for word in words]
            named = any(word.text == _NOTHING for word in words) or len(words) >= self.rules.cells
            if named or any(end % _FIELD for end in ends):
                self._cells = [[] if word.text == _NOTHING else [word] for word in words]
            else:  # as fc-solve prints them, an empty cell is blank
                self._cells = _fields(line, start)

    def _add_printed(self, line: TextLine) -> None:
        """Take a line of a board that is printed side by side: cells and foundations, a head, a row, or its end."""
        first = _PRINTED.fullmatch(line.text) if not self._printed else None
        if first:
            self._printed = True
            self._piles = blanked(line, first.start(2)).words()
            line = TextLine(first[1], line.number)
        if self._headed:
            self.full = not line.text.strip()
            for column, cards in zip(self.columns, _fields(line)):
                column += cards
        elif _HEADS.fullmatch(line.text):
            self._headed = True
            self.columns = [[] for _ in range(line.text.count("--"))]
        elif not _DASHES.fullmatch(line.text) and (first or line.text.strip()):
            cells = _fields(line)
            self._cells += cells + [[] for _ in range(len(cells), min(_ROW, self.rules.cells - len(self._cells)))]

    def position(self, catalogue: Catalogue) -> Position:
        """Return the position that the board shows. Raises :class:`FaultError`."""
        for word in chain(self._stock, *self._cells, *self.columns):
            text = word.text[1:-1] if word.text[0] == "<" and word.text[-1] == ">" else word.text
            card_of(word, text)
        setup = Setup(self.rules, self.line)
        setup.texts("columns", self.columns)
        setup.text("stock", self._stock)
        setup.texts("cells", self._cells)
        setup.text("foundations", [pile for word in self._piles if (pile := _pile(word, self.rules))])
        return setup.position(catalogue)


def blanked(line: TextLine, end: int) -> TextLine:
    """Return a line with blanks in place of its first characters, so that the others keep their places."""
    return TextLine(" " * end + line.text[end:], line.number)


def _fields(line: TextLine, start: int = 0) -> list[list[Token]]:
    """Return what stands in each field of a line: a card or nothing."""
    ends = range(start, len(line.text), _FIELD)
    return [blanked(TextLine(line.text[: end + _FIELD], line.number), end).words() for end in ends]


def _pile(word: Token, rules: Rules) -> Token | None:
    """Return the top of a foundation, ``None`` for an empty one. Raises :class:`FaultError`."""
    found = _PILE.fullmatch(word.text)
    if not found:
        raise problem_of(word, Fault(Code.BAD_CARD, {"card": word.text}, "pile"))
    suit, rank = found.groups()
    if rank == "0":
        return None
    finished = rules.goal == "runs" and rank.upper() == NAMES[rules.ranks][0]
    return word._replace(text=f"{'A' if finished else rank}{suit}")


def board_text(position: Position, form: str) -> str:
    """Return a board, with foundations and cells only where they hold cards. Raises :class:`FaultError`."""
    lines = _check(position, form)
    if any(top & RANK_MASK for top in position.foundations):
        lines.append("Founds: " + " ".join(_foundations(position)))
    if any(position.cells):
        lines.append("FC: " + " ".join([names(cell) or _NOTHING for cell in position.cells]))
    lines += _talon(position)
    return "".join(f"{line}\n" for line in [*lines, *(column or ":" for column in _columns(position))])


def printed_board(position: Position, form: str) -> str:
    """Return a board as fc-solve prints it with ``-p`` and ``-t``. Raises :class:`FaultError`."""
    lines = _check(position, form)
    lines.append(f"Foundations: {' '.join(_foundations(position))} ")
    lines.append("Freecells:" + "".join([f"{names(cell):>{_FIELD}}" for cell in position.cells]))
    lines += _talon(position)
    return "".join(f"{line}\n" for line in [*lines, *(f": {column}" for column in _columns(position))])


def _check(position: Position, form: str) -> list[str]:
    """Raise :class:`FaultError` for what no board has room for; return no lines."""
    rules = position.rules
    for what, there in (("reserves", any(position.reserves)), ("laps", rules.laps > 1 or (rules.base or ACE) != ACE)):
        if there:
            raise FaultError(Fault(Code.CANNOT_SAY, {"format": form}, what))
    return []


def _talon(position: Position) -> list[str]:
    return [f"Talon: {names(position.stock_left)}"] if position.stock_left else []


def _columns(position: Position) -> Iterator[str]:
    for column in zip(position.columns, position.down, position.bare):
        yield column_text(*column)


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
