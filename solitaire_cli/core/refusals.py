"""Why a step is refused: the first reason in the order of the codes."""

from __future__ import annotations

from typing import Any

from solitaire_cli.core.cards import ACE, EMPTY, NAMES, RANK_MASK, RANKS, RUNS
from solitaire_cli.core.errors import Code, Fault
from solitaire_cli.core.reach import (
    capacity,
    free_cells,
    has_room,
    has_space,
    longest,
    only_cells,
    reserves_open,
    run_length,
    weight,
)
from solitaire_cli.core.steps import (
    AUTO,
    CELL,
    DEAL,
    FREE_CELL,
    LONGEST,
    MOVE,
    RESERVE,
    TO_FOUNDATION,
    UNDO,
    Step,
    place_name,
)
from solitaire_cli.core.table import Table


def refusal(position: Table, step: Step) -> Fault | None:
    """Return why ``step`` is refused in ``position``, ``None`` if it is legal.

    Of several reasons it is the first in the order of the codes; the legal steps are never listed for it. Source:
    sections 2 and 5 of the contract; for columns the documents' «Правила перемещения карт» (000, 002) and «Правила и
    порядок игры» (001).

    >>> from solitaire_cli.api import deal
    >>> print(refusal(deal("beetle", 24), Step(MOVE, 0, 1)).code)
    build-rank
    """
    kind = step.kind
    if kind == MOVE:
        if _plain_move(position, step):
            return None
        found = resolved(position, step) if step.cards == LONGEST else step
        return found if isinstance(found, Fault) else _move_fault(position, found)
    if kind == DEAL:
        return deal_fault(position)
    if kind == TO_FOUNDATION:
        return foundation_fault(position, step)
    if kind == AUTO:
        return auto_fault(position)
    if kind == UNDO:
        return None if position.history else Fault(Code.NOTHING_TO_UNDO)
    return None if position.undone else Fault(Code.NOTHING_TO_REDO)


def _plain_move(position: Table, step: Step) -> bool:
    """Return whether a move between columns is one that a few questions show to be legal, as nearly all are.

    ``attempt`` asks the same in its own lines: a call for each step would make ``validate`` a tenth slower.
    """
    _, source, target, count, claim = step
    columns = position.columns
    if not (0 <= source < len(columns) and 0 <= target < len(columns) and source != target):
        return False
    column, onto = columns[source], columns[target]
    start = len(column) - count
    if not position.down[source] <= start < len(column):
        return False
    head = column[start]
    runs = count == 1 or (position.strict and count < len(RUNS) and column[start:] == RUNS[count][head])
    return runs and claim in (0, head) and position.goes[(onto[-1] if onto else EMPTY) << 6 | head] == 1


def resolved(position: Table, step: Step) -> Step | Fault:
    """Return ``step`` with the count that ``x*`` stands for and the cell that ``c`` stands for, or why there is none.

    Onto a card the count is the target's rank less the playable card's, or the least that fits where ranks do not tell;
    onto an empty column it is the longest run that may move.
    """
    if step.cards != LONGEST:
        return step
    if step.target == FREE_CELL:
        return step._replace(target=next(iter(free_cells(position)), CELL), cards=1)
    fault = _place_fault(position, step)
    if fault:
        return fault
    onto = position.place(step.target)
    cards = position.place(step.source)
    if not onto or step.target >= CELL:
        most = longest(position, step.source) if step.target < CELL else 1
        counts = (step._replace(cards=count) for count in range(most, 1, -1))
        return next((found for found in counts if has_space(position, found)), step._replace(cards=1))
    if not position.rules.strict:
        for count in range(1, longest(position, step.source) + 1):
            if position.goes[onto[-1] << 6 | cards[-count]]:
                return step._replace(cards=count)
    count = (onto[-1] & RANK_MASK) - (cards[-1] & RANK_MASK)
    if count > 0:
        return step._replace(cards=count)
    return _target_fault(position, step.target, cards[-1]) or step


