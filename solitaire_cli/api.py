"""The verbs of the command line as functions over values. Nothing here prints.

A source of transcripts is a text, bytes, an open file of either kind, an iterable of pieces, or an
:class:`os.PathLike` (a plain ``str`` is the text itself), whose file may be compressed. No more of it is read than the
answer needs.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import IO, Any

from solitaire_cli.core import refusals
from solitaire_cli.core.errors import Code, Fault, FaultError
from solitaire_cli.core.notation import read_step
from solitaire_cli.core.numbering import Number, number_of
from solitaire_cli.core.position import Position
from solitaire_cli.core.rules import Catalogue
from solitaire_cli.core.steps import Step
from solitaire_cli.rulebook.rule_file import FileCatalogue
from solitaire_cli.system.files import UnreadableError
from solitaire_cli.system.packed import unpacked
from solitaire_cli.transcript.blocks import Block, read_blocks, split_chunks
from solitaire_cli.transcript.document import Transcript, read_whole
from solitaire_cli.transcript.reader import TranscriptReader
from solitaire_cli.transcript.referee import Playback, Taken, Verdict, judge

Source = str | bytes | os.PathLike[str] | Iterable[str] | Iterable[bytes]
"""Where transcripts are read from."""


@cache
def games() -> Catalogue:
    """Return the games of the package: to iterate over, or one by its id or name, as in ``games()["beetle"]``.

    >>> games()
    <Catalogue: 142 games>
    """
    return FileCatalogue()


def deal(
    game: str,
    number: int | str | Number,
    rules: Mapping[str, str | int] | None = None,
    catalogue: Catalogue | None = None,
) -> Position:
    """Return the start of a numbered deal.

    ``game`` is an id or a name, ``number`` a deal number (``24``, ``"24"``, ``"ms24"``), ``rules`` the options that are
    not the default. Raises :class:`FaultError` with ``unknown-game``, ``unknown-rule`` or ``bad-deal``.

    >>> position = deal("beetle", 24, {"empty": "any"})
    >>> len(position.columns), len(position.stock_left)
    (8, 56)
    """
    catalogue = games() if catalogue is None else catalogue
    chosen = catalogue[game].rules({option: str(value) for option, value in (rules or {}).items()})
    if isinstance(chosen, Fault):
        raise FaultError(chosen)
    return Position.numbered(chosen, number_of(number))


def refusal(position: Position, step: Step | str) -> Fault | None:
    """Return why a step or its text is refused in ``position``, ``None`` if it is legal.

    >>> print(refusal(deal("beetle", 24), "1-2"))
    9D does not go on AS in column 2; nothing goes on an ace
    """
    found = read_step(step) if isinstance(step, str) else step
    return found if isinstance(found, Fault) else refusals.refusal(position, found)


def validate(source: Source, catalogue: Catalogue | None = None) -> Iterator[Verdict]:
    """Yield the verdict on each transcript of a source; an empty one has one, ``no-header``.

    A fault raises nothing: it is the ``problem`` of a :class:`Verdict`, with its code and place.

    >>> [verdict] = validate("---\\ngame: beetle\\ndeal: 24\\n---\\n1-2\\n")
    >>> verdict.valid, verdict.steps, verdict.result, str(verdict.problem.code), verdict.problem.line
    (False, 0, 'open', 'build-rank', 5)
    """
    for transcript in _reader(source, catalogue):
        yield judge(transcript)


def replay(source: Source, catalogue: Catalogue | None = None) -> Iterator[tuple[Taken, Position]]:
    """Yield the steps of the first transcript of a source, from step 0, the start, each with the position after it.

    Raises :class:`FaultError` at the fault, after the steps before it.

    >>> game = "---\\ngame: spiderwort\\ndeal: 1\\n---\\n2-1 3-11\\n"
    >>> [(taken.number, len(position.columns[0])) for taken, position in replay(game)]
    [(0, 6), (1, 7), (2, 7)]
    """
    playback = Playback(next(iter(_reader(source, catalogue))))
    for taken in playback:
        yield taken, playback.position.copy()
    verdict = playback.close()
    if verdict.problem:
        raise FaultError(verdict.problem)


def read(source: Source, catalogue: Catalogue | None = None) -> Iterator[Transcript]:
    """Yield each transcript of a source. Raises :class:`FaultError` at the first faulty one.

    A ``str`` is the text itself; the name of a file is a :class:`pathlib.Path`, as in ``read(Path("my.moves"))``.

    >>> [game] = read("---\\ngame: beetle\\ndeal: 24\\n---\\ndeal  # more cards\\n")
    >>> game.steps, game.result
    (['deal'], 'open')
    """
    for raw in _reader(source, catalogue, exact=True):
        found = read_whole(raw)
        if isinstance(found, Verdict):
            assert found.problem is not None
            raise FaultError(found.problem)
        yield found


def write(transcripts: Transcript | Iterable[Transcript], target: os.PathLike[str] | IO[str] | IO[bytes]) -> None:
    """Write transcripts in canonical form to a :class:`pathlib.Path`, emptied first, or an open file of either kind.

    >>> import io
    >>> file = io.StringIO()
    >>> write(Transcript(deal("beetle", 24)), file)
    >>> next(read(file.getvalue())) == Transcript(deal("beetle", 24))
    True
    """
    made = list(transcripts) if isinstance(transcripts, Iterable) else [transcripts]
    opens = isinstance(target, os.PathLike) or hasattr(target, "write")
    if not opens or not all(isinstance(each, Transcript) for each in made):
        raise TypeError("write takes a transcript or several, then a pathlib.Path or an open file")
    text = "".join(map(str, made))
    if isinstance(target, os.PathLike):
        with open(target, "wb") as opened:
            opened.write(text.encode())
    else:
        file: IO[Any] = target
        file.write(text if hasattr(target, "encoding") else text.encode())


def _reader(source: Source, catalogue: Catalogue | None, exact: bool = False) -> TranscriptReader:
    return TranscriptReader(_blocks(source), games() if catalogue is None else catalogue, exact)


def _blocks(source: Source) -> Iterator[Block]:
    """Yield the lines of a source. Raises :class:`FaultError` where it cannot be unpacked further."""
    try:
        yield from read_blocks(_chunks(source))
    except UnreadableError as error:
        raise FaultError(Fault(Code.UNREADABLE, {"reason": error.reason})) from None


def _chunks(source: Source) -> Iterator[bytes]:
    """Yield the bytes of a source in pieces that are not too large."""
    if isinstance(source, os.PathLike):
        with open(source, "rb") as file:
            yield from unpacked(_chunks(file), lambda: None)
        return
    pieces: Iterable[Any] = [source] if isinstance(source, (str, bytes)) else source
    for piece in pieces:
        yield from split_chunks(piece.encode("utf-8", "surrogateescape") if isinstance(piece, str) else piece)
