"""The rules: why a step is refused, which steps are legal, and how a game ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from solitaire_cli.core.cards import ACE, NAMES, RANK_MASK, RANKS, RUNS
from solitaire_cli.core.errors import Code, Fault
from solitaire_cli.core.steps import AUTO, DEAL, LONGEST, MOVE, TO_FOUNDATION, UNDO, Change, Step
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
                (
                    (onto[-1] - head == 1 or (position.any_suit and (onto[-1] - head) & RANK_MASK == 1))
                    if onto
                    else (position.any_head or head & RANK_MASK == position.ranks)
                )
                # it may move
                and (count == 1 or (count < _NO_RUN and position.moves_runs and column[start:] == RUNS[count][head]))
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
                    position.down[source] = covered - 1
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
    """Return ``step`` with the count that ``x*`` stands for, or why there is none.

    Onto a card it is the target's rank less the playable card's; onto an empty column the longest run that may move.
    """
    if step.cards != LONGEST:
        return step
    fault = _place_fault(position, step)
    if fault:
        return fault
    onto = position.columns[step.target]
    if not onto:
        return step._replace(cards=longest(position, step.source))
    last = position.columns[step.source][-1]
    count = (onto[-1] & RANK_MASK) - (last & RANK_MASK)
    if count > 0:
        return step._replace(cards=count)
    return _target_fault(position, step.target, last) or step


def run_length(position: Table, column: int) -> int:
    """Return the length of the face-up same-suit descending run that ends in the playable card."""
    cards = position.columns[column]
    start = len(cards) - 1
    while start > position.down[column] and cards[start - 1] == cards[start] + 1:
        start -= 1
    return len(cards) - start


def longest(position: Table, column: int) -> int:
    """Return how many cards of ``column`` the rules let move at once, to some target."""
    return run_length(position, column) if position.moves_runs else min(1, len(position.columns[column]))


def legal_moves(position: Table) -> Iterator[Step]:
    """Yield every legal step but undo and redo.

    Moves come by source, target and count, then those to the foundations by source, the deal, the auto.

    >>> from solitaire_cli.api import deal
    >>> print(*legal_moves(deal("spider-millennium", 24)))
    3-6 4-7 7-8 9-3 deal
    """
    columns = position.columns
    for source, column in enumerate(columns):
        if not column:
            continue
        last = column[-1]
        most = longest(position, source)
        for target, onto in enumerate(columns):
            if target == source:
                continue
            if onto:  # only one count fits the rank
                count = (onto[-1] & RANK_MASK) - (last & RANK_MASK)
                if 0 < count <= most and (position.any_suit or onto[-1] == last + count):
                    yield Step(MOVE, source, target, count)
            else:
                for count in range(1, most + 1):
                    if position.any_head or column[-count] & RANK_MASK == position.ranks:
                        yield Step(MOVE, source, target, count)
    for source in range(len(columns)):
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


def _place_fault(position: Table, step: Step) -> Fault | None:
    """Return why there is nothing that ``step`` could move, or no place for it."""
    kind, source, target, _, _ = step
    width = len(position.columns)
    if not 0 <= source < width or (kind == MOVE and not 0 <= target < width):
        return Fault(Code.NO_SUCH_COLUMN, {"column": (target if 0 <= source < width else source) + 1, "columns": width})
    if kind == TO_FOUNDATION:
        if position.leaves:
            return Fault(Code.NO_FOUNDATION_MOVE)
    elif source == target:
        return Fault(Code.SAME_COLUMN, {"column": source + 1})
    return None if position.columns[source] else Fault(Code.EMPTY_COLUMN, {"column": source + 1})


def _move_fault(position: Table, step: Step) -> Fault | None:
    fault = _place_fault(position, step)
    if fault:
        return fault
    _, source, target, count, claim = step
    column = position.columns[source]
    size = len(column)
    movable = longest(position, source)
    place: dict[str, Any] = {"column": source + 1, "count": count, "movable": movable}
    if count > size:
        return Fault(Code.TOO_FEW_CARDS, {**place, "size": size})
    if count > size - position.down[source]:
        return Fault(Code.FACE_DOWN, {**place, "up": size - position.down[source]})
    if count > 1 and not position.moves_runs:
        return Fault(Code.ONE_CARD, place)
    if count > movable:
        # the pair that breaks the run, seen from the playable card
        upper, lower = column[size - movable - 1], column[size - movable]
        variant = "suit" if (upper - lower) & RANK_MASK == 1 else ""
        return Fault(Code.NOT_A_RUN, {**place, "upper": NAMES[upper], "lower": NAMES[lower]}, variant)
    head = column[size - count]
    if claim and claim != head:
        return _claim_fault(source, claim, head)
    return _target_fault(position, target, head)


def _claim_fault(source: int, claim: int, head: int) -> Fault | None:
    if not claim or claim == head:
        return None
    return Fault(Code.CARD_MISMATCH, {"claim": NAMES[claim], "card": NAMES[head], "column": source + 1})


def _target_fault(position: Table, target: int, head: int) -> Fault | None:
    """Return why column ``target`` does not take ``head``, and what is below it."""
    onto = position.columns[target]
    top = onto[-1] if onto else 0
    gap = top - head
    highest = head & RANK_MASK == position.ranks
    if (gap == 1 or (position.any_suit and gap & RANK_MASK == 1)) if onto else (position.any_head or highest):
        return None
    details: dict[str, Any] = {"card": NAMES[head], "target": target + 1}
    if not onto:
        king = RANKS[position.ranks - 1]
        return Fault(Code.KING_ONLY, {**details, "king": king}, "king" if king == "K" else "")
    details["top"] = NAMES[top]
    if gap & RANK_MASK == 1:
        return Fault(Code.BUILD_SUIT, {**details, "wanted": NAMES[top - 1]})
    if highest or top & RANK_MASK == ACE:
        return Fault(Code.BUILD_RANK, details, "ace" if top & RANK_MASK == ACE else "king")
    if position.any_suit:
        return Fault(Code.BUILD_RANK, {**details, "wanted": NAMES[top - 1][0]}, "any-suit")
    return Fault(Code.BUILD_RANK, {**details, "wanted": NAMES[top - 1]})


def _foundation_fault(position: Table, step: Step) -> Fault | None:
    fault = _place_fault(position, step)
    if fault:
        return fault
    source = step.source
    column = position.columns[source]
    if position.rules.goal == "runs":
        fault = None if position.complete(source) else _incomplete_fault(position, source)
        return fault or _claim_fault(source, step.claim, column[-position.ranks])
    head = column[-1]
    fault = _claim_fault(source, step.claim, head)
    if fault or head - 1 in position.foundations:
        return fault
    tops = {top for top in position.foundations if top >> 4 == head >> 4 and top & RANK_MASK < position.ranks}
    wanted = [NAMES[top + 1] for top in sorted(tops)]
    return Fault(Code.FOUNDATION_RANK, {"card": NAMES[head], "column": source + 1, "wanted": wanted})


def _incomplete_fault(position: Table, source: int) -> Fault:
    """Return why no complete run ends in the playable card: the odd card, or the one that is missing."""
    column = position.columns[source]
    have = run_length(position, source)
    last = column[-1]
    details: dict[str, Any] = {"column": source + 1, "have": have, "ranks": position.ranks}
    details |= {"last": NAMES[last], "king": RANKS[position.ranks - 1]}
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
    return Fault(Code.DEAL_BLOCKED, details, "" if position.any_head else "heads")


def spare_cards(position: Table) -> int:
    """Return how many cards could come to fill empty columns, by what can be seen; with fewer than those no deal comes.

    That are the cards that lie on others and that an empty column takes; one that lies face down may be of that kind.
    """
    return sum(
        place < down or position.any_head or card & RANK_MASK == position.ranks
        for cards, down in zip(position.columns, position.down)
        for place, card in enumerate(cards)
        if place
    )


def _spare_head(position: Table, column: int) -> int:
    """Return the head of what can move from ``column`` to an empty one and leave a card behind; 0 if nothing can."""
    cards = position.columns[column]
    count = 1 if position.any_head or not cards else position.ranks + 1 - (cards[-1] & RANK_MASK)
    return cards[-count] if count < len(cards) and count <= longest(position, column) else 0


def _auto_fault(position: Table) -> Fault | None:
    if not position.rules.auto:
        return Fault(Code.NO_AUTO, {"game": position.rules.names})
    left = len(position.stock) - position.dealt
    if left:
        return Fault(Code.AUTO_NOT_READY, {"stock": left}, "stock")
    if position.won:
        return Fault(Code.AUTO_NOT_READY, {}, "won")
    return Fault(Code.AUTO_NOT_READY) if position.finish() is None else None