def _place_fault(position: Table, step: Step) -> Fault | None:
    """Return why there is nothing that ``step`` could move, or no place for it."""
    kind, source, target, _, _ = step
    width = len(position.columns)
    places = (source, target) if kind == MOVE else (source,)
    for place in places:
        if place < CELL and not 0 <= place < width:
            return Fault(Code.NO_SUCH_COLUMN, {"column": place + 1, "columns": width})
    for place in places:
        if place >= RESERVE and place - RESERVE >= len(position.reserves):
            details = {"place": place_name(place), "count": len(position.reserves)}
            return Fault(Code.NO_SUCH_CELL, details, "reserve" if position.reserves else "no-reserves")
        if CELL <= place < RESERVE and place - CELL >= len(position.cells):
            details = {"place": place_name(place), "count": len(position.cells)}
            return Fault(Code.NO_SUCH_CELL, details, "" if position.cells else "no-cells")
    if kind == TO_FOUNDATION:
        if position.rules.goal == "in-place":
            return Fault(Code.NO_FOUNDATION_MOVE, {}, "in-place")
        if position.leaves:
            return Fault(Code.NO_FOUNDATION_MOVE)
        if target >= len(position.rules.piles):
            return Fault(Code.NO_SUCH_CELL, {"place": f"f{target + 1}", "count": len(position.rules.piles)}, "pile")
    elif source >= CELL and target >= CELL:
        return Fault(Code.NO_SUCH_STEP, {"source": place_name(source), "target": place_name(target)})
    elif target >= RESERVE and position.rules.reserve == "none":
        return Fault(Code.NO_SUCH_STEP, {"target": place_name(target)}, "reserve")
    elif source == target:
        return Fault(Code.SAME_COLUMN, {"column": source + 1})
    if position.place(source):
        return None
    return Fault(Code.EMPTY_COLUMN if source < CELL else Code.EMPTY_CELL, _at(source))


def _move_fault(position: Table, step: Step) -> Fault | None:
    fault = _place_fault(position, step)
    if fault:
        return fault
    _, source, target, count, claim = step
    column = position.place(source)
    size = len(column)
    movable = longest(position, source)
    up = size - (position.down[source] if source < CELL else 0)
    place: dict[str, Any] = {**_at(source), "count": count, "movable": movable}
    variant = "" if source < CELL else "place"
    if count > size:
        return Fault(Code.TOO_FEW_CARDS, {**place, "size": size}, variant)
    if count > up:
        return Fault(Code.FACE_DOWN, {**place, "up": up})
    if count > 1:
        if position.rules.unit == "card" or (source >= CELL and position.rules.reserve != "run"):
            return Fault(Code.ONE_CARD, place, variant)
        if target >= CELL and not (target >= RESERVE and position.rules.reserve == "run"):
            return Fault(Code.ONE_CARD, {**place, "target": place_name(target)}, "cell")
    if count > movable:
        # the pair that breaks the run, seen from the playable card
        upper, lower = column[size - movable - 1], column[size - movable]
        details = {**place, "upper": NAMES[upper], "lower": NAMES[lower]}
        return Fault(Code.NOT_A_RUN, details, variant or _break(position, upper, lower))
    head = column[size - count]
    if claim and claim != head:
        return _claim_fault(source, claim, head)
    fault = _target_fault(position, target, head) if target < CELL else _taken_fault(position, step)
    if fault or has_space(position, step):
        return fault
    details = {**place, "space": capacity(position, step), "weight": weight(position, step)}
    if position.rules.carry == "pieces":
        return Fault(Code.NO_SPACE, details, "pieces")
    return Fault(Code.NO_SPACE, details, "cells" if only_cells(position.rules) else "")


