"""Records as rows of a table: every one a line, with the columns that the records have in JSON."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import DEALS, SPIDERETTE, run

from solitaire_cli.api import games
from solitaire_cli.core.errors import Code
from solitaire_cli.show.record_lines import RecordLines, option_columns, record_lines
from solitaire_cli.words.escaping import printable

RECORD = {
    "source": "a",
    "transcript": 1,
    "error": {"code": "yaml", "step": None},
    "valid": False,
    "steps": ["1-2", "deal"],
}


def rows(text: str, form: str) -> list[list[str]]:
    if form == "tsv":
        assert text.endswith("\n")
        return [line.split("\t") for line in text.split("\n")[:-1]]
    return list(csv.reader(io.StringIO(text, newline=""), strict=True))


def test_a_row() -> None:
    columns = ("source", "error.code", "error.step", "missing", "valid", "steps")
    assert RecordLines("csv", columns).line(RECORD) == "a,yaml,,,false,1-2 deal\n"
    assert RecordLines("tsv", columns).line(RECORD) == "a\tyaml\t\t\tfalse\t1-2 deal\n"
    assert RecordLines("tsv", columns).head == "source\terror.code\terror.step\tmissing\tvalid\tsteps\n"


def test_hostile_text() -> None:
    name = 'a\tb\nc\r"d",\x1b[31m\u202e\udcff'
    record = {"source": name, "transcript": 1, "steps": []}
    assert record_lines("moves", "tsv", games()).line(record) == 'a\\tb\\nc\\r"d",\\x1b[31m\\u202e\\udcff\t1\t\n'
    assert record_lines("moves", "csv", games()).line(record) == '"a\\tb\\nc\\r""d"",\\x1b[31m\\u202e\\udcff",1,\n'


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(max_size=8), min_size=1, max_size=4), st.sampled_from(("csv", "tsv")))
def test_what_is_written_is_read_back(values: list[str], form: str) -> None:
    columns = tuple(map(str, range(len(values))))
    line = RecordLines(form, columns).line(dict(zip(columns, values)))
    assert line.count("\n") == 1
    assert len(line.splitlines()) == 1
    if values != [""]:
        assert rows(line, form) == [[printable(value) for value in values]]


def flat(record: dict[str, Any], before: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in record.items():
        found |= flat(value, f"{before}{key}.") if isinstance(value, dict) else {before + key: value}
    return found


@pytest.mark.parametrize(("form", "identified"), [("csv", True), ("tsv", False)])
@pytest.mark.parametrize("command", ["validate", "moves"])
def test_a_table_says_what_json_says(command: str, identified: bool, form: str) -> None:
    files = [*map(str, sorted(DEALS.glob("**/*.moves"))), "missing"]
    arguments = [command, *files, *(["--id"] * identified)]
    told, found = run(*arguments, "-f", "json"), run(*arguments, "-f", form)
    assert (found.code, found.err) == (told.code, told.err)
    head, *lines = rows(found.text, form)
    assert len(lines) == len(told.records)
    for line, record in zip(lines, told.records):
        wanted = flat(record)
        del wanted["type"]
        assert [key for key in head if key in wanted] == [key for key in wanted if key in head]
        texts = {}
        for key, value in wanted.items():
            text = " ".join(value) if isinstance(value, list) else "" if value is None else str(value)
            texts[key] = text.lower() if isinstance(value, bool) else printable(text)
        for key, value in zip(head, line, strict=True):
            assert value == texts.pop(key, ""), (record, key)
        assert set(texts) <= {"rules", "error"}


def test_columns_do_not_depend_on_the_data() -> None:
    """So that tables of several runs can be put together."""
    assert option_columns(games()) == [f"rules.{option}" for option in ("cells", "empty", "move", "packs", "suits")]
    [head, _] = run("validate", "-f", "csv", stdin="").lines
    assert head == run("validate", "-f", "csv", str(DEALS / "spiderwort-1.moves")).lines[0]
    assert head.endswith(",error.token,error.message")


def test_options_of_own_games_have_columns(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(SPIDERETTE)
    given = "---\ngame: spiderina\ndeal: 1\nrules: {columns: two}\n---\n"
    [row] = csv.DictReader(run("validate", "--game-file", str(path), "-f", "csv", stdin=given).lines)
    assert (row["rules.columns"], row["rules.suits"], row["rules.move"]) == ("two", "4", "")


def test_tables_with_other_options() -> None:
    path = str(DEALS / "invalid" / "king-only.moves")
    assert run("validate", "-f", "csv", "-q", path).out == b""
    summed = run("validate", "-f", "csv", "--summary", path)
    assert len(summed.lines) == 3
    assert summed.errors[-1].startswith("2 transcripts: 1 valid, 1 invalid")
    one = run("validate", "-f", "tsv", "--jobs", "2", "--id", *map(str, sorted(DEALS.glob("*.moves"))))
    assert one.out == run("validate", "-f", "tsv", "--id", *map(str, sorted(DEALS.glob("*.moves")))).out
    for command in ("validate", "moves"):
        refused = run(command, "--id", path)
        assert (refused.code, refused.out) == (2, b"")
        assert refused.errors[0] == f"solitaire-cli {command}: error: --id needs -f json, csv or tsv"
    assert json.loads(run("validate", "--id", "-f", "json", stdin="").out)["id"] is None
    assert Code.NO_HEADER in run("validate", "-f", "tsv", stdin="").text
