"""YAML rule files to games, every field checked, with located errors.

The games of the package are the files ``games/*.yaml``, read from :data:`COMPILED`; a user's own file
(``--game-file``) is read the same way.
:data:`FIELDS` lists what a file may hold.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from solitaire_cli.core.cards import ACE, KING
from solitaire_cli.core.errors import Code, Fault, FaultError, Problem, SolitaireError
from solitaire_cli.core.naming import Listed, folded
from solitaire_cli.core.policies import DEFAULTS, POLICIES
from solitaire_cli.core.rules import Catalogue, Diagram, Game, Rules, named
from solitaire_cli.rulebook.rule_fields import (
    READERS,
    STORED,
    RuleFaultError,
    check_guide,
    read_by,
    read_pairs,
    read_pysolfc,
    read_text,
)
from solitaire_cli.transcript.blocks import find_bad, read_blocks, split_chunks
from solitaire_cli.transcript.located_yaml import Node, YamlMap, YamlScalar, located, parse_yaml, plain

COMPILED = "games/compiled.jsonl"
"""The package's rule files as JSON, since YAML takes ten times as long; a test keeps them equal.

The first line is a map of all names to ids, the second what a list shows of the games, each other line a game, so that
only the game that is wanted is parsed.
"""

FIELDS: dict[str, str] = {
    "id": "the name used in commands and headers: small letters, digits and hyphens",
    "names": "the name in each language, {en: ..., ru: ...}",
    "summary": "a description in each language",
    "packs": "how many packs are shuffled together",
    "suits": "the suits of one pack in fresh order, such as [C, S, H, D] or [S, S, H, H]",
    "ranks": "how many ranks a suit has, from the ace up; 13 if absent",
    "columns": "the face-down + face-up cards of each column, such as [5+1, 4+1]; or:",
    "tableau": "the rounds of the deal, such as [<1-4>, 1-8 x3, c1-c2, f]: columns, cells, reserves, foundations",
    "cells": "how many cells there are",
    "reserves": "how many reserves there are",
    "room": "how many cards a reserve takes, or any; 1 if absent",
    "wrap": "yes, if the king goes on the ace; no if absent",
    "piles": "the order of the foundations: their suits, once each or one for every pile",
    "base": "the rank on which the foundations begin, or dealt: that of the first card dealt to one; A if absent",
    "laps": "how often a foundation goes through the ranks; 1 if absent",
    "first": "the cards that are put before the others in the pack, such as [AC, K]",
    "last": "the cards that are put behind the others in the pack",
    **{policy: " or ".join(words) for policy, words in POLICIES.items()},
    "auto": "yes, if one step may end the game by foundation moves alone; no if absent",
    "options": "options as a map of values, each a map of the fields that it changes",
    "diagram": "what the picture shows: foundations, heads, arrows, captions",
    "pysolfc": "the names under which PySolFC knows the game: [{name: Spider, id: 11, rules: {suits: 4}}]",
    "guide": "what only a person can say of the game: paragraphs by section",
}
"""The fields of a rule file and what they hold."""

DEFAULT_FIELDS: dict[str, Any] = {
    "summary": {},
    "ranks": KING,
    "wrap": False,
    "cells": 0,
    "reserves": 0,
    "room": 1,
    "base": ACE,
    "laps": 1,
    "auto": False,
    "first": (),
    "last": (),
    "options": {},
    "diagram": Diagram(),
}
"""What a game has where its file is silent; for the policies see ``DEFAULTS``."""

_MOST_NAMES, _LONG_NAME = 1 << 10, 100  # the names of games that are remembered

LONGEST_FILE = 1 << 16  # the most characters of a rule file
NEEDED = ("id", "packs", "suits", *(policy for policy in POLICIES if policy not in DEFAULTS))


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
        self._shipped: dict[str, Game] = {}
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
        self._found.clear()

    def find(self, name: str) -> Game | None:
        if name not in self._found:
            own, shipped = named(name, self.own), self._load(_names().get(folded(name), ""))
            # a name of PySolFC's takes none of the package's away
            found = shipped.under(name) if shipped and not (own and folded(name) in own.spellings()) else own
            if len(name) > _LONG_NAME or len(self._found) == _MOST_NAMES:
                return found
            self._found[name] = found
        return self._found[name]

    def __iter__(self) -> Iterator[Game]:
        for name in _index():
            game = self._load(name)
            assert game
            yield game
        yield from self.own

    def listed(self) -> Iterator[Listed]:
        for game_id, (names, known, kind) in _index().items():
            yield Listed(game_id, names, tuple(known), kind)
        yield from (game.listed() for game in self.own)

    def _load(self, name: str) -> Game | None:
        """Return the package's game with this id."""
        if name and name not in self._shipped:
            line = _compiled()[_compiled().index(f'\n{{"id": "{name}"') + 1 :].partition("\n")[0]
            compiled = json.loads(line)
            # the guide was checked when it was compiled, and few commands read it
            root = located({field: value for field, value in compiled.items() if field != "guide"}, 0)
            assert isinstance(root, YamlMap)
            self._shipped[name] = _game(root, compiled)
        return self._shipped.get(name)


@cache
def _compiled() -> str:
    """Return what :data:`COMPILED` holds, which may be in a zip file."""
    from pkgutil import get_data

    return (get_data("solitaire_cli", COMPILED) or b"").decode()


@cache
def _names() -> dict[str, str]:
    """Return the id of the package's game for each name, as it is compared."""
    found: dict[str, str] = json.loads(_compiled().partition("\n")[0])
    return found


@cache
def _index() -> dict[str, tuple[dict[str, str], list[str], str]]:
    """Return the names, the names in PySolFC and the kind of each game of the package, by its id."""
    found: dict[str, tuple[dict[str, str], list[str], str]] = json.loads(_compiled().split("\n", 2)[1])
    return found


def _game(root: YamlMap, data: dict[str, Any]) -> Game:
    """Return the game of a rule file; ``data`` are the plain values of the whole file."""
    fields = read_pairs(root, FIELDS)
    for field in NEEDED:
        if field not in fields:
            raise RuleFaultError(root, "missing", field=field, meaning=FIELDS[field])
    if "columns" not in fields and "tableau" not in fields:
        raise RuleFaultError(root, "missing", field="columns", meaning=FIELDS["columns"])
    made: dict[str, Any] = {**DEFAULT_FIELDS, **DEFAULTS}
    made |= {STORED.get(field, field): READERS[field](node) for field, node in fields.items() if field in READERS}
    made["by"] = read_by(fields["tableau"]) if "tableau" in fields else (0, 0)
    game_id, summary, options = made.pop("id"), made.pop("summary"), made.pop("options")
    made.setdefault("names", {"en": game_id})
    made.setdefault("order", tuple(sorted(set(made["suits"]))))
    known = read_pysolfc(fields["pysolfc"]) if "pysolfc" in fields else ()
    if "guide" in fields:
        check_guide(fields["guide"], options)
    rules = Rules(game=game_id, options={}, **made)
    game = Game(game_id, rules.names, rules, options, summary, data, {}, known)
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
            node = fields.get(field) or fields.get("tableau") or fields["goal"]
            raise RuleFaultError(node, variant, options=shown)