def _taken_fault(position: Table, step: Step) -> Fault | None:
    """Return why the cell or reserve that ``step`` names takes nothing now."""
    details: dict[str, Any] = {"place": place_name(step.target)}
    if step.target >= RESERVE and not reserves_open(position):
        return Fault(Code.CELL_TAKEN, {**details, "left": len(position.stock) - position.dealt}, "closed")
    if has_room(position, step):
        return None
    if step.target >= RESERVE:
        return Fault(Code.CELL_TAKEN, details, "reserve-run" if position.rules.reserve == "run" else "reserve")
    free = free_cells(position)
    return Fault(Code.CELL_TAKEN, {**details, "free": place_name(free[0])} if free else details, "" if free else "full")


def _at(place: int) -> dict[str, Any]:
    """Return a place for a sentence: a column by its number, a cell or a reserve by its name."""
    return {"column": place + 1} if place < CELL else {"place": place_name(place)}


def _break(position: Table, upper: int, lower: int) -> str:
    """Return the variant for two cards that are no part of a run: their suits or colours are wrong, or their ranks."""
    gap = (upper - lower) & RANK_MASK
    if gap != 1:
        return ""
    return "suit" if position.rules.run == "same-suit" else position.rules.run


def _claim_fault(source: int, claim: int, head: int) -> Fault | None:
    if not claim or claim == head:
        return None
    details = {"claim": NAMES[claim], "card": NAMES[head], **_at(source)}
    return Fault(Code.CARD_MISMATCH, details, "" if source < CELL else "place")


def _target_fault(position: Table, target: int, head: int) -> Fault | None:
    """Return why column ``target`` does not take ``head``, and what is below it."""
    onto = position.columns[target]
    top = onto[-1] if onto else EMPTY
    if position.goes[top << 6 | head]:
        return None
    rules, rank = position.rules, head & RANK_MASK
    details: dict[str, Any] = {"card": NAMES[head], "target": target + 1}
    if not onto:
        if rules.empty == "none":
            return Fault(Code.NO_EMPTY_COLUMN, details)
        king = RANKS[rules.highest(position.base) - 1]
        return Fault(Code.KING_ONLY, {**details, "king": king}, "king" if king == "K" else "")
    details["top"] = NAMES[top]
    fits = [card for card in sorted(rules.deck) if position.goes[top << 6 | card]]
    if rank in {card & RANK_MASK for card in fits}:
        details["wanted"] = [NAMES[card] for card in fits if card & RANK_MASK == rank]
        if rules.build in ("other-colour", "same-colour"):
            return Fault(Code.BUILD_COLOUR, details, rules.build)
        return Fault(Code.BUILD_SUIT, details, "" if rules.build == "same-suit" else rules.build)
    plain = rules.direction == "down" and not rules.wrap
    if not fits or (plain and top & RANK_MASK == ACE):
        return Fault(Code.BUILD_RANK, details, "ace" if plain and top & RANK_MASK == ACE else "nothing")
    if plain and rank == rules.ranks:
        return Fault(Code.BUILD_RANK, details, "king" if position.goes[EMPTY << 6 | head] else "never")
    ranks = {NAMES[card][0] for card in fits}
    if len(ranks) > 1 or rules.build == "same-suit":
        return Fault(Code.BUILD_RANK, {**details, "wanted": [NAMES[card] for card in fits]})
    return Fault(Code.BUILD_RANK, {**details, "wanted": ranks.pop()}, rules.build)


def foundation_fault(position: Table, step: Step) -> Fault | None:
    """Return why a step to a foundation is refused."""
    source = step.source
    fault = _place_fault(position, step)
    if fault:
        return fault
    column = position.place(source)
    if position.rules.goal == "runs":
        if source >= CELL:
            return Fault(Code.RUN_INCOMPLETE, _at(source), "place")
        fault = None if position.complete(source) else _incomplete_fault(position, source)
        return fault or _claim_fault(source, step.claim, column[-position.ranks])
    head = column[-1]
    fault = _claim_fault(source, step.claim, head)
    takes = position.pile_for(head) if step.target < 0 else step.target
    if fault or (takes >= 0 and position.wanted(takes) == head):
        return fault
    if step.target >= 0:
        details = {"card": NAMES[head], "pile": f"f{takes + 1}", "wanted": NAMES[position.wanted(takes)]}
        return Fault(Code.FOUNDATION_RANK, details, "pile" if position.wanted(takes) else "full")
    wanted = {position.wanted(pile) for pile, suit in enumerate(position.rules.piles) if suit == head >> 4} - {0}
    names = [NAMES[card] for card in sorted(wanted)]
    return Fault(Code.FOUNDATION_RANK, {"card": NAMES[head], **_at(source), "wanted": names})


