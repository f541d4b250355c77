"""Compressed files and folders are read wherever a file of transcripts is."""

from __future__ import annotations

import bz2
import gzip
import lzma
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support import DEALS, run

import solitaire_cli
from solitaire_cli.system.files import CHUNK, UnreadableError
from solitaire_cli.system.packed import CUT, DAMAGED, HUNGRY, TRAILING, unpacked

GAME = "---\ngame: beetle\ndeal: {}\n---\ndeal\n"
WON = (DEALS / "beetle-263.moves").read_bytes()
KINDS: dict[str, Callable[[bytes], bytes]] = {"gzip": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress}


def told(data: bytes, size: int) -> str | bytes:
    """What ``data`` is, unpacked in pieces of ``size`` bytes, or why it cannot be."""
    try:
        return b"".join(unpacked(iter([data[at : at + size] for at in range(0, len(data), size)]), lambda: None))
    except UnreadableError as error:
        return error.reason


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", [1, 11, CHUNK])
def test_unpacking(kind: str, size: int) -> None:
    packed = KINDS[kind](WON)
    assert told(packed, size) == WON
    assert told(packed + KINDS[kind](b"") + packed + bytes(8), size) == WON + WON
    assert told(KINDS[kind](b""), size) == b""
    assert told(packed[:-1], size) == told(packed + packed[:10], size) == CUT
    assert told(packed + b"x", size) == told(packed + bytes(8) + packed, size) == TRAILING
    assert told(packed[:40] + b"xxxx" + packed[44:], size) == DAMAGED


def test_what_is_not_packed_is_left_alone() -> None:
    for data in (b"", b"B", b"BZh9 is a text", b"\x1f", b"\xfd7zXY", WON):
        assert told(data, 1) == told(data, CHUNK) == data


def test_a_bomb_stays_small() -> None:
    """Neither what unpacks to much nor what wants much memory for unpacking gets it."""
    for compress in KINDS.values():
        bomb = compress(bytes(1 << 24))
        tracemalloc.start()
        assert max(map(len, unpacked(iter([bomb]), lambda: None))) <= CHUNK
        assert tracemalloc.get_traced_memory()[1] < 10 << 20  # the window of xz has eight of that
        tracemalloc.stop()
    greedy = lzma.compress(b"x", filters=[{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 29}])
    assert told(greedy, CHUNK) == HUNGRY


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_damage_in_the_middle(tmp_path: Path, kind: str, jobs: str) -> None:
    """Whole transcripts are judged, and so is a fault before the damage; a cut transcript has no verdict of its own."""
    faulty = GAME.format(2) + "1-1\n"
    texts = {
        "whole": GAME.format(1) * 2 + GAME.format(2),
        "fault": GAME.format(1) * 2 + faulty,
        "header": GAME.format(1) * 2 + "---\ngame: beetle\n",
        "json": GAME.format(1) * 2 + '{"game":"beetle"',
        "first": "---\ngame: beetle\n",
    }
    for name, text in texts.items():
        first = KINDS[kind](text.encode())
        (tmp_path / name).write_bytes(first + KINDS[kind](b" # cut")[:-1])
    for name, rows in (
        ("whole", [(1, None), (2, None), (None, "unreadable")]),
        ("fault", [(1, None), (2, None), (3, "same-column"), (None, "unreadable")]),
        ("header", [(1, None), (2, None), (None, "unreadable")]),
        ("json", [(1, None), (None, "unreadable")]),
        ("first", [(None, "unreadable")]),
    ):
        done = run("validate", "-f", "json", "--jobs", jobs, name, cwd=tmp_path)
        assert done.code == 2
        found = [(record["transcript"], (record["error"] or {}).get("code")) for record in done.records]
        assert found == rows, name
    assert done.errors == [f"first: error: cannot read: {CUT} [unreadable]"]


