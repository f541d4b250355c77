"""YAML rule files to games, every field checked, with located errors.

The games of the package are the files ``games/*.yaml``, read from :data:`COMPILED`; a user's own file
(``--game-file``) is read the same way.
:data:`FIELDS` lists what a file may hold.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from solitaire_cli.core.cards import KING
from solitaire_cli.core.errors import Code, Fault, FaultError, Problem, SolitaireError
from solitaire_cli.core.policies import POLICIES
from solitaire_cli.core.rules import Catalogue, Diagram, Game, Rules, folded
from solitaire_cli.rulebook.rule_fields import ID, READERS, RuleFaultError, check_guide, read_pairs, read_text
from solitaire_cli.transcript.blocks import find_bad, read_blocks, split_chunks
from solitaire_cli.transcript.located_yaml import Node, YamlMap, YamlScalar, located, parse_yaml, plain

COMPILED = "games/compiled.json"
"""The package's rule files as JSON by id, which is read in a tenth of the time. A test keeps them equal."""

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
    "guide": "what only a person can say of the game: paragraphs by section",
}
"""The fields of a rule file and what they hold."""

_MOST_NAMES, _LONG_NAME = 1 << 10, 100  # the names of games that are remembered

LONGEST_FILE = 1 << 16  # the most characters of a rule file
NEEDED = ("id", "packs", "suits", "columns", *POLICIES)


class RuleFileError(SolitaireError):
    """A rule file that makes no game; ``problem`` says what and where, ``name`` is the file's name."""

    def __init__(self, name: str, problem: Problem) -> None:
        super().__init__(name, problem)
        self.name = name
        self.problem = problem


def read_game(text: str, name: str, others: Iterable[Game] = ()) -> Game:
    """Return the game that the rule file ``text`` describes; ``name`` is the file's name for errors.

    Raises :class:`RuleFileError` for text that is not YAML, a field missing, unknown or wrong, rules that make no
    sense, or an id or a name that one of ``others`` has.
    """
    try:
        if len(text) > LONGEST_FILE:
            raise FaultError(Problem(Fault(Code.YAML, {"longest": LONGEST_FILE}, "long-file"), 1, 1))
        root = parse_yaml(text)
        if not isinstance(root, YamlMap):
            place = root or YamlScalar(None, 1, 1)
            raise FaultError(Problem(Fault(Code.YAML, {}, "no-fields"), place.line, place.column))
        game = _game(root, plain(root))
        _check_names(root, game, others)
        return game
    except FaultError as error:
        raise RuleFileError(name, error.problem) from None


def read_game_file(path: int | str | os.PathLike[str], others: Iterable[Game] = ()) -> Game:
    """Return the game of the file ``path``, or of a descriptor, see :func:`read_game`. Raises :class:`OSError` too."""
    with open(path, "rb") as file:
        data = file.read(4 * LONGEST_FILE + 4)  # of a longer file no more is needed to say so
    blocks = [*read_blocks(split_chunks(data))]
    text = "".join(block.text for block in blocks)
    if not data.endswith(b"\n"):
        text = text[:-1]  # its last line got an end
    bad = next((find_bad(block.text, block.line) for block in blocks if not block.clean), None)
    if bad and len(text) <= LONGEST_FILE:
        raise RuleFileError(str(path), bad)
    return read_game(text, str(path), others)


