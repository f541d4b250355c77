"""The rules of a game as frozen values; :mod:`solitaire_cli.rulebook.rule_file` reads them from files.

The engine asks for policies, the words of :mod:`solitaire_cli.core.policies`, never for a game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from solitaire_cli.core.cards import EMPTY, RANK_MASK
from solitaire_cli.core.errors import Code, Fault, FaultError
from solitaire_cli.core.naming import folded
from solitaire_cli.core.numbering import FOREIGN, Number
from solitaire_cli.core.policies import RELATIONS
from solitaire_cli.core.rule_data import RuleFields, Text
from solitaire_cli.core.steps import CELL

if TYPE_CHECKING:
    from solitaire_cli.core.listing import Listed


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
        return 0 if self.by[0] else self.cards - len(self.tableau)

    @cached_property
    def columns(self) -> tuple[tuple[int, int], ...]:
        """The numbers of face-down and face-up cards of each column at the start; 0 where the deal decides."""
        count = max([self.width, self.by[0], *(placed.place + 1 for placed in self.tableau if placed.place < CELL)])
        dealt = [[0, 0] for _ in range(count)]
        for place, up in self.tableau:
            if 0 <= place < count:
                dealt[place][up] += 1
        return tuple((down, up) for down, up in dealt)

    @cached_property
    def piles(self) -> tuple[int, ...]:
        """The suit of each foundation pile: S S H H D D C C with two packs of four suits."""
        if self.goal == "in-place":
            return ()
        if len(self.order) > len(set(self.order)):
            return self.order
        count = Counter(self.suits)
        return tuple(suit for suit in self.order for _ in range(count[suit] * self.packs // self.laps))

    @cached_property
    def boxes(self) -> bool:
        """Whether pictures have a box for each foundation: usual where cards go there one by one."""
        return self.goal != "in-place" and (self.diagram.foundations or self.goal) in ("boxes", "cards")

    @cached_property
    def empty_foundations(self) -> list[int]:
        """The foundations before any card is on them; with other goals than cards there are none."""
        return [suit << 4 for suit in self.piles] if self.goal == "cards" else []

    @cached_property
    def deck(self) -> Mapping[int, int]:
        """The number of times that each card occurs."""
        count = Counter(self.suits)
        return {
            suit << 4 | rank: count[suit] * self.packs for suit in sorted(count) for rank in range(1, self.ranks + 1)
        }

    @cached_property
    def plan(self) -> tuple[tuple[int, ...], ...]:
        """For each column the places of its cards in dealing order."""
        return tuple(self._dealt_to(column) for column in range(len(self.columns)))

    @cached_property
    def other_plan(self) -> dict[int, tuple[int, ...]]:
        """As :attr:`plan` for the cells, reserves and foundations that get cards, by their place."""
        places = sorted({placed.place for placed in self.tableau})
        return {place: self._dealt_to(place) for place in places if not 0 <= place < CELL}

    def _dealt_to(self, place: int) -> tuple[int, ...]:
        return tuple(at for at, placed in enumerate(self.tableau) if placed.place == place)

    @cached_property
    def faces(self) -> tuple[tuple[int, int], ...]:
        """For each column the cards up to the last face-down one, and as bits those of them that lie face up."""
        ups: list[list[bool]] = [[] for _ in self.columns]
        for place, up in self.tableau:
            if 0 <= place < len(ups):
                ups[place].append(up)
        covers = [max([at for at, up in enumerate(column, 1) if not up], default=0) for column in ups]
        return tuple(
            (cover, sum(up << at for at, up in enumerate(column[:cover]))) for cover, column in zip(covers, ups)
        )

    @cached_property
    def rows(self) -> tuple[int, ...]:
        """For each card in dealing order its place in a deal that goes row by row, from the left."""
        places = ((row, column, at) for column, places in enumerate(self.plan) for row, at in enumerate(places))
        found = {at: place for place, (_, _, at) in enumerate(sorted(places))}
        return tuple(found[at] for at in range(len(self.tableau)))

    def deals_as(self, kind: str) -> bool:
        """Return whether the pack and the columns are those of a kind of numbers of another program."""
        columns = tuple(down + up for down, up in self.columns)
        plain = not (self.first or self.last or self.by[0]) and len(self.tableau) == sum(columns)
        return plain and (self.packs, len(set(self.suits)), self.ranks, columns) == FOREIGN[kind]

    def refuses(self, number: Number) -> Fault | None:
        """Return the fault of a number of another program that deals no game of these rules, or ``None``."""
        kind = number.kind
        if kind not in FOREIGN or (kind in self.numbers and self.deals_as(kind)):
            return None
        variant = "foreign-rules" if kind in self.numbers else "foreign"
        return Fault(Code.BAD_DEAL, {"deal": str(number), "game": self.names}, variant)

    @cached_property
    def mixed(self) -> bool:
        """Whether face-down cards are dealt on face-up ones."""
        return any(bare for _, bare in self.faces)

    @cached_property
    def strict(self) -> bool:
        """Whether all runs that move are of one suit and go down rank by rank."""
        return self.run == "same-suit" and self.direction == "down" and not self.wrap

    @cached_property
    def links(self) -> bytes:
        """For ``upper << 6 | lower``: whether the two follow each other in a run that moves."""
        return self._pairs(self.run, self.direction)

    @cached_property
    def completes(self) -> bytes:
        """For ``upper << 6 | lower``: whether the two follow each other in a complete run."""
        return self._pairs(self.complete, "down")

    def goes(self, base: int) -> bytes:
        """Return for ``top << 6 | head`` whether a column whose playable card is ``top`` takes ``head``.

        ``top`` is :data:`~solitaire_cli.core.cards.EMPTY` for an empty column; ``base`` is the rank on which the
        foundations begin.
        """
        found = self._goes.get(base)
        if found is None:
            table = bytearray(self._pairs(self.build, self.direction))
            for head in self.deck:
                rank = head & RANK_MASK
                table[EMPTY << 6 | head] = self.empty == "any" or (self.empty == "king" and rank == self.highest(base))
            found = self._goes[base] = bytes(table)
        return found

    @cached_property
    def _goes(self) -> dict[int, bytes]:
        return {}

    def highest(self, base: int) -> int:
        """Return the rank before ``base``, the king where the foundations begin with aces."""
        return base - 1 or self.ranks

    def _pairs(self, relation: str, direction: str) -> bytes:
        gaps = {1} | ({-1} if direction == "both" else set())
        gaps |= {gap + turn for gap in gaps for turn in (-self.ranks, self.ranks)} if self.wrap else set()
        ranks = range(1, self.ranks + 1)
        follow = [rank << 6 | rank - gap for rank in ranks for gap in gaps if rank - gap in ranks]
        related, table = RELATIONS[relation], bytearray(64 * 64)
        for upper, lower in product(set(self.suits), repeat=2):
            if related(upper, lower):
                for pair in follow:
                    table[upper << 10 | lower << 4 | pair] = 1
        return bytes(table)

    @cached_property
    def kind(self) -> str:
        """The kind of the game by its words: those of one kind are played alike."""
        loose = self.unit == "any"
        if self.goal != "cards":
            return "loose-runs" if loose else "runs"
        return "loose-cards" if loose else "dealt-cards" if self.stock_size else "open-cards"


class Game(NamedTuple):
    """One game: its default rules and its options as named patches over them.

    ``options`` has for each option and value the fields of :class:`Rules` that this value changes; the first value is
    the default. ``summary`` describes the game in each language, ``data`` is the rule file as plain values. ``made``
    keeps the rules that were made, by the values of the options. ``pysolfc`` are the names under which PySolFC knows
    the game, each with its id there and the options that make it. ``chosen`` are the options of the name under which
    the game was found.
    """

    id: str
    names: Text
    base: Rules
    options: Mapping[str, Mapping[str, Mapping[str, Any]]]
    summary: Text
    data: Mapping[str, Any]
    made: dict[tuple[str, ...], Rules]
    pysolfc: tuple[tuple[str, int, Mapping[str, str]], ...] = ()
    chosen: Mapping[str, str] = {}

    def rules(self, chosen: Mapping[str, str] | None = None) -> Rules | Fault:
        """Return the rules with the options in ``chosen`` and the other defaults, or the fault ``unknown-rule``."""
        chosen = {**self.chosen, **(chosen or {})}
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
        """Return the id and its own names, as :func:`~solitaire_cli.core.naming.folded` gives them."""
        return {self.id, *map(folded, self.names.values())}

    def under(self, name: str) -> Game:
        """Return the game as ``name`` finds it: one of PySolFC's stands for some options."""
        options = self.elsewhere().get(folded(name), {})
        return self._replace(chosen=options) if options != self.chosen else self

    def elsewhere(self) -> dict[str, Mapping[str, str]]:
        """Return the options that make PySolFC's game for each of its names that is not a name of the game's own."""
        names = {folded(name): options for name, _, options in self.pysolfc}
        return {name: options for name, options in names.items() if name not in self.spellings()}

    def listed(self) -> Listed:
        """Return what a list shows of the game."""
        from solitaire_cli.core.listing import Listed

        return Listed(self.id, self.names, tuple(name for name, _, _ in self.pysolfc), self.base.kind)

    def option_fault(self, option: str, value: str) -> Fault | None:
        """Return why ``option`` cannot be ``value`` in this game, or ``None``."""
        if option not in self.options:
            details = {"option": option, "game": self.names, "options": list(self.options)}
            return Fault(Code.UNKNOWN_RULE, details, "" if self.options else "none")
        details = {"option": option, "value": value, "values": list(self.options[option])}
        return None if value in self.options[option] else Fault(Code.UNKNOWN_RULE, details, "value")


