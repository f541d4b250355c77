"""Streams of transcripts once more: a deliberately slow, independent second implementation.

Written from the contract alone, to compare with. Every header is parsed by PyYAML's pure-Python
parser, every position is built anew, and `read` returns a verdict for each transcript:

    {"transcript", "line", "game", "deal", "rules", "valid", "steps", "result", "error"}

where the error is None or {"code", "line", "column", "step", "token"}.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, NoReturn

import yaml

from .engine import (
    AUTO,
    DEAL,
    RANKS,
    REDO,
    UNDO,
    Column,
    Game,
    Play,
    Position,
    Step,
    complete_run,
    deal_from,
    deal_order,
    foundation_tops,
    foundations_of,
    fresh_deck,
    full_options,
    game_named,
    holds_complete_run,
    is_deal_number,
    rank,
    result,
    suit,
    with_options,
)

Verdict = dict[str, Any]

TEXT_KEYS = (*("game", "deal", "stock", "foundations", "result"), *("title", "player", "date", "source", "comment"))
HEADER_KEYS = (*TEXT_KEYS, "rules", "columns", "tags")
RESULTS = ("won", "lost", "open")
SUITS = "SHDC"
GLYPHS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
BOM = "\ufeff"


class Fault(Exception):  # noqa: N818
    """The fault that ends a transcript; the column counts from 1 and is None in a JSON line."""

    def __init__(self, code: str, line: int, column: int | None, token: str | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.line = line
        self.column = column
        self.token = token
        self.step: int | None = None


# Cards and steps


def parse_card(text: str) -> str | None:
    """A card in any of its writings, None for what is no card."""
    match = re.fullmatch("(10|[2-9aAtTjJqQkK])([sShHdDcC]|[♠♥♦♣][\ufe0e\ufe0f]?)", text)
    if match:
        name, sign = match.groups()
    else:
        match = re.fullmatch("([♠♥♦♣][\ufe0e\ufe0f]?)(10|[2-9aAtTjJqQkK])", text)
        if not match:
            return None
        sign, name = match.groups()
    letter = GLYPHS.get(sign[0], sign[0].upper())
    return ("T" if name == "10" else name.upper()) + letter


WORDS = {"deal": DEAL, "auto": AUTO, "undo": UNDO, "redo": REDO}


def _number(digits: str) -> int:
    """The number, or one that is far too large for every use of it."""
    return int(digits) if len(digits) < 10 else 10**9


def parse_step(token: str) -> Step | None:
    """The step that a token writes, None if it writes none."""
    if token.isascii() and token.lower() in WORDS:
        return WORDS[token.lower()]
    number = "([1-9][0-9]*)"
    target = rf"{number}(?:[xX](\*|[1-9][0-9]*))?|([fF]){number}?"
    match = re.fullmatch(f"{number}-(?:{target})(?::(.*))?", token, re.DOTALL)
    if not match:
        return None
    source, target, count, foundation, pile, claimed = match.groups()
    claim = None
    if claimed is not None:
        claim = parse_card(claimed)
        if claim is None:
            return None
    if foundation:
        return Step("foundation", _number(source), _number(pile or "0"), claim=claim)
    many = 1 if count is None else 0 if count == "*" else _number(count)
    return Step("move", _number(source), _number(target), many, claim)


# All of Cc but tab, LF and CR, and what is no character; an undecodable byte is a surrogate here.
FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")


def _first_forbidden(text: str) -> int | None:
    match = FORBIDDEN.search(text)
    return match.start() if match else None


# Headers


@dataclass
class Node:
    """A part of a header; `nothing` is an empty plain scalar, `other` is JSON's true, false, null."""

    kind: Literal["text", "nothing", "other", "list", "map"]
    line: int
    column: int | None
    text: str = ""
    items: list[Node] = field(default_factory=list)
    entries: list[tuple[Node, Node]] = field(default_factory=list)

    def value(self, key: str) -> Node | None:
        """The value of the first such key of a map."""
        return next((value for name, value in self.entries if name.text == key), None)

    def key(self, key: str) -> Node | None:
        """The first such key of a map."""
        return next((name for name, _ in self.entries if name.text == key), None)

    def fault(self, code: str) -> Fault:
        """A fault at this place."""
        return Fault(code, self.line, self.column)


def _refuse_forbidden(lines: list[str], opening: int) -> None:
    for number, line in enumerate(lines, opening + 1):
        place = _first_forbidden(line)
        if place is not None:
            raise Fault("encoding", number, place + 1)


