"""Every record that a command writes is as the JSON Schema in the package says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from support import DEALS, run

import solitaire_cli
from solitaire_cli.core.errors import Code

SCHEMA: dict[str, Any] = json.loads((Path(solitaire_cli.__file__).parent / "records.schema.json").read_text("utf-8"))
KINDS = [reference["$ref"].rsplit("/", 1)[1] for reference in SCHEMA["oneOf"]]


def records(*arguments: str, given: str = "") -> list[Any]:
    return run(*arguments, stdin=given).records


VALID = [str(path) for path in sorted(DEALS.glob("*.moves"))]
INVALID = [str(path) for path in sorted(DEALS.glob("invalid/*.moves"))]
BEETLE = Path(solitaire_cli.__file__).parent / "games" / "beetle.yaml"  # its id is taken
COMMANDS = {
    "deal": ["deal", "beetle", "1-5", "ms8589934591"],
    "verdict": ["validate", *VALID, *INVALID, "missing"],
    "count": ["select", "--count", *VALID],
    "summary": ["validate", "-q", "--summary", *VALID, *INVALID],
    "stats": ["stats", "--by", "rules", "--by", "tag:a", "--by", "deal", *VALID, *INVALID],
    "position": ["replay", *VALID[::3]],
    "moves": ["moves", VALID[0]],
    "solution": ["solve", "beetle", "1-3"],
    "hints": ["play", "spiderwort", "1"],
    "refusal": ["play", "spiderwort", "1"],
    "game": ["games"],
    "layout": ["layout", "spiderwort"],
    "diff": ["diff", str(DEALS / "spiderwort-1.moves"), "-"],
    "rule-file": ["games", "--check", str(BEETLE), "missing"],
    "check": ["format", "--check", *INVALID],
    "transcript": ["format", "--cards", *VALID],
}


def validator(kind: str | None = None) -> jsonschema.Draft202012Validator:
    schema = SCHEMA if kind is None else {"$ref": f"#/$defs/{kind}", "$defs": SCHEMA["$defs"]}
    return jsonschema.Draft202012Validator(schema)


GIVEN = {
    "hints": "hint\n",
    "refusal": "nonsense\n2-2\n99999-1\ngoto 8\n",
    "diff": "---\ngame: spiderwort\ndeal: 1\n---\ndeal\n",
}
"""What stands in standard input to get a record."""


@pytest.mark.parametrize("kind", KINDS)
def test_records_are_as_the_schema_says(kind: str) -> None:
    found = records(*COMMANDS[kind], "-f", "json", given=GIVEN.get(kind, ""))
    if kind in GIVEN:
        found = [record for record in found if record["type"] == kind]
    if kind == "check":
        found = found or [{"type": "check", "source": "x", "canonical": False}]
    assert found
    check = validator(kind)
    for record in found:
        check.validate(record)
    validator().validate(found[0])
    if kind == "transcript":
        check.validate(records("format", VALID[0], "-f", "json")[0])
        assert not check.is_valid({**found[0], "moves": ["deal:9S"]})


def test_what_a_program_sees() -> None:
    """Hidden cards are no cards anywhere else."""
    *found, moves = records("play", "spiderwort", "1", "-f", "json", "--hide", given="2-1\ndeal\nundo\nmoves\n")
    assert len(found) == 4
    check = validator("position")
    for record in found:
        check.validate(record)
        assert not validator("deal").is_valid({**record, "type": "deal"})
    validator("moves").validate(moves)


def test_the_schema_refuses_what_is_no_record() -> None:
    [record] = records("deal", "beetle", "1", "-f", "json")
    check = validator()
    for key in record:
        assert not check.is_valid({name: value for name, value in record.items() if name != key})
    assert not check.is_valid({**record, "more": 1})
    assert not check.is_valid({**record, "deal": 1})
    assert not check.is_valid({**record, "columns": ["9X"]})


def test_the_schema_knows_every_code() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$defs"]["code"]["enum"] == [str(code) for code in Code]
    assert set(KINDS) == set(COMMANDS)
