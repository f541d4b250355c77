"""Which transcripts of a piece of a stream are wanted."""

from __future__ import annotations

from typing import NamedTuple

from solitaire_cli.collection.cutter import Piece
from solitaire_cli.collection.filters import HeaderFilter, VerdictFilter
from solitaire_cli.core.rules import Catalogue
from solitaire_cli.transcript.reader import RawTranscript, TranscriptReader
from solitaire_cli.transcript.referee import judge


class Selection(NamedTuple):
    """What is asked of each transcript, in another process too; ``reject`` wants those for which an answer is no."""

    catalogue: Catalogue
    headers: tuple[HeaderFilter, ...]
    verdicts: tuple[VerdictFilter, ...]
    reject: bool

    def of(self, piece: Piece) -> list[bool]:
        """Return for each transcript of a piece whether it is wanted."""
        reader = TranscriptReader(piece.blocks(), self.catalogue, first=piece.first)
        return [self._wants(transcript) for transcript in reader]

    def _wants(self, transcript: RawTranscript) -> bool:
        return self._fits(transcript) is not self.reject

    def _fits(self, transcript: RawTranscript) -> bool:
        if not all(question.fits(transcript.header) for question in self.headers):
            return False
        if not self.verdicts:
            return True
        verdict = judge(transcript)
        return all(question.fits(verdict) for question in self.verdicts)
