"""The rules: why a step is refused, which steps are legal, and how a game ends."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from solitaire_cli.core.cards import ACE, EMPTY, NAMES, RANK_MASK, RANKS, RUNS
from solitaire_cli.core.errors import Code, Fault
from solitaire_cli.core.rules import Rules
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
    Change,
    Step,
    place_name,
)
from solitaire_cli.core.table import Table

_NO_RUN = len(RUNS)  # the first count that no run has
WON, LOST, OPEN = RESULTS = ("won", "lost", "open")


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
        found = resolved(position, step) if step.cards == LONGEST else step
        return found if isinstance(found, Fault) else _move_fault(position, found)
    if kind == DEAL:
        return _deal_fault(position)
    if kind == TO_FOUNDATION:
        return _foundation_fault(position, step)
    if kind == AUTO:
        return _auto_fault(position)
    if kind == UNDO:
        return None if position.history else Fault(Code.NOTHING_TO_UNDO)
    return None if position.undone else Fault(Code.NOTHING_TO_REDO)


def attempt(position: Table, step: Step) -> Fault | None:
    """Take ``step`` if it is legal, else return why not: :func:`refusal` and ``apply_trusted`` in one.

    The few questions here are enough for the legal moves that complete no run, nearly all steps of transcripts.
    """
    kind, source, target, count, claim = step
    columns = position.columns
    if kind == MOVE and source < len(columns) and target < len(columns) and source != target:
        column = columns[source]
        covered = position.down[source]
        start = len(column) - count
        if covered <= start < len(column):
            head = column[start]
            onto = columns[target]
            if (
                # it goes there
                position.goes[(onto[-1] if onto else EMPTY) << 6 | head]
                # it may move
                and (count == 1 or (position.strict and count < _NO_RUN and column[start:] == RUNS[count][head]))
                and (not claim or claim == head)
                # it completes nothing: no ace comes under cards of its suit
                and not (position.leaves and column[-1] & RANK_MASK == ACE and onto and onto[-1] - head == 1)
            ):
                if count == 1:
                    onto.append(column.pop())
                else:
                    onto += column[start:]
                    del column[start:]
                if covered and covered == start:
                    position.down[source] = covered - 1 if not position.bare[source] else position.uncovered(source)
                    position.history.append(Change(step, (source,)))
                else:
                    position.history.append(step)
                if position.undone:
                    position.undone = []
                return None
    fault = refusal(position, step)
    if fault is None:
        position.apply_trusted(step)
    return fault


def resolved(position: Table, step: Step) -> Step | Fault:
    """Return ``step`` with the count that ``x*`` stands for and the cell that ``c`` stands for, or why there is none.

    Onto a card the count is the target's rank less the playable card's, or the least that fits where ranks do not tell;
    onto an empty column it is the longest run that may move.
    """
    if step.cards != LONGEST:
        return step
    if step.target == FREE_CELL:
        free = next((cell for cell, held in enumerate(position.cells) if not held), 0)
        return step._replace(target=CELL + free, cards=1)
    fault = _place_fault(position, step)
    if fault:
        return fault
    onto = position.place(step.target)
    cards = position.place(step.source)
    if not onto or step.target >= CELL:
        most = longest(position, step.source)
        return step._replace(cards=min(most, capacity(position, step)) if step.target < CELL else 1)
    if not position.rules.strict:
        for count in range(1, longest(position, step.source) + 1):
            if position.goes[onto[-1] << 6 | cards[-count]]:
                return step._replace(cards=count)
    count = (onto[-1] & RANK_MASK) - (cards[-1] & RANK_MASK)
    if count > 0:
        return step._replace(cards=count)
    return _target_fault(position, step.target, cards[-1]) or step


def run_length(position: Table, place: int, complete: bool = False) -> int:
    """Return the length of the face-up run that ends in the playable card of a column or reserve.

    It is a run of those that move, or with ``complete`` of those that may become complete.
    """
    cards = position.place(place)
    links = position.rules.completes if complete else position.rules.links
    start = len(cards) - 1
    covered = position.down[place] if place < CELL else 0
    while start > covered and links[cards[start - 1] << 6 | cards[start]]:
        start -= 1
    return len(cards) - start


def longest(position: Table, place: int) -> int:
    """Return how many cards of a column, cell or reserve the rules let move at once where there is space."""
    cards = position.place(place)
    if place >= CELL:
        return run_length(position, place) if cards and position.rules.reserve == "run" else min(1, len(cards))
    if position.moves_runs:
        return run_length(position, place)
    return len(cards) - position.down[place] if position.rules.unit == "any" else min(1, len(cards))


def capacity(position: Table, step: Step) -> int:
    """Return how many cards there is space to carry: of cards that move together, or of pieces of one suit.

    ``cells`` is the empty cells and one; ``spaces`` doubles that for each empty column but the target, if an empty
    column takes any card; ``pieces`` is the same for pieces.
    """
    carry = position.rules.carry
    if carry == "all" or step.source >= CELL:
        return len(NAMES) * len(NAMES)
    space = 1 + sum(not held for held in position.cells)
    if not _only_cells(position.rules):
        space <<= sum(not cards for column, cards in enumerate(position.columns) if column != step.target)
    return space


def _only_cells(rules: Rules) -> bool:
    """Return whether empty columns make no space to carry cards."""
    return rules.carry == "cells" or rules.empty != "any"


def _weight(position: Table, step: Step) -> int:
    """Return what ``step`` takes of the :func:`capacity`."""
    if position.rules.carry != "pieces":
        return step.cards
    cards = position.place(step.source)[-step.cards :]
    return 1 + sum(upper >> 4 != lower >> 4 for upper, lower in pairwise(cards))


def _has_space(position: Table, step: Step) -> bool:
    return position.rules.carry == "all" or _weight(position, step) <= capacity(position, step)


def legal_moves(position: Table) -> Iterator[Step]:
    """Yield every legal step but undo and redo.

    Moves come by source, target and count, then those to the foundations by source, the deal, the auto.

    >>> from solitaire_cli.api import deal
    >>> print(*legal_moves(deal("spider-millennium", 24)))
    3-6 4-7 7-8 9-3 deal
    """
    columns, goes, rules = position.columns, position.goes, position.rules
    sources = [*range(len(columns)), *_held(position)]
    others = [CELL + next(c for c, held in enumerate(position.cells) if not held)] if [] in position.cells else []
    others += [RESERVE + place for place in range(rules.reserves)] if _reserves_open(position) else []
    for source in sources:
        cards = position.place(source)
        if not cards:
            continue
        most = longest(position, source)
        for target, onto in enumerate(columns):
            if target == source:
                continue
            row = (onto[-1] if onto else EMPTY) << 6
            for count in range(1, most + 1):
                if goes[row | cards[-count]]:
                    step = Step(MOVE, source, target, count)
                    if _has_space(position, step):
                        yield step
        for target in others if source < CELL else ():
            for count in range(1, most + 1):
                step = Step(MOVE, source, target, count)
                if _keeps(position, step) and _has_space(position, step):
                    yield step
    for source in sources:
        step = Step(TO_FOUNDATION, source)
        if _foundation_fault(position, step) is None:
            yield step
    if _deal_fault(position) is None:
        yield Step(DEAL)
    if _auto_fault(position) is None:
        yield Step(AUTO)


def result(position: Table) -> str:
    """Return ``won``, ``lost`` (no legal step is left; undo does not count) or ``open``.

    >>> from solitaire_cli.api import deal
    >>> result(deal("beetle", 24))
    'open'
    """
    if position.won:
        return WON
    return OPEN if _deal_fault(position) is None or next(legal_moves(position), None) else LOST


def _held(position: Table) -> list[int]:
    """Return the cells and reserves."""
    return [*range(CELL, CELL + len(position.cells)), *range(RESERVE, RESERVE + len(position.reserves))]


def _reserves_open(position: Table) -> bool:
    """Return whether reserves take cards now."""
    rules = position.rules
    return rules.reserve != "none" and (rules.opens == "always" or position.dealt == len(position.stock))


def _keeps(position: Table, step: Step) -> bool:
    """Return whether the cell or reserve that ``step`` names has room for its cards."""
    held, rules = position.place(step.target), position.rules
    if step.target >= RESERVE and rules.reserve == "run":
        return not held
    room = 1 if step.target < RESERVE else rules.room
    return step.cards == 1 and (room == 0 or len(held) < room)


def _place_fault(position: Table, step: Step) -> Fault | None:
    """Return why there is nothing that ``step`` could move, or no place for it."""
    kind, source, target, _, _ = step
    width = len(position.columns)
    places = (source, target) if kind == MOVE else (source,)
    for place in places:
        if place < CELL and not 0 <= place < width:
            return Fault(Code.NO_SUCH_COLUMN, {"column": place + 1, "columns": width})
    for place in places:
        piles = position.reserves if place >= RESERVE else position.cells
        if place >= CELL and place - (RESERVE if place >= RESERVE else CELL) >= len(piles):
            details = {"place": place_name(place), "count": len(piles)}
            if place >= RESERVE:
                return Fault(Code.NO_SUCH_CELL, details, "reserve" if piles else "no-reserves")
            return Fault(Code.NO_SUCH_CELL, details, "" if piles else "no-cells")
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
    return (
        Fault(Code.EMPTY_COLUMN, {"column": source + 1})
        if source < CELL
        else Fault(Code.EMPTY_CELL, {"place": place_name(source)})
    )


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
    if fault or _has_space(position, step):
        return fault
    details = {**place, "space": capacity(position, step), "weight": _weight(position, step)}
    if position.rules.carry == "pieces":
        return Fault(Code.NO_SPACE, details, "pieces")
    return Fault(Code.NO_SPACE, details, "cells" if _only_cells(position.rules) else "")


def _taken_fault(position: Table, step: Step) -> Fault | None:
    """Return why the cell or reserve that ``step`` names takes nothing now."""
    details: dict[str, Any] = {"place": place_name(step.target)}
    if step.target >= RESERVE and not _reserves_open(position):
        return Fault(Code.CELL_TAKEN, {**details, "left": len(position.stock) - position.dealt}, "closed")
    if _keeps(position, step):
        return None
    if step.target >= RESERVE:
        return Fault(Code.CELL_TAKEN, details, "reserve-run" if position.rules.reserve == "run" else "reserve")
    free = [place_name(CELL + cell) for cell, held in enumerate(position.cells) if not held]
    return Fault(Code.CELL_TAKEN, {**details, "free": free[0]}) if free else Fault(Code.CELL_TAKEN, details, "full")


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


def _foundation_fault(position: Table, step: Step) -> Fault | None:
    fault = _place_fault(position, step)
    if fault:
        return fault
    source = step.source
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


def _deal_fault(position: Table) -> Fault | None:
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

    That are the cards that lie on others and that an empty column takes; one that lies face down may be of that kind.
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


def _auto_fault(position: Table) -> Fault | None:
    if not position.rules.auto:
        return Fault(Code.NO_AUTO, {"game": position.rules.names})
    left = len(position.stock) - position.dealt
    if left:
        return Fault(Code.AUTO_NOT_READY, {"stock": left}, "stock")
    if position.won:
        return Fault(Code.AUTO_NOT_READY, {}, "won")
    return Fault(Code.AUTO_NOT_READY) if position.finish() is None else None