def _yaml_header(lines: list[str], opening: int) -> Node:
    """The map that stands in the lines after the opening line, by PyYAML's events."""
    _refuse_forbidden(lines, opening)
    text = "".join(line.replace("\r", " ") + "\n" for line in lines)
    # What YAML takes for line ends and marks, and we do not, has a stand-in while it is parsed.
    stand_ins: dict[str, str] = {}
    free = (chr(code) for code in range(0xE000, 0xF8FF) if chr(code) not in text)
    for char in ("\u2028", "\u2029", BOM):
        stand_ins[next(free)] = char
        text = text.replace(char, list(stand_ins)[-1])
    nodes = _yaml_nodes(text, opening, stand_ins)
    if not nodes:
        raise Fault("yaml", opening, 1)
    if nodes[0].kind != "map":
        raise nodes[0].fault("yaml")
    _refuse_surrogates(nodes[0])
    return nodes[0]


class _Loader(yaml.SafeLoader):
    """PyYAML's, for which a tab is white space too where nothing but a comment follows in its line."""

    buffer: str
    pointer: int

    def scan_to_next_token(self) -> None:
        super().scan_to_next_token()
        while blank := re.compile("\t[ \t]*(?=[#\n\0])").match(self.buffer, self.pointer):
            self.forward(len(blank[0]))
            super().scan_to_next_token()


def _yaml_nodes(text: str, opening: int, stand_ins: dict[str, str]) -> list[Node]:
    """The roots of the documents of a text, which are one or none; else a fault."""
    loader = _Loader(text)
    root = Node("list", 0, 0)
    within = [root]  # the collections that are open
    keys: list[Node | None] = [None]  # the key in each that waits for its value
    documents = 0

    def at(mark: Any) -> tuple[int, int]:
        return opening + 1 + mark.line, mark.column + 1

    def add(node: Node) -> None:
        parent = within[-1]
        if parent.kind == "list":
            parent.items.append(node)
        elif keys[-1] is None:
            if node.kind not in ("text", "nothing"):
                raise node.fault("yaml")
            keys[-1] = node
        else:
            parent.entries.append((keys[-1], node))
            keys[-1] = None

    try:
        while loader.check_event():
            event: Any = loader.get_event()  # type: ignore[no-untyped-call]
            line, column = at(event.start_mark)
            documents += isinstance(event, yaml.DocumentStartEvent)
            marked = (getattr(event, name, None) for name in ("anchor", "tag"))
            if documents > 1 or any(mark is not None for mark in marked):
                raise Fault("yaml", line, column)
            if isinstance(event, yaml.ScalarEvent):
                value = event.value
                for stand_in, char in stand_ins.items():
                    value = value.replace(stand_in, char)
                nothing = value == "" and event.style is None
                add(Node("nothing" if nothing else "text", line, column, value))
            elif isinstance(event, (yaml.SequenceStartEvent, yaml.MappingStartEvent)):
                is_list = isinstance(event, yaml.SequenceStartEvent)
                node = Node("list" if is_list else "map", line, column)
                add(node)
                within.append(node)
                keys.append(None)
            elif isinstance(event, yaml.CollectionEndEvent):
                within.pop()
                keys.pop()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise Fault("yaml", *at(mark)) from error
    except (ValueError, OverflowError) as error:  # PyYAML lets an escape like "\UFFFFFFFF" through
        raise Fault("yaml", *at(loader.get_mark())) from error
    return root.items


def _json_header(line: str, number: int) -> Node:
    """The map of a JSON line."""
    if _first_forbidden(line) is not None:
        raise Fault("encoding", number, None)

    def text_of(digits: str) -> Node:
        return Node("text", number, None, digits)

    def constant(name: str) -> NoReturn:
        raise ValueError(name)

    def node_of(value: object) -> Node:
        if isinstance(value, Node):
            return value
        if isinstance(value, str):
            return text_of(value)
        if isinstance(value, list):
            return Node("list", number, None, items=[node_of(item) for item in value])
        return Node("other", number, None)

    def map_of(pairs: list[tuple[str, object]]) -> Node:
        entries = [(text_of(key), node_of(value)) for key, value in pairs]
        return Node("map", number, None, entries=entries)

    try:
        header = node_of(
            json.loads(line, object_pairs_hook=map_of, parse_int=text_of, parse_float=text_of, parse_constant=constant)
        )
    except (ValueError, RecursionError) as error:
        raise Fault("yaml", number, None) from error
    # the moves are judged in turn, these too
    moves = [entry for entry in header.entries if entry[0].text != "moves"]
    _refuse_surrogates(Node("map", header.line, None, entries=moves))
    return header


