"""Legal steps in a sensible order, each with reasons, from what the player can see.

The order follows the advice of the documents, read as rules that hold for any policies:

- complete runs and low cards go first (000 and 002, «Ход партии»; 002, «Стратегия и тактика»: «Доставайте младшие
  карты пораньше»);
- turn cards up, build in suit (000, «Стратегия и тактика»: «Открывайте закрытые карты», «Стройте одномастные цепочки»;
  002, the same: «Берегите масть»);
- free columns, keep them free, give them to kings (000: «Держите столбец пустым подольше»; 002: «Освобождайте столбцы
  под королей»; 001, «Правила и порядок игры»);
- build off the suit only for a good reason (001, the same: «только тогда, когда имеются на то веские основания»);
- deal when all that is done, an empty column filled before it where the rules ask for that (000: «Не торопитесь с
  добором»; 002: «Сначала выжимайте стол, потом сдавайте»).

What comes before a deal turns, joins or fills something, and the next hint rarely takes it back: whoever follows the
first hint each time wins more often than not in a game of one suit.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

from solitaire_cli.core.cards import RANK_MASK
from solitaire_cli.core.legality import legal_moves, run_length, spare_cards
from solitaire_cli.core.position import Position
from solitaire_cli.core.steps import AUTO, MOVE, TO_FOUNDATION, Step, change_of

HIDDEN = 0
"""The place of a card that the player cannot see; it is not a card, so no rule lets it go anywhere."""

REASONS = (
    "auto",  # ends the game in one step
    "completes",  # completes a run, or takes a complete one off
    "foundation",  # to the foundation
    "turns",  # turns a card up
    "joins",  # lengthens a run of one suit
    "frees",  # leaves a column empty
    "king",  # gives an empty column to a card that nothing else takes
    "uncovers",  # makes way for a card that can go on at once
    "builds",  # puts a card in sequence, off its suit
    "fills",  # fills an empty column, without which there is no deal
    "deal",  # deals from the stock
    "spends",  # takes up an empty column, for nothing that can be seen
    "breaks",  # breaks a run
    "idle",  # leaves things as they were: another empty column, another place that is no better
)
"""The reasons, as records have them; those of one hint come in this order."""

_ORDER = (
    "auto removes completes foundation turns-and-joins turns joins frees uncovers turns-by-space king "
    "uncovers-by-space builds fills fills-and-breaks deal frees-in-vain spends breaks idle"
).split()
"""The kinds of steps, the best first: the first reason, and what makes a difference beside it."""
_WORTH = {kind: worth for worth, kind in enumerate(_ORDER)}
_VAIN = ({"joins", "frees"}, {"frees"}, set[str]())
"""Gains that are worth nothing while empty columns must be filled before a deal."""


class Hint(NamedTuple):
    """A legal step with at least one reason for it, words of :data:`REASONS`."""

    step: Step
    reasons: tuple[str, ...]


_Judged = tuple[tuple[int, ...], Hint]
"""A hint behind its place: the worth of its kind, least first, then what decides within the kind."""


def hints(position: Position, most: int | None = None) -> list[Hint]:
    """Return the legal steps that may help, the best first, ``most`` of them or all.

    Steps that break a run or change nothing are left out if there is another; of several empty columns only the
    first one is a target. The list is empty only if no step is legal. It depends on nothing but what lies face up,
    the number of other cards and the rules; ``auto`` is therefore named only when all cards lie face up.
    """
    view = seen(position)
    judged = sorted(_judge(view, step) for step in _steps(view))
    helpful = [each for each in judged if each[0][0] < _WORTH["breaks"]]
    return [hint for _, hint in (helpful or judged)[:most]]


def seen(position: Position) -> Position:
    """Return what the player sees: a position without a history, with :data:`HIDDEN` for every other card."""
    columns = [[HIDDEN] * down + cards[down:] for cards, down in zip(position.columns, position.down, strict=True)]
    stock = [HIDDEN] * (len(position.stock) - position.dealt)
    return Position(position.rules, columns, position.down[:], stock, position.foundations[:])


def _steps(view: Position) -> Iterator[Step]:
    """Yield the legal steps, but those to any but the first empty column.

    The search for an ``auto`` ends at a hidden card, which has no place on the foundations.
    """
    space = next((column for column, cards in enumerate(view.columns) if not cards), -1)
    for step in legal_moves(view):
        if step.kind != MOVE or view.columns[step.target] or step.target == space:
            yield step


def _judge(view: Position, step: Step) -> _Judged:
    if step.kind == MOVE:
        return _judge_move(view, step)
    if step.kind == TO_FOUNDATION:
        return _judge_foundation(view, step)
    reason = "auto" if step.kind == AUTO else "deal"
    return (_WORTH[reason],), Hint(step, (reason,))


def _judge_foundation(view: Position, step: Step) -> _Judged:
    """Judge a complete run that leaves, or one card that goes up: the lowest first."""
    kind, reason = ("removes", "completes") if view.rules.goal == "runs" else ("foundation", "foundation")
    rank = view.columns[step.source][-1] & RANK_MASK
    turned = change_of(view.apply_trusted(step)).turned
    holds = {reason: True, "turns": bool(turned), "frees": not view.columns[step.source]}
    reasons = tuple(reason for reason in holds if holds[reason])
    view.undo()
    return (_WORTH[kind], rank, -len(reasons), step.source), Hint(step, reasons)


def _judge_move(view: Position, step: Step) -> _Judged:
    _, source, target, count, _ = step
    head = view.columns[source][-count]
    low = _lowest(view, source, count), -_lowest(view, target)
    # what can go up need not go elsewhere
    found = set() if count == 1 and _goes_up(view, head) else _gains(view, step)
    reasons = tuple(reason for reason in REASONS if reason in found) or _losses(view, step)
    kind = reasons[0]
    if kind in ("turns", "uncovers") and not view.columns[target]:
        kind += "-by-space"
    elif kind == "turns" and "joins" in reasons:
        kind = "turns-and-joins"
    elif kind == "fills" and "breaks" in reasons:
        kind = "fills-and-breaks"
    elif kind in ("joins", "frees") and "frees" in reasons and not _free_helps(view, step, kind):
        kind = "frees-in-vain"
    first = count if "breaks" in reasons else -(head & RANK_MASK)
    order = (_WORTH[kind], -len(reasons), *low, view.down[source], first, source, target)
    return order, Hint(step, reasons)


def _gains(view: Position, step: Step) -> set[str]:
    """Return what is better after a move, as far as can be seen; the move is taken and taken back."""
    _, source, target, count, _ = step
    columns = view.columns
    found = {"joins"} if _joins(view, step) else set()
    if not columns[target] and count < len(columns[source]) and columns[source][-count] & RANK_MASK == view.ranks:
        found.add("king")
    breaks = _breaks(view, step)
    stood = view.rules.removal == "none" or view.complete(source)
    before = sum(map(bool, columns))
    change = change_of(view.apply_trusted(step))
    if change.completed or (not stood and view.complete(target)):
        found -= {"joins"}
        found.add("completes")
    if change.turned:
        found.add("turns")
    if sum(map(bool, columns)) < before:
        found.add("frees")
    if source not in change.turned and columns[source] and _goes_on(view, step, breaks):
        found.add("uncovers")
    view.undo()
    return found


def _losses(view: Position, step: Step) -> tuple[str, ...]:
    """Return the reasons of a move that gains nothing better."""
    _, source, target, count, _ = step
    head = view.columns[source][-count]
    if count == 1 and _goes_up(view, head):
        return ("idle",)
    breaks = _breaks(view, step)
    onto, above = view.columns[target], _above(view, step)
    if onto:
        no_better = onto[-1] == head + 1 or (not breaks and above and (above - head) & RANK_MASK == 1)
        return ("idle",) if no_better else ("breaks",) if breaks else ("builds",)
    if count == len(view.columns[source]):
        return ("idle",)
    if _blocked(view):
        return ("fills", "breaks") if breaks else ("fills",)
    return ("breaks",) if breaks else ("spends",)


def _joins(view: Position, step: Step) -> bool:
    """Return whether a move puts a run under a card of its suit.

    From under another such card it must go to a longer run.
    """
    _, source, target, count, _ = step
    onto = view.columns[target]
    if not onto or onto[-1] != view.columns[source][-count] + 1:
        return False
    if not _breaks(view, step):
        return True
    return not _blocked(view) and run_length(view, target) > run_length(view, source) - count


def _goes_on(view: Position, step: Step, breaks: bool) -> bool:
    """Return whether the card that the move, just taken, laid bare can go up, or join or be joined in suit."""
    _, source, target, count, _ = step
    if _goes_up(view, view.columns[source][-1]):
        return True
    if breaks:
        return False  # it could have gone there with the rest of its run
    blocked = _blocked(view)
    return any(
        (other.source == source or (other.target == source and (other.source, other.cards) != (target, count)))
        and not (blocked and other.cards == len(view.columns[other.source]))
        and _joins(view, other)
        for other in takewhile(lambda other: other.kind == MOVE, legal_moves(view))
    )


def _goes_up(view: Position, card: int) -> bool:
    return view.rules.goal == "cards" and card - 1 in view.foundations


def _free_helps(view: Position, step: Step, kind: str) -> bool:
    """Return whether there is a use for the column that a move empties; without a deal to come there always may be.

    If the move joins a suit it is enough that no run must be broken to fill every empty column.
    """
    if view.rules.stock != "no-empty-column" or not view.stock:
        return True
    view.apply_trusted(step)
    moves = [other for other in _steps(view) if other.kind == MOVE]
    helps = any(_gains(view, other) not in _VAIN for other in moves)
    if not helps and kind == "joins":
        helps = sum(_losses(view, other) == ("fills",) for other in moves) >= view.columns.count([])
    view.undo()
    return helps


def _blocked(view: Position) -> bool:
    """Return whether an empty column blocks a deal that can still come."""
    if view.rules.stock != "no-empty-column" or not view.stock or all(view.columns):
        return False
    return spare_cards(view) >= view.columns.count([])


def _above(view: Position, step: Step) -> int:
    """Return the face-up card on which the moving cards lie, :data:`HIDDEN` if there is none."""
    column = view.columns[step.source]
    place = len(column) - step.cards - 1
    return column[place] if place >= view.down[step.source] else HIDDEN


def _breaks(view: Position, step: Step) -> bool:
    """Return whether a move breaks a run of one suit."""
    return _above(view, step) == view.columns[step.source][-step.cards] + 1


def _lowest(view: Position, column: int, count: int = 0) -> int:
    """Return the lowest rank seen in a column without its last ``count`` cards, 0 where runs leave whole.

    Where cards go up one by one, low cards are dug out and not buried.
    """
    if view.rules.goal == "runs":
        return 0
    cards = view.columns[column]
    return min((card & RANK_MASK for card in cards[view.down[column] : len(cards) - count]), default=view.ranks)
