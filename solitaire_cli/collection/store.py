"""Transcripts in a temporary file, until it is known which of them are written, in which order, and where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from tempfile import TemporaryFile
from typing import NamedTuple

from solitaire_cli.collection.selection import Found
from solitaire_cli.transcript.blocks import CHUNK


class Stored(NamedTuple):
    """Where a transcript lies in the file, what is known of it, and the byte order mark that stood before it."""

    start: int
    size: int
    found: Found
    bom: bytes


class Store:
    """The transcripts that may yet be written; of the wins of a deal only the shortest, the first of several."""

    def __init__(self) -> None:
        self._file = TemporaryFile()  # noqa: SIM115
        self._size = 0
        self._kept: dict[str | int, Stored] = {}

    def add(self, found: Found, chunks: Iterable[bytes], bom: bytes, wins: bool) -> None:
        """Keep a transcript; with ``wins`` only if it is a shorter win than any other of its deal."""
        key = len(self._kept) if not wins or found.same is None else found.same
        if wins:
            before = self._kept.get(key)
            if found.steps is None or (before and (before.found.steps or 0) <= found.steps):
                return
        start = self._size
        for chunk in chunks:
            self._file.write(chunk)
            self._size += len(chunk)
        self._kept[key] = Stored(start, self._size - start, found, bom)

    def each(self, sorted_by: bool = False, backwards: bool = False, limit: int | None = None) -> list[Stored]:
        """Return what is kept in the order in which it came or, with ``sorted_by``, of what was asked."""
        kept = sorted(self._kept.values(), key=lambda each: each.start)
        if sorted_by:
            unknown = [each for each in kept if each.found.order[0]]
            known = [each for each in kept if not each.found.order[0]]
            kept = sorted(known, key=lambda each: each.found.order, reverse=backwards) + unknown
        return kept[:limit]

    def chunks(self, stored: Stored) -> Iterator[bytes]:
        """Yield the bytes of a transcript."""
        at, end = stored.start, stored.start + stored.size
        while at < end:
            self._file.seek(at)
            chunk = self._file.read(min(CHUNK, end - at))
            at += len(chunk)
            yield chunk
        self._file.seek(0, 2)

    def close(self) -> None:
        """Forget all."""
        self._file.close()
