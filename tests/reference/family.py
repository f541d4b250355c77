"""A second engine for all games of columns: small, slow and plain, for tests.

It shares no code with ``solitaire_cli``, and reads the rule files itself: :func:`games`. A game is a dict of policy
words (``WORDS`` says which, with the value that holds where a game is silent); :func:`deal` lays out a numbered deal,
:func:`legal_steps` lists every step of a position in the contract's order but ``auto``, :func:`play` takes one. Nothing
here is remembered, cached or undone: every answer is worked out from the cards that lie there.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import yaml

FOLDER = Path(__file__).parents[2] / "solitaire_cli" / "games"

RANKS = "A23456789TJQK"
RED = "HD"

WORDS: dict[str, Any] = {
    # the pack and the deal
    "packs": 1,
    "suits": ["C", "S", "H", "D"],  # of one pack, in the order of a fresh one
    "ranks": 13,
    "first": [],  # what goes to the front of the pack before the deal, in this order: see `_arranged`
    "last": [],  # what goes to its end
    "columns": None,  # "2+1" each: face-down rounds, then face-up rounds; or:
    "tableau": None,  # the rounds of the deal: see `_round`
    "cells": 0,
    "reserves": 0,
    # columns
    "build": "any-suit",  # the relation of a card to the next higher one on which it is laid
    "direction": "down",  # "both": to the next lower one too
    "wrap": False,  # a king goes on an ace
    "unit": "run",  # what moves: "card", "run", or "any" face-up card with what lies on it
    "run": "same-suit",  # the relation within a run that moves
    "carry": "all",  # how many cards: "all", "cells", "spaces" or "pieces": see `can_carry`
    "empty": "any",  # what an empty column takes: "any", "king" (the highest rank) or "none"
    # reserves
    "reserve": "none",  # what a reserve takes: "none", "card" or, if it is empty, a "run"
    "room": 1,  # how many cards it holds; "any"
    "opens": "always",  # when it takes them; "stock-out"
    # the stock
    "stock": "always",  # when it may be dealt; "no-empty-column"
    "serves": "columns",  # whom a deal serves; "held-columns": those that hold cards
    # the goal
    "goal": "cards",  # "cards" go up, "runs" are taken off whole, or the columns end "in-place" as complete runs
    "removal": "by-move",  # how a run is taken off: by a step, or "automatic"
    "complete": "same-suit",  # the relation within a complete run
    "head": "king",  # the first card of a complete run; "any"
    "piles": ["S", "H", "D", "C"],  # the order of the foundations where cards go up: of the suits, or of every pile
    "base": "A",  # their lowest card; "dealt": that of the first card dealt to them
    "laps": 1,  # how often a foundation goes through the ranks
}


DESCRIPTION = {"id", "names", "pysolfc", "options", "summary", "diagram", "guide", "auto", "numbers"}
"""The fields of a game that are no words; ``auto`` and the ``numbers`` of other programs are left to ``engine``."""


@cache
def games() -> dict[str, Any]:
    """Return the rule files of the package by the id of the game."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    found = [yaml.load(path.read_bytes(), loader) for path in sorted(FOLDER.glob("*.yaml"))]
    return {game["id"]: game for game in found}


def chosen(game: dict[str, Any], options: dict[str, str]) -> dict[str, Any]:
    """Return the words of a game with ``options`` and the first value of every other one."""
    rules = {word: value for word, value in game.items() if word not in DESCRIPTION}
    for option, patches in game.get("options", {}).items():
        rules |= patches[options.get(option, next(iter(patches)))]
    unknown = set(rules) - set(WORDS)
    if unknown:
        raise ValueError(f"no such word: {unknown}")
    return rules


class Card(NamedTuple):
    """A card; ``rank`` is 0 for an ace, ``pack`` tells twins apart."""

    rank: int
    suit: str
    pack: int

    @property
    def name(self) -> str:
        return RANKS[self.rank] + self.suit


class Lying(NamedTuple):
    """A card on the table, face up or down."""

    card: Card
    up: bool

    def __str__(self) -> str:
        return self.card.name if self.up else f"<{self.card.name}>"


class Step(NamedTuple):
    """A step: ``source`` and ``target`` are places such as ``("column", 3)``, counted from 0; ``deal`` has none."""

    source: tuple[str, int] | None
    target: tuple[str, int] | None
    cards: int = 1

    def __str__(self) -> str:
        if self.source is None or self.target is None:
            return "deal"
        many = f"x{self.cards}" if self.cards > 1 and self.target[0] != "foundation" else ""
        return f"{_place(self.source)}-{_place(self.target)}{many}"


