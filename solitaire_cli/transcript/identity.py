"""The ``id`` of a transcript: what tells its game from all others, however it is written down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import sha256

from solitaire_cli.core.position import Position
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
        self._add(start_lines(position, header.deal))

    def see(self, steps: list[Step]) -> None:
        """See steps, which count in canonical form."""
        self._add(map(_line, steps))

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
            self._digest.update(text.encode("utf-8", "surrogateescape"))  # bytes that are no UTF-8 as they were
        except UnicodeEncodeError:
            self._digest.update(text.encode("utf-8", "surrogatepass"))  # half a character, which JSON can write


def start_lines(position: Position, deal: str | None) -> Iterator[str]:
    """Yield what tells how a game begins: the game, its rules, and its deal or the cards of ``position``.

    >>> from solitaire_cli.api import deal
    >>> [*start_lines(deal("beetle", 24), "24")]
    ['beetle', 'empty=king', 'move=card', '24']
    """
    yield position.rules.game
    for option, value in sorted(position.rules.options.items()):
        yield f"{option}={value}"
    if deal is not None:
        yield deal
        return
    for value in setup_values(position).values():
        yield from [value] if isinstance(value, str) else value


def identified(transcript: RawTranscript) -> tuple[Verdict, str | None]:
    """Return the verdict on a transcript and its ``id``; reads its body to the end."""
    identity = Identity()
    verdict = judge_before(identity, transcript)
    return verdict, identity.id if verdict.number else None


@lru_cache(maxsize=1 << 14)
def _line(step: Step) -> str:
    return step.token()
