"""JSON objects whose values are lists of texts, with the place of each text. Nothing else is read.

They come one after the other and are not held longer than needed; how much of one there may be is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from solitaire_cli.core.errors import Code, Fault, FaultError, Problem
from solitaire_cli.exchange.source import Source
from solitaire_cli.transcript.blocks import Token

Value = Token | list["Value"]
Lists = dict[str, Value]

_MOST = 10_000  # the texts and lists in one object
_DEEPEST = 2  # lists in lists
_PIECE = re.compile(r'"(?:[^"\\]|\\.)*"|[][{},:]|[^][{},:"\s]+|\S')


def read_lists(source: Source) -> Iterator[tuple[Token, dict[str, tuple[Token, Value]]]]:
    """Yield the place of each object, and the value and the place of each of its keys. Raises :class:`FaultError`."""
    pieces = _pieces(source)
    for opening in pieces:
        if opening.text != "{":
            raise _wrong(opening)
        yield opening, _Reader(opening, pieces).read()


def unquoted(token: Token) -> Token:
    """Return a text without its quotes, at its own place."""
    text = re.sub(
        r"\\u([0-9a-fA-F]{4})|\\(.)", lambda found: chr(int(found[1], 16)) if found[1] else found[2], token.text
    )
    return Token(text[1:-1], token.line, (token.column or 0) + 1)


def _pieces(source: Source) -> Iterator[Token]:
    for line in source.lines():
        for found in _PIECE.finditer(line.text):
            yield Token(found[0], line.number, found.start() + 1)


def _wrong(token: Token) -> FaultError:
    return FaultError(Problem(Fault(Code.SYNTAX, {}, "card-lists"), token.line, token.column, None, token.text))


class _Reader:
    """Reads one object after its opening brace."""

    def __init__(self, opening: Token, pieces: Iterator[Token]) -> None:
        self._last = opening
        self._pieces = pieces
        self._left = _MOST

    def read(self) -> dict[str, tuple[Token, Value]]:
        """Return the values by key, each with the place of the key. Raises :class:`FaultError`."""
        found: dict[str, tuple[Token, Value]] = {}
        key = self._next()
        while key.text != "}" or found:
            name = self._text(key)
            if name.text in found:
                details = {"key": name.text, "first": found[name.text][0].line}
                raise FaultError(Problem(Fault(Code.DUPLICATE_KEY, details), key.line, key.column, None, name.text))
            self._expect(":")
            found[name.text] = key, self._value(self._next(), 0)
            if self._expect(",", "}").text == "}":
                break
            key = self._next()
        return found

    def _value(self, token: Token, depth: int) -> Value:
        if token.text != "[":
            return self._text(token)
        if depth > _DEEPEST:
            raise _wrong(token)
        values: list[Value] = []
        token = self._next()
        while token.text != "]" or values:
            values.append(self._value(token, depth + 1))
            if self._expect(",", "]").text == "]":
                break
            token = self._next()
        return values

    def _text(self, token: Token) -> Token:
        if len(token.text) < 2 or token.text[0] != '"':
            raise _wrong(token)
        return unquoted(token)

    def _expect(self, *texts: str) -> Token:
        token = self._next()
        if token.text not in texts:
            raise _wrong(token)
        return token

    def _next(self) -> Token:
        self._left -= 1
        token = next(self._pieces, None)
        if token is None or self._left < 0:
            raise _wrong(self._last)
        self._last = token
        return token