RECORD_KEYS = "type transcript step token moved turned completed undone".split()
"""The keys of deal and position records that no header has; one that neither knows is unknown."""


def _without_record_keys(header: Node) -> Node:
    """A JSON line's map as a header: less what only records have, a position's number as a tag."""
    kind = header.value("type")
    if kind is None or kind.text not in ("deal", "position"):
        return header
    is_position = kind.text == "position"
    kept: list[tuple[Node, Node]] = []
    tagged: list[tuple[Node, Node]] = []
    for name, value in header.entries:
        if is_position and name.text in ("deal", "step"):
            if value.kind != "other":
                tagged.append((name, value))
        elif (is_position and name.text == "result") or name.text == "source":
            continue
        elif name.text in (*HEADER_KEYS, "moves") or name.text not in RECORD_KEYS:
            kept.append((name, value))
    if tagged:
        tags = header.value("tags")
        if tags is None:
            tags = Node("map", header.line, None)
            kept.append((Node("text", header.line, None, "tags"), tags))
        tags.entries.extend(tagged)
    return Node("map", header.line, None, entries=kept)


def _scalars(node: Node) -> Iterator[Node]:
    """All texts of a header in their order, keys too."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        if node.kind == "text":
            yield node
        inner = [*node.items, *(part for entry in node.entries for part in entry)]
        waiting.extend(reversed(inner))


def _refuse_surrogates(header: Node) -> None:
    for node in _scalars(header):
        if any("\ud800" <= char <= "\udfff" for char in node.text):
            raise node.fault("encoding")


def _refuse_duplicates(header: Node) -> None:
    """Duplicate keys at any depth; the second is at fault, the first such in the text."""
    waiting: list[tuple[set[str] | None, Node]] = [(None, header)]
    while waiting:
        siblings, node = waiting.pop()
        if siblings is not None:
            if node.text in siblings:
                raise node.fault("duplicate-key")
            siblings.add(node.text)
            continue
        keys: set[str] = set()
        inner: list[tuple[set[str] | None, Node]] = [(None, item) for item in node.items]
        for name, value in node.entries:
            inner += [(keys, name), (None, value)]
        waiting.extend(reversed(inner))


@dataclass
class Header:
    """What a header says, as far as it is known when its first fault is met."""

    game: str | None = None
    deal: str | None = None
    rules: dict[str, str] | None = None
    claim: Node | None = None
    moves: Node | None = None
    start: Position | None = None


def _read_header(root: Node, opening: Fault, header: Header, json_line: bool) -> None:
    """Fills the header in from its map, or raises the first of its faults."""
    written, root = root, _without_record_keys(root) if json_line else root
    _note_what_is_known(root, header)
    _refuse_duplicates(written)
    for name, _ in root.entries:
        if name.text not in HEADER_KEYS and not (json_line and name.text == "moves"):
            raise name.fault("unknown-key")
    if not root.value("game") or not (root.value("deal") or root.value("columns")):
        raise opening
    for name, value in root.entries:
        _check_value(name, value, json_line, root)
    game_node = root.value("game")
    assert game_node is not None
    game = game_named(game_node.text)
    if game is None:
        raise game_node.fault("unknown-game")
    options = {}
    rules = root.value("rules")
    for name, value in rules.entries if rules else []:
        values = dict(game.options).get(name.text)
        if values is None:
            raise name.fault("unknown-rule")
        if value.text not in values:
            raise value.fault("unknown-rule")
        options[name.text] = value.text
    game = with_options(game, options)
    deal_node = root.value("deal")
    if deal_node and not is_deal_number(deal_node.text, game):
        raise deal_node.fault("bad-deal")
    header.start = _start(game, root, None if deal_node is None else deal_node.text)
    header.claim = root.value("result")
    header.moves = root.value("moves")


def _note_what_is_known(root: Node, header: Header) -> None:
    """What a verdict can say of game, deal and rules even if the header has a fault."""
    counts = Counter(name.text for name, _ in root.entries)
    known = {key: value for key in ("game", "deal", "rules") if (value := root.value(key)) is not None}
    if "deal" in known and known["deal"].kind == "text" and counts["deal"] == 1:
        header.deal = known["deal"].text
    if "game" not in known or known["game"].kind != "text" or counts["game"] != 1:
        return
    game = game_named(known["game"].text)
    header.game = game.id if game else known["game"].text
    if game is None or counts["rules"] > 1:
        return
    options = {}
    if "rules" in known:
        node = known["rules"]
        names = [name.text for name, _ in node.entries]
        if node.kind != "map" or len(set(names)) < len(names):
            return
        options = {name.text: value.text for name, value in node.entries if value.kind == "text"}
        if len(options) < len(names):
            return
    try:
        header.rules = full_options(game, options)
    except ValueError:
        return


def _check_value(name: Node, value: Node, json_line: bool, root: Node) -> None:
    """Text where text belongs, a list of texts, a map of texts."""
    key = name.text
    if value.kind == "nothing":
        raise name.fault("bad-value")
    if key in ("rules", "tags"):
        if value.kind != "map":
            raise value.fault("bad-value")
        for inner, text in value.entries:
            if text.kind == "nothing":
                raise inner.fault("bad-value")
            if text.kind != "text":
                raise text.fault("bad-value")
    elif key == "columns" or (key == "moves" and value.kind == "list"):
        if value.kind != "list":
            raise value.fault("bad-value")
        for item in value.items:
            if item.kind != "text":
                raise item.fault("bad-value")
    elif key == "foundations" and json_line and value.kind == "list":
        _check_piles(value, root)
    elif value.kind != "text" or (key == "result" and value.text not in RESULTS):
        raise value.fault("bad-value")


def _check_piles(piles: Node, root: Node) -> None:
    """The record's list of foundations: null or a top and its number of cards."""
    game_node = root.value("game")
    game = None
    if game_node is not None and game_node.kind == "text":
        game = game_named(game_node.text)
    for pile in piles.items:
        if pile.kind == "other":
            continue
        top, cards = pile.value("top"), pile.value("cards")
        if pile.kind != "map" or top is None or cards is None or len(pile.entries) != 2:
            raise pile.fault("bad-value")
        if top.kind != "text" or cards.kind != "text":
            raise pile.fault("bad-value")
        card = parse_card(top.text)
        if game is None or card is None:
            continue
        fitting = game.ranks if game.goal == "runs" else rank(card)
        if cards.text != str(fitting):
            raise pile.fault("bad-value")


