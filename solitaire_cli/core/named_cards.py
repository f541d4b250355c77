"""Cards for people."""

from __future__ import annotations

from solitaire_cli.core.cards import CARDS, NAMES, RANK_MASK, SUITS, card_fault, read_card
from solitaire_cli.core.errors import FaultError, Problem


class Card(int):
    """The number that the engine has for a card, with a name. It is made of a text or of such a number.

    >>> card = Card("♠10")
    >>> card, str(card), card.rank, card.suit, card == Card("TS")
    (Card('TS'), 'TS', 10, 'S', True)
    """

    def __new__(cls, card: str | int) -> Card:
        found = read_card(card) if isinstance(card, str) else card
        if found is None:
            raise FaultError(Problem(card_fault(str(card)), token=str(card)))
        if found not in CARDS:
            raise ValueError(f"{card} is not a card")
        return super().__new__(cls, found)

    @property
    def rank(self) -> int:
        """The rank: 1 is an ace, 13 a king."""
        return self & RANK_MASK

    @property
    def suit(self) -> str:
        """The letter of the suit: S, H, D or C."""
        return SUITS[self >> 4]

    def __str__(self) -> str:
        return NAMES[self]

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"


def parse_card(text: str) -> Card:
    """Return the card that ``text`` spells. Raises :class:`FaultError` with ``bad-card``.

    >>> parse_card("10h")
    Card('TH')
    """
    return Card(text)


def format_card(card: int) -> str:
    """Return the name of a card.

    >>> format_card(9)
    '9S'
    """
    return NAMES[card]
