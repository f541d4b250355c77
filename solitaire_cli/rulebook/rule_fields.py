"""The fields of a rule file, read from located YAML: see :mod:`solitaire_cli.rulebook.rule_nodes`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from solitaire_cli.core.cards import KING, NAMES, RANKS, SUITS, parse_suit
from solitaire_cli.core.numbering import FOREIGN
from solitaire_cli.core.policies import CAPTIONS, GUIDE, LAYOUT_FOUNDATIONS, LAYOUT_HEADS, POLICIES
from solitaire_cli.core.rule_data import Diagram, Placed
from solitaire_cli.core.steps import CELL, RESERVE
from solitaire_cli.rulebook.rule_nodes import (
    Reader,
    items,
    number_reader,
    read_each,
    read_items,
    read_map,
    read_text,
    read_texts,
    read_yes,
    rule_fault,
    rule_problem,
    split_pairs,
    with_english,
    word_reader,
)
from solitaire_cli.transcript.located_yaml import Node, YamlList, YamlMap
from solitaire_cli.words.language import LANGUAGES

MOST_COLUMNS = 99
MOST_PACKS = 8
MOST_CARDS = MOST_PACKS * 4 * KING
MOST_PILES = 99  # cells, or reserves
MOST_OPTIONS, MOST_VALUES = 16, 32

STORED = {"columns": "tableau", "piles": "order"}  # the fields that rules hold under another name
ID = "[a-z][a-z0-9]*(-[a-z0-9]+)*"

PLACEHOLDERS = {"{stock}", "{columns}", "{cards}", "{piles}"}  # in the captions of a diagram
_COLUMN = r"([0-9]{1,3})\+([0-9]{1,3})"
_ROUND = r"((?:<?(?:[1-9][0-9]?(?:-[1-9][0-9]?)?|[cr][1-9][0-9]?(?:-[1-9][0-9]?)?|f)>?(?: |$))+?)(?: ?x([1-9][0-9]?))?"
_FACES = "[^<>]*(<[^<>]+>[^<>]*)*"
_BY = f"1-([1-9][0-9]?) by ([{RANKS}])"
_ROUND_WORD = r"[<>]|([crf]?)(?:([1-9][0-9]?)(?:-([1-9][0-9]?))?|(?<=f))"
_OPTION = "[a-z0-9]+(-[a-z0-9]+)*"
_PLACEHOLDER = r"\{[^}]*\}|[{}]"


def _id(node: Node) -> str:
    text = read_text(node)
    if not re.fullmatch(ID, text):
        raise rule_fault(node, "id", value=text)
    return text


def _suit(node: Node) -> int:
    suit = parse_suit(read_text(node))
    return SUITS.index(word_reader(SUITS)(node)) if suit is None else suit


def _suits(node: Node) -> tuple[int, ...]:
    suits = _order(node)
    if len(suits) > 4:
        raise rule_fault(node, "suits")
    return suits


def _columns(node: Node) -> tuple[Placed, ...]:
    """Return where the cards go: all face-down rounds, then all face-up ones. Source: section 3 of the contract."""
    columns = read_items(node, _column)
    if not 2 <= len(columns) <= MOST_COLUMNS:
        raise rule_fault(node, "columns", most=MOST_COLUMNS)
    return tuple(
        Placed(place, bool(face))
        for face in (0, 1)
        for lap in range(max(column[face] for column in columns))
        for place, column in enumerate(columns)
        if lap < column[face]
    )


def _column(node: Node) -> tuple[int, int]:
    match = re.fullmatch(_COLUMN, read_text(node))
    if not match:
        raise rule_fault(node, "column", value=read_text(node))
    return int(match[1]), int(match[2])


def _tableau(node: Node) -> tuple[Placed, ...]:
    """Return where the cards go, round by round.

    ``<1-4> 5-7 x3`` is three rounds to columns 1 to 7, the cards of the first four face down; ``7-1`` goes from the
    right; ``c2``, ``r1`` and ``f`` are a cell, a reserve and the foundation that takes the card.
    """
    last = items(node)[-1]
    if len(items(node)) > MOST_CARDS:
        raise rule_fault(node, "too-few-cards")
    rounds = read_items(node, lambda item: [] if item is last and re.fullmatch(_BY, read_text(item)) else _round(item))
    if sum(map(len, rounds)) > MOST_CARDS:
        raise rule_fault(node, "too-few-cards")
    dealt = [placed for cards in rounds for placed in cards]
    width = max([read_by(node)[0], *(placed.place + 1 for placed in dealt if placed.place < CELL)])
    if width < 2:
        raise rule_fault(node, "columns", most=MOST_COLUMNS)
    return tuple(dealt)


def _round(node: Node) -> list[Placed]:
    line = read_text(node)
    match = re.fullmatch(_ROUND, line)
    if not match or not re.fullmatch(_FACES, line):
        raise rule_fault(node, "round", value=line)
    placed: list[Placed] = []
    up = True
    for word in re.finditer(_ROUND_WORD, match[1]):
        if word[0] in "<>":
            up = word[0] == ">"
            continue
        kind, first, last = word[1], int(word[2] or 0), int(word[3] or word[2] or 0)
        turn = 1 if last >= first else -1
        start = {"": 0, "c": CELL, "r": RESERVE, "f": 0}[kind]
        placed += [Placed(start + place - 1, up) for place in range(first, last + turn, turn)]
    times = int(match[2] or 1)
    if len(placed) * times > MOST_CARDS:
        raise rule_fault(node, "too-few-cards")
    return placed * times


def read_by(node: Node) -> tuple[int, int]:
    """Return the columns and the rank of the last round if it is ``1-9 by K``: each king begins the next column."""
    match = re.fullmatch(_BY, read_text(items(node)[-1]))
    return (int(match[1]), RANKS.index(match[2]) + 1) if match else (0, 0)


def read_sizes(fields: Mapping[str, Node]) -> dict[str, Any]:
    """Return what ``columns`` or ``tableau`` says besides where the cards go: how many columns there are."""
    if "columns" in fields:
        return {"by": (0, 0), "width": len(items(fields["columns"]))}
    return {"by": read_by(fields["tableau"]), "width": 0} if "tableau" in fields else {}


def _order(node: Node) -> tuple[int, ...]:
    return read_items(node, _suit)


def _room(node: Node) -> int:
    return 0 if read_text(node) == "any" else number_reader(MOST_CARDS)(node)


def _base(node: Node) -> int:
    return ("dealt", *RANKS).index(word_reader(("dealt", *RANKS))(node))


def _card(node: Node) -> str:
    name = read_text(node)
    if name not in RANKS and name not in NAMES and name != "beak":
        raise rule_fault(node, "chosen", value=name)
    return name


def _cards(node: Node) -> tuple[str, ...]:
    return read_items(node, _card)


def _kinds(node: Node) -> tuple[str, ...]:
    return read_items(node, word_reader(FOREIGN))


def _known_name(node: Node) -> tuple[str, int, dict[str, str]]:
    read_id, read_rules = number_reader(999_999), lambda rules: read_map(rules, read_text)
    readers: dict[str, Reader[Any]] = {"name": read_text, "id": read_id, "rules": read_rules}
    fields = read_map(node, readers)
    for field in ("name", "id"):
        if field not in fields:
            raise rule_fault(node, "missing", field=field, meaning="")
    return fields["name"], fields["id"], fields.get("rules", {})


def read_pysolfc(node: Node) -> tuple[tuple[str, int, dict[str, str]], ...]:
    """Return the names under which PySolFC knows the game, each with its id there and the options that make it."""
    return read_items(node, _known_name)


def _options(node: Node) -> dict[str, dict[str, dict[str, Any]]]:
    """Return a map of option to a map of value to the fields that this value changes."""
    pairs, problems = split_pairs(node, None)
    for place, (option, values) in enumerate(pairs.items(), 1):
        found, more = split_pairs(values, None) if isinstance(values, YamlMap) else ({}, [])
        problems += more
        if isinstance(values, YamlMap) and not found:
            problems.append(rule_problem(values, "empty-option", option=option))
        wrong = [name for name in (option, *found) if not re.fullmatch(_OPTION, name)]
        problems += [rule_problem(values, "option", value=name) for name in wrong]
        if place > MOST_OPTIONS or len(found) > MOST_VALUES:
            raise rule_fault(values, "options", options=MOST_OPTIONS, values=MOST_VALUES)
    values_read = read_each(((lambda values: read_map(values, _patch), value) for value in pairs.values()), problems)
    return dict(zip(pairs, values_read))


def _patch(node: Node) -> dict[str, Any]:
    found = read_map(node, {field: READERS[field] for field in PATCHABLE})
    return {STORED.get(field, field): value for field, value in found.items()} | read_sizes(split_pairs(node, None)[0])


def _diagram(node: Node) -> Diagram:
    foundations, heads = word_reader(LAYOUT_FOUNDATIONS), word_reader(LAYOUT_HEADS)
    readers: dict[str, Reader[Any]] = {
        "foundations": foundations,
        "heads": heads,
        "arrows": read_yes,
        "captions": _captions,
    }
    return Diagram(**read_map(node, readers))


def _captions(node: Node) -> dict[str, dict[str, str]]:
    return read_map(node, dict.fromkeys(CAPTIONS, _caption))


def _caption(node: Node) -> dict[str, str]:
    texts = read_texts(node)
    for found in re.findall(_PLACEHOLDER, "".join(texts.values())):
        if found not in PLACEHOLDERS:
            raise rule_fault(node, "word", value=found, known=", ".join(sorted(PLACEHOLDERS)))
    return texts


def check_guide(node: Node, options: Mapping[str, Mapping[str, Any]]) -> None:
    """Check the guide of a game with these ``options``; its paragraphs are used as the file has them."""

    def paragraphs(section: Node) -> object:
        return read_items(section, lambda item: _check_paragraph(item, options))

    def remarks(section: Node) -> object:
        return _choices(section, {option: _choice_reader(values, read_texts) for option, values in options.items()})

    read_map(node, {section: remarks if section == "options" else paragraphs for section in GUIDE})


def _check_paragraph(node: Node, options: Mapping[str, Mapping[str, Any]]) -> None:
    """Check a text in each language and, under ``when``, the options for which it is true."""

    def wanted(values: Mapping[str, Any]) -> Reader[object]:
        word = word_reader(values)
        return lambda given: read_items(given, word) if isinstance(given, YamlList) else word(given)

    def when(given: Node) -> object:
        return _choices(given, {option: wanted(values) for option, values in options.items()})

    readers: dict[str, Reader[Any]] = {**dict.fromkeys(LANGUAGES, read_text), "when": when}
    with_english(node, read_map(node, readers))


def _choice_reader(values: Mapping[str, Any], reader: Reader[Any]) -> Reader[object]:
    return lambda node: _choices(node, dict.fromkeys(values, reader))


def _choices(node: Node, readers: Mapping[str, Reader[Any]]) -> object:
    """Read a map by the options of the game, or by the values of one."""
    if not readers:
        raise rule_fault(node, "optionless")
    return read_map(node, readers)


READERS: dict[str, Reader[Any]] = {
    "id": _id,
    "names": read_texts,
    "summary": read_texts,
    "packs": number_reader(MOST_PACKS),
    "suits": _suits,
    "ranks": number_reader(KING),
    "columns": _columns,
    "tableau": _tableau,
    "cells": number_reader(MOST_PILES, 0),
    "reserves": number_reader(MOST_PILES, 0),
    "room": _room,
    "wrap": read_yes,
    "piles": _order,
    "base": _base,
    "laps": number_reader(MOST_PACKS),
    "first": _cards,
    "last": _cards,
    "numbers": _kinds,
    "auto": read_yes,
    **{policy: word_reader(words) for policy, words in POLICIES.items()},
    "options": _options,
    "diagram": _diagram,
}
"""The readers of the fields but for the guide."""
PATCHABLE = [field for field in READERS if field not in ("id", "names", "summary", "options", "diagram")]
"""What an option may change."""
