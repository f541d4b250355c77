"""Each package imports only what its own docstring allows, and what it allows points one way."""

from __future__ import annotations

import ast
import re
from graphlib import TopologicalSorter
from pathlib import Path

import solitaire_cli

PACKAGE = Path(solitaire_cli.__file__).parent
ROOMS = {path.parent.name: path for path in PACKAGE.glob("*/__init__.py")}
MODULES = sorted(PACKAGE.rglob("*.py"))


def allowed(room: str) -> set[str]:
    """The packages that the sentence ``May import: ...`` in a package's docstring names."""
    text = ast.get_docstring(ast.parse(ROOMS[room].read_text("utf-8"))) or ""
    found = re.search(r"^May import: ([^.]+)\.$", text, re.MULTILINE)
    assert found, f"{room} does not say what it may import"
    return set() if found[1] == "nothing of this package" else set(found[1].split(", "))


def imported(path: Path) -> set[str]:
    """The modules that a file imports, those of this package with its name before them."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
    return found


def rooms_of(path: Path) -> set[str]:
    """The packages of ours, other than its own, that a file imports from."""
    parts = [module.split(".") for module in imported(path)]
    rooms = {part[1] for part in parts if part[0] == "solitaire_cli" and len(part) > 1}
    return rooms - {path.relative_to(PACKAGE).parts[0]}


def test_packages_import_what_they_say_and_no_more() -> None:
    for room in ROOMS:
        used = set().union(*(rooms_of(path) for path in MODULES if path.parent.name == room))
        assert used <= allowed(room), room


def test_the_packages_form_a_graph_without_circles() -> None:
    graph = {room: allowed(room) for room in ROOMS}
    assert set(TopologicalSorter(graph).static_order()) == set(ROOMS)


def test_only_the_shell_and_what_stands_on_it_knows_click() -> None:
    below = {"core", "words", "transcript", "rulebook", "solver", "show"}
    for path in MODULES:
        if path.parent.name in below:
            assert not {module.split(".")[0] for module in imported(path)} & {"click", "sys", "subprocess"}, path
        if path.parent.name == "core":
            assert not {module.split(".")[0] for module in imported(path)} & {"yaml", "os", "io", "pathlib"}, path


def test_only_commands_write_and_read_for_themselves() -> None:
    for path in MODULES:
        names = {node.id for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Name)}
        if path.parent.name not in ("shell", "commands") and path.name != "cli.py":
            assert not names & {"print", "input"}, path


def test_no_code_names_a_game() -> None:
    """Games are data. Help, doctests and other texts for people may use their names as examples."""
    games = {game.stem for game in (PACKAGE / "games").glob("*.yaml")}
    games.remove("deep")  # also what YAML and JSON can be too much of
    for path in MODULES:
        tree = ast.parse(path.read_text("utf-8"))
        constants = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
        named = games & {value.lower() for value in constants if isinstance(value, str)}
        if path.parent.name == "exchange":
            named.discard("freecell")  # also a format, and what another program calls a cell
        assert not named, path
