"""Positions from the columns, stock and foundations of a header, and what can be wrong with them."""

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
from solitaire_cli.transcript.blocks import WORD
from solitaire_cli.transcript.located_yaml import Node, YamlList, YamlMap, YamlScalar, problem_at

SETUP = ("columns", "stock", "foundations")  # the keys of a header that describe a position
START = ("game", "deal", "rules", *SETUP)  # the keys that say how the game begins


def read_setup(values: Mapping[str, Node], number: Number | None, rules: Rules) -> Position:
    """Return the position that columns, stock and foundations describe; what they leave out is that of the deal.

    Raises :class:`FaultError` with ``bad-card``.
    """
    if number is None:
        position = Position(rules, [], [], [], empty_foundations(rules))
    else:
        position = Position.numbered(rules, number)
    columns = values.get("columns")
    if isinstance(columns, YamlList):
        found = [_read_cards(item, True) for item in columns.items]
        position.columns, position.down = [cards for cards, _ in found], [down for _, down in found]
    if "stock" in values:
        position.stock = _read_cards(values["stock"])[0]
    if "foundations" in values:
        position.foundations = _piles(rules, _read_cards(values["foundations"])[0])
    return position


def _read_cards(node: Node, column: bool = False) -> tuple[list[int], int]:
    """Return cards and how many are face down, which only those of a column can be; -1 if one lies on a face-up one."""
    assert isinstance(node, YamlScalar) and node.text is not None
    cards: list[int] = []
    down = 0
    for word in WORD.findall(node.text):
        covered = column and word[0] == "<" and word[-1] == ">"
        card = read_card(word[1:-1] if covered else word)
        if card is None:
            raise FaultError(problem_at(node, card_fault(word), word))
        if covered:
            down = down + 1 if down == len(cards) else -1
        cards.append(card)
    return cards, down


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


def setup_problems(root: YamlMap, number: Number | None, position: Position, game: Game) -> Iterator[Problem]:
    """Yield what is wrong with ``position`` of ``game``, as the header ``root`` has it, in the order of judgement."""
    rules = position.rules
    keys = {str(key.text): key for key, _ in root.pairs}
    named = next(keys[key] for key in SETUP if key in keys)
    held = Counter(chain(position.stock, *position.columns))
    for top in position.foundations:
        height = rules.ranks if rules.goal == "runs" else top & RANK_MASK
        held.update(top & ~RANK_MASK | rank for rank in range(1, height + 1))
    if held != Counter(rules.deck):
        yield problem_at(named, _deck_fault(position, held, game))
    yield from _layout_problems({str(key.text): value for key, value in root.pairs}, position, named)
    if number is None:
        return
    dealt = Position.numbered(rules, number)
    details: dict[str, Any] = {"deal": str(number)}
    if (position.columns, position.down) != (dealt.columns, dealt.down):
        pairs = zip(zip(position.columns, position.down), zip(dealt.columns, dealt.down))
        differ = [column for column, (a, b) in enumerate(pairs, 1) if a != b]
        yield problem_at(keys["columns"], Fault(Code.DEAL_MISMATCH, {**details, "differ": differ}, "columns"))
    if position.stock != dealt.stock:
        count = sum(a != b for a, b in zip_longest(position.stock, dealt.stock))
        yield problem_at(keys["stock"], Fault(Code.DEAL_MISMATCH, {**details, "count": count}, "stock"))
    if position.foundations != dealt.foundations:
        yield problem_at(keys["foundations"], Fault(Code.DEAL_MISMATCH, details, "foundations"))


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
        "stock": len(position.stock),
    }
    for option, values in game.options.items():
        for value in values:
            other = game.rules({**rules.options, option: value})
            if isinstance(other, Rules) and held == Counter(other.deck):
                return Fault(Code.WRONG_DECK, {**details, "rules": f"{{{option}: {value}}}"}, "option")
    covers = any(down for down, _ in rules.columns)
    if any(position.down) or (covers and position.stock):
        return Fault(Code.WRONG_DECK, details)
    for name, cards in (("lacking", missing), ("over", extra)):
        details[name] = [NAMES[card] for card in sorted(cards.elements())]
    return Fault(Code.WRONG_DECK, details, "seen")


def _layout_problems(values: Mapping[str, Node], position: Position, named: YamlScalar) -> Iterator[Problem]:
    rules = position.rules
    columns = values.get("columns")
    if len(position.columns) != len(rules.columns):
        counts = {"columns": len(position.columns), "wanted": len(rules.columns)}
        yield problem_at(named, Fault(Code.WRONG_LAYOUT, counts, "columns"))
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
