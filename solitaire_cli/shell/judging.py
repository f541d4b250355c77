"""Work on all transcripts of the inputs, one by one or in several processes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

from solitaire_cli.core.rules import Catalogue
from solitaire_cli.shell.console import Console
from solitaire_cli.shell.inputs import source_name
from solitaire_cli.transcript.blocks import Block
from solitaire_cli.transcript.reader import RawTranscript, TranscriptReader

if TYPE_CHECKING:
    from solitaire_cli.system.parallel import Workers

Outcome = TypeVar("Outcome")
Piece = tuple[str, list[Block], int]  # transcripts of a source: its name, they, and the number of the first


class Judging(Generic[Outcome]):
    """Finds outcomes in another process too; ``outcome`` gets the name of a source and a transcript."""

    def __init__(self, catalogue: Catalogue, outcome: Callable[[str, RawTranscript], Outcome]) -> None:
        self._catalogue = catalogue
        self._outcome = outcome

    def of_piece(self, piece: Piece) -> list[Outcome]:
        """Return the outcomes of the transcripts of a piece."""
        return list(self.each(*piece))

    def each(self, source: str, blocks: Iterable[Block], first: int) -> Iterator[Outcome]:
        """Yield the outcomes of the transcripts in ``blocks``, of which the first has the number ``first``."""
        for transcript in TranscriptReader(blocks, self._catalogue, first=first):
            yield self._outcome(source, transcript)


def judge_all(
    console: Console,
    names: Sequence[str],
    jobs: int,
    outcome: Callable[[str, RawTranscript], Outcome],
    take: Callable[[Iterable[Outcome]], None],
) -> None:
    """Find the outcomes of all transcripts of inputs in ``jobs`` processes; what is taken, and its order, is the same.

    ``outcome`` is sent to each process.
    """
    if jobs == 1:
        take(outcome(source, transcript) for source, transcript in console.inputs.read_all(names))
        return
    from solitaire_cli.transcript.batches import batches

    judging = Judging(console.inputs.catalogue, outcome)

    def pieces(workers: Workers[Piece, list[Outcome]]) -> Iterator[Piece]:
        for name in names:
            source = source_name(name)
            for batch in batches(console.inputs.blocks(console.inputs.chunks(name)), console.inputs.would_wait):
                if not batch.rest:
                    yield source, list(batch.blocks), batch.first
                    continue
                # a transcript too long to be handed on, and what follows it, is judged here as it is read
                workers.settle()
                take(judging.each(source, batch.blocks, batch.first))

    with console.workers(jobs, judging.of_piece, take) as workers:
        workers.run(pieces(workers))
