"""The ``id`` of a transcript: what tells its game from all others, however it is written down."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from hashlib import sha256

from solitaire_cli.core.position import Position
from solitaire_cli.core.rules import Rules
from solitaire_cli.core.steps import Step
from solitaire_cli.transcript.header import Header
from solitaire_cli.transcript.reader import RawTranscript
from solitaire_cli.transcript.referee import Verdict
from solitaire_cli.transcript.witness import Witness, judge_before
from solitaire_cli.transcript.writer import setup_values

DIGITS = 16
"""How many hexadecimal digits of the SHA-256 make an ``id``."""


class Identity(Witness):
    """A witness who says which game it saw.

    The same game has the same ``id`` in every file: its rules, its start and its steps count, while what else stands
    in the header, labels, claims and comments do not. It is ``None`` where the header is at fault.
    """

    def __init__(self) -> None:
        self._begun = False
        self._digest = sha256()

    def begin(self, header: Header, position: Position) -> None:
        """See the start, which is the number of the deal if there is one."""
        super().begin(header, position)
        self._begun = True
        self._add(start_lines(position.rules, header.deal, lambda: position))

    def see(self, steps: list[Step]) -> None:
        """See steps, which count in canonical form."""
        self._add(map(step_line, steps))

    def see_rest(self, tokens: Iterable[str]) -> None:
        """See the rest of a faulty transcript, which counts as it was typed."""
        for token in tokens:
            self._add([token])

    @property
    def id(self) -> str | None:
        """The first hexadecimal digits of the SHA-256 of all that was seen, as lines."""
        return self._digest.hexdigest()[:DIGITS] if self._begun and self.whole else None

    def _add(self, lines: Iterable[str]) -> None:
        text = "".join(f"{line}\n" for line in lines)
        try:
            self._digest.update(text.encode("utf-8", "surrogateescape"))  # with bytes that are not UTF-8 as they were
        except UnicodeEncodeError:
            self._digest.update(text.encode("utf-8", "surrogatepass"))  # half a character, which JSON can write


def start_lines(rules: Rules, deal: str | None, start: Callable[[], Position]) -> Iterator[str]:
    """Yield what tells how a game begins: the game, its rules, and its deal or the cards of its ``start``.

    >>> from solitaire_cli.api import games
    >>> [*start_lines(games()["beetle"].rules(), "24", lambda: None)]
    ['beetle', 'empty=king', 'move=card', '24']
    """
    yield from rules_lines(rules)
    yield from card_lines(start()) if deal is None else [deal]


def rules_lines(rules: Rules) -> Iterator[str]:
    """Yield what tells a game from others: its name and its rules."""
    yield rules.game
    for option, value in sorted(rules.options.items()):
        yield f"{option}={value}"


def card_lines(position: Position) -> Iterator[str]:
    """Yield what tells a position from others of its game."""
    for value in setup_values(position).values():
        yield from [value] if isinstance(value, str) else value


def identified(transcript: RawTranscript) -> tuple[Verdict, str | None]:
    """Return the verdict on a transcript and its ``id``; reads its body to the end."""
    identity = Identity()
    verdict = judge_before(identity, transcript)
    return verdict, identity.id if verdict.number else None


@lru_cache(maxsize=1 << 14)
def step_line(step: Step) -> str:
    """Return a step in canonical form without a claim."""
    return step.token()