class State:
    """What lies where, and the rules by which it is played."""

    def __init__(self, rules: dict[str, Any]) -> None:
        self.rules = {**WORDS, **rules}
        self.columns: list[list[Lying]] = []
        self.stock: list[Card] = []
        self.cells: list[Card | None] = [None] * self.rules["cells"]
        self.reserves: list[list[Lying]] = [[] for _ in range(self.rules["reserves"])]
        self.suits = foundation_suits(self.rules)
        self.piles: list[list[Card]] = [[] for _ in self.suits]
        self.base = 0 if self.rules["base"] == "dealt" else RANKS.index(self.rules["base"])

    def texts(self) -> dict[str, Any]:
        """Return the position as records have it."""
        texts: dict[str, Any] = {
            "columns": [_text(column) for column in self.columns],
            "foundations": [pile[-1].name if pile else "" for pile in self.piles],
            "stock": " ".join(card.name for card in self.stock),
        }
        if self.cells:
            texts["cells"] = [card.name if card else "" for card in self.cells]
        if self.reserves:
            texts["reserves"] = [_text(pile) for pile in self.reserves]
        return texts


# --- the deal ---------------------------------------------------------------------------------------------------------


def card_order(number: str, packs: int, suits: list[str], ranks: int) -> list[Card]:
    """Return the cards in dealing order: sections 3 and 9 of the contract."""
    value = int(number.removeprefix("ms"))
    microsoft = number.startswith("ms") or value < 32000
    fresh = [Card(rank, suit, pack) for pack in range(packs) for suit in suits for rank in range(ranks)]
    if microsoft and len(fresh) == 52:
        fresh = [fresh[suit * ranks + rank] for rank in range(ranks) for suit in (0, 3, 2, 1)]
    draws = _microsoft_draws(value) if microsoft else _twister_draws(value)
    next(draws)
    for last in range(len(fresh) - 1, 0, -1):
        other = draws.send(last + 1)
        fresh[last], fresh[other] = fresh[other], fresh[last]
    return fresh[::-1]


def _microsoft_draws(value: int) -> Any:
    """A coroutine: send a bound, get a number below it."""
    state, bound, draw = (value if value < 2**32 else value - 2**32), 1, 0
    while True:
        bound = yield draw
        state = (state * 214013 + 2531011) % 2**33
        bits = state >> 16
        if value < 2**31:
            draw = bits & 0x7FFF
        elif value < 2**32:
            draw = bits & 0x7FFF | 0x8000
        else:
            draw = (bits & 0xFFFF) + 1
        draw %= bound


def _twister_draws(value: int) -> Any:
    draw, source = 0, random.Random(value)
    while True:
        bound = yield draw
        draw = int(source.random() * bound)


def deal(rules: dict[str, Any], number: str) -> State:
    """Return the start of a numbered deal."""
    state = State(rules)
    rules = state.rules
    pack = _arranged(card_order(number, rules["packs"], rules["suits"], rules["ranks"]), rules)
    state.columns = [[] for _ in range(column_count(rules))]
    for line in tableau(rules):
        for kind, place, up in list(_round(line, pack)):
            _lay(state, pack.pop(0), kind, place, up)
    state.stock = pack
    return state


def _lay(state: State, card: Card, kind: str, place: int, up: bool) -> None:
    """Deal one card to its place."""
    if kind == "column":
        state.columns[place].append(Lying(card, up))
    elif kind == "cell":
        state.cells[place] = card
    elif kind == "reserve":
        state.reserves[place].append(Lying(card, up))
    else:
        if state.rules["base"] == "dealt" and not any(state.piles):
            state.base = card.rank
        pile = foundation_for(state, card)
        assert pile is not None, f"no foundation takes {card.name}"
        state.piles[pile].append(card)


def _arranged(pack: list[Card], rules: dict[str, Any]) -> list[Card]:
    """Return the pack with chosen cards at its front and at its end, the others in their order.

    ``AC`` is that card, of the first pack, or of the next one if it is named again; ``K`` is the last card of this
    rank; ``beak`` stands for every card of the first card's rank, in their order.
    """

    def choose(names: list[str]) -> list[Card]:
        chosen: list[Card] = []
        for name in names:
            fits = [card for card in pack if card not in chosen and name in (card.name, RANKS[card.rank])]
            if name == "beak":
                chosen += [card for card in pack if card.rank == pack[0].rank]
            elif len(name) == 1:
                chosen.append(fits[-1])
            else:
                chosen.append(min(fits, key=lambda card: card.pack))
        return chosen

    front, end = choose(rules["first"]), choose(rules["last"])
    return front + [card for card in pack if card not in front and card not in end] + end


