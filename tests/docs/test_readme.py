"""The README's blocks run, and print what stands there."""

from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from manual import readme
from support import ROOT

GAME = "---\\ngame: spiderwort\\ndeal: 1\\n---\\n2-1  # the seven of clubs\\n3-1\\n"
README = (ROOT / "README.md").read_text("utf-8")
TOOLS = {"jq", "parallel", "make", "git", "xargs", "diff"}


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def exchanges(block: str) -> Iterator[tuple[str, str]]:
    """The commands of a block, each with the output that stands below it."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the sample deals, this Python's commands first in the path, in English."""
    shutil.copytree(ROOT / "deals", tmp_path / "deals")
    (tmp_path / "game.moves").write_text(GAME, encoding="utf-8")
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{role}_NAME", "A player")
        monkeypatch.setenv(f"GIT_{role}_EMAIL", "player@example.org")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("block", blocks("console"), ids=lambda block: block.splitlines()[0][2:50])
def test_console_blocks(block: str, checkout: Path) -> None:
    if any(shutil.which(tool) is None for tool in TOOLS if re.search(rf"(^|[|$&] ?){tool} ", block, re.MULTILINE)):
        pytest.skip("a tool of this block is not here")
    status = 0
    for command, expected in exchanges(block):
        if command == "echo $?":
            assert expected == f"{status}\n"
            continue
        done = subprocess.run(
            command, shell=True, cwd=checkout, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
        )
        status = done.returncode
        assert done.stdout.decode() == expected, command


def test_python_block(checkout: Path) -> None:
    [block] = blocks("python")
    test = doctest.DocTestParser().get_doctest(block, {}, "README", "README.md", 0)
    assert len(test.examples) >= 4
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        assert doctest.DocTestRunner().run(test).failed == 0


def test_two_commands_set_it_up() -> None:
    """One installs the tool and runs it, one installs what the tests need and passes them."""
    run, test = blocks("sh")
    assert "pip install . &&" in run
    assert "validate deals/" in run
    assert "pip install -e '.[test]' &&" in test
    assert test.strip().endswith("-m pytest")
    for path in re.findall(r"deals/\S+", run):
        assert (ROOT / path).is_file()


def test_the_table_of_packages_is_up_to_date() -> None:
    """If not: ``python tests/tools/manual.py``."""
    assert readme() == README


def test_it_is_short() -> None:
    assert len(README.splitlines()) <= 250


def test_the_format_block_is_legal() -> None:
    from solitaire_cli.api import validate

    block = re.search(r"```\n(---\n.*?)```", README, re.DOTALL)
    assert block
    [verdict] = validate(block[1])
    assert verdict.header.rules is not None
    assert verdict.header.rules.options == {"empty": "any", "move": "run"}
    assert verdict.valid and verdict.result == "open"
