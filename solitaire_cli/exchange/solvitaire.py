"""``solvitaire``: the deals of Solvitaire, JSON objects with the cards of each pile, the deepest first.

A card is ``10H``, ``AS`` or ``1S``; where the game deals cards face down, one with a small suit letter lies so. The
last card of ``stock`` is dealt first. ``foundations`` has the top of each, or all its cards as a list. The file does
not say which game it is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from solitaire_cli.core.cards import ACE, NAMES, RANK_MASK, RANKS, card_fault, read_card
from solitaire_cli.core.errors import Code, Fault, FaultError, Problem
from solitaire_cli.core.position import Position
from solitaire_cli.core.rules import Rules
from solitaire_cli.exchange.card_lists import Value, read_lists
from solitaire_cli.exchange.card_words import problem_of, top_word, word
from solitaire_cli.exchange.foreign_game import ForeignGame, Setup
from solitaire_cli.exchange.formats import Wish, refuse_steps
from solitaire_cli.exchange.source import Source
from solitaire_cli.transcript.blocks import Token
from solitaire_cli.transcript.document import Transcript

NAME = "solvitaire"
_KEYS = ("tableau piles", "stock", "cells", "reserve", "foundations")
_CARD = re.compile(r"(1[0-3]|[1-9AJQK])([CDHS])", re.IGNORECASE)

Lists = dict[str, tuple[Token, Value]]


def read(source: Source, wish: Wish) -> Iterator[ForeignGame | Problem]:
    """Yield the deals of a file."""
    for opening, lists in read_lists(source):
        rules = wish.rules_for(opening._replace(text=""))
        try:
            yield ForeignGame(_position(lists, opening, rules, wish), opening.line)
        except FaultError as error:
            yield error.problem


def _position(lists: Lists, opening: Token, rules: Rules, wish: Wish) -> Position:
    for key, (place, value) in lists.items():
        if value and key not in _KEYS:
            raise problem_of(place._replace(text=key), Fault(Code.UNKNOWN_KEY, {"key": key, "keys": list(_KEYS)}))
    covers = any(down for down, _ in rules.columns)
    piles, stock, cells, reserve, tops = (_piles(lists.get(key)) for key in _KEYS)
    setup = Setup(rules, opening.line)
    setup.texts("columns", [[_card(token, covers) for token in pile] for pile in piles])
    setup.text("stock", [_card(token) for token in reversed([token for pile in stock for token in pile])])
    setup.texts("cells", [[_card(token) for token in pile] for pile in cells])
    if rules.reserves == 1:  # one that holds any number of cards
        reserve = [[token for pile in reserve for token in pile]]
    setup.texts("reserves", [[_card(token) for token in pile] for pile in reserve])
    setup.text("foundations", [_top(pile[-1], rules) for pile in tops if pile])
    return setup.position(wish.catalogue)


def _piles(found: tuple[Token, Value] | None) -> list[list[Token]]:
    """Return the cards of piles; one that stands alone in a list is a pile of its own, ``""`` an empty one."""
    if found is None:
        return []
    value = found[1]
    piles = [each if isinstance(each, list) else [each] for each in (value if isinstance(value, list) else [value])]
    return [[card for card in pile if isinstance(card, Token) and card.text] for pile in piles]


def _read(token: Token) -> int:
    found = _CARD.fullmatch(token.text)
    rank = found[1].upper() if found else ""
    name = RANKS[int(rank) - 1] if rank.isdecimal() else rank
    card = read_card(name + found[2]) if found else None
    if card is None:
        raise problem_of(token, card_fault(token.text))
    return card


def _card(token: Token, covers: bool = False) -> Token:
    return word(token, _read(token), covers and token.text[-1].islower())


def _top(token: Token, rules: Rules) -> Token:
    return top_word(token, _read(token), rules)


def write(game: Transcript) -> str:
    """Return the position of a game. Raises :class:`FaultError`."""
    refuse_steps(game, NAME)
    position, rules = game.position, game.rules
    stacked = rules.reserves > 1 and any(len(reserve) > 1 for reserve in position.reserves)
    for what, there in {
        "runs": rules.goal == "runs" and position.foundations,
        "laps": rules.laps > 1 or (rules.base or ACE) != ACE,
        "reserves": stacked,
    }.items():
        if there:
            raise FaultError(Fault(Code.CANNOT_SAY, {"format": NAME}, what))
    piles: dict[str, list[str]] = {}
    columns = [_written(cards, position.covered(column)) for column, cards in enumerate(position.columns)]
    piles["tableau piles"] = [json.dumps(column) for column in columns]
    lists = {
        "stock": position.stock_left[::-1],
        "cells": [cell[0] if cell else 0 for cell in position.cells],
        "reserve": [card for reserve in position.reserves for card in reserve or [0]],
        "foundations": [top for top in position.foundations if top & RANK_MASK],
    }
    piles |= {key: [json.dumps(name) for name in _written(cards)] for key, cards in lists.items() if cards}
    texts = [f" {json.dumps(key)}: [{_joined(values, key == 'tableau piles')}]" for key, values in piles.items()]
    return "{\n" + ",\n".join(texts) + "\n}\n"


def _joined(values: list[str], wide: bool) -> str:
    return "\n  " + ",\n  ".join(values) + "\n " if wide else ", ".join(values)


def _written(cards: Sequence[int], covered: Sequence[bool] = ()) -> list[str]:
    """Return cards as the format has them, 0 as no card."""
    names = [NAMES[card].replace("T", "10") for card in cards]
    return [
        name[:-1] + name[-1].lower() if hidden else name for name, hidden in zip(names, covered or [False] * len(names))
    ]
