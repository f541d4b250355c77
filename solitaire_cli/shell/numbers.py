"""Ranges of deal numbers: as a command line or standard input names them, or random ones."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import click

from solitaire_cli.core.errors import Fault
from solitaire_cli.core.numbering import LARGEST_RANDOM, Number, parse_number
from solitaire_cli.shell.console import Console
from solitaire_cli.words.language import spoken


class Numbers(NamedTuple):
    """A range of deal numbers of one kind, both ends included."""

    ms: bool
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
    for ms, first, last in ranges:
        for value in range(first, last + 1):
            yield Number(ms, value)


def pieces(ranges: Iterable[Numbers], most: int) -> Iterator[list[Numbers]]:
    """Cut ``ranges`` into pieces of ``most`` numbers; the first is small, so that something shows at once."""
    piece: list[Numbers] = []
    room = 1
    for ms, first, last in ranges:
        while first <= last:
            end = min(last, first + room - 1)
            piece.append(Numbers(ms, first, end))
            room -= end - first + 1
            first = end + 1
            if not room:
                yield piece
                piece, room = [], most
    if piece:
        yield piece


def random_number() -> Numbers:
    """Return a random number as a range."""
    from random import SystemRandom

    number = SystemRandom().randint(1, LARGEST_RANDOM)
    return Numbers(False, number, number)


def read_ranges(console: Console, arguments: Iterable[str]) -> Iterator[Numbers]:
    """Read the ranges in ``arguments``, where ``-`` is standard input; a wrong one ends the command."""
    seen = False
    for argument in arguments:
        if argument == "-" and seen:
            console.usage("second-stdin")
        seen = seen or argument == "-"
        for word in _read_words(console) if argument == "-" else [argument]:
            yield _read_range(console, word)


def _read_words(console: Console) -> list[str]:
    from solitaire_cli.system.files import UnreadableError

    try:
        text = b"".join(console.inputs.chunks("-")).decode("utf-8-sig", "surrogateescape")
    except UnreadableError as error:
        console.fail("no-numbers-read", reason=error.reason)
    return re.findall(r"[^ \t\r\n]+", text)


def _read_range(console: Console, text: str) -> Numbers:
    first, _, last = text.partition("-")
    if not (first and last):
        number = read_number(console, text)
        return Numbers(number.ms, number.value, number.value)
    start, end = read_number(console, first), read_number(console, last)
    if start.ms != end.ms:
        console.usage("mixed", range=text)
    if start.value > end.value:
        console.usage("reversed", range=text)
    return Numbers(start.ms, start.value, end.value)


def read_number(console: Console, text: str) -> Number:
    """Return the number that ``text`` is; a wrong one ends the command."""
    number = parse_number(text)
    if isinstance(number, Fault):
        console.usage_fault(number)
    return number
