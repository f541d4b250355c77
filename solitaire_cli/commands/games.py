"""``games``: the games, or the rules of one as people read them."""

from __future__ import annotations

from typing import Any

import click

from solitaire_cli.core.rules import Game
from solitaire_cli.shell.console import Console
from solitaire_cli.shell.exit_codes import YES
from solitaire_cli.shell.options import complete_games, rule_options, shared
from solitaire_cli.show.guide import guide, known_deals, list_names
from solitaire_cli.show.look import JSON, TEXT, YAML


@click.command(
    help="""List the games, or explain one: its aim, layout, moves and options, with advice.

    GAME is an id or a name in either language. -f yaml prints the game's rule file, which --game-file can read.
    With --check the arguments are rule files of your own, and all that is wrong in each is told with its place.

    \b
    solitaire-cli games
    solitaire-cli games beetle --lang ru
    """,
    epilog="Exit status: 0 success (with --check: all files make games), 1 a file is faulty, "
    "2 an error such as an unknown game or option.",
)
@click.option("--check", is_flag=True, help="Only check the rule files that follow.")
@click.argument("names", metavar="[GAME|FILE...]", nargs=-1, shell_complete=complete_games)
@rule_options
@shared(TEXT, JSON, YAML, hidden=("color",))
def command(console: Console, check: bool, names: tuple[str, ...], chosen: tuple[str, ...]) -> int:
    if check:
        from solitaire_cli.shell.rule_check import check_rule_files

        console.exclude({"--check": True}, {"-r": bool(chosen), "-f yaml": console.look.form == YAML})
        return check_rule_files(console, names)
    if len(names) > 1:
        console.usage("one-game")
    name = names[0] if names else None
    if name is None:
        if chosen:
            console.usage("rule-with-file")
        games = list(console.inputs.catalogue)
    else:
        console.exclude({"-r": bool(chosen)}, {f"-f {console.look.form}": console.look.form != TEXT})
        rules = console.rules(name, chosen)
        found = console.inputs.catalogue.find(name)
        assert found is not None
        games = [found]
    for game in games:
        if console.look.form == JSON:
            console.product.write_json(_record(game))
        elif console.look.form == YAML:
            console.product.write(_yaml(game, alone=len(games) == 1))
        elif name is None:
            console.product.write_line(f"{game.id:<20}{list_names(game, console.look)}")
        else:
            look, width = console.look, console.product.page_width
            lines = [*guide(game, rules, look, width), *known_deals(rules, look, width)]
            console.product.write_page(lines)
            console.need_width(max(map(len, lines)))
    return YES


def _record(game: Game) -> dict[str, Any]:
    options = {option: list(values) for option, values in game.options.items()}
    return {"type": "game", "game": game.id, "names": dict(game.names), "options": options}


def _yaml(game: Game, alone: bool) -> str:
    import yaml

    text: str = yaml.safe_dump(game.data, allow_unicode=True, sort_keys=False, width=100)
    return text if alone else f"---\n{text}"