def tableau(rules: dict[str, Any]) -> list[str]:
    """Return the rounds in which the cards are dealt; those of ``columns`` are face-down ones, then face-up ones."""
    if rules["tableau"]:
        lines: list[str] = rules["tableau"]
        return lines
    wanted = [[int(count) for count in column.split("+")] for column in rules["columns"]]
    lines = []
    for face, sign in ((0, "<{}>"), (1, "{}")):
        for lap in range(max(column[face] for column in wanted)):
            numbers = [str(place) for place, column in enumerate(wanted, 1) if lap < column[face]]
            lines.append(sign.format(" ".join(numbers)))
    return lines


def column_count(rules: dict[str, Any]) -> int:
    """Return the number of columns: the greatest that a round names."""
    return max(int(number) for line in tableau(rules) for number in re.findall(r"(?<![crfx\d])\d+", line))


def _round(line: str, pack: list[Card]) -> Iterator[tuple[str, int, bool]]:
    """Yield the places of a round in dealing order, each with whether its card is face up.

    ``<1-4> 5-7 x3`` is three rounds to columns 1 to 7, the cards of the first four face down; ``7-1`` goes from the
    right; ``c2``, ``r1`` and ``f`` are a cell, a reserve and the foundation that takes the card. ``1-9 by K`` deals the
    whole pack: to column 1, and each king begins the next column.
    """
    if found := re.fullmatch(r"1-\d+ by (.)", line):
        column = 0
        for place, card in enumerate(pack):
            column += place > 0 and RANKS[card.rank] == found[1]
            yield "column", column, True
        return
    times = re.search(r" x(\d+)$", line)
    for _ in range(int(times[1]) if times else 1):
        up = True
        for word in re.findall(r"[<>]|[^\s<>]+", line[: times.start()] if times else line):
            if word in "<>":
                up = word == ">"
                continue
            match = re.fullmatch(r"([crf]?)(\d*)(?:-(\d+))?", word)
            assert match, word
            kind = {"": "column", "c": "cell", "r": "reserve", "f": "foundation"}[match[1]]
            first = int(match[2] or 1)
            last = int(match[3] or first)
            for place in range(first, last + 1) if first <= last else range(first, last - 1, -1):
                yield kind, place - 1, up


# --- the rules --------------------------------------------------------------------------------------------------------


def related(relation: str, one: Card, other: Card) -> bool:
    """Return whether two cards go together, whatever their ranks."""
    return {
        "any-suit": True,
        "same-suit": one.suit == other.suit,
        "other-suit": one.suit != other.suit,
        "same-colour": (one.suit in RED) == (other.suit in RED),
        "other-colour": (one.suit in RED) != (other.suit in RED),
    }[relation]


def follows(state: State, upper: Card, lower: Card, relation: str, both: bool = False) -> bool:
    """Return whether ``lower`` may lie on ``upper``: the next lower rank (or with ``both`` the next higher one)."""
    gaps = (1, -1) if both else (1,)
    gap = upper.rank - lower.rank
    ranks = state.rules["ranks"]
    wraps = state.rules["wrap"]
    return any(gap == wanted or (wraps and (gap - wanted) % ranks == 0) for wanted in gaps) and related(
        relation, upper, lower
    )


def highest(state: State) -> int:
    """Return the rank before the base of the foundations."""
    ranks: int = state.rules["ranks"]
    return (state.base - 1) % ranks


def may_move(state: State, column: int, count: int) -> bool:
    """Return whether the last ``count`` cards of a column may move together, to somewhere."""
    cards = state.columns[column]
    if not 1 <= count <= len(cards) or not all(lying.up for lying in cards[-count:]):
        return False
    if count == 1 or state.rules["unit"] == "any":
        return True
    return state.rules["unit"] == "run" and is_run(state, cards[-count:], state.rules["run"])


def is_run(state: State, cards: list[Lying], relation: str) -> bool:
    """Return whether each card lies face up on the next higher one of the relation."""
    return all(lying.up for lying in cards) and all(
        follows(state, upper.card, lower.card, relation, state.rules["direction"] == "both")
        for upper, lower in pairwise(cards)
    )


