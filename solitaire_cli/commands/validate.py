"""``validate``: a verdict for each transcript."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

import click

from solitaire_cli.core.errors import Code
from solitaire_cli.core.legality import RESULTS
from solitaire_cli.shell.console import Console
from solitaire_cli.shell.exit_codes import NO, NO_ANSWER, YES
from solitaire_cli.shell.inputs import total_size
from solitaire_cli.shell.judging import judge_all
from solitaire_cli.shell.options import IntegerRange, complete_files, id_option, jobs_option, progress_option, shared
from solitaire_cli.show.look import CSV, JSON, TEXT, TSV, Look
from solitaire_cli.show.records import diagnostics, verdict_line, verdict_record
from solitaire_cli.transcript.reader import RawTranscript
from solitaire_cli.transcript.referee import judge
from solitaire_cli.words.messages import LABELS

if TYPE_CHECKING:
    from solitaire_cli.show.record_lines import RecordLines


class Outcome(NamedTuple):
    """What to write and to count of one verdict; ``code`` is empty if there is no fault."""

    text: str
    complaint: str
    code: str
    result: str | None
    steps: int


class Judge(NamedTuple):
    """Judges transcripts, in another process too; verdicts become ``records`` if there are to be any."""

    look: Look
    quiet: bool
    records: RecordLines | None

    def outcome(self, source: str, transcript: RawTranscript) -> Outcome:
        """Judge one transcript."""
        look, identity = self.look, None
        if self.records and self.records.identified:
            from solitaire_cli.transcript.identity import identified

            verdict, identity = identified(transcript)
        else:
            verdict = judge(transcript)
        code = str(verdict.problem.code) if verdict.problem else ""
        text = complaint = ""
        if self.records:
            text = self.records.line(verdict_record(source, verdict, look), identity)
        elif not self.quiet and code != Code.UNREADABLE:  # of such a file the complaint says all
            text = look.fit(verdict_line(source, verdict, look)) + "\n"
        if verdict.problem and (code == Code.UNREADABLE or not self.quiet):
            complaint = diagnostics(source, verdict, look)
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
    solitaire-cli validate -f csv *.moves > verdicts.csv
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
@id_option
@jobs_option
@progress_option
@shared(TEXT, JSON, CSV, TSV, hidden=("color",))
def command(
    console: Console,
    files: tuple[str, ...],
    summary: bool,
    first_fault: bool,
    max_faults: int | None,
    identified: bool,
    jobs: int,
    progress: bool | None,
) -> int:
    console.exclude({"--first-fault": first_fault}, {"--max-faults": max_faults})
    tally = Tally(console, 1 if first_fault else max_faults)
    inputs = console.inputs.names(files)
    records = console.record_lines("verdict", identified, wanted=not console.quiet)
    judge = Judge(console.look, console.quiet, records)
    console.product.show_progress(total_size(inputs), progress)
    with suppress(Enough):
        judge_all(console, inputs, jobs, judge.outcome, tally.take)
    if summary:
        tally.summary()
    return tally.status
