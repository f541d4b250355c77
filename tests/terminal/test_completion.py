"""Completion in the real shells, where they are."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from terminals import ENTER, Terminal

BIN = Path(sys.executable).parent
ENVIRONMENT = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}

LINES = [
    ("solitaire-cli va", ["validate"]),
    ("solitaire-cli deal ", ["beetle", "spider-millennium", "spiderwort"]),
    ("solitaire-cli deal spider", ["spider-millennium", "spiderwort"]),
    ("solitaire-cli deal жу", ["Жук"]),
    ("solitaire-cli deal beetle -r ", ["empty=", "move="]),
    ("solitaire-cli deal beetle -r empty=", ["empty=any", "empty=king"]),
    ("solitaire-cli deal spider-millennium -r suits=", ["suits=1", "suits=2", "suits=4"]),
    ("solitaire-cli deal beetle --ran", ["--random"]),
    ("solitaire-cli deal beetle -f ", ["json", "text", "yaml"]),
    ("solitaire-cli completion ", ["bash", "fish", "zsh"]),
    ("solitaire-cli validate ga", ["game one.moves", "game.moves"]),
    ("solitaire-cli play beet", ["beetle"]),
    ("solitaire-cli play beetle -r ", ["empty=", "move="]),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("game.moves", "game one.moves", "other"):
        (tmp_path / name).touch()
    return tmp_path


def shown(line: str, expected: list[str], shell: str) -> list[str]:
    """What a shell is to offer: bash replaces only what stands behind the last ``=``."""
    if shell == "bash" and "=" in line.rsplit(" ", maxsplit=1)[-1]:
        return [item.split("=")[1] for item in expected]
    return expected


def run(command: list[str], folder: Path) -> list[str]:
    done = subprocess.run(command, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return sorted(line for line in done.stdout.splitlines() if line)


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize(("line", "expected"), LINES)
def test_bash(line: str, expected: list[str], folder: Path) -> None:
    code = """
    eval "$(solitaire-cli completion bash)"
    complete -p solitaire-cli > /dev/null || exit
    COMP_LINE=$1 COMP_POINT=${#1}
    _solitaire_cli_completion solitaire-cli
    printf '%s\\n' "${COMPREPLY[@]}"
    """
    assert run(["bash", "--norc", "-c", code, "bash", line], folder) == shown(line, expected, "bash")


@pytest.mark.skipif(shutil.which("fish") is None, reason="needs fish")
@pytest.mark.parametrize(("line", "expected"), LINES)
def test_fish(line: str, expected: list[str], folder: Path) -> None:
    code = "solitaire-cli completion fish | source; complete -C $argv[1]"
    found = [item.split("\t")[0] for item in run(["fish", "--no-config", "-c", code, line], folder)]
    assert sorted(item.replace("\\ ", " ") for item in found) == expected


@pytest.mark.skipif(shutil.which("zsh") is None, reason="needs zsh")
@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("solitaire-cli vali", "validate "),
        ("solitaire-cli deal beet", "beetle "),
        ("solitaire-cli deal beetle --ran", "--random "),
    ],
)
def test_zsh(typed: str, expected: str, folder: Path) -> None:
    """A real zsh on a terminal: what is typed is completed in place."""
    shell = ("zsh", "-f", "-i")
    with Terminal(command=shell, cwd=folder, env={**ENVIRONMENT, "TERM": "dumb", "PS1": "> "}) as terminal:
        setup = 'autoload -U compinit; compinit -u -D; eval "$(solitaire-cli completion zsh)"; echo re""ady'
        terminal.keys(setup, ENTER)
        terminal.wait("ready")
        terminal.keys(typed, "\t")
        terminal.wait(expected)


def test_a_question_that_is_none(folder: Path) -> None:
    done = subprocess.run(
        [str(BIN / "solitaire-cli")],
        env={**ENVIRONMENT, "_SOLITAIRE_CLI_COMPLETE": "tcsh_complete"},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, b"")