def can_carry(state: State, column: int, target: int | None, count: int) -> bool:
    """Return whether there is space enough to carry ``count`` cards from ``column``."""
    carry = state.rules["carry"]
    if carry == "all":
        return True
    space = 1 + state.cells.count(None)
    if carry in ("spaces", "pieces") and state.rules["empty"] == "any":
        space <<= sum(1 for place, cards in enumerate(state.columns) if not cards and place != target)
    if carry == "pieces":
        moving = state.columns[column][-count:]
        count = 1 + sum(upper.card.suit != lower.card.suit for upper, lower in pairwise(moving))
    return count <= space


def takes(state: State, target: int, head: Card) -> bool:
    """Return whether a column takes ``head`` with what lies on it."""
    cards = state.columns[target]
    rules = state.rules
    if cards:
        return cards[-1].up and follows(state, cards[-1].card, head, rules["build"], rules["direction"] == "both")
    return rules["empty"] == "any" or (rules["empty"] == "king" and head.rank == highest(state))


def reserve_takes(state: State, place: int, column: int, count: int) -> bool:
    """Return whether a reserve takes the last ``count`` cards of a column."""
    word, pile = state.rules["reserve"], state.reserves[place]
    if word == "none" or (state.rules["opens"] == "stock-out" and state.stock):
        return False
    if word == "run":
        return not pile
    return count == 1 and (state.rules["room"] == "any" or len(pile) < state.rules["room"])


