"""The rules of a game as frozen values; :mod:`solitaire_cli.rulebook.rule_file` reads them from files.

The engine asks for policies, the words of :mod:`solitaire_cli.core.policies`, never for a game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from solitaire_cli.core.errors import Code, Fault, FaultError

Text = Mapping[str, str]  # by language code

_SUGGESTED = 5  # names of games at once
_ALIKE = 0.6  # the least likeness of one that is suggested


class Diagram(NamedTuple):
    """What the picture of a game shows: the document's own marks and captions.

    ``foundations`` is ``boxes`` (a frame above the columns) or ``line``, ``heads`` a word of ``LAYOUT_HEADS``;
    ``arrows`` draws an arrow under each count. ``captions`` are texts by the names in ``CAPTIONS``, with the
    placeholders ``{stock}``, ``{columns}``, ``{cards}`` and ``{piles}``.
    """

    foundations: str = "line"
    heads: str = "spaced"
    arrows: bool = False
    captions: Mapping[str, Text] = {}


class RuleFields(NamedTuple):
    """The rules of one game with its options chosen.

    ``suits`` are the suits of one pack in the order of a fresh one (0 to 3 for S H D C), ``ranks`` the number of ranks
    from the ace up, ``columns`` the numbers of face-down and face-up cards of each column at the start. ``options``
    includes the defaults.
    """

    game: str
    names: Text
    packs: int
    suits: tuple[int, ...]
    ranks: int
    columns: tuple[tuple[int, int], ...]
    build: str
    unit: str
    empty: str
    stock: str
    removal: str
    goal: str
    auto: bool
    diagram: Diagram
    options: Mapping[str, str]


class Rules(RuleFields):
    """The rules of one game, and what follows from them. Only one and the same object is equal."""

    __eq__ = object.__eq__
    __ne__ = object.__ne__
    __hash__ = object.__hash__

    @cached_property
    def cards(self) -> int:
        """The number of cards in play."""
        return self.packs * len(self.suits) * self.ranks

    @cached_property
    def stock_size(self) -> int:
        """The number of cards in the stock at the start."""
        return self.cards - sum(down + up for down, up in self.columns)

    @cached_property
    def piles(self) -> tuple[int, ...]:
        """The suit of each foundation pile: S S H H D D C C with two packs of four suits."""
        return tuple(sorted(self.suits * self.packs))

    @cached_property
    def deck(self) -> Mapping[int, int]:
        """The number of times that each card occurs."""
        return {suit << 4 | rank: self.piles.count(suit) for suit in self.piles for rank in range(1, self.ranks + 1)}

    @cached_property
    def plan(self) -> tuple[tuple[int, ...], ...]:
        """For each column the places of its cards in dealing order.

        All face-down rounds come first, one card to each column that still wants one, from the left, then all face-up
        rounds; the rest is the stock. Source: section 3 of the contract.
        """
        plan: list[list[int]] = [[] for _ in self.columns]
        place = 0
        for face in (0, 1):
            for lap in range(max(wanted[face] for wanted in self.columns)):
                for column, wanted in enumerate(self.columns):
                    if lap < wanted[face]:
                        plan[column].append(place)
                        place += 1
        return tuple(map(tuple, plan))

    def sense(self) -> tuple[str, str] | None:
        """Return the field that makes no sense with the others, and the variant of its fault; ``None`` for a game."""
        runs = self.goal == "runs"
        wrong = {
            ("goal", "goal-removal"): runs == (self.removal == "none"),
            ("goal", "auto-goal"): self.auto and runs,
            ("columns", "too-few-cards"): self.stock_size < 0,
            ("columns", "covered-column"): any(down and not up for down, up in self.columns),
            ("columns", "dealt-run"): self.removal == "automatic" and any(up >= self.ranks for _, up in self.columns),
        }
        return next((fault for fault, found in wrong.items() if found), None)


class Game(NamedTuple):
    """One game: its default rules and its options as named patches over them.

    ``options`` has for each option and value the fields of :class:`Rules` that this value changes; the first value is
    the default. ``summary`` describes the game in each language, ``data`` is the rule file as plain values. ``made``
    keeps the rules that were made, by the values of the options.
    """

    id: str
    names: Text
    base: Rules
    options: Mapping[str, Mapping[str, Mapping[str, Any]]]
    summary: Text
    data: Mapping[str, Any]
    made: dict[tuple[str, ...], Rules]

    def rules(self, chosen: Mapping[str, str] | None = None) -> Rules | Fault:
        """Return the rules with the options in ``chosen`` and the other defaults, or the fault ``unknown-rule``."""
        chosen = chosen or {}
        for option, value in chosen.items():
            fault = self.option_fault(option, value)
            if fault:
                return fault
        values = tuple(chosen.get(option, next(iter(patches))) for option, patches in self.options.items())
        if values not in self.made:
            self.made[values] = self.patched(dict(zip(self.options, values)))
        return self.made[values]

    def patched(self, options: Mapping[str, str]) -> Rules:
        """Return the base rules with the patches of a complete choice of ``options``."""
        changes = {
            field: change for option, value in options.items() for field, change in self.options[option][value].items()
        }
        return self.base._replace(options=dict(options), **changes)

    def spellings(self) -> set[str]:
        """Return the id and the names by which the game is found, see :func:`folded`."""
        return {self.id, *map(folded, self.names.values())}

    def option_fault(self, option: str, value: str) -> Fault | None:
        """Return why ``option`` cannot be ``value`` in this game, or ``None``."""
        if option not in self.options:
            details = {"option": option, "game": self.names, "options": list(self.options)}
            return Fault(Code.UNKNOWN_RULE, details, "" if self.options else "none")
        details = {"option": option, "value": value, "values": list(self.options[option])}
        return None if value in self.options[option] else Fault(Code.UNKNOWN_RULE, details, "value")


def folded(name: str) -> str:
    """Return a name of a game as it is compared: in any case, and with any blanks.

    >>> folded(" Spider  Millennium ")
    'spider millennium'
    """
    return " ".join(name.casefold().split())


class Catalogue:
    """Games by id and by name in any language.

    >>> Catalogue([]), len(Catalogue([])), Catalogue([]).find("whist")
    (<Catalogue: no games>, 0, None)
    """

    def __init__(self, games: list[Game]) -> None:
        self._games = {game.id: game for game in games}

    def find(self, name: str) -> Game | None:
        """Return the game with this id or name, in any case; ``None`` if there is none."""
        name = folded(name)
        return next((game for game in self if name in game.spellings()), None)

    def __iter__(self) -> Iterator[Game]:
        return iter(self._games.values())

    def __getitem__(self, name: str) -> Game:
        """Return the game with this id or name. Raises :class:`FaultError` with ``unknown-game``."""
        if found := self.find(name):
            return found
        raise FaultError(unknown_game(name, self))

    def __contains__(self, name: object) -> bool:
        return self.find(name) is not None if isinstance(name, str) else name in list(self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return f"<Catalogue: {', '.join(game.id for game in self) or 'no games'}>"


def unknown_game(name: str, catalogue: Catalogue) -> Fault:
    """Return the fault for a game that is not in the catalogue, with those that are near.

    A name that shares a word is nearer than one that is only spelled alike.
    """
    from difflib import SequenceMatcher

    wanted = name[:40].casefold()
    exact, loose = SequenceMatcher(b=name[:40]), SequenceMatcher(b=wanted)
    words = set(re.findall(r"\w+", wanted))

    def likeness(text: str) -> tuple[bool, float, float]:
        loose.set_seq1(text.casefold())
        shares = not words.isdisjoint(re.findall(r"\w+", text.casefold()))
        if not shares and loose.quick_ratio() < _ALIKE:
            return False, 0, 0
        exact.set_seq1(text)
        return shares, loose.ratio(), exact.ratio()

    likest = [max((likeness(text), text) for text in (game.id, *game.names.values())) for game in catalogue]
    near = [text for like, text in sorted(likest, reverse=True) if like >= (False, _ALIKE)][:_SUGGESTED]
    if near:
        return Fault(Code.UNKNOWN_GAME, {"game": name, "near": near}, "near")
    return Fault(Code.UNKNOWN_GAME, {"game": name, "games": [game.id for game in catalogue]})
