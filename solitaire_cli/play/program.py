"""A game for programs: a line in, a record out. Reading and writing are others' work."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from solitaire_cli.core.errors import Code, Fault
from solitaire_cli.core.hints import hints
from solitaire_cli.core.position import LARGEST_NUMBER
from solitaire_cli.play.session import Order, Session, read_order
from solitaire_cli.show.records import hints_record, moves_record, position_record, refusal_record, veiled_record
from solitaire_cli.transcript.referee import Taken

Record = dict[str, Any]


class Protocol:
    """The records of one session; ``source`` stands in them, ``veil`` hides what a player cannot see."""

    def __init__(self, session: Session, source: str, language: str, veil: bool) -> None:
        self._session = session
        self._source = source
        self._language = language
        self._veil = veil

    def records(self, lines: Iterable[str]) -> Iterator[Record]:
        """The position at the start, then one record for each line but blank ones and comments, until ``quit``.

        Raises :class:`OSError` if a step cannot be kept.
        """
        yield self._position()
        for line in lines:
            order = read_order(line, short=False)
            if order is None:
                continue
            if order == Order("quit"):
                return
            yield self._answer(order)

    def _answer(self, order: Order) -> Record:
        session, argument = self._session, order.argument
        if not order.word:
            return self._play(order.steps)
        if order.word in ("undo", "redo", "goto") and argument.isascii() and argument.isdigit():
            number = int(argument) if len(argument) < 7 else LARGEST_NUMBER
            return self._jump(order.word, number, f"{order.word} {argument}")
        if argument:
            return self._refuse(f"{order.word} {argument}", Fault(Code.SYNTAX))
        if order.word == "restart":
            return self._jump("goto", 0, order.word)
        if order.word == "layout":
            return self._position()
        if order.word == "moves":
            return moves_record(self._source, session.transcript.number, session.moves())
        if order.word == "hint":
            return hints_record(hints(session.position))
        return self._refuse(order.word, Fault(Code.SYNTAX))

    def _play(self, tokens: Iterable[str]) -> Record:
        """Take steps up to the first that is refused; the record is that of the refusal, else of the last step."""
        for token in tokens:
            found = self._session.play(token)
            if isinstance(found, Fault):
                return self._refuse(token, found)
        return self._position()

    def _jump(self, word: str, number: int, token: str) -> Record:
        """Undo, redo or go to a position; ``token`` is what was written."""
        session = self._session
        found: Taken | Fault
        if word == "goto":
            found = session.goto(number)
        elif not number:
            found = Fault(Code.SYNTAX)
        else:
            found = session.undo(number) if word == "undo" else session.redo(number)
        return self._refuse(token, found) if isinstance(found, Fault) else self._position()

    def _refuse(self, token: str, fault: Fault) -> Record:
        return refusal_record(self._session.steps + 1, token, fault, self._language)

    def _position(self) -> Record:
        session = self._session
        record = veiled_record if self._veil else position_record
        return record(self._source, session.transcript, session.position, session.last)
