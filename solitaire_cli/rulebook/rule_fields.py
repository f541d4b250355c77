"""The fields of a rule file, read from located YAML.

A reader takes a node and returns its value, or raises :class:`RuleFaultError` with the place of what is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from solitaire_cli.core.cards import KING, SUITS, parse_suit
from solitaire_cli.core.errors import Code, Fault, Problem
from solitaire_cli.core.policies import CAPTIONS, GUIDE, LAYOUT_FOUNDATIONS, LAYOUT_HEADS, POLICIES
from solitaire_cli.core.rules import Diagram
from solitaire_cli.transcript.located_yaml import Node, YamlList, YamlMap, YamlScalar
from solitaire_cli.words.language import LANGUAGES

MOST_COLUMNS = 99
MOST_PACKS = 8

PATCHABLE = ("packs", "suits", "ranks", "columns", *POLICIES, "auto")
"""The fields that an option may change."""

PLACEHOLDERS = {"{stock}", "{columns}", "{cards}", "{piles}"}
"""The placeholders in the captions of a diagram."""

Options = Mapping[str, Mapping[str, Any]]
"""The values of each option by name."""

_COLUMN = re.compile(r"([0-9]{1,3})\+([0-9]{1,3})")
_OPTION = re.compile("[a-z0-9]+(-[a-z0-9]+)*")
_PLACEHOLDER = re.compile(r"\{[^}]*\}|[{}]")


class RuleFaultError(Exception):
    """A fault in a rule file; ``problem`` says what and where."""

    def __init__(self, node: Node, variant: str, **details: object) -> None:
        fault = Fault(Code.BAD_VALUE, details, f"rule-{variant}")
        super().__init__(fault)
        self.problem = Problem(fault, node.line, node.column)


def read_pairs(node: Node, known: Any) -> dict[str, Node]:
    """Return the pairs of a map, each key known and there once; without ``known`` all keys are."""
    if not isinstance(node, YamlMap):
        raise RuleFaultError(node, "map", known=", ".join(known or ()))
    found: dict[str, Node] = {}
    for key, value in node.pairs:
        name = str(key.text)
        if name in found:
            raise RuleFaultError(key, "duplicate", key=name)
        if known is not None and name not in known:
            raise RuleFaultError(key, "unknown", key=name, known=", ".join(known))
        found[name] = value
    return found


def read_text(node: Node) -> str:
    """Return a text of one line."""
    if not isinstance(node, YamlScalar) or not node.text:
        raise RuleFaultError(node, "text")
    if not node.text.isprintable():
        raise RuleFaultError(node, "control")
    return node.text


def read_texts(node: Node) -> dict[str, str]:
    """Return a text in each language; English must be there, Russian falls back to it."""
    texts = {language: read_text(value) for language, value in read_pairs(node, LANGUAGES).items()}
    if "en" not in texts:
        raise RuleFaultError(node, "english")
    return texts


def _number(most: int) -> Callable[[Node], int]:
    def read(node: Node) -> int:
        text = read_text(node)
        if not re.fullmatch("[1-9][0-9]{0,3}", text) or int(text) > most:
            raise RuleFaultError(node, "number", value=text, most=most)
        return int(text)

    return read


def _word(words: tuple[str, ...]) -> Callable[[Node], str]:
    def read(node: Node) -> str:
        text = read_text(node)
        if text not in words:
            raise RuleFaultError(node, "word", value=text, known=", ".join(words))
        return text

    return read


def _yes(node: Node) -> bool:
    return _word(("yes", "no"))(node) == "yes"


def _items(node: Node) -> list[Node]:
    if not isinstance(node, YamlList) or not node.items:
        raise RuleFaultError(node, "list")
    return node.items


def _suits(node: Node) -> tuple[int, ...]:
    suits = []
    for item in _items(node):
        suit = parse_suit(read_text(item))
        if suit is None:
            raise RuleFaultError(item, "word", value=read_text(item), known=", ".join(SUITS))
        suits.append(suit)
    if len(suits) > 4:
        raise RuleFaultError(node, "suits")
    return tuple(suits)


def _columns(node: Node) -> tuple[tuple[int, int], ...]:
    columns = []
    for item in _items(node):
        match = _COLUMN.fullmatch(read_text(item))
        if not match:
            raise RuleFaultError(item, "column", value=read_text(item))
        columns.append((int(match[1]), int(match[2])))
    if not 2 <= len(columns) <= MOST_COLUMNS:
        raise RuleFaultError(node, "columns", most=MOST_COLUMNS)
    return tuple(columns)


def read_options(node: Node) -> dict[str, dict[str, dict[str, Any]]]:
    """Return the options: a map of option to a map of value to the fields that this value changes."""
    options: dict[str, dict[str, dict[str, Any]]] = {}
    for option, values in read_pairs(node, None).items():
        options[option] = {}
        for value, patch in read_pairs(values, None).items():
            for name in (option, value):
                if not _OPTION.fullmatch(name):
                    raise RuleFaultError(values, "option", value=name)
            options[option][value] = {
                field: READERS[field](child) for field, child in read_pairs(patch, PATCHABLE).items()
            }
        if not options[option]:
            raise RuleFaultError(values, "empty-option", option=option)
    return options


def read_diagram(node: Node) -> Diagram:
    """Return what the picture of a game shows."""
    fields = read_pairs(node, _DIAGRAM)
    return Diagram(**{field: read(fields[field]) for field, read in _DIAGRAM.items() if field in fields})


def _captions(node: Node) -> dict[str, dict[str, str]]:
    captions = {}
    for caption, value in read_pairs(node, CAPTIONS).items():
        captions[caption] = read_texts(value)
        for text in captions[caption].values():
            for found in _PLACEHOLDER.findall(text):
                if found not in PLACEHOLDERS:
                    known = ", ".join(sorted(PLACEHOLDERS))
                    raise RuleFaultError(value, "word", value=found, known=known)
    return captions


_DIAGRAM: dict[str, Callable[[Node], Any]] = {
    "foundations": _word(LAYOUT_FOUNDATIONS),
    "heads": _word(LAYOUT_HEADS),
    "arrows": _yes,
    "captions": _captions,
}


def check_guide(node: Node, options: Options) -> None:
    """Check the guide of a game with these ``options``; its paragraphs are used as the file has them."""
    for section, value in read_pairs(node, GUIDE).items():
        if section == "options":
            for option, remarks in _choices(value, options).items():
                for remark in _choices(remarks, options[option]).values():
                    read_texts(remark)
        else:
            for item in _items(value):
                _check_paragraph(item, options)


def _check_paragraph(node: Node, options: Options) -> None:
    """Check a text in each language and, under ``when``, the options for which it is true."""
    parts = read_pairs(node, (*LANGUAGES, "when"))
    if "en" not in parts:
        raise RuleFaultError(node, "english")
    for part, value in parts.items():
        if part != "when":
            read_text(value)
            continue
        for option, wanted in _choices(value, options).items():
            for item in _items(wanted) if isinstance(wanted, YamlList) else [wanted]:
                _word(tuple(options[option]))(item)


def _choices(node: Node, known: Mapping[str, Any]) -> dict[str, Node]:
    """Return the pairs of a map by the options of the game, or by the values of one."""
    if not known:
        raise RuleFaultError(node, "optionless")
    return read_pairs(node, known)


READERS: dict[str, Callable[[Node], Any]] = {
    "packs": _number(MOST_PACKS),
    "suits": _suits,
    "ranks": _number(KING),
    "columns": _columns,
    "auto": _yes,
    **{policy: _word(words) for policy, words in POLICIES.items()},
}
"""The readers of the fields that an option may change."""
