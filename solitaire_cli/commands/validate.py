"""``validate``: a verdict for each transcript."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

import click

from solitaire_cli.core.engine import RESULTS
from solitaire_cli.core.errors import Code
from solitaire_cli.core.rules import Catalogue, Game
from solitaire_cli.rulebook.rule_file import FileCatalogue
from solitaire_cli.shell.console import NO, NO_ANSWER, YES, Console
from solitaire_cli.shell.inputs import source_name, unreadable
from solitaire_cli.shell.options import complete_files, jobs_option, progress_option, shared
from solitaire_cli.show.look import JSON, TEXT
from solitaire_cli.show.records import diagnostic, verdict_line, verdict_record
from solitaire_cli.system.files import UnreadableError
from solitaire_cli.transcript.blocks import Block, read_blocks
from solitaire_cli.transcript.reader import TranscriptReader
from solitaire_cli.transcript.referee import Verdict, judge
from solitaire_cli.words.escaping import fit
from solitaire_cli.words.messages import LABELS
from solitaire_cli.words.translation import phrase


class Outcome(NamedTuple):
    """What is to be written and counted of one verdict."""

    text: str
    complaint: str
    code: str
    result: str | None
    steps: int


class Teller(NamedTuple):
    """How verdicts are told: all that a process needs to know of the console."""

    form: str
    language: str
    plain: bool
    ascii_only: bool
    quiet: bool

    def tell(self, source: str, verdict: Verdict) -> Outcome:
        """The lines for one verdict."""
        problem = verdict.problem
        text = complaint = ""
        if self.form == JSON:
            from solitaire_cli.show.records import json_line

            text = "" if self.quiet else json_line(verdict_record(source, verdict, self.language))
        elif not self.quiet:
            line = verdict_line(source, verdict, self.language)
            text = fit(line, self.plain, self.ascii_only) + "\n"
        if problem and (problem.code is Code.UNREADABLE or not self.quiet):
            complaint = diagnostic(source, problem, self.language)
        code = str(problem.code) if problem else ""
        return Outcome(text, complaint, code, verdict.result, verdict.steps)


class Tally:
    """Writes outcomes as they come, and counts them. ``full`` once there are as many faults as were asked for."""

    def __init__(self, console: Console, most: int | None) -> None:
        self._console = console
        self._most = most
        self.status = YES
        self.steps = 0
        self.codes: Counter[str] = Counter()
        self.results: Counter[str] = Counter()

    @property
    def full(self) -> bool:
        """Whether the faults that were asked for have been found."""
        return self._most is not None and sum(self.codes.values()) >= self._most

    def take(self, outcomes: list[Outcome]) -> None:
        """Write and count outcomes."""
        for text, complaint, code, result, steps in outcomes:
            if self.full:
                return
            self._console.product.write(text)
            if complaint:
                self._console.complain(complaint)
            self.steps += steps
            if code:
                self.codes[code] += 1
                self.status = max(self.status, NO_ANSWER if code == Code.UNREADABLE else NO)
            else:
                assert result is not None
                self.results[result] += 1

    def summary(self) -> None:
        """Write what was counted: a line on standard error, or a record after the verdicts."""
        unreadable = self.codes.pop(str(Code.UNREADABLE), 0)
        valid = sum(self.results.values())
        invalid = sum(self.codes.values())
        results = {name: self.results[name] for name in RESULTS}
        codes = {str(code): self.codes[str(code)] for code in Code if self.codes[str(code)]}
        if self._console.look.form == JSON:
            record = {"type": "summary", "transcripts": valid + invalid, "valid": valid, "invalid": codes}
            self._console.product.write_json({**record, **results, "steps": self.steps, "unreadable": unreadable})
            return
        shown = ", ".join(f"{code} {count}" for code, count in codes.items())
        details = {"transcripts": valid + invalid, "valid": valid, "invalid": invalid, "steps": self.steps}
        line = phrase(LABELS["summary"], self._console.look.language, **details, **results)
        line += f" ({shown})" if shown else ""
        if unreadable:
            line += "; " + phrase(LABELS["unreadable"], self._console.look.language, files=unreadable)
        self._console.complain(line)


@click.command(epilog="Exit codes: 0 all are valid, 1 one is not, 2 a file could not be read or the call was wrong.")
@click.argument("files", metavar="[FILE]...", nargs=-1, shell_complete=complete_files)
@click.option("--summary", is_flag=True, help="Count at the end: a line on standard error, a record with -f json.")
@click.option("--first-fault", is_flag=True, help="Stop at the first fault.")
@click.option("--max-faults", type=click.IntRange(min=1), metavar="N", help="Stop after N faults.")
@jobs_option
@progress_option
@shared(TEXT, JSON)
def command(
    console: Console,
    files: tuple[str, ...],
    summary: bool,
    first_fault: bool,
    max_faults: int | None,
    jobs: int,
    progress: bool | None,
) -> int:
    """Say of each transcript whether it is legal, how many steps it takes and how it ends.

    A transcript ends at its first fault, which goes to standard error as FILE:LINE:COL: error: MESSAGE [code];
    the next transcript is still checked. A verdict is written as soon as its transcript ends.

    \b
    solitaire-cli validate game.moves
    solitaire-cli validate --jobs 0 --summary -q *.moves
    solitaire-cli deal spiderwort 1-10 -f json | solitaire-cli validate -f json -
    """
    if first_fault and max_faults is not None:
        console.usage("exclusive", options=["--first-fault", "--max-faults"])
    tally = Tally(console, 1 if first_fault else max_faults)
    teller = Teller(
        console.look.form, console.look.language, console.look.plain, console.look.ascii_only, console.quiet
    )
    inputs = console.inputs.names(files)
    console.product.show_progress(_total_size(inputs), progress)
    if jobs == 1:
        for source, transcript in console.inputs.transcripts(inputs):
            tally.take([teller.tell(source, judge(transcript))])
            if tally.full:
                break
    else:
        _share(console, inputs, teller, tally, jobs)
    if summary:
        tally.summary()
    return tally.status


def _total_size(names: Sequence[str]) -> int:
    """The bytes of the inputs if all are files, else 0."""
    try:
        return sum(os.stat(name).st_size for name in names) if "-" not in names else 0
    except (OSError, ValueError):
        return 0


class _Piece(NamedTuple):
    """A batch of one source to be judged, or what is to be told of a source that could not be read."""

    source: str
    blocks: list[Block]
    first: int
    told: list[Outcome]


class _Enough(Exception):  # noqa: N818 - an outcome
    """As many faults as were asked for have been found."""


# what each process needs to judge pieces, set once
_prepared: list[tuple[Teller, Catalogue]] = []


def _prepare(teller: Teller, own: tuple[Game, ...]) -> None:
    _prepared[:] = [(teller, FileCatalogue(own))]


def _judge(piece: _Piece) -> list[Outcome]:
    teller, catalogue = _prepared[0]
    if not piece.blocks and piece.told:
        return piece.told
    reader = TranscriptReader(piece.blocks, catalogue, first=piece.first)
    return [teller.tell(piece.source, judge(transcript)) for transcript in reader]


def _share(console: Console, inputs: Sequence[str], teller: Teller, tally: Tally, jobs: int) -> None:
    """Judge with ``jobs`` processes: the same lines in the same order as with one."""
    from solitaire_cli.system.parallel import Workers, job_count
    from solitaire_cli.transcript.batches import batches

    def take(outcomes: list[Outcome]) -> None:
        tally.take(outcomes)
        if tally.full:
            raise _Enough

    workers: Workers[_Piece, list[Outcome]] = Workers(
        job_count(jobs), _judge, take, _prepare, (teller, console.inputs.own_games)
    )

    def pieces() -> Iterator[_Piece]:
        for name in inputs:
            source = source_name(name)
            try:
                for batch in batches(read_blocks(console.inputs.chunks(name))):
                    if not batch.rest:
                        yield _Piece(source, list(batch.blocks), batch.first, [])
                        continue
                    # a transcript too long to be handed on, and what follows it, is judged here as it is read
                    workers.settle()
                    for transcript in TranscriptReader(batch.blocks, console.inputs.catalogue, first=batch.first):
                        take([teller.tell(source, judge(transcript))])
            except UnreadableError as error:
                yield _Piece(source, [], 0, [teller.tell(source, judge(unreadable(error)))])

    console.inputs.while_idle(workers.idle)
    with suppress(_Enough):
        workers.run(pieces())
