"""Bytes to blocks of whole lines, and blocks to lines of located tokens (section 4 of the contract).

Forbidden characters are found here, with their places. Nothing here knows headers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from solitaire_cli.core.errors import Code, Fault, Problem, place_of

LONGEST_LINE = 1 << 20  # the bytes that a line may have, its end not counted
CHUNK = 1 << 16  # the most bytes that are looked at in one go

_CONTROLS = bytes({*range(32), 127} - set(b"\t\n\r"))
# controls, noncharacters, and bytes that are no UTF-8 as surrogateescape writes them
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
_TOO_LONG = "\uffff"  # ends what is kept of a line that is too long
WORD = re.compile("[^ \t\r\n]+")  # a token, or a card in a list of cards


class Block(NamedTuple):
    """Whole lines of text, each with its LF, from line ``line`` on; ``clean`` if no character in it is forbidden."""

    text: str
    line: int
    clean: bool


class Token(NamedTuple):
    """A token of a body with its place; ``column`` is ``None`` in a JSON line."""

    text: str
    line: int
    column: int | None


class Line(NamedTuple):
    """One line of a body: its tokens, its comment with the ``#``, and its first forbidden character."""

    tokens: list[Token]
    comment: str | None
    bad: Problem | None


def split_chunks(data: bytes) -> Iterator[bytes]:
    """Yield ``data`` in pieces that :func:`read_blocks` takes."""
    for start in range(0, len(data), CHUNK):
        yield data[start : start + CHUNK]


def read_blocks(chunks: Iterable[bytes]) -> Iterator[Block]:
    """Yield blocks of whole lines; no chunk has more than :data:`CHUNK` bytes.

    A BOM at the start is taken away, a missing LF at the end is added. Of a line that is too long the
    start is kept, with a forbidden character after it.
    """
    line = 1
    rest = bytearray()  # the start of the line that is not at its end yet, a bit more than allowed at the most
    for chunk in chunks:
        end = chunk.rfind(b"\n") + 1
        if end:
            start = 0
            if len(rest) + chunk.find(b"\n") >= LONGEST_LINE:
                start = chunk.find(b"\n") + 1
                yield _block(_cut(bytes(rest) + chunk[:start]), line)
                line += 1
                rest.clear()
            data = bytes(rest) + chunk[start:end]
            if data:
                yield _block(data, line)
                line += data.count(b"\n")
            rest.clear()
        if len(rest) <= LONGEST_LINE:
            rest += chunk[end:]
    if rest:
        yield _block(_cut(bytes(rest) + b"\n"), line)


def _cut(line: bytes) -> bytes:
    if len(line.rstrip(b"\r\n")) <= LONGEST_LINE:
        return line
    return (line[:LONGEST_LINE].decode("utf-8", "ignore") + _TOO_LONG + "\n").encode()


def _block(data: bytes, line: int) -> Block:
    if line == 1 and data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]
    text = data.decode("utf-8", "surrogateescape")
    if text.isascii():
        clean = len(data.translate(None, _CONTROLS)) == len(data)
    else:
        clean = _FORBIDDEN.search(text) is None
    return Block(text, line, clean)


def text_block(text: str, line: int) -> Block:
    """Return ``text``, which need not end with LF, as a block."""
    return Block(text + "\n", line, _FORBIDDEN.search(text) is None)


def find_bad(text: str, line: int = 1) -> Problem | None:
    """Return the first forbidden character of ``text``, whose first line is ``line``."""
    match = _FORBIDDEN.search(text)
    if match is None:
        return None
    code = ord(match[0])
    if match[0] == _TOO_LONG and match.start() > LONGEST_LINE // 4:
        fault = Fault(Code.ENCODING, {"longest": LONGEST_LINE}, "line")
    elif 0xDC80 <= code <= 0xDCFF:
        utf16 = "\x00" in text[:400] or text.startswith(("\udcff\udcfe", "\udcfe\udcff"))
        fault = Fault(Code.ENCODING, {"byte": f"0x{code - 0xDC00:02X}"}, "utf-16" if utf16 else "byte")
    else:
        fault = Fault(Code.ENCODING, {"character": f"U+{code:04X}"}, "character")
    return Problem(fault, *place_of(text, match.start(), line))


def block_lines(block: Block, located: bool) -> Iterator[Line]:
    """Yield the lines of a block as tokens. A comment begins with a ``#`` at a token's start."""
    number = block.line
    for text in block.text.split("\n")[:-1]:
        bad = None if block.clean else find_bad(text, number)
        if bad and bad.column:
            # what ends before that character still counts
            text = text[: max(map(text[: bad.column - 1].rfind, " \t\r")) + 1]
            bad = bad if located else bad._replace(column=None)
        tokens = []
        comment = None
        for match in WORD.finditer(text):
            word = match[0]
            if word[0] == "#":
                comment = text[match.start() :].rstrip(" \t\r")
                break
            tokens.append(Token(word, number, match.start() + 1 if located else None))
        yield Line(tokens, comment, bad)
        number += located
