"""A file of another program as its reader gets it: bytes, or lines with their numbers, never too much at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from solitaire_cli.core.errors import Code, Fault, FaultError, Problem
from solitaire_cli.transcript.blocks import WORD, Token, find_bad, read_blocks

LONGEST = 1 << 22  # the bytes of a file that is looked at as a whole


class TextLine(NamedTuple):
    """A line of text without its end, and its number."""

    text: str
    number: int

    def words(self) -> list[Token]:
        """Return what stands between blanks, each word with its place."""
        return [Token(found[0], self.number, found.start() + 1) for found in WORD.finditer(self.text)]

    def token(self) -> Token:
        """Return all of the line but the blanks around it, with its place."""
        text = self.text.lstrip()
        return Token(text.rstrip(), self.number, len(self.text) - len(text) + 1)

    def problem(self, fault: Fault) -> Problem:
        """Return ``fault`` with the place of the line."""
        token = self.token()
        return Problem(fault, token.line, token.column, None, token.text)


class Source:
    """The chunks of a file, to be read once in one of these ways."""

    def __init__(self, chunks: Iterable[bytes]) -> None:
        self.chunks = chunks

    def lines(self) -> Iterator[TextLine]:
        """Yield the lines. Raises :class:`FaultError` with ``encoding`` at one that is too long or not text."""
        for block in read_blocks(self.chunks, json=False):
            bad = None if block.clean else find_bad(block.text, block.line)
            for number, text in enumerate(block.text.split("\n")[:-1], block.line):
                if bad and bad.line == number:
                    raise FaultError(bad)
                yield TextLine(text.rstrip("\r"), number)

    def whole(self) -> bytes:
        """Return all bytes. Raises :class:`FaultError` with ``encoding`` if they are too many."""
        data = bytearray()
        for chunk in self.chunks:
            data += chunk
            if len(data) > LONGEST:
                raise FaultError(Problem(Fault(Code.ENCODING, {"longest": LONGEST}, "whole"), 1, 1))
        return bytes(data)
