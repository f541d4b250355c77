"""``freecell``: the standard notation, ten moves a line, after ``#24`` or a board."""

from __future__ import annotations

import re
from collections.abc import Iterator

from solitaire_cli.core.errors import Code, Fault, FaultError, Problem
from solitaire_cli.core.numbering import LARGEST_MS, MS, Number, is_ms, parse_number
from solitaire_cli.core.position import Position
from solitaire_cli.core.steps import Step
from solitaire_cli.exchange.column_board import board_text
from solitaire_cli.exchange.fc_solve import Reader, read_with
from solitaire_cli.exchange.foreign_game import ForeignGame, cannot_say, told
from solitaire_cli.exchange.formats import Wish
from solitaire_cli.exchange.source import Source, TextLine
from solitaire_cli.exchange.standard_notation import token_of
from solitaire_cli.transcript.blocks import Token
from solitaire_cli.transcript.document import Transcript

NAME = "freecell"
_CELLS = 7  # with letters, a to g
_NUMBER = re.compile(r"#[ \t]*([0-9].*)")
_PACK = 52  # cards, which Microsoft's numbers deal
_IN_A_LINE = 10


class _Reader(Reader):
    """Games that may begin with the number of a deal; other lines with ``#`` are comments."""

    counts_many = False

    def take(self, line: TextLine) -> Iterator[ForeignGame | Problem]:
        text = line.text.strip()
        if not text.startswith("#"):
            yield from super().take(line)
        elif found := _NUMBER.fullmatch(text):
            yield from self.end()
            number = number_of_deal(found[1])
            if isinstance(number, Fault):
                raise FaultError(line.problem(number))
            rules = self.wish.rules_for(Token("", line.number, 1))
            self.begin(Position.numbered(rules, number), line.number)


def number_of_deal(digits: str) -> Number | Fault:
    """Return our number of Microsoft's deal, or the fault ``bad-deal``.

    >>> str(number_of_deal("24")), str(number_of_deal("1000000"))
    ('24', 'ms1000000')
    """
    number = parse_number(f"{MS}{digits}")
    if isinstance(number, Fault):
        return Fault(Code.BAD_DEAL, {"deal": digits, "largest": LARGEST_MS}, "microsoft")
    plain = Number("", number.value)
    return plain if is_ms(plain) else number


def read(source: Source, wish: Wish) -> Iterator[ForeignGame | Problem]:
    """Yield the games of a file."""
    yield from read_with(_Reader(wish), source)


def write(game: Transcript) -> str:
    """Return a game. Raises :class:`FaultError` for what the notation cannot say."""
    start = game.start
    number = start.number if start.rules.cards == _PACK else None
    head = f"#{number.value}\n" if number and is_ms(number) else board_text(start, NAME)
    tokens = [token for token, _ in told(game, _token)]
    lines = [" ".join(tokens[at : at + _IN_A_LINE]) for at in range(0, len(tokens), _IN_A_LINE)]
    return head + "\n" * bool(lines) + "".join(f"{line}\n" for line in lines)


def _token(step: Step, before: Position) -> str:
    if before.rules.goal != "cards":
        raise cannot_say(NAME, step)
    return token_of(step, before, NAME, _CELLS)
