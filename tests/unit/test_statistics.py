"""``stats``: the sums of groups, and that they add up."""

from __future__ import annotations

import json
from collections import Counter
from statistics import median
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import DEALS, run

from solitaire_cli.collection.group_keys import KEYS
from solitaire_cli.collection.statistics import spread

GAMES = """\
---
game: spiderwort
deal: 10
player: Ada
date: 2026-11-30
tags: {round: 1}
---
2-5 undo 2-5 deal  # four steps
---
game: spiderwort
deal: 9
player: Ada
title: "=1+1"
result: won
---
---
game: beetle
deal: ms10
player: [Bo]
---
---
game: whist
deal: 1
player: Bo
---
2-1
---
game: spiderwort
deal: 10
rules: {}
player: Ada
tags: {round: '1', "other, one": "x"}
---
deal deal
"""
SUMS = ("transcripts", "valid", "won", "lost", "open", "undos", "deals")


def stats(*arguments: str, given: str = GAMES) -> list[Any]:
    return run("stats", "-f", "json", *arguments, stdin=given).records


def test_one_group() -> None:
    done = run("stats", "-f", "json", stdin=GAMES)
    assert done.code == 1
    assert [error.rsplit("[")[1] for error in done.errors] == ["result-mismatch]", "bad-value]", "unknown-game]"]
    [record] = done.records
    steps = {"least": 2, "median": 3, "mean": 3, "most": 4}
    sums = {"transcripts": 5, "valid": 2, "won": 0, "lost": 0, "open": 2, "share": 0}
    assert record == {"type": "stats", **sums, "steps": steps, "undos": 1, "deals": 3}
    assert list(record)[-3:] == ["steps", "undos", "deals"]


KEYED: dict[str, list[Any]] = {
    "game": [("beetle", 1), ("spiderwort", 3), ("whist", 1)],
    "rules": [({}, 3), ({"empty": "king", "move": "card"}, 1), (None, 1)],
    "player": [("Ada", 3), ("Bo", 1), (None, 1)],
    "deal": [("1", 1), ("9", 1), ("10", 2), ("ms10", 1)],
    "date": [("2026-11-30", 1), (None, 4)],
    "result": [("open", 3), (None, 2)],
    "title": [("=1+1", 1), (None, 4)],
    "source": [("<stdin>", 5)],
}


@pytest.mark.parametrize("key", KEYS)
def test_groups_by_a_key(key: str) -> None:
    found = [(record[key], record["transcripts"]) for record in stats("--by", key)]
    assert found == KEYED[key]


def test_groups_by_tags_and_several_keys() -> None:
    found = stats("--by", "tag:round", "--by", "player", "--by", "tag:other, one", "--by", "player")
    assert [(record["tags"], record["player"], record["transcripts"]) for record in found] == [
        ({"round": "1", "other, one": "x"}, "Ada", 1),
        ({"round": "1", "other, one": None}, "Ada", 1),
        ({"round": None, "other, one": None}, "Ada", 1),
        ({"round": None, "other, one": None}, "Bo", 1),
        ({"round": None, "other, one": None}, None, 1),
    ]
    assert list(found[0])[:3] == ["type", "tags", "player"]
    assert run("stats", "--by", "tag:other, one", "-f", "csv", stdin=GAMES).lines[:2] == [
        '"tags.other, one",transcripts,valid,won,lost,open,share,'
        "steps.least,steps.median,steps.mean,steps.most,undos,deals",
        "x,1,1,0,0,1,0,2,2,2,2,0,2",
    ]


def test_a_group_without_a_valid_transcript() -> None:
    [record] = stats(given="")
    assert (record["transcripts"], record["valid"], record["share"], record["steps"]) == (1, 0, None, None)
    assert run("stats", "-f", "tsv", stdin="").lines[1].split("\t") == ["1", *"0000", *[""] * 5, "0", "0"]
    missing = run("stats", "-f", "json", "missing")
    assert (missing.code, missing.records[0]["transcripts"]) == (2, 0)
    assert missing.errors == ["missing: error: cannot read: No such file or directory [unreadable]"]
    assert run("stats", "--by", "game", "-f", "json", "missing").out == b""


def test_quiet() -> None:
    assert run("stats", "-q", stdin=GAMES).err == b""
    assert run("stats", "-q", "missing").errors
    assert run("stats", "-q", stdin=GAMES).out == run("stats", stdin=GAMES).out


def test_a_number_too_long_to_be_read() -> None:
    line = '{{"game":"beetle","deal":1,"player":"{}"}}\n'
    names = ["9" * 5000, "9" * 4999 + "0", "10", "9", "x2", "x10", "x"]
    found = stats("--by", "player", given="".join(map(line.format, names)))
    assert [record["player"] for record in found] == ["9", "10", names[1], names[0], "x", "x2", "x10"]


