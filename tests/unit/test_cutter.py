"""Streams cut into the bytes of each transcript: nothing is lost, and the reader sees the same transcripts."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from itertools import cycle

import pytest
from reference.generate import stream

import solitaire_cli
from solitaire_cli.collection import cutter
from solitaire_cli.collection.cutter import Piece, cut
from solitaire_cli.transcript.blocks import LONGEST_LINE, read_blocks, split_chunks
from solitaire_cli.transcript.reader import TranscriptReader
from solitaire_cli.transcript.referee import judge

HEAD = b"---\ngame: beetle\ndeal: 24\n---\n"
RECORD = b'{"game":"beetle","deal":"24","moves":["2-f"]}\n'
BOM = b"\xef\xbb\xbf"


def parts(*pieces: Piece) -> list[bytes]:
    """The bytes of each transcript."""
    found = []
    for piece in pieces:
        data = b"".join(piece.chunks())
        assert piece.ends == sorted(piece.ends)
        assert piece.ends[-1] == len(data)
        starts = [0, *piece.ends]
        found += [data[start:end] for start, end in zip(starts, piece.ends)]
        if piece.bom:
            found[-len(piece.ends)] = piece.bom + found[-len(piece.ends)]
    return found


def verdicts(*pieces: Piece) -> list[object]:
    return [
        (verdict.number, verdict.header.line, verdict.steps, verdict.result, verdict.problem)
        for piece in pieces
        for verdict in map(judge, TranscriptReader(piece.blocks(), GAMES, first=piece.first))
    ]


GAMES = solitaire_cli.games()


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (HEAD + b"2-f\n" + HEAD, [HEAD + b"2-f\n", HEAD]),
        (b"# one\n" + HEAD + b"2-f\n# two\n" + HEAD, [b"# one\n" + HEAD + b"2-f\n", b"# two\n" + HEAD]),
        (HEAD + b"2-f\n\n" + HEAD, [HEAD + b"2-f\n\n", HEAD]),
        (HEAD + b"2-f\n\n# two\n\n" + HEAD, [HEAD + b"2-f\n\n", b"# two\n\n" + HEAD]),
        (HEAD + b"2-f\n# I gave up\n\n# two\n" + HEAD, [HEAD + b"2-f\n# I gave up\n\n", b"# two\n" + HEAD]),
        (HEAD + b"2-f # more\r\n#two\r\n" + HEAD, [HEAD + b"2-f # more\r\n", b"#two\r\n" + HEAD]),
        (HEAD + b"2-f\n#\x00\n" + HEAD, [HEAD + b"2-f\n#\x00\n", HEAD]),
        (RECORD + b"# two\n" + RECORD + HEAD, [RECORD, b"# two\n" + RECORD, HEAD]),
        (RECORD + b"\nstray\n" + RECORD, [RECORD + b"\n", b"stray\n", RECORD]),
        (b"stray\n# two\n---\nopen: x\n{no: json}\n", [b"stray\n", b"# two\n---\nopen: x\n{no: json}\n"]),
        (BOM + b"# one\n" + HEAD + BOM + HEAD, [BOM + b"# one\n" + HEAD, BOM + HEAD]),
        (BOM + BOM + HEAD + HEAD[:-1], [BOM + BOM + HEAD, HEAD[:-1]]),
        (b"# nothing\n\n", [b"# nothing\n\n"]),
        (b"", [b""]),
        (b"\x1f\x8b\n" + HEAD, [b"\x1f\x8b\n" + HEAD]),
        (HEAD + b"#" * (LONGEST_LINE + 9) + b"\n" + HEAD, [HEAD + b"#" * (LONGEST_LINE + 9) + b"\n", HEAD]),
        (HEAD + b"---" + b" " * LONGEST_LINE + b"\n" + HEAD, [HEAD + b"---" + b" " * LONGEST_LINE + b"\n", HEAD]),
        (b'[{"a":\n1},\n\n{"b":2}]\n# one\n' + HEAD, [b'{"a":\t1}\n', b'{"b":2}\n', b"# one\n" + HEAD]),
        (b'[{"a":1}{"b":2}]\n' + HEAD, [b'{"a":1}\n', b"        [\n" + b'        {"b":2}]\n', HEAD]),
        (b'\n{\n"a":1}\n# end\n', [b'{\t"a":1}\n']),
        (b"{" + b" " * LONGEST_LINE * 2 + b"\nx\n" + HEAD, [b"{" + b" " * LONGEST_LINE * 2 + b"\n", b"x\n", HEAD]),
    ],
)
def test_the_bytes_of_a_transcript(data: bytes, expected: list[bytes]) -> None:
    for size in (1, 7, 1 << 16) if len(data) < 1000 else (1 << 16,):
        chunks = [data[start : start + size] for start in range(0, len(data), size)]
        pieces = [*cut(chunks)]
        assert parts(*pieces) == expected
        assert len(verdicts(*pieces)) == len(expected)


@pytest.mark.parametrize("long", [False, True])
def test_pieces_give_the_same_verdicts_and_all_bytes(long: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if long:
        monkeypatch.setattr(cutter, "LONGEST", 300)
    spooled = 0
    between = [b"\n", b"\n# a remark\n", b"\nstray text\n", b"# one\n\n# two\n\n", b"\n" + RECORD, b"\n\xef\xbb\xbf"]
    for seed in range(15):
        rng = random.Random(seed)
        data = b"".join(rng.choice(between) + stream(seed * 3 + part) for part in range(3))
        chunks = [data[start : start + 97] for start in range(0, len(data), 97)]
        pieces = [*cut(chunks, partial(next, cycle([False, True, False, False])), 400)]
        assert b"".join(parts(*pieces)) == data
        spooled += sum(piece.spool is not None for piece in pieces)
        whole = TranscriptReader(read_blocks(split_chunks(data)), GAMES)
        assert verdicts(*pieces) == [(v.number, v.header.line, v.steps, v.result, v.problem) for v in map(judge, whole)]
        for piece in pieces:
            piece.close()
    assert (spooled > 20) == long


def test_what_is_whole_is_given_out_before_a_failure() -> None:
    def chunks() -> Iterator[bytes]:
        yield HEAD + HEAD
        raise OSError("gone")

    pieces = cut(chunks())
    assert parts(next(pieces)) == [HEAD]
    with pytest.raises(OSError, match="gone"):
        next(pieces)
