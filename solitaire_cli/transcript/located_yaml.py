"""YAML as located text: every scalar is its text, with line and column.

PyYAML's parser gives events with places; this module makes them a small tree. No typing, no tags, no
anchors or aliases. Only the parser in Python is used, so that a verdict does not depend on how PyYAML was built.
JSON becomes the same tree.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, NamedTuple

from solitaire_cli.core.errors import Code, Fault, FaultError, Problem, place_of

DEEPEST = 8  # how deep lists and maps may nest

_HUGE_ESCAPE = r"\\U((?!000|0010)[0-9a-fA-F]{8})"
_SEPARATORS = "\u2028\u2029\ufeff"  # ordinary characters here, line breaks or nothing in YAML
_PRIVATE = range(0xF0000, 0xFFFFE)


class YamlScalar(NamedTuple):
    """A text and its place. ``text`` is ``None`` for an empty value, and for JSON's true, false and null."""

    text: str | None
    line: int
    column: int | None


class YamlList(NamedTuple):
    """A list and the place where it starts."""

    items: list[Node]
    line: int
    column: int | None


class YamlMap(NamedTuple):
    """A map as pairs in the order of the text, duplicates included, and the place where it starts."""

    pairs: list[tuple[YamlScalar, Node]]
    line: int
    column: int | None


Node = YamlScalar | YamlList | YamlMap


class Pairs(list[tuple[str, Any]]):
    """A JSON object as its pairs, duplicates included."""


def located(value: Any, line: int) -> Node:
    """Return a JSON value as the nodes that YAML would give, all in line ``line`` and without columns."""
    if isinstance(value, dict):
        value = Pairs(value.items())
    if isinstance(value, Pairs):
        return YamlMap([(YamlScalar(key, line, None), located(item, line)) for key, item in value], line, None)
    if isinstance(value, list):
        return YamlList([located(item, line) for item in value], line, None)
    return YamlScalar(value if isinstance(value, str) else None, line, None)


def plain(node: Node) -> Any:
    """Return the lists, maps and texts that ``node`` holds, without places."""
    if isinstance(node, YamlScalar):
        return node.text
    if isinstance(node, YamlList):
        return [plain(item) for item in node.items]
    return {str(key.text): plain(value) for key, value in node.pairs}


def problem_at(node: Node, fault: Fault, token: str | None = None) -> Problem:
    """Return ``fault`` with the place of ``node``."""
    return Problem(fault, node.line, node.column, None, token)


def parse_yaml(text: str, first_line: int = 1) -> Node | None:
    """Return the document that ``text`` is, ``None`` if it is empty.

    ``first_line`` is the number of the text's first line. Lines end at LF; a lone CR is a blank and the
    line separators of Unicode are ordinary letters, though YAML would break lines there.

    Raises :class:`FaultError` with the place.
    """
    import yaml

    source = _source(text)
    try:
        return _tree(source, first_line)
    except yaml.reader.ReaderError as error:
        code = error.character if isinstance(error.character, int) else ord(error.character)
        fault = Fault(Code.ENCODING, {"character": f"U+{code:04X}"}, "character")
        raise FaultError(Problem(fault, *place_of(source, error.position, first_line))) from None
    except yaml.MarkedYAMLError as error:
        said = ": ".join(filter(None, (error.context, error.problem)))
        mark: Any = error.problem_mark or error.context_mark
        raise _yaml_error(mark, first_line, "", said=said) from None
    except (ValueError, OverflowError):
        # an escape beyond the last character, which the scanner does not expect
        match = re.search(_HUGE_ESCAPE, source)
        place = place_of(source, match.start(1) if match else 0, first_line)
        raise FaultError(Problem(Fault(Code.YAML, {}, "escape"), *place)) from None


