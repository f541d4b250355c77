"""A module imports only what stands below it, and the core neither prints nor reads nor knows a game."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import solitaire_cli

PACKAGE = Path(solitaire_cli.__file__).parent

LAYERS = [
    {"errors"},
    {"cards"},
    {"numbering", "rules"},
    {"position"},
    {"finish"},
    {"engine"},
    {"hints"},
    {"solve"},
    {"notation"},
    {"yamltext", "blocks"},
    {"setup"},
    {"header"},
    {"transcript"},
    {"jsonline", "batches"},
    {"referee"},
    {"canonical"},
    {"session"},
    {"language"},
    {"rulefields"},
    {"rulefile", "messages"},
    {"wording"},
    {"linear"},
    {"layout", "output", "api", "files", "log", "parallel", "known"},
    {"guide", "progress", "helptext", "terminal", "keyboard"},
    {"console"},
    {"view", "protocol", "editing"},
    {"talk"},
    {"completion"},
    {"options"},
    {"show", "ranges", "solutions", "opening"},
    {"reel"},
    {"board"},
    {"frame"},
    {"viewer"},
    {"screen"},
    {"commands"},
    {"cli"},
    {"__main__"},
]
CORE = set().union(*LAYERS[: LAYERS.index({"solve"})])
TEXT = set().union(*LAYERS[: LAYERS.index({"canonical"}) + 1])
MAY_PRINT = {"console", "cli", "commands"}
# loaded only when it is needed, from one place: a line that is JSON, a position that auto may finish
UPWARD = {("transcript", "jsonline"), ("position", "finish")}


def modules() -> Iterator[tuple[str, Path]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        if name != "__init__":
            yield name, path


def imports(path: Path) -> Iterator[tuple[str, bool]]:
    """The modules that a file imports, of this package by their last name, and whether they are of it."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            parts = node.module.split(".")
            if parts[0] == "solitaire_cli" and len(parts) > 1:
                yield parts[1], True
            elif parts[0] != "solitaire_cli":
                yield parts[0], False
        elif isinstance(node, ast.Import):
            for name in node.names:
                yield name.name.split(".")[0], False


def level(name: str) -> int:
    return next(number for number, layer in enumerate(LAYERS) if name in layer)


def test_every_module_has_a_layer() -> None:
    assert {name for name, _ in modules()} <= set().union(*LAYERS)


@pytest.mark.parametrize(("name", "path"), list(modules()), ids=lambda value: str(value).rsplit("/", 1)[-1])
def test_imports_point_down(name: str, path: Path) -> None:
    upward = [
        other
        for other, own in imports(path)
        if own and other != name and level(other) >= level(name) and (name, other) not in UPWARD
    ]
    assert upward == []


@pytest.mark.parametrize(("name", "path"), list(modules()), ids=lambda value: str(value).rsplit("/", 1)[-1])
def test_the_core_is_pure(name: str, path: Path) -> None:
    outside = {other for other, own in imports(path) if not own}
    if name in CORE | TEXT:
        assert not outside & {"click", "sys", "os", "io", "pathlib", "subprocess"}
    if name in CORE:
        assert "yaml" not in outside
    if name not in MAY_PRINT:
        names = {
            node.id for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Name)
        }
        assert not names & {"print", "input"}


@pytest.mark.parametrize(("name", "path"), list(modules()), ids=lambda value: str(value).rsplit("/", 1)[-1])
def test_no_code_names_a_game(name: str, path: Path) -> None:
    """Games are data. Help, doctests and other texts for people may use their names as examples."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    games = {game.stem for game in (PACKAGE / "games").glob("*.yaml")}
    constants = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    assert not games & {value.lower() for value in constants if isinstance(value, str)}