def _cards(node: Node, text: str, face_down_too: bool) -> list[tuple[str, bool]]:
    """The cards of a text, `<QH>` face down."""
    cards = []
    for word in re.split("[ \t\r\n]+", text):
        if not word:
            continue
        down = face_down_too and re.fullmatch("<(.*)>", word, re.DOTALL)
        card = parse_card(down.group(1) if down else word)
        if card is None:
            raise node.fault("bad-card")
        cards.append((card, not down))
    return cards


def _piles(node: Node) -> tuple[list[str], list[int]]:
    """The tops of the piles that a text names, and how many cards it says they hold, 0 where it does not say."""
    words = [word for word in re.split("[ \t\r\n]+", node.text) if word not in ("", "-")]
    counted = [re.fullmatch("(.+)[xX]([1-9][0-9]{0,3})", word, re.DOTALL) for word in words]
    tops = " ".join(match.group(1) if match else word for word, match in zip(words, counted))
    heights = [int(match.group(2)) if match else 0 for match in counted]
    return [card for card, _ in _cards(node, tops, False)], heights


def _start(game: Game, root: Node, number: str | None) -> Position:
    """The position at the start: the deal's, or the one that the header draws."""
    columns_node = root.value("columns")
    stock_node = root.value("stock")
    foundations_node = root.value("foundations")
    dealt = None
    if number is not None:
        dealt = deal_from(game, deal_order(game, number))
        if not columns_node and not stock_node and not foundations_node:
            return dealt
    columns = dealt.columns if dealt else ()
    stock = dealt.stock if dealt else ()
    tops = foundation_tops(dealt) if dealt else []
    heights: list[int] = []
    if columns_node:
        columns = tuple(tuple(_cards(item, item.text, True)) for item in columns_node.items)
    if stock_node:
        stock = tuple(card for card, _ in _cards(stock_node, stock_node.text, False))
    if foundations_node and foundations_node.kind == "list":
        tops = []
        for pile in foundations_node.items:
            top = pile.value("top")
            if top is not None:
                tops.append(_only_card(top))
    elif foundations_node:
        tops, heights = _piles(foundations_node)
    place = root.key("columns") or root.key("stock") or root.key("foundations")
    assert place is not None
    _check_deck(game, place, columns, stock, tops)
    if columns_node:
        name = root.key("columns")
        assert name is not None
        _check_columns(game, name, columns_node, columns)
    if foundations_node and game.goal == "runs" and any(rank(top) != 1 for top in tops):
        raise foundations_node.fault("wrong-layout")
    for card, height in zip(tops, heights):
        if foundations_node and height and height != (game.ranks if game.goal == "runs" else rank(card)):
            raise foundations_node.fault("wrong-layout")
    start = Position(game, columns, stock, foundations_of(game, tops))
    if dealt is not None:
        for key in ("columns", "stock", "foundations"):
            if getattr(dealt, key) != getattr(start, key):
                differing = root.key(key)
                assert differing is not None
                raise differing.fault("deal-mismatch")
    return start