def _tree(source: str, first_line: int) -> Node | None:
    """Return the events of PyYAML's parser as a tree. Raises :class:`FaultError` and PyYAML's errors."""
    import yaml

    hidden = _stand_ins(source)
    shown = {ord(character): chr(separator) for separator, character in hidden.items()}
    root: list[Node] = []
    # the open lists and maps with what they hold so far: of a map the keys and values in turn
    open_nodes: list[tuple[Node | None, list[Node]]] = [(None, root)]
    for event in yaml.parse(source.translate(hidden), _loader(source)):
        mark: Any = event.start_mark
        place = mark.line + first_line, mark.column + 1
        parent, into = open_nodes[-1]
        if isinstance(event, yaml.DocumentStartEvent) and root:
            raise _yaml_error(mark, first_line, "documents")
        if isinstance(event, yaml.NodeEvent):
            is_text = isinstance(event, yaml.ScalarEvent) and (event.value or event.style is not None)
            if event.anchor is not None:
                raise _yaml_error(mark, first_line, "alias")
            if getattr(event, "tag", None) is not None:
                raise _yaml_error(mark, first_line, "tag")
            if isinstance(parent, YamlMap) and len(into) % 2 == 0 and not is_text:
                raise _yaml_error(mark, first_line, "key")
            if isinstance(event, yaml.ScalarEvent):
                into.append(YamlScalar(event.value.translate(shown) if is_text else None, *place))
                continue
            if len(open_nodes) > DEEPEST:
                raise _yaml_error(mark, first_line, "deep", deepest=DEEPEST)
            nodes: list[Node] = []
            is_list = isinstance(event, yaml.SequenceStartEvent)
            into.append(YamlList(nodes, *place) if is_list else YamlMap([], *place))
            open_nodes.append((into[-1], nodes))
        elif isinstance(event, yaml.CollectionEndEvent):
            open_nodes.pop()
            if isinstance(parent, YamlMap):
                pairs = zip(into[::2], into[1::2])
                parent.pairs.extend((key, value) for key, value in pairs if isinstance(key, YamlScalar))
    return root[0] if root else None


def _loader(source: str) -> Any:
    """Return PyYAML's loader, or one in which tabs before a comment or the end of a line are white space."""
    import yaml

    return _tab_loader() if "\t" in source else yaml.BaseLoader


@cache
def _tab_loader() -> Any:
    import yaml

    class Loader(yaml.BaseLoader):
        def scan_to_next_token(self) -> None:
            super().scan_to_next_token()
            here: Any = self
            while here.peek() == "\t":
                blanks = 1
                while here.peek(blanks) in " \t":
                    blanks += 1
                if here.peek(blanks) not in "#\n\0":
                    return
                here.forward(blanks)
                super().scan_to_next_token()

    return Loader


def _yaml_error(mark: Any, first_line: int, variant: str, **details: object) -> FaultError:
    place = (first_line, 1) if mark is None else (mark.line + first_line, mark.column + 1)
    return FaultError(Problem(Fault(Code.YAML, details, variant), *place))


def _source(text: str) -> str:
    """Return ``text`` with LF for line ends, and a blank for each CR that ends no line."""
    return text.replace("\r\n", "\n").replace("\r", " ")


def _stand_ins(text: str) -> dict[int, str]:
    """Return stand-ins for line separators: characters that the text neither holds nor writes as escapes."""
    if not any(separator in text for separator in _SEPARATORS):
        return {}
    upper = text.upper()
    free = (chr(code) for code in _PRIVATE if chr(code) not in text and f"{code:X}" not in upper)
    return {ord(separator): next(free) for separator in _SEPARATORS}


def comments(text: str) -> list[tuple[int, bool, str]]:
    """Return the comments of a text that :func:`parse_yaml` reads: line from 1, whether it is alone there, the text."""
    import yaml

    source = _source(text)
    source = source.translate(_stand_ins(source))  # so that lines end where those of a transcript do
    lines = source.split("\n")
    found = []
    end = 0
    for token in yaml.scan(source, _loader(source)):
        start: Any = token.start_mark
        for match in re.finditer("#[^\n]*", source[end : start.index]):
            line = source.count("\n", 0, end + match.start())
            found.append((line + 1, lines[line].lstrip().startswith("#"), match[0].rstrip()))
        mark: Any = token.end_mark
        end = mark.index
    return found
