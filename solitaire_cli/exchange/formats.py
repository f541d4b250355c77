"""The formats by name, each a module of this package that is loaded when it is used.

A module that reads has ``read(source, wish)``. For each game of a file it yields a
:class:`~solitaire_cli.exchange.foreign_game.ForeignGame`, or a :class:`~solitaire_cli.core.errors.Problem` with its
place there if the game is faulty; a :class:`~solitaire_cli.core.errors.FaultError` ends the file. A module that
writes has ``write(game)``, which returns the text of a transcript. It raises
:class:`~solitaire_cli.core.errors.FaultError` for what the format cannot say, with the number of the step, or without
one for the game as a whole.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from solitaire_cli.core.errors import Code, Fault, FaultError, Problem
from solitaire_cli.core.listing import unknown_game
from solitaire_cli.core.naming import folded
from solitaire_cli.core.position import Position
from solitaire_cli.core.rules import Catalogue, Rules
from solitaire_cli.exchange.foreign_game import ForeignGame
from solitaire_cli.exchange.source import Source
from solitaire_cli.transcript.blocks import Token
from solitaire_cli.transcript.document import Transcript
from solitaire_cli.words.shipped import shipped

NAMES = "games/foreign.json"
"""What other programs call our games: by format a map of their names to ours, with its options if need be.

The name ``""`` is the game of files that name none, in formats that are only or mostly used for it.
"""


class Format(NamedTuple):
    """A format: the module that knows it, and what that can do."""

    module: str
    reads: bool = True
    writes: bool = True


FORMATS: dict[str, Format] = {
    "fc-solve": Format("fc_solve"),
    "freecell": Format("freecell"),
    "move-list": Format("move_list"),
    "spider-letters": Format("spider_letters"),
    "solvitaire": Format("solvitaire"),
    "spider-solver": Format("spider_solver"),
    "win7-spider": Format("win7_spider", writes=False),
    "kpat": Format("kpat", writes=False),
    "pysolfc": Format("pysolfc", writes=False),  # which says why it does not
}

READ = [name for name, form in FORMATS.items() if form.reads]
WRITTEN = [name for name, form in FORMATS.items() if form.writes]


class Wish(NamedTuple):
    """What the user said beside the file: the rules of ``--game`` and ``-r``, and the start in ``--deal-file``."""

    format: str
    catalogue: Catalogue
    rules: Rules | None = None
    start: Position | None = None

    def rules_for(self, name: Token) -> Rules:
        """Return the rules of the game that the file calls ``name``, ``""`` if it tells none.

        Those that the user asked for win. Raises :class:`FaultError` at the name's place.
        """
        if self.rules:
            return self.rules
        game, options = known_name(self.format, name.text) or (name.text, {})
        if not game:
            raise FaultError(Problem(Fault(Code.MISSING_KEY, {}, "foreign-game"), name.line, name.column))
        found = self.catalogue.find(game)
        rules = found and found.rules(options)
        if isinstance(rules, Rules):
            return rules
        fault = rules or unknown_game(game, self.catalogue.listed())
        raise FaultError(Problem(fault, name.line, name.column, None, name.text))

    def knows(self, name: str) -> bool:
        """Return whether the file may call a game ``name``."""
        return known_name(self.format, name) is not None or self.catalogue.find(name) is not None

    def start_for(self, token: Token) -> Position:
        """Return the start of a game whose file has none. Raises :class:`FaultError` if no other file has it."""
        if self.start is None:
            raise FaultError(Problem(Fault(Code.MISSING_KEY, {}, "foreign-deal"), token.line, token.column))
        return self.start


def known_name(form: str, name: str) -> tuple[str, dict[str, str]] | None:
    """Return our game that ``form`` calls ``name`` and the options that make it, ``None`` if that is not known."""
    found = _names().get(form, {}).get(folded(name))
    return (found["game"], found.get("rules", {})) if found else None


def name_of(form: str, rules: Rules) -> str | None:
    """Return what ``form`` calls the game with these rules, ``None`` if it has no name for it."""
    for name, found in _names().get(form, {}).items():
        if found["game"] == rules.game and found.get("rules", {}).items() <= rules.options.items():
            return name
    return None


@cache
def _names() -> dict[str, dict[str, dict[str, Any]]]:
    found: dict[str, dict[str, dict[str, Any]]] = json.loads(shipped(NAMES))
    return found


def read(source: Source, wish: Wish) -> Iterator[ForeignGame | Problem]:
    """Yield the games of a file in the format of ``wish``, and what is wrong in it; an empty one has a problem."""
    module = import_module(f"{__package__}.{FORMATS[wish.format].module}")
    empty = True
    try:
        for found in module.read(source, wish):
            empty = False
            yield found
    except FaultError as error:
        yield error.problem
    else:
        if empty:
            yield Problem(Fault(Code.NO_HEADER, {}, "no-game"), 1, 1)


def write(game: Transcript, form: str) -> str:
    """Return the text of a game in a format. Raises :class:`FaultError` for what that cannot say."""
    text: str = import_module(f"{__package__}.{FORMATS[form].module}").write(game)
    return text


def refuse_steps(game: Transcript, form: str) -> None:
    """Raise :class:`FaultError` for the first step of a game, in a format that has only positions."""
    if game.steps:
        raise FaultError(Problem(Fault(Code.CANNOT_SAY, {"format": form}, "steps"), step=1))
