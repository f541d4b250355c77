"""``fc-solve``: boards and solutions of fc-solve, and boards of pysol-cards.

A solution begins with a line ``-=-=-``. Its steps are words, ``Move 3 cards from stack 1 to stack 4``, or the standard
notation; between them there may be the boards to which they lead, which are compared. Where there are only boards, the
step between two of them is looked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from solitaire_cli.core.cards import read_card
from solitaire_cli.core.errors import Code, Fault, FaultError, Problem
from solitaire_cli.core.legality import legal_moves
from solitaire_cli.core.position import Position
from solitaire_cli.core.reach import free_cells
from solitaire_cli.core.rules import Rules
from solitaire_cli.core.steps import CELL, MOVE, TO_FOUNDATION, Step
from solitaire_cli.exchange.column_board import Board, board_text, printed_board
from solitaire_cli.exchange.foreign_game import ForeignGame, cannot_say, told
from solitaire_cli.exchange.formats import Wish
from solitaire_cli.exchange.source import Source, TextLine
from solitaire_cli.exchange.standard_notation import MANY, is_token, legal_steps, step_of
from solitaire_cli.transcript.blocks import Token
from solitaire_cli.transcript.document import Transcript

NAME = "fc-solve"
_START = "-=-=-=-=-=-=-=-=-=-=-=-"
_BETWEEN = "===================="
_SOLVED = "This game is solveable."
_UNSOLVED = ("I could not solve this game.", "Iterations count exceeded.")
_REMARKS = ("Total number of states checked is ", "This scan generated ")
_WORDS = re.compile(
    r"Move (?:a card|([0-9]{1,3}) cards?|(the sequence on top)) (?:from|of) (stack|freecell) ([0-9]{1,3})"
    r" to (?:the foundations|(stack|freecell) ([0-9]{1,3}))",
    re.IGNORECASE,
)
_MOVE = "Move"


class Reader:
    """The games of a file, line by line; a fault ends one, and what belongs to it is passed over."""

    counts_many = True
    """Whether a token tells the number of cards wherever it is more than one, if any token tells it."""

    def __init__(self, wish: Wish) -> None:
        self.wish = wish
        self._rules: Rules | None = None
        self._board: Board | None = None
        self._game: ForeignGame | None = None
        self._tokens: list[Token] = []  # in standard notation, since the last board
        self._moved = False  # whether steps in words came since the last board
        self._between = False  # whether the next board belongs to the same game
        self._lost = False  # whether the game had a fault

    def take(self, line: TextLine) -> Iterator[ForeignGame | Problem]:
        """Take a line and yield the game that ends before it, if one does. Raises :class:`FaultError`."""
        text = line.text.strip()
        if text == _START or text.startswith((_SOLVED, *_UNSOLVED)):
            yield from self.end()
            if text.startswith(_UNSOLVED):
                yield line.problem(Fault(Code.NO_HEADER, {}, "unsolved"))
        elif text == _BETWEEN:
            self._end_board()
            self._between = True
        elif text.startswith(_REMARKS):
            pass
        elif self._board is None and self._is_moves(text):
            self._add_moves(line)
        elif self._board or text:
            yield from self._add_to_board(line)

    def end(self) -> Iterator[ForeignGame | Problem]:
        """Yield the game that was read so far, and forget it."""
        found: ForeignGame | Problem | None
        try:
            self._end_board()
            self._resolve()
            found = self._game
        except FaultError as error:
            found = error.problem
        self.drop()
        self._lost = False
        if found:
            yield found

    def drop(self) -> None:
        """Give up the game that is being read."""
        self._board = self._game = None
        self._tokens = []
        self._moved = self._between = False
        self._lost = True

    def begin(self, position: Position, line: int) -> ForeignGame:
        """Begin a game."""
        self._lost = False
        self._game = ForeignGame(position, line)
        return self._game

    def _is_moves(self, text: str) -> bool:
        """Return whether a line holds steps; a column may look like them too, of hearts and in small letters."""
        words = text.split()
        if text.startswith(_MOVE) or not words or not is_token(words[0]):
            return text.startswith(_MOVE)
        if all(map(is_token, words)) and (self._game or self._lost or self.wish.start):
            return True
        return any(is_token(word) and read_card(word) is None for word in words)

    def _add_moves(self, line: TextLine) -> None:
        if self._lost:
            return
        game = self._game or self.begin(self.wish.start_for(line.token()).copy(), line.number)
        words = line.words()
        if words[0].text == f"{_MOVE}:":
            del words[0]
        if words and words[0].text == _MOVE:
            game.play(_step_in_words(line), line.token())
            self._moved = True
        else:
            self._tokens += words

    def _add_to_board(self, line: TextLine) -> Iterator[ForeignGame | Problem]:
        if self._board is None:
            if not self._between:
                yield from self.end()
            self._rules = self._rules or self.wish.rules_for(Token("", line.number, 1))
            self._board = Board(self._rules, line.number)
        self._board.add(line)
        if self._board.full:
            self._end_board()

    def _end_board(self) -> None:
        """Let the board begin a game, or see that the steps lead to it. Raises :class:`FaultError`."""
        board, self._board = self._board, None
        if board is None or (self._lost and self._between):
            return
        position = board.position(self.wish.catalogue)
        if self._game is None:
            self.begin(position, board.line)
        elif self._tokens:
            self._resolve(position, board.line)
        elif not _same(self._game.position, position):
            self._step_to(self._game, position, board.line)
        self._moved = self._between = False

    def _step_to(self, game: ForeignGame, position: Position, line: int) -> None:
        """Take the step that leads to a board, unless there were steps before it."""
        for step in () if self._moved else _candidates(game.position):
            if _leads(game.position, step, position):
                game.play(step, Token("", line, 1))
                return
        raise FaultError(Problem(Fault(Code.WRONG_LAYOUT, {}, "arrival"), line, 1))

    def _resolve(self, position: Position | None = None, line: int = 0) -> None:
        """Take the steps in standard notation since the last board, to ``position`` if there is a board on ``line``.

        Raises :class:`FaultError`.
        """
        tokens, self._tokens = self._tokens, []
        if not tokens or self._game is None:
            return
        here = self._game.position
        extended = self.counts_many and any(MANY in token.text for token in tokens)
        steps = legal_steps(tokens, here, lambda: position is None or _same(here, position), extended)
        for at, token in enumerate(tokens):
            self._game.play(steps[at] if steps else step_of(token, here), token)
        if not steps:
            raise FaultError(Problem(Fault(Code.WRONG_LAYOUT, {}, "arrival"), line, 1))


def read(source: Source, wish: Wish) -> Iterator[ForeignGame | Problem]:
    """Yield the boards and solutions of a file."""
    yield from read_with(Reader(wish), source)


def read_with(reader: Reader, source: Source) -> Iterator[ForeignGame | Problem]:
    """Yield the games of a file, and what is wrong in it."""
    for line in source.lines():
        try:
            yield from reader.take(line)
        except FaultError as error:
            reader.drop()
            yield error.problem
    yield from reader.end()


def _candidates(position: Position) -> list[Step]:
    """Return the legal steps; a card may go to any empty cell."""
    steps = list(legal_moves(position))
    free = free_cells(position)
    return [step._replace(target=cell) for step in steps for cell in (free if step.target in free else [step.target])]


def _leads(here: Position, step: Step, position: Position) -> bool:
    """Return whether a legal step leads to ``position``; ``here`` stays as it is."""
    here.apply_trusted(step)
    arrived = _same(here, position)
    here.undo()
    here.undone = []
    return arrived


def _same(one: Position, other: Position) -> bool:
    def cards(position: Position) -> tuple[object, ...]:
        return position.columns, position.down, position.cells, sorted(position.foundations), position.stock_left

    return cards(one) == cards(other)


def _step_in_words(line: TextLine) -> Step:
    """Return the step that a line asks for; stacks and cells count from 0. Raises :class:`FaultError`."""
    found = _WORDS.fullmatch(line.text.strip())
    if not found:
        raise FaultError(line.problem(Fault(Code.SYNTAX, {}, "words")))
    count, run, kind, number, onto, target = found.groups()
    source = _place(kind, number)
    if onto is None:
        return Step(TO_FOUNDATION, source)
    if run:
        raise FaultError(line.problem(Fault(Code.SYNTAX, {}, "words")))
    return Step(MOVE, source, _place(onto, target), int(count or 1))


def _place(kind: str, number: str) -> int:
    return int(number) + (CELL if kind.lower() == "freecell" else 0)


def write(game: Transcript) -> str:
    """Return the board of a position, or a game as ``fc-solve -p -t -sam`` prints a solution."""
    here = game.start
    if not game.steps:
        return board_text(here, NAME)
    parts = [f"{_START}\n\n", printed_board(here, NAME)]
    for words, here in told(game, _in_words):
        parts += [f"\n\n{_BETWEEN}\n\n{words}\n\n", printed_board(here, NAME)]
    parts.append(f"\n\n{_BETWEEN}\n\n")
    return "".join([*parts, f"{_SOLVED}\n" if here.won else ""])


def _in_words(step: Step, before: Position) -> str:
    """Return a step as fc-solve says it. Raises :class:`FaultError`."""
    kind, source, target, count, _ = step
    if kind not in (MOVE, TO_FOUNDATION) or (kind == TO_FOUNDATION and target >= 0):
        raise cannot_say(NAME, step)
    if kind == TO_FOUNDATION and before.rules.goal == "runs":
        return f"Move the sequence on top of Stack {source} to the foundations"
    some = f"{count} cards" if kind == MOVE and max(source, target) < CELL else "a card"
    onto = "the foundations" if kind == TO_FOUNDATION else _name(target)
    return f"Move {some} from {_name(source)} to {onto}"


def _name(place: int) -> str:
    return f"stack {place}" if place < CELL else f"freecell {place - CELL}"
