"""YAML rule files to games, every field checked, with located errors.

The games of the package are the files ``games/*.yaml``; a user's own file is read the same way
(``--game-file``). What a file may hold is the table :data:`FIELDS`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from solitaire_cli.cards import KING, SUITS, parse_suit
from solitaire_cli.errors import Code, Fault, Problem, SolitaireError
from solitaire_cli.language import LANGUAGES
from solitaire_cli.rules import (
    CAPTIONS,
    LAYOUT_FOUNDATIONS,
    LAYOUT_HEADS,
    POLICIES,
    Catalogue,
    Diagram,
    Game,
    Rules,
)
from solitaire_cli.yamltext import Listing, Mapping, Node, Scalar, YamlError, parse_yaml

GAMES = os.path.join(os.path.dirname(__file__), "games")
COMPILED = os.path.join(GAMES, "compiled.json")
"""The shipped rule files as JSON by id: the same values, there in a tenth of the time. A test keeps them equal."""

MOST_COLUMNS = 99
MOST_PACKS = 8

FIELDS: dict[str, str] = {
    "id": "the name used in commands and headers: small letters, digits and hyphens",
    "names": "the name in each language, {en: ..., ru: ...}",
    "summary": "a description in each language",
    "packs": "how many packs are shuffled together",
    "suits": "the suits of one pack in fresh order, such as [C, S, H, D] or [S, S, H, H]",
    "ranks": "how many ranks a suit has, from the ace up; 13 if absent",
    "columns": "the face-down + face-up cards of each column, such as [5+1, 4+1]",
    **{policy: " or ".join(words) for policy, words in POLICIES.items()},
    "auto": "yes, if one step may end the game by foundation moves alone; no if absent",
    "options": "options as a map of values, each a map of the fields that it changes",
    "diagram": "what the picture shows: foundations, heads, arrows, captions",
}
"""The fields of a rule file and what stands there."""

NEEDED = ("id", "packs", "suits", "columns", *POLICIES)

PATCHABLE = ("packs", "suits", "ranks", "columns", *POLICIES, "auto")
"""The fields that an option may change."""

_ID = re.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*")
_COLUMN = re.compile(r"([0-9]{1,3})\+([0-9]{1,3})")
_OPTION = re.compile("[a-z0-9]+(-[a-z0-9]+)*")
_PLACEHOLDER = re.compile(r"\{[^}]*\}|[{}]")
_PLACEHOLDERS = {"{stock}", "{columns}", "{cards}", "{piles}"}


class RuleFileError(SolitaireError):
    """A rule file that makes no game; ``problem`` says what and where, ``name`` is the file's name."""

    def __init__(self, name: str, problem: Problem) -> None:
        super().__init__(name, problem)
        self.name = name
        self.problem = problem


class _RuleFaultError(Exception):
    def __init__(self, node: Node, variant: str, **details: object) -> None:
        fault = Fault(Code.BAD_VALUE, details, f"rule-{variant}")
        super().__init__(fault)
        self.problem = Problem(fault, node.line, node.column)


def read_game(text: str, name: str) -> Game:
    """The game that the rule file ``text`` describes; ``name`` is the file's name for errors.

    Raises :class:`RuleFileError`: for no YAML, a field missing, unknown or wrong, or rules without sense.
    """
    try:
        root = parse_yaml(text)
        if not isinstance(root, Mapping):
            place = root or Scalar(None, 1, 1)
            raise YamlError(Problem(Fault(Code.YAML, {}, "no-map"), place.line, place.column))
        return _game(root)
    except (YamlError, _RuleFaultError) as error:
        raise RuleFileError(name, error.problem) from None


def read_game_file(path: str | os.PathLike[str]) -> Game:
    """The game of the file ``path``. Raises :class:`RuleFileError` and :class:`OSError`."""
    with open(path, "rb") as file:
        data = file.read()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        fault = Fault(Code.ENCODING, {"byte": f"0x{data[error.start]:02X}"}, "byte")
        raise RuleFileError(str(path), Problem(fault, line, 1)) from None
    return read_game(text, str(path))


