"""A game with a program: a line in, a record out. Reads and writes nothing itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from solitaire_cli.core.errors import Code, Fault
from solitaire_cli.core.hints import hints
from solitaire_cli.play.player_commands import JUMPS, Request, jump, read_request
from solitaire_cli.play.session import Session
from solitaire_cli.show.look import Look
from solitaire_cli.show.records import hints_record, moves_record, position_record, refusal_record, veiled_record

Record = dict[str, Any]


class ProgramGame:
    """The records of one session; ``source`` is its name in them. With ``hide`` they show what a player sees."""

    def __init__(self, session: Session, source: str, look: Look, hide: bool) -> None:
        self._session = session
        self._source = source
        self._look = look
        self._hide = hide

    def records(self, lines: Iterable[str]) -> Iterator[Record]:
        """The position at the start, then a record for each line except blank ones and comments, until ``quit``.

        Raises :class:`OSError` if a step cannot be kept.
        """
        yield self._position()
        for line in lines:
            request = read_request(line, short=False)
            if request == Request("quit"):
                return
            if request is not None:
                yield self._answer(request)

    def _answer(self, request: Request) -> Record:
        session, command = self._session, request.command
        if not command:
            return self._play(request.steps)
        if request.well_formed:
            if command in JUMPS:
                found = jump(session, request)
                return self._refuse(request.text, found) if isinstance(found, Fault) else self._position()
            if command == "layout":
                return self._position()
            if command == "moves":
                return moves_record(self._source, session.transcript.number, session.moves())
            if command == "hint":
                return hints_record(hints(session.position))
        return self._refuse(request.text, Fault(Code.SYNTAX))

    def _play(self, tokens: Iterable[str]) -> Record:
        """Take steps up to the first refused one; return its refusal, or the last position."""
        for token in tokens:
            found = self._session.play(token)
            if isinstance(found, Fault):
                return self._refuse(token, found)
        return self._position()

    def _refuse(self, token: str, fault: Fault) -> Record:
        return refusal_record(self._session.steps + 1, token, fault, self._look)

    def _position(self) -> Record:
        session = self._session
        record = veiled_record if self._hide else position_record
        return record(self._source, session.transcript, session.position, session.last)
