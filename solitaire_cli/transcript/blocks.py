"""Bytes to blocks of whole lines, and blocks to lines of located tokens (section 4 of the contract).

Forbidden characters are found here, with their places. Nothing here knows headers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from solitaire_cli.core.errors import Code, Fault, FaultError, Problem, place_of

LONGEST_LINE = 1 << 20  # the bytes that a line may have, its end not counted
CHUNK = 1 << 16  # the most bytes that are looked at in one go
BOM = b"\xef\xbb\xbf"

_CONTROLS = bytes({*range(32), 127} - set(b"\t\n\r"))
# controls, noncharacters, and bytes that are no UTF-8 as surrogateescape writes them
_FORBIDDEN = "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]"
_TOO_LONG = "\uffff"  # ends what is kept of a line that is too long
# input that begins with JSON which is not one object a line, and what may yet become such a beginning
_JSON_TEXT = re.compile(rb"(?:\xef\xbb\xbf)?[ \t\r\n]*(?:\[[ \t\r\n]*\{|\{[ \t\r]*\n)")
_MAY_BE_JSON = re.compile(rb"(?:\xef(?:\xbb\xbf?)?)?[ \t\r\n]*(?:\[[ \t\r\n]*|\{[ \t\r]*)?")
WORD = re.compile("[^ \t\r\n]+")  # a token, or a card in a list of cards

# what files that are no text begin with; a beginning of an earlier line goes first
_FIRST_BYTES: dict[str, tuple[bytes, ...]] = {
    "UTF-32": (b"\xff\xfe\0\0", b"\0\0\xfe\xff"),
    "UTF-16": (b"\xff\xfe", b"\xfe\xff"),
    "gzip": (b"\x1f\x8b",),
    "bzip2": tuple(b"BZh%d1AY&SY" % level for level in range(1, 10)),
    "xz": (b"\xfd7zXZ\0",),
    "Zstandard": (b"\x28\xb5\x2f\xfd",),
    "LZ4": (b"\x04\x22\x4d\x18",),
    "7z": (b"7z\xbc\xaf\x27\x1c",),
    "ZIP": (b"PK\3\4", b"PK\5\6"),
    "PDF": (b"%PDF-",),
    "PNG": (b"\x89PNG\r\n\x1a\n",),
    "JPEG": (b"\xff\xd8\xff",),
    "GIF": (b"GIF87a", b"GIF89a"),
    "SQLite": (b"SQLite format 3\0",),
    "pickle": tuple(b"\x80%c" % protocol for protocol in range(2, 6)),
    "program": (
        *(b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\xce\xfa\xed\xfe", b"\xca\xfe\xba\xbe"),
        *(b"MZ%c\0" % byte for byte in range(256)),
    ),
}
_NULS = {"x0x0": "UTF-16", "0x0x": "UTF-16", "x000": "UTF-32", "000x": "UTF-32"}  # of ASCII in such a text
_SAID = dict.fromkeys(("UTF-32", "UTF-16"), "utf-16") | dict.fromkeys(("PDF", "PNG", "JPEG", "GIF"), "file")
_SAID |= {"SQLite": "file", "pickle": "file", "program": "program"}  # the variants of the fault; else "packed"
_NO_TEXT = "\ud800"  # before the kind of an input that is not text


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


def read_head(chunks: Iterator[bytes]) -> tuple[bytes, str]:
    """Read as many chunks as tell what an input is, and return them with its kind, ``""`` for text."""
    head = b""
    while (kind := _no_text(head)) is None and (chunk := next(chunks, None)) is not None:
        head += chunk
    return head, kind or _no_text(head, True) or ""


def read_blocks(chunks: Iterable[bytes], json: bool = True, line: int = 0) -> Iterator[Block]:
    """Yield blocks of whole lines; no chunk has more than :data:`CHUNK` bytes.

    A BOM at the start is taken away, a missing LF at the end is added. Of a line that is too long the
    start is kept, with a forbidden character after it. An input whose first bytes are not text is one such line. With
    ``json``, where it begins with a JSON object over several lines or an array of objects, each object becomes a line.
    With a ``line`` it is a part of an input from there on, and text.
    """
    chunks = iter(chunks)
    head, kind = (b"", "") if line else read_head(chunks)
    if kind:
        yield Block(f"{_NO_TEXT}{kind}\n", 1, False)
        return
    line = line or 1
    if json:
        head, wide = begin_json(head, chunks)
        if wide:
            from solitaire_cli.transcript.json_text import json_blocks

            head, line = yield from json_blocks(head, chunks)
    rest = bytearray()  # the start of the line that is not at its end yet, a bit more than allowed at the most
    for chunk in chain((head,), chunks):
        end = chunk.rfind(b"\n") + 1
        if end:
            start = 0
            if len(rest) + chunk.find(b"\n") >= LONGEST_LINE:
                start = chunk.find(b"\n") + 1
                yield line_block(bytes(rest) + chunk[:start], line)
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
        yield line_block(bytes(rest) + b"\n", line)


def raising(error: FaultError) -> Iterator[Block]:
    """Raise ``error`` in place of the next block."""
    raise error
    yield


def begin_json(head: bytes, chunks: Iterator[bytes]) -> tuple[bytes, bool]:
    """Return ``head`` with as many chunks as it takes to tell JSON that is not one object a line, and whether it is."""
    while len(head) < CHUNK and _MAY_BE_JSON.fullmatch(head) and (chunk := next(chunks, None)) is not None:
        head += chunk
    return head, _JSON_TEXT.match(head) is not None


def _no_text(head: bytes, whole: bool = False) -> str | None:
    """Return what an input is if no text, ``""`` for text, ``None`` if ``head``, not being ``whole``, does not tell.

    No more bytes are waited for than it takes: what follows may depend on the answer to the first transcript.
    """
    for kind, beginnings in _FIRST_BYTES.items():
        if head.startswith(beginnings):
            return kind
        if not whole and any(beginning.startswith(head) for beginning in beginnings):
            return None
    nuls = "".join("x" if byte else "0" for byte in head[:4])
    unclear = not whole and len(nuls) < 4 and any(pattern.startswith(nuls) for pattern in _NULS)
    return None if unclear else _NULS.get(nuls, "")


def line_block(line: bytes, number: int) -> Block:
    """Return a line with its LF as a block, cut short if it is too long."""
    if len(line.rstrip(b"\r\n")) > LONGEST_LINE:
        line = (line[:LONGEST_LINE].decode("utf-8", "ignore") + _TOO_LONG + "\n").encode()
    return _block(line, number)


def _block(data: bytes, line: int) -> Block:
    if line == 1 and data.startswith(BOM):
        data = data[len(BOM) :]
    text = data.decode("utf-8", "surrogateescape")
    if text.isascii():
        clean = len(data.translate(None, _CONTROLS)) == len(data)
    else:
        clean = re.search(_FORBIDDEN, text) is None
    return Block(text, line, clean)


def text_block(text: str, line: int) -> Block:
    """Return ``text``, which need not end with LF, as a block."""
    return Block(text + "\n", line, re.search(_FORBIDDEN, text) is None)


def find_bad(text: str, line: int = 1) -> Problem | None:
    """Return the first forbidden character of ``text``, whose first line is ``line``."""
    match = re.search(_FORBIDDEN, text)
    if match is None:
        return None
    code = ord(match[0])
    if match[0] == _TOO_LONG and match.start() > LONGEST_LINE // 4:
        fault = Fault(Code.ENCODING, {"longest": LONGEST_LINE}, "line")
    elif match[0] == _NO_TEXT and (kind := text[1:-1]) in _FIRST_BYTES:
        fault = Fault(Code.ENCODING, {"kind": kind}, _SAID.get(kind, "packed"))
    elif 0xDC80 <= code <= 0xDCFF:
        fault = Fault(Code.ENCODING, {"byte": f"0x{code - 0xDC00:02X}"}, "byte")
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
