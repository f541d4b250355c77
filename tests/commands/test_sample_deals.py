"""The sample deals and games in ``deals``: legal, canonical, and between them of every kind."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from support import DEALS, ROOT, run

SAMPLES = sorted(DEALS.glob("*.moves"))
NAMES = [f"deals/{path.name}" for path in SAMPLES]

# games that other programs found, with their number of steps
WON = {
    "spider-millennium-1-5": 106,
    "spider-millennium-2-3": 116,
    "spider-millennium-4-1": 133,
    "spider-millennium-4-12": 126,
    "spiderwort-1": 197,
    "spiderwort-7": 206,
}


def test_all_are_valid_and_canonical() -> None:
    done = run("validate", *NAMES, cwd=ROOT)
    assert (done.code, done.err) == (0, b"")
    done = run("format", "--check", *NAMES, cwd=ROOT)
    assert (done.code, done.out, done.err) == (0, b"", b"")


@pytest.mark.parametrize("name", WON)
def test_won_games(name: str) -> None:
    (record,) = run("validate", "-f", "json", str(DEALS / f"{name}.moves")).records
    assert (record["valid"], record["result"], record["steps"]) == (True, "won", WON[name])


def test_a_deal_of_each_game_under_each_of_its_rules() -> None:
    records = run("validate", "-f", "json", str(DEALS / "numbered.moves")).records
    found = {(record["game"], tuple(record["rules"].items())) for record in records}
    suits = {("spider-millennium", (("suits", number),)) for number in "421"}
    beetle = {
        ("beetle", (("empty", empty), ("move", move))) for empty, move in product(("king", "any"), ("card", "run"))
    }
    assert found == suits | beetle | {("spiderwort", ())}
    assert all(record["steps"] == 0 for record in records)


def steps_of(records: list[dict[str, Any]], game: str) -> list[dict[str, Any]]:
    return [record for record in records if record["game"] == game and record["token"]]


def test_games_of_every_kind() -> None:
    records = run("replay", "-f", "json", *map(str, SAMPLES)).records
    spider, wort, beetle = (steps_of(records, game) for game in ("spider-millennium", "spiderwort", "beetle"))
    assert {record["result"] for record in beetle} == {"won", "lost", "open"}
    for found in (spider, wort, beetle):
        assert {"undo", "redo"} <= {record["token"] for record in spider + wort}
        assert any(record["undone"] for record in found)
        assert any(record["result"] == "won" for record in found)
    assert any(record["token"].endswith("-f") and record["completed"] for record in wort)
    assert any(record["token"] == "deal" and len(record["moved"]) == 7 for record in wort)
    assert any(record["token"] == "deal" and len(record["completed"]) == 2 for record in spider)
    assert any(record["token"] == "auto" and record["result"] == "won" for record in beetle)
    assert any(record["rules"] == {"empty": "any", "move": "run"} for record in beetle)
    text = "".join(path.read_text(encoding="utf-8") for path in SAMPLES)
    for key in ("title", "player", "date", "source", "comment", "tags"):
        assert f"\n{key}: " in text
