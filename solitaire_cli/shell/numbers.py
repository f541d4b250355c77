"""Ranges of deal numbers: as a command line or standard input names them, or random ones."""

from __future__ import annotations

import re
import sys
from codecs import getincrementaldecoder
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby
from typing import NamedTuple

import click

from solitaire_cli.core.errors import Code, Failure, Fault, Problem
from solitaire_cli.core.numbering import FOREIGN, LARGEST_RANDOM, Number, parse_number
from solitaire_cli.core.rules import Rules
from solitaire_cli.shell.console import Console
from solitaire_cli.shell.inputs import STDIN
from solitaire_cli.words.language import spoken

_LONGEST = 80  # no number or range is as long


class Numbers(NamedTuple):
    """A range of deal numbers of one kind, both ends included."""

    kind: str
    first: int
    last: int


class NumberedCommand(click.Command):
    """A command that calls a negative number a bad deal number, not an unknown option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        given = args[:]
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            if re.match(r"--?[0-9]", error.option_name):
                fault = parse_number(error.option_name)
                assert isinstance(fault, Fault)
                from solitaire_cli.words.faults import sentence

                raise click.UsageError(sentence(fault, spoken(ctx.obj or given, sys.stderr)), ctx) from None
            raise


def size(ranges: Iterable[Numbers]) -> int:
    """Return how many numbers ``ranges`` hold."""
    return sum(numbers.last - numbers.first + 1 for numbers in ranges)


def each(ranges: Iterable[Numbers]) -> Iterator[Number]:
    """Yield the numbers of ``ranges`` one by one."""
    for kind, first, last in ranges:
        for value in range(first, last + 1):
            yield Number(kind, value)


def pieces(groups: Iterable[Sequence[Numbers]], most: int) -> Iterator[list[Numbers]]:
    """Cut each group of ranges into pieces of ``most`` numbers; the first is small, so that something shows at once."""
    limit = 1
    for ranges in groups:
        piece: list[Numbers] = []
        room = limit
        for kind, first, last in ranges:
            while first <= last:
                end = min(last, first + room - 1)
                piece.append(Numbers(kind, first, end))
                room -= end - first + 1
                first = end + 1
                if not room:
                    yield piece
                    piece, room = [], most
        if piece:
            yield piece
        limit = most


def random_number() -> Numbers:
    """Return a random number as a range."""
    from random import SystemRandom

    number = SystemRandom().randint(1, LARGEST_RANDOM)
    return Numbers("", number, number)


class RangeReader:
    """The ranges that a command line names, in groups; ``-`` is standard input, whose ranges are not held.

    The arguments are all checked first. What is wrong in standard input ends the ranges, and :meth:`close` reports it:
    what was named before is done first. Where ``rules`` do not take the numbers of another program, those are wrong
    too. A progress bar learns of each group how much work it is.
    """

    def __init__(self, console: Console, arguments: Iterable[str], rules: Rules | None = None) -> None:
        self._console = console
        self._rules = rules
        self._failure: Failure | None = None
        self._given = [None if argument == "-" else self._checked(argument) for argument in arguments]
        for _ in range(self._given.count(None)):
            console.inputs.take_stdin()

    def __iter__(self) -> Iterator[Sequence[Numbers]]:
        for typed, group in groupby(self._given, lambda ranges: ranges is not None):
            for ranges in [[each for each in group if each]] if typed else self._read_input():
                if self._console.product.progress:
                    self._console.product.progress.extend(size(ranges))
                yield ranges
            if self._failure:
                return

    def close(self) -> None:
        """End the command if the ranges did not end well."""
        if self._failure:
            self._console.product.flush()
            raise self._failure

    def _checked(self, argument: str) -> Numbers:
        found = read_range(argument, self._rules)
        return self._console.usage_fault(found) if isinstance(found, Fault) else found

    def _read_input(self) -> Iterator[list[Numbers]]:
        """Yield the ranges of standard input as they come."""
        from solitaire_cli.system.files import UnreadableError

        try:
            for words in _read_words(self._console.inputs.raw_chunks("-")):
                ranges: list[Numbers] = []
                for word, line, column in words:
                    found = read_range(word, self._rules)
                    if isinstance(found, Fault):
                        yield ranges
                        self._fail(Problem(found, line, column))
                        return
                    ranges.append(found)
                yield ranges
        except UnreadableError as error:
            self._fail(Problem(Fault(Code.UNREADABLE, {"reason": error.reason})))

    def _fail(self, problem: Problem) -> None:
        from solitaire_cli.show.records import diagnostic

        self._failure = Failure(diagnostic(STDIN, problem, self._console.look), located=True)


def _read_words(chunks: Iterable[bytes]) -> Iterator[list[tuple[str, int, int]]]:
    """Yield the words in each chunk with their lines and columns; one that a chunk cuts off comes with the next."""
    decode = getincrementaldecoder("utf-8")("surrogateescape").decode
    rest, line, column = "", 1, 1
    for chunk in chain(chunks, [b""]):
        text = rest + decode(chunk, not chunk)
        # a longer word is wrong however it goes on, and is not held
        whole = not chunk or len(rest) > _LONGEST
        end = len(text) if whole else max(map(text.rfind, " \t\r\n")) + 1
        words, begin = [], 1 - column
        for match in re.finditer(r"\n|[^ \t\r\n]+", text[:end]):
            if match[0] == "\n":
                line, begin = line + 1, match.end()
            else:
                words.append((match[0].removeprefix("\ufeff"), line, match.start() - begin + 1))
        yield words
        rest, column = text[end:], end - begin + 1


def read_range(text: str, rules: Rules | None) -> Numbers | Fault:
    """Return the number or range that ``text`` is."""
    kind = next((kind for kind in FOREIGN if text.startswith(kind)), "")  # it ends with the sign of a range
    first, dash, last = text.removeprefix(kind).partition("-")
    first = kind + first
    ends: list[Number] = []
    for part in (first, last) if first and last else (text,):
        number = parse_number(part)
        if isinstance(number, Fault):
            unfinished = first and ("," in text or (dash and not last))
            return number._replace(variant="range") if unfinished else number
        ends.append(number)
    start, end = ends[0], ends[-1]
    if start.kind != end.kind:
        foreign = not FOREIGN.keys().isdisjoint({start.kind, end.kind})
        return Fault(Code.BAD_DEAL, {"range": text}, "mixed-foreign" if foreign else "mixed")
    if start.value > end.value:
        return Fault(Code.BAD_DEAL, {"range": text}, "reversed")
    fault = rules.refuses(end) if rules else None
    return fault or Numbers(start.kind, start.value, end.value)


def read_number(console: Console, text: str, rules: Rules) -> Number:
    """Return the number that ``text`` is; one that is wrong, or that ``rules`` do not take, ends the command."""
    number = parse_number(text)
    if isinstance(number, Fault):
        console.usage_fault(number)
    if fault := rules.refuses(number):
        console.usage_fault(fault)
    return number