def _only_card(node: Node) -> str:
    card = parse_card(node.text)
    if card is None:
        raise node.fault("bad-card")
    return card


def _check_deck(game: Game, place: Node, columns: tuple[Column, ...], stock: tuple[str, ...], tops: list[str]) -> None:
    """Every card of the deck as often as it should be there."""
    there = [card for column in columns for card, _ in column] + list(stock)
    for top in tops:
        if game.goal == "runs":
            there.extend(complete_run(game, suit(top)))
        else:
            there.extend(name + suit(top) for name in RANKS[: rank(top)])
    if Counter(there) != Counter(fresh_deck(game)):
        raise place.fault("wrong-deck")


def _check_columns(game: Game, name: Node, node: Node, columns: tuple[Column, ...]) -> None:
    if len(columns) != len(game.columns):
        raise name.fault("wrong-layout")
    deals_none = all(down == 0 for down, _ in game.columns)
    for item, column in zip(node.items, columns):
        faces = [face_up for _, face_up in column]
        covered = sorted(faces) == faces and (not faces or faces[-1])
        if not covered or (deals_none and not all(faces)):
            raise item.fault("wrong-layout")
        if game.removal == "automatic" and holds_complete_run(game, column):
            raise item.fault("wrong-layout")


# Bodies


def _tokens(line: str) -> Iterator[tuple[int, str]]:
    """The tokens of a line with their columns, a comment as one token."""
    for match in re.finditer("[^ \t\r]+", line):
        if match.group().startswith("#"):
            yield match.start() + 1, line[match.start() :]
            return
        yield match.start() + 1, match.group()


def _judge(play: Play, lines: list[tuple[int, str]], json_line: bool) -> Iterator[None]:
    """Takes step after step, one each time it is asked, until a fault or the end."""
    steps = 0
    for number, line in lines:
        for column, token in _tokens(line):
            place = None if json_line else column
            bad = _first_forbidden(token)
            if bad is not None:
                raise Fault("encoding", number, None if json_line else column + bad)
            if token.startswith("#"):
                continue
            fault = Fault("syntax", number, place, token)
            fault.step = steps + 1
            if re.fullmatch(r"[0-9]+\.", token):
                if token != f"{steps + 1}.":
                    fault.code = "move-number"
                    raise fault
                continue
            step = parse_step(token)
            if step is None:
                raise fault
            refused = play.refusal(step)
            if refused is not None:
                fault.code = refused
                raise fault
            play.take(step)
            steps += 1
            yield


# Streams


@dataclass
class Part:
    """The lines of one transcript: of a header and its body, of a JSON line, or of other text."""

    kind: Literal["yaml", "json", "text"]
    line: int
    head: list[str] = field(default_factory=list)
    body: list[tuple[int, str]] = field(default_factory=list)
    closed: bool = True


def _object_end(text: str, at: int) -> int:
    """Where the JSON object ends that begins at ``at``: at its bracket, or before what begins another transcript."""
    depth, quoted = 0, False
    while at < len(text):
        if text.startswith(("\n{", "\n---"), at):
            return at
        if text[at] == "\\":
            at += 1
        elif text[at] == '"':
            quoted = not quoted
        elif text[at] in "{[" and not quoted:
            depth += 1
        elif text[at] in "}]" and not quoted:
            depth -= 1
            if depth == 0:
                return at + 1
        at += 1
    return len(text)


