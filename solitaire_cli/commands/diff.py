"""``diff``: where two games of one deal part."""

from __future__ import annotations

from collections import deque
from itertools import zip_longest
from typing import Any, NamedTuple

import click

from solitaire_cli.core.errors import Code
from solitaire_cli.core.position import Position
from solitaire_cli.core.steps import REDO, UNDO, Step
from solitaire_cli.shell.console import Console
from solitaire_cli.shell.exit_codes import NO, NO_ANSWER, YES
from solitaire_cli.shell.inputs import source_name
from solitaire_cli.shell.options import complete_files, shared
from solitaire_cli.show.board import board, describe_step, heading
from solitaire_cli.show.look import JSON, TEXT
from solitaire_cli.show.picture import least_width
from solitaire_cli.show.records import located_error, place, position_record
from solitaire_cli.transcript.reader import RawTranscript
from solitaire_cli.transcript.referee import Playback, Taken, Verdict
from solitaire_cli.words.messages import COMPLAINTS, LABELS


class Side(NamedTuple):
    """What one of two games does where they part: its step, ``None`` if it ends, and the position after it."""

    taken: Taken | None
    position: Position


class Parting(NamedTuple):
    """The last step and position that two games have in common, and what each does then."""

    last: Taken
    position: Position
    sides: list[Side]


class Game:
    """A transcript that is played beside another one."""

    def __init__(self, source: str, transcript: RawTranscript) -> None:
        self.source = source
        self.transcript = transcript
        self.playback = Playback(transcript)
        self.steps = iter(self.playback)

    @property
    def place(self) -> str:
        """Where the transcript begins."""
        return place(self.source, self.transcript.header.line)

    @property
    def unreadable(self) -> bool:
        """Whether it takes the place of a source that cannot be read."""
        problem = self.transcript.header.problem
        return problem is not None and problem.code is Code.UNREADABLE

    def finish(self) -> Verdict:
        """Play the rest and return the verdict."""
        deque(self.steps, 0)
        return self.playback.close()


@click.command(
    help="""Compare two games of one deal and show where they part: the last board that both have, and the board of each
    after its next step.

    Steps are the same if they lead to the same board, however they are written. Of several transcripts, the first in
    one file is compared with the first in the other, and so on. A faulty transcript ends before its fault, which is
    then reported.

    \b
    solitaire-cli diff mine.moves yours.moves
    solitaire-cli format --flatten mine.moves | solitaire-cli diff - yours.moves
    """,
    epilog="Exit status: 0 the games are the same, 1 they part or a transcript is faulty, "
    "2 an error such as games of different deals or an unreadable file.",
)
@click.argument("one", metavar="FILE", shell_complete=complete_files)
@click.argument("other", metavar="FILE", shell_complete=complete_files)
@shared(TEXT, JSON, linear=True)
def command(console: Console, one: str, other: str) -> int:
    sides = [console.inputs.names([name]) for name in (one, other)]
    status = YES
    for found in zip_longest(*map(console.inputs.read_all, sides)):
        games = [Game(*each) for each in found if each]
        if any(game.unreadable for game in games):
            return max(console.report(game.source, game.finish()) for game in games)
        if len(games) == 2:
            status = max(status, _compare(console, games))
        else:
            status = max(status, NO)
            lacking = source_name(one if found[0] is None else other)
            _complain(console, games[0], "diff-alone", number=games[0].transcript.number, source=lacking)
    return status


def _complain(console: Console, game: Game, complaint: str, **details: Any) -> None:
    said = console.look.phrase(COMPLAINTS[complaint], **details)
    console.complain(located_error(game.place, said, console.look))


def _compare(console: Console, games: list[Game]) -> int:
    """Write where two games part, and return the exit code."""
    status = YES
    if not any(game.transcript.header.problem for game in games):
        one, other = (game.playback.position for game in games)
        if one != other:
            _complain(console, games[1], "diff-start", place=games[0].place)
            return NO_ANSWER
        parting = _part(games)
        verdicts = [game.finish() for game in games]
        status = NO if parting else YES
        if not console.quiet and console.look.form == JSON:
            console.product.write_json(_record(games, verdicts, parting))
        elif not console.quiet:
            _write(console, games, verdicts, parting)
    return max(status, *(console.report(game.source, game.finish()) for game in games))


def _part(games: list[Game]) -> Parting | None:
    """Play two games to where they part; ``None`` if they do not."""
    last = Taken(0)
    for one, other in zip_longest(*(game.steps for game in games)):
        positions = [game.playback.position for game in games]
        if not _agree(one, other, positions):
            sides = [Side(taken, position.copy()) for taken, position in zip((one, other), positions)]
            return Parting(last, _before(sides), sides)
        last = one
    return None


def _agree(one: Taken | None, other: Taken | None, positions: list[Position]) -> bool:
    """Return whether two games went on to the same position; equal steps, but for undo and redo, need no look at it."""
    if one is None or other is None:
        return False
    if one.step and other.step and one.step.kind == other.step.kind < UNDO and one.step[:4] == other.step[:4]:
        return True
    return positions[0] == positions[1]


def _before(sides: list[Side]) -> Position:
    """Return the position before the games parted, which is where a game is that does nothing more."""
    for taken, position in sides:
        if taken is None:
            return position
    taken, position = sides[0]
    assert taken and taken.step
    before = position.copy()
    before.apply_trusted(Step(REDO if taken.step.kind == UNDO else UNDO))
    return before


def _write(console: Console, games: list[Game], verdicts: list[Verdict], parting: Parting | None) -> None:
    look, product = console.look, console.product
    product.write_gap()
    places = {"place": games[0].place, "other": games[1].place}
    if parting is None:
        steps, valid = verdicts[0].steps, all(verdict.valid for verdict in verdicts)
        said = look.phrase(LABELS["same" if valid else "same-so-far"], **places, steps=steps)
        product.write_line(f"{said}, {look.phrase(LABELS[str(verdicts[0].result)])}")
        return
    last, before, sides = parting
    if not look.linear:
        console.need_width(least_width(before.rules))
    product.write_line(look.phrase(LABELS["part"], **places, step=last.number))
    product.write_lines([heading(games[0].transcript.header, before, last, look), *board(before, look, product.width)])
    for game, (taken, position) in zip(games, sides):
        product.write("\n")
        if taken is None:
            product.write_line(f"{game.place}: {look.phrase(LABELS['ends'])}")
            continue
        product.write_line(f"{game.place}: {describe_step(position, taken, look)}")
        product.write_lines(board(position, look, product.width))


def _record(games: list[Game], verdicts: list[Verdict], parting: Parting | None) -> dict[str, Any]:
    def position(game: Game, at: Position, taken: Taken) -> dict[str, Any]:
        return position_record(game.source, game.transcript, at, taken)

    header = games[0].transcript.header
    record: dict[str, Any] = {
        "type": "diff",
        "sources": [game.source for game in games],
        "transcripts": [game.transcript.number for game in games],
        "game": header.game,
        "deal": header.deal,
        "rules": games[0].playback.position.rules.options,
        "same": parting is None and all(verdict.valid for verdict in verdicts),
        "common": parting.last.number if parting else verdicts[0].steps,
        "steps": [verdict.steps for verdict in verdicts],
        "results": [verdict.result for verdict in verdicts],
        "before": None,
        "after": None,
    }
    if parting:
        record["before"] = position(games[0], parting.position, parting.last)
        record["after"] = [taken and position(game, at, taken) for game, (taken, at) in zip(games, parting.sides)]
    return record
