"""Which of the first deals are winnable: ``deals/known/*.yaml``, and their counts in the package.

``python tests/tools/known.py`` searches deals 1 to 1000 of every game that has a guide of its own, with every choice of
its options, on all processors, and writes both; ``python tests/tools/known.py beetle king-run`` searches one of them.
The answers are the same on every machine. All of it takes about an hour on two cores; the counts alone are made again
with ``python tests/tools/known.py --count``.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import yaml

from solitaire_cli.api import games

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "deals" / "known"
COUNTS = ROOT / "solitaire_cli" / "games" / "known.json"
DEALS = 1000


def kinds() -> Iterator[tuple[str, dict[str, str]]]:
    """Every game that has a guide of its own, with every combination of its options."""
    for game in (game for game in games() if "guide" in game.data):
        for values in product(*game.options.values()):
            yield game.id, dict(zip(game.options, values))


def path(game: str, rules: dict[str, str]) -> Path:
    """The file of a game with its options."""
    return FOLDER / ("-".join([game, *rules.values()]) + ".yaml")


def listed(game: str, rules: dict[str, str]) -> dict[int, dict[str, Any]]:
    """What the file of a game with its options says of each deal."""
    return _listed(path(game, rules))


@cache
def _listed(path: Path) -> dict[int, dict[str, Any]]:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return dict(yaml.load(path.read_text("utf-8"), loader)["deals"])


def command(game: str, rules: dict[str, str]) -> list[str]:
    """The command whose answers a file lists."""
    options = [word for option, value in rules.items() for word in ("-r", f"{option}={value}")]
    return ["solve", game, f"1-{DEALS}", *options, "-f", "json", "--jobs", "0"]


def search(game: str, rules: dict[str, str]) -> list[dict[str, Any]]:
    """The answers for all deals."""
    done = subprocess.run(
        [sys.executable, "-m", "solitaire_cli", *command(game, rules), "-q"], capture_output=True, check=False
    )
    if done.returncode == 2:
        raise SystemExit(done.stderr.decode())
    return [json.loads(line) for line in done.stdout.splitlines()]


def text(game: str, rules: dict[str, str], answers: Iterable[dict[str, Any]]) -> str:
    """The file that lists ``answers``."""
    shown = ", ".join(f"{option}: {value}" for option, value in rules.items())
    lines = [
        f"# solitaire-cli {' '.join(command(game, rules))}",
        "# won: by that many steps, which a longer search may undercut; unwinnable: proved; unknown: neither",
        f"game: {game}",
        *([f"rules: {{{shown}}}"] if rules else []),
        "deals:",
    ]
    for answer in answers:
        entry = f"status: {answer['status']}"
        if answer["status"] == "won":
            entry += f", steps: {answer['steps']}, effort: {answer['effort']}, grade: {answer['grade']}"
        lines.append(f"  {answer['deal']}: {{{entry}}}")
    return "\n".join(lines) + "\n"


def counts() -> str:
    """The counts of all files, as the package has them."""
    entries = []
    for game, rules in kinds():
        if path(game, rules).exists():
            deals = listed(game, rules)
            found = [entry["status"] for entry in deals.values()]
            statuses = {status: found.count(status) for status in ("won", "unwinnable", "unknown")}
            entries.append({"game": game, "rules": rules, "deals": len(deals), **statuses})
    return "[\n" + ",\n".join(json.dumps(entry) for entry in entries) + "\n]\n"


def main(arguments: list[str]) -> None:
    """Search what is named, and count all."""
    if arguments != ["--count"]:
        FOLDER.mkdir(exist_ok=True)
        for game, rules in kinds():
            if not arguments or arguments == [game, *(["-".join(rules.values())] if rules else [])]:
                path(game, rules).write_text(text(game, rules, search(game, rules)), "utf-8")
    COUNTS.write_text(counts(), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
