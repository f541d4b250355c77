"""``games``: the games, or one game's rules and options."""

from __future__ import annotations

from typing import Any

import click

from solitaire_cli.cards import RANKS
from solitaire_cli.console import YES, Console
from solitaire_cli.known import known_text
from solitaire_cli.language import LANGUAGES
from solitaire_cli.messages import RULE_WORDS, WORDS, listed, phrase
from solitaire_cli.options import JSON, TEXT, YAML, complete_games, rule_options, shared
from solitaire_cli.rules import POLICIES, Game, Rules


@click.command(epilog="Exit codes: 0 said, 2 no answer: no such game or option.")
@click.argument("name", metavar="[GAME]", required=False, shell_complete=complete_games)
@rule_options
@shared(TEXT, JSON, YAML)
def command(console: Console, name: str | None, chosen: tuple[str, ...]) -> int:
    """List the games, or say the rules and options of GAME, an id or a name in either language.

    With -f yaml the rules are printed as the file that they are; --game-file reads such a file.

    \b
    solitaire-cli games
    solitaire-cli games beetle --lang ru
    """
    if name is None:
        if chosen:
            console.usage("rule-with-file")
        games = list(console.catalogue)
    else:
        rules = console.rules(name, chosen)
        found = console.catalogue.find(name)
        assert found is not None
        games = [found]
    for game in games:
        if console.form == JSON:
            console.write_json(_record(game))
        elif console.form == YAML:
            console.write(_yaml(game, alone=len(games) == 1))
        elif name is None:
            console.write_line(f"{game.id:<20}{_names(console, game)}")
        else:
            for line in _description(console, game, rules):
                console.write_line(line)
    return YES


def _record(game: Game) -> dict[str, Any]:
    options = {option: list(values) for option, values in game.options.items()}
    return {"type": "game", "game": game.id, "names": dict(game.names), "options": options}


def _yaml(game: Game, alone: bool) -> str:
    import yaml

    text: str = yaml.safe_dump(game.data, allow_unicode=True, sort_keys=False, width=100)
    return text if alone else f"---\n{text}"


def _names(console: Console, game: Game) -> str:
    """The names of a game in all languages, or the English one where only ASCII is written."""
    shown = [game.names[each] for each in LANGUAGES if each in game.names]
    return game.names["en"] if console.ascii_only else " / ".join(shown)


def _description(console: Console, game: Game, rules: Rules) -> list[str]:
    """The rules of a game in words, made from its data."""
    from textwrap import wrap

    language = console.language
    lines = [f"{_names(console, game)} ({game.id})", ""]
    if game.summary:
        lines += [*wrap(game.summary.get(language, game.summary["en"]), 78), ""]
    values: dict[str, Any] = {
        "cards": rules.cards,
        "packs": rules.packs,
        "columns": len(rules.columns),
        "stock": rules.stock_size,
        "piles": len(rules.piles),
        "king": RANKS[rules.ranks - 1],
    }
    facts = [("cards", ""), *((policy, getattr(rules, policy)) for policy in POLICIES)]
    if ("empty", "king") in facts:
        facts[facts.index(("empty", "king"))] = ("empty", f"king-{rules.unit}")
    if rules.auto:
        facts.append(("auto", ""))
    for fact in facts:
        lines += wrap(f"- {phrase(RULE_WORDS[fact], language, **values)}", 78, subsequent_indent="  ")
    for option, choices in game.options.items():
        shown = [f"{value}*" if rules.options[option] == value else value for value in choices]
        text = phrase(WORDS["option"], language, option=option, values=listed(shown, language))
        lines.append(f"- {text}")
    text = known_text(rules, language)
    if text:
        lines += ["", *wrap(text, 78)]
    if game.options:
        lines += ["", phrase(WORDS["chosen"], language)]
    return lines
