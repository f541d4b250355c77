"""YAML rule files to games, every field checked, with located errors.

The games of the package are the files ``games/*.yaml``, read from :data:`COMPILED`; a user's own file
(``--game-file``) is read the same way.
:data:`FIELDS` lists what a file may hold.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from solitaire_cli.core.cards import ACE, KING
from solitaire_cli.core.errors import Code, Fault, FaultError, Problem, SolitaireError
from solitaire_cli.core.naming import folded
from solitaire_cli.core.policies import DEFAULTS, POLICIES
from solitaire_cli.core.rule_data import Diagram
from solitaire_cli.core.rules import Catalogue, Game, Rules, named
from solitaire_cli.rulebook.rule_fields import READERS, STORED, check_guide, read_pysolfc, read_sizes
from solitaire_cli.rulebook.rule_nodes import Reader, RuleFaultError, read_each, rule_problem, split_pairs
from solitaire_cli.rulebook.search_path import rule_files
from solitaire_cli.transcript.located_yaml import Node, YamlMap, YamlScalar, located, parse_yaml, plain, problem_at
from solitaire_cli.words.shipped import shipped

if TYPE_CHECKING:
    from solitaire_cli.core.listing import Listed

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
    "numbers": "the numbers of other programs that deal the game, such as [win7-]",
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
    "numbers": (),
    "options": {},
    "diagram": Diagram(),
    "pysolfc": (),
}
"""What a game has where its file is silent; for the policies see ``DEFAULTS``."""

_MOST_NAMES, _LONG_NAME = 1 << 10, 100  # the names of games that are remembered

LONGEST_FILE = 1 << 16  # the most characters of a rule file
MOST_FAULTS = 20  # how many of one file are told
NEEDED = ("id", "packs", "suits", *(policy for policy in POLICIES if policy not in DEFAULTS))


class RuleFileError(SolitaireError):
    """A rule file that makes no game; ``problems`` say what and where, ``name`` is the file's name.

    ``problem`` is the first of them.
    """

    def __init__(self, name: str, problems: Sequence[Problem]) -> None:
        super().__init__(name, problems)
        self.name = name
        self.problems = problems
        self.problem = problems[0]


def read_game(text: str, name: str, others: Iterable[Game] = ()) -> Game:
    """Return the game that the rule file ``text`` describes; ``name`` is the file's name for errors.

    Raises :class:`RuleFileError` for text that is not YAML, fields missing, unknown or wrong, rules that make no
    sense, or an id or a name that one of ``others`` has.
    """
    from solitaire_cli.rulebook.rule_sense import check_sense  # which the games of the package do without

    try:
        if len(text) > LONGEST_FILE:
            raise FaultError(Problem(Fault(Code.YAML, {"longest": LONGEST_FILE}, "long-file"), 1, 1))
        root = parse_yaml(text)
        if not isinstance(root, YamlMap):
            place = root or YamlScalar(None, 1, 1)
            raise FaultError(Problem(Fault(Code.YAML, {}, "no-fields"), place.line, place.column))
        game = _game(root, plain(root), _taken_names(root, others))
        if problems := check_sense(game, split_pairs(root, FIELDS)[0]):
            raise RuleFaultError(problems)
        return game
    except RuleFaultError as error:
        raise RuleFileError(name, _shown(error.problems)) from None
    except FaultError as error:
        raise RuleFileError(name, [error.problem]) from None


def _shown(problems: list[Problem]) -> list[Problem]:
    """Return problems in the order of their places; of very many the last one that is kept says how many remain."""
    found = sorted(problems, key=lambda problem: (problem.line or 0, problem.column or 0))
    if len(found) <= MOST_FAULTS:
        return found
    left = found[MOST_FAULTS]
    more = Fault(Code.BAD_VALUE, {"more": len(found) - MOST_FAULTS}, "rule-more")
    return [*found[:MOST_FAULTS], left._replace(fault=more)]


def read_game_file(path: int | str | os.PathLike[str], others: Iterable[Game] = ()) -> Game:
    """Return the game of the file ``path``, or of a descriptor, see :func:`read_game`. Raises :class:`OSError` too."""
    from solitaire_cli.transcript.blocks import find_bad, read_blocks, split_chunks

    with open(path, "rb") as file:
        data = file.read(4 * LONGEST_FILE + 4)  # of a longer file no more is needed to say so
    blocks = [*read_blocks(split_chunks(data), json=False)]
    text = "".join(block.text for block in blocks)
    if not data.endswith(b"\n"):
        text = text[:-1]  # its last line got an end
    bad = next((find_bad(block.text, block.line) for block in blocks if not block.clean), None)
    if bad and len(text) <= LONGEST_FILE:
        raise RuleFileError(str(path), [bad])
    return read_game(text, str(path), others)


class FileCatalogue(Catalogue):
    """The games of the package, each file read when it is first needed, and those of the user's files.

    No game may have the id or a name of another: ``own`` games that do raise :class:`RuleFileError`. Where a name is
    not found, the games of the ``folders`` are read, and what is wrong with a file there goes to ``tell``.
    """

    def __init__(
        self,
        own: Iterable[Game] = (),
        folders: Sequence[str] = (),
        tell: Callable[[str, Problem], object] = lambda name, problem: None,
    ) -> None:
        super().__init__([])
        self.own: list[Game] = []
        self._folders = folders
        self._tell = tell
        self._elsewhere: list[Game] | None = None
        self._found: dict[str, Game | None] = {}
        self._shipped: dict[str, Game] = {}
        for game in own:
            for name in _all_names(game):
                if fault := _taken(name, self):
                    raise RuleFileError(game.id, [Problem(fault)])
            self.add(game)

    def __reduce__(self) -> tuple[type[FileCatalogue], tuple[list[Game]]]:
        # another process reads the games of the package itself, but a file of the user may be a pipe
        return FileCatalogue, ([*self.own, *self._from_folders()],)

    def read(self, path: int | str | os.PathLike[str]) -> None:
        """Add the game of the file ``path``. Raises :class:`RuleFileError` and :class:`OSError`."""
        self.add(read_game_file(path, self))

    def add(self, game: Game) -> None:
        """Add a game, whose id and names no other has."""
        self.own.append(game)
        self._found.clear()

    def find(self, name: str) -> Game | None:
        if name not in self._found:
            found = self.loaded(name) or named(name, [*self.own, *self._from_folders()])
            if len(name) > _LONG_NAME or len(self._found) == _MOST_NAMES:
                return found
            self._found[name] = found
        return self._found[name]

    def loaded(self, name: str) -> Game | None:
        """Return the game with this id or name if it is not in the folders, nor only in PySolFC one of the user's."""
        wanted = folded(name)
        shipped = self._load(wanted) or self._load(_names().get(wanted, ""))
        return _named(name, self.own) or (shipped and shipped.under(name))

    def _from_folders(self) -> list[Game]:
        """Return the games of the folders, but for those whose id or name one of ``own`` has."""
        if self._elsewhere is None:
            self._elsewhere = []
            for path in rule_files(self._folders):
                try:
                    game = read_game_file(path, FileCatalogue(self._elsewhere))
                except RuleFileError as error:
                    for problem in error.problems:
                        self._tell(path, problem)
                except OSError as error:
                    self._tell(path, Problem(Fault(Code.UNREADABLE, {"reason": error.strerror})))
                else:
                    self._elsewhere.append(game)
            self._elsewhere = [
                game for game in self._elsewhere if not any(_named(n, self.own) for n in _all_names(game))
            ]
        return self._elsewhere

    def __iter__(self) -> Iterator[Game]:
        for name in _index():
            game = self._load(name)
            assert game
            yield game
        yield from self.own
        yield from self._from_folders()

    def listed(self) -> Iterator[Listed]:
        from solitaire_cli.core.listing import Listed

        for game_id, (names, known, kind) in _index().items():
            yield Listed(game_id, names, tuple(known), kind)
        yield from (game.listed() for game in (*self.own, *self._from_folders()))

    def _load(self, name: str) -> Game | None:
        """Return the package's game with this id."""
        if name in self._shipped:
            return self._shipped[name]
        start = _compiled().find(f'\n{{"id": {json.dumps(name)},'.encode()) + 1
        if start:
            compiled = json.loads(_compiled()[start : _compiled().index(b"\n", start)])
            # the guide was checked when it was compiled, and few commands read it
            root = located({field: value for field, value in compiled.items() if field != "guide"}, 0)
            assert isinstance(root, YamlMap)
            self._shipped[name] = _game(root, compiled)
        return self._shipped.get(name)