def _wide_json(text: str) -> tuple[list[Part], int]:
    """The objects over several lines and in arrays that the text begins with, and where the rest of it begins.

    An array that is not as it should be ends in a part of text.
    """
    parts: list[Part] = []
    at = len(BOM) if text.startswith(BOM) else 0
    if not re.compile(r"[ \t\r\n]*(\[[ \t\r\n]*\{|\{[ \t\r]*\n)").match(text, at):
        return parts, 0
    before = ""  # the bracket, the comma or the object before, in an array
    while True:
        while at < len(text) and text[at] in " \t\r\n":
            at += 1
        sign = text[at : at + 1]
        line = text.count("\n", 0, at) + 1
        if sign == "{" and before != "object":
            end = _object_end(text, at)
            parts.append(Part("json", line, [re.sub(r"[ \t\r]*\n[ \t\r]*", "\t", text[at:end])]))
            before, at = before and "object", end
        elif (sign, before) in (("[", ""), (",", "object")):
            before, at = sign, at + 1
        elif (sign, before) == ("]", "object"):
            before, at = "", at + 1
        else:
            if before:
                indent = len(text[:at].removeprefix(BOM).split("\n")[-1])
                parts.append(Part("text", line, body=[(line, " " * indent + "[")]))
            return parts, at


def _parts(data: bytes) -> list[Part]:
    """The stream cut into its transcripts."""
    text = data.decode("utf-8", "surrogateescape")
    parts, start = _wide_json(text)
    if start:
        indent = 0 if start == len(text) else len(text[:start].removeprefix(BOM).split("\n")[-1])
        text, first = " " * indent + text[start:], text.count("\n", 0, start) + 1
    else:
        first = 1
    lines = text.split("\n")
    part = parts[-1] if parts and parts[-1].kind == "text" else None
    in_header = False
    for number, line in enumerate(lines, first):
        line = line.removesuffix("\r")
        bare = line.removeprefix(BOM)
        dashes = re.fullmatch("---[ \t\r]*", bare) is not None
        if number == 1 or dashes or (bare.startswith("{") and not in_header):
            line = bare
        if in_header:
            assert part is not None
            if dashes:
                in_header = False
                part.closed = True
            else:
                part.head.append(line)
        elif dashes:
            part = Part("yaml", number, closed=False)
            parts.append(part)
            in_header = True
        elif line.startswith("{"):
            parts.append(Part("json", number, [line]))
            part = None
        elif part is not None:
            part.body.append((number, line))
        elif not re.fullmatch("[ \t\r]*(#.*)?", line) or _first_forbidden(line) is not None:
            part = Part("text", number, body=[(number, line)])
            parts.append(part)
    return parts or [Part("text", 1)]


def _no_header(part: Part) -> Fault:
    for number, line in part.body:
        place = _first_forbidden(line)
        if place is not None:
            return Fault("encoding", number, place + 1)
    if not part.body:
        return Fault("no-header", 1, 1)
    number, line = part.body[0]
    return Fault("no-header", number, len(line) - len(line.lstrip(" \t\r")) + 1)


def _moves_lines(moves: Node | None, number: int) -> list[tuple[int, str]]:
    """The body of a JSON line."""
    items = [] if moves is None else moves.items if moves.kind == "list" else [moves]
    return [(number, line) for item in items for line in item.text.split("\n")]


def _verdict(part: Part, ordinal: int) -> Verdict:
    header = Header()
    steps = 0
    play: Play | None = None
    fault: Fault | None = None
    try:
        if part.kind == "text":
            raise _no_header(part)
        if part.kind == "json":
            root = _json_header(part.head[0], part.line)
        elif part.closed:
            root = _yaml_header(part.head, part.line)
        else:
            _refuse_forbidden(part.head, part.line)
            raise Fault("yaml", part.line, 1)
        json_line = part.kind == "json"
        opening = Fault("missing-key", part.line, None if json_line else 1)
        _read_header(root, opening, header, json_line)
        assert header.start is not None
        play = Play(header.start)
        lines = _moves_lines(header.moves, part.line) if json_line else part.body
        for _ in _judge(play, lines, json_line):
            steps += 1
        claim = header.claim
        if claim is not None and claim.text != result(play.position):
            raise claim.fault("result-mismatch")
    except Fault as found:
        fault = found
    error = None
    if fault is not None:
        error = {
            "code": fault.code,
            "line": fault.line,
            "column": fault.column,
            "step": fault.step,
            "token": fault.token,
        }
    return {
        "transcript": ordinal,
        "line": part.line,
        "game": header.game,
        "deal": header.deal,
        "rules": header.rules,
        "valid": fault is None,
        "steps": steps,
        "result": result(play.position) if play else None,
        "error": error,
    }


def read(data: bytes) -> list[Verdict]:
    """A verdict for each transcript of a stream, in order."""
    return [_verdict(part, number) for number, part in enumerate(_parts(data), 1)]
