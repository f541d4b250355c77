"""``play``: a game at the terminal, or with a program."""

from __future__ import annotations

import contextlib
import signal
import sys
from collections.abc import Callable, Iterator
from types import FrameType

import click

from solitaire_cli.core.errors import Failure
from solitaire_cli.play.board_view import WIDTH, View
from solitaire_cli.play.line_editor import LineEditor
from solitaire_cli.play.loading import Opened, check_name, copy, ending, keep, last_game, new_game, old_game
from solitaire_cli.play.person import Talk
from solitaire_cli.play.program import Protocol
from solitaire_cli.play.session import Session
from solitaire_cli.shell.console import YES, Console
from solitaire_cli.shell.numbers import NumberedCommand
from solitaire_cli.shell.options import complete_files, complete_games_and_files, rule_options, shared
from solitaire_cli.show.guide import guide
from solitaire_cli.show.look import JSON, TEXT
from solitaire_cli.system import terminal
from solitaire_cli.system.game_file import ChangedError, Log
from solitaire_cli.system.streams import is_terminal, write_error
from solitaire_cli.words.translation import N_, phrase

USAGE: dict[str, str] = {
    "number": N_("{file:long} is the name of a file; a number goes with the name of a game"),
    "output": N_("a continued game stays in its file; -o goes with the name of a game"),
    "no-output": N_("-o takes the name of a new file; standard output is none"),
    "no-input": N_("play continues a file, not standard input"),
}
"""What is said about a call that makes no sense."""


@click.command(
    cls=NumberedCommand,
    epilog="Exit codes: 0 the game was left or ended, 1 the transcript is faulty, 2 no answer.",
)
@click.argument("what", metavar="GAME|FILE", shell_complete=complete_games_and_files)
@click.argument("number", metavar="[NUMBER]", required=False)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    shell_complete=complete_files,
    help="Keep the transcript in FILE, which must be new; GAME-NUMBER.moves if absent.",
)
@click.option("--hide", is_flag=True, help="In records, write <?> for each card that a player cannot see.")
@rule_options
@shared(TEXT, JSON, product=False, linear=True)
def command(
    console: Console,
    what: str,
    number: str | None,
    output: str | None,
    hide: bool,
    chosen: tuple[str, ...],
) -> int:
    """Play GAME, the deal NUMBER or a random one; or continue the last game in FILE.

    Each step is kept in a transcript before it counts, so a game can be left at any time. Write steps such as 5-7,
    several in a line too, or help. With -f json a program plays: a step or command a line in, a record a line out; a
    transcript is written only with -o then, and FILE stays as it is.

    \b
    solitaire-cli play beetle 24
    solitaire-cli play beetle-24.moves
    solitaire-cli play -f json --hide spiderwort 7
    """
    if output in ("", "-"):
        raise click.UsageError(phrase(USAGE["no-output"], console.look.language))
    if what != "-" and console.inputs.catalogue.find(what):
        opened = new_game(console, what, number, output, chosen)
        if console.look.form == TEXT or output is not None:
            opened = keep(console, opened, output)
    else:
        _check_file(console, what, number, output, chosen)
        found = _read_only(console, what) if console.look.form == JSON else old_game(console, what)
        if isinstance(found, int):
            return found
        opened = found
    if console.look.form == JSON:
        return _play_program(console, opened, hide)
    assert opened.log is not None
    return _play_person(console, opened.session, opened.log)


def _check_file(console: Console, name: str, number: str | None, output: str | None, chosen: tuple[str, ...]) -> None:
    """Refuse what goes with the name of a game only."""
    if name == "-":
        raise click.UsageError(phrase(USAGE["no-input"], console.look.language))
    check_name(console, name)
    if chosen:
        console.usage("rule-with-file")
    for key, given in (("number", number), ("output", output)):
        if given is not None:
            raise click.UsageError(phrase(USAGE[key], console.look.language, file=name))


def _read_only(console: Console, name: str) -> Opened | int:
    found = last_game(console, name, None)
    return found if isinstance(found, int) else Opened(found, name, None)


def _play_program(console: Console, opened: Opened, hide: bool) -> int:
    """Records for lines, each written out at once."""
    protocol = Protocol(opened.session, opened.source, console.look.language, hide)
    # what became of the file is said at the end
    with contextlib.suppress(ChangedError):
        for record in protocol.records(_given()):
            console.product.write_json(record)
            console.product.flush()
    if opened.log is not None:
        _end(console, opened.log)
        opened.log.close()
    return YES


def _play_person(console: Console, session: Session, log: Log) -> int:
    game = console.inputs.catalogue.find(session.position.rules.game)
    assert game is not None
    talk = Talk(
        session,
        View(console.product, console.look, lambda: console.product.width),
        log.name,
        lambda: guide(game, session.position.rules, console.look, min(console.product.width or WIDTH, WIDTH)),
        lambda name: copy(console, log, name),
    )
    with _interrupted(lambda: ending(console, log)[0]):
        talk.begin()
        for line in _typed(console, talk, session):
            if not talk.answer(line):
                break
        console.product.write_line(_end(console, log))
        console.product.flush()
    log.close()
    return YES


def _end(console: Console, log: Log) -> str:
    """How the game can be continued. Raises :class:`Failure` if its file no longer holds it."""
    said, kept = ending(console, log)
    if not kept:
        raise Failure(said.rstrip("\n"))
    return said


def _given() -> Iterator[str]:
    """The lines of standard input as they come."""
    if sys.stdin is None:
        return
    encoding = sys.stdin.encoding or "utf-8"
    while line := sys.stdin.buffer.readline():
        yield line.decode(encoding, "surrogateescape")


def _typed(console: Console, talk: Talk, session: Session) -> Iterator[str]:
    """The lines of a player: edited where there is a terminal, prompted for where somebody types."""
    if not is_terminal(sys.stdin):
        console.product.flush()
        for line in _given():
            yield line
            console.product.flush()
        return
    # what no encoding reads is a wrong step, not an end
    sys.stdin.reconfigure(errors="surrogateescape")  # type: ignore[union-attr]
    if is_terminal(sys.stdout):
        with LineEditor(session, input) as editor, contextlib.suppress(EOFError):
            while True:
                console.product.flush()
                yield editor.line(talk.prompt)
    else:
        lines = _given()
        while True:
            console.product.write(talk.prompt)
            console.product.flush()
            typed = next(lines, None)
            if typed is None:
                break
            yield typed
    # the end came behind a prompt
    console.product.write("\n")


@contextlib.contextmanager
def _interrupted(ending: Callable[[], str]) -> Iterator[None]:
    """While a game lasts, a signal that ends the program first says how the game can be continued."""
    handlers: dict[int, Callable[[int, FrameType | None], object] | int | None] = {}

    def end(number: int, frame: FrameType | None) -> None:
        terminal.restore()
        write_error(f"\n{ending()}")
        before = handlers[number]
        if callable(before):
            before(number, frame)

    for ending_signal in (signal.SIGINT, signal.SIGTERM):
        handlers[ending_signal] = signal.getsignal(ending_signal)
        signal.signal(ending_signal, end)
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