@cache
def _compiled() -> bytes:
    """Return what :data:`COMPILED` holds."""
    return shipped(COMPILED)


@cache
def _names() -> dict[str, str]:
    """Return the id of the package's game for each name, as it is compared."""
    found: dict[str, str] = json.loads(_compiled().partition(b"\n")[0])
    return found


@cache
def _index() -> dict[str, tuple[dict[str, str], list[str], str]]:
    """Return the names, the names in PySolFC and the kind of each game of the package, by its id."""
    found: dict[str, tuple[dict[str, str], list[str], str]] = json.loads(_compiled().split(b"\n", 2)[1])
    return found


def _game(root: YamlMap, data: dict[str, Any], problems: Iterable[Problem] = ()) -> Game:
    """Return the game of a rule file; ``data`` are the plain values of the whole file.

    Raises :class:`RuleFaultError` with ``problems`` and all that is wrong in the fields.
    """
    fields, wrong = split_pairs(root, FIELDS)
    wrong += problems
    misspelt = {problem.fault.details.get("near") for problem in wrong}
    missing = [field for field in NEEDED if field not in fields and field not in misspelt]
    if {"columns", "tableau"}.isdisjoint({*fields, *misspelt}):
        missing.append("columns")
    wrong += [rule_problem(root, "missing", field=field, meaning=FIELDS[field]) for field in missing]
    if "columns" in fields and "tableau" in fields:
        wrong.append(rule_problem(max(fields["columns"], fields["tableau"], key=_place), "two-tableaus"))
    guide = {"guide": lambda node: check_guide(node, _known_options(data))}
    readers: dict[str, Reader[Any]] = {**READERS, "pysolfc": read_pysolfc, **guide}
    values = read_each(((readers[field], node) for field, node in fields.items()), wrong)
    made: dict[str, Any] = {**DEFAULT_FIELDS, **DEFAULTS}
    made |= {STORED.get(field, field): value for field, value in zip(fields, values) if field != "guide"}
    made |= read_sizes(fields)
    game_id, summary, options, known = (made.pop(field) for field in ("id", "summary", "options", "pysolfc"))
    made.setdefault("names", {"en": game_id})
    made.setdefault("order", tuple(sorted(set(made["suits"]))))
    rules = Rules(game=game_id, options={}, **made)
    return Game(game_id, rules.names, rules, options, summary, data, {}, known)


