"""Solitaire deals by number, and transcripts of games: verified, replayed, drawn.

:func:`deal` gives a :class:`Position`, :func:`legal_moves` and :func:`hints` say what can be done there, and
:class:`Transcript` writes a game down. :func:`validate`, :func:`replay` and :func:`read` take transcripts;
:func:`solve` looks for a win. The manual page solitaire_cli(3) has an example of each name, and says what is stable.

>>> import solitaire_cli
>>> position = solitaire_cli.deal("spiderwort", 1)
>>> [str(step) for step in solitaire_cli.legal_moves(position)][:3]
['2-1', '3-11', '6-8']
>>> position.apply("2-1").step
<Step 2-1>
>>> print(solitaire_cli.refusal(position, "1-2").code)
build-rank
"""

from __future__ import annotations

TYPE_CHECKING = False  # that of typing, which takes its time to load
if TYPE_CHECKING:
    from typing import Any

    from solitaire_cli.api import deal, games, read, refusal, replay, validate, write
    from solitaire_cli.core.errors import Code, Fault, FaultError, Problem, SolitaireError
    from solitaire_cli.core.hints import Hint, hints
    from solitaire_cli.core.legality import legal_moves, result
    from solitaire_cli.core.named_cards import Card, format_card, parse_card
    from solitaire_cli.core.notation import format_step, parse_step
    from solitaire_cli.core.position import Position
    from solitaire_cli.core.steps import AUTO, DEAL, MOVE, REDO, TO_FOUNDATION, UNDO, Change, Step
    from solitaire_cli.show.look import Look
    from solitaire_cli.show.picture import picture
    from solitaire_cli.solver import Solution, solve
    from solitaire_cli.transcript.document import Style, Transcript
    from solitaire_cli.transcript.referee import Taken, Verdict
    from solitaire_cli.words.faults import sentence

__version__ = "0.1.0"

_HOMES = {
    "api": "deal games read refusal replay validate write",
    "core.legality": "legal_moves result",
    "core.errors": "Code Fault FaultError Problem SolitaireError",
    "core.hints": "Hint hints",
    "core.named_cards": "Card format_card parse_card",
    "core.position": "Position",
    "core.steps": "AUTO DEAL MOVE REDO TO_FOUNDATION UNDO Change Step",
    "show.look": "Look",
    "show.picture": "picture",
    "solver": "Solution solve",
    "transcript.document": "Style Transcript",
    "core.notation": "format_step parse_step",
    "transcript.referee": "Taken Verdict",
    "words.faults": "sentence",
}

__all__ = ["AUTO", "DEAL", "MOVE", "REDO", "TO_FOUNDATION", "UNDO", "Card", "Change", "Code", "Fault", "FaultError"]
__all__ += ["Hint", "Look", "Position", "Problem", "SolitaireError", "Solution", "Step", "Style", "Taken"]
__all__ += ["Transcript", "Verdict", "deal", "format_card", "format_step", "games", "hints", "legal_moves"]
__all__ += ["parse_card", "parse_step", "picture", "read", "refusal", "replay", "result", "sentence", "solve"]
__all__ += ["validate", "write"]


def __dir__() -> list[str]:
    return __all__


if not TYPE_CHECKING:  # so that a wrong name is an error for a type checker

    def __getattr__(name: str) -> Any:
        """Load a name from its module when it is first asked for: the command line needs few of them."""
        from importlib import import_module

        for module, names in _HOMES.items():
            if name in names.split():
                # the text of a fault is its English sentence, loaded when there is one to be said
                errors = import_module(f"{__name__}.core.errors")
                errors.set_wording(lambda fault: import_module(f"{__name__}.words.faults").sentence(fault))
                return getattr(import_module(f"{__name__}.{module}"), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