def test_it_adds_up_with_any_number_of_processes() -> None:
    files = [*map(str, sorted(DEALS.glob("*.moves"))), str(DEALS / "invalid" / "king-only.moves"), "missing"]
    done = run("validate", "-f", "json", "--summary", *files)
    *verdicts, summary = done.records
    [total] = stats(*files)
    assert [total[key] for key in SUMS[:5]] == [summary[key] for key in SUMS[:5]]
    steps = [verdict["steps"] for verdict in verdicts if verdict["valid"]]
    assert total["steps"] == {
        "least": min(steps),
        "median": median(steps),
        "mean": round(sum(steps) / len(steps), 2),
        "most": max(steps),
    }
    alone = run("stats", "--by", "rules", "--by", "source", "-f", "json", *files)
    assert (alone.code, alone.err) == (2, done.err.rpartition(b"\n")[0] + b"\n")
    shared = run("stats", "--by", "rules", "--by", "source", "-f", "json", "--jobs", "2", *files)
    assert (shared.out, shared.err) == (alone.out, alone.err)
    for key in SUMS:
        assert sum(record[key] for record in alone.records) == total[key]


TRANSCRIPTS = st.lists(
    st.tuples(
        st.sampled_from(("spiderwort", "beetle", "whist")),
        st.integers(1, 3),
        st.sampled_from((None, "Ada", "Bo", "Ж\n")),
        st.sampled_from(("", "deal", "deal undo", "deal undo redo deal", "1-1")),
    ),
    min_size=1,
    max_size=8,
)


@settings(max_examples=25, deadline=None)
@given(TRANSCRIPTS, st.lists(st.sampled_from(("game", "player", "deal", "result")), max_size=3))
def test_any_groups_add_up(games: list[tuple[str, int, str | None, str]], keys: list[str]) -> None:
    lines = []
    for game, deal, player, moves in games:
        named = {} if player is None else {"player": player}
        lines.append(json.dumps({"game": game, "deal": deal, **named, "moves": moves}) + "\n")
    arguments = [part for key in keys for part in ("--by", key)]
    found = stats(*arguments, "-q", given="".join(lines))
    [total] = stats("-q", given="".join(lines))
    for key in SUMS:
        assert sum(record[key] for record in found) == total[key]
    valid = [moves.split() for game, _, _, moves in games if game != "whist" and moves != "1-1"]
    assert (total["transcripts"], total["valid"]) == (len(games), len(valid))
    counts = Counter(word for moves in valid for word in moves)
    assert (total["undos"], total["deals"]) == (counts["undo"], counts["deal"])
    for record in found:
        assert record["won"] + record["lost"] + record["open"] == record["valid"] <= record["transcripts"]
    assert len({tuple(record[key] for key in keys) for record in found}) == len(found)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.integers(0, 30), min_size=1))
def test_the_spread_of_numbers(numbers: list[int]) -> None:
    found = spread(Counter(numbers))
    assert (found["least"], found["median"], found["most"]) == (min(numbers), median(numbers), max(numbers))
    assert found["mean"] == round(sum(numbers) / len(numbers), 2)


def test_keys_are_told() -> None:
    refused = run("stats", "--by", "tag:", stdin=GAMES)
    assert refused.code == 2
    assert refused.errors[0].endswith(f"'tag:' is not one of {', '.join(map(repr, [*KEYS, 'tag:KEY']))}.")


def test_tables_of_text() -> None:
    found = run("stats", "--by", "player", "--by", "title", stdin=GAMES, env={"LANG": "ru_RU.UTF-8"})
    assert found.lines == [
        "игрок  название  всего  верно  выиграно  проиграно  не закончено  % побед",
        "Ada    =1+1          1      0         0          0             0        –",
        "Ada    –             2      2         0          0             2        0",
        "Bo     –             1      0         0          0             0        –",
        "–      –             1      0         0          0             0        –",
        "все                  5      2         0          0             2        0",
        "",
        "игрок  название  ходов от  медиана  среднее  до  отмен  сдач из запаса",
        "Ada    =1+1             –        –        –   –      0               0",
        "Ada    –                2        3        3   4      1               3",
        "Bo     –                –        –        –   –      0               0",
        "–      –                –        –        –   –      0               0",
        "все                     2        3        3   4      1               3",
    ]
    plain = run("stats", "--by", "game", "--by", "result", "--ascii", stdin=GAMES).text
    assert plain.isascii()
    assert "whist       -                 1      0    0     0     0       -\n" in plain
    hostile = '{"game":"beetle","deal":1,"player":"\\u001b[31m\\tA\\u202e ' + "x" * 500 + '"}\n'
    lines = run("stats", "--by", "player", stdin=hostile).lines
    assert max(map(len, lines)) <= 78
    assert lines[2] == "\\x1b[31m\\tA\\u202e"
    assert lines[3].startswith("xxx")
