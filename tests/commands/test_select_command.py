"""What ``select`` promises of any collection."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from reference.generate import stream
from support import DEALS, run

from solitaire_cli.collection.cutter import cut
from solitaire_cli.shell.gathering import file_name

FILTERS = [
    [],
    ["--game", "beetle"],
    ["--valid"],
    ["--invalid", "--steps", "1-"],
    ["--result", "open", "--deal", "1-99999"],
    ["--contains", "deal"],
    ["--code", "syntax", "--code", "yaml"],
    ["--tag", "x"],
]
WON = [path.read_bytes() for path in sorted(DEALS.glob("*.moves")) if path.name != "numbered.moves"]
CASES = st.tuples(st.integers(0, 400), st.sampled_from(FILTERS))


def collection(seed: int) -> bytes:
    """Transcripts of all kinds, some twice, some of them wins with steps that were taken back."""
    rng = random.Random(seed)
    some = [rng.choice(WON) for _ in range(2)]
    longer = [
        data.replace(b"---\ndeal\n", b"---\ndeal undo\ndeal\n").replace(b"deal\n", b"deal undo deal\n") for data in some
    ]
    parts = [*some, *longer, *(stream(seed + at) for at in range(2))]
    return b"\n".join(rng.choices(parts, k=5)) + b"\n"


def transcripts(data: bytes) -> list[bytes]:
    """The bytes of each transcript."""
    found = []
    for piece in cut([data]):
        data = piece.bom + piece.data
        ends = [len(piece.bom) + end for end in piece.ends]
        found += [data[start:end] for start, end in zip([0, *ends], ends)]
    return found


def records(data: bytes, *arguments: str) -> list[Any]:
    return run("select", "--records", "--id", *arguments, stdin=data).records


@settings(max_examples=8, deadline=None)
@example((76, []))
@given(CASES)
def test_what_is_selected_and_what_is_rejected_are_the_input(case: tuple[int, list[str]]) -> None:
    seed, wanted = case
    data = collection(seed)
    parts = transcripts(data)
    assert b"".join(parts) == data
    numbers = {record["transcript"] for record in records(data, *wanted)}
    for arguments, fits in (([], True), (["--reject"], False)):
        done = run("select", *wanted, *arguments, stdin=data)
        chosen = [part for number, part in enumerate(parts, 1) if (number in numbers) == fits]
        assert done == (0 if chosen else 1, b"".join(chosen), b"")


@settings(max_examples=4, deadline=None)
@given(st.integers(0, 400), st.integers(1, 4))
def test_split_and_joined_is_the_input(tmp_path_factory: pytest.TempPathFactory, seed: int, size: int) -> None:
    folder = tmp_path_factory.mktemp("parts")
    data = collection(seed)
    assert run("select", "--split", str(size), "-o", str(folder / "{}.moves"), stdin=data) == (0, b"", b"")
    files = sorted(folder.iterdir())
    assert b"".join(file.read_bytes() for file in files) == data
    assert [len(transcripts(file.read_bytes())) for file in files[:-1]] == [size] * (len(files) - 1)
    assert run("select", str(folder)).out == data


@settings(max_examples=4, deadline=None)
@given(st.integers(0, 400))
def test_unique_keeps_the_first_and_best_the_shortest_win(seed: int) -> None:
    data = collection(seed)
    found = records(data)
    ids = [each["id"] for each in found]
    first = [each for at, each in enumerate(found) if each["id"] is None or each["id"] not in ids[:at]]
    assert records(data, "--unique", "steps") == first
    shortest: dict[str, Any] = {}
    for each in found:
        deal = f"{each['game']} {each['deal']} {each['rules']}"
        if each["deal"] and each["valid"] and each["result"] == "won":
            shortest[deal] = min(shortest.get(deal, each), each, key=lambda record: int(record["steps"]))
    best = [each for each in records(data, "--best") if each["deal"]]
    assert best == sorted(shortest.values(), key=lambda each: int(each["transcript"]))


@settings(max_examples=4, deadline=None)
@given(CASES)
def test_sorting_and_counting_lose_nothing(case: tuple[int, list[str]]) -> None:
    seed, wanted = case
    data = collection(seed)
    found = records(data, *wanted)
    by_steps = records(data, *wanted, "--sort", "-steps")
    known = [each for each in found if each["result"]]
    assert by_steps == sorted(known, key=lambda each: -int(each["steps"])) + [e for e in found if not e["result"]]
    assert run("select", "--count", *wanted, stdin=data).text == f"{len(found)}\n"
    assert records(data, *wanted, "--limit", "2") == found[:2]


@pytest.mark.parametrize("arguments", [["--invalid"], ["--records", "--sort", "deal"], ["--best"]])
def test_several_processes_write_the_same(arguments: list[str], tmp_path: Path) -> None:
    file = tmp_path / "all.moves"
    file.write_bytes(b"".join(collection(seed) for seed in range(3)) * 8)
    one = run("select", *arguments, str(file))
    assert run("select", *arguments, "--jobs", "2", str(file)) == one
    assert one.code == 0


def test_games_that_pass_through_a_position(tmp_path: Path) -> None:
    game = DEALS / "spiderwort-1.moves"
    position = tmp_path / "position.moves"
    position.write_bytes(run("replay", "--at", "30", "-f", "yaml", str(game)).out)
    done = run("select", "--position", str(position), str(DEALS / "spiderwort-7.moves"), str(game))
    assert done == (0, game.read_bytes(), b"")
    # two hidden cards in each other's place make another position
    position.write_bytes(re.sub(rb"- (<\w\w>) (?!\1)(<\w\w>)", rb"- \2 \1", position.read_bytes(), count=1))
    assert run("select", "--position", str(position), str(game)) == (1, b"", b"")
    assert run("select", "--position", str(DEALS / "invalid" / "syntax.moves"), str(game)).code == 2


def test_values_in_the_names_of_files(tmp_path: Path) -> None:
    text = "".join(
        f'---\ngame: beetle\ndeal: {n}\nplayer: "{who}"\n---\n' for n, who in enumerate(["/a", "..", "Ада"], 1)
    )
    assert run("select", "--split-by", "player", "-o", str(tmp_path / "{}"), stdin=text).code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["%2E.", "%2Fa", "Ада"]
    names = {file_name(value) for value in ("", None, "-", "%", "%25", ".", "x" * 100, "x" * 101)}
    assert len(names) == 8
    assert run("select", "--split", "1", "-o", str(tmp_path / "{}"), str(tmp_path / "Ада")).code == 0
    assert run("select", "--split-by", "player", "-o", str(tmp_path / "{}"), str(tmp_path / "Ада")).code == 2
