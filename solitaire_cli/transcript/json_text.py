"""JSON that is not one object a line: objects over several lines, as jq writes them, and arrays of objects.

An input that begins so is read here for as long as it goes on so, and each object becomes a line.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator

from solitaire_cli.transcript.blocks import LONGEST_LINE, Block, line_block

_BLANKS = re.compile(rb"[ \t\r\n]*")
# what decides where an object ends: also what begins another transcript, inside one that was never closed; a set of
# characters in place of the single ones would make it slow
_SIGNS = re.compile(rb'\\.?|"|\{|\}|\[|\]|\n(?=\{|---)', re.DOTALL)
_UNCLEAR_END = re.compile(rb"\n-{0,2}\Z")
_LINE_END = re.compile(rb"[ \t\r]*\n[ \t\r]*")


def json_blocks(head: bytes, chunks: Iterator[bytes]) -> Generator[Block, None, tuple[bytes, int]]:
    """Yield each object of ``head`` and ``chunks`` as a line; return what else was read, and the number of its line.

    Where an array is not as it should be, a line with a bracket stands in its place, for the reader to refuse.
    """
    text = _Text(head, chunks)
    inside = False  # an array
    wanted = b"{["
    while (sign := text.next_sign()) and sign in wanted:
        if sign == b"{":
            yield text.take_object()
            wanted = b",]" if inside else b"{["
            continue
        text.take(1)
        inside = sign != b"]"
        wanted = b"{" if inside else b"{["
    rest = text.rest()
    if inside:
        yield line_block(text.indent + b"[\n", text.line)
    return rest if sign else b"", text.line


class _Text:
    """Bytes as they come, with the place that is being read; a column that no line may have counts as the first."""

    def __init__(self, data: bytes, chunks: Iterator[bytes]) -> None:
        self.line = 1
        self._before = bytearray()  # what was taken of the line
        self._data = data.removeprefix(b"\xef\xbb\xbf")
        self._at = 0
        self._chunks = chunks

    @property
    def indent(self) -> bytes:
        """Blanks in place of what was taken of the line."""
        return b" " * len(self._before.decode("utf-8", "surrogateescape")) if len(self._before) < LONGEST_LINE else b""

    def next_sign(self) -> bytes:
        """Return the byte behind blanks and line ends, nothing at the end of the text."""
        while True:
            blanks = _BLANKS.match(self._data, self._at)
            assert blanks
            self.take(blanks.end() - self._at)
            if self._at < len(self._data) or not self._more():
                return self._data[self._at : self._at + 1]

    def take(self, size: int) -> bytes:
        """Take ``size`` bytes."""
        taken = self._data[self._at : self._at + size]
        self._at += size
        lines = taken.count(b"\n")
        if lines:
            self.line += lines
            self._before.clear()
        self._before += taken[taken.rfind(b"\n") + 1 :][: LONGEST_LINE - len(self._before)]
        return taken

    def take_object(self) -> Block:
        """Take an object, of a long one only the start is kept, and return it as a line."""
        line = self.line
        kept = bytearray()
        depth = 0
        quoted = ended = False
        while not ended:
            end = len(self._data)
            if unclear := _UNCLEAR_END.search(self._data, max(self._at, end - 3)):
                end = unclear.start()
            for found in _SIGNS.finditer(self._data, self._at):
                sign = found[0]
                if sign == b'"':
                    quoted = not quoted
                elif sign == b"\n":
                    ended = True
                elif sign == b"\\":
                    end = found.start()  # what follows it is yet to come
                elif len(sign) == 1 and not quoted:
                    depth += 1 if sign in b"{[" else -1
                    ended = not depth
                if ended:
                    end = found.start() if sign == b"\n" else found.end()
                    break
            kept += self.take(end - self._at)[: LONGEST_LINE + 1 - len(kept)]
            if not ended and not self._more():
                kept += self.take(len(self._data))
                break
        # inside a string, where JSON has no line end, it has no tab either
        text = _LINE_END.sub(b"\t", kept) if len(kept) <= LONGEST_LINE else kept.replace(b"\n", b"\t")
        return line_block(bytes(text) + b"\n", line)

    def _more(self) -> bool:
        chunk = next(self._chunks, None)
        self._data = self._data[self._at :] + (chunk or b"")
        self._at = 0
        return chunk is not None

    def rest(self) -> bytes:
        """Return what was read but not taken, at its column."""
        return self.indent + self._data[self._at :]
