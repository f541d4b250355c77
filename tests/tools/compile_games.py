"""Write the shipped rule files as the JSON that is read at start-up: ``python tests/tools/compile_games.py``."""

from __future__ import annotations

import json
from pathlib import Path

import solitaire_cli
from solitaire_cli.core.naming import folded
from solitaire_cli.rulebook import rule_file

COMPILED = Path(solitaire_cli.__file__).parent / rule_file.COMPILED
SOURCES = sorted(COMPILED.parent.glob("*.yaml"))


def compiled() -> str:
    """The names of all games, what a list shows of them, and then the rule files, as lines of JSON."""
    games = sorted((rule_file.read_game_file(source) for source in SOURCES), key=lambda game: game.id)
    # where a name of PySolFC is also an id or a name of ours, ours wins
    names = {folded(name): game.id for game in games for name, _, _ in game.pysolfc}
    names |= {name: game.id for game in games for name in sorted(game.spellings())}
    index = {game.id: [game.names, [name for name, _, _ in game.pysolfc], game.base.kind] for game in games}
    lines = [dict(sorted(names.items())), index, *({"id": game.id, **game.data} for game in games)]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


if __name__ == "__main__":
    COMPILED.write_text(compiled(), encoding="utf-8")
