"""Stand-in: the rules of a game for people."""

from __future__ import annotations

from solitaire_cli.rules import Game, Rules


def guide(game: Game, rules: Rules, language: str) -> list[str]:
    """The rules in words."""
    return [game.names.get(language, game.names["en"])]
