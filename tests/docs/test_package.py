"""The packages hold what they should and nothing else, and the version has one source."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from support import ROOT

import solitaire_cli

tomllib = pytest.importorskip("tomllib")

PROJECT = (ROOT / "pyproject.toml").read_text("utf-8")
pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("hatchling") is None or importlib.util.find_spec("build") is None,
    reason="needs build and hatchling",
)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT], check=True, capture_output=True
    )
    return folder


def tracked(*folders: str) -> set[str]:
    done = subprocess.run(["git", "ls-files", *folders], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(done.stdout.split("\n")) - {""}


def test_the_wheel(built: Path) -> None:
    """The package with its data, the manual, and the metadata."""
    [path] = built.glob("*.whl")
    assert path.name == f"solitaire_cli-{solitaire_cli.__version__}-py3-none-any.whl"
    names = set(zipfile.ZipFile(path).namelist())
    package = {name for name in names if name.startswith("solitaire_cli/")}
    assert package == {name for name in tracked("solitaire_cli") if not name.endswith(".po")}
    assert any(name.endswith(".mo") for name in package)
    rest = {name.split("/", 1)[1] for name in names - package}
    shared = {name.removeprefix("data/") for name in rest if name.startswith("data/")}
    assert shared == {f"share/{name}" for name in tracked("man")}
    assert rest - {f"data/{name}" for name in shared} == {
        "METADATA",
        "RECORD",
        "WHEEL",
        "entry_points.txt",
        "licenses/LICENSE",
    }


def test_the_sdist(built: Path) -> None:
    [path] = built.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames()}
    folders = tracked("solitaire_cli", "deals", "tests", "man", ".images")
    assert names == folders | {"PKG-INFO", "README.md", "LICENSE", "CHANGELOG.md", "pyproject.toml", ".gitignore"}


def test_the_version_has_one_source() -> None:
    assert "version" in tomllib.loads(PROJECT)["project"]["dynamic"]
    done = subprocess.run(
        [sys.executable, "-m", "solitaire_cli", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith(f"solitaire-cli {solitaire_cli.__version__} (")
    headings = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert headings[0] == "[Unreleased]"
    assert re.fullmatch(rf"\[{re.escape(solitaire_cli.__version__)}\] - 20\d\d-\d\d-\d\d", headings[1])
