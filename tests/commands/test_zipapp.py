"""The tool from a zip file, which is how zipapp, shiv and pex ship it: all that it reads of itself is found there."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import click
import pytest
import yaml
from support import DEALS, Outcome, run, surroundings

import solitaire_cli

MAIN = "import sys\nfrom solitaire_cli.cli import main\nif __name__ == '__main__':\n    sys.exit(main())\n"


@pytest.fixture(scope="module")
def application(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A zip file with the package, click and yaml, and nothing beside it."""
    path = tmp_path_factory.mktemp("zip") / "solitaire.pyz"
    with zipfile.PyZipFile(str(path), "w") as archive:
        for module in (solitaire_cli, click, yaml):
            package = Path(str(module.__file__)).parent
            archive.writepy(str(package))
            for data in package.rglob("*"):
                if data.suffix in {".json", ".jsonl", ".yaml", ".mo"}:
                    archive.write(data, data.relative_to(package.parent))
        archive.writestr("__main__.py", MAIN)
    return path


def called(application: Path, *arguments: str, **env: str) -> Outcome:
    """Run the zip file without the installed packages."""
    done = subprocess.run(
        [sys.executable, "-S", application, *arguments],
        capture_output=True,
        check=False,
        env={**surroundings(PYTHONUTF8="1", **env), "PYTHONPATH": ""},
        timeout=60,
    )
    return Outcome(done.returncode, done.stdout, done.stderr)


FAULTY = str(DEALS / "invalid" / "build-rank.moves")


@pytest.mark.parametrize(
    "arguments",
    [
        ["games", "beetle", "--lang", "ru"],
        ["validate", FAULTY, "--lang", "ru"],
        ["validate", "--oops", "--lang", "ru"],
        ["deal", "spiderwort", "1-600", "-f", "json", "--jobs", "2"],
        ["--version"],
    ],
)
def test_what_it_says(arguments: list[str], application: Path) -> None:
    assert called(application, *arguments) == run(*arguments)