def _place(node: Node) -> tuple[int, int]:
    return node.line, node.column or 0


def _known_options(data: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the values of each option, as far as the file is in order."""
    options = data.get("options")
    pairs = options.items() if isinstance(options, dict) else ()
    return {option: values for option, values in pairs if isinstance(values, dict)}


def _taken_names(root: YamlMap, others: Iterable[Game]) -> list[Problem]:
    """Return the faults of an id and of names that another game has."""
    fields = {str(key.text): value for key, value in root.pairs}
    names = fields.get("names")
    named = [fields.get("id"), *([value for _, value in names.pairs] if isinstance(names, YamlMap) else [])]
    others = others if isinstance(others, Catalogue) else list(others)
    found = [(node, _taken(node.text, others)) for node in named if isinstance(node, YamlScalar) and node.text]
    return [problem_at(node, fault) for node, fault in found if fault]


def _named(name: str, games: Iterable[Game]) -> Game | None:
    """Return the first game with this id or name."""
    return next((game for game in games if folded(name) in game.spellings()), None)


def _all_names(game: Game) -> list[str]:
    return [game.id, *game.names.values()]


def _taken(name: str, others: Iterable[Game]) -> Fault | None:
    """Return the fault of a game that has the id or a name of one of ``others``."""
    found = others.loaded(name) if isinstance(others, FileCatalogue) else _named(name, others)
    return Fault(Code.BAD_VALUE, {"name": name, "game": found.id}, "rule-taken") if found else None