class FileCatalogue(Catalogue):
    """The games of the package and those of the user's files, each file read when it is first needed.

    A user's game with the id of another takes its place.
    """

    def __init__(self, own: list[Game] | None = None) -> None:
        super().__init__(own or [])
        self._own = list(self._games.values())
        self._found: dict[str, Game | None] = {}

    def find(self, name: str) -> Game | None:
        if name not in self._found:
            # most names are ids, and the id is the name of the file
            if _ID.fullmatch(name) and name not in self._games:
                self._load(name)
            self._found[name] = self._games.get(name) or super().find(name)
        return self._found[name]

    def __iter__(self) -> Iterator[Game]:
        shipped = sorted(name[:-5] for name in os.listdir(GAMES) if name.endswith(".yaml"))
        for name in shipped:
            self._load(name)
        for name in shipped:
            yield self._games[name]
        yield from (game for game in self._own if game.id not in shipped)

    def _load(self, name: str) -> None:
        if name in self._games:
            return
        compiled = _compiled().get(name)
        if compiled is not None:
            root = _node(compiled)
            assert isinstance(root, Mapping)
            self._games[name] = _game(root)
            return
        path = os.path.join(GAMES, f"{name}.yaml")
        if os.path.isfile(path):
            self._games[name] = read_game_file(path)


@cache
def _compiled() -> dict[str, Any]:
    """What :data:`COMPILED` holds; nothing if it is not there."""
    import json

    try:
        with open(COMPILED, "rb") as file:
            found: dict[str, Any] = json.load(file)
    except FileNotFoundError:
        return {}
    return found


def _node(value: Any) -> Node:
    """Plain values as the nodes that YAML would give, without places."""
    if isinstance(value, dict):
        return Mapping([(Scalar(key, 0, None), _node(item)) for key, item in value.items()], 0, None)
    if isinstance(value, list):
        return Listing([_node(item) for item in value], 0, None)
    return Scalar(value, 0, None)


def _game(root: Mapping) -> Game:
    fields = _pairs(root, FIELDS)
    for field in NEEDED:
        if field not in fields:
            raise _RuleFaultError(root, "missing", field=field, meaning=FIELDS[field])
    game_id = _text(fields["id"])
    if not _ID.fullmatch(game_id):
        raise _RuleFaultError(fields["id"], "id", value=game_id)
    names = _texts(fields["names"]) if "names" in fields else {"en": game_id}
    summary = _texts(fields["summary"]) if "summary" in fields else {}
    values: dict[str, Any] = {"ranks": KING, "auto": False}
    values |= {field: _READERS[field](node) for field, node in fields.items() if field in PATCHABLE}
    diagram = _diagram(fields["diagram"]) if "diagram" in fields else Diagram()
    options = _options(fields["options"]) if "options" in fields else {}
    base = Rules(game=game_id, names=names, diagram=diagram, options={}, **values)
    game = Game(game_id, names, base, options, summary, _plain(root), {})
    _check_sense(game, fields)
    return game


def _check_sense(game: Game, fields: dict[str, Node]) -> None:
    """Cross-field sense, with every value of every option in turn."""
    defaults = {option: next(iter(values)) for option, values in game.options.items()}
    choices = [defaults]
    choices += [{**defaults, option: value} for option, values in game.options.items() for value in values]
    for chosen in choices:
        rules = game.patched(chosen)
        why = rules.sense()
        if why:
            node = fields["columns" if "column" in why or "card" in why or "run" in why else "goal"]
            shown = ", ".join(f"{option}: {value}" for option, value in chosen.items())
            raise _RuleFaultError(node, why, options=shown)


def _pairs(node: Node, known: Any, what: str = "field") -> dict[str, Node]:
    """The pairs of a map, each key known and there once."""
    if not isinstance(node, Mapping):
        raise _RuleFaultError(node, "map", known=", ".join(known))
    found: dict[str, Node] = {}
    for key, value in node.pairs:
        name = str(key.text)
        if name in found:
            raise _RuleFaultError(key, "duplicate", key=name)
        if known is not None and name not in known:
            raise _RuleFaultError(key, "unknown", key=name, known=", ".join(known))
        found[name] = value
    return found


def _text(node: Node) -> str:
    if not isinstance(node, Scalar) or not node.text:
        raise _RuleFaultError(node, "text")
    if not node.text.isprintable():
        raise _RuleFaultError(node, "control")
    return node.text