class FileCatalogue(Catalogue):
    """The games of the package, each file read when it is first needed, and those of the user's files.

    No game may have the id or a name of another: ``own`` games that do raise :class:`RuleFileError`.
    """

    def __init__(self, own: Iterable[Game] = ()) -> None:
        super().__init__([])
        self.own: list[Game] = []
        self._found: dict[str, Game | None] = {}
        for game in own:
            for name in (game.id, *game.names.values()):
                if fault := _taken(name, self):
                    raise RuleFileError(game.id, Problem(fault))
            self._add(game)

    def __reduce__(self) -> tuple[type[FileCatalogue], tuple[list[Game]]]:
        # another process reads the games of the package itself, but a file of the user may be a pipe
        return FileCatalogue, (self.own,)

    def read(self, path: int | str | os.PathLike[str]) -> None:
        """Add the game of the file ``path``. Raises :class:`RuleFileError` and :class:`OSError`."""
        self._add(read_game_file(path, self))

    def _add(self, game: Game) -> None:
        self.own.append(game)
        self._games[game.id] = game
        self._found.clear()

    def find(self, name: str) -> Game | None:
        if name not in self._found:
            # most names are ids, and the id is the name of the file
            if ID.fullmatch(name) and name not in self._games:
                self._load(name)
            found = self._games.get(name) or super().find(name)
            if len(name) > _LONG_NAME or len(self._found) == _MOST_NAMES:
                return found
            self._found[name] = found
        return self._found[name]

    def __iter__(self) -> Iterator[Game]:
        for name in _compiled():
            self._load(name)
            yield self._games[name]
        yield from self.own

    def _load(self, name: str) -> None:
        if name not in self._games and (compiled := _compiled().get(name)):
            # the guide was checked when it was compiled, and few commands read it
            root = located({field: value for field, value in compiled.items() if field != "guide"}, 0)
            assert isinstance(root, YamlMap)
            self._games[name] = _game(root, compiled)


@cache
def _compiled() -> dict[str, Any]:
    """Return what :data:`COMPILED` holds, which may be in a zip file."""
    import json
    from pkgutil import get_data

    found: dict[str, Any] = json.loads(get_data("solitaire_cli", COMPILED) or b"")
    return found


def _game(root: YamlMap, data: dict[str, Any]) -> Game:
    """Return the game of a rule file; ``data`` are the plain values of the whole file."""
    fields = read_pairs(root, FIELDS)
    for field in NEEDED:
        if field not in fields:
            raise RuleFaultError(root, "missing", field=field, meaning=FIELDS[field])
    made: dict[str, Any] = {"summary": {}, "ranks": KING, "auto": False, "options": {}, "diagram": Diagram()}
    made |= {field: READERS[field](node) for field, node in fields.items() if field in READERS}
    game_id, summary, options = made.pop("id"), made.pop("summary"), made.pop("options")
    made.setdefault("names", {"en": game_id})
    if "guide" in fields:
        check_guide(fields["guide"], options)
    rules = Rules(game=game_id, options={}, **made)
    game = Game(game_id, rules.names, rules, options, summary, data, {})
    _check_sense(game, fields)
    return game


def _check_names(root: YamlMap, game: Game, others: Iterable[Game]) -> None:
    """Check that no other game has the id or a name."""
    fields = read_pairs(root, FIELDS)
    named = read_pairs(fields["names"], game.names) if "names" in fields else {}
    known = list(others)
    for node in (fields["id"], *named.values()):
        if fault := _taken(read_text(node), known):
            raise RuleFaultError(node, "taken", **fault.details)


def _taken(name: str, others: Iterable[Game]) -> Fault | None:
    """Return the fault of a game that has the id or a name of one of ``others``."""
    for other in others:
        if folded(name) in other.spellings():
            return Fault(Code.BAD_VALUE, {"name": name, "game": other.id}, "rule-taken")
    return None


def _check_sense(game: Game, fields: dict[str, Node]) -> None:
    """Check that the fields make sense together, with every value of every option in turn."""
    defaults = {option: next(iter(values)) for option, values in game.options.items()}
    choices = [defaults]
    choices += [{**defaults, option: value} for option, values in game.options.items() for value in values]
    for chosen in choices:
        if why := game.patched(chosen).sense():
            field, variant = why
            shown = ", ".join(f"{option}: {value}" for option, value in chosen.items())
            raise RuleFaultError(fields[field], variant, options=shown)