def foundation_suits(rules: dict[str, Any]) -> list[str]:
    """Return the suit of each foundation, "" for any."""
    if rules["goal"] == "in-place":
        return []
    if rules["goal"] == "runs":
        return [""] * (rules["packs"] * len(rules["suits"]))
    if len(rules["piles"]) > len(set(rules["piles"])):
        whole: list[str] = rules["piles"]
        return whole
    each = {suit: rules["packs"] * rules["suits"].count(suit) // rules["laps"] for suit in rules["piles"]}
    return [suit for suit in rules["piles"] for _ in range(each[suit])]


def foundation_for(state: State, card: Card) -> int | None:
    """Return the first pile that takes ``card``."""
    rules = state.rules
    for place, (suit, pile) in enumerate(zip(state.suits, state.piles, strict=True)):
        wanted = (state.base + len(pile)) % rules["ranks"]
        if len(pile) == rules["laps"] * rules["ranks"] or card.rank != wanted:
            continue
        if suit == card.suit:
            return place
    return None


def complete(state: State, column: int) -> bool:
    """Return whether a complete run, of all ranks, ends the column."""
    cards = state.columns[column][-state.rules["ranks"] :]
    return (
        len(cards) == state.rules["ranks"]
        and (state.rules["head"] == "any" or cards[0].card.rank == highest(state))
        and is_run(state, cards, state.rules["complete"])
    )


def may_deal(state: State) -> bool:
    """Return whether the stock may be dealt."""
    if not state.stock:
        return False
    return state.rules["stock"] == "always" or all(state.columns)


def legal_steps(state: State) -> list[Step]:
    """Return every legal step: by source, target and count, then to the foundations, then the deal."""
    return [*_moves(state), *_foundation_steps(state), *([Step(None, None)] if may_deal(state) else [])]


def _moves(state: State) -> Iterator[Step]:
    for source, cards in enumerate(state.columns):
        counts = [count for count in range(1, len(cards) + 1) if may_move(state, source, count)]
        for target in range(len(state.columns)):
            for count in counts:
                fits = target != source and takes(state, target, cards[-count].card)
                if fits and can_carry(state, source, target, count):
                    yield Step(("column", source), ("column", target), count)
        if counts and None in state.cells:
            yield Step(("column", source), ("cell", state.cells.index(None)))
        for target in range(len(state.reserves)):
            for count in counts:
                if reserve_takes(state, target, source, count) and can_carry(state, source, None, count):
                    yield Step(("column", source), ("reserve", target), count)
    for place, cards in held(state):
        for target in range(len(state.columns)):
            for count in range(1, len(cards) + 1):
                if takes(state, target, cards[-count].card):
                    yield Step(place, ("column", target), count)


def held(state: State) -> Iterator[tuple[tuple[str, int], list[Lying]]]:
    """Yield what can be played from cells and reserves, with its place: one card, or a run where reserves take runs."""
    for place, card in enumerate(state.cells):
        if card:
            yield ("cell", place), [Lying(card, True)]
    for place, pile in enumerate(state.reserves):
        if pile and pile[-1].up:
            runs = state.rules["reserve"] == "run"
            counts = [count for count in range(1, len(pile) + 1) if is_run(state, pile[-count:], state.rules["run"])]
            yield ("reserve", place), pile[-(counts[-1] if runs else 1) :]


def _foundation_steps(state: State) -> Iterator[Step]:
    rules = state.rules
    for source, cards in enumerate(state.columns):
        if rules["goal"] == "runs" and rules["removal"] == "by-move" and complete(state, source):
            yield Step(("column", source), ("foundation", -1), rules["ranks"])
        if rules["goal"] == "cards" and cards and cards[-1].up and foundation_for(state, cards[-1].card) is not None:
            yield Step(("column", source), ("foundation", -1))
    if rules["goal"] == "cards":
        for place, held_cards in held(state):
            if foundation_for(state, held_cards[-1].card) is not None:
                yield Step(place, ("foundation", -1))


def won(state: State) -> bool:
    """Return whether the game is won."""
    if state.stock or any(state.cells) or any(state.reserves):
        return False
    if state.rules["goal"] != "in-place":
        return not any(state.columns)
    ranks: int = state.rules["ranks"]
    return all(
        not cards or (len(cards) == ranks and complete(state, place)) for place, cards in enumerate(state.columns)
    )


# --- a step -----------------------------------------------------------------------------------------------------------


def play(state: State, step: Step) -> None:
    """Take a legal step; a card that it lays bare in a column is turned up, and where the rules say so runs leave."""
    if step.source is None or step.target is None:
        _deal_row(state)
    else:
        _put(state, step.target, _taken(state, step.source, step.cards))
        _turn_up(state, step.source)
    if state.rules["goal"] == "runs" and state.rules["removal"] == "automatic":
        for place in range(len(state.columns)):
            if complete(state, place):
                _put(state, ("foundation", -1), _taken(state, ("column", place), state.rules["ranks"]))
                _turn_up(state, ("column", place))


def _put(state: State, target: tuple[str, int], cards: list[Lying]) -> None:
    """Lay cards on their new place."""
    kind, place = target
    if kind == "column":
        state.columns[place] += cards
    elif kind == "reserve":
        state.reserves[place] += cards
    elif kind == "cell":
        state.cells[place] = cards[0].card
    elif state.rules["goal"] == "runs":
        free = next(pile for pile in state.piles if not pile)
        free += [lying.card for lying in cards]
    else:
        pile = foundation_for(state, cards[0].card)
        assert pile is not None
        state.piles[pile].append(cards[0].card)


def _turn_up(state: State, place: tuple[str, int]) -> None:
    """Turn up the last card of a column."""
    if place[0] == "column" and state.columns[place[1]]:
        state.columns[place[1]][-1] = state.columns[place[1]][-1]._replace(up=True)


def _taken(state: State, source: tuple[str, int], count: int) -> list[Lying]:
    """Take cards away from their place."""
    kind, place = source
    if kind == "cell":
        card = state.cells[place]
        assert card
        state.cells[place] = None
        return [Lying(card, True)]
    pile = state.columns[place] if kind == "column" else state.reserves[place]
    taken = pile[-count:]
    del pile[-count:]
    return taken


def _deal_row(state: State) -> None:
    """Deal one card to each column that is served, from the left, until the stock ends.

    ``held-columns`` are those that hold cards; if none does, the first column gets one.
    """
    served = [column for column in state.columns if column or state.rules["serves"] == "columns"]
    for column in served or state.columns[:1]:
        if state.stock:
            column.append(Lying(state.stock.pop(0), True))


# --- text -------------------------------------------------------------------------------------------------------------


def read_step(state: State, text: str) -> Step:
    """Return the step that a text means among the legal ones; ``5-c`` is the first empty cell."""
    for step in legal_steps(state):
        short = re.sub(r"-c\d+$", "-c", str(step))
        if text in (str(step), short):
            return step
    raise ValueError(f"not legal: {text}")


def _text(cards: list[Lying]) -> str:
    return " ".join(map(str, cards))


def _place(place: tuple[str, int]) -> str:
    kind, number = place
    if kind == "foundation":
        return "f" if number < 0 else f"f{number + 1}"
    return {"column": "", "cell": "c", "reserve": "r"}[kind] + str(number + 1)
