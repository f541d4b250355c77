"""One step to one token and back (section 4 of the contract).

::

    step   = move | "deal" | "auto" | "undo" | "redo"
    move   = place "-" target [ ":" card ]
    target = place [ "x" count ] | "c" | "f" [ pile ]
    place  = column | "c" cell | "r" reserve

Columns count from 1 in text and from 0 in a :class:`~solitaire_cli.core.steps.Step`.
"""

from __future__ import annotations

import re
from functools import lru_cache

from solitaire_cli.core.cards import read_card
from solitaire_cli.core.errors import Code, Fault, FaultError, Problem
from solitaire_cli.core.steps import CELL, FREE_CELL, LARGEST_NUMBER, LONGEST, MOVE, RESERVE, TO_FOUNDATION, WORDS, Step

_MOVE = re.compile(
    r"([cCrR]?)([1-9][0-9]*)-(?:([cCrR]?)([1-9][0-9]*)(?:[xX](\*|[1-9][0-9]*))?|([cC])|[fF]([1-9][0-9]*)?)(?::(.+))?",
    re.DOTALL,
)
_FIRST = {"": 0, "c": CELL, "r": RESERVE}
_LONG = 100
_LABEL = re.compile(r"[0-9]+\.")
_LIKE_LABEL = r"(?s)([1-9][0-9]*)[.)]+(.*)"  # a label that is not by itself, or not written so
_BETWEEN_MARKS = r"[^,;.!?|()\[\]{}\"']+"  # what stands between marks that people put around steps
_LETTERS = r"[^\W\d_]{2}"
_COMMENTS = ("//", "/*", "--", ";", "%", "*")  # where other languages begin a comment


def is_label(token: str) -> bool:
    """Return whether ``token`` is a label, such as ``12.``, right or wrong.

    >>> is_label("12."), is_label("12")
    (True, False)
    """
    return _LABEL.fullmatch(token) is not None


def parse_step(text: str) -> Step:
    """Return the step that ``text`` writes, in any case. Raises :class:`FaultError` with ``syntax``.

    >>> parse_step("5-7X2:9s")
    <Step 5-7x2:9S>
    """
    found = read_step(text)
    if isinstance(found, Fault):
        raise FaultError(Problem(found, token=text))
    return found


@lru_cache(maxsize=1 << 14)
def read_step(token: str) -> Step | Fault:
    """Return the step that ``token`` writes, or the fault ``syntax``.

    The count of ``x*`` is :data:`~solitaire_cli.core.steps.LONGEST`. Answers are remembered: there are only a few
    thousand different tokens, and of those that are longer than any step at most one.
    """
    if len(token) > _LONG:
        read_step.cache_clear()
    match = _MOVE.fullmatch(token)
    if match is None:
        kind = WORDS.get(token.lower()) if token.isascii() else None
        return _syntax_fault(token) if kind is None else Step(kind)
    kind_from, source, kind_to, target, count, free, pile, claim = match.groups()
    card = 0 if claim is None else read_card(claim)
    if card is None:
        return _syntax_fault(token, claim)
    place = _FIRST[kind_from.lower()] + _number(source) - 1
    if target is None and free is None:
        return Step(TO_FOUNDATION, place, _number(pile) - 1 if pile else -1, claim=card)
    if free:
        return Step(MOVE, place, FREE_CELL, LONGEST, card)
    many = LONGEST if count == "*" else _number(count or "1")
    return Step(MOVE, place, _FIRST[kind_to.lower()] + _number(target) - 1, many, card)


@lru_cache(maxsize=1 << 14)
def settled(step: Step, target: int, count: int) -> Step:
    """Return ``step`` with its ``c`` and ``x*`` resolved; one value for each, so that a history stays small."""
    return step._replace(target=target, cards=count)


def format_step(step: Step, card: int = 0) -> str:
    """Return the canonical text of a step, with ``card`` as the head of what moves if given.

    >>> format_step(Step(MOVE, 4, 6, 2)), format_step(Step(MOVE, 4, 6, 2), 9)
    ('5-7x2', '5-7x2:9S')
    """
    return step.token(card)


def _number(digits: str) -> int:
    return int(digits) if len(digits) < 7 else LARGEST_NUMBER


def _syntax_fault(token: str, claim: str | None = None) -> Fault:
    if claim is not None:
        return Fault(Code.SYNTAX, {"claim": claim}, "claim")
    words = re.findall(_BETWEEN_MARKS, token)
    if words and words != [token] and all(isinstance(read_step(word), Step) for word in words):
        return Fault(Code.SYNTAX, {"near": " ".join(words)}, "marks")
    if token.startswith(_COMMENTS) or (re.search(_LETTERS, token) and not re.search(r"\d", token)):
        from difflib import get_close_matches

        near = get_close_matches(token.lower()[:20], WORDS, 1)
        return Fault(Code.SYNTAX, {"near": near[0]}, "near") if near else Fault(Code.SYNTAX, {}, "text")
    if match := re.fullmatch(_LIKE_LABEL, token):
        return Fault(Code.SYNTAX, {"near": f"{match[1]}. {match[2]}".rstrip()}, "label")
    return Fault(Code.SYNTAX)
