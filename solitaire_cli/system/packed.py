"""Compressed input, told by its first bytes and unpacked as it is read, never more of it at once than a chunk."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from itertools import chain
from typing import Any

from solitaire_cli.system.files import CHUNK, UnreadableError

CUT = "the compressed data ends too early"  # reasons of an UnreadableError
DAMAGED = "the compressed data is damaged"
TRAILING = "something else follows the compressed data"
HUNGRY = "unpacking takes too much memory"
LACKING = "this Python cannot unpack the data"

_MEMORY = 1 << 28  # bytes that unpacking may take; the highest level of xz takes a quarter of that
_BEGINNINGS = {
    "gzip": (b"\x1f\x8b",),
    "bz2": tuple(b"BZh%d%s" % (level, rest) for level in range(1, 10) for rest in (b"1AY&SY", b"\x17rE8P\x90")),
    "xz": (b"\xfd7zXZ\0",),
}


class _Gzip:
    """A member of gzip data, with what the decompressors of the other two kinds have."""

    def __init__(self) -> None:
        import zlib

        self._inner = zlib.decompressobj(16 + zlib.MAX_WBITS)
        self.needs_input = True

    def decompress(self, data: bytes, most: int) -> bytes:
        found = self._inner.decompress(self._inner.unconsumed_tail + data, most)
        # a full piece may not be all that is there, even if all was taken in
        self.needs_input = not self._inner.unconsumed_tail and len(found) < most
        return found

    @property
    def eof(self) -> bool:
        return self._inner.eof

    @property
    def unused_data(self) -> bytes:
        return self._inner.unused_data


def _decompressor(kind: str) -> Any:
    """Return what unpacks one member. Raises :class:`ImportError` where Python was built without it."""
    if kind == "gzip":
        return _Gzip()
    if kind == "bz2":
        from bz2 import BZ2Decompressor

        return BZ2Decompressor()
    from lzma import FORMAT_XZ, LZMADecompressor

    return LZMADecompressor(FORMAT_XZ, _MEMORY)


def unpacked(chunks: Iterator[bytes], found: Callable[[], object]) -> Iterator[bytes]:
    """Yield what is packed in ``chunks``, after a call of ``found``; chunks that are not packed as they are.

    Members may follow each other, and zeros the last one. Raises :class:`UnreadableError`.
    """
    head, kind = _read_kind(b"", chunks)
    if kind is None:
        if head:
            yield head
        yield from chunks
        return
    found()
    while kind is not None:
        rest = yield from _member(kind, head, chunks)
        head, kind = _read_kind(rest, chunks)
    if any(piece.strip(b"\0") for piece in chain((head,), chunks)):
        raise UnreadableError(ValueError(TRAILING))


def _read_kind(head: bytes, chunks: Iterator[bytes]) -> tuple[bytes, str | None]:
    """Return how data is packed that begins with ``head``, before ``chunks``, and as much of it as tells."""
    while True:
        for kind, beginnings in _BEGINNINGS.items():
            if head.startswith(beginnings):
                return head, kind
        unclear = any(beginning.startswith(head) for beginnings in _BEGINNINGS.values() for beginning in beginnings)
        chunk = next(chunks, None) if unclear else None
        if chunk is None:
            return head, None
        head += chunk


def _member(kind: str, data: bytes, chunks: Iterator[bytes]) -> Generator[bytes, None, bytes]:
    """Yield what the member is that begins with ``data``; return what was read behind its end."""
    try:
        inner = _decompressor(kind)
    except ImportError:
        raise UnreadableError(ValueError(LACKING)) from None
    while True:
        try:
            piece = inner.decompress(data, CHUNK)
        except MemoryError:
            raise
        except Exception as error:  # each kind has its own
            raise UnreadableError(ValueError(HUNGRY if "limit" in str(error) else DAMAGED)) from None
        if piece:
            yield piece
        if inner.eof:
            return bytes(inner.unused_data)
        data = b""
        if inner.needs_input:
            more = next(chunks, None)
            if more is None:
                raise UnreadableError(ValueError(CUT))
            data = more
