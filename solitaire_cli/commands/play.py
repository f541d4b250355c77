"""``play``: a game at the terminal, or with a program."""

from __future__ import annotations

import contextlib

import click

from solitaire_cli.play.display import WIDTH, Display
from solitaire_cli.play.kept_game import KeptGame, continue_game, keep_game, last_session, new_session
from solitaire_cli.play.line_editor import read_lines, typed_lines
from solitaire_cli.play.person_game import PersonGame
from solitaire_cli.play.program_game import answers
from solitaire_cli.play.session import Session
from solitaire_cli.shell.console import Console
from solitaire_cli.shell.exit_codes import YES
from solitaire_cli.shell.numbers import NumberedCommand
from solitaire_cli.shell.options import complete_files, complete_games_and_files, rule_options, shared
from solitaire_cli.show.guide import guide
from solitaire_cli.show.look import JSON, TEXT
from solitaire_cli.system.game_file import ChangedError

NEW_GAME = "<play>"  # the source in the records of a game that is in no file


@click.command(
    help="""Play deal NUMBER of GAME, or a random one, or continue the last game in FILE.

    Type steps such as 5-7, one or more on a line; help lists everything you can type. Each step is saved to a
    transcript as you make it, so you can leave at any time and continue later. With -f json a program plays: it sends a
    line with steps or a command and gets a record back; a transcript is then written only with -o, and FILE is only
    read.

    \b
    solitaire-cli play beetle 24
    solitaire-cli play beetle-24.moves
    solitaire-cli play -f json --hide spiderwort 7
    """,
    cls=NumberedCommand,
    epilog="Exit status: 0 the game ended or was left, 1 the transcript is faulty, "
    "2 an error such as wrong usage or an unreadable file.",
)
@click.argument("what", metavar="GAME|FILE", shell_complete=complete_games_and_files)
@click.argument("number", metavar="[NUMBER]", required=False)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    shell_complete=complete_files,
    help="Save the transcript to FILE, which must be new; the default is GAME-NUMBER.moves.",
)
@click.option("--hide", is_flag=True, help="In records, write <?> for each card that the player cannot see.")
@rule_options
@shared(TEXT, JSON, product=False, linear=True)
def command(
    console: Console, what: str, number: str | None, output: str | None, hide: bool, chosen: tuple[str, ...]
) -> int:
    if output in ("", "-"):
        console.usage("play-no-output")
    console.inputs.take_stdin()
    if hide and console.look.form != JSON:
        console.usage("needs", option="--hide", needed="-f json")
    if console.names_game(what):
        session = new_session(console, what, number, chosen)
        if console.look.form == JSON and output is None:
            return _serve_program(console, session, NEW_GAME, hide)
        kept = keep_game(console, session, output)
        if console.look.form == JSON:
            return _serve_program(console, session, kept.file.name, hide, kept)
        return _serve_person(console, kept)
    if what == "-":
        console.usage("play-no-input")
    if chosen:
        console.usage("rule-with-file")
    for key, given in (("number", number), ("output", output)):
        if given is not None:
            console.usage(f"play-file-and-{key}", file=what)
    if console.look.form == JSON:
        found = last_session(console, what, console.inputs.chunks(what))
        return found if isinstance(found, int) else _serve_program(console, found, what, hide)
    continued = continue_game(console, what)
    return continued if isinstance(continued, int) else _serve_person(console, continued)


def _serve_program(console: Console, session: Session, source: str, hide: bool, kept: KeptGame | None = None) -> int:
    # the end says what became of the file
    with contextlib.suppress(ChangedError):
        for record in answers(session, read_lines(), source, console.look, hide):
            console.product.write_json(record)
            console.product.flush()
    if kept:
        kept.finish()
        kept.file.close()
    return YES


def _serve_person(console: Console, kept: KeptGame) -> int:
    look, product, rules = console.look, console.product, kept.session.position.rules
    found = console.inputs.catalogue.find(rules.game)
    assert found is not None
    game = PersonGame(kept, Display(product, look), lambda: guide(found, rules, look, min(product.page_width, WIDTH)))
    with kept.show_ending_on_signals():
        game.begin()
        for line in typed_lines(product, kept.session, lambda: game.prompt, input):
            if not game.answer(line):
                break
        product.write_line(kept.finish())
        product.flush()
    kept.file.close()
    return YES
