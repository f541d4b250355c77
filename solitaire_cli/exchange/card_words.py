"""The cards of another program's file as words of a header, each with its place, and what they say of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from solitaire_cli.core.cards import ACE, NAMES, RANK_MASK, card_fault, read_card
from solitaire_cli.core.errors import Fault, FaultError, Problem
from solitaire_cli.core.rules import Rules
from solitaire_cli.exchange.formats import Wish
from solitaire_cli.transcript.blocks import Token


def problem_of(token: Token, fault: Fault) -> FaultError:
    """Return the error of ``fault`` at the place of a token."""
    return FaultError(Problem(fault, token.line, token.column, None, token.text))


def card_of(token: Token, name: str | None = None) -> int:
    """Return the card that a token is, or that ``name`` in it is. Raises :class:`FaultError` with ``bad-card``."""
    card = read_card(token.text if name is None else name)
    if card is None:
        raise problem_of(token, card_fault(token.text))
    return card


def word(token: Token, card: int, covered: bool = False) -> Token:
    """Return a card as a header has it, at the place of ``token``."""
    return token._replace(text=f"<{NAMES[card]}>" if covered else NAMES[card])


def top_word(token: Token, card: int, rules: Rules) -> Token:
    """Return the top of a foundation as a header has it: a finished run is told by its ace, whichever end lies up."""
    ends = rules.goal != "cards" and card & RANK_MASK == rules.ranks
    return word(token, card & ~RANK_MASK | ACE if ends else card)


def rules_of_deck(wish: Wish, name: Token, held: Iterable[int]) -> Rules:
    """Return the rules for the game that a file calls ``name``, with the option that its cards tell.

    That is the number of suits; what the user asked for wins. Raises :class:`FaultError` for a game that is not known.
    """
    rules = wish.rules_for(name)
    cards = Counter(held)
    if wish.rules or cards == rules.deck:
        return rules
    game = wish.catalogue[rules.game]
    for option, values in game.options.items():
        for value in values:
            other = game.rules({**rules.options, option: value})
            if isinstance(other, Rules) and cards == other.deck:
                return other
    return rules
