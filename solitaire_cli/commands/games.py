"""``games``: the games, or the rules of one as people read them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import click

from solitaire_cli.core.listing import Listed, unknown_game
from solitaire_cli.core.naming import folded
from solitaire_cli.core.rules import Game
from solitaire_cli.shell.console import Console
from solitaire_cli.shell.exit_codes import NO, YES
from solitaire_cli.shell.options import complete_games, rule_options, shared
from solitaire_cli.show.guide import guide, known_deals, list_names
from solitaire_cli.show.look import JSON, TEXT, YAML, Look
from solitaire_cli.words.language import LANGUAGES
from solitaire_cli.words.messages import LABELS
from solitaire_cli.words.rule_words import FAMILIES
from solitaire_cli.words.translation import phrase


@click.command(
    help="""List the games, or explain one: its aim, layout, moves and options, with advice.

    GAME is an id, a name in either language, or the name of the game in PySolFC. -f yaml prints the game's rule file,
    which --game-file can read.
    With --check the arguments are rule files of your own, and all that is wrong in each is told with its place.

    \b
    solitaire-cli games
    solitaire-cli games --search scorpion
    solitaire-cli games beetle --lang ru
    """,
    epilog="Exit status: 0 success (with --check: all files make games), 1 --search finds nothing or a file is faulty, "
    "2 an error such as an unknown game or option.",
)
@click.option(
    "--search",
    "text",
    metavar="TEXT",
    help="List only the games that have the words of TEXT in their names, or in the heading of their family.",
)
@click.option("--check", is_flag=True, help="Only check the rule files that follow.")
@click.argument("names", metavar="[GAME|FILE...]", nargs=-1, shell_complete=complete_games)
@rule_options
@shared(TEXT, JSON, YAML, hidden=("color",))
def command(console: Console, check: bool, text: str | None, names: tuple[str, ...], chosen: tuple[str, ...]) -> int:
    if check:
        from solitaire_cli.shell.rule_check import check_rule_files

        console.exclude({"--check": True}, {"-r": bool(chosen), "-f yaml": console.look.form == YAML, "--search": text})
        return check_rule_files(console, names)
    if len(names) > 1:
        console.usage("one-game")
    name = names[0] if names else None
    if name is None:
        if chosen:
            console.usage("rule-with-file")
        return _list_games(console, text)
    console.exclude({"GAME": True}, {"--search": text})
    if not console.inputs.catalogue.find(name) and os.path.isfile(name):
        console.usage("games-file", name=name)
    console.exclude({"-r": bool(chosen)}, {f"-f {console.look.form}": console.look.form != TEXT})
    rules = console.rules(name, chosen)
    catalogue = console.inputs.catalogue
    game = catalogue[rules.game]
    if console.look.form != TEXT:
        _write_data(console, game)
    else:
        look, width = console.look, console.product.page_width
        found = {name: catalogue.find(name) for name, _, _ in game.pysolfc}
        others = {name: other for name, other in found.items() if other and other.id != game.id}
        lines = [*guide(game, rules, look, width, others), *known_deals(rules, look, width)]
        console.product.write_page(lines)
        console.need_width(max(map(len, lines)))
    return YES


def _list_games(console: Console, text: str | None) -> int:
    """Write the games whose names, or else headings, have all words of ``text``; for people by kind, a line each."""
    words, known = folded(text or "").split(), list(console.inputs.catalogue.listed())
    listed = [game for game in known if _has_words(words, game.spellings())]
    if not listed:
        headings = {kind: [phrase(heading, language) for language in LANGUAGES] for kind, heading in FAMILIES.items()}
        listed = [game for game in known if _has_words(words, headings[game.kind])]
    if not listed:
        near = unknown_game(text or "", known).details.get("near")
        console.remark("near-names" if near else "no-such-names", text=text, near=near)
        return NO
    if console.look.form != TEXT:
        for game in listed:
            _write_data(console, console.inputs.catalogue[game.id], alone=len(listed) == 1)
        return YES
    started = False
    for kind, heading in FAMILIES.items():
        lines = [_line(game, console.look) for game in listed if game.kind == kind]
        if lines:
            gap = [""] if started else []
            started = True
            for line in (*gap, console.look.phrase(heading), *lines):
                console.product.write_line(line)
    return YES


def _has_words(words: Iterable[str], names: Iterable[str]) -> bool:
    text = " ".join(map(folded, names))
    return all(word in text for word in words)


def _line(game: Listed, look: Look) -> str:
    """Return the id and the names of a game, also those of PySolFC's that are not its name with a remark."""
    names = look.fit(list_names(game, look))
    own = [folded(name) for name in game.names.values()]
    if known := [name for name in game.pysolfc if not folded(name).startswith(tuple(own))]:
        names = look.phrase(LABELS["pysolfc-names"], names=names, known=", ".join(known))
    return f"{game.id:<29}{names}"


def _write_data(console: Console, game: Game, alone: bool = True) -> None:
    if console.look.form == JSON:
        console.product.write_json(_record(game))
    else:
        console.product.write(_yaml(game, alone))


def _record(game: Game) -> dict[str, Any]:
    options = {option: list(values) for option, values in game.options.items()}
    known = [{"name": name, "id": number, "rules": dict(rules)} for name, number, rules in game.pysolfc]
    return {"type": "game", "game": game.id, "names": dict(game.names), "options": options, "pysolfc": known}


def _yaml(game: Game, alone: bool) -> str:
    import yaml

    text: str = yaml.safe_dump(game.data, allow_unicode=True, sort_keys=False, width=100)
    return text if alone else f"---\n{text}"
