"""Streams of bytes cut where transcripts begin, in the eyes of the reader of transcripts.

The bytes of a transcript run from the end of the one before to its own end. Comments between two transcripts belong to
the second, but a blank line ends what belongs to the first: the comments right below its steps, and blank lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from tempfile import TemporaryFile
from typing import IO, NamedTuple

from solitaire_cli.transcript.blocks import (
    BOM,
    CHUNK,
    LONGEST_LINE,
    Block,
    begin_json,
    find_bad,
    read_blocks,
    read_head,
    split_chunks,
)
from solitaire_cli.transcript.json_text import json_blocks

FULL = 1 << 18  # the number of bytes that make a piece full
LONGEST = 1 << 22  # a transcript with more bytes is kept in a temporary file
LONGEST_COMMENTS = 1 << 16  # the bytes before a header that are looked at for comments which belong to it

_MARK = re.compile(b"^(?:((?:%b)?---[ \t\r]*)(?=\n)|(?:%b)?\\{)" % (BOM, BOM), re.MULTILINE)
_LINE_ENDS = b"\r\n"
_WHITE = b" \t\r\n"

Run = tuple[bytes, bool, int | None]  # bytes, whether they are whole lines, and their line where that is not the next


class Piece(NamedTuple):
    """Whole transcripts that follow each other in a stream.

    They end at ``ends`` in ``data``; one that is long is in ``spool`` instead. ``first`` is the ordinal of the first of
    them and ``line`` its first line; ``bom`` stood before them. One that does not begin as a text does is alone.
    """

    data: bytes
    ends: list[int]
    first: int
    line: int
    bom: bytes = b""
    spool: IO[bytes] | None = None
    is_text: bool = True

    def blocks(self) -> Iterator[Block]:
        """Read the transcripts as blocks of lines."""
        chunks = split_chunks(self.bom + self.data) if self.spool is None else chain([self.bom], self.chunks())
        return read_blocks(chunks, json=False, line=self.line if self.is_text else 0)

    def chunks(self) -> Iterator[bytes]:
        """Yield the bytes of a piece in several parts."""
        if self.spool is None:
            yield self.data
            return
        self.spool.seek(0)
        while chunk := self.spool.read(CHUNK):
            yield chunk

    def part(self, start: int, end: int) -> Iterator[bytes]:
        """Yield the bytes of whole transcripts, from the start of one to the end of one."""
        return self.chunks() if self.spool is not None else iter([self.data[start:end]])

    def close(self) -> None:
        """Forget the temporary file, if there is one."""
        if self.spool is not None:
            self.spool.close()


def cut(chunks: Iterable[bytes], wait: Callable[[], bool] = lambda: False, full: int = FULL) -> Iterator[Piece]:
    """Cut a stream of bytes into pieces.

    When ``wait`` says that the next chunk is not there yet, the transcripts that are whole make a piece. Whatever
    ``chunks`` raise is raised after those before it; the transcript that it interrupts is left out. Of JSON that is not
    one object a line each object becomes a line.
    """
    chunks = iter(chunks)
    head, kind = read_head(chunks)
    head, wide = (head, False) if kind else begin_json(head, chunks)
    bom = BOM if head.startswith(BOM) else b""
    cutter = _Cutter(bom, bool(kind))
    try:
        for data, whole, line in _json_runs(head, chunks) if wide else _runs(head[len(bom) :], chunks):
            if line:
                yield from cutter.go_on_at(line)
            yield from cutter.take(data, whole)
            if cutter.ready >= full or wait():
                yield from cutter.finished()
    except Exception as error:
        failure = error
    else:
        yield from cutter.close()
        return
    yield from cutter.finished()
    raise failure


def _json_runs(head: bytes, chunks: Iterator[bytes]) -> Iterator[Run]:
    """Yield JSON that is not one object a line with each object as a line, and what follows it."""
    blocks = json_blocks(head, chunks)
    broken = False
    while True:
        try:
            block = next(blocks)
        except StopIteration as end:
            rest, line = end.value
            break
        # the place where an array is not as it should be; what follows belongs to it
        broken = block.text.lstrip().startswith("[")
        yield block.text.encode("utf-8", "surrogateescape"), True, block.line
    yield from _runs(rest, chunks, None if broken else line)


def _runs(head: bytes, chunks: Iterator[bytes], line: int | None = None) -> Iterator[Run]:
    """Yield whole lines, and in parts each line that is certainly too long."""
    rest = b""
    inside = False
    for chunk in chain([head], chunks):
        if inside:
            end = chunk.find(b"\n") + 1
            yield chunk[: end or len(chunk)], False, None
            inside = not end
            chunk = chunk[end:] if end else b""
        end = chunk.rfind(b"\n") + 1
        if end:
            yield rest + chunk[:end], True, line
            rest, line = b"", None
        rest += chunk[end:]
        if len(rest) > LONGEST_LINE + len(_LINE_ENDS):
            yield rest, False, line
            rest, line, inside = b"", None, True
    if rest:
        yield rest, True, line


class _Cutter:
    """What has come of a stream and was not given out yet: whole transcripts, and the last, which may go on.

    A stream that is not text is ``opaque`` and one transcript.
    """

    def __init__(self, bom: bytes, opaque: bool) -> None:
        self._data = bytearray()
        self._ends: list[int] = []
        self._first = self._line = 1
        self._bom = bom
        self._spool: IO[bytes] | None = None  # the beginning of the last transcript, if long; it is the only one then
        self._spooled_lines = 0
        self._begun = self._opaque = opaque
        self._in_header = False
        self._stray = True  # text that comes now belongs to no header
        self._in_line = self._in_json = False  # the last line is too long, and not at its end yet

    @property
    def ready(self) -> int:
        """The bytes of whole transcripts."""
        return self._ends[-1] if self._ends else 0

    def go_on_at(self, line: int) -> Iterator[Piece]:
        """Yield all that came: what comes next begins on its own at a ``line``."""
        if self._begun:
            yield from self.close()
        self._begun = self._in_header = False
        self._stray = True
        self._line = line

    def take(self, data: bytes, whole: bool) -> Iterator[Piece]:
        """Take whole lines, or a part of a line that is too long. Yields what takes much memory."""
        base = len(self._data)
        self._data += data
        for start in () if self._opaque else self._starts(data) if whole else self._starts_in_line(data):
            if not self._begun:
                self._begun = True
            elif self._spool is None:
                self._ends.append(_end(self._data, self.ready, base + start))
            else:
                yield self._spooled(base + start)
                base = len(self._data) - len(data)
        if self._spool is not None or len(self._data) - self.ready > LONGEST:
            yield from self.finished()
            self._to_spool(len(self._data))

    def finished(self) -> Iterator[Piece]:
        """Yield the whole transcripts in memory."""
        if self._ends:
            data = bytes(self._data[: self.ready])
            del self._data[: self.ready]
            yield self._piece(data, self._ends, data.count(b"\n"))
            self._ends = []

    def close(self) -> Iterator[Piece]:
        """Yield what is left: the last transcript has come to its end."""
        if self._spool is not None:
            yield self._spooled(None)
            return
        if self._begun or self._first == 1:
            self._ends.append(len(self._data))
        yield from self.finished()

    def _piece(self, data: bytes, ends: list[int], lines: int, spool: IO[bytes] | None = None) -> Piece:
        piece = Piece(data, ends, self._first, self._line, self._bom, spool, not self._opaque)
        self._first += len(ends)
        self._line += lines
        self._bom = b""
        return piece

    def _to_spool(self, end: int) -> None:
        self._spool = self._spool or TemporaryFile()  # noqa: SIM115
        self._spool.write(self._data[:end])
        self._spooled_lines += self._data.count(b"\n", 0, end)
        del self._data[:end]

    def _spooled(self, end: int | None) -> Piece:
        """Return the long transcript, before whose ``end`` in memory may be comments that belong to the next one."""
        self._to_spool(len(self._data) if end is None else end)
        spool, lines = self._spool, self._spooled_lines
        assert spool is not None
        size = spool.tell()
        if end is not None:
            spool.seek(max(0, size - LONGEST_COMMENTS))
            tail = spool.read()
            held = tail[_end(tail, 0, len(tail)) :]
            size -= len(held)
            lines -= held.count(b"\n")
            spool.truncate(size)
            self._data[:0] = held
        self._spool, self._spooled_lines = None, 0
        return self._piece(b"", [size], lines, spool)

    def _starts(self, data: bytes) -> Iterator[int]:
        """Yield where transcripts begin in whole lines: at a header, at a JSON line, at text where no header is."""
        if not data.endswith(b"\n"):
            data += b"\n"
        at = 0  # text from here on belongs to no header
        for start, end, fence in _marks(data):
            if self._in_header:
                self._in_header = not fence
                continue
            if self._stray and (text := _text(data, at, start)) is not None:
                yield text
            yield start
            self._in_header, self._stray = fence, not fence
            at = end if fence else data.index(b"\n", end) + 1
        if self._stray and (text := _text(data, at, len(data))) is not None:
            yield text
            self._stray = False

    def _starts_in_line(self, data: bytes) -> Iterator[int]:
        """Yield where a transcript begins in a part of a line that is too long: at its start, if at all."""
        if not self._in_line:
            self._in_json = not self._in_header and data.removeprefix(BOM).startswith(b"{")
            if self._in_json or (self._stray and not self._in_header):
                yield 0
            self._stray = False
        self._in_line = not data.endswith(b"\n")
        if self._in_json and not self._in_line:
            self._stray = True


def _marks(data: bytes) -> Iterator[tuple[int, int, bool]]:
    """Yield where lines begin that open or close a header or are JSON, where that ends, and whether it is a header's.

    Nearly always there are headers only, which are found without looking at each line.
    """
    if BOM in data or data.startswith(b"{") or b"\n{" in data:
        for mark in _MARK.finditer(data):
            if mark[1] is None or len(mark[1].rstrip(_LINE_ENDS)) <= LONGEST_LINE:
                yield mark.start(), mark.end(), mark[1] is not None
        return
    text = b"\n" + data
    at = text.find(b"\n---")
    while at >= 0:
        end = text.index(b"\n", at + 1) - 1
        if not data[at + 3 : end].strip(_WHITE) and len(data[at:end].rstrip(_LINE_ENDS)) <= LONGEST_LINE:
            yield at, end, True
        at = text.find(b"\n---", end + 1)


def _text(data: bytes, start: int, end: int) -> int | None:
    """Return where the first line begins that is neither blank nor a comment."""
    while start < end:
        after = data.index(b"\n", start) + 1
        if not _is_remark(data[start:after]):
            return start
        start = after
    return None


def _end(data: bytes | bytearray, low: int, end: int) -> int:
    """Return where the transcript ends that is followed by another's header or text at ``end``; it began at ``low``."""
    low = max(low, end - LONGEST_COMMENTS)
    start = end
    blank: int | None = None  # the end of the first blank lines of those that were looked at
    in_blank = False
    while start > low:
        begin = max(data.rfind(b"\n", low, start - 1) + 1, low)
        line = data[begin:start]
        if not _is_remark(line):
            return start if blank is None else blank
        if line.strip(_WHITE):
            in_blank = False
        elif not in_blank:
            in_blank, blank = True, start
        start = begin
    return end


def _is_remark(line: bytes | bytearray) -> bool:
    """Return whether a line is blank or a comment, and all of its characters may stand in a transcript."""
    if line.strip(_WHITE)[:1] not in (b"", b"#") or len(line.rstrip(_LINE_ENDS)) > LONGEST_LINE:
        return False
    return find_bad(line.decode("utf-8", "surrogateescape")) is None
