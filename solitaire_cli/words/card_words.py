"""Cards, runs and the reasons of hints in words."""

from __future__ import annotations

from solitaire_cli.core.cards import ACE, NAMES, RANK_MASK
from solitaire_cli.core.hints import Hint, run_relation
from solitaire_cli.core.position import Position
from solitaire_cli.core.steps import CELL, DEAL, MOVE, RESERVE, TO_FOUNDATION, place_name
from solitaire_cli.words.translation import N_, phrase, translations

# Each text lists the words for every rank or suit, with the preposition where another language needs another form.
RANKS = N_("ace, two, three, four, five, six, seven, eight, nine, ten, jack, queen, king")
FROM_RANKS = N_(
    "from ace, from two, from three, from four, from five, from six, from seven, from eight, from nine, from ten, "
    "from jack, from queen, from king"
)
TO_RANKS = N_(
    "to ace, to two, to three, to four, to five, to six, to seven, to eight, to nine, to ten, "
    "to jack, to queen, to king"
)
SUITS = N_("spades, hearts, diamonds, clubs")
OF_SUITS = N_("of spades, of hearts, of diamonds, of clubs")
CARD = N_("{rank} {of_suit}")
RUN = N_("{suit} {from_rank} {to_rank}")

HINT_WORDS: dict[str, str] = {
    "auto": N_("moves all cards to the foundations"),
    "completes": N_("completes a run of {suit}"),
    "removes": N_("removes the complete run of {suit}"),
    "foundation": N_("moves a card to its foundation"),
    "turns": N_("turns a card face up"),
    "joins": N_("extends a run of {suit}"),
    "frees": N_("empties a column"),
    "king": N_("moves {card} to an empty column"),
    "uncovers": N_("uncovers {under}"),
    "releases": N_("empties cell {place}"),
    "builds": N_("builds down, but not in suit"),
    "fills": N_("fills an empty column for the deal"),
    "deal": N_("deals {cards:card} from the stock"),
    "spends": N_("uses up an empty column"),
    "breaks": N_("breaks a run of {suit}"),
    "cell": N_("uses up cell {onto}"),
    "idle": N_("gains nothing"),
}
"""A phrase for each of :data:`~solitaire_cli.core.hints.REASONS`; ``removes`` is for a complete run that leaves."""
LOOSE_WORDS: dict[str, str] = {
    "completes": N_("completes a run"),
    "removes": N_("removes the complete run"),
    "joins": N_("extends a run"),
    "builds": N_("builds, but extends no run"),
    "breaks": N_("breaks a run"),
}
"""The phrases of games whose runs are not of one suit."""
RESERVE_WORDS: dict[str, str] = {
    "releases": N_("takes from reserve {place}"),
    "cell": N_("takes up room in reserve {onto}"),
}
"""The phrases of moves from or to a reserve."""


def card_words(card: int, language: str = "en") -> str:
    """Return a card in words.

    >>> card_words(9), card_words(16 + 12)
    ('nine of spades', 'queen of hearts')
    """
    return phrase(CARD, language, rank=_rank(RANKS, card, language), of_suit=_suit(OF_SUITS, card, language))


def suit_words(card: int, language: str = "en") -> str:
    """Return the suit of a card in words, such as ``spades``."""
    return _suit(SUITS, card, language)


def from_rank_words(rank: int, language: str = "en") -> str:
    """Return a rank as the first of a sequence, such as ``from nine``."""
    return _rank(FROM_RANKS, rank, language)


def run_words(head: int, last: int, language: str = "en") -> str:
    """Return a descending run of one suit in words.

    >>> run_words(13, 9)
    'spades from king to nine'
    """
    ends = {"from_rank": _rank(FROM_RANKS, head, language), "to_rank": _rank(TO_RANKS, last, language)}
    return phrase(RUN, language, suit=suit_words(head, language), **ends)


def _rank(words: str, card: int, language: str) -> str:
    return translations(language).text(words).split(", ")[(card & RANK_MASK) - ACE]


def _suit(words: str, card: int, language: str) -> str:
    return translations(language).text(words).split(", ")[card >> 4]


def hint_words(hint: Hint, position: Position, language: str = "en") -> str:
    """Return the reasons of a hint in words. They name only cards that are face up in ``position``, before the step."""
    kind, source, target, count, _ = hint.step
    words = HINT_WORDS | ({} if run_relation(position.rules) == "same-suit" else LOOSE_WORDS)
    details: dict[str, object] = {}
    if source >= RESERVE:
        words["releases"] = RESERVE_WORDS["releases"]
    if source >= CELL:
        details["place"] = place_name(source)
    if kind == TO_FOUNDATION:
        words["completes"] = words["removes"]
        details["suit"] = suit_words(position.place(source)[-1], language)
    elif kind == MOVE:
        cards = position.place(source)
        details |= {"suit": suit_words(cards[-count], language), "card": NAMES[cards[-count]]}
        if "uncovers" in hint.reasons:  # else it may lie face down
            details["under"] = NAMES[cards[-count - 1]]
        if target >= RESERVE:
            words["cell"] = RESERVE_WORDS["cell"]
        details["onto"] = place_name(target)
    elif kind == DEAL:
        details["cards"] = len(position.moved(hint.step))
    return ", ".join(phrase(words[reason], language, **details) for reason in hint.reasons)
