"""JSON over several lines and in arrays is read as the same objects would be, one a line."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from support import run

import solitaire_cli
from solitaire_cli.transcript.batches import batches
from solitaire_cli.transcript.blocks import LONGEST_LINE, read_blocks, split_chunks
from solitaire_cli.transcript.reader import TranscriptReader
from solitaire_cli.transcript.referee import Verdict, judge

GAME = {"game": "beetle", "deal": "24", "moves": ["deal", "undo"]}
BAD = {"game": "beetle", "deal": "24", "moves": "1-1"}


def cut(data: bytes, size: int) -> list[bytes]:
    return [data[at : at + size] for at in range(0, len(data), size)]


def verdicts(chunks: Iterable[bytes], share: bool = False) -> list[Verdict]:
    blocks, games = read_blocks(chunks), solitaire_cli.games()
    readers = (
        [TranscriptReader(batch.blocks, games, first=batch.first) for batch in batches(blocks, full=1)]
        if share
        else [TranscriptReader(blocks, games)]
    )
    return [judge(transcript) for reader in readers for transcript in reader]


def told(data: str | bytes, size: int = 1 << 16) -> list[tuple[int | None, str, int | None]]:
    """The line of each transcript, the code of its fault if any, and the column."""
    chunks = cut(data.encode() if isinstance(data, str) else data, size)
    found = verdicts(chunks)
    assert [verdict.number for verdict in found] == list(range(1, len(found) + 1))
    shared = verdicts(chunks, share=True)
    assert [(v.number, v.header.line, v.problem) for v in shared] == [
        (v.number, v.header.line, v.problem) for v in found
    ]
    return [
        (v.problem.line, str(v.problem.code), v.problem.column) if v.problem else (v.header.line, "", None)
        for v in found
    ]


def faults(found: list[Verdict]) -> list[Any]:
    return [(v.header.game, v.steps, v.result, v.problem and (v.problem.fault, v.problem.step)) for v in found]


texts = st.text('ab"\\{}[]\n\u00e9,:#-', max_size=8)
values = st.recursive(texts, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3))
objects = st.one_of(
    st.just(GAME),
    st.just(BAD),
    st.builds(lambda title: {**GAME, "title": title}, texts),
    st.dictionaries(texts, values, max_size=3),
)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.lists(objects, min_size=1, max_size=3), min_size=1, max_size=3),
    st.sampled_from([1, 4, "\t"]),
    st.booleans(),
    st.sampled_from(["\n", "\r\n"]),
    st.integers(1, 40),
)
@example([[{"title": '\\"{'}, GAME]], "\t", True, "\n", 1)
def test_as_one_object_a_line(groups: list[list[Any]], indent: Any, array: bool, end: str, size: int) -> None:
    lines = "".join(json.dumps(each) + "\n" for group in groups for each in group)
    wide = [group if array else each for group in groups for each in ([group] if array else group)]
    text = "\ufeff" + "".join(json.dumps(each, indent=indent).replace("\n", end) + end for each in wide)
    if text.startswith("\ufeff{}"):
        return  # an object of one line
    expected = faults(verdicts([lines.encode()]))
    assert faults(verdicts(cut(text.encode(), size))) == expected
    assert faults(verdicts([text.encode()], share=True)) == expected


def test_places() -> None:
    """The line is the first one of the object, or that of what does not belong into an array."""
    wide = json.dumps(GAME, indent=2)
    assert wide.count("\n") == 7
    for size in (1, 3, 1000):
        assert told(f"{wide}\n{wide}\n\n{wide}", size) == [(1, "", None), (9, "", None), (18, "", None)]
        assert told(json.dumps([GAME, BAD, GAME], indent=1), size) == [
            (2, "", None),
            (10, "same-column", None),
            (15, "", None),
        ]
        assert told(json.dumps([GAME, BAD]) + "\n" + json.dumps([GAME]), size) == [
            (1, "", None),
            (1, "same-column", None),
            (2, "", None),
        ]
        # text may follow, but nothing else inside an array
        assert told(f"{wide}\n---\ngame: beetle\ndeal: 1\n---\n1-1\n", size) == [(1, "", None), (13, "same-column", 1)]
        assert told('[{"game":"beetle","deal":"1"},\n 5, {}]', size) == [(1, "", None), (2, "no-header", 2)]
        assert told('[{"game":"beetle","deal":"1"}\n {}]', size) == [(1, "", None), (2, "no-header", 2)]
        assert told('[{"game":"beetle","deal":"1"}', size) == [(1, "", None), (1, "no-header", 30)]
        assert told('[{"game":"beetle","deal":"1"},]\n', size) == [(1, "", None), (1, "no-header", 31)]
        assert told("[[{}]]", size) == [(1, "no-header", 1)]
        assert told("[]\n", size) == told("[1]", size) == [(1, "no-header", 1)]


@pytest.mark.parametrize("end", ["{\n", "---\n", ""])
def test_an_object_that_is_not_closed_ends_before_another_transcript(end: str) -> None:
    good = {"{\n": '"game": "beetle", "deal": 1\n}', "---\n": "game: beetle\ndeal: 1\n---\n", "": ""}[end]
    for broken in ('{\n "title": "{\n', '{\n "rules": {"a": "\\"\n', '{\n "a": [\n'):
        for size in (1, 2, 1000):
            found = told(broken + end + good, size)
            assert found[0] == (1, "yaml", None)
            assert found[1:] == ([(3, "", None)] if end else [])


def test_line_ends_inside_strings_are_no_json() -> None:
    assert told('{\n"game": "beetle", "deal": 1,\n"title": "a\nb"}') == [(1, "yaml", None)]


def test_a_long_array_is_read_as_it_comes() -> None:
    """It may be in one line; an object that is too long is told, and nothing of it is kept."""
    one = json.dumps(GAME).encode()
    tracemalloc.start()
    long = b'[{"title":"' + b"x" * (LONGEST_LINE * 12) + b'"},' + b",".join([one] * 500) + b"]"
    before = tracemalloc.get_traced_memory()[0]
    tracemalloc.reset_peak()
    found = [block.clean for block in read_blocks(split_chunks(long))]
    assert tracemalloc.get_traced_memory()[1] - before < LONGEST_LINE * 10
    tracemalloc.stop()
    assert found == [False] + [True] * 500
    assert told(long[: LONGEST_LINE * 12 + 100])[0] == (1, "encoding", None)


def test_every_command_reads_it() -> None:
    array = json.dumps([GAME, GAME])
    done = run("format", "-f", "json", stdin=array)
    assert done.records == [GAME, GAME]
    assert run("validate", "--jobs", "2", stdin=array).out == run("validate", stdin=array).out


def test_a_rule_file_in_json_keeps_its_lines(tmp_path: Path) -> None:
    """JSON is YAML too, and what is wrong with it has the place where it stands."""
    (tmp_path / "game.yaml").write_text('{\n  "id": "x",\n  "colour": "red"\n}\n')
    done = run("games", "--check", "game.yaml", cwd=tmp_path)
    assert any(line.startswith("game.yaml:3:3: error: ") for line in done.errors)
