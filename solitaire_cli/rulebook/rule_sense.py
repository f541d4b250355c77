"""Whether the fields of a rule file make sense together, with every value of every option in turn."""

from __future__ import annotations

from collections.abc import Iterator

from solitaire_cli.core.errors import Problem
from solitaire_cli.core.position import Position
from solitaire_cli.core.rules import Game, Rules
from solitaire_cli.core.sense import idle, sense
from solitaire_cli.rulebook.rule_nodes import rule_problem
from solitaire_cli.transcript.located_yaml import Node, YamlMap

_TRIED = 20  # how many deals are tried where rules alone do not say whether each can be dealt


def check_sense(game: Game, fields: dict[str, Node]) -> list[Problem]:
    """Return what is wrong with a game, at the fields of its file.

    A fault of one value of an option is told at that value; one that the defaults have too is not told again. A field
    without effect is a fault only if it has none under any value.
    """
    defaults = {option: next(iter(values)) for option, values in game.options.items()}
    choices = [("", "")]
    choices += [(option, value) for option, values in game.options.items() for value in values]
    told: set[tuple[str, str]] = set()
    problems, useless = [], []
    for option, value in choices:
        chosen = {**defaults, option: value} if option else defaults
        rules = game.patched(chosen)
        faults = sense(rules)
        tried = next(_undealable(rules), 0) if not faults else 0
        faults += [("tableau", "undealable")] if tried else []
        useless.append(dict(idle(rules)))
        for field, variant in faults:
            if (field, variant) in told:
                continue
            told.add((field, variant))
            node = _patched(fields, option, value, field) or _of(fields, field)
            problems.append(rule_problem(node, variant, number=tried))
    for field, needed in useless[0].items():
        if all(field in found for found in useless):
            problems.append(rule_problem(_of(fields, field), "idle", field=field, needed=needed))
    return problems


def _of(fields: dict[str, Node], field: str) -> Node:
    """Return a field of the file, or one that stands in for it where the file is silent."""
    return next(fields[name] for name in (*_spelled(field), "goal") if name in fields)


def _patched(fields: dict[str, Node], option: str, value: str, field: str) -> Node | None:
    """Return the node that changes ``field`` for a value of an option, else the node of all that the value changes."""
    node: Node | None = fields.get("options") if option else None
    for name in (option, value):
        node = _pairs(node).get(name)
    return next((_pairs(node)[name] for name in _spelled(field) if name in _pairs(node)), node)


def _pairs(node: Node | None) -> dict[str | None, Node]:
    return {key.text: value for key, value in node.pairs} if isinstance(node, YamlMap) else {}


def _spelled(field: str) -> tuple[str, ...]:
    return ("columns", "tableau") if field in ("columns", "tableau") else (field,)


def _undealable(rules: Rules) -> Iterator[int]:
    """Yield numbers whose deals miss a card or have none that a foundation takes where one is dealt to it."""
    if not (rules.first or rules.last or rules.by[0] or any(placed.place < 0 for placed in rules.tableau)):
        return
    for number in range(1, _TRIED + 1):
        try:
            position = Position.numbered(rules, str(number))
        except (IndexError, ValueError):
            yield number
            continue
        piles = [*position.columns, *position.cells, *position.reserves, position.stock_left]
        tops = zip(rules.piles, position.heights, position.foundations)
        fits = all(
            top == (suit << 4 | (position.base + height - 2) % rules.ranks + 1) for suit, height, top in tops if height
        )
        if not fits or sum(map(len, piles)) + sum(position.heights) != rules.cards:
            yield number
