"""The fields of a rule file, read from located YAML.

A reader takes a node and returns its value, or raises :class:`RuleFaultError` with the place of what is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from solitaire_cli.core.cards import KING, SUITS, parse_suit
from solitaire_cli.core.errors import Code, Fault, FaultError, Problem
from solitaire_cli.core.policies import CAPTIONS, GUIDE, LAYOUT_FOUNDATIONS, LAYOUT_HEADS, POLICIES
from solitaire_cli.core.rules import Diagram
from solitaire_cli.transcript.located_yaml import Node, YamlList, YamlMap, YamlScalar
from solitaire_cli.words.escaping import HIDDEN
from solitaire_cli.words.language import LANGUAGES

MOST_COLUMNS = 99
MOST_PACKS = 8
MOST_OPTIONS, MOST_VALUES = 16, 32

PATCHABLE = ("packs", "suits", "ranks", "columns", *POLICIES, "auto")  # what an option may change
ID = re.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*")

PLACEHOLDERS = {"{stock}", "{columns}", "{cards}", "{piles}"}  # in the captions of a diagram
_COLUMN = re.compile(r"([0-9]{1,3})\+([0-9]{1,3})")
_OPTION = re.compile("[a-z0-9]+(-[a-z0-9]+)*")
_PLACEHOLDER = re.compile(r"\{[^}]*\}|[{}]")


class RuleFaultError(FaultError):
    """A fault in a rule file; ``problem`` says what and where."""

    def __init__(self, node: Node, variant: str, **details: object) -> None:
        super().__init__(Problem(Fault(Code.BAD_VALUE, details, f"rule-{variant}"), node.line, node.column))


def read_pairs(node: Node, known: Any) -> dict[str, Node]:
    """Return the pairs of a map, each key once and in ``known``, which may be ``None`` for any."""
    if not isinstance(node, YamlMap):
        raise RuleFaultError(node, "map", known=", ".join(known or ()))
    found: dict[str, Node] = {}
    for key, value in node.pairs:
        name = str(key.text)
        if name in found:
            raise RuleFaultError(key, "duplicate", key=name)
        if known is not None and name not in known:
            raise RuleFaultError(key, "unknown", field=name, known=", ".join(known))
        found[name] = value
    return found


def read_text(node: Node) -> str:
    """Return a text of one line."""
    if not isinstance(node, YamlScalar) or not node.text:
        raise RuleFaultError(node, "text")
    if HIDDEN.search(node.text):
        raise RuleFaultError(node, "control")
    return node.text


def read_texts(node: Node) -> dict[str, str]:
    """Return a text in each language; English is required, Russian falls back to it."""
    texts = {language: read_text(value) for language, value in read_pairs(node, LANGUAGES).items()}
    if "en" not in texts:
        raise RuleFaultError(node, "english")
    return texts


def _id(node: Node) -> str:
    text = read_text(node)
    if not ID.fullmatch(text):
        raise RuleFaultError(node, "id", value=text)
    return text


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


def _options(node: Node) -> dict[str, dict[str, dict[str, Any]]]:
    """Return a map of option to a map of value to the fields that this value changes."""
    options: dict[str, dict[str, dict[str, Any]]] = {}
    for option, values in read_pairs(node, None).items():
        options[option] = {}
        for value, patch in read_pairs(values, None).items():
            for name in (option, value):
                if not _OPTION.fullmatch(name):
                    raise RuleFaultError(values, "option", value=name)
            options[option][value] = _read_all(patch, {field: READERS[field] for field in PATCHABLE})
        if not options[option]:
            raise RuleFaultError(values, "empty-option", option=option)
        if len(options) > MOST_OPTIONS or len(options[option]) > MOST_VALUES:
            raise RuleFaultError(values, "options", options=MOST_OPTIONS, values=MOST_VALUES)
    return options


def _read_all(node: Node, readers: Mapping[str, Callable[[Node], Any]]) -> dict[str, Any]:
    return {field: readers[field](value) for field, value in read_pairs(node, readers).items()}


def _diagram(node: Node) -> Diagram:
    foundations, heads = _word(LAYOUT_FOUNDATIONS), _word(LAYOUT_HEADS)
    readers = {"foundations": foundations, "heads": heads, "arrows": _yes, "captions": _captions}
    return Diagram(**_read_all(node, readers))


def _captions(node: Node) -> dict[str, dict[str, str]]:
    captions = {}
    for caption, value in read_pairs(node, CAPTIONS).items():
        captions[caption] = read_texts(value)
        for found in _PLACEHOLDER.findall("".join(captions[caption].values())):
            if found not in PLACEHOLDERS:
                raise RuleFaultError(value, "word", value=found, known=", ".join(sorted(PLACEHOLDERS)))
    return captions


def check_guide(node: Node, options: Mapping[str, Mapping[str, Any]]) -> None:
    """Check the guide of a game with these ``options``; its paragraphs are used as the file has them."""
    for section, value in read_pairs(node, GUIDE).items():
        if section == "options":
            for option, remarks in _choices(value, options).items():
                for remark in _choices(remarks, options[option]).values():
                    read_texts(remark)
        else:
            for item in _items(value):
                _check_paragraph(item, options)


def _check_paragraph(node: Node, options: Mapping[str, Mapping[str, Any]]) -> None:
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
    "id": _id,
    "names": read_texts,
    "summary": read_texts,
    "packs": _number(MOST_PACKS),
    "suits": _suits,
    "ranks": _number(KING),
    "columns": _columns,
    "auto": _yes,
    **{policy: _word(words) for policy, words in POLICIES.items()},
    "options": _options,
    "diagram": _diagram,
}
"""The readers of the fields but for the guide."""
