"""Stand-in: the rules of a game for people."""

from __future__ import annotations

from solitaire_cli.layout import UNICODE, Signs
from solitaire_cli.rules import Game, Rules


def guide(
    game: Game, rules: Rules, language: str = "en", signs: Signs = UNICODE, width: int = 78
) -> list[str]:
    """The rules in words."""
    return [game.names.get(language, game.names["en"])]
