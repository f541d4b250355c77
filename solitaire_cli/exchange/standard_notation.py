"""The standard notation of FreeCell: ``4h 7a a7 52v3``, a source and a target.

Columns are numbered, cells are letters from ``a`` on without ``h`` to ``j``, and ``h`` is the foundations. How many
cards move, the target says; onto an empty column it is as many as can be carried, unless ``v`` and a hexadecimal number
follow.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from solitaire_cli.core.errors import Code, Fault, FaultError
from solitaire_cli.core.position import Position
from solitaire_cli.core.refusals import refusal, resolved
from solitaire_cli.core.rules import Rules
from solitaire_cli.core.steps import CELL, LONGEST, MOVE, RESERVE, TO_FOUNDATION, Step
from solitaire_cli.exchange.card_words import problem_of
from solitaire_cli.exchange.foreign_game import cannot_say
from solitaire_cli.transcript.blocks import Token

CELLS = "abcdefgklmnopqrstu"
"""The letters of the cells, as fc-solve has them; the notation itself ends with ``g``."""
HOME = "h"

MANY = "v"  # before the number of cards
_TRIES = 20_000  # steps that are taken back to try others
_TOKEN = re.compile(rf"([0-9]+|[{CELLS}])([0-9]*|[{CELLS}h])(?:{MANY}([0-9a-f]{{1,2}}))?")


def is_token(text: str) -> bool:
    """Return whether ``text`` has the form of a move.

    >>> is_token("4h"), is_token("109v2"), is_token("4H")
    (True, True, False)
    """
    return len(text) < 9 and _TOKEN.fullmatch(text) is not None


def step_of(token: Token, position: Position) -> Step:
    """Return the step that ``token`` asks for. Raises :class:`FaultError` if it can be read in no way, or in several.

    Of two numbers without anything between them, such as ``112``, only those count that are columns of the game; where
    that leaves several readings, the legal one is meant. A complete run may be named by its column or, as fc-solve does
    it, by the number before.
    """
    readings = list(_readings(token.text, position.rules))
    legal = [step for step in readings if refusal(position, step) is None] if len(readings) > 1 else readings
    if len(legal) == 1 or (legal and legal[0].kind == TO_FOUNDATION):
        return legal[0]
    if readings and not legal:
        return readings[0]  # its refusal says what is wrong
    raise problem_of(token, Fault(Code.SYNTAX, {}, "two-ways" if legal else "standard"))


def legal_steps(
    tokens: list[Token], here: Position, arrived: Callable[[], bool], extended: bool = False
) -> list[Step] | None:
    """Return the steps of ``tokens`` from ``here`` on, ``None`` if they are not legal or have not ``arrived`` then.

    Where a token leaves open how many cards go to an empty column, it is as many as can be carried or, in fc-solve's
    ``extended`` notation, one; if the rest is not legal then, the other counts are tried. ``here`` stays as it is.
    """
    open_choices: list[list[Step]] = []  # for each token so far the steps that are still to be tried, the last first
    taken: list[Step] = []
    try:
        for _ in range(len(tokens) + _TRIES):
            if len(taken) == len(tokens) and arrived():
                return taken[:]
            if len(open_choices) == len(taken):
                enough = len(taken) == len(tokens)
                open_choices.append([] if enough else _choices(tokens[len(taken)], here, extended))
            while open_choices and not open_choices[-1]:
                open_choices.pop()
                if taken and open_choices:
                    taken.pop()
                    here.undo()
            if not open_choices:
                return None
            step = open_choices[-1].pop()
            here.apply_trusted(step)
            taken.append(step)
        return None
    finally:
        for _ in taken:
            here.undo()
        here.undone = []


def _choices(token: Token, here: Position, extended: bool) -> list[Step]:
    """Return the legal steps that ``token`` may stand for, the likeliest last."""
    try:
        step = resolved(here, first := step_of(token, here))
    except FaultError:
        return []
    if isinstance(step, Fault):
        return []
    steps = [step]
    if first.cards == LONGEST and not here.place(step.target):
        steps = [step._replace(cards=count) for count in range(1, step.cards + 1)]
        steps = steps[1:] + steps[:1] if extended else steps
    return [step for step in steps if refusal(here, step) is None]


def _readings(text: str, rules: Rules) -> Iterator[Step]:
    """Yield each step that a token may stand for."""
    match = _TOKEN.fullmatch(text)
    if not match:
        return
    source, target, count = match.groups()
    pairs = [(source, target)] if target else [(source[:at], source[at:]) for at in range(1, len(source))]
    cards = int(count, 16) if count else LONGEST
    for one, other in pairs:
        runs = rules.goal == "runs" and other == HOME
        start = -1 if runs and one == "0" else _place(one, rules)
        end = _place(other, rules)
        if start is None or end is None or count in ("0", "00"):
            continue
        if runs:
            yield Step(TO_FOUNDATION, start + 1)  # fc-solve 5.0 counts from 0 here
        if end == RESERVE and start >= 0:
            yield Step(TO_FOUNDATION, start)
        elif end != RESERVE:
            yield Step(MOVE, start, end, 1 if end >= CELL else cards)


def _place(text: str, rules: Rules) -> int | None:
    """Return a column, a cell or, for ``h``, :data:`RESERVE`; a column of two digits only if the game has so many."""
    if text == HOME:
        return RESERVE
    if text in CELLS:
        return CELL + CELLS.index(text)
    number = int(text)
    return number - 1 if text[0] != "0" and number <= max(9, len(rules.columns)) else None


def token_of(step: Step, before: Position, form: str, cells: int) -> str:
    """Return the token of a legal step that is taken in ``before``, with ``cells`` letters for cells.

    Where several cards could go to an empty column it tells how many do, so that no reader has to know a rule for it.
    Raises :class:`FaultError` for what the notation cannot say.
    """
    kind, source, target, count, _ = step
    if kind not in (MOVE, TO_FOUNDATION):
        raise cannot_say(form, step)
    places = [source, target] if kind == MOVE else [source]
    for place in places:
        if place >= CELL + cells or (place < CELL and place > 8):
            raise cannot_say(form, step)
    names = "".join([CELLS[place - CELL] if place >= CELL else str(place + 1) for place in places])
    if kind == TO_FOUNDATION:
        if target not in (-1, before.pile_for(before.place(source)[-1])):
            raise cannot_say(form, step)
        return names + HOME
    usual = resolved(before, step._replace(cards=LONGEST))
    most = usual.cards if isinstance(usual, Step) else 0
    told = target >= CELL or (most == count if before.place(target) else most == 1)
    return names if told else f"{names}{MANY}{count:x}"
