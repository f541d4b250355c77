"""Deal number to card order, for ever, as in PySolFC (section 3 of the contract) and in Windows 7 (section 10).

The shuffles and the generators are pinned here: of Python's ``random`` only ``Random(n)`` and ``.random()`` are used,
whose values the language promises to keep.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from solitaire_cli.core.cards import ACE, KING
from solitaire_cli.core.errors import Code, Fault, FaultError

LARGEST = 99999999999999999999
LARGEST_MS = 8589934591
LARGEST_WIN7 = 2147483647
LARGEST_RANDOM = 999_999_999  # short enough to be told to a friend
_FIRST_LARGE = 32000  # from here a plain number seeds the Mersenne Twister

MS, WIN7 = "ms", "win7-"  # how the numbers of Microsoft's games begin
FOREIGN = {
    WIN7: (2, 4, 13, (6, 6, 6, 6, 5, 5, 5, 5, 5, 5))  # Spider of Windows Vista and 7
}
"""The kinds of numbers that deal one game of another program, each with its packs, suits, ranks and columns."""

_LARGEST = {"": LARGEST, MS: LARGEST_MS, WIN7: LARGEST_WIN7}
_NUMBER = re.compile(r"(ms|win7-|)([1-9][0-9]{0,19})")  # no sign, blank, separator or leading zero
_WIN7_DECK = [suit << 4 | rank for suit in (1, 0, 2, 3) for rank in (ACE, *range(KING, ACE, -1))] * 2


class Number(NamedTuple):
    """A deal number: ``N``, or one of another ``kind``, such as ``msN``. Written out as it was written in."""

    kind: str
    value: int

    def __str__(self) -> str:
        return f"{self.kind}{self.value}"


def parse_number(text: str) -> Number | Fault:
    """Return the deal number that ``text`` is, or the fault ``bad-deal``.

    >>> str(parse_number("ms24")), parse_number("024").code.value
    ('ms24', 'bad-deal')
    """
    match = _NUMBER.fullmatch(text)
    if match and int(match[2]) <= _LARGEST[match[1]]:
        return Number(match[1], int(match[2]))
    if text.startswith(WIN7):
        return Fault(Code.BAD_DEAL, {"deal": text, "largest": LARGEST_WIN7}, "win7")
    return Fault(Code.BAD_DEAL, {"deal": text, "largest": LARGEST, "largest_ms": LARGEST_MS})


def number_of(number: Number | int | str) -> Number:
    """Return the deal number that a text or an int is. Raises :class:`FaultError` with ``bad-deal``."""
    found = number if isinstance(number, Number) else parse_number(str(number))
    if isinstance(found, Fault):
        raise FaultError(found)
    return found


def is_ms(number: Number) -> bool:
    """Return whether Microsoft's generator shuffles."""
    return number.kind == MS or (not number.kind and number.value < _FIRST_LARGE)


def _shuffle(deck: list[int], number: Number) -> None:
    """Shuffle as PySolFC does for ``number``; the deck is then dealt from its end."""
    value = number.value
    if is_ms(number):
        _shuffle_ms(deck, value)
    else:
        from random import Random

        random = Random(value).random
        for i in range(len(deck) - 1, 0, -1):
            j = int(random() * (i + 1))
            deck[i], deck[j] = deck[j], deck[i]


def _shuffle_ms(deck: list[int], value: int) -> None:
    """Shuffle with the generator of Microsoft's FreeCell and its extension to 33 bits."""
    if value < 1 << 31:
        # only bits 16 to 30 are used, which never depend on the higher ones
        state = value
        for i in range(len(deck) - 1, 0, -1):
            state = (state * 214013 + 2531011) & 0x7FFFFFFF
            j = (state >> 16) % (i + 1)
            deck[i], deck[j] = deck[j], deck[i]
        return
    state = value % (1 << 32)
    for i in range(len(deck) - 1, 0, -1):
        state = (state * 214013 + 2531011) & 0x1FFFFFFFF
        draw = (state >> 16) & 0x7FFF | 0x8000 if value < 1 << 32 else ((state >> 16) & 0xFFFF) + 1
        j = draw % (i + 1)
        deck[i], deck[j] = deck[j], deck[i]


@cache
def _fresh(packs: int, suits: tuple[int, ...], ranks: int, by_ranks: bool) -> tuple[int, ...]:
    """Return the packs before the shuffle: for each pack and suit the ranks from the ace up.

    ``by_ranks`` 52 cards are sorted by rank, of each rank the first, fourth, third and second of the suits: so
    Microsoft's generator finds them, and its numbers are those of Microsoft's FreeCell. Source: section 9 of the
    contract.
    """
    fresh = tuple(suit << 4 | rank for suit in suits for rank in range(1, ranks + 1)) * packs
    return tuple(fresh[block * 13 + rank] for rank in range(13) for block in (0, 3, 2, 1)) if by_ranks else fresh


def card_order(number: Number | str, packs: int, suits: tuple[int, ...], ranks: int) -> list[int]:
    """Return the cards of ``packs`` packs in dealing order; ``suits`` are those of one pack in fresh order.

    Raises :class:`FaultError` with ``bad-deal``.

    >>> from solitaire_cli.core.cards import NAMES
    >>> [NAMES[card] for card in card_order("24", 2, (3, 0, 1, 2), 13)[44:54]]
    ['QC', '9H', '2D', '5C', 'QH', '3D', '6D', '7C', 'AH', 'QC']
    >>> [NAMES[card] for card in card_order("617", 1, (3, 0, 1, 2), 13)[:8]]  # Microsoft's FreeCell 617
    ['7D', 'AD', '5C', '3S', '5S', '8C', '2D', 'AH']
    """
    number = number_of(number)
    return _dealt(list(_pack(number, packs, suits, ranks)), number)


def marked_order(number: Number, packs: int, suits: tuple[int, ...], ranks: int) -> list[int]:
    """Return the cards as :func:`card_order` does; twins are told apart by a number from 0 above the six bits of each.

    It is the number of the pack where a pack has no twins.
    """
    fresh = _pack(number, packs, suits, ranks)
    return _dealt([card | fresh[:place].count(card) << 6 for place, card in enumerate(fresh)], number)


def _pack(number: Number, packs: int, suits: tuple[int, ...], ranks: int) -> tuple[int, ...]:
    """Return the packs as the generator of ``number`` finds them."""
    return _fresh(packs, suits, ranks, packs * len(suits) * ranks == 52 and is_ms(number))


def _dealt(deck: list[int], number: Number) -> list[int]:
    """Shuffle ``deck`` and return it in dealing order."""
    _shuffle(deck, number)
    deck.reverse()
    return deck


def foreign_order(number: Number) -> list[int]:
    """Return the cards of another program's deal, as that program deals them: row by row, then the stock.

    >>> from solitaire_cli.core.cards import NAMES
    >>> [NAMES[card] for card in foreign_order(Number(WIN7, 8115))[:10]]
    ['6C', 'QD', 'QC', '4C', 'JH', '6S', '5C', 'TS', '2H', '4S']
    """
    state, left, drawn = number.value, _WIN7_DECK[:], []
    while left:
        # only bits 16 to 30 are used, which never depend on the higher ones
        state = (state * 214013 + 2531011) & 0x7FFFFFFF
        drawn.append(left.pop((state >> 16) % len(left)))
    drawn.reverse()
    return drawn
