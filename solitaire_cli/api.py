"""The verbs of the command line as functions over values; nothing here prints or opens a user's file.

``validate`` and ``replay`` take a transcript stream as text, as bytes, or as an iterable of bytes such as an open
binary file; what is read is never more than what the answer needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from solitaire_cli.core.errors import Fault, FaultError
from solitaire_cli.core.numbering import Number, parse_number
from solitaire_cli.core.position import Position
from solitaire_cli.core.rules import Catalogue, unknown_game
from solitaire_cli.rulebook.rule_file import FileCatalogue
from solitaire_cli.transcript.blocks import Block, read_blocks, split_chunks
from solitaire_cli.transcript.reader import TranscriptReader
from solitaire_cli.transcript.referee import Playback, Taken, Verdict, judge

Stream = str | bytes | Iterable[bytes]
"""Text, bytes, or pieces of bytes of any size."""


@cache
def games() -> Catalogue:
    """The games of the package."""
    return FileCatalogue()


def deal(
    game: str,
    number: int | str | Number,
    rules: Mapping[str, str] | None = None,
    catalogue: Catalogue | None = None,
) -> Position:
    """The start of a numbered deal.

    ``game`` is an id or a name, ``number`` a deal number (``24``, ``"24"``, ``"ms24"``), ``rules`` the options that are
    not the default, both as texts. Raises :class:`FaultError` with ``unknown-game``, ``unknown-rule`` or ``bad-deal``.

    >>> position = deal("beetle", 24, {"empty": "any"})
    >>> len(position.columns), len(position.stock_left)
    (8, 56)
    >>> from solitaire_cli.core.cards import names
    >>> names(column[-1] for column in deal("spider-millennium", 24).columns)
    'QC 9H 2D 5C QH 3D 6D 7C AH QC'
    """
    catalogue = catalogue or games()
    found = catalogue.find(game)
    if found is None:
        raise FaultError(unknown_game(game, catalogue))
    chosen = found.rules(rules)
    parsed = number if isinstance(number, Number) else parse_number(str(number))
    for value in (chosen, parsed):
        if isinstance(value, Fault):
            raise FaultError(value)
    assert not isinstance(chosen, Fault) and not isinstance(parsed, Fault)
    return Position.numbered(chosen, parsed)


def validate(stream: Stream, catalogue: Catalogue | None = None) -> Iterator[Verdict]:
    """The verdict on each transcript of a stream, in order; an empty stream has one, ``no-header``.

    A fault is no exception: it is the ``problem`` of a :class:`Verdict`, with its code and place.

    >>> [verdict] = validate("---\\ngame: beetle\\ndeal: 24\\n---\\n1-2\\n")
    >>> verdict.valid, verdict.steps, verdict.result, str(verdict.problem.code), verdict.problem.line
    (False, 0, 'open', 'build-rank', 5)
    """
    for transcript in TranscriptReader(_blocks(stream), catalogue or games()):
        yield judge(transcript)


def replay(stream: Stream, catalogue: Catalogue | None = None) -> Iterator[tuple[Taken, Position]]:
    """The steps of the first transcript of a stream from the start, step 0, each with the position after it.

    The position is one object that changes with the next step. Raises :class:`FaultError` at the fault, after the
    steps before it.

    >>> game = "---\\ngame: spiderwort\\ndeal: 1\\n---\\n2-1 3-11\\n"
    >>> [(taken.number, len(position.columns[0])) for taken, position in replay(game)]
    [(0, 6), (1, 7), (2, 7)]
    """
    transcript = next(iter(TranscriptReader(_blocks(stream), catalogue or games())))
    playback = Playback(transcript)
    for taken in playback:
        yield taken, playback.position
    verdict = playback.close()
    if verdict.problem:
        raise FaultError(verdict.problem)


def _blocks(stream: Stream) -> Iterator[Block]:
    if isinstance(stream, str):
        stream = stream.encode("utf-8", "surrogateescape")
    if isinstance(stream, bytes):
        stream = [stream]
    return read_blocks(chunk for piece in stream for chunk in split_chunks(piece))
