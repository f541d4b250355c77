"""The case files in ``cases``: what is given to the tool and what it must answer (see ``cases/README``)."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import NamedTuple

import pytest
from support import DEALS, ROOT, Outcome, run

from solitaire_cli.core.errors import Code

CASES = sorted((ROOT / "tests" / "cases").glob("*.case"))

PLAIN = ("args", "env", "stdin", "exit", "stdout", "stderr", "stdout has", "stderr has")
NAMED = ("file", "written")

_ESCAPE = re.compile(rb"\\(?:x([0-9a-fA-F]{2})|(r)|(t)|(\\)|(\n))")


class Case(NamedTuple):
    """A case: its sections by name, ``file NAME`` and ``written NAME`` among them."""

    path: Path
    about: str
    sections: dict[str, bytes]

    def text(self, section: str) -> str:
        return self.sections.get(section, b"").decode()

    @property
    def lines(self) -> list[list[list[str]]]:
        """The lines of ``args``, each as the arguments of its commands."""
        lines = [line for line in self.text("args").splitlines() if line]
        return [[shlex.split(command) for command in line.split(" | ")] for line in lines]

    @property
    def files(self) -> dict[str, bytes]:
        return {name.split(" ", 1)[1]: data for name, data in self.sections.items() if name.startswith("file ")}


def unescaped(data: bytes) -> bytes:
    """The text of a section that is marked ``escaped``."""

    def replaced(match: re.Match[bytes]) -> bytes:
        code, cr, tab, backslash, _ = match.groups()
        return bytes.fromhex(code.decode()) if code else b"\r" if cr else b"\t" if tab else backslash or b""

    return _ESCAPE.sub(replaced, data)


def read_case(path: Path) -> Case:
    """Read a case file; every mistake in it is an error."""
    about, *parts = re.split(rb"^== (.+)\n", path.read_bytes(), flags=re.MULTILINE)
    assert about.strip(), f"{path.name} does not say what it is about"
    sections: dict[str, bytes] = {}
    for name, data in zip(parts[::2], parts[1::2]):
        title = name.decode()
        if title.endswith(" escaped"):
            title, data = title.removesuffix(" escaped"), unescaped(data)
        assert title in PLAIN or title.partition(" ")[0] in NAMED, f"{path.name}: == {title}"
        assert title not in sections, f"{path.name}: == {title} stands there twice"
        sections[title] = data
    assert sections.get("args", b"").strip(), f"{path.name} has no args"
    return Case(path, about.decode(), sections)


def outcomes(case: Case, folder: Path) -> tuple[list[int], bytes, bytes]:
    """The exit codes, and all that the commands of a case wrote."""
    env = dict(line.split("=", 1) for line in case.text("env").splitlines())
    codes = []
    out = err = b""
    for commands in case.lines:
        given = case.sections.get("stdin", b"")
        for arguments in commands:
            done = run(*arguments, stdin=given, env=env, cwd=folder)
            codes.append(done.code)
            given = done.out
            err += done.err
        out += given
    return codes, out, err


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path, tmp_path: Path) -> None:
    case = read_case(path)
    (tmp_path / "deals").symlink_to(DEALS, target_is_directory=True)
    for name, data in case.files.items():
        (tmp_path / name).write_bytes(data)
    codes, *streams = outcomes(case, tmp_path)
    for stream, data in zip(("stdout", "stderr"), streams):
        found = data.decode().splitlines()
        wanted = case.text(f"{stream} has").splitlines()
        if wanted:
            assert [line for line in wanted if line not in found] == [], found
        else:
            assert found == case.text(stream).splitlines()
            assert data == case.sections.get(stream, b"")
    assert codes == ([int(code) for code in case.text("exit").split()] or [0] * len(codes))
    for name, data in case.sections.items():
        if name.startswith("written "):
            assert (tmp_path / name.split(" ", 1)[1]).read_bytes() == data


def test_every_code_has_a_case() -> None:
    told = set()
    for path in CASES:
        case = read_case(path)
        told |= set(re.findall(r"\[([a-z-]+)\]$", case.text("stderr") + case.text("stderr has"), re.MULTILINE))
    assert {str(code) for code in Code} - told == set()


COMMANDS = {
    "games": ["-f json", "-f yaml", "--lang ru", "--ascii", "-r ", "--rule "],
    "layout": ["-f json", "--lang ru", "--ascii", "--color always", "--color never", "-r ", "-q", "--output "],
    "deal": ["-f json", "-f yaml", "--random", "--count", "-r ", "-o ", "ms", "- "],
    "validate": ["-f json", "--lang ru", "-q", "--quiet", "-o "],
    "replay": ["-f json", "-f yaml", "--at", "--from", "--to", "--last", "--every", "--ascii", "--lang ru"],
    "moves": ["-f json", "-q"],
    "format": [
        "-f json",
        "--check",
        "--labels",
        "--cards",
        "--flatten",
        "--fix",
        "--in-place",
        "-o ",
        "--output ",
        "-q",
    ],
    "stats": ["-f json", "-f csv", "--by", "--lang ru"],
    "cut": ["-f json", "-f yaml", "--at", "--from", "--to", "--lang ru", "-o "],
    "diff": ["-f json", "--ascii", "--linear", "--lang ru", "-q"],
}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_has_a_case(command: str) -> None:
    lines = [
        part + " "
        for path in CASES
        for line in read_case(path).text("args").splitlines()
        for part in line.split(" | ")
        if part.startswith(command)
    ]
    assert [option for option in COMMANDS[command] if not any(f" {option}" in line for line in lines)] == []


def transcripts() -> list[tuple[str, bytes]]:
    """All that the cases give to read, the samples too."""
    found = []
    for path in CASES:
        case = read_case(path)
        for name, data in (("stdin", case.sections.get("stdin", b"")), *case.files.items()):
            if b"game: " in data or b'"game"' in data:
                found.append((f"{path.stem}/{name}", data))
    return found + [(path.name, path.read_bytes()) for path in sorted(DEALS.rglob("*.moves"))]


def verdicts(outcome: Outcome) -> list[tuple[object, ...]]:
    keys = ("game", "deal", "rules", "valid", "steps", "result")
    return [tuple(record[key] for key in keys) for record in outcome.records if record["valid"]]


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(data, id=name, marks=[pytest.mark.long] * (number % 4 > 0))
        for number, (name, data) in enumerate(transcripts())
    ],
)
def test_canonical_form_is_stable(data: bytes) -> None:
    """What format writes is canonical, and its verdicts are those of the valid transcripts that were read."""
    judged = verdicts(run("validate", "-f", "json", stdin=data))
    written = run("format", stdin=data).out
    assert bool(written) == bool(judged)
    if not written:
        return
    assert run("format", stdin=written).out == written
    assert run("format", "--check", stdin=written).code == 0
    assert verdicts(run("validate", "-f", "json", stdin=written)) == judged
    as_json = run("format", "-f", "json", stdin=data).out
    assert verdicts(run("validate", "-f", "json", stdin=as_json)) == judged
