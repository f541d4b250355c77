"""The lists of deals known to be winnable: whole, counted right, and as the search answers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from random import Random

import known
import pytest
from support import run

import solitaire_cli
from solitaire_cli.show.known_deals import Known
from solitaire_cli.solver import GRADES

KINDS = list(known.kinds())
# cheap ones of each kind, by number
CHECKED = {"spider-millennium": [13], "spiderwort": [1000], "beetle": [1, 500, 1000]}


def name(value: object) -> str:
    return "-".join(value.values()) if isinstance(value, dict) else str(value)


def test_every_game_and_option_has_a_file() -> None:
    assert len(KINDS) == 3 + 1 + 4
    assert {known.path(*kind).name for kind in KINDS} == {path.name for path in known.FOLDER.iterdir()}


@pytest.mark.parametrize(("game", "rules"), KINDS, ids=name)
def test_a_file_lists_a_thousand_deals(game: str, rules: dict[str, str]) -> None:
    found = known.listed(game, rules)
    assert list(found) == list(range(1, 1001))
    for entry in found.values():
        if entry["status"] == "won":
            assert entry.keys() == {"status", "steps", "effort", "grade"}
            assert entry["grade"] == GRADES[entry["effort"] - 1]
        else:
            assert entry.keys() == {"status"}
            assert entry["status"] in ("unwinnable", "unknown")


def test_the_counts_are_those_of_the_files() -> None:
    text = (Path(solitaire_cli.__file__).parent / "games" / "known.json").read_text("utf-8")
    assert text == known.counts()
    assert [(entry["game"], entry["rules"]) for entry in json.loads(text)] == KINDS


def search(game: str, rules: dict[str, str], *numbers: int) -> None:
    """Compare the answers for some deals with those that are listed."""
    listed = known.listed(game, rules)
    options = [word for option, value in rules.items() for word in ("-r", f"{option}={value}")]
    records = run("solve", game, *map(str, numbers), *options, "-f", "json", "-q").records
    assert len(records) == len(numbers)
    for record in records:
        entry = listed[int(record["deal"])]
        assert record["status"] == entry["status"]
        assert entry.get("steps", 0) == record["steps"]
        assert entry.get("effort", record["effort"]) == record["effort"]


@pytest.mark.long
@pytest.mark.skipif(find_spec("numpy") is None, reason="numpy is not installed")
@pytest.mark.parametrize(("game", "rules"), KINDS, ids=name)
def test_the_search_answers_what_is_listed(game: str, rules: dict[str, str]) -> None:
    search(game, rules, *CHECKED[game])


@pytest.mark.long
@pytest.mark.skipif(find_spec("numpy") is None, reason="numpy is not installed")
def test_the_search_answers_what_is_listed_elsewhere(rounds: Iterator[int]) -> None:
    """Any deal but those that take long, which are those that only much effort wins and those that are open."""
    random = Random(1)
    for _ in rounds:
        game, rules = random.choice(KINDS)
        number, entry = random.choice(list(known.listed(game, rules).items()))
        if entry["status"] != "unknown" and entry.get("effort", 1) < 4:
            search(game, rules, number)


def test_an_interval_counts_every_unknown_both_ways() -> None:
    """The bounds are R. G. Newcombe's (1998) worked example of the score interval: 81 of 263."""
    assert [round(bound, 4) for bound in Known(263, 81, 182, 0).interval] == [0.2553, 0.3662]
    few, many = Known(263, 81, 182, 0).interval, Known(263, 81, 172, 10).interval
    assert few[0] == many[0]
    assert many[1] == Known(263, 91, 172, 0).interval[1]
    assert Known(10, 0, 9, 1).bounds == (0.0, 0.1)


def test_games_tells_of_it() -> None:
    said = " ".join(run("games", "spider-millennium").text.split())
    # 999 won, one open: Wilson's lower bound is 0.9944 (worked out from the formula by hand)
    assert "Deals 1 to 1000: 999 won by the solver, 0 proved unwinnable, 1 undecided." in said
    assert "Winnable: 99.9 to 100.0% of these, and 99.4 to 100.0% of all deals" in said
    assert "Выигрышны 100,0 % из них, а из всех сдач — от 99,6 до 100,0 %" in " ".join(
        run("games", "spider-millennium", "-r", "suits=2", "--lang", "ru").text.split()
    )
