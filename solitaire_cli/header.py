"""A transcript's header: located text to rules and a start, or the first fault.

The faults come in the order of section 5 of the contract, each looked for over the whole header
before the next; of one kind the first in the text counts.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from solitaire_cli.cards import ACE, RANK_MASK, RUNS, card_fault, parse_card
from solitaire_cli.engine import RESULTS
from solitaire_cli.errors import Code, Fault, Problem
from solitaire_cli.numbering import Number, parse_number
from solitaire_cli.position import Position, empty_foundations
from solitaire_cli.rules import Catalogue, Rules
from solitaire_cli.yamltext import Listing, Node, Scalar
from solitaire_cli.yamltext import Mapping as Map

TEXT, TEXTS, MAP = "text", "list", "map"

KEYS: dict[str, str] = {
    "game": TEXT,
    "deal": TEXT,
    "rules": MAP,
    "columns": TEXTS,
    "stock": TEXT,
    "foundations": TEXT,
    "result": TEXT,
    "title": TEXT,
    "player": TEXT,
    "date": TEXT,
    "source": TEXT,
    "comment": TEXT,
    "tags": MAP,
}
"""The keys of a header in canonical order, and what stands there."""

SETUP = ("columns", "stock", "foundations")

_WORD = re.compile(r"[^ \t\r\n]+")
_SURROGATE = re.compile("[\ud800-\udfff]")


class Header:
    """What a header says, as far as it is known.

    ``line`` is the line of its opening ``---``. ``game``, ``deal`` and ``options`` are as written until
    ``rules`` and ``number`` are known. ``claim`` is the value of ``result`` with its place. ``values`` are the
    header's keys with their nodes; ``problem`` is the first fault.
    """

    __slots__ = (
        "_position",
        "claim",
        "deal",
        "game",
        "line",
        "number",
        "options",
        "problem",
        "rules",
        "values",
    )

    def __init__(self, line: int) -> None:
        self.line = line
        self.game: str | None = None
        self.deal: str | None = None
        self.options: Mapping[str, str] = {}
        self.rules: Rules | None = None
        self.number: Number | None = None
        self.claim: Scalar | None = None
        self.values: dict[str, Node] = {}
        self.problem: Problem | None = None
        self._position: Position | None = None

    def start(self) -> Position:
        """A new position from which the steps begin. The header must have no problem."""
        position = self._position
        self._position = None
        if position is None:
            assert self.rules is not None
            if self.number is not None and not any(key in self.values for key in SETUP):
                return Position.numbered(self.rules, self.number)
            found = _setup(self, self.rules)
            assert isinstance(found, Position)
            return found
        return position


def faulty(line: int, problem: Problem) -> Header:
    """A header of which nothing is known but its fault."""
    header = Header(line)
    header.problem = problem
    return header


def read_header(root: Node | None, line: int, catalogue: Catalogue) -> Header:
    """The header that the document ``root`` is, its problem set if it has one."""
    if not isinstance(root, Map):
        place = (line, 1) if root is None else (root.line, root.column)
        return faulty(line, Problem(Fault(Code.YAML, {}, "no-map"), *place))
    header = Header(line)
    for key, value in root.pairs:
        header.values.setdefault(str(key.text), value)
    _know(header, catalogue)
    header.problem = next(_problems(header, root, catalogue), None)
    return header


def _know(header: Header, catalogue: Catalogue) -> None:
    """Take what is known whatever else is wrong."""
    values = header.values
    game, deal, rules, claim = (values.get(key) for key in ("game", "deal", "rules", "result"))
    if isinstance(deal, Scalar) and deal.text is not None:
        header.deal = deal.text
        number = parse_number(deal.text)
        if isinstance(number, Number):
            header.number = number
    if isinstance(claim, Scalar):
        header.claim = claim
    if isinstance(rules, Map):
        header.options = {
            str(key.text): value.text
            for key, value in rules.pairs
            if isinstance(value, Scalar) and value.text is not None
        }
    if isinstance(game, Scalar) and game.text is not None:
        header.game = game.text
        found = catalogue.find(game.text)
        if found:
            header.game = found.id
            chosen = found.rules(header.options)
            if isinstance(chosen, Rules) and (rules is None or isinstance(rules, Map)):
                header.rules = chosen


def _problems(header: Header, root: Map, catalogue: Catalogue) -> Iterator[Problem]:
    """The faults of a header in the order in which they are judged; only the first one counts."""
    yield from _encodings(root)
    yield from _duplicates(root)
    for key, _ in root.pairs:
        if key.text not in KEYS:
            yield _at(key, _unknown_key(str(key.text)), key.text)
    column = 1 if root.column else None
    if "game" not in header.values:
        yield Problem(Fault(Code.MISSING_KEY, {}, "game"), header.line, column)
    if "deal" not in header.values and "columns" not in header.values:
        yield Problem(Fault(Code.MISSING_KEY), header.line, column)
    for key, value in root.pairs:
        yield from _bad_values(key, value)
    yield from _of_the_game(header, catalogue)
    if any(key in header.values for key in SETUP):
        assert header.rules is not None
        position = _setup(header, header.rules)
        if isinstance(position, Problem):
            yield position
        else:
            yield from _setup_problems(header, header.rules, position, root)
            header._position = position


def _encodings(node: Node) -> Iterator[Problem]:
    """Half characters, which an escape can write into a text and no output can carry."""
    if isinstance(node, Scalar):
        match = _SURROGATE.search(node.text or "")
        if match:
            details: dict[str, Any] = {"character": f"U+{ord(match[0]):04X}"}
            yield _at(node, Fault(Code.ENCODING, details, "character"))
        return
    for child in node.items if isinstance(node, Listing) else [n for p in node.pairs for n in p]:
        yield from _encodings(child)


def _duplicates(node: Node) -> Iterator[Problem]:
    if isinstance(node, Listing):
        for item in node.items:
            yield from _duplicates(item)
    elif isinstance(node, Map):
        lines: dict[str | None, int] = {}
        for key, value in node.pairs:
            if key.text in lines:
                details: dict[str, Any] = {"key": key.text, "first": lines[key.text]}
                yield _at(key, Fault(Code.DUPLICATE_KEY, details), key.text)
            lines.setdefault(key.text, key.line)
            yield from _duplicates(value)


def _unknown_key(key: str) -> Fault:
    from difflib import get_close_matches

    near = get_close_matches(key.lower()[:40], KEYS, 1, 0.5)
    if near:
        return Fault(Code.UNKNOWN_KEY, {"key": key, "near": near[0]}, "near")
    return Fault(Code.UNKNOWN_KEY, {"key": key, "keys": list(KEYS)})


def _bad_values(key: Scalar, value: Node) -> Iterator[Problem]:
    kind = KEYS[str(key.text)]
    expected: type[Any] = {TEXT: Scalar, TEXTS: Listing, MAP: Map}[kind]
    details: dict[str, Any] = {"key": key.text}
    if isinstance(value, Scalar) and value.text is None:
        yield _at(key, Fault(Code.BAD_VALUE, details, f"nothing-{kind}"))
    elif not isinstance(value, expected):
        text = value.text if isinstance(value, Scalar) else None
        yield _at(value, Fault(Code.BAD_VALUE, details, kind), text)
    elif isinstance(value, Listing):
        for item in value.items:
            if not isinstance(item, Scalar) or item.text is None:
                yield _at(item, Fault(Code.BAD_VALUE, details, "item"))
    elif isinstance(value, Map):
        for name, child in value.pairs:
            inner = {"key": f"{key.text}: {name.text}"}
            if not isinstance(child, Scalar):
                yield _at(child, Fault(Code.BAD_VALUE, inner, TEXT))
            elif child.text is None:
                yield _at(name, Fault(Code.BAD_VALUE, inner, "nothing-text"))
    elif key.text == "result" and value.text not in RESULTS:
        details = {"value": value.text, "values": list(RESULTS)}
        yield _at(value, Fault(Code.BAD_VALUE, details, "result"), value.text)


def _of_the_game(header: Header, catalogue: Catalogue) -> Iterator[Problem]:
    """The game, its options and the number: their values are texts by now."""
    values = header.values
    name = values["game"]
    assert isinstance(name, Scalar) and name.text is not None
    game = catalogue.find(name.text)
    if game is None:
        yield _at(name, unknown_game(name.text, catalogue), name.text)
        return
    rules = values.get("rules")
    for key, value in rules.pairs if isinstance(rules, Map) else []:
        assert isinstance(value, Scalar) and value.text is not None
        fault = game.option_fault(str(key.text), value.text)
        if fault:
            at = value if "value" in fault.details else key
            yield _at(at, fault, at.text)
    if header.deal is not None and header.number is None:
        deal = parse_number(header.deal)
        assert isinstance(deal, Fault)
        yield _at(values["deal"], deal, header.deal)


def unknown_game(name: str, catalogue: Catalogue) -> Fault:
    """The fault for a game that is not in the catalogue, with the nearest that is."""
    from difflib import get_close_matches

    known = [text for game in catalogue for text in (game.id, *game.names.values())]
    folded = get_close_matches(name[:40].casefold(), {text.casefold() for text in known}, 1)
    near = get_close_matches(name[:40], [text for text in known if text.casefold() in folded], 1, 0)
    if near:
        return Fault(Code.UNKNOWN_GAME, {"game": name, "near": near[0]}, "near")
    return Fault(Code.UNKNOWN_GAME, {"game": name, "games": [game.id for game in catalogue]})


def _setup(header: Header, rules: Rules) -> Position | Problem:
    """The position that columns, stock and foundations describe; what a numbered deal leaves out is its own."""
    values = header.values
    if header.number is not None:
        position = Position.numbered(rules, header.number)
    else:
        position = Position(rules, [], [], [], empty_foundations(rules))
    columns = values.get("columns")
    if isinstance(columns, Listing):
        position.columns, position.down = [], []
        for item in columns.items:
            assert isinstance(item, Scalar) and item.text is not None
            column: list[int] = []
            down = 0
            for word in _WORD.findall(item.text):
                covered = word[0] == "<" and word[-1] == ">"
                card = parse_card(word[1:-1] if covered else word)
                if card is None:
                    return _at(item, card_fault(word), word)
                if covered and down < len(column):
                    down = -1  # a face-down card on a face-up one; told by _setup_problems
                elif covered and down >= 0:
                    down += 1
                column.append(card)
            position.columns.append(column)
            position.down.append(down)
    for key in ("stock", "foundations"):
        value = values.get(key)
        if isinstance(value, Scalar) and value.text is not None:
            cards = []
            for word in _WORD.findall(value.text):
                card = parse_card(word)
                if card is None:
                    return _at(value, card_fault(word), word)
                cards.append(card)
            if key == "stock":
                position.stock = cards
            else:
                position.foundations = _piles(rules, cards)
    return position


def _piles(rules: Rules, tops: list[int]) -> list[int]:
    """The foundations that ``tops`` name; of two piles of a suit the first named stands first.

    A top that finds no pile is kept at the end: it makes too many cards."""
    if rules.goal == "runs":
        return tops
    piles = empty_foundations(rules)
    for top in tops:
        empty = top & ~RANK_MASK
        if empty in piles:
            piles[piles.index(empty)] = top
        else:
            piles.append(top)
    return piles


def _held(rules: Rules, position: Position) -> Counter[int]:
    """How often each card occurs in the columns, the stock and the foundations."""
    held = Counter(position.stock)
    for column in position.columns:
        held.update(column)
    for top in position.foundations:
        suit = top & ~RANK_MASK
        height = rules.ranks if rules.goal == "runs" else top & RANK_MASK
        held.update(suit | rank for rank in range(1, height + 1))
    return held


def _setup_problems(header: Header, rules: Rules, position: Position, root: Map) -> Iterator[Problem]:
    keys = {str(key.text): key for key, _ in reversed(root.pairs)}
    named = [keys[key] for key in SETUP if key in keys]
    held = _held(rules, position)
    missing = sum((Counter(rules.deck) - held).values())
    extra = sum((held - Counter(rules.deck)).values())
    if missing or extra:
        details: dict[str, Any] = {
            "cards": sum(held.values()),
            "wanted": rules.cards,
            "missing": missing,
            "extra": extra,
            "columns": sum(map(len, position.columns)),
            "stock": len(position.stock),
        }
        yield _at(named[0], Fault(Code.WRONG_DECK, details))
    yield from _layout_problems(header, rules, position, named[0])
    if header.number is None:
        return
    dealt = Position.numbered(rules, header.number)
    deal = str(header.number)
    if (position.columns, position.down) != (dealt.columns, dealt.down):
        there = zip(position.columns, position.down)
        wanted = zip(dealt.columns, dealt.down)
        differ = [number for number, (a, b) in enumerate(zip(there, wanted), 1) if a != b]
        details = {"deal": deal, "differ": differ}
        yield _at(keys["columns"], Fault(Code.DEAL_MISMATCH, details, "columns"))
    if position.stock != dealt.stock:
        count = sum(a != b for a, b in zip(position.stock, dealt.stock))
        count += abs(len(position.stock) - len(dealt.stock))
        details = {"deal": deal, "count": count}
        yield _at(keys["stock"], Fault(Code.DEAL_MISMATCH, details, "stock"))
    if position.foundations != dealt.foundations:
        yield _at(keys["foundations"], Fault(Code.DEAL_MISMATCH, {"deal": deal}, "foundations"))


def _layout_problems(header: Header, rules: Rules, position: Position, named: Scalar) -> Iterator[Problem]:
    columns = header.values.get("columns")
    if len(position.columns) != len(rules.columns):
        details: dict[str, Any] = {"columns": len(position.columns), "wanted": len(rules.columns)}
        yield _at(named, Fault(Code.WRONG_LAYOUT, details, "columns"))
    deals_covered = any(down for down, _ in rules.columns)
    for number, (cards, down) in enumerate(zip(position.columns, position.down), 1):
        at: Node = columns.items[number - 1] if isinstance(columns, Listing) else named
        place = {"column": number}
        if down and not deals_covered:
            yield _at(at, Fault(Code.WRONG_LAYOUT, place, "covered"))
        elif down < 0:
            yield _at(at, Fault(Code.WRONG_LAYOUT, place, "order"))
        elif cards and down == len(cards):
            yield _at(at, Fault(Code.WRONG_LAYOUT, place, "playable"))
        elif position.leaves and _holds_run(rules, cards, down):
            yield _at(at, Fault(Code.WRONG_LAYOUT, place, "run"))
    foundations = header.values.get("foundations")
    if rules.goal == "runs" and isinstance(foundations, Scalar):
        for top in position.foundations:
            if top & RANK_MASK != ACE:
                yield _at(foundations, Fault(Code.WRONG_LAYOUT, {}, "finished"))


def _holds_run(rules: Rules, cards: list[int], down: int) -> bool:
    """Whether face-up cards of a column hold a complete run, covered or not."""
    ranks = rules.ranks
    return any(
        cards[start] & RANK_MASK == ranks and cards[start : start + ranks] == RUNS[ranks][cards[start]]
        for start in range(down, len(cards) - ranks + 1)
    )


def _at(node: Node, fault: Fault, token: str | None = None) -> Problem:
    return Problem(fault, node.line, node.column, None, token)
