"""``validate``: a verdict for each transcript."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

import click

from solitaire_cli.core.errors import Code
from solitaire_cli.core.legality import RESULTS
from solitaire_cli.core.rules import Catalogue
from solitaire_cli.shell.console import Console
from solitaire_cli.shell.exit_codes import NO, NO_ANSWER, YES
from solitaire_cli.shell.inputs import source_name, total_size, unreadable
from solitaire_cli.shell.options import IntegerRange, complete_files, jobs_option, progress_option, shared
from solitaire_cli.show.look import JSON, TEXT, Look
from solitaire_cli.show.records import diagnostic, json_line, verdict_line, verdict_record
from solitaire_cli.system.files import UnreadableError
from solitaire_cli.transcript.blocks import Block, read_blocks
from solitaire_cli.transcript.reader import RawTranscript, TranscriptReader
from solitaire_cli.transcript.referee import judge
from solitaire_cli.words.messages import LABELS

if TYPE_CHECKING:
    from solitaire_cli.system.parallel import Workers


Piece = tuple[str, list[Block], int]  # transcripts of a source: its name, they, and the number of the first


class Outcome(NamedTuple):
    """What to write and to count of one verdict; ``code`` is empty if there is no fault."""

    text: str
    complaint: str
    code: str
    result: str | None
    steps: int


class Judge(NamedTuple):
    """Judges transcripts, in another process too."""

    look: Look
    quiet: bool
    catalogue: Catalogue

    def batch(self, piece: Piece) -> list[Outcome]:
        """Judge the transcripts of a piece."""
        return list(self.outcomes(*piece))

    def outcomes(self, source: str, blocks: Iterable[Block], first: int) -> Iterator[Outcome]:
        """Judge the transcripts in ``blocks``, of which the first has the number ``first``."""
        for transcript in TranscriptReader(blocks, self.catalogue, first=first):
            yield self.outcome(source, transcript)

    def outcome(self, source: str, transcript: RawTranscript) -> Outcome:
        """Judge one transcript."""
        verdict, look = judge(transcript), self.look
        code = str(verdict.problem.code) if verdict.problem else ""
        text = complaint = ""
        if not self.quiet and look.form == JSON:
            text = json_line(verdict_record(source, verdict, look))
        elif not self.quiet and code != Code.UNREADABLE:  # of such a file the complaint says all
            text = look.fit(verdict_line(source, verdict, look)) + "\n"
        if verdict.problem and (code == Code.UNREADABLE or not self.quiet):
            complaint = diagnostic(source, verdict.problem, look)
        return Outcome(text, complaint, code, verdict.result, verdict.steps)


class Enough(Exception):  # noqa: N818 - an outcome
    """As many faults as were asked for have been found."""


class Tally:
    """Writes outcomes as they come, and counts them until there are ``most`` faults."""

    def __init__(self, console: Console, most: int | None) -> None:
        self._console = console
        self._most = most
        self.status = YES
        self.steps = 0
        self.codes: Counter[str] = Counter()
        self.results: Counter[str] = Counter()

    def take(self, outcomes: Iterable[Outcome]) -> None:
        """Write and count outcomes. Raises :class:`Enough` with the last fault that was asked for."""
        for text, complaint, code, result, steps in outcomes:
            self._console.product.write(text)
            if complaint:
                self._console.complain(complaint)
            self.steps += steps
            if not code:
                assert result is not None
                self.results[result] += 1
                continue
            self.codes[code] += 1
            self.status = max(self.status, NO_ANSWER if code == Code.UNREADABLE else NO)
            if sum(self.codes.values()) == self._most:
                raise Enough

    def summary(self) -> None:
        """Write what was counted: a line on standard error, or a record after the verdicts."""
        look, unreadable = self._console.look, self.codes.pop(str(Code.UNREADABLE), 0)
        valid, invalid = sum(self.results.values()), sum(self.codes.values())
        results = {name: self.results[name] for name in RESULTS}
        codes = {str(code): self.codes[str(code)] for code in Code if self.codes[str(code)]}
        if look.form == JSON:
            record = {"type": "summary", "transcripts": valid + invalid, "valid": valid, "invalid": codes}
            self._console.product.write_json({**record, **results, "steps": self.steps, "unreadable": unreadable})
            return
        details = {"transcripts": valid + invalid, "valid": valid, "invalid": invalid, "steps": self.steps}
        line = look.phrase(LABELS["summary"], **details, **results)
        if codes:
            line += f" ({', '.join(f'{code} {count}' for code, count in codes.items())})"
        if unreadable:
            line += "; " + look.phrase(LABELS["unreadable"], files=unreadable)
        self._console.complain(line)


@click.command(
    help="""Check transcripts and report whether each is legal, how many steps it has and how its game ends.

    Checking a transcript stops at its first fault, which is written to standard error as FILE:LINE:COL: error: MESSAGE
    [code]; the next transcript is still checked. Each verdict is written as soon as its transcript has been read.

    \b
    solitaire-cli validate game.moves
    solitaire-cli validate --jobs 0 --summary -q *.moves
    solitaire-cli deal spiderwort 1-10 -f json | solitaire-cli validate -f json -
    """,
    epilog="Exit status: 0 all are valid, 1 at least one is invalid, "
    "2 an error such as an unreadable file or a wrong option.",
)
@click.argument("files", metavar="[FILE]...", nargs=-1, shell_complete=complete_files)
@click.option(
    "--summary", is_flag=True, help="Write totals at the end: a line on standard error, or a record with -f json."
)
@click.option("--first-fault", is_flag=True, help="Stop at the first fault.")
@click.option("--max-faults", type=IntegerRange(min=1), metavar="N", help="Stop after N faults.")
@jobs_option
@progress_option
@shared(TEXT, JSON, hidden=("color",))
def command(
    console: Console,
    files: tuple[str, ...],
    summary: bool,
    first_fault: bool,
    max_faults: int | None,
    jobs: int,
    progress: bool | None,
) -> int:
    console.exclude({"--first-fault": first_fault}, {"--max-faults": max_faults})
    tally = Tally(console, 1 if first_fault else max_faults)
    inputs = console.inputs.names(files)
    judge = Judge(console.look, console.quiet, console.inputs.catalogue)
    console.product.show_progress(total_size(inputs), progress)
    with suppress(Enough):
        if jobs == 1:
            tally.take(judge.outcome(source, transcript) for source, transcript in console.inputs.read_all(inputs))
        else:
            _share(console, inputs, judge, tally, jobs)
    if summary:
        tally.summary()
    return tally.status


def _share(console: Console, inputs: Sequence[str], judge: Judge, tally: Tally, jobs: int) -> None:
    """Judge in ``jobs`` processes; the lines and their order are those of one."""
    from solitaire_cli.transcript.batches import batches

    def pieces(workers: Workers[Piece, list[Outcome]]) -> Iterator[Piece]:
        for name in inputs:
            source = source_name(name)
            try:
                for batch in batches(read_blocks(console.inputs.chunks(name)), console.inputs.would_wait):
                    if not batch.rest:
                        yield source, list(batch.blocks), batch.first
                        continue
                    # a transcript too long to be handed on, and what follows it, is judged here as it is read
                    workers.settle()
                    tally.take(judge.outcomes(source, batch.blocks, batch.first))
            except UnreadableError as error:
                workers.settle()
                tally.take([judge.outcome(source, unreadable(error))])

    with console.workers(jobs, judge.batch, tally.take) as workers:
        workers.run(pieces(workers))
