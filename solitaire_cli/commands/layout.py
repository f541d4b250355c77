"""``layout``: a game's diagram, or a transcript's last position."""

from __future__ import annotations

import click

from solitaire_cli.shell.console import Console
from solitaire_cli.shell.exit_codes import YES
from solitaire_cli.shell.options import complete_games_and_files, rule_options, shared
from solitaire_cli.shell.positions import write_position
from solitaire_cli.show.diagram import diagram
from solitaire_cli.show.look import JSON, TEXT, YAML
from solitaire_cli.transcript.referee import Verdict, last_position


@click.command(
    help="""Draw the diagram of a game, or the last position of a transcript.

    With -f yaml, a position is written as a transcript that starts there. If a game and a file have the same name, the
    game is used; write ./beetle for the file.

    \b
    solitaire-cli layout beetle --lang ru
    solitaire-cli layout game.moves
    """,
    epilog="Exit status: 0 success, 1 a transcript is faulty, 2 an error such as wrong usage or an unreadable file.",
)
@click.argument("what", metavar="[GAME|FILE]", required=False, shell_complete=complete_games_and_files)
@rule_options
@shared(TEXT, JSON, YAML, linear=True)
def command(console: Console, what: str | None, chosen: tuple[str, ...]) -> int:
    if what is None or not console.names_game(what):
        if chosen:
            console.usage("rule-with-file")
        return _last_positions(console, what)
    if console.look.form == YAML:
        console.usage("yaml-diagram")
    if console.look.linear:
        console.usage("linear-diagram")
    rules = console.rules(what, chosen)
    lines = diagram(rules, console.look)
    if console.look.form == JSON:
        console.product.write_json({"type": "layout", "game": rules.game, "rules": rules.options, "lines": lines})
    else:
        console.need_width(max(map(len, lines)))
        console.product.write_page(lines)
    return YES


def _last_positions(console: Console, file: str | None) -> int:
    status = YES
    for source, transcript in console.inputs.transcripts([] if file is None else [file]):
        ending = last_position(transcript)
        if isinstance(ending, Verdict):
            status = max(status, console.report(source, ending))
        else:
            write_position(console, source, transcript, ending.position, ending.taken)
    return status