def _incomplete_fault(position: Table, source: int) -> Fault:
    """Return why no complete run ends in the playable card: the odd card, or the one that is missing."""
    column = position.columns[source]
    have = run_length(position, source, complete=True)
    last = column[-1]
    details: dict[str, Any] = {"column": source + 1, "have": have, "ranks": position.ranks}
    details |= {"last": NAMES[last], "king": RANKS[position.ranks - 1]}
    if have >= position.ranks:  # ranks wrap, and the run begins on the wrong one
        return Fault(
            Code.RUN_INCOMPLETE, {**details, "card": NAMES[column[-position.ranks]], "wanted": details["king"]}
        )
    if position.rules.complete != "same-suit" or position.rules.head == "any":
        return Fault(Code.RUN_INCOMPLETE, details, "loose")
    if last & RANK_MASK != ACE:
        return Fault(Code.RUN_INCOMPLETE, details, "no-ace")
    details["wanted"] = NAMES[last + have]
    above = len(column) - have - 1
    if above < position.down[source]:
        return Fault(Code.RUN_INCOMPLETE, details, "short")
    return Fault(Code.RUN_INCOMPLETE, {**details, "card": NAMES[column[above]]})


def deal_fault(position: Table) -> Fault | None:
    """Return why the stock may not be dealt, and what would help."""
    if position.dealt == len(position.stock):
        return Fault(Code.STOCK_EMPTY)
    if position.rules.stock == "always" or all(position.columns):
        return None
    empty = [place for place, cards in enumerate(position.columns, 1) if not cards]
    spare = spare_cards(position)
    if spare < len(empty):
        return Fault(Code.DEAL_BLOCKED, {"empty": empty, "spare": spare}, "never")
    heads = {place: head for place in range(len(position.columns)) if (head := _spare_head(position, place))}
    if not heads:
        return Fault(Code.DEAL_BLOCKED, {"empty": empty}, "none")
    details = {
        "empty": empty,
        "sources": [place + 1 for place in heads],
        "heads": [NAMES[head] for head in dict.fromkeys(heads.values())],
    }
    return Fault(Code.DEAL_BLOCKED, details, "" if position.rules.empty == "any" else "heads")


def spare_cards(position: Table) -> int:
    """Return how many cards could come to fill empty columns, by what can be seen; with fewer than those no deal comes.

    They are the cards that lie on others and that an empty column takes; one that lies face down may be such a card.
    """
    return sum(
        place < down or position.goes[EMPTY << 6 | card]
        for cards, down in zip(position.columns, position.down)
        for place, card in enumerate(cards)
        if place
    )


def _spare_head(position: Table, column: int) -> int:
    """Return the head of what can move from ``column`` to an empty one and leave a card behind; 0 if nothing can."""
    cards = position.columns[column]
    most = min(longest(position, column), len(cards) - 1)
    return next((cards[-count] for count in range(1, most + 1) if position.goes[EMPTY << 6 | cards[-count]]), 0)


def auto_fault(position: Table) -> Fault | None:
    """Return why the game cannot be ended by foundation moves alone."""
    if not position.rules.auto:
        return Fault(Code.NO_AUTO, {"game": position.rules.names})
    left = len(position.stock) - position.dealt
    if left:
        return Fault(Code.AUTO_NOT_READY, {"stock": left}, "stock")
    if position.won:
        return Fault(Code.AUTO_NOT_READY, {}, "won")
    return Fault(Code.AUTO_NOT_READY) if position.finish() is None else None
