"""A step as one number: how the searches keep millions of them.

A move is its source, its target and its number of cards, a byte each; a foundation is the target 255.
"""

from __future__ import annotations

from solitaire_cli.core.position import DEAL, MOVE, TO_FOUNDATION, Step

DEAL_CODE = 1 << 24
FOUNDATION_TARGET = 255


def code_of_move(source: int, target: int, count: int) -> int:
    """The code of a move between columns."""
    return source << 16 | target << 8 | count


def code_of_finish(source: int) -> int:
    """The code of a step to the foundations."""
    return source << 16 | FOUNDATION_TARGET << 8


def step_of(code: int) -> Step:
    """The step that ``code`` stands for.

    >>> step_of(code_of_move(2, 0, 4))
    Step(kind=0, source=2, target=0, cards=4, claim=0)
    """
    if code == DEAL_CODE:
        return Step(DEAL)
    source, target, count = code >> 16, code >> 8 & 255, code & 255
    if target == FOUNDATION_TARGET:
        return Step(TO_FOUNDATION, source)
    return Step(MOVE, source, target, count)
