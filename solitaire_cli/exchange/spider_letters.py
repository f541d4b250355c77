"""``spider-letters``: the letters of two columns, ``ab``, or ``ab5`` for five cards, in lists such as ``<ab,ac5,bc3>``.

A move of a row of several suits stands for the single moves that carry it, and ``deal`` deals a row. The cards have to
come from another file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from solitaire_cli.core.errors import Code, Fault, Problem
from solitaire_cli.core.position import Position
from solitaire_cli.core.refusals import refusal, resolved
from solitaire_cli.core.steps import DEAL, LONGEST, MOVE, Step
from solitaire_cli.exchange.card_words import problem_of
from solitaire_cli.exchange.foreign_game import ForeignGame, cannot_say, told
from solitaire_cli.exchange.formats import Wish
from solitaire_cli.exchange.source import Source, TextLine
from solitaire_cli.exchange.supermove import carried
from solitaire_cli.transcript.blocks import Token
from solitaire_cli.transcript.document import Transcript

NAME = "spider-letters"
_LETTERS = "abcdefghij"
_WORD = re.compile(r"[<>]|[^<>,\s]+")
_MOVE = re.compile(rf"([{_LETTERS}])([{_LETTERS}])([1-9][0-9]?)?")
_DEAL = "deal"
_SEVERAL = (Code.NOT_A_RUN, Code.ONE_CARD)  # the refusals of a row that does not move at once
_IN_A_LINE = 20


def read(source: Source, wish: Wish) -> Iterator[ForeignGame | Problem]:
    """Yield the game of a file."""
    game: ForeignGame | None = None
    opened: Token | None = None
    for line in source.lines():
        for word in _words(line):
            if word.text in "<>":
                if (word.text == ">") != (opened is not None):
                    raise problem_of(word, Fault(Code.SYNTAX, {}, "brackets"))
                opened = word if word.text == "<" else None
                continue
            if word.text != _DEAL and not _MOVE.fullmatch(word.text):
                raise problem_of(word, Fault(Code.SYNTAX, {}, "letters"))
            game = game or ForeignGame(wish.start_for(word).copy(), word.line)
            for step in _steps(word, game.position):
                game.play(step, word)
    if opened:
        raise problem_of(opened, Fault(Code.SYNTAX, {}, "brackets"))
    if game:
        yield game


def _words(line: TextLine) -> Iterator[Token]:
    text = line.text.partition("#")[0]
    return (Token(found[0], line.number, found.start() + 1) for found in _WORD.finditer(text))


def _steps(word: Token, here: Position) -> list[Step]:
    """Return the steps that a word stands for. Raises :class:`FaultError`."""
    if word.text == _DEAL:
        return [Step(DEAL)]
    found = _MOVE.fullmatch(word.text)
    assert found
    source, target = map(_LETTERS.index, found.groups()[:2])
    asked = Step(MOVE, source, target, int(found[3] or LONGEST))
    step = resolved(here, asked)
    fault = step if isinstance(step, Fault) else refusal(here, step)
    if not fault or fault.code not in _SEVERAL or isinstance(step, Fault):
        return [asked]
    steps = carried(here, step)
    if steps is None:
        details = {"count": step.cards, "column": source + 1, "target": target + 1}
        raise problem_of(word, Fault(Code.NO_SPACE, details, "supermove"))
    return steps


def write(game: Transcript) -> str:
    """Return the moves of a game, a list between deals. Raises :class:`FaultError` for what has no letters."""
    lines: list[str] = []
    moves: list[str] = []

    def end_list() -> None:
        for at in range(0, len(moves), _IN_A_LINE):
            lines.append(f"<{','.join(moves[at : at + _IN_A_LINE])}>\n")
        moves.clear()

    for word, _ in told(game, _word):
        if word == _DEAL:
            end_list()
            lines.append(f"{_DEAL}\n")
        else:
            moves.append(word)
    end_list()
    return "".join(lines)


def _word(step: Step, before: Position) -> str:
    if step.kind == DEAL:
        return _DEAL
    if step.kind != MOVE or max(step.source, step.target) >= len(_LETTERS):
        raise cannot_say(NAME, step)
    usual = resolved(before, step._replace(cards=LONGEST))
    count = "" if isinstance(usual, Step) and usual.cards == step.cards else str(step.cards)
    return f"{_LETTERS[step.source]}{_LETTERS[step.target]}{count}"
