"""The parts of a rule file: maps, lists, texts, numbers and words, each fault with its place.

A reader takes a node and returns its value, or raises :class:`RuleFaultError` with all that is wrong in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from solitaire_cli.core.errors import Code, Fault, FaultError, Problem
from solitaire_cli.transcript.located_yaml import Node, YamlList, YamlMap, YamlScalar, problem_at
from solitaire_cli.words.escaping import hides
from solitaire_cli.words.language import LANGUAGES

Value = TypeVar("Value")
Reader = Callable[[Node], Value]


class RuleFaultError(FaultError):
    """What is wrong in a part of a rule file; ``problems`` are all faults with their places, ``problem`` the first."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__(problems[0])
        self.problems = problems


def rule_problem(node: Node, variant: str, **details: object) -> Problem:
    """Return the fault ``bad-value`` of a rule file with the place of ``node``."""
    return problem_at(node, Fault(Code.BAD_VALUE, details, f"rule-{variant}"))


def rule_fault(node: Node, variant: str, **details: object) -> RuleFaultError:
    """Return the error for one fault."""
    return RuleFaultError([rule_problem(node, variant, **details)])


def near(name: str, known: Iterable[str]) -> str:
    """Return the one of ``known`` that ``name`` is a misspelling of, or nothing.

    >>> near("same-siut", ["any-suit", "same-suit"]), near("king", ["any", "none"])
    ('same-suit', '')
    """
    from difflib import get_close_matches

    return "".join(get_close_matches(name[:40].lower().replace("_", "-"), list(known), 1))


def read_each(reads: Iterable[tuple[Reader[Value], Node]], problems: Iterable[Problem] = ()) -> list[Value]:
    """Return what each reader makes of its node. Raises the faults of all, ``problems`` first."""
    values, wrong = [], list(problems)
    for reader, node in reads:
        try:
            values.append(reader(node))
        except RuleFaultError as error:
            wrong += error.problems
    if wrong:
        raise RuleFaultError(wrong)
    return values


def split_pairs(node: Node, known: Iterable[str] | None) -> tuple[dict[str, Node], list[Problem]]:
    """Return the pairs of a map, and what is wrong with its keys: each may be there once, and is one of ``known``.

    Of a map that may have any keys ``known`` is ``None``.
    """
    if not isinstance(node, YamlMap):
        raise rule_fault(node, "map", known=", ".join(known or ()))
    found: dict[str, Node] = {}
    problems = []
    for key, value in node.pairs:
        name = str(key.text)
        if known is None or name in known:
            if name in found:
                problems.append(rule_problem(key, "duplicate", key=name))
            found.setdefault(name, value)
        elif like := near(name, known):
            problems.append(rule_problem(key, "unknown-near", field=name, near=like))
        else:
            problems.append(rule_problem(key, "unknown", field=name, known=", ".join(known)))
    return found, problems


def read_map(node: Node, readers: Mapping[str, Reader[Value]] | Reader[Value]) -> dict[str, Value]:
    """Return the values of a map, each read by the reader of its key, or all of any keys by one reader."""
    named = readers if isinstance(readers, Mapping) else None
    pairs, problems = split_pairs(node, named)
    values = read_each(((named[name] if named else readers, value) for name, value in pairs.items()), problems)  # type: ignore[misc]
    return dict(zip(pairs, values))


def read_items(node: Node, reader: Reader[Value]) -> tuple[Value, ...]:
    """Return the values of a list that has at least one."""
    return tuple(read_each((reader, item) for item in items(node)))


def items(node: Node) -> list[Node]:
    """Return the nodes of a list that has at least one."""
    if not isinstance(node, YamlList) or not node.items:
        raise rule_fault(node, "list")
    return node.items


def read_text(node: Node) -> str:
    """Return a text of one line."""
    if not isinstance(node, YamlScalar) or not node.text:
        raise rule_fault(node, "text")
    if hides(node.text):
        raise rule_fault(node, "control")
    return node.text


def read_texts(node: Node) -> dict[str, str]:
    """Return a text in each language; English is required, Russian falls back to it."""
    return with_english(node, read_map(node, dict.fromkeys(LANGUAGES, read_text)))


def with_english(node: Node, texts: Mapping[str, Value]) -> dict[str, Value]:
    """Return ``texts``, which must have an English one."""
    if "en" not in texts:
        raise rule_fault(node, "english")
    return dict(texts)


def number_reader(most: int, least: int = 1) -> Reader[int]:
    """Return a reader of whole numbers within these bounds."""

    def read(node: Node) -> int:
        text = read_text(node)
        if not re.fullmatch("0|[1-9][0-9]{0,5}", text) or not least <= int(text) <= most:
            raise rule_fault(node, "number", value=text, least=least, most=most)
        return int(text)

    return read


def word_reader(words: Iterable[str]) -> Reader[str]:
    """Return a reader of one of ``words``."""
    known = tuple(words)

    def read(node: Node) -> str:
        text = read_text(node)
        if text in known:
            return text
        if like := near(text, known):
            raise rule_fault(node, "word-near", value=text, known=", ".join(known), near=like)
        raise rule_fault(node, "word", value=text, known=", ".join(known))

    return read


def read_yes(node: Node) -> bool:
    """Return whether a text is ``yes``; else it is ``no``."""
    return word_reader(("yes", "no"))(node) == "yes"
