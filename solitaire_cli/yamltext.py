"""YAML as located text: every scalar is the text that stands there.

PyYAML's parser gives events with places; this module makes them a small tree. No typing, no tags, no
anchors or aliases. Only the parser in Python is used, so that a verdict does not depend on how
PyYAML was built.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from solitaire_cli.errors import Code, Fault, Problem

DEEPEST = 8
"""How deep lists and maps may nest."""

_PLAIN_BREAKS = str.maketrans({"\u2028": "\ufdd0", "\u2029": "\ufdd1", "\r": " "})
_HUGE_ESCAPE = re.compile(r"\\U((?!000|0010)[0-9a-fA-F]{8})")
_BREAKS_BACK = str.maketrans({"\ufdd0": "\u2028", "\ufdd1": "\u2029"})


class Scalar(NamedTuple):
    """A text and its place. ``text`` is ``None`` where nothing stands, and for JSON's true, false, null."""

    text: str | None
    line: int
    column: int | None


class Listing(NamedTuple):
    """A list and the place where it starts."""

    items: list[Node]
    line: int
    column: int | None


class Mapping(NamedTuple):
    """A map as pairs in the order of the text, duplicates included, and the place where it starts."""

    pairs: list[tuple[Scalar, Node]]
    line: int
    column: int | None


Node = Scalar | Listing | Mapping


class YamlError(Exception):
    """The text is no YAML that is read here; ``problem`` says why and where."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem


def parse_yaml(text: str, first_line: int = 1) -> Node | None:
    """The document that ``text`` is, ``None`` if it holds nothing.

    ``first_line`` is the number of the text's first line. Lines end at LF; a lone CR is a blank and the
    line separators of Unicode are letters like others, though YAML would break lines there.

    Raises :class:`YamlError`.
    """
    import yaml

    def problem(mark: Any, variant: str, **details: object) -> YamlError:
        fault = Fault(Code.YAML, details, variant)
        if mark is None:
            return YamlError(Problem(fault, first_line, 1))
        return YamlError(Problem(fault, mark.line + first_line, mark.column + 1))

    root: list[Node] = []
    # the open lists and maps; a map's list has its keys and values in turn
    open_nodes: list[tuple[Any, list[Node]]] = []
    documents = 0
    try:
        for event in yaml.parse(text.replace("\r\n", "\n").translate(_PLAIN_BREAKS), yaml.BaseLoader):
            mark: Any = event.start_mark
            if isinstance(event, yaml.AliasEvent):
                raise problem(mark, "alias")
            if isinstance(event, yaml.NodeEvent) and (
                event.anchor is not None or event.__dict__.get("tag") is not None
            ):
                raise problem(mark, "tag" if event.anchor is None else "alias")
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    raise problem(mark, "documents")
            into = open_nodes[-1][1] if open_nodes else root
            if isinstance(event, yaml.ScalarEvent):
                value = event.value.translate(_BREAKS_BACK)
                nothing = not value and event.style is None
                into.append(Scalar(None if nothing else value, mark.line + first_line, mark.column + 1))
            elif isinstance(event, (yaml.SequenceStartEvent, yaml.MappingStartEvent)):
                if len(open_nodes) == DEEPEST:
                    raise problem(mark, "deep", deepest=DEEPEST)
                open_nodes.append((event, []))
            elif isinstance(event, (yaml.SequenceEndEvent, yaml.MappingEndEvent)):
                start, nodes = open_nodes.pop()
                into = open_nodes[-1][1] if open_nodes else root
                into.append(_closed(start, nodes, first_line))
    except yaml.reader.ReaderError as error:
        character = error.character
        code = character if isinstance(character, int) else ord(character)
        fault = Fault(Code.ENCODING, {"character": f"U+{code:04X}"}, "character")
        before = text[: error.position]
        line = before.count("\n")
        raise YamlError(Problem(fault, line + first_line, len(before) - before.rfind("\n"))) from None
    except (ValueError, OverflowError):
        # an escape beyond the last character, which the scanner does not expect
        match = _HUGE_ESCAPE.search(text)
        before = text[: match.start(1)] if match else ""
        place = (before.count("\n") + first_line, len(before) - before.rfind("\n"))
        raise YamlError(Problem(Fault(Code.YAML, {}, "escape"), *place)) from None
    except yaml.MarkedYAMLError as error:
        said = ": ".join(filter(None, (error.context, error.problem)))
        raise problem(error.problem_mark or error.context_mark, "", said=said) from None
    return root[0] if root else None


def _closed(start: Any, nodes: list[Node], first_line: int) -> Node:
    """The list or map that began with the event ``start`` and holds ``nodes``."""
    import yaml

    line, column = start.start_mark.line + first_line, start.start_mark.column + 1
    if isinstance(start, yaml.SequenceStartEvent):
        return Listing(nodes, line, column)
    pairs = []
    for key, value in zip(nodes[::2], nodes[1::2]):
        if not isinstance(key, Scalar) or key.text is None:
            raise YamlError(Problem(Fault(Code.YAML, {}, "key"), key.line, key.column))
        pairs.append((key, value))
    return Mapping(pairs, line, column)
