"""Which transcripts of a piece of a stream are wanted, and what has to be known of those."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from solitaire_cli.collection.cutter import Piece
from solitaire_cli.collection.filters import HeaderFilter, VerdictFilter
from solitaire_cli.collection.group_keys import value_of
from solitaire_cli.collection.sights import Several, Sight, end_digest, start_digest
from solitaire_cli.core.legality import WON
from solitaire_cli.core.rules import Catalogue
from solitaire_cli.transcript.header import Header
from solitaire_cli.transcript.identity import Identity
from solitaire_cli.transcript.reader import RawTranscript, TranscriptReader
from solitaire_cli.transcript.referee import Verdict, judge
from solitaire_cli.transcript.witness import Witness, judge_before

STEPS = "steps"
SORT_KEYS = ("game", "player", "deal", "date", "result", "title", STEPS)
DEAL, END = "deal", "end"
SAME = (DEAL, STEPS, END)
"""What makes two transcripts the same."""

Order = tuple[bool, str | int, int]


class Recorder(Protocol):
    """What makes a record of the verdict on a transcript of a source, with its identity if that is wanted."""

    def line(self, source: str, verdict: Verdict, identity: str | None) -> str:
        """Return the record as a line."""


class Found(NamedTuple):
    """What is known of a transcript that is wanted, as far as it was asked for.

    ``same`` is one text for all that are the same, ``None`` if none is. ``order`` sorts, ``part`` is what it is parted
    by, ``record`` its record. ``steps`` are those of a win, else ``None``.
    """

    same: str | None = None
    order: Order = (True, "", 0)
    part: str | None = None
    steps: int | None = None
    record: str = ""


class Asked(NamedTuple):
    """What has to be known of transcripts that are wanted."""

    same: str | None = None
    sort: str | None = None
    part: str | None = None
    wins: bool = False
    recorder: Recorder | None = None
    identified: bool = False

    @property
    def judged(self) -> bool:
        """Whether the header alone does not tell."""
        verdict = self.wins or self.recorder or self.same in (STEPS, END) or self.sort in (STEPS, "result")
        return bool(verdict) or self.part == "result"


_KNOWN = Found()


class Selection(NamedTuple):
    """What is asked of each transcript, in another process too; ``reject`` wants those for which an answer is no."""

    catalogue: Catalogue
    headers: tuple[HeaderFilter, ...]
    verdicts: tuple[VerdictFilter, ...]
    sights: tuple[Sight, ...]
    reject: bool
    asked: Asked

    def of(self, work: tuple[str, Piece]) -> list[Found | None]:
        """Return for each transcript in a piece of a source what was asked, ``None`` if it is not wanted."""
        source, piece = work
        reader = TranscriptReader(piece.blocks(), self.catalogue, first=piece.first)
        return [self._find(source, transcript) for transcript in reader]

    def _find(self, source: str, transcript: RawTranscript) -> Found | None:
        header, asked = transcript.header, self.asked
        fits = all(question.fits(header) for question in self.headers)
        verdict: Verdict | None = None
        witness: Witness | None = None
        identity = Identity() if asked.identified or asked.same == STEPS else None
        if (fits and (self.verdicts or self.sights)) or (asked.judged and fits is not self.reject):
            watchers = [sight.watcher() for sight in self.sights if fits]
            if watchers or identity or asked.same == END:
                witness = Several([*watchers, *([identity] if identity else [])])
                verdict = judge_before(witness, transcript)
            else:
                verdict = judge(transcript)
            if fits:
                fits = all(question.fits(verdict) for question in self.verdicts) and all(w.fits for w in watchers)
        if fits is self.reject:
            return None
        return _KNOWN if asked == Asked() else self._known(source, header, verdict, identity, witness)

    def _known(
        self, source: str, header: Header, verdict: Verdict | None, identity: Identity | None, witness: Witness | None
    ) -> Found:
        asked = self.asked
        same: str | None = None
        if not header.problem:
            if asked.wins or asked.same == DEAL:
                same = start_digest(header)
            elif asked.same == STEPS and identity:
                same = identity.id
            elif asked.same == END and witness:
                same = end_digest(witness.position)
        won = asked.wins and verdict is not None and verdict.valid and verdict.result == WON
        return Found(
            same,
            _order(asked.sort, header, verdict) if asked.sort else (True, "", 0),
            _part(asked.part, header, source, verdict) if asked.part else None,
            verdict.steps if won and verdict else None,
            asked.recorder.line(source, verdict, identity.id if identity else None)
            if asked.recorder and verdict
            else "",
        )


def _order(key: str, header: Header, verdict: Verdict | None) -> Order:
    """Return what sorts by a key; what has no value comes last."""
    if key == STEPS:
        return (verdict is None or verdict.result is None, "", verdict.steps if verdict else 0)
    if key == "deal":
        return (True, "", 0) if header.number is None else (False, *header.number)
    text = _part(key, header, "", verdict)
    return (text is None, (text or "")[:256], 0)


def _part(key: str, header: Header, source: str, verdict: Verdict | None) -> str | None:
    value = value_of(key, header, source, verdict.result if verdict else None)
    return ", ".join(map("=".join, value)) if isinstance(value, tuple) else value
