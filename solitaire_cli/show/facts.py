"""What the rules of a game say in words: the sentences of :mod:`solitaire_cli.words.rule_words` that hold for it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from solitaire_cli.core.cards import ACE, RANKS
from solitaire_cli.core.rules import Rules
from solitaire_cli.core.steps import CELL, RESERVE, place_name
from solitaire_cli.show.look import Look
from solitaire_cli.words.messages import LABELS
from solitaire_cli.words.rule_words import RULE_WORDS
from solitaire_cli.words.translation import LISTS, listed, translations

_MOST_KINDS = 3  # columns with so many different starts are told by start, others from left to right

Fact = tuple[str, str] | tuple[str, str, dict[str, Any]]
"""A policy and a word, and what the sentence needs beside :func:`_values`."""


def said(rules: Rules, look: Look) -> dict[str, list[str]]:
    """Return the sentences on the rules in each section of a guide."""
    found: dict[str, list[Fact]] = {
        "aim": _aim(rules),
        "layout": [*_layout(rules, look)],
        "moves": [*_moves(rules)],
        "stock": [*_stock(rules)],
        "foundations": [*_foundations(rules)],
    }
    return {section: _sentences(facts, rules, look) for section, facts in found.items()}


def summary(rules: Rules, look: Look) -> str:
    """Return what kind of game it is, in a few lines.

    >>> from solitaire_cli.api import games
    >>> summary(games()["beetle"].base, Look()).partition(".")[0]
    'A game of the Gypsy family: 2 packs, 8 columns'
    """
    covered = any(down for down, _ in rules.columns)
    seen = "some" if covered else "columns" if rules.stock_size else "all"
    place = "-in-place" if rules.goal == "in-place" else ""
    return " ".join(_sentences([("family", rules.kind), ("kind", rules.kind + place), ("seen", seen)], rules, look))


def _sentences(facts: list[Fact], rules: Rules, look: Look) -> list[str]:
    values = _values(rules)
    return [look.phrase(RULE_WORDS[fact[:2]], **values, **dict(*fact[2:])) for fact in facts]


def _values(rules: Rules) -> dict[str, Any]:
    columns, stock = len(rules.columns), rules.stock_size
    deals = {"stock": stock, "deals": -(-stock // columns), "last": stock % columns}
    table = {"cards": rules.cards, "packs": rules.packs, "columns": columns, "piles": len(rules.piles)}
    places = {"cells": rules.cells, "reserves": rules.reserves, "room": rules.room}
    ranks = {"king": RANKS[rules.ranks - 1], "ranks": rules.ranks, "base": RANKS[rules.base - 1], "laps": rules.laps}
    return {**table, **deals, **places, **ranks}


def _aim(rules: Rules) -> list[Fact]:
    if rules.goal != "cards":
        return [("goal", rules.goal), *(_complete(rules) if rules.goal == "in-place" else ())]
    return [("goal", "cards" if rules.base == ACE and rules.laps == 1 else "cards-round")]


def _complete(rules: Rules) -> list[Fact]:
    return [("complete", rules.complete), ("head", rules.head)]


def _layout(rules: Rules, look: Look) -> Iterator[Fact]:
    yield "cards", "" if rules.stock_size else "no-stock"
    if rules.cells:
        yield "cells", "one" if rules.cells == 1 else "several"
    held = {place: len(cards) for place, cards in rules.other_plan.items()}
    if rules.reserves:
        stored = [held.get(RESERVE + reserve, 0) for reserve in range(rules.reserves)]
        if len(set(stored)) == 1:
            state = "dealt" if stored[0] else "empty"
            yield "reserves", f"{'one' if rules.reserves == 1 else 'several'}-{state}", {"dealt": stored[0]}
        else:
            yield "reserves", "unlike-dealt", {"dealt": sum(stored)}
    if any(placed.place >= RESERVE and not placed.up for placed in rules.tableau):
        yield "reserves", "down"
    yield from _arranged(rules)
    cells = [place for place in held if CELL <= place < RESERVE]
    if cells:
        names = listed([place_name(place) for place in cells], look.language)
        yield "dealt", "cells", {"dealt": len(cells), "places": names}
    if -1 in held:
        yield "dealt", "foundations", {"dealt": held[-1]}
    if rules.by[0]:
        yield "columns", "by", {"by": RANKS[rules.by[1] - 1]}
    elif rules.mixed:
        yield "columns", "mixed"
    elif not rules.diagram.captions:
        yield from _columns(rules, look)


def _arranged(rules: Rules) -> Iterator[Fact]:
    """Yield which cards are put before or behind the others before the deal."""
    if "beak" in rules.first:
        yield "first", "beak"
    elif cards := [name for name in rules.first if name not in RANKS]:
        yield "first", "cards", {"first": " ".join(cards)}
    for rank in RANKS:
        if rank in rules.first:
            yield "first", "rank", {"rank": rank}
    if rules.last:
        yield "last", "cards", {"behind": " ".join(rules.last)}


def _columns(rules: Rules, look: Look) -> Iterator[Fact]:
    """Yield how many cards of each column lie face down and face up."""
    starts = set(rules.columns)
    if len(starts) == 1:
        down, up = rules.columns[0]
        yield "columns", "all-down" if down else "all-up", {"down": down, "up": up}
        return
    if len(starts) <= _MOST_KINDS:
        groups = [
            [at for at, each in enumerate(rules.columns) if each == start] for start in dict.fromkeys(rules.columns)
        ]
    else:
        groups = [*_stretches(rules)]
    for places in groups:
        (down, up), (last_down, last_up) = rules.columns[places[0]], rules.columns[places[-1]]
        where = translations(look.language).many(*LISTS["at_columns"], len(places))
        numbers = where.format(items=listed(_ranges(places, look), look.language))
        values = {"where": numbers, "down": _span(down, last_down, look), "up": _span(up, last_up, look)}
        yield "columns", "down" if down or last_down else "up" if up or last_up else "none", values


def _stretches(rules: Rules) -> Iterator[list[int]]:
    """Yield columns side by side whose numbers of cards change by the same amounts from one to the next."""
    place, columns = 0, rules.columns
    while place < len(columns):
        stretch = [place]
        while (at := stretch[-1] + 1) < len(columns):
            change = [after - before for before, after in zip(columns[at - 1], columns[at])]
            first = [after - before for before, after in zip(columns[place], columns[place + 1])]
            if change != first or max(map(abs, change)) > 1 or (len(stretch) == 1 and change[0] * change[1]):
                break
            stretch.append(at)
        yield stretch
        place = stretch[-1] + 1


def _ranges(places: list[int], look: Look) -> list[str]:
    """Return columns as they are named, those side by side as a range."""
    found: list[str] = []
    for _, run in groupby(enumerate(places), lambda pair: pair[1] - pair[0]):
        numbers = [place + 1 for _, place in run]
        found += [_span(numbers[0], numbers[-1], look)] if len(numbers) > 2 else map(str, numbers)
    return found


def _span(low: int, high: int, look: Look) -> str:
    return str(low) if low == high else look.phrase(LABELS["from-to"], low=str(low), high=str(high))


def _moves(rules: Rules) -> Iterator[Fact]:
    if rules.direction == "both":
        yield "build-both", rules.build
    else:
        yield "build-round" if rules.wrap else "build", rules.build
    if rules.wrap and rules.direction == "both":
        yield "wrap", "both"
    if rules.unit == "run" and rules.run != "same-suit":
        yield "run", rules.run
    else:
        yield "unit", rules.unit
    if rules.unit == "run" and rules.carry != "all":
        doubling = rules.carry if rules.carry == "pieces" or rules.empty == "any" else "cells"
        yield "carry", doubling if rules.cells or doubling == "cells" else f"{doubling}-no-cells"
    if rules.empty == "king" and rules.goal == "cards" and rules.base != ACE:
        yield "empty", "last"
    else:
        yield "empty", "none" if rules.empty == "none" else f"{rules.empty}-{rules.unit}"
    onto = "cards" if rules.goal == "cards" else "runs"
    if rules.cells:
        yield "cells", onto
    if rules.reserves:
        if rules.reserve != "run":
            yield "reserve", onto
        yield "reserve", "any" if rules.reserve == "card" and not rules.room else _TAKES[rules.reserve]
        if rules.opens != "always" and rules.reserve != "none":
            yield "opens", rules.opens
    if any(down for down, _ in rules.columns):
        yield "turn", ""


_TAKES = {"none": "none", "card": "room", "run": "run"}


def _stock(rules: Rules) -> Iterator[Fact]:
    if rules.stock_size:
        held = rules.serves == "held-columns" and rules.stock == "always"
        yield "stock", rules.serves if held else rules.stock
        if not held:
            single = rules.stock_size < len(rules.columns)
            yield "deals", "single" if single else "uneven" if rules.stock_size % len(rules.columns) else "even"


def _foundations(rules: Rules) -> Iterator[Fact]:
    if rules.goal == "in-place":
        return
    if rules.goal == "cards":
        yield "removal", "none"
        if rules.base != ACE:
            yield "base", "rank" if rules.base else "dealt"
        if rules.laps > 1:
            yield "laps", ""
    elif rules.complete == "same-suit" and rules.head == "king":
        yield "removal", rules.removal
    else:
        yield "removal", f"{rules.removal}-other"
        yield from _complete(rules)
    if rules.auto:
        yield "auto", ""
