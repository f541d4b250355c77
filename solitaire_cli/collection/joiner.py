"""Transcripts put together as they stood."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from solitaire_cli.collection.cutter import Piece


class Joiner:
    """Writes transcripts one after the other, byte for byte.

    A transcript that does not end with a line end gets one if another follows. A byte order mark stays where it does
    no harm: before all else, or right before a header.
    """

    def __init__(self, write: Callable[[bytes], object]) -> None:
        self._write = write
        self._empty = self._ended = True

    def add(self, piece: Piece, wanted: Sequence[bool]) -> None:
        """Write those transcripts of a piece that are ``wanted``."""
        start = 0
        for wants, ends in groupby(zip(wanted, piece.ends), lambda pair: pair[0]):
            *_, (_, end) = ends
            if wants:
                self.add_bytes(piece.part(start, end), piece.bom if start == 0 else b"")
            start = end

    def add_bytes(self, chunks: Iterator[bytes], bom: bytes = b"") -> None:
        """Write the bytes of one transcript, or of several that belong together, before which ``bom`` stood."""
        if not self._ended:
            self._write(b"\n")
        last = b"\n"
        for chunk in chunks:
            if bom and (self._empty or chunk.startswith((b"---", b"{"))):
                self._write(bom)
            self._write(chunk)
            bom, last = b"", chunk or last
            self._empty = False
        self._ended = last.endswith(b"\n")
