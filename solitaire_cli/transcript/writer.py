"""Transcripts as canonical text: the one way in which this package writes them.

Keys stand in the order of :data:`~solitaire_cli.transcript.header.KEYS`, one step a line, counts above 1 written,
``x*`` resolved, comments kept. What is written here is read back as the same values by the reader.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from solitaire_cli.core.cards import RANK_MASK, column_text, names
from solitaire_cli.core.position import MOVE, REDO, TO_FOUNDATION, UNDO, Position
from solitaire_cli.core.rules import Rules
from solitaire_cli.transcript.header import KEYS, MAP, Header
from solitaire_cli.transcript.located_yaml import Listing, Node, Scalar, comments
from solitaire_cli.transcript.notation import format_step
from solitaire_cli.transcript.reader import Transcript
from solitaire_cli.transcript.referee import Playback, Taken, Verdict

# a text that YAML reads back as it stands; anything else is quoted
_PLAIN = re.compile(r"[\w<](?:[^:#]|(?<! )#|:(?! |$))*(?<! )")
_FLOW = re.compile(r"[\w<]([\w .+/-]*[\w.+/-])?")
_LONGEST_KEY = 900  # from 1,024 characters on YAML wants a key to be marked


class Style(NamedTuple):
    """What the steps are written with: labels, the card that heads each move, without what was taken back."""

    labels: bool = False
    cards: bool = False
    flatten: bool = False


def scalar(text: str, flow: bool = False) -> str:
    r"""``text`` as YAML writes it: plain where that is read back as it stands, else in double quotes.

    >>> scalar("Ада Л."), scalar("a: b"), scalar("X\nresult: won")
    ('Ада Л.', '"a: b"', '"X\\nresult: won"')
    """
    pattern = _FLOW if flow else _PLAIN
    if text.isprintable() and pattern.fullmatch(text):
        return text
    import yaml

    written = str(yaml.safe_dump(text, default_style='"', allow_unicode=True, width=1 << 30)).rstrip("\n")
    # YAML would let some characters stand that no transcript may hold
    return "".join(c if c.isprintable() else f"\\U{ord(c):08X}" for c in written)


def header_text(values: Mapping[str, Any], comments: Mapping[str, list[str]] | None = None) -> str:
    """A header between its two lines; ``values`` are texts, lists of texts and maps of texts by key.

    ``comments`` are lines to stand before a key, under ``""`` those at the end.

    >>> print(header_text({"game": "beetle", "deal": "24", "rules": {"empty": "any"}}), end="")
    ---
    game: beetle
    deal: 24
    rules: {empty: any}
    ---
    """
    comments = comments or {}
    lines = ["---"]
    for key in KEYS:
        if key not in values:
            continue
        lines += comments.get(key, [])
        value = values[key]
        if isinstance(value, str):
            lines.append(f"{key}: {scalar(value)}")
        elif isinstance(value, Mapping):
            lines.append(f"{key}: {{{', '.join(_pair(*pair) for pair in value.items())}}}")
        elif value:
            lines.append(f"{key}:")
            lines += [f"- {scalar(item)}" for item in value]
        else:
            lines.append(f"{key}: []")
    lines += comments.get("", [])
    return "\n".join([*lines, "---", ""])


def _pair(key: str, value: str) -> str:
    written = scalar(key, flow=True)
    mark = "? " if len(written) > _LONGEST_KEY else ""
    return f"{mark}{written}: {scalar(value, flow=True)}"


def header_values(header: Header) -> dict[str, Any]:
    """The keys of a header without a problem, in canonical form: the game's id, options in the game's order."""
    assert header.rules is not None
    values: dict[str, Any] = {}
    for key, kind in KEYS.items():
        node = header.values.get(key)
        if node is None:
            continue
        value = _plain(node)
        if key == "game":
            value = header.rules.game
        elif key == "rules":
            value = {option: value[option] for option in header.rules.options if option in value}
        elif key in ("columns", "stock", "foundations"):
            value = setup_values(header.start())[key]
        values[key] = dict(value) if kind == MAP else value
    return values


def _plain(node: Node) -> Any:
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Listing):
        return [_plain(item) for item in node.items]
    return {key.text: _plain(value) for key, value in node.pairs}


def setup_values(position: Position) -> dict[str, Any]:
    """The columns, the stock and the foundations of a position as a header has them."""
    tops = [top for top in position.foundations if top & RANK_MASK]
    return {
        "columns": [column_text(*column) for column in zip(position.columns, position.down)],
        "stock": names(position.stock_left),
        "foundations": names(tops),
    }


def start_values(rules: Rules, number: object) -> dict[str, Any]:
    """The header of a numbered deal: all of its options are said, defaults too."""
    values: dict[str, Any] = {"game": rules.game, "deal": str(number)}
    if rules.options:
        values["rules"] = dict(rules.options)
    return values


def position_values(position: Position, tags: Mapping[str, str]) -> dict[str, Any]:
    """The header of a transcript that starts from ``position``."""
    rules = position.rules
    values: dict[str, Any] = {"game": rules.game}
    if rules.options:
        values["rules"] = dict(rules.options)
    values |= setup_values(position)
    if tags:
        values["tags"] = dict(tags)
    return values


def header_comments(transcript: Transcript) -> dict[str, list[str]]:
    """The comments inside a header by the key that they stand before or beside; ``""`` for those at the end."""
    text = transcript.header_text
    if "#" not in text:
        return {}
    keys = {key: node.line - transcript.header.line for key, node in _key_lines(transcript.header).items()}
    found: dict[str, list[str]] = {}
    for line, alone, comment in comments(text):
        later = [key for key, at in keys.items() if at > line]
        earlier = [key for key, at in keys.items() if at <= line]
        owner = (later[0] if later else "") if alone else earlier[-1] if earlier else ""
        found.setdefault(owner, []).append(comment)
    return found


def _key_lines(header: Header) -> dict[str, Scalar]:
    """The keys of a header in the order of the text, with their places."""
    root = header.values
    ordered = sorted(root.items(), key=lambda pair: pair[1].line)
    return {key: Scalar(key, node.line, node.column) for key, node in ordered}


class Body:
    """The steps and comments of one transcript, gathered to be written."""

    def __init__(self, style: Style) -> None:
        self._style = style
        self._items: list[tuple[str, str]] = []  # a step and a comment, either may be empty
        self._done: list[int] = []
        self._undone: list[str] = []

    def add(self, steps: Iterable[Taken], comment: str | None) -> None:
        """Add the steps of one line of text, and its comment to the last of them."""
        added = False
        for taken in steps:
            added = self._add_step(taken) or added
        if comment:
            if added:
                self._items[-1] = (self._items[-1][0], comment)
            else:
                self._items.append(("", comment))

    def _add_step(self, taken: Taken) -> bool:
        step = taken.step
        assert step is not None
        if self._style.flatten and step.kind == UNDO:
            at = self._done.pop()
            text, comment = self._items[at]
            self._undone.append(text)
            self._items[at] = ("", comment)
            return False
        if self._style.flatten and step.kind == REDO:
            text = self._undone.pop()
        else:
            heads = self._style.cards and step.kind in (MOVE, TO_FOUNDATION)
            text = format_step(step, taken.moved[0] if heads else 0)
            self._undone.clear()
        self._done.append(len(self._items))
        self._items.append((text, ""))
        return True

    def steps(self) -> list[str]:
        """The steps alone."""
        return [text for text, _ in self._items if text]

    def text(self) -> str:
        """The body as canonical text."""
        lines = []
        number = 0
        for text, comment in self._items:
            if text:
                number += 1
                label = f"{number}. " if self._style.labels else ""
                lines.append(f"{label}{text}  {comment}" if comment else label + text)
            elif comment:
                lines.append(comment)
        return "".join(line + "\n" for line in lines)


class Canonical(NamedTuple):
    """A transcript ready to be written, and the verdict on it. Only a valid one has values and a body."""

    verdict: Verdict
    values: dict[str, Any]
    body: Body
    text: str


def canonical(transcript: Transcript, style: Style = Style()) -> Canonical:  # noqa: B008 - immutable
    """The canonical form of a transcript; reads its body to the end. The text of a faulty one is empty."""
    body = Body(style)
    playback = Playback(transcript)
    if playback.verdict:
        return Canonical(playback.verdict, {}, body, "")
    values = header_values(transcript.header)
    comments = header_comments(transcript)
    for line in transcript.lines():
        body.add(list(playback.line(line)), line.comment)
        if playback.verdict:
            return Canonical(playback.verdict, {}, body, "")
    verdict = playback.close()
    if verdict.problem:
        return Canonical(verdict, {}, body, "")
    remarks = "".join(line + "\n" for line in transcript.remarks)
    return Canonical(verdict, values, body, remarks + header_text(values, comments) + body.text())
