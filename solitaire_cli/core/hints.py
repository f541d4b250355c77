"""Legal steps in a sensible order, each with reasons, from what the player can see.

The order follows the advice of the documents, read as rules that hold for any policies:

- complete runs and low cards go first (000 and 002, «Ход партии»; 002, «Стратегия и тактика»: «Доставайте младшие
  карты пораньше»);
- turn cards up, build in suit (000, «Стратегия и тактика»: «Открывайте закрытые карты», «Стройте одномастные цепочки»;
  002, the same: «Берегите масть»);
- free columns, keep them free, give them to kings (000: «Держите столбец пустым подольше»; 002: «Освобождайте столбцы
  под королей»; 001, «Правила и порядок игры»);
- build off the suit only for a good reason (001, the same: «только тогда, когда имеются на то веские основания»);
  where runs are not of one suit, the same holds of what is no run (:func:`run_relation`);
- bring cards back from cells and reserves, and take these up as late as empty columns;
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
from solitaire_cli.core.legality import legal_moves
from solitaire_cli.core.position import Position
from solitaire_cli.core.refusals import spare_cards
from solitaire_cli.core.rules import Rules
from solitaire_cli.core.steps import AUTO, CELL, MOVE, RESERVE, TO_FOUNDATION, Step, change_of

HIDDEN = 0
"""The place of a card that the player cannot see; it is not a card, so no rule lets it go anywhere."""

REASONS = (
    "auto",  # ends the game in one step
    "completes",  # completes a run, or takes a complete one off
    "foundation",  # to the foundation
    "turns",  # turns a card up
    "joins",  # lengthens a run: of one suit, or of the kind that this game moves or completes
    "frees",  # leaves a column empty
    "king",  # gives an empty column to a card that nothing else takes
    "uncovers",  # makes way for a card that can go on at once
    "releases",  # brings a card from a cell or reserve back to the columns
    "builds",  # puts a card in sequence, but not in a run
    "fills",  # fills an empty column, without which there is no deal
    "deal",  # deals from the stock
    "spends",  # takes up an empty column, for nothing that can be seen
    "breaks",  # breaks a run
    "cell",  # takes up a cell, or room in a reserve
    "idle",  # leaves things as they were: another empty column, another place that is no better
)
"""The reasons, as records have them; those of one hint come in this order."""

_ORDER = (
    "auto removes completes foundation turns-and-joins turns joins frees uncovers turns-by-space king releases "
    "uncovers-by-space builds fills fills-and-breaks deal frees-in-vain frees-by-space spends cell breaks idle"
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
    columns = [
        [HIDDEN if hidden else card for card, hidden in zip(cards, position.covered(column))]
        for column, cards in enumerate(position.columns)
    ]
    stock = [HIDDEN] * (len(position.stock) - position.dealt)
    cells, reserves = ([cards[:] for cards in piles] for piles in (position.cells, position.reserves))
    kept = cells, reserves, position.heights[:], position.base, position.bare
    tops = position.foundations[:]
    return Position(position.rules, columns, position.down[:], stock, tops, None, 0, (), (), *kept)


def run_relation(rules: Rules) -> str:
    """Return how the cards of a run go together: one that is to be complete, else one that moves or that is built.

    It is a word of :data:`~solitaire_cli.core.policies.RELATIONS`.
    """
    if rules.goal != "cards":
        return rules.complete
    return rules.build if rules.unit == "any" else rules.run


def _steps(view: Position) -> Iterator[Step]:
    """Yield the legal steps, but those to any but the first empty column and the first empty reserve.

    The search for an ``auto`` ends at a hidden card, which has no place on the foundations.
    """
    spaces = {piles.index([]) + first for first, piles in ((0, view.columns), (RESERVE, view.reserves)) if [] in piles}
    for step in legal_moves(view):
        if step.kind != MOVE or CELL <= step.target < RESERVE or view.place(step.target) or step.target in spaces:
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
    source = step.source
    kind, reason = ("removes", "completes") if view.rules.goal == "runs" else ("foundation", "foundation")
    rank = _rank(view, view.place(source)[-1])
    turned = change_of(view.apply_trusted(step)).turned
    away = source >= CELL
    holds = {reason: True, "turns": turned, "frees": not away and not view.columns[source], "releases": away}
    reasons = tuple(reason for reason in holds if holds[reason])
    view.undo()
    return (_WORTH[kind], rank, -len(reasons), source), Hint(step, reasons)


def _judge_move(view: Position, step: Step) -> _Judged:
    _, source, target, count, _ = step
    head = view.place(source)[-count]
    low = _lowest(view, source, count), -_lowest(view, target)
    # what can go up need not go elsewhere
    found = set() if count == 1 and _goes_up(view, head) else _gains(view, step)
    reasons = tuple(reason for reason in REASONS if reason in found) or _losses(view, step)
    kind = reasons[0]
    if kind == "frees" and target >= CELL:
        kind = "frees-by-space"
    elif kind in ("turns", "uncovers") and (target >= CELL or not view.columns[target]):
        kind += "-by-space"
    elif kind == "turns" and "joins" in reasons:
        kind = "turns-and-joins"
    elif kind == "fills" and "breaks" in reasons:
        kind = "fills-and-breaks"
    elif kind in ("joins", "frees") and "frees" in reasons and not _free_helps(view, step, kind):
        kind = "frees-in-vain"
    if target >= CELL and kind not in ("cell", "idle"):
        reasons += ("cell",)
    first = count if "breaks" in reasons else -(head & RANK_MASK)
    down = view.down[source] if source < CELL else 0
    order = (_WORTH[kind], -len(reasons), *low, down, first, source, target)
    return order, Hint(step, reasons)


def _gains(view: Position, step: Step) -> set[str]:
    """Return what is better after a move, as far as can be seen; the move is taken and taken back."""
    _, source, target, count, _ = step
    columns, cards = view.columns, view.place(source)
    found = {"joins"} if _joins(view, step) else set()
    if not view.place(target) and not _is_whole(view, step) and target < CELL and _wants_space(view, cards[-count]):
        found.add("king")
    if source >= CELL and columns[target]:
        found.add("releases")
    breaks = _breaks(view, step)
    stood = view.rules.goal == "cards" or target >= CELL or (source < CELL and view.complete(source))
    before = sum(map(bool, columns))
    change = change_of(view.apply_trusted(step))
    if change.completed or (not stood and view.complete(target)):
        found -= {"joins"}
        found.add("completes")
    if change.turned:
        found.add("turns")
    if sum(map(bool, columns)) < before:
        found.add("frees")
    if source not in change.turned and cards and _goes_on(view, step, breaks):
        found.add("uncovers")
    view.undo()
    return found


def _losses(view: Position, step: Step) -> tuple[str, ...]:
    """Return the reasons of a move that gains nothing better."""
    _, source, target, count, _ = step
    head = view.place(source)[-count]
    if count == 1 and _goes_up(view, head):
        return ("idle",)
    breaks = _breaks(view, step)
    if target >= CELL:
        return ("breaks",) if breaks else ("cell",)
    onto, above = view.columns[target], _above(view, step)
    if onto:
        no_better = _follows(view, onto[-1], head) or (not breaks and view.goes[above << 6 | head])
        return ("idle",) if no_better else ("breaks",) if breaks else ("builds",)
    if _is_whole(view, step):
        return ("idle",)
    if _blocked(view):
        return ("fills", "breaks") if breaks else ("fills",)
    return ("breaks",) if breaks else ("spends",)


def _joins(view: Position, step: Step) -> bool:
    """Return whether a move puts a card or run on a card with which it makes a run.

    From under another such card it must go to a longer run.
    """
    _, source, target, count, _ = step
    onto = view.place(target)
    if target >= CELL or not onto or not _follows(view, onto[-1], view.place(source)[-count]):
        return False
    if not _breaks(view, step):
        return True
    return not _blocked(view) and _length(view, target) > _length(view, source, count)


def _goes_on(view: Position, step: Step, breaks: bool) -> bool:
    """Return whether the card that the move, just taken, laid bare can go up, or join or be joined in a run."""
    _, source, target, count, _ = step
    if _goes_up(view, view.place(source)[-1]):
        return True
    if breaks:
        return False  # it could have gone there with the rest of its run
    blocked, length = _blocked(view), _length(view, source)
    return any(
        (
            (other.source == source and other.cards <= length)
            or (other.target == source and (other.source, other.cards) != (target, count))
        )
        and not (blocked and _is_whole(view, other))
        and _joins(view, other)
        for other in takewhile(lambda other: other.kind == MOVE, legal_moves(view))
    )


def _goes_up(view: Position, card: int) -> bool:
    return view.rules.goal == "cards" and card != HIDDEN and view.pile_for(card) >= 0


def _wants_space(view: Position, card: int) -> bool:
    """Return whether nothing but an empty column takes ``card``, or an empty column only such cards."""
    return view.rules.empty == "king" or not any(view.goes[top << 6 | card] for top in view.rules.deck)


def _free_helps(view: Position, step: Step, kind: str) -> bool:
    """Return whether there is a use for the column that a move empties; without a deal to come there always may be.

    If the move joins a run it is enough that no run must be broken to fill every empty column.
    """
    if view.rules.stock != "no-empty-column" or not view.stock:
        return True
    view.apply_trusted(step)
    moves = [other for other in _steps(view) if other.kind == MOVE and other.target < CELL]
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


def _is_whole(view: Position, step: Step) -> bool:
    """Return whether a move takes all cards of a column."""
    return step.source < CELL and step.cards == len(view.columns[step.source])


def _above(view: Position, step: Step) -> int:
    """Return the face-up card of the column on which the moving cards lie, :data:`HIDDEN` if there is none."""
    if step.source >= CELL:
        return HIDDEN
    column = view.columns[step.source]
    place = len(column) - step.cards - 1
    return column[place] if place >= view.down[step.source] else HIDDEN


def _breaks(view: Position, step: Step) -> bool:
    """Return whether a move breaks a run."""
    return _follows(view, _above(view, step), view.place(step.source)[-step.cards])


def _follows(view: Position, upper: int, lower: int) -> bool:
    """Return whether two cards of a column go together in a run, see :func:`run_relation`."""
    rules = view.rules
    if rules.goal != "cards":
        return bool(rules.completes[upper << 6 | lower])
    return bool((view.goes if rules.unit == "any" else rules.links)[upper << 6 | lower])


def _length(view: Position, place: int, count: int = 0) -> int:
    """Return the length of the run that ends in the last card of a column or reserve but ``count``."""
    cards = view.place(place)[: -count or None]
    least = len(cards) - (view.down[place] if place < CELL else 0)
    return next((size for size in range(1, least) if not _follows(view, cards[-size - 1], cards[-size])), least)


def _rank(view: Position, card: int) -> int:
    """Return the place of a card's rank in the order in which the foundations take the ranks, from 1."""
    return ((card & RANK_MASK) - view.base) % view.ranks + 1


def _lowest(view: Position, place: int, count: int = 0) -> int:
    """Return the lowest rank seen in a column or reserve without its last ``count`` cards, 0 where runs leave whole.

    Where cards go up one by one, low cards are dug out and not buried.
    """
    if view.rules.goal != "cards":
        return 0
    cards = view.place(place)
    down = view.down[place] if place < CELL else 0
    return min((_rank(view, card) for card in cards[down : len(cards) - count]), default=view.ranks)
