"""Write the shipped rule files as the JSON that is read at start-up: ``python tests/tools/compile_games.py``."""

from __future__ import annotations

import json
from pathlib import Path

from solitaire_cli.rulebook.rule_file import COMPILED, GAMES, read_game_file


def compiled() -> str:
    """The rule files as one JSON object by id."""
    games = [read_game_file(path) for path in sorted(Path(GAMES).glob("*.yaml"))]
    return json.dumps({game.id: game.data for game in games}, ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    Path(COMPILED).write_text(compiled(), encoding="utf-8")
