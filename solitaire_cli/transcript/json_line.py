"""JSON lines as transcripts, our own records among them."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

from solitaire_cli.core.cards import read_card
from solitaire_cli.core.errors import Code, Fault, Problem
from solitaire_cli.core.legality import WON
from solitaire_cli.core.rules import Catalogue, Rules
from solitaire_cli.transcript.blocks import Block, find_bad, text_block
from solitaire_cli.transcript.foundations import NONE, holds, read_pile
from solitaire_cli.transcript.header import Header, read_header
from solitaire_cli.transcript.located_yaml import DEEPEST, Pairs, located

DEAL, POSITION, SOLUTION = "deal", "position", "solution"

_POSITION_KEYS = ["type", "source", "transcript", "step", "token", "moved", "turned", "completed", "undone"]
PASSED_OVER = {
    DEAL: frozenset(_POSITION_KEYS),
    POSITION: frozenset([*_POSITION_KEYS, "deal", "result"]),
    SOLUTION: frozenset(["type", "source", "transcript", "status", "steps", "effort", "grade"]),
}
"""The keys of our records that no header has; ``source`` is the record's, not the header's.

The columns of a position are no longer those of its deal, and its result is no claim.
"""

# the keys of a record that go to the tags, unless they are null
_TAGS = {POSITION: ("deal", "step"), SOLUTION: ("status", "effort", "grade")}
_STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"')
_EARLIER_WORDS = {  # what Python said before 3.13
    "Illegal trailing comma before end of object": "Expecting property name enclosed in double quotes",
    "Illegal trailing comma before end of array": "Expecting value",
}
_LATER = list(Code)[list(Code).index(Code.BAD_VALUE) + 1 :]  # judged after a bad value
_OF_PLACES = (Code.WRONG_DECK, Code.WRONG_LAYOUT, Code.DEAL_MISMATCH)  # depend on all cards


def read_json(text: str, line: int, catalogue: Catalogue) -> tuple[Header, list[Block]]:
    """Return the header and the body of the JSON object ``text`` in line ``line``; faults have no column."""
    bad = find_bad(text)
    if bad:
        return Header(line, Problem(bad.fault, line)), []
    if _is_deep(text):
        return Header(line, Problem(Fault(Code.YAML, {"deepest": DEEPEST}, "deep"), line)), []
    try:
        value = json.loads(
            text, object_pairs_hook=Pairs, parse_int=str, parse_float=str, parse_constant=_refuse_constant
        )
    except json.JSONDecodeError as error:
        said = _EARLIER_WORDS.get(error.msg, error.msg)
        fault = Fault(Code.YAML, {"said": said, "odd": text[error.pos :][:1]}, "json")
        return Header(line, Problem(fault, line)), []
    pairs, moves = _header_pairs(value)
    header = read_header(located(pairs, line), line, catalogue)
    lines = [moves] if isinstance(moves, str) else moves
    problems = [header.problem, *header.further] if header.problem else []
    earlier = sum(problem.code not in _LATER for problem in problems)
    if not isinstance(lines, list) or not all(isinstance(item, str) for item in lines):
        problems.insert(earlier, Problem(Fault(Code.BAD_VALUE, {"key": "moves"}, "moves"), line))
    elif not earlier and header.rules and not _piles_fit(dict(value).get("foundations"), header.rules):
        piles = Problem(Fault(Code.BAD_VALUE, {"key": "foundations"}, "piles"), line)
        problems = [piles, *(problem for problem in problems if problem.code not in _OF_PLACES)]
    if problems:
        header.problem, *header.further = problems
    return header, [] if header.problem or not lines else [text_block("\n".join(lines), line)]


def _is_deep(text: str) -> bool:
    """Return whether lists and maps nest deeper than in a header, before a parser has to follow them."""
    if text.count("[") + text.count("{") <= DEEPEST:
        return False
    depth = 0
    for bracket in re.findall(r"[\[\]{}]", _STRING.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        if depth > DEEPEST:
            return True
    return False


def _refuse_constant(name: str) -> None:
    raise json.JSONDecodeError(f"{name} is no JSON number", name, 0)


def _header_pairs(pairs: Pairs) -> tuple[Pairs, Any]:
    """Return the pairs that belong to a header, and the moves."""
    values = dict(pairs)
    known = str(values.get("type"))
    passed = PASSED_OVER.get(known, frozenset())
    counts = Counter(key for key, _ in pairs) if len(values) < len(pairs) else {}
    kept, moves = Pairs(), []
    for key, value in pairs:
        if counts.get(key, 1) > 1:
            kept.append((key, value))  # a fault of the header, whatever the key
        elif key == "moves":
            moves = value
        elif key == "foundations":
            piles = _piles(value)
            kept.append(
                (key, value if piles is None else " ".join(f"{top}x{cards}" if cards else top for top, cards in piles))
            )
        elif key not in passed and not (key == "deal" and value is None and known == SOLUTION):
            kept.append((key, value))
    if known == SOLUTION and values.get("status") == WON and "result" not in values:
        kept.append(("result", WON))  # a record claims no less than a transcript
    tags = Pairs((key, values[key]) for key in _TAGS.get(known, ()) if values.get(key) is not None)
    if tags:
        own = values.get("tags")
        if isinstance(own, Pairs):
            kept = Pairs((key, value) for key, value in kept if key != "tags")
            tags = Pairs([*own, *tags])
        kept.append(("tags", tags))
    return kept, moves


def _piles(value: Any) -> list[tuple[str, str]] | None:
    """Return top and number of cards of each pile of a record; ``None`` if it is not a list of piles.

    An empty one has no number, and those behind the last filled one are left out.
    """
    if not isinstance(value, list) or isinstance(value, Pairs):
        return None
    piles = []
    for pile in value:
        entry = dict(pile) if isinstance(pile, Pairs) else {"top": NONE, "cards": ""} if pile is None else {}
        top, cards = entry.get("top"), entry.get("cards")
        if entry.keys() != {"top", "cards"} or not isinstance(top, str) or not isinstance(cards, str):
            return None
        piles.append((top, cards))
    while piles and piles[-1] == (NONE, ""):
        piles.pop()
    return piles


def _piles_fit(value: Any, rules: Rules) -> bool:
    """Return whether each pile has as many cards as its top says; tops are judged with the header."""
    for top, cards in _piles(value) or []:
        pile = read_pile(f"{top}x{cards}")
        if read_card(top) is not None and not (pile and holds(rules, pile, rules.base)):
            return False
    return True
