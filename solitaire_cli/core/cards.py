"""Cards: small ints for the engine, with names for people.

A card is ``suit << 4 | rank`` with the suits S H D C as 0 to 3 and the ranks A to K as 1 to 13, so that the next lower
card of the suit is ``card - 1``. Rank 0 means an empty foundation pile of a suit. Cards are written rank then suit,
``9S``, and read in every spelling of section 1 of the contract: ``10s``, ``9♠``, ``♠9``, with or without a variation
selector.
"""

from __future__ import annotations

from collections.abc import Iterable

from solitaire_cli.core.errors import Code, Fault

RANKS = "A23456789TJQK"
SUITS = "SHDC"
GLYPHS = "♠♥♦♣"
RANK_MASK = 15
CARD_MASK = 63
EMPTY = 63  # no card; stands for an empty column where cards are looked up
ACE, KING = 1, 13

CARDS: tuple[int, ...] = tuple(suit << 4 | rank for suit in range(len(SUITS)) for rank in range(ACE, KING + 1))
"""Every card once, suit by suit."""

NAMES: list[str] = [""] * 64
"""The names of cards, ``NAMES[9] == "9S"``; numbers that are not cards have none."""
for _card in CARDS:
    NAMES[_card] = RANKS[(_card & RANK_MASK) - 1] + SUITS[_card >> 4]
_COVERED = [f"<{name}>" for name in NAMES]

RUNS: list[list[list[int]]] = [
    [list(range(head, head - count, -1)) if count else [] for head in range(64)] for count in range(KING + 1)
]
"""``RUNS[count][head]``: the descending run of ``count`` cards from ``head``; past the ace of numbers in no column."""


def _spellings() -> dict[str, int]:
    table = {}
    for card in CARDS:
        rank, letter = NAMES[card][0], NAMES[card][1]
        glyphs = [GLYPHS[card >> 4] + selector for selector in ("", "\ufe0e", "\ufe0f")]
        for written in {rank, rank.lower(), "10" if rank == "T" else rank}:
            for suit in (letter, letter.lower(), *glyphs):
                table[written + suit] = card
            for suit in glyphs:
                table[suit + written] = card
    return table


_SPELLINGS = _spellings()


def read_card(text: str) -> int | None:
    """Return the card that ``text`` spells, or ``None``. No case is folded: the Kelvin sign is not a ``K`` of ours.

    >>> NAMES[read_card("♠10")], read_card("9С")  # the second has a Cyrillic letter
    ('TS', None)
    """
    return _SPELLINGS.get(text)


def parse_suit(text: str) -> int | None:
    """Return the suit of a letter of ``SUITS``, or ``None``.

    >>> parse_suit("H")
    1
    """
    return SUITS.find(text) if len(text) == 1 and text in SUITS else None


def card_fault(text: str) -> Fault:
    """Return the fault of a ``text`` that is not a card."""
    return Fault(Code.BAD_CARD, {"card": text})


def names(cards: Iterable[int]) -> str:
    """Return cards as text, separated by blanks.

    >>> names([9, 24])
    '9S 8H'
    """
    return " ".join([NAMES[card] for card in cards])


def column_text(cards: list[int], down: int, bare: int = 0) -> str:
    """Return a column from its first-dealt card to its playable card, face-down cards in angle brackets.

    Those are the first ``down`` cards but the ones whose bits in ``bare`` are set.

    >>> column_text([13, 16 + 3, 32 + 9], 2), column_text([13, 16 + 3, 32 + 9], 2, 1)
    ('<KS> <3H> 9D', 'KS <3H> 9D')
    """
    texts = [_COVERED[card] for card in cards[:down]] + [NAMES[card] for card in cards[down:]]
    if bare:
        texts = [NAMES[card] if bare >> at & 1 else text for at, (card, text) in enumerate(zip(cards, texts))]
    return " ".join(texts)
