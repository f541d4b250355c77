"""Positions from the header's keys that describe one, and what can be wrong with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain, zip_longest
from typing import Any

from solitaire_cli.core.cards import ACE, NAMES, RANK_MASK, RUNS, card_fault, read_card
from solitaire_cli.core.errors import Code, Fault, FaultError, Problem
from solitaire_cli.core.numbering import Number
from solitaire_cli.core.position import Position, empty_foundations
from solitaire_cli.core.rules import Game, Rules
from solitaire_cli.core.steps import CELL, RESERVE, place_name
from solitaire_cli.transcript.blocks import WORD
from solitaire_cli.transcript.foundations import Pile, cards_held, holds, lay_piles, read_pile
from solitaire_cli.transcript.located_yaml import Node, YamlList, YamlMap, YamlScalar, problem_at

SETUP = ("columns", "stock", "cells", "reserves", "foundations")  # the keys of a header that describe a position
START = ("game", "deal", "rules", *SETUP)  # the keys that say how the game begins


def read_setup(values: Mapping[str, Node], number: Number | None, rules: Rules) -> Position:
    """Return the position that the keys of ``SETUP`` describe; what they leave out is that of the deal.

    Raises :class:`FaultError` with ``bad-card``.
    """
    if number is None:
        position = Position(rules, [], [], [], empty_foundations(rules))
    else:
        position = Position.numbered(rules, number)
    columns = values.get("columns")
    if isinstance(columns, YamlList):
        found = [_read_column(item) for item in columns.items]
        position.columns = [cards for cards, _, _ in found]
        position.down = [down for _, down, _ in found]
        position.bare = [bare for _, _, bare in found]
    if "stock" in values:
        position.stock = _read_cards(values["stock"])
    position.cells = _read_places(values.get("cells"), position.cells)
    position.reserves = _read_places(values.get("reserves"), position.reserves)
    if number is None or "foundations" in values:
        lay_piles(position, _read_piles(values["foundations"]) if "foundations" in values else [])
    return position


def _words(node: Node) -> list[str]:
    assert isinstance(node, YamlScalar) and node.text is not None
    return WORD.findall(node.text)


def _read_cards(node: Node) -> list[int]:
    return [_read_card(node, word, word) for word in _words(node)]


def _read_card(node: Node, word: str, name: str) -> int:
    card = read_card(name)
    if card is None:
        raise FaultError(problem_at(node, card_fault(word), word))
    return card


def _read_column(node: Node) -> tuple[list[int], int, int]:
    """Return cards, how many there are up to the last face-down one, and as bits those of them that lie face up."""
    cards: list[int] = []
    down = bare = 0
    for at, word in enumerate(_words(node)):
        covered = word[0] == "<" and word[-1] == ">"
        cards.append(_read_card(node, word, word[1:-1] if covered else word))
        if covered:
            bare |= (1 << at) - (1 << down)
            down = at + 1
    return cards, down, bare


def _read_places(node: Node | None, places: list[list[int]]) -> list[list[int]]:
    """Return the cards of cells or reserves, those that are not named empty; without a node they are ``places``."""
    if not isinstance(node, YamlList):
        return places
    named = [_read_cards(item) for item in node.items]
    return named + [[] for _ in places[len(named) :]]


def _read_piles(node: Node) -> list[Pile]:
    piles = []
    for word in _words(node):
        pile = read_pile(word)
        if pile is None:
            raise FaultError(problem_at(node, card_fault(word), word))
        piles.append(pile)
    return piles


def card_problems(values: Mapping[str, Node]) -> Iterator[Problem]:
    """Yield a problem for each word of the keys of ``SETUP`` that is not a card; values of a wrong kind are skipped."""
    for key in SETUP:
        node = values.get(key)
        for item in node.items if isinstance(node, YamlList) else [node] if node else []:
            for word in _words(item) if isinstance(item, YamlScalar) and item.text is not None else []:
                covered = key == "columns" and word[0] == "<" and word[-1] == ">"
                if (read_pile if key == "foundations" else read_card)(word[1:-1] if covered else word) is None:
                    yield problem_at(item, card_fault(word), word)


def setup_problems(root: YamlMap, number: Number | None, position: Position, game: Game) -> Iterator[Problem]:
    """Yield what is wrong with ``position`` of ``game``, as the header ``root`` has it, in the order of judgement."""
    rules = position.rules
    keys = {str(key.text): key for key, _ in root.pairs}
    named = next(keys[key] for key in SETUP if key in keys)
    values = {str(key.text): value for key, value in root.pairs}
    sound = cards_held(position) == Counter(rules.deck)
    if not sound:
        yield problem_at(named, _deck_fault(position, cards_held(position), game))
    for problem in chain(
        _column_problems(values.get("columns"), position, named),
        _place_problems(values, position),
        _foundation_problems(values.get("foundations"), position, named),
    ):
        # with cards lacking, so may columns
        if sound or problem.fault.variant != "columns":
            yield problem
        sound = False
    if number is not None and sound:
        yield from _deal_problems(keys, position, Position.numbered(rules, number))


def _deal_problems(keys: Mapping[str, YamlScalar], position: Position, dealt: Position) -> Iterator[Problem]:
    """Yield where ``position`` is not the deal that its number gives."""
    details: dict[str, Any] = {"deal": str(dealt.number)}
    columns, wanted = ([*zip(each.columns, each.down, each.bare)] for each in (position, dealt))
    if columns != wanted:
        differ = [column for column, (one, other) in enumerate(zip(columns, wanted), 1) if one != other]
        yield problem_at(keys["columns"], Fault(Code.DEAL_MISMATCH, {**details, "differ": differ}, "columns"))
    if position.stock != dealt.stock:
        count = sum(a != b for a, b in zip_longest(position.stock, dealt.stock))
        yield problem_at(keys["stock"], Fault(Code.DEAL_MISMATCH, {**details, "count": count}, "stock"))
    if position.cells != dealt.cells:
        yield problem_at(keys["cells"], Fault(Code.DEAL_MISMATCH, details, "cells"))
    if position.reserves != dealt.reserves:
        yield problem_at(keys["reserves"], Fault(Code.DEAL_MISMATCH, details, "reserves"))
    if (position.foundations, position.heights) != (dealt.foundations, dealt.heights):
        variant = "begun" if any(dealt.heights) else "foundations"
        yield problem_at(keys["foundations"], Fault(Code.DEAL_MISMATCH, details, variant))


def _deck_fault(position: Position, held: Counter[int], game: Game) -> Fault:
    """Return the fault of a position with the cards ``held``; none that lies face down is named."""
    rules = position.rules
    missing, extra = Counter(rules.deck) - held, held - Counter(rules.deck)
    details: dict[str, Any] = {
        "cards": sum(held.values()),
        "wanted": rules.cards,
        "missing": sum(missing.values()),
        "extra": sum(extra.values()),
        "columns": sum(map(len, position.columns)),
        "cells": sum(map(len, position.cells)),
        "reserves": sum(map(len, position.reserves)),
        "stock": len(position.stock),
    }
    places = "-places" if rules.cells or rules.reserves else ""
    has = {"columns": True, "cells": rules.cells, "reserves": rules.reserves, "stock": rules.stock_size}
    details["held"] = {place: details[place] for place in has if has[place] or details[place]}
    for option, values in game.options.items():
        for value in values:
            other = game.rules({**rules.options, option: value})
            if isinstance(other, Rules) and held == Counter(other.deck):
                return Fault(Code.WRONG_DECK, {**details, "rules": f"{{{option}: {value}}}"}, "option")
    covers = any(down for down, _ in rules.columns)
    if any(position.down) or (covers and position.stock):
        return Fault(Code.WRONG_DECK, details, places[1:])
    for name, cards in (("lacking", missing), ("over", extra)):
        details[name] = [NAMES[card] for card in sorted(cards.elements())]
    return Fault(Code.WRONG_DECK, details, f"seen{places}")


def _column_problems(columns: Node | None, position: Position, named: YamlScalar) -> Iterator[Problem]:
    rules = position.rules
    if len(position.columns) != len(rules.columns):
        counts = {"columns": len(position.columns), "wanted": len(rules.columns)}
        yield problem_at(named, Fault(Code.WRONG_LAYOUT, counts, "columns"))
    deals_covered = any(down for down, _ in rules.columns)
    for number, (cards, down, bare) in enumerate(zip(position.columns, position.down, position.bare), 1):
        item: Node = columns.items[number - 1] if isinstance(columns, YamlList) else named
        place = {"column": number}
        if down and not deals_covered:
            yield problem_at(item, Fault(Code.WRONG_LAYOUT, place, "covered"))
        elif bare and not rules.mixed:
            yield problem_at(item, Fault(Code.WRONG_LAYOUT, place, "order"))
        elif cards and down == len(cards):
            yield problem_at(item, Fault(Code.WRONG_LAYOUT, place, "playable"))
        elif position.leaves and _holds_run(rules, cards, down):
            yield problem_at(item, Fault(Code.WRONG_LAYOUT, place, "run"))


def _place_problems(values: Mapping[str, Node], position: Position) -> Iterator[Problem]:
    """Yield what is wrong with cells and reserves; more cards than a reserve has room for can only have been dealt."""
    rules = position.rules
    room = rules.room if rules.reserve == "card" else 0
    dealt = [len(rules.other_plan.get(RESERVE + reserve, ())) for reserve in range(rules.reserves)]
    for key, first, places, rooms in (
        ("cells", CELL, position.cells, [1] * rules.cells),
        ("reserves", RESERVE, position.reserves, [room and max(room, cards) for cards in dealt]),
    ):
        node = values.get(key)
        if not isinstance(node, YamlList):
            continue
        if len(node.items) > len(rooms):
            counts = {"count": len(node.items), "wanted": len(rooms)}
            yield problem_at(node.items[len(rooms)], Fault(Code.WRONG_LAYOUT, counts, key))
        for place, (item, cards, most) in enumerate(zip(node.items, places, rooms), first):
            if most and len(cards) > most:
                details = {"place": place_name(place), "cards": len(cards), "room": most}
                yield problem_at(item, Fault(Code.WRONG_LAYOUT, details, "room"))


def _foundation_problems(node: Node | None, position: Position, named: YamlScalar) -> Iterator[Problem]:
    rules = position.rules
    piles = [pile for pile in _read_piles(node) if pile.top] if node else []
    if rules.goal == "cards" and not rules.base and not any(position.heights):
        yield problem_at(node or named, Fault(Code.WRONG_LAYOUT, {}, "base"))
    if node is None:
        return
    for pile in piles:
        if rules.goal == "in-place":
            yield problem_at(node, Fault(Code.WRONG_LAYOUT, {}, "in-place"))
        elif rules.goal == "runs" and rules.head == "king" and pile.top & RANK_MASK != ACE:
            yield problem_at(node, Fault(Code.WRONG_LAYOUT, {}, "finished"))
        elif pile.cards and not holds(rules, pile, position.base):
            details = {"card": NAMES[pile.top], "count": pile.cards}
            yield problem_at(node, Fault(Code.WRONG_LAYOUT, details, "height"))


def _holds_run(rules: Rules, cards: list[int], down: int) -> bool:
    """Return whether the face-up cards of a column hold a complete run, covered or not."""
    ranks = rules.ranks
    return any(
        cards[start] & RANK_MASK == ranks and cards[start : start + ranks] == RUNS[ranks][cards[start]]
        for start in range(down, len(cards) - ranks + 1)
    )
