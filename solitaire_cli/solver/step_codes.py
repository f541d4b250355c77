"""Steps as numbers, since a search keeps millions of them.

A move is its source, its target and its number of cards, a byte each; a foundation is the target 255.
"""

from __future__ import annotations

from typing import Any

from solitaire_cli.core.steps import DEAL, MOVE, TO_FOUNDATION, Step

DEAL_CODE = 1 << 24
FOUNDATION_TARGET = 255


def encode(source: Any, target: Any, count: Any = 0) -> Any:
    """Return the code of a move, or with :data:`FOUNDATION_TARGET` of a step to the foundations; or arrays of them."""
    return source << 16 | target << 8 | count


def split(code: int) -> tuple[int, int, int]:
    """Return the source, the target and the number of cards of any code but that of a deal."""
    return code >> 16, code >> 8 & 255, code & 255


def decode(code: int) -> Step:
    """Return the step that ``code`` stands for.

    >>> decode(encode(2, 0, 4))
    <Step 3-1x4>
    """
    if code == DEAL_CODE:
        return Step(DEAL)
    source, target, count = split(code)
    if target == FOUNDATION_TARGET:
        return Step(TO_FOUNDATION, source)
    return Step(MOVE, source, target, count)
