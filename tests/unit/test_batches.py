"""Streams cut into batches give the same verdicts, wherever they are cut, and so do several processes."""

from __future__ import annotations

import random
import subprocess
from functools import cache, partial
from itertools import cycle
from pathlib import Path

import pytest
from reference.generate import stream
from support import COMMAND, DEALS, process, surroundings

import solitaire_cli
from solitaire_cli.transcript.batches import LONGEST, batches
from solitaire_cli.transcript.blocks import read_blocks, split_chunks
from solitaire_cli.transcript.reader import TranscriptReader
from solitaire_cli.transcript.referee import judge

GOOD = b"---\ngame: beetle\ndeal: 24\n---\n2-f\n"
RECORD = b'{"game":"beetle","deal":"24","moves":["2-f"]}\n'


@cache
def several(seed: int) -> bytes:
    """Random transcripts with what may stand between them."""
    rng = random.Random(seed)
    between = [b"\n", b"\n# a remark\n", b"\nstray text\n", b"\n\n", b"\n" + RECORD]
    return b"".join(rng.choice(between) + stream(seed * 3 + part) for part in range(3))


@pytest.mark.parametrize("size", [1, 7, 50, 400])
def test_batches_give_the_same_verdicts(size: int) -> None:
    for seed in range(15):
        data = several(seed)
        breaks = cycle([False, True, False, False])
        games = solitaire_cli.games()
        whole = [judge(transcript) for transcript in TranscriptReader(read_blocks(split_chunks(data)), games)]
        pieces = [data[start : start + 97] for start in range(0, len(data), 97)]
        parts = [
            judge(transcript)
            for batch in batches(read_blocks(pieces), partial(next, breaks), size)
            for transcript in TranscriptReader(batch.blocks, games, first=batch.first)
        ]
        assert [(v.number, v.header.line, v.steps, v.result, v.problem) for v in parts] == [
            (v.number, v.header.line, v.steps, v.result, v.problem) for v in whole
        ]


def test_a_transcript_too_long_for_a_batch_is_read_as_it_comes() -> None:
    head = b"---\ngame: beetle\ndeal: 24\n---\n"
    data = head + b"# " + b"x" * 1000 + b"\n"
    long = data + (b"# " + b"y" * 1000 + b"\n") * (LONGEST // 500)
    parts = list(batches(read_blocks(split_chunks(head + long + head))))
    assert parts[-1].rest
    assert not any(part.rest for part in parts[:-1])


def damaged(count: int = 30) -> bytes:
    """Transcripts with faults of most kinds."""
    return b"\n".join(several(seed) for seed in range(count))


@pytest.mark.parametrize(
    ("form", "count"), [("json", 8), *(pytest.param(form, 30, marks=pytest.mark.long) for form in ("json", "text"))]
)
def test_validate_with_several_processes(form: str, count: int, tmp_path: Path) -> None:
    """The same bytes on both outputs and the same exit code, whatever is wrong."""
    big = tmp_path / "big.moves"
    big.write_bytes(damaged(count) + b"\n" + GOOD * 600 + damaged(count))
    names = [str(big), str(tmp_path / "missing"), *map(str, sorted(DEALS.glob("*.moves"))), str(tmp_path)]
    one = process("validate", "-f", form, "--summary", *names)
    two = process("validate", "-f", form, "--summary", "--jobs", "2", *names)
    assert two == one
    assert one.code == 2
    assert one.out.count(b"\n") > 600


@pytest.mark.parametrize("form", ["text", "json", pytest.param("yaml", marks=pytest.mark.long)])
def test_deal_with_several_processes(form: str) -> None:
    numbers = ["1-700", "ms5", "3", "ms1-ms300"]
    one = process("deal", "spiderwort", "-f", form, *numbers)
    two = process("deal", "spiderwort", "-f", form, "--jobs", "3", *numbers)
    assert two == (0, one.out, b"")


@pytest.mark.long
def test_stopping_at_faults_with_several_processes(tmp_path: Path) -> None:
    big = tmp_path / "big.moves"
    big.write_bytes(damaged())
    for jobs in ("1", "2"):
        done = process("validate", "-f", "json", "--max-faults", "3", "--jobs", jobs, str(big))
        assert done.out.count(b'"valid":false') == 3
        assert done.code == 1
    first = process("validate", "-q", "--first-fault", "--jobs", "2", "--summary", str(big))
    assert b", 1 invalid;" in first.err


def test_a_verdict_comes_as_soon_as_its_transcript_ends() -> None:
    """While the input stays open: for one process and for several."""
    text = b"---\ngame: beetle\ndeal: 24\n---\ndeal\n"
    for jobs in ("1", "2"):
        child = subprocess.Popen(
            [*COMMAND, "validate", "-f", "json", "--jobs", jobs, "-"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=surroundings(),
        )
        assert child.stdin is not None
        assert child.stdout is not None
        for number in range(1, 4):
            child.stdin.write(text if number > 1 else text + text)
            child.stdin.flush()
            assert f'"transcript":{number},'.encode() in child.stdout.readline()
        child.stdin.write(RECORD)
        child.stdin.flush()
        for number in (4, 5):  # a line is whole at its end
            assert f'"transcript":{number},'.encode() in child.stdout.readline()
        child.stdin.close()
        assert child.wait() == 0
        child.stdout.close()
