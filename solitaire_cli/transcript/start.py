"""Positions from the columns, stock and foundations of a header, and what can be wrong with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from solitaire_cli.core.cards import ACE, RANK_MASK, RUNS, card_fault, read_card
from solitaire_cli.core.errors import Code, Fault, Problem
from solitaire_cli.core.numbering import Number
from solitaire_cli.core.position import Position, empty_foundations
from solitaire_cli.core.rules import Rules
from solitaire_cli.transcript.blocks import WORD
from solitaire_cli.transcript.located_yaml import Node, YamlList, YamlMap, YamlScalar, problem_at

SETUP = ("columns", "stock", "foundations")
"""The keys of a header that describe a position."""


def read_setup(values: Mapping[str, Node], number: Number | None, rules: Rules) -> Position | Problem:
    """Return the position that columns, stock and foundations describe; what they leave out is that of the deal."""
    if number is not None:
        position = Position.numbered(rules, number)
    else:
        position = Position(rules, [], [], [], empty_foundations(rules))
    columns = values.get("columns")
    if isinstance(columns, YamlList):
        position.columns, position.down = [], []
        for item in columns.items:
            assert isinstance(item, YamlScalar) and item.text is not None
            column: list[int] = []
            down = 0
            for word in WORD.findall(item.text):
                covered = word[0] == "<" and word[-1] == ">"
                card = read_card(word[1:-1] if covered else word)
                if card is None:
                    return problem_at(item, card_fault(word), word)
                if covered and down < len(column):
                    down = -1  # a face-down card on a face-up one; reported by setup_problems
                elif covered and down >= 0:
                    down += 1
                column.append(card)
            position.columns.append(column)
            position.down.append(down)
    for key in ("stock", "foundations"):
        value = values.get(key)
        if isinstance(value, YamlScalar) and value.text is not None:
            cards = []
            for word in WORD.findall(value.text):
                card = read_card(word)
                if card is None:
                    return problem_at(value, card_fault(word), word)
                cards.append(card)
            if key == "stock":
                position.stock = cards
            else:
                position.foundations = _piles(rules, cards)
    return position


def _piles(rules: Rules, tops: list[int]) -> list[int]:
    """Return the foundations that ``tops`` name; of two piles of a suit the first named comes first.

    A top without a pile is kept at the end, so that there are too many cards.
    """
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
    """Return how often each card occurs in the columns, the stock and the foundations."""
    held = Counter(position.stock)
    for column in position.columns:
        held.update(column)
    for top in position.foundations:
        suit = top & ~RANK_MASK
        height = rules.ranks if rules.goal == "runs" else top & RANK_MASK
        held.update(suit | rank for rank in range(1, height + 1))
    return held


def setup_problems(root: YamlMap, number: Number | None, position: Position) -> Iterator[Problem]:
    """Yield what is wrong with ``position``, which the header ``root`` describes, in the order of judgement."""
    rules = position.rules
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
        yield problem_at(named[0], Fault(Code.WRONG_DECK, details))
    yield from _layout_problems({str(key.text): value for key, value in root.pairs}, position, named[0])
    if number is None:
        return
    dealt = Position.numbered(rules, number)
    deal = str(number)
    if (position.columns, position.down) != (dealt.columns, dealt.down):
        there = zip(position.columns, position.down)
        wanted = zip(dealt.columns, dealt.down)
        differ = [column for column, (a, b) in enumerate(zip(there, wanted), 1) if a != b]
        details = {"deal": deal, "differ": differ}
        yield problem_at(keys["columns"], Fault(Code.DEAL_MISMATCH, details, "columns"))
    if position.stock != dealt.stock:
        count = sum(a != b for a, b in zip(position.stock, dealt.stock))
        count += abs(len(position.stock) - len(dealt.stock))
        details = {"deal": deal, "count": count}
        yield problem_at(keys["stock"], Fault(Code.DEAL_MISMATCH, details, "stock"))
    if position.foundations != dealt.foundations:
        yield problem_at(keys["foundations"], Fault(Code.DEAL_MISMATCH, {"deal": deal}, "foundations"))


def _layout_problems(values: Mapping[str, Node], position: Position, named: YamlScalar) -> Iterator[Problem]:
    rules = position.rules
    columns = values.get("columns")
    if len(position.columns) != len(rules.columns):
        details: dict[str, Any] = {"columns": len(position.columns), "wanted": len(rules.columns)}
        yield problem_at(named, Fault(Code.WRONG_LAYOUT, details, "columns"))
    deals_covered = any(down for down, _ in rules.columns)
    for number, (cards, down) in enumerate(zip(position.columns, position.down), 1):
        item: Node = columns.items[number - 1] if isinstance(columns, YamlList) else named
        place = {"column": number}
        if down and not deals_covered:
            yield problem_at(item, Fault(Code.WRONG_LAYOUT, place, "covered"))
        elif down < 0:
            yield problem_at(item, Fault(Code.WRONG_LAYOUT, place, "order"))
        elif cards and down == len(cards):
            yield problem_at(item, Fault(Code.WRONG_LAYOUT, place, "playable"))
        elif position.leaves and _holds_run(rules, cards, down):
            yield problem_at(item, Fault(Code.WRONG_LAYOUT, place, "run"))
    foundations = values.get("foundations")
    if rules.goal == "runs" and isinstance(foundations, YamlScalar):
        for top in position.foundations:
            if top & RANK_MASK != ACE:
                yield problem_at(foundations, Fault(Code.WRONG_LAYOUT, {}, "finished"))


def _holds_run(rules: Rules, cards: list[int], down: int) -> bool:
    """Return whether the face-up cards of a column hold a complete run, covered or not."""
    ranks = rules.ranks
    return any(
        cards[start] & RANK_MASK == ranks and cards[start : start + ranks] == RUNS[ranks][cards[start]]
        for start in range(down, len(cards) - ranks + 1)
    )
