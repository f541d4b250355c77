"""What is read and how: line ends, encodings, header values as they were typed, comments anywhere."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import os
import pickle
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support import DEALS, MINIATURE, run

from solitaire_cli.api import validate
from solitaire_cli.core.errors import Code
from solitaire_cli.transcript.batches import batches
from solitaire_cli.transcript.blocks import read_blocks
from solitaire_cli.words.escaping import printable
from solitaire_cli.words.faults import sentence

GOOD = "---\ngame: beetle\ndeal: 24\nplayer: Анна\nresult: open\n---\n# a comment\n2-f deal\n\nundo # one more\n"


def verdicts(data: bytes | str) -> list[Any]:
    done = run("validate", "-f", "json", stdin=data)
    assert done.code in (0, 1)
    return done.records


def one(data: bytes | str) -> Any:
    (record,) = verdicts(data)
    return record


@pytest.mark.parametrize("source", ["stdin", "file"])
@pytest.mark.parametrize(("bom", "end", "last"), [*product((False, True), ("\n", "\r\n", "mixed"), (False, True))])
def test_line_ends(tmp_path: Path, source: str, bom: bool, end: str, last: bool) -> None:
    """A BOM, CRLF and a missing last line end change nothing."""
    lines = GOOD.splitlines()
    ends = ["\r\n", "\n"] * len(lines) if end == "mixed" else [end] * len(lines)
    text = "".join(line + ending for line, ending in zip(lines, ends))
    data = ("\ufeff" if bom else "").encode() + (text if last else text.rstrip("\r\n")).encode()
    (tmp_path / "game").write_bytes(data)
    arguments, stdin = ((), data) if source == "stdin" else ((str(tmp_path / "game"),), b"")
    record = run("validate", "-f", "json", *arguments, stdin=stdin).records[0]
    assert (record["valid"], record["line"], record["steps"], record["result"]) == (True, 1, 3, "open")
    assert run("format", *arguments, stdin=stdin).out == run("format", stdin=GOOD).out


def test_lone_carriage_returns_end_no_line() -> None:
    record = one(GOOD.replace("\n", "\r"))
    assert (record["error"]["code"], record["line"]) == ("no-header", 1)


def test_bom_where_files_were_joined() -> None:
    text = "\ufeff---\ngame: beetle\ndeal: 1\n---\ndeal\n" + '\ufeff{"game":"beetle","deal":"2"}\n' + "\ufeff" + GOOD
    assert [(record["deal"], record["valid"], record["line"]) for record in verdicts(text)] == [
        ("1", True, 1),
        ("2", True, 6),
        ("24", True, 7),
    ]


def test_other_eight_bit_text() -> None:
    record = one(GOOD.encode("cp1251"))
    # "player: " has eight characters, the first letter of the name is no UTF-8
    assert (record["error"]["code"], record["error"]["line"], record["error"]["column"]) == ("encoding", 4, 9)


def test_stray_byte_far_down() -> None:
    lines = ["---", "game: beetle", "deal: 24", "---", *["deal undo"] * 60]
    lines[39] += "  # \udcff"
    record = one("\n".join(lines).encode("utf-8", "surrogateescape"))
    assert record["error"]["code"] == "encoding"
    # line 40 holds the steps 71 and 72, which come before the byte
    assert (record["error"]["line"], record["error"]["column"], record["steps"]) == (40, 14, 72)


NO_TEXT = {
    **{encoding: GOOD.encode(encoding) for encoding in ("UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE")},
    **{f"{encoding} with a BOM": GOOD.encode(encoding) for encoding in ("UTF-16", "UTF-32")},
    "gzip data": gzip.compress(b"x"),
    "bzip2 data": bz2.compress(b"x"),
    "xz data": lzma.compress(b"x"),
    "Zstandard data": b"\x28\xb5\x2f\xfd\x04\0",
    "ZIP data": b"PK\3\4\n\0",
    "a PDF file": b"%PDF-1.7\n%\xe2",
    "a PNG file": b"\x89PNG\r\n\x1a\n\0",
    "a JPEG file": b"\xff\xd8\xff\xe0",
    "a SQLite file": b"SQLite format 3\0\x10",
    "a pickle file": pickle.dumps([1]),
    "a program": b"\x7fELF\2\1",
    "a program, not text": b"MZ\x90\0\3",
}


@pytest.mark.parametrize("kind", NO_TEXT)
def test_files_that_are_no_text(kind: str) -> None:
    """They are told by their first bytes, however they come, and whatever stands in them they have one verdict."""
    data = NO_TEXT[kind] + b"\n---\n---\n{}\n"
    for size in (1, 2, 7, len(data)):
        [found] = validate(data[start : start + size] for start in range(0, len(data), size))
        assert found.problem
        assert (found.problem.code, found.problem.line, found.problem.column) == (Code.ENCODING, 1, 1)
        assert kind[:6] in sentence(found.problem)
        assert not _known(data[:1])
    assert [batch.first for batch in batches(read_blocks([data]))] == [1]


def _known(data: bytes) -> bool:
    """Whether the first verdict on ``data`` and no more says that it is no text."""
    [found] = validate(data)
    assert found.problem
    return bool(found.problem.fault.details.get("kind"))


def test_nothing_is_waited_for_to_tell_text() -> None:
    """The verdict on a first line comes before the next line is asked for."""

    def lines() -> Iterator[bytes]:
        yield b"{}\n"
        raise AssertionError

    assert next(validate(lines())).problem


@pytest.mark.parametrize("seed", range(20))
def test_binary_files(seed: int) -> None:
    """Anything at all has verdicts with places, and nothing is valid."""
    data = Random(seed).randbytes(3000)
    for record in verdicts(data):
        assert not record["valid"]
        assert record["error"]["code"] in {"encoding", "no-header", "yaml"}
        assert 1 <= record["error"]["line"] <= data.count(b"\n") + 1
    for command in ("format", "moves", "replay", "layout"):
        done = run(command, stdin=data)
        assert (done.code, done.out) == (1, b"")


@pytest.mark.parametrize("seed", [pytest.param(seed, marks=[pytest.mark.long] * (seed >= 8)) for seed in range(100)])
def test_damaged_games(seed: int) -> None:
    """A byte changed, lost or added anywhere: a verdict for each transcript, the same from every command."""
    random = Random(seed)
    data = bytearray((DEALS / "spider-millennium-24.moves").read_bytes() + (DEALS / "beetle-auto.moves").read_bytes())
    for _ in range(3):
        at = random.randrange(len(data))
        data[at : at + random.randrange(2)] = random.choice([b"", b"\n", b"\xff", b"{", b"-", b":", b"9", b"#"])
    records = verdicts(bytes(data))
    assert [record["transcript"] for record in records] == list(range(1, len(records) + 1))
    valid = [record for record in records if record["valid"]]
    assert len(run("moves", "-f", "json", stdin=bytes(data)).records) == len(valid)
    assert len(run("layout", "-f", "json", stdin=bytes(data)).records) == len(valid)
    assert len(run("format", "-f", "json", stdin=bytes(data)).records) == len(valid)


@pytest.mark.parametrize("number", ["010", "007", "08", '"0042"', "0", "0x18", "2_4", "24.0", "+24", "2e1"])
def test_numbers_are_read_as_they_stand(number: str) -> None:
    """Never another deal than the one that stands there: what YAML would make of it does not count."""
    record = one(f"---\ngame: beetle\ndeal: {number}\n---\n")
    assert record["error"]["code"] == "bad-deal"
    assert record["deal"] == number.strip('"')


@pytest.mark.parametrize("written", ['"24"', "'24'", "24 # a comment", ">-\n  24", "  24  "])
def test_numbers_in_other_styles(written: str) -> None:
    record = one(f"---\ngame: beetle\ndeal: {written}\n---\n")
    assert (record["valid"], record["deal"]) == (True, "24")


TYPED = ["no", "on", "y", "Null", "~", "1984", "1:30", "O'Neil", "Нет", "2024-01-01", "0o17", "1.50", "true", "=", "<<"]


@pytest.mark.parametrize("key", ["player", "date", "title", "source", "comment"])
def test_texts_come_back_as_typed(key: str) -> None:
    for text in TYPED:
        written = run("format", stdin=f"---\ngame: beetle\ndeal: 24\n{key}: {text}\n---\n")
        assert written.code == 0, text
        assert run("format", "-f", "json", stdin=written.out).records[0][key] == text


texts = st.one_of(
    st.text(st.characters(codec="utf-8"), max_size=30),
    st.text(
        st.sampled_from("a\0\x07\x1b\x7f\x85\x9f\xad\u061c\u200d\u2028\u202e\ue000\ufdd0\ufeff\ufffe\U0001ffff"),
        max_size=9,
    ),
    st.text(st.sampled_from("ab :#-?[]{},&*!|>'\"%@`\n\t\\~=<>\u2028\u00a0.0"), max_size=12),
    st.sampled_from(["X\nresult: won", "---", "---\n", "- a", "a: b", "a #b", "#", ":", "", " ", "\n", "{a: b}"]),
)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
@given(
    st.dictionaries(st.sampled_from(["title", "player", "date", "source", "comment"]), texts),
    st.dictionaries(texts, texts, max_size=4),
)
def test_any_text_survives(values: dict[str, str], tags: dict[str, str]) -> None:
    """Written as YAML or JSON and read again every text is the same; none of them can add a key or end the header."""
    header: dict[str, Any] = {"game": "beetle", "deal": "24", **values}
    if tags:
        header["tags"] = tags
    written = run("format", stdin=json.dumps({**header, "moves": ["2-f"]}))
    assert (written.code, written.err) == (0, b"")
    assert run("format", stdin=written.out).out == written.out
    line = run("format", "-f", "json", stdin=written.out)
    assert printable(line.text[:-1]) == line.text[:-1]
    assert run("format", stdin=line.out).out == written.out
    (record,) = line.records
    assert record.pop("moves") == ["2-f"]
    assert record == header


COMMENT = "# 1-2 ; {3} (4) ---"


@pytest.mark.parametrize(
    "body",
    [
        f"{COMMENT}\n2-f\ndeal\nundo\n",
        f"2-f {COMMENT}\n{COMMENT}\n{COMMENT}\ndeal\nundo\n",
        f"2-f\ndeal\nundo\n{COMMENT}\n",
        f"2-f\ndeal\nundo\n{COMMENT}",
        "#\n2-f #\n##\ndeal # #\nundo\n#",
        f"2-f deal undo\t{COMMENT}\n\n\n",
        f"  {COMMENT}\n\t2-f{' ' * 50}{COMMENT}\n \t deal \t\n\r undo",
    ],
)
def test_comments_anywhere(body: str) -> None:
    header = "---\ngame: beetle\ndeal: 24\n---\n"
    record = one(header + body)
    assert (record["valid"], record["steps"]) == (True, 3)
    assert run("format", "-f", "json", stdin=header + body).records[0]["moves"] == ["2-f", "deal", "undo"]
    # none of the comments is lost, and none is added
    written = run("format", stdin=header + body).text
    assert written.count("#") == body.count("#")


def test_fault_deep_in_a_file_with_crlf() -> None:
    """Line, column, number and text of the second step of line 37; the steps after it are not judged."""
    header = ["---", "game: beetle", "deal: 24", "title: x", "player: y", "---"]
    comments = ["# one", "# two", "# three"]
    steps = ["deal", "undo"] * 14
    lines = [*header, *steps[:14], *comments[:3], *steps[14:27]]
    assert len(lines) == 36
    lines += ["undo 2-f:KH 2-f", "2-f", "nonsense"]
    record = one("\r\n".join(lines))
    assert (record["valid"], record["steps"], record["result"]) == (False, 28, "open")
    error = record["error"]
    assert (error["code"], error["line"], error["column"]) == ("card-mismatch", 37, 6)
    assert (error["step"], error["token"]) == (29, "2-f:KH")


@pytest.mark.parametrize("between", ["", "\n", "\n\n# between\n\n"])
def test_games_one_after_the_other(between: str) -> None:
    empty = "---\ngame: beetle\ndeal: 24\n---\n"
    text = between.join([empty, GOOD, empty, empty, GOOD.rstrip()])
    records = verdicts(text)
    assert [record["steps"] for record in records] == [0, 3, 0, 0, 3]
    assert all(record["valid"] for record in records)


def test_files_without_a_last_line_end(tmp_path: Path) -> None:
    """The end of a file ends its last transcript: nothing runs on into the next file."""
    for name in ("a", "b"):
        (tmp_path / name).write_text(GOOD.rstrip())
    done = run("validate", "-f", "json", "a", "b", "a", cwd=tmp_path)
    assert [(record["source"], record["transcript"]) for record in done.records] == [("a", 1), ("b", 1), ("a", 1)]
    assert done.code == 0


@pytest.mark.parametrize("name", ["*.moves", "[ab]", "~", "a b", "%HOME%", "$HOME", "игра", "-"])
def test_file_names_are_taken_as_they_are(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(GOOD)
    (tmp_path / "a.moves").write_text("nothing")
    done = run("validate", f"./{name}", cwd=tmp_path)
    assert (done.code, done.lines) == (0, [f"./{name}:1: valid: Beetle 24 (empty: king, move: card), 3 steps, open"])
    done = run("validate", f"./{name}x", cwd=tmp_path)
    assert (done.code, done.errors) == (2, [f"./{name}x: error: cannot read: No such file or directory [unreadable]"])


@pytest.mark.parametrize("name", [b"a\nb.moves", b"\xff.moves", "a\u202eb.moves".encode()])
def test_records_have_the_name_of_the_file(tmp_path: Path, name: bytes) -> None:
    """Text for people shows the name escaped; a program gets back the name itself."""
    path = os.fsdecode(bytes(tmp_path) + b"/" + name)
    Path(path).write_text(GOOD)
    for command in ("validate", "replay", "moves"):
        done = run(command, path, "-f", "json")
        assert done.code == 0
        assert {record["source"] for record in done.records} == {path}
    assert len(run("validate", path).lines) == 1


def test_rule_file_on_standard_input(tmp_path: Path) -> None:
    text = "\ufeff" + MINIATURE.format(
        packs=2, suits="[S, H]", ranks=4, columns="[1+1, 0+2]", build="any-suit", unit="run", empty="any",
        stock="always", removal="by-move", goal="runs", auto="no",
    )  # fmt: skip
    (tmp_path / "game").write_text(GOOD.replace("beetle", "miniature"))
    done = run("deal", "--game-file", "-", "miniature", "3", "-f", "json", stdin=text)
    assert (done.code, done.records[0]["game"]) == (0, "miniature")
    for arguments in (("validate",), ("deal", "miniature", "-"), ("play", "miniature", "1"), ("format", "-")):
        done = run(*arguments, "--game-file", "-", stdin=text)
        assert (done.code, done.out) == (2, b"")
        assert "standard input can be read only once" in done.errors[0]
    done = run("validate", "game", "--game-file", "-", stdin="id: [", cwd=tmp_path)
    assert (done.code, done.errors[0].partition(": ")[0]) == (2, "<stdin>:1:6")


ODD = "\x1b[31m\u202e\u2066"


@pytest.mark.parametrize(
    "arguments",
    [
        ("layout", "beetle", ODD),
        ("deal", "beetle", "1", f"--{ODD}"),
        (ODD,),
        ("validate", ODD),
        ("deal", ODD, "1"),
        ("deal", "beetle", ODD),
        ("deal", "beetle", "-r", f"{ODD}={ODD}", "1"),
        ("deal", "beetle", "1", "-o", f"{ODD}/x"),
        ("deal", "beetle", "1", "--game-file", ODD),
        ("completion", ODD),
    ],
)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_what_was_typed_is_shown_escaped(arguments: tuple[str, ...], language: str) -> None:
    done = run(*arguments, "--lang", language)
    assert done.code in (1, 2)
    said = (done.out + done.err).decode()
    assert r"\x1b[31m\u202e\u2066" in said
    assert not {"\x1b", "\u202e", "\u2066"} & set(said)


def test_names_of_files_are_shown_escaped(tmp_path: Path) -> None:
    file = tmp_path / f"{ODD}\n"
    file.write_text("---\ndeal: 24\ngame: beetle\n---\n", encoding="utf-8")
    assert run("format", "--check", str(file)).text == str(file).replace(ODD + "\n", r"\x1b[31m\u202e\u2066\n") + "\n"
    [record] = run("format", "--check", "-f", "json", str(file)).records
    assert record["source"] == str(file)


def test_records_of_what_is_wrong_are_safe_to_look_at() -> None:
    header = {"game": f"beetle{ODD}\x7f\x85\ufffe", "deal": ODD}
    done = run("validate", "-f", "json", stdin=json.dumps(header))
    assert (done.records[0]["game"], done.records[0]["deal"]) == (header["game"], ODD)
    assert done.out.isascii()
    assert b"\x7f" not in done.out