def test_every_command_unpacks(tmp_path: Path) -> None:
    """The same is written as for the text, but for its name."""
    text = WON + GAME.format(24).encode()
    (tmp_path / "text").write_bytes(text)
    (tmp_path / "packed").write_bytes(gzip.compress(text))
    for line in (
        "validate",
        "validate --jobs 2 -f json",
        "replay --last",
        "moves",
        "format --labels",
        "layout",
        "solve -f json --effort 1",
        "play -f json",
    ):
        plain, packed = (run(*line.split(), name, cwd=tmp_path) for name in ("text", "packed"))
        assert (plain.code, plain.err.replace(b"text", b"packed")) == (packed.code, packed.err), line
        assert plain.out.replace(b'"text', b'"packed').replace(b"text:", b"packed:") == packed.out, line
        assert packed.out
    assert run("validate", "-", cwd=tmp_path, stdin=bz2.compress(WON)).out.startswith(b"<stdin>:1: valid")


def test_a_compressed_file_is_not_written_over(tmp_path: Path) -> None:
    packed = gzip.compress(WON)
    (tmp_path / "packed").write_bytes(packed)
    for line in ("validate", "format", "solve", "solve --resume packed"):
        done = run(*line.split(), "packed", "-o", "packed", cwd=tmp_path)
        assert done.errors == ["solitaire-cli: error: packed is both read and written to; name another file with -o"]
        assert done.code == 2
    assert run("format", "--check", "packed", cwd=tmp_path).code == 0
    assert run("play", "packed", cwd=tmp_path).errors == [
        "packed:1:1: error: this is gzip data, not text; unpack it first [encoding]"
    ]
    assert (tmp_path / "packed").read_bytes() == packed


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder with transcripts of three deals, and with what is not to be read."""
    games = tmp_path / "games"
    for name, text in (
        ("b.moves", GAME.format(2)),
        ("B.moves", GAME.format(1)),
        ("б.moves", GAME.format(4)),
        ("c d.moves", GAME.format(3)),
        (".hidden.moves", "?"),
        ("notes.txt", "?"),
        ("inner.moves/d.moves", "?"),
        ("empty/notes.txt", "?"),
    ):
        path = games / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(gzip.compress(text.encode()) if name == "b.moves" else text.encode())
    yield tmp_path


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_folder_is_its_files(folder: Path, jobs: str) -> None:
    done = run("validate", "--jobs", jobs, "games", "games/empty", cwd=folder)
    assert done.code == 2
    rule = "(empty: king, move: card), 1 step, open"
    names = ("games/B.moves", "games/b.moves", "games/c d.moves", "games/б.moves")
    assert done.lines == [f"{name}:1: valid: Beetle {deal} {rule}" for deal, name in enumerate(names, 1)]
    assert done.errors == ["games/empty: error: cannot read: this folder has no *.moves [unreadable]"]
    assert [record["source"] for record in run("moves", "-f", "json", "games/", cwd=folder).records] == list(names)


def test_a_folder_where_one_file_is_wanted(folder: Path) -> None:
    done = run("play", "-f", "json", "games", cwd=folder)
    assert (done.code, done.errors) == (2, ["games: error: cannot read: Is a directory [unreadable]"])
    done = run("games", "--check", "games", cwd=folder)
    assert (done.code, done.errors) == (2, ["games: error: cannot read: Is a directory [unreadable]"])
    done = run("format", "games", "-o", "games/b.moves", cwd=folder)
    assert done.errors == ["solitaire-cli: error: games/b.moves is both read and written to; name another file with -o"]


def test_folders_are_compared_file_by_file(folder: Path) -> None:
    (folder / "all").write_text("".join(map(GAME.format, (1, 2, 3))))
    done = run("diff", "games", "all", cwd=folder)
    assert done.code == 1
    assert [line.split(" ")[0] for line in done.lines if line] == ["games/B.moves:1", "games/b.moves:1", "games/c"]
    assert done.errors == ["games/б.moves:1: error: there is no transcript 1 in all to compare this one with"]


def test_numbers_are_not_unpacked() -> None:
    assert run("deal", "beetle", "-", stdin=gzip.compress(b"24")).code == 2


def test_the_library_unpacks_files(tmp_path: Path) -> None:
    path = tmp_path / "packed"
    path.write_bytes(lzma.compress(WON))
    assert [verdict.result for verdict in solitaire_cli.validate(path)] == ["won"]
    path.write_bytes(lzma.compress(WON)[:-1])
    assert [str(verdict.problem) for verdict in solitaire_cli.validate(path)] == [f"cannot read: {CUT}"]
    with pytest.raises(solitaire_cli.FaultError, match=CUT):
        list(solitaire_cli.read(path))
