"""``convert``: the formats of other programs to transcripts, and back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from textwrap import wrap

import click

from solitaire_cli.core.errors import Code, Fault, FaultError, Problem
from solitaire_cli.core.position import Position
from solitaire_cli.exchange.foreign_game import ForeignGame
from solitaire_cli.exchange.formats import FORMATS, READ, WRITTEN, Wish, known_name, read, write
from solitaire_cli.exchange.native_game import NativeGame, is_native, read_native
from solitaire_cli.exchange.source import Source
from solitaire_cli.shell.console import Console
from solitaire_cli.shell.exit_codes import NO, NO_ANSWER, YES
from solitaire_cli.shell.inputs import source_name
from solitaire_cli.shell.options import complete_files, complete_games, rule_options, shared
from solitaire_cli.show.look import JSON, TEXT, YAML
from solitaire_cli.system.files import UnreadableError
from solitaire_cli.transcript.writer import json_values

AnyGame = ForeignGame | NativeGame


_NAMES = ("\n" + " " * 13).join(wrap(" | ".join(FORMATS), 66))


@click.command(
    help=f"""Convert deals, positions and games of other programs to transcripts, or transcripts to their formats.

    Without --to, transcripts are written; without --from, they are read. What is wrong in a file is reported with its
    place there, and so is what a format cannot express; that game is left out, and with -o the file is then not
    changed.

    \b
    FORMAT = {_NAMES}

    \b
    solitaire-cli convert --from fc-solve board.txt
    solitaire-cli convert --to fc-solve game.moves
    """,
    epilog="Exit status: 0 all are converted, 1 at least one is not, "
    "2 an error such as wrong usage or an unreadable file.",
)
@click.argument("files", metavar="[FILE]...", nargs=-1, shell_complete=complete_files)
@click.option("--from", "origin", metavar="FORMAT", type=click.Choice(READ), help="The format of the input.")
@click.option("--to", "target", metavar="FORMAT", type=click.Choice(WRITTEN), help="The format of the output.")
@click.option(
    "--game",
    metavar="GAME",
    shell_complete=complete_games,
    help="The game of the input, where its format does not tell it.",
)
@rule_options
@click.option(
    "--deal-file",
    metavar="FILE",
    shell_complete=complete_files,
    help="Read the deal from FILE, where the input has only moves; a transcript will do.",
)
@shared(TEXT, JSON, YAML, data=True, hidden=("plain", "color"))
def command(
    console: Console,
    files: tuple[str, ...],
    origin: str | None,
    target: str | None,
    game: str | None,
    chosen: tuple[str, ...],
    deal_file: str | None,
) -> int:
    if origin is None and target is None:
        console.usage("convert-nothing")
    for option, value in {"--game": game, "-r": chosen, "--deal-file": deal_file}.items():
        if origin is None and value:
            console.usage("needs", option=option, needed="--from")
    console.exclude({"-f json": console.look.form == JSON}, {"--to": target})
    if deal_file == "-":
        console.inputs.take_stdin()
    names = console.inputs.names(files)
    wish = _wish(console, origin, game, chosen) if origin else None
    if wish and deal_file:
        start = _deal(console, deal_file, wish)
        if isinstance(start, Problem):
            return _refuse(console, source_name(deal_file), start)
        wish = wish._replace(start=start)
    status = YES
    for name in names:
        for found in _games(console, name, wish, console.inputs.chunks(name)):
            problem = found if isinstance(found, Problem) else _write(console, found, target)
            if problem:
                status = max(status, _refuse(console, source_name(name), problem))
    return status


def _wish(console: Console, origin: str, game: str | None, chosen: Sequence[str]) -> Wish:
    """Return what is known before a file is read; ``-r`` goes with ``--game`` or the usual game of the format."""
    usual = known_name(origin, "")
    name = game or (usual[0] if usual and chosen else "")
    if chosen and not name:
        console.usage("needs", option="-r", needed="--game")
    return Wish(origin, console.inputs.catalogue, console.rules(name, chosen) if name else None)


def _deal(console: Console, name: str, wish: Wish) -> Position | Problem:
    """Return the start of the one game in the file of ``--deal-file``, which may be a transcript."""
    chunks = console.inputs.chunks(name)
    try:
        head = next(chunks, b"")
    except UnreadableError as error:
        return Problem(Fault(Code.UNREADABLE, {"reason": error.reason}))
    games = list(islice(_games(console, name, None if is_native(head) else wish, chain([head], chunks)), 2))
    if len(games) > 1 and not isinstance(games[1], Problem):
        console.fail("convert-deals", file=source_name(name))
    found = games[-1]
    return found if isinstance(found, Problem) else found.transcript.start


def _games(console: Console, name: str, wish: Wish | None, chunks: Iterator[bytes]) -> Iterator[AnyGame | Problem]:
    """Yield the games of an input, as transcripts if there is no ``wish``, and what is wrong with it."""
    try:
        if wish:
            yield from read(Source(chunks), wish)
        else:
            for _, raw in console.inputs.read(name, chunks, exact=True):
                yield read_native(raw)
    except UnreadableError as error:
        yield Problem(Fault(Code.UNREADABLE, {"reason": error.reason}))


def _write(console: Console, game: AnyGame, target: str | None) -> Problem | None:
    """Write a game, or return what the format cannot say, with its place."""
    transcript, product = game.transcript, console.product
    try:
        if target:
            text = write(transcript, target)
            product.write_gap()
            product.write(text)
        elif console.look.form == JSON:
            product.write_json(json_values(transcript.header, transcript.steps))
        else:
            product.write(str(transcript))
    except FaultError as error:
        step = error.problem.step
        line, column = (game.line, 1) if step is None else game.place(step)
        token = None if step is None else transcript.steps[step - 1]
        return error.problem._replace(line=line, column=column, token=token)
    return None


def _refuse(console: Console, source: str, problem: Problem) -> int:
    """Report that a game was not converted, and return the exit code for it."""
    console.tell(source, problem)
    console.product.keep = False
    return NO_ANSWER if problem.code is Code.UNREADABLE else NO
