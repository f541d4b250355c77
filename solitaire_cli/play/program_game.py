"""A game with a program: a line in, a record out. Reads and writes nothing itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from solitaire_cli.core.errors import Code, Fault
from solitaire_cli.core.hints import hints
from solitaire_cli.play.player_commands import Request, read_request
from solitaire_cli.play.session import Session
from solitaire_cli.show.look import Look
from solitaire_cli.show.records import hints_record, moves_record, position_record, refusal_record, veiled_record


def answers(
    session: Session, lines: Iterable[str], source: str, look: Look = Look(), hide: bool = False
) -> Iterator[dict[str, Any]]:
    """Yield the position at the start, then a record for each line except blank ones and comments, until ``quit``.

    ``source`` names the game in them; with ``hide`` they show what a player sees. Raises OSError if a step is not kept.
    """
    record = veiled_record if hide else position_record
    yield record(source, session.transcript, session.position, session.last)
    for line in lines:
        request = read_request(line, short=False)
        if request == Request("quit"):
            return
        if request is None:
            continue
        if request.text == "moves":
            yield moves_record(source, session.transcript.number, session.moves())
        elif request.text == "hint":
            yield hints_record(hints(session.position))
        elif refused := _carry_out(session, request):
            yield refusal_record(session.steps + 1, *refused, look)
        else:
            yield record(source, session.transcript, session.position, session.last)


def _carry_out(session: Session, request: Request) -> tuple[str, Fault] | None:
    """Take steps up to the first refused one, or go to another position; return what is refused, and why."""
    for token in request.steps:
        found = session.play(token)
        if isinstance(found, Fault):
            return token, found
    if request.steps or request.text == "layout":
        return None
    depth = request.target(session.depth) if request.well_formed else None
    moved = Fault(Code.SYNTAX) if depth is None else session.goto(depth)
    return (request.text, moved) if isinstance(moved, Fault) else None
