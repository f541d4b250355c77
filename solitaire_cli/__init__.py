"""Solitaire deals by number, and transcripts of games: verified, replayed, drawn.

The verbs are :func:`deal`, :func:`validate`, :func:`replay` and :func:`legal_moves`; a position comes from a deal or a
replay, a step from :func:`parse_step`.

>>> import solitaire_cli
>>> position = solitaire_cli.deal("spiderwort", 1)
>>> [solitaire_cli.format_step(step) for step in solitaire_cli.legal_moves(position)][:3]
['2-1', '3-11', '6-8']
>>> step = solitaire_cli.parse_step("2-1")
>>> solitaire_cli.refusal(position, step) is None
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solitaire_cli.api import deal, games, replay, validate
    from solitaire_cli.core.engine import legal_moves, refusal, result
    from solitaire_cli.core.errors import Code, Fault, FaultError, Problem, SolitaireError
    from solitaire_cli.core.position import Position, Step
    from solitaire_cli.transcript.notation import format_step, parse_step
    from solitaire_cli.transcript.referee import Taken, Verdict
    from solitaire_cli.words.faults import sentence

__version__ = "0.1.0"

_HOMES = {
    "api": ("deal", "games", "replay", "validate"),
    "core.engine": ("legal_moves", "refusal", "result"),
    "core.errors": ("Code", "Fault", "FaultError", "Problem", "SolitaireError"),
    "words.faults": ("sentence",),
    "transcript.notation": ("format_step", "parse_step"),
    "core.position": ("Position", "Step"),
    "transcript.referee": ("Taken", "Verdict"),
}

__all__ = [
    "Code",
    "Fault",
    "FaultError",
    "Position",
    "Problem",
    "SolitaireError",
    "Step",
    "Taken",
    "Verdict",
    "deal",
    "format_step",
    "games",
    "legal_moves",
    "parse_step",
    "refusal",
    "replay",
    "result",
    "sentence",
    "validate",
]


def __getattr__(name: str) -> Any:
    """Load a name from its module when it is first asked for: the command line needs few of them."""
    from importlib import import_module

    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
