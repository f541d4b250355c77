"""``win7-spider``: saved games of Spider Solitaire in Windows Vista and 7.

After the bytes ``RGMH`` and a head with pictures, of any length, comes XML in UTF-16: stacks of cards, each from its
deepest card. Faults have their places in the XML. A game without moves is its deal, ``win7-N``.
"""

from __future__ import annotations

from collections.abc import Iterator

from solitaire_cli.core.cards import ACE, KING, RANK_MASK
from solitaire_cli.core.errors import Code, Fault, FaultError, Problem
from solitaire_cli.core.numbering import WIN7, Number, parse_number
from solitaire_cli.core.position import Position
from solitaire_cli.exchange.card_words import problem_of, rules_of_deck, word
from solitaire_cli.exchange.foreign_game import ForeignGame, Setup
from solitaire_cli.exchange.formats import Wish
from solitaire_cli.exchange.source import Source
from solitaire_cli.exchange.xml_file import read_xml
from solitaire_cli.transcript.blocks import Token

NAME = "win7-spider"
_HEAD, _BEGIN, _END = b"RGMH", "<Root>".encode("utf-16-le"), "</Root>".encode("utf-16-le")
_COLUMNS, _STOCK, _FINISHED = [f"Stack{column}" for column in range(1, 11)], "Deck", "Complete"
_SUITS = (3, 2, 0, 1)  # clubs, diamonds, spades and hearts in our order
_SEED = "GameSeed"

Cards = list[tuple[Token, int, bool]]  # each with its place and whether it lies face up


def read(source: Source, wish: Wish) -> Iterator[ForeignGame | Problem]:
    """Yield the game of a file, or those of several files one after the other."""
    for xml in _texts(source.whole()):
        try:
            yield _game(xml, wish)
        except FaultError as error:
            yield error.problem


def _texts(data: bytes) -> Iterator[str]:
    """Yield the XML of each game. Raises :class:`FaultError`."""
    begin = data.find(_BEGIN)
    if not data.startswith(_HEAD) or begin < 0:
        raise FaultError(Problem(Fault(Code.SYNTAX, {"format": NAME}, "no-such-file"), 1, 1))
    while begin >= 0:
        end = data.find(_END, begin)
        end = end + len(_END) if end > 0 else len(data)
        yield data[begin:end].decode("utf-16-le", "replace")
        begin = data.find(_BEGIN, end)


def _game(xml: str, wish: Wish) -> ForeignGame:
    """Return the game that the XML tells. Raises :class:`FaultError`."""
    saved = _SavedGame()
    read_xml(xml, saved.begin, saved.end)
    position = saved.position(wish)
    seed = saved.state.get(_SEED, "")
    number = parse_number(WIN7 + seed)
    dealt = _dealt(position, number) if isinstance(number, Number) and saved.state.get("Moves") == "0" else None
    game = ForeignGame(dealt or position, 1)
    if seed and not dealt:
        game.transcript.header["tags"] = {_SEED: seed}
    return game


def _dealt(position: Position, number: Number) -> Position | None:
    """Return the deal with ``number`` if ``position`` is that."""
    if position.rules.refuses(number):
        return None
    dealt = Position.numbered(position.rules, number)
    return dealt if dealt == position else None


class _SavedGame:
    """What the XML says, element by element."""

    def __init__(self) -> None:
        self.state: dict[str, str] = {}
        self._stacks: dict[str, Cards] = {}
        self._stack = ""
        self._cards: Cards = []
        self._card: dict[str, Token] | None = None

    def begin(self, element: Token, _: dict[str, str]) -> None:
        """Take the start of an element."""
        if element.text == "CardStack":
            self._stack, self._cards = "", []
        elif element.text == "Card":
            self._card = {}

    def end(self, element: Token, text: str) -> None:
        """Take the end of an element with its text. Raises :class:`FaultError`."""
        name = element.text
        if name == "Card" and self._card is not None:
            self._cards.append(_card(element, self._card))
            self._card = None
        elif self._card is not None:
            self._card[name] = element._replace(text=text)
        elif name == "Name":
            if text not in (*_COLUMNS, _STOCK, _FINISHED) or text in self._stacks:
                wanted = [each for each in (*_COLUMNS, _STOCK, _FINISHED) if each not in self._stacks]
                raise problem_of(element._replace(text=text), Fault(Code.SYNTAX, {"wanted": wanted}, "xml-value"))
            self._stack = text
        elif name == "CardStack":
            self._stacks[self._stack] = self._cards
        else:
            self.state.setdefault(name, text)

    def position(self, wish: Wish) -> Position:
        """Return the position. Raises :class:`FaultError`."""
        finished = self._stacks.get(_FINISHED, [])
        rules = rules_of_deck(wish, Token("", 1, 1), [card for cards in self._stacks.values() for _, card, _ in cards])
        setup = Setup(rules, 1)
        columns = [self._stacks.get(name, []) for name in _COLUMNS]
        setup.texts("columns", [[word(token, card, not up) for token, card, up in cards] for cards in columns])
        setup.text("stock", [word(token, card) for token, card, _ in reversed(self._stacks.get(_STOCK, []))])
        setup.text("foundations", [word(token, card) for token, card in _runs(finished)])
        return setup.position(wish.catalogue)


def _card(element: Token, parts: dict[str, Token]) -> tuple[Token, int, bool]:
    """Return a card with its place and whether it lies face up. Raises :class:`FaultError`."""
    code, up = parts.get("Type", element), parts.get("FaceUp", element)
    if not (code.text.isascii() and code.text.isdecimal() and len(code.text) < 3 and int(code.text) < 52):
        raise problem_of(code, Fault(Code.BAD_CARD, {"card": code.text}, "type"))
    if up.text.lower() not in ("true", "false"):
        raise problem_of(up, Fault(Code.SYNTAX, {"wanted": ["true", "false"]}, "xml-value"))
    suit, rank = divmod(int(code.text), KING)
    return code, _SUITS[suit] << 4 | (ACE if rank == KING - 1 else rank + 2), up.text.lower() == "true"


def _runs(cards: Cards) -> Iterator[tuple[Token, int]]:
    """Yield the ace of each finished run. Raises :class:`FaultError` for cards that are not one."""
    for start in range(0, len(cards), KING):
        run = cards[start : start + KING]
        token, card, _ = run[0]
        if sorted(each for _, each, _ in run) != [card & ~RANK_MASK | rank for rank in range(ACE, KING + 1)]:
            raise problem_of(token, Fault(Code.WRONG_LAYOUT, {}, "unfinished"))
        yield token, card & ~RANK_MASK | ACE
