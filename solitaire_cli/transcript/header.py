"""Headers: located text to rules and a start, or to the first fault.

The faults come in the order of section 5 of the contract, each looked for over the whole header
before the next; of one kind the first in the text counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import Any

from solitaire_cli.core.errors import Code, Fault, FaultError, Problem
from solitaire_cli.core.legality import RESULTS
from solitaire_cli.core.numbering import Number, parse_number
from solitaire_cli.core.position import Position
from solitaire_cli.core.rules import Catalogue, Game, Rules
from solitaire_cli.transcript.located_yaml import Node, YamlList, YamlMap, YamlScalar, problem_at
from solitaire_cli.transcript.start import SETUP, START, card_problems, read_setup, setup_problems

TEXT, TEXTS, PLACES, MAP = "text", "list", "places", "map"

_KINDS = {"rules": MAP, "columns": TEXTS, "cells": PLACES, "reserves": PLACES, "tags": MAP}  # all others are texts
_ORDER = "game deal rules columns stock cells reserves foundations result title player date source comment tags".split()
KEYS = {key: _KINDS.get(key, TEXT) for key in _ORDER}
"""The keys of a header in canonical order, with the kinds of their values."""

MOST = 20  # the faults of a header that are told
_BEGIN = ("deal", "columns")  # one of which a header has
_SURROGATE = "[\ud800-\udfff]"


class Header:
    """The values of a header, as far as they are known.

    ``line`` is the line of its opening ``---``, ``problem`` the first fault, ``further`` are others, which do not
    depend on it. ``game``, ``deal`` and ``options`` are
    as written until ``rules`` and ``number`` are known. ``claim`` is the value of ``result`` with its place,
    ``values`` are the keys with their nodes; a deal has none.
    """

    __slots__ = (
        "_position",
        "claim",
        "deal",
        "further",
        "game",
        "line",
        "number",
        "options",
        "problem",
        "rules",
        "values",
    )

    def __init__(
        self, line: int, problem: Problem | None = None, rules: Rules | None = None, number: Number | None = None
    ) -> None:
        self.line = line
        self.problem = problem
        self.further: list[Problem] = []
        self.rules = rules
        self.number = number
        self.game = rules.game if rules else None
        self.deal = str(number) if number else None
        self.options: Mapping[str, str] = rules.options if rules else {}
        self.claim: YamlScalar | None = None
        self.values: dict[str, Node] = {}
        self._position: Position | None = None

    def start(self) -> Position:
        """Return a new position from which the steps begin. The header must have no problem."""
        position, self._position = self._position, None
        if position is None:
            assert self.rules is not None
            return read_setup(self.values, self.number, self.rules)
        return position


def read_header(root: Node | None, line: int, catalogue: Catalogue) -> Header:
    """Return the header that the document ``root`` is, its problem set if it has one."""
    if not isinstance(root, YamlMap):
        place = (line, 1) if root is None else (root.line, root.column)
        return Header(line, Problem(Fault(Code.YAML, {}, "no-map"), *place))
    header = Header(line)
    for key, value in root.pairs:
        header.values.setdefault(str(key.text), value)
    _know(header, catalogue)
    problems = _problems(header, root, catalogue)
    header.problem = next(problems, None)
    if header.problem:
        header.further = list(islice(problems, MOST - 1))
    return header


def _know(header: Header, catalogue: Catalogue) -> None:
    """Set what is known, whatever else is wrong."""
    values = header.values
    game, deal, rules, claim = (values.get(key) for key in ("game", "deal", "rules", "result"))
    if isinstance(deal, YamlScalar) and deal.text is not None:
        header.deal = deal.text
        number = parse_number(deal.text)
        header.number = number if isinstance(number, Number) else None
    header.claim = claim if isinstance(claim, YamlScalar) else None
    if isinstance(rules, YamlMap):
        header.options = {
            str(key.text): value.text
            for key, value in rules.pairs
            if isinstance(value, YamlScalar) and value.text is not None
        }
    if isinstance(game, YamlScalar) and game.text is not None:
        found = catalogue.find(game.text)
        header.options = {**(found.chosen if found else {}), **header.options}
        chosen = found and found.rules(header.options)
        header.game = found.id if found else game.text
        if isinstance(chosen, Rules) and (rules is None or isinstance(rules, YamlMap)):
            header.rules = chosen
    if header.rules and header.number and header.rules.refuses(header.number):
        header.number = None


def _problems(header: Header, root: YamlMap, catalogue: Catalogue) -> Iterator[Problem]:
    """Yield the faults of a header in the order of judgement; what depends on a value at fault is not judged."""
    unsure: set[str | None] = set()  # keys that are at fault, or are meant by one that is

    def of_pairs(find: Callable[[YamlScalar, Node], Iterator[Problem]]) -> Iterator[Problem]:
        for key, value in root.pairs:
            for problem in find(key, value):
                unsure.add(key.text)
                yield problem

    yield from of_pairs(lambda key, value: chain(_encodings(key), _encodings(value)))
    lines: dict[str | None, int] = {}
    yield from of_pairs(lambda key, value: chain(_duplicate(key, lines), _duplicates(value)))
    for key, value in root.pairs:
        if key.text not in KEYS:
            game = catalogue.find(header.game or "")
            text = value.text if isinstance(value, YamlScalar) else None
            fault = unknown_key(str(key.text), text, [game] if game else catalogue)
            unsure.add("rules" if fault.variant == "option" else fault.details.get("near"))
            yield problem_at(key, fault, key.text)
    column = 1 if root.column else None
    if "game" not in header.values and "game" not in unsure:
        yield Problem(Fault(Code.MISSING_KEY, {}, "game"), header.line, column)
    if header.values.keys().isdisjoint(_BEGIN) and unsure.isdisjoint(_BEGIN):
        unsure.add("columns")
        yield Problem(Fault(Code.MISSING_KEY), header.line, column)
    yield from of_pairs(lambda key, value: _bad_values(key, value) if key.text in KEYS else iter(()))
    for problem in _of_the_game(header, catalogue, unsure):
        unsure.add("game")
        yield problem
    if header.values.keys().isdisjoint(SETUP):
        return
    if header.rules and unsure.isdisjoint(START):
        try:
            position = header.start()
        except FaultError as error:
            yield from [*islice(card_problems(header.values), MOST)] or [error.problem]
        else:
            yield from setup_problems(root, header.number, position, catalogue[position.rules.game])
            header._position = position
    else:
        yield from card_problems(header.values)


def _encodings(node: Node) -> Iterator[Problem]:
    """Yield half characters: an escape can write them into a text, but no output can carry them."""
    if isinstance(node, YamlScalar):
        if fault := half_character(node.text or ""):
            yield problem_at(node, fault)
        return
    for child in node.items if isinstance(node, YamlList) else [n for p in node.pairs for n in p]:
        yield from _encodings(child)


def half_character(text: str) -> Fault | None:
    """Return the fault of a text that holds half a character."""
    match = re.search(_SURROGATE, text)
    return match and Fault(Code.ENCODING, {"character": f"U+{ord(match[0]):04X}"}, "character")


def _duplicates(node: Node) -> Iterator[Problem]:
    if isinstance(node, YamlList):
        for item in node.items:
            yield from _duplicates(item)
    elif isinstance(node, YamlMap):
        lines: dict[str | None, int] = {}
        for key, value in node.pairs:
            yield from _duplicate(key, lines)
            yield from _duplicates(value)


def _duplicate(key: YamlScalar, lines: dict[str | None, int]) -> Iterator[Problem]:
    """Yield the fault of a key that has been there before, and note its line."""
    if key.text in lines:
        yield problem_at(key, Fault(Code.DUPLICATE_KEY, {"key": key.text, "first": lines[key.text]}), key.text)
    lines.setdefault(key.text, key.line)


def unknown_key(key: str, value: str | None = None, games: Iterable[Game] = ()) -> Fault:
    """Return the fault for a key that no header has; an option of one of ``games`` or another key may be meant."""
    from difflib import get_close_matches

    for game in games:
        if (option := key.lower()) in game.options:
            details = {"key": key, "game": game.names, "rules": f"{{{option}: {value or '...'}}}"}
            return Fault(Code.UNKNOWN_KEY, details, "option")
    if key.lower() in ("moves", "steps"):
        return Fault(Code.UNKNOWN_KEY, {"key": key}, "steps")
    near = get_close_matches(key.lower()[:40], KEYS, 1)
    if near:
        return Fault(Code.UNKNOWN_KEY, {"key": key, "near": near[0]}, "near")
    return Fault(Code.UNKNOWN_KEY, {"key": key, "keys": list(KEYS)})


def advised(problem: Problem, lines: list[str]) -> Problem:
    """Return the problem of a header, whose ``lines`` up to its place are given, with advice on how to write it."""
    fault = problem.fault
    line = lines[-1] if lines else ""
    if fault.code is Code.BAD_VALUE and fault.variant.startswith("nothing") and re.search(r":[ \t]+#", line):
        return problem._replace(fault=fault._replace(variant="nothing-comment"))
    if fault.code is not Code.YAML or fault.variant:
        return problem
    details = {**fault.details}
    variant = ""
    value = re.match(r"([A-Za-z_]+):[ \t]+[^\"'\[{|># \t\r]", line)
    if "expected ':'" in fault.details["said"]:
        variant = "colon"  # the line before is at fault
        line = next((before for before in reversed(lines[:-1]) if before.strip()), line)
    elif value:
        details["key"] = value[1]
        variant = "map" if KEYS.get(value[1]) == MAP else "quotes"
    elif line[:1] in (" ", "\t"):
        variant = "indented"
    # a blank or a colon of another kind, where YAML wants its own
    odd = "" if value else "".join(re.findall("[^\\w\\s!-~]|[^\\S \t\r]", line)[:1])
    return problem._replace(fault=Fault(Code.YAML, {**details, "odd": odd}, variant))


def _bad_values(key: YamlScalar, value: Node) -> Iterator[Problem]:
    kind = KEYS[str(key.text)]
    expected = {TEXT: YamlScalar, TEXTS: YamlList, PLACES: YamlList, MAP: YamlMap}[kind]
    details: dict[str, Any] = {"key": key.text}
    if isinstance(value, YamlScalar) and value.text is None:
        yield problem_at(key, Fault(Code.BAD_VALUE, details, f"nothing-{kind}"))
    elif not isinstance(value, expected):
        text = value.text if isinstance(value, YamlScalar) else None
        yield problem_at(value, Fault(Code.BAD_VALUE, details, kind), text)
    elif isinstance(value, YamlList):
        for item in value.items:
            if not isinstance(item, YamlScalar) or item.text is None:
                yield problem_at(item, Fault(Code.BAD_VALUE, details, "item" if kind == TEXTS else "item-places"))
    elif isinstance(value, YamlMap):
        for name, child in value.pairs:
            inner = {"key": f"{key.text}: {name.text}"}
            if not isinstance(child, YamlScalar):
                yield problem_at(child, Fault(Code.BAD_VALUE, inner, TEXT))
            elif child.text is None:
                yield problem_at(name, Fault(Code.BAD_VALUE, inner, "nothing-text"))
    elif key.text == "result" and value.text not in RESULTS:
        details = {"value": value.text, "values": list(RESULTS)}
        yield problem_at(value, Fault(Code.BAD_VALUE, details, "result"), value.text)


def _of_the_game(header: Header, catalogue: Catalogue, unsure: Container[str | None]) -> Iterator[Problem]:
    """Yield the faults of the game, its options and the number, as far as they are texts that are sure."""
    values = header.values
    game = None
    if header.game is not None and "game" not in unsure:
        game = catalogue.find(header.game)
        if game is None:
            from solitaire_cli.core.listing import unknown_game

            yield problem_at(values["game"], unknown_game(header.game, catalogue.listed()), header.game)
    rules = values.get("rules")
    for key, value in rules.pairs if isinstance(rules, YamlMap) else []:
        if game is None or not isinstance(value, YamlScalar) or value.text is None:
            continue
        if fault := game.option_fault(str(key.text), value.text):
            at = value if fault.variant == "value" else key
            yield problem_at(at, fault, at.text)
    if header.deal is not None and header.number is None and "deal" not in unsure:
        deal = parse_number(header.deal)
        found = deal if isinstance(deal, Fault) else header.rules and header.rules.refuses(deal)
        if found:
            yield problem_at(values["deal"], found, header.deal)
