"""Write the shipped rule files as the JSON that is read at start-up: ``python tests/tools/compile_games.py``."""

from __future__ import annotations

import json
from pathlib import Path

import solitaire_cli
from solitaire_cli.rulebook import rule_file

COMPILED = Path(solitaire_cli.__file__).parent / rule_file.COMPILED
SOURCES = sorted(COMPILED.parent.glob("*.yaml"))


def compiled() -> str:
    """The rule files as one JSON object by id."""
    games = map(rule_file.read_game_file, SOURCES)
    return json.dumps({game.id: game.data for game in games}, ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    COMPILED.write_text(compiled(), encoding="utf-8")
