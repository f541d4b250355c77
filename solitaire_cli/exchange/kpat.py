"""``kpat``: saved games of KPatience: the position in which the game was left.

A file has either all states of the game, each with the cards that it moved and one of them the current one, or, of
earlier versions, the cards of each pile. Piles have names such as ``store3`` or, in the earlier ones, numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from solitaire_cli.core.cards import KING
from solitaire_cli.core.errors import Code, Fault, Problem
from solitaire_cli.core.position import Position
from solitaire_cli.exchange.card_words import problem_of, rules_of_deck, top_word, word
from solitaire_cli.exchange.foreign_game import ForeignGame, Setup
from solitaire_cli.exchange.formats import Wish
from solitaire_cli.exchange.source import Source
from solitaire_cli.exchange.xml_file import read_xml
from solitaire_cli.transcript.blocks import Token

NAME = "kpat"
_ROOTS = {"kpat-game": "game-type", "dealer": "id"}  # each with the attribute that names the game
_SUITS = ("clubs", "diamonds", "hearts", "spades")
_OURS = (3, 2, 1, 0)  # those as our suits
_MOST_CARDS = 8 * 52  # more are not looked at
_RANKS = ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king")
_PILE = re.compile(r"(?:free(?=cell))?(store|stack|cell|target|legs|redeals|talon)([0-9]{0,2})")
_ROLES = {"store": "columns", "stack": "columns", "cell": "cells", "target": "foundations", "legs": "foundations"}
_ROLES |= {"redeals": "stock", "talon": "stock"}
_UP = ("face-up", "1")
_OTHERS = {5: "store", 1: "target"}
_NUMBERED: dict[str, dict[int, str]] = {
    "3": {13: "target", 9: "cell", 1: "store"},
    "7": {9: "store", 1: "target", 0: "talon"},
    **{game: {16: "legs", 6: "stack", 1: "redeals"} for game in ("14", "15", "16", "17")},
}
"""The piles of earlier versions by the number of the game and that of the first pile of each kind."""


def read(source: Source, wish: Wish) -> Iterator[ForeignGame | Problem]:
    """Yield the game of a file."""
    saved = _SavedGame()
    read_xml(source.whole(), saved.begin, saved.end)
    yield ForeignGame(saved.position(wish), saved.game.line)


class _Card(NamedTuple):
    """A card where it was last laid: the place in the file, suit and rank as numbers there, and whether it lies up."""

    token: Token
    suit: int
    rank: int
    up: bool


class _SavedGame:
    """What the XML says, element by element."""

    def __init__(self) -> None:
        self.game = Token("", 1, 1)
        self._root = ""
        self._piles: dict[str, list[_Card]] = {}
        self._known: dict[str, tuple[_Card, str]] = {}  # cards by their ids, with their piles
        self._count = 0
        self._pile, self._at = "", 0
        self._current = False
        self._over = False  # after the current state come those that were taken back

    def begin(self, element: Token, attributes: dict[str, str]) -> None:
        """Take the start of an element. Raises :class:`FaultError`."""
        if not self._root:
            if element.text not in _ROOTS:
                raise problem_of(element, Fault(Code.SYNTAX, {"format": NAME}, "no-such-file"))
            self._root = element.text
            self.game = element._replace(text=attributes.get(_ROOTS[element.text], ""))
        elif self._over:
            return
        elif element.text == "state":
            self._current = attributes.get("current") == "true"
        elif element.text in ("move", "pile"):
            self._pile = self._named(element, attributes)
            at = attributes.get("position", "")
            laid = self._piles.setdefault(self._pile, [])
            self._at = int(at) if re.fullmatch("[0-9]{1,4}", at) else len(laid)
        elif element.text == "card":
            self._lay(element, attributes)

    def end(self, element: Token, _: str) -> None:
        """Take the end of an element."""
        self._over = self._over or (element.text == "state" and self._current)

    def _named(self, element: Token, attributes: dict[str, str]) -> str:
        """Return the name of a pile. Raises :class:`FaultError`."""
        name, number = attributes.get("pile", attributes.get("name", "")), attributes.get("index", "")
        if not name and re.fullmatch("[0-9]{1,2}", number):
            firsts = _NUMBERED.get(self.game.text, _OTHERS)
            name = next((f"{kind}{int(number) - first}" for first, kind in firsts.items() if int(number) >= first), "")
        if not _PILE.fullmatch(name):
            raise problem_of(element._replace(text=name or number), Fault(Code.SYNTAX, {}, "pile-name"))
        return name

    def _lay(self, element: Token, attributes: dict[str, str]) -> None:
        """Lay a card where it is moved. Raises :class:`FaultError`."""
        key = attributes.get("id", "")
        turn = attributes.get("turn", attributes.get("faceup", ""))
        if key in self._known:
            card, before = self._known[key]
            self._piles[before].remove(card)
            card = card._replace(token=element, up=turn in _UP if turn else card.up)
        else:
            suit, rank = attributes.get("suit", ""), attributes.get("rank", attributes.get("value", ""))
            card = _Card(element, _number(suit, _SUITS, 0), _number(rank, _RANKS, 1), turn in _UP)
            self._count += 1
            if card.suit < 0 or not 0 < card.rank <= KING or not self._pile or self._count > _MOST_CARDS:
                raise problem_of(element, Fault(Code.BAD_CARD, {"card": f"{suit} {rank}"}, "value"))
        self._piles[self._pile].insert(self._at, card)
        self._at += 1
        if key:
            self._known[key] = card, self._pile

    def position(self, wish: Wish) -> Position:
        """Return the position. Raises :class:`FaultError`."""
        # early versions count the suits from 1, and spades are always there
        shift = max((card.suit for pile in self._piles.values() for card in pile), default=0) // len(_SUITS)
        laid = {name: [(card, _ours(card, shift)) for card in pile] for name, pile in self._piles.items()}
        rules = rules_of_deck(wish, self.game, [ours for pile in laid.values() for _, ours in pile])
        places: dict[str, list[list[Token]]] = {role: [] for role in ("columns", "stock", "cells", "foundations")}
        places["columns"] = [[] for _ in rules.columns]
        for name, pile in sorted(laid.items(), key=lambda item: _order(item[0])):
            kind, at = _order(name)
            role = _ROLES[kind]
            words = [word(card.token, ours, role == "columns" and not card.up) for card, ours in pile]
            if role == "foundations":
                words = [top_word(card.token, ours, rules) for card, ours in pile[-1:]]
            piles = places[role]
            piles += [[] for _ in range(at + 1 - len(piles))]
            piles[at] = words[::-1] if role == "stock" else words
        setup = Setup(rules, self.game.line)
        setup.texts("columns", places["columns"])
        setup.text("stock", [card for pile in places["stock"] for card in pile])
        setup.texts("cells", places["cells"])
        setup.text("foundations", [card for pile in places["foundations"] for card in pile])
        return setup.position(wish.catalogue)


def _order(name: str) -> tuple[str, int]:
    """Return the kind of a pile and its number, from 0."""
    found = _PILE.fullmatch(name)
    assert found
    return found[1], int(found[2] or 0)


def _number(text: str, words: tuple[str, ...], first: int) -> int:
    """Return the number that a suit or a rank has in the file, which may name it; -1 for anything else."""
    if re.fullmatch("[0-9]{1,2}", text):
        return int(text)
    return words.index(text) + first if text in words else -1


def _ours(card: _Card, shift: int) -> int:
    """Return a card as a number of ours. Raises :class:`FaultError`."""
    suit = card.suit - shift
    if not 0 <= suit < len(_SUITS):
        raise problem_of(card.token, Fault(Code.BAD_CARD, {"card": f"{card.suit} {card.rank}"}, "value"))
    return _OURS[suit] << 4 | card.rank
