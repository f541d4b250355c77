"""Stand-in: cards and hints in words."""

from __future__ import annotations

from solitaire_cli.cards import NAMES
from solitaire_cli.hints import Hint
from solitaire_cli.position import Position


def card_words(card: int, language: str = "en") -> str:
    """A card in words."""
    return NAMES[card]


def suit_words(card: int, language: str = "en") -> str:
    """The suit of a card in words."""
    return NAMES[card][1]


def hint_words(hint: Hint, position: Position, language: str = "en") -> str:
    """Why a step is named, in words."""
    return ", ".join(hint.reasons)
