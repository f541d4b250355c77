"""Whether rules make sense: what contradicts itself, and what has no effect.

Each answer names the field of a rule file that is wrong.
"""

from __future__ import annotations

from collections import Counter

from solitaire_cli.core.cards import ACE, NAMES, SUITS
from solitaire_cli.core.numbering import FOREIGN
from solitaire_cli.core.rules import Rules
from solitaire_cli.core.steps import CELL, RESERVE


def sense(rules: Rules) -> list[tuple[str, str]]:
    """Return the fields that make no sense with the others, each with the variant of its fault; none for a game."""
    counted = rules.goal == "cards"
    automatic = rules.removal == "automatic"
    simple = rules.complete == "same-suit" and rules.head == "king" and not rules.wrap
    from_ace = rules.base == ACE and rules.laps == 1 and not rules.cells and not rules.reserves
    dealt_to_piles = any(placed.place < 0 for placed in rules.tableau)
    suits, listed = Counter(rules.suits), Counter(rules.order)
    piles = {suit: count * rules.packs for suit, count in suits.items()}
    split = any(count % rules.laps for count in piles.values())
    all_piles = {suit: count // rules.laps for suit, count in piles.items()}
    covered = any(0 < cover == sum(cards) for (cover, _), cards in zip(rules.faces, rules.columns))
    each_once = max(listed.values()) == 1 and suits.keys() <= listed.keys()
    wrong = {
        ("goal", "goal-removal"): (rules.goal == "runs") == (rules.removal == "none"),
        ("auto", "auto-goal"): rules.auto and not counted,
        ("auto", "auto-base"): rules.auto and counted and not from_ace,
        ("columns", "too-few-cards"): rules.cards < len(rules.tableau),
        ("columns", "covered-column"): covered,
        ("columns", "no-such-place"): not _has_places(rules),
        ("columns", "full-cell"): _deals_twice_to_a_cell(rules),
        ("removal", "automatic-run"): automatic and not simple,
        ("columns", "dealt-run"): automatic and any(up >= rules.ranks for _, up in rules.columns),
        ("head", "head-wrap"): rules.head == "any" and not rules.wrap,
        ("direction", "direction-run"): rules.direction == "both" and rules.unit == "run",
        ("laps", "laps-piles"): counted and split,
        ("piles", "piles-suits"): counted and not split and listed != all_piles and not each_once,
        ("base", "base-rank"): rules.base > rules.ranks,
        ("base", "base-undealt"): counted and not rules.base and not dealt_to_piles,
        ("columns", "dealt-to-piles"): dealt_to_piles and not counted,
        ("first", "absent-card"): not _are_there(rules, rules.first),
        ("last", "absent-card"): not _are_there(rules, rules.last),
        ("last", "first-and-last"): _overlap(rules),
    }
    return [fault for fault, found in wrong.items() if found]


def idle(rules: Rules) -> list[tuple[str, list[str]]]:
    """Return the fields that change nothing, each with what it needs for that, as rule files write it."""
    counted, runs = ["goal: cards"], ["goal: runs", "goal: in-place"]
    whole = rules.goal in ("runs", "in-place")
    takes_cards = rules.reserves > 0 and rules.reserve == "card"
    useless = [
        ("complete", runs, rules.complete != "same-suit" and not whole),
        ("head", runs, rules.head != "king" and not whole),
        ("base", counted, rules.base != ACE and rules.goal != "cards"),
        ("laps", counted, rules.laps != 1 and rules.goal != "cards"),
        ("run", ["unit: run"], rules.run != "same-suit" and rules.unit == "any"),
        ("carry", ["unit: run"], rules.carry != "all" and rules.unit != "run"),
        ("reserve", ["reserves: 1"], rules.reserve != "none" and not rules.reserves),
        ("room", ["reserve: card"], rules.room != 1 and not takes_cards),
        ("opens", ["reserve: card", "reserve: run"], rules.opens != "always" and rules.reserve == "none"),
    ]
    found = [(field, needed) for field, needed, is_idle in useless if is_idle]
    return found + [("numbers", [_foreign_pack(kind)]) for kind in rules.numbers if not rules.deals_as(kind)]


def _foreign_pack(kind: str) -> str:
    """Return what rules need that take numbers of a kind."""
    packs, suits, ranks, columns = FOREIGN[kind]
    sizes = ", ".join(f"0+{column}" for column in columns)
    return f"packs: {packs}, suits: [{', '.join(SUITS[:suits])}], ranks: {ranks}, columns: [{sizes}]"


def _has_places(rules: Rules) -> bool:
    """Return whether the cells and reserves are there that the tableau deals to."""
    places = {placed.place for placed in rules.tableau}
    cells = {place - CELL for place in places if CELL <= place < RESERVE}
    reserves = {place - RESERVE for place in places if place >= RESERVE}
    return max(cells, default=-1) < rules.cells and max(reserves, default=-1) < rules.reserves


def _deals_twice_to_a_cell(rules: Rules) -> bool:
    count = Counter(placed.place for placed in rules.tableau if CELL <= placed.place < RESERVE)
    return any(cards > 1 for cards in count.values())


def _are_there(rules: Rules, names: tuple[str, ...]) -> bool:
    """Return whether the cards that ``names`` puts before or behind the others can all be taken from the pack."""
    if "beak" in names:
        return len(names) == 1
    left = Counter({NAMES[card]: count for card, count in rules.deck.items()})
    left.subtract(name for name in names if len(name) == 2)
    ranks = Counter(name for name in names if len(name) == 1)
    for rank, count in ranks.items():
        left[rank] = sum(left[name] for name in left if name[0] == rank and len(name) == 2) - count
    mixed = any(name[0] in ranks for name in names if len(name) == 2)
    return not mixed and min(left.values(), default=0) >= 0


def _overlap(rules: Rules) -> bool:
    """Return whether one card could be wanted before all others and behind them."""
    ranks = [{name[0] for name in names} for names in (rules.first, rules.last)]
    return bool(ranks[0] & ranks[1]) or ("b" in ranks[0] | ranks[1] and all(ranks))