def named(name: str, games: Iterable[Game]) -> Game | None:
    """Return the one of ``games`` with this id or name, else the first that PySolFC knows under it."""
    name, found = folded(name), None
    for game in games:
        if name in game.spellings():
            return game.under(name)
        if found is None and name in game.elsewhere():
            found = game.under(name)
    return found


class Catalogue:
    """Games by id and by name in any language.

    >>> Catalogue([]), len(Catalogue([])), Catalogue([]).find("whist")
    (<Catalogue: no games>, 0, None)
    """

    def __init__(self, games: list[Game]) -> None:
        self._games = {game.id: game for game in games}

    def find(self, name: str) -> Game | None:
        """Return the game with this id or name, in any case; ``None`` if there is none.

        A name of PySolFC's stands for the options too that make its game.
        """
        return named(name, self)

    def listed(self) -> Iterator[Listed]:
        """Yield what a list shows of each game."""
        yield from (game.listed() for game in self)

    def __iter__(self) -> Iterator[Game]:
        return iter(self._games.values())

    def __getitem__(self, name: str) -> Game:
        """Return the game with this id or name. Raises :class:`FaultError` with ``unknown-game``."""
        if found := self.find(name):
            return found
        from solitaire_cli.core.listing import unknown_game

        raise FaultError(unknown_game(name, self.listed()))

    def __contains__(self, name: object) -> bool:
        return self.find(name) is not None if isinstance(name, str) else name in list(self)

    def __len__(self) -> int:
        return sum(1 for _ in self.listed())

    def __repr__(self) -> str:
        found = [game.id for game in self.listed()]
        return f"<Catalogue: {', '.join(found) or 'no games' if len(found) < 9 else f'{len(found)} games'}>"
