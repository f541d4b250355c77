"""Cards and hints in words, for people: spoken boards and the reasons of hints, in both languages."""

from __future__ import annotations

from solitaire_cli.core.cards import ACE, NAMES, RANK_MASK
from solitaire_cli.core.hints import Hint
from solitaire_cli.core.position import DEAL, MOVE, TO_FOUNDATION, Position
from solitaire_cli.words.messages import N_, phrase

RANKS = (
    N_("ace"),
    N_("two"),
    N_("three"),
    N_("four"),
    N_("five"),
    N_("six"),
    N_("seven"),
    N_("eight"),
    N_("nine"),
    N_("ten"),
    N_("jack"),
    N_("queen"),
    N_("king"),
)
SUITS = (N_("spades"), N_("hearts"), N_("diamonds"), N_("clubs"))
# with the word before them, since in other languages the word takes another form after it
OF_SUIT = (N_("of spades"), N_("of hearts"), N_("of diamonds"), N_("of clubs"))
FROM_RANK = (
    N_("from two"),
    N_("from three"),
    N_("from four"),
    N_("from five"),
    N_("from six"),
    N_("from seven"),
    N_("from eight"),
    N_("from nine"),
    N_("from ten"),
    N_("from jack"),
    N_("from queen"),
    N_("from king"),
)
TO_RANK = (
    N_("to ace"),
    N_("to two"),
    N_("to three"),
    N_("to four"),
    N_("to five"),
    N_("to six"),
    N_("to seven"),
    N_("to eight"),
    N_("to nine"),
    N_("to ten"),
    N_("to jack"),
    N_("to queen"),
)
CARD = N_("{rank} {of_suit}")
RUN = N_("{suit} {from_rank} {to_rank}")

HINT_WORDS: dict[str, str] = {
    "auto": N_("sends all cards to the foundations"),
    "completes": N_("completes a run of {suit}"),
    "removes": N_("takes the complete run of {suit} off"),
    "foundation": N_("to the foundation"),
    "turns": N_("turns a card up"),
    "joins": N_("joins the {suit}"),
    "frees": N_("frees a column"),
    "king": N_("gives {card} an empty column"),
    "uncovers": N_("makes way for {under}"),
    "builds": N_("builds down, but off the suit"),
    "fills": N_("fills an empty column for the deal"),
    "deal": N_("deals {cards:card} from the stock"),
    "spends": N_("takes up an empty column"),
    "breaks": N_("breaks the run of {suit}"),
    "idle": N_("gains nothing"),
}
"""What is said for each of :data:`~solitaire_cli.core.hints.REASONS`, and of a complete run that leaves."""


def card_words(card: int, language: str = "en") -> str:
    """A card in words.

    >>> card_words(9), card_words(16 + 12)
    ('nine of spades', 'queen of hearts')
    """
    rank = phrase(RANKS[(card & RANK_MASK) - ACE], language)
    return phrase(CARD, language, rank=rank, of_suit=phrase(OF_SUIT[card >> 4], language))


def suit_words(card: int, language: str = "en") -> str:
    """The suit of a card in words.

    >>> suit_words(9)
    'spades'
    """
    return phrase(SUITS[card >> 4], language)


def run_words(head: int, last: int, language: str = "en") -> str:
    """A descending run of one suit in words.

    >>> run_words(13, 9)
    'spades from king to nine'
    """
    upper = phrase(FROM_RANK[(head & RANK_MASK) - ACE - 1], language)
    lower = phrase(TO_RANK[(last & RANK_MASK) - ACE], language)
    return phrase(RUN, language, suit=suit_words(head, language), from_rank=upper, to_rank=lower)


def hint_words(hint: Hint, position: Position, language: str = "en") -> str:
    """Why a step is named, in words; the position is that in which the hint was given.

    The cards named are those that lie face up there.
    """
    kind, source, _, count, _ = hint.step
    words = dict(HINT_WORDS)
    details: dict[str, object] = {}
    if kind == TO_FOUNDATION:
        words["completes"] = HINT_WORDS["removes"]
        details["suit"] = suit_words(position.columns[source][-1], language)
    elif kind == MOVE:
        head = position.columns[source][-count]
        details |= {"suit": suit_words(head, language), "card": NAMES[head]}
        if "uncovers" in hint.reasons:  # else it may lie face down
            details["under"] = NAMES[position.columns[source][-count - 1]]
    elif kind == DEAL:
        details["cards"] = min(len(position.stock) - position.dealt, len(position.columns))
    return ", ".join(phrase(words[reason], language, **details) for reason in hint.reasons)
