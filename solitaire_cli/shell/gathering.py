"""The output of ``select``: transcripts that are written at once, or kept until all have been read."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from solitaire_cli.collection.cutter import Piece
from solitaire_cli.collection.joiner import Joiner
from solitaire_cli.collection.selection import Found
from solitaire_cli.shell.console import Console
from solitaire_cli.shell.exit_codes import NO, NO_ANSWER, YES
from solitaire_cli.shell.inputs import cannot_read, source_name
from solitaire_cli.show.look import JSON, Look
from solitaire_cli.show.record_lines import RecordLines
from solitaire_cli.show.records import verdict_record
from solitaire_cli.system.files import OutputFile, UnreadableError
from solitaire_cli.transcript.referee import Verdict

if TYPE_CHECKING:
    from solitaire_cli.collection.store import Store, Stored

MARK = "{}"
"""Stands in the name of a file for the number of a part, or for what the transcripts in it have in common."""
_LONGEST_NAME = 80  # the characters of a value in the name of a file


class VerdictLines(NamedTuple):
    """Makes records of verdicts, in another process too."""

    look: Look
    lines: RecordLines

    def line(self, source: str, verdict: Verdict, identity: str | None) -> str:
        """Return the record of a verdict as a line."""
        return self.lines.line(verdict_record(source, verdict, self.look), identity)


class Plan(NamedTuple):
    """What is to be done with those that fit; ``split`` is the number of transcripts in a part."""

    records: bool = False
    counts: bool = False
    unique: bool = False
    best: bool = False
    sort: bool = False
    backwards: bool = False
    limit: int | None = None
    split: int | None = None
    split_by: bool = False

    @property
    def parts(self) -> bool:
        """Whether there are several files."""
        return self.split is not None or self.split_by

    @property
    def waits(self) -> bool:
        """Whether nothing is written before all has been read."""
        return self.best or self.sort or self.parts


class Enough(Exception):  # noqa: N818 - an outcome
    """As many transcripts as were asked for have been found."""


class Gathering:
    """Takes what is wanted of each piece of the inputs, in their order, and writes it."""

    def __init__(self, console: Console, plan: Plan, inputs: Sequence[str]) -> None:
        self._console = console
        self._plan = plan
        self._inputs = inputs
        self._joiner = Joiner(console.product.write_bytes)
        self._seen: set[str] = set()
        self._store: Store | None = None
        self._found = 0
        self._status = YES
        if plan.parts:
            self._pattern = console.product.release()
        if plan.waits:
            from solitaire_cli.collection.store import Store

            self._store = Store()

    def take(self, piece: Piece, found: Sequence[Found | None]) -> None:
        """Take what is wanted of a piece, which is closed then. Raises :class:`Enough`."""
        plan = self._plan
        wanted = [each if each and self._is_new(each) else None for each in found]
        if self._store is not None:
            self._keep(self._store, piece, wanted)
        else:
            for at, each in enumerate(wanted):
                if each and self._found == plan.limit:
                    wanted[at] = None
                elif each:
                    self._found += 1
                    self._console.product.write(each.record)
            if not (plan.records or plan.counts):
                self._joiner.add(piece, [each is not None for each in wanted])
        piece.close()
        if self._found == plan.limit:
            raise Enough

    def _is_new(self, found: Found) -> bool:
        if not self._plan.unique or found.same is None:
            return True
        size = len(self._seen)
        self._seen.add(found.same)
        return len(self._seen) > size

    def _keep(self, store: Store, piece: Piece, wanted: Sequence[Found | None]) -> None:
        start = 0
        for at, (each, end) in enumerate(zip(wanted, piece.ends)):
            if each:
                chunks: Iterable[bytes] = piece.part(start, end)
                if self._plan.records:
                    chunks = [each.record.encode()]
                elif self._plan.counts:
                    chunks = []
                store.add(each, chunks, b"" if at else piece.bom, self._plan.best)
            start = end

    def report(self, name: str, error: UnreadableError) -> None:
        """Report an input that cannot be read, or not further."""
        self._console.tell(source_name(name), cannot_read(error))
        self._status = NO_ANSWER

    def close(self) -> int:
        """Write what was kept, or the number if only that is wanted; return the exit code."""
        plan, console = self._plan, self._console
        if self._store is not None:
            kept = self._store.each(plan.sort, plan.backwards, plan.limit)
            self._found = len(kept)
            if plan.parts:
                self._write_parts(self._store, kept)
            elif not plan.counts:
                for each in kept:
                    self._joiner.add_bytes(self._store.chunks(each), each.bom)
        if plan.counts:
            if console.look.form == JSON:
                console.product.write_json({"type": "count", "transcripts": self._found})
            else:
                console.product.write_line(str(self._found))
        return self._status or (YES if self._found else NO)

    def forget(self) -> None:
        """Forget what was kept."""
        if self._store is not None:
            self._store.close()

    def _write_parts(self, store: Store, kept: Sequence[Stored]) -> None:
        """Write each part to its file, one after the other, if no input would be lost by that."""
        parts = list(_numbered(kept, self._plan.split) if self._plan.split else _by_value(kept))
        names = [self._pattern.replace(MARK, value) for value, _ in parts]
        read = {identity for name in self._inputs if name != "-" and (identity := _identity(name))}
        for name in names:
            if _identity(name) in read:
                self._console.fail("output-is-input", file=name)
        for name, (_, part) in zip(names, parts):
            file = OutputFile(name)
            try:
                joiner = Joiner(file.write)
                for each in part:
                    joiner.add_bytes(store.chunks(each), each.bom)
                file.finish()
            except BaseException:
                file.discard()
                raise


def _numbered(kept: Sequence[Stored], size: int) -> Iterator[tuple[str, Sequence[Stored]]]:
    """Yield parts of ``size`` transcripts with their numbers, all of so many digits as the last one has."""
    count = -(-len(kept) // size)
    for number in range(1, count + 1):
        yield f"{number:0{len(str(count))}}", kept[(number - 1) * size : number * size]


def _by_value(kept: Sequence[Stored]) -> Iterator[tuple[str, Sequence[Stored]]]:
    """Yield the transcripts that have a value in common, in their order, with the value as a file can be named."""
    value: Callable[[Stored], str] = lambda each: file_name(each.found.part)  # noqa: E731
    for name, part in groupby(sorted(kept, key=value), value):
        yield name, list(part)


def file_name(value: str | None) -> str:
    """Return a value as a part of a file's name: no two values have the same one, and none leads elsewhere.

    >>> file_name("Ada L."), file_name("../x"), file_name("50%"), file_name(None), file_name("-")
    ('Ada L.', '%2E.%2Fx', '50%25', '-', '%2D')
    """
    if value is None:
        return "-"
    name = "".join(
        character
        if (character.isalnum() or character in " -_,+=@()") or (character == "." and at)
        else _escaped(character)
        for at, character in enumerate(value)
    )
    name = {"": "%", "-": "%2D"}.get(name, name)
    if len(name) > _LONGEST_NAME:
        from hashlib import sha256

        return f"{name[:_LONGEST_NAME]}%{sha256(value.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"
    return name


def _escaped(text: str) -> str:
    return "".join(f"%{byte:02X}" for byte in text.encode("utf-8", "surrogatepass"))


def _identity(name: str) -> tuple[int, int] | None:
    try:
        found = os.stat(name)
    except (OSError, ValueError):
        return None
    return found.st_dev, found.st_ino