def _texts(node: Node) -> dict[str, str]:
    """A text in each language; English must be there, Russian falls back to it."""
    texts = {language: _text(value) for language, value in _pairs(node, LANGUAGES).items()}
    if "en" not in texts:
        raise _RuleFaultError(node, "english")
    return texts


def _number(most: int) -> Callable[[Node], int]:
    def read(node: Node) -> int:
        text = _text(node)
        if not re.fullmatch("[1-9][0-9]{0,3}", text) or int(text) > most:
            raise _RuleFaultError(node, "number", value=text, most=most)
        return int(text)

    return read


def _word(words: tuple[str, ...]) -> Callable[[Node], str]:
    def read(node: Node) -> str:
        text = _text(node)
        if text not in words:
            raise _RuleFaultError(node, "word", value=text, known=", ".join(words))
        return text

    return read


def _yes(node: Node) -> bool:
    return _word(("yes", "no"))(node) == "yes"


def _items(node: Node) -> list[Node]:
    if not isinstance(node, Listing) or not node.items:
        raise _RuleFaultError(node, "list")
    return node.items


def _suits(node: Node) -> tuple[int, ...]:
    suits = []
    for item in _items(node):
        suit = parse_suit(_text(item))
        if suit is None:
            raise _RuleFaultError(item, "word", value=_text(item), known=", ".join(SUITS))
        suits.append(suit)
    if len(suits) > 4:
        raise _RuleFaultError(node, "suits")
    return tuple(suits)


def _columns(node: Node) -> tuple[tuple[int, int], ...]:
    columns = []
    for item in _items(node):
        match = _COLUMN.fullmatch(_text(item))
        if not match:
            raise _RuleFaultError(item, "column", value=_text(item))
        columns.append((int(match[1]), int(match[2])))
    if not 2 <= len(columns) <= MOST_COLUMNS:
        raise _RuleFaultError(node, "columns", most=MOST_COLUMNS)
    return tuple(columns)


def _options(node: Node) -> dict[str, dict[str, dict[str, Any]]]:
    options: dict[str, dict[str, dict[str, Any]]] = {}
    for option, values in _pairs(node, None).items():
        options[option] = {}
        for value, patch in _pairs(values, None).items():
            for name in (option, value):
                if not _OPTION.fullmatch(name):
                    raise _RuleFaultError(values, "option", value=name)
            options[option][value] = {
                field: _READERS[field](child) for field, child in _pairs(patch, PATCHABLE).items()
            }
        if not options[option]:
            raise _RuleFaultError(values, "empty-option", option=option)
    return options


def _diagram(node: Node) -> Diagram:
    fields = _pairs(node, ("foundations", "heads", "arrows", "captions"))
    made: dict[str, Any] = {}
    for field, read in (
        ("foundations", _word(LAYOUT_FOUNDATIONS)),
        ("heads", _word(LAYOUT_HEADS)),
        ("arrows", _yes),
        ("captions", _captions),
    ):
        if field in fields:
            made[field] = read(fields[field])
    return Diagram(**made)


def _captions(node: Node) -> dict[str, dict[str, str]]:
    captions = {}
    for caption, value in _pairs(node, CAPTIONS).items():
        captions[caption] = _texts(value)
        for text in captions[caption].values():
            for found in _PLACEHOLDER.findall(text):
                if found not in _PLACEHOLDERS:
                    known = ", ".join(sorted(_PLACEHOLDERS))
                    raise _RuleFaultError(value, "word", value=found, known=known)
    return captions


def _plain(node: Node) -> Any:
    """The file as lists, maps and texts, to be printed as data."""
    if isinstance(node, Mapping):
        return {str(key.text): _plain(value) for key, value in node.pairs}
    if isinstance(node, Listing):
        return [_plain(item) for item in node.items]
    return node.text


_READERS: dict[str, Callable[[Node], Any]] = {
    "packs": _number(MOST_PACKS),
    "suits": _suits,
    "ranks": _number(KING),
    "columns": _columns,
    "auto": _yes,
    **{policy: _word(words) for policy, words in POLICIES.items()},
}
