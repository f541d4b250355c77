"""``spider-solver``: the positions of the solver coolo/spider.

``Play0:`` to ``Play9:`` are the columns, the deepest card first and face-down ones after a ``|``; ``Deal0:`` to
``Deal4:`` ten cards of the stock each, in the order in which they are dealt; ``Off:`` a card for each finished run.
``8S..5S`` is a run, ``..`` or ``XX`` a card that is not known; a pile without a line is empty. The next ``Play0:``
begins the next position.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from solitaire_cli.core.cards import KING, NAMES, RANK_MASK, RUNS
from solitaire_cli.core.errors import Code, Fault, FaultError, Problem
from solitaire_cli.core.position import Position
from solitaire_cli.exchange.card_words import card_of, problem_of, rules_of_deck, top_word, word
from solitaire_cli.exchange.foreign_game import ForeignGame, Setup
from solitaire_cli.exchange.formats import Wish, refuse_steps
from solitaire_cli.exchange.source import Source, TextLine
from solitaire_cli.transcript.blocks import Token
from solitaire_cli.transcript.document import Transcript

NAME = "spider-solver"
_COLUMNS, _ROWS = 10, 5
_PILES = [*(f"Play{column}" for column in range(_COLUMNS)), *(f"Deal{row}" for row in range(_ROWS)), "Off"]
_PILE = re.compile(r"[ \t]*([A-Za-z]+[0-9]?)[ \t]*:")
_UNKNOWN = ("..", "XX")


def read(source: Source, wish: Wish) -> Iterator[ForeignGame | Problem]:
    """Yield the positions of a file."""
    piles: dict[str, TextLine] = {}
    for line in source.lines():
        if not line.text.strip() or line.text.lstrip().startswith("#"):
            continue
        found = _PILE.match(line.text)
        name = found[1].capitalize() if found else ""
        if name not in _PILES:
            raise FaultError(line.problem(Fault(Code.SYNTAX, {}, "spider-solver")))
        if name in piles and name == _PILES[0]:
            yield _game(piles, wish)
            piles = {}
        if name in piles:
            raise FaultError(line.problem(Fault(Code.DUPLICATE_KEY, {"key": name, "first": piles[name].number})))
        piles[name] = line
    if piles:
        yield _game(piles, wish)


def _game(piles: dict[str, TextLine], wish: Wish) -> ForeignGame | Problem:
    first = min(line.number for line in piles.values())
    try:
        return ForeignGame(_position(piles, first, wish), first)
    except FaultError as error:
        return error.problem


def _position(piles: dict[str, TextLine], first: int, wish: Wish) -> Position:
    laid = [list(_cards(piles[name], name != "Off")) if name in piles else [] for name in _PILES]
    columns, rows, finished = laid[:_COLUMNS], laid[_COLUMNS:-1], laid[-1]
    held = [card for pile in (*columns, *rows) for _, card, _ in pile]
    held += [card for _, top, _ in finished for card in RUNS[KING][top & ~RANK_MASK | KING]]
    rules = rules_of_deck(wish, Token("", first, 1), held)
    setup = Setup(rules, first)
    setup.texts("columns", [[word(*card) for card in cards] for cards in columns])
    setup.text("stock", [word(token, card) for row in rows for token, card, _ in row])
    setup.text("foundations", [top_word(token, card, rules) for token, card, _ in finished])
    return setup.position(wish.catalogue)


def _cards(line: TextLine, runs: bool = True) -> Iterator[tuple[Token, int, bool]]:
    """Yield the cards of a line, each with its place and whether it lies face down; of a run perhaps only the first."""
    begin = line.text.index(":") + 1
    for found in re.finditer(r"[^ \t\r]+", line.text[begin:]):
        token = Token(found[0], line.number, begin + found.start() + 1)
        name = token.text.removeprefix("|")
        if name.upper() in _UNKNOWN:
            raise problem_of(token, Fault(Code.BAD_CARD, {"card": token.text}, "unknown"))
        head, dots, end = name.partition("..")
        first = card_of(token, head)
        last = card_of(token, end) if dots else first
        run = range(first, last - 1, -1)
        if (first ^ last) & ~RANK_MASK or not run:
            raise problem_of(token, Fault(Code.BAD_CARD, {"card": token.text}))
        for card in run if runs else run[:1]:
            yield token, card, token.text != name


def write(game: Transcript) -> str:
    """Return the position of a game that is played as Spider is. Raises :class:`FaultError`."""
    refuse_steps(game, NAME)
    position = game.position
    rules, stock = position.rules, position.stock_left
    spider = rules.goal == "runs" and rules.complete == "same-suit" and rules.head == "king" and rules.ranks == KING
    places = len(position.columns) == _COLUMNS and not (rules.cells or rules.reserves)
    if not (spider and places and len(stock) in range(0, _ROWS * _COLUMNS + 1, _COLUMNS)):
        raise FaultError(Fault(Code.CANNOT_SAY, {"format": NAME}, "ten-columns"))
    shown = [
        [f"|{NAMES[card]}" if hidden else NAMES[card] for card, hidden in zip(cards, position.covered(column))]
        for column, cards in enumerate(position.columns)
    ]
    # the rows that are dealt are the first ones, and are left empty
    rows = [stock[at : at + _COLUMNS] for at in range(0, len(stock), _COLUMNS)]
    shown += [[] for _ in range(_ROWS - len(rows))] + [[NAMES[card] for card in row] for row in rows]
    shown.append([NAMES[top & ~RANK_MASK | KING] for top in position.foundations])
    return "".join(" ".join([f"{name}:", *cards]) + "\n" for name, cards in zip(_PILES, shown))
