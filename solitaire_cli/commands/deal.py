"""``deal``: numbered deals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import click

from solitaire_cli.console import YES, Console
from solitaire_cli.errors import Fault
from solitaire_cli.files import UnreadableError
from solitaire_cli.layout import picture
from solitaire_cli.messages import sentence
from solitaire_cli.numbering import Number, parse_number
from solitaire_cli.options import JSON, TEXT, YAML, rule_options, shared
from solitaire_cli.output import deal_record, title
from solitaire_cli.position import Position
from solitaire_cli.rules import Rules

LARGEST_RANDOM = 999_999_999
"""Random numbers go up to here, short enough to be told to a friend."""


class Numbers(NamedTuple):
    """A range of deal numbers of one kind, both ends included."""

    ms: bool
    first: int
    last: int

    def __iter__(self) -> Iterator[Number]:  # type: ignore[override]
        value = self.first
        while value <= self.last:
            yield Number(self.ms, value)
            value += 1


class _Deal(click.Command):
    """A negative number is told to be no deal number, not an unknown option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            if re.match(r"--?[0-9]", error.option_name):
                fault = parse_number(error.option_name)
                assert isinstance(fault, Fault)
                raise click.UsageError(sentence(fault), ctx) from None
            raise


@click.command(cls=_Deal, epilog="Exit codes: 0 dealt, 2 no answer: a wrong number, game or option.")
@click.argument("game")
@click.argument("numbers", metavar="[NUMBER|FROM-TO|-]...", nargs=-1)
@click.option("--random", "pick", is_flag=True, help="Pick a number and say which.")
@click.option(
    "--count", type=click.IntRange(min=1), metavar="N", help="How many numbers --random picks; 1 if absent."
)
@rule_options
@shared(TEXT, JSON, YAML)
def command(
    console: Console,
    game: str,
    numbers: tuple[str, ...],
    pick: bool,
    count: int | None,
    chosen: tuple[str, ...],
) -> int:
    """Deal GAME by number: a layout each, a record with -f json, a transcript without moves with -f yaml.

    A number is N, 1 to 99999999999999999999, or msN, 1 to 8589934591; FROM-TO is a range of either kind, - reads
    numbers and ranges from standard input. All are checked before anything is written. The same number gives the
    same deal for ever.

    \b
    solitaire-cli deal beetle 24
    solitaire-cli deal spider-millennium 1-10 ms1-ms5 -r suits=2
    solitaire-cli deal spiderwort --random --count 3 -f yaml
    """
    rules = console.rules(game, chosen)
    if pick and numbers:
        console.usage("random-and-numbers")
    if count is not None and not pick:
        console.usage("count-alone")
    if pick:
        _deal(console, rules, _random_numbers(count or 1))
        return YES
    if not numbers:
        console.usage("no-numbers")
    ranges = list(_ranges(console, numbers))
    _deal(console, rules, (number for numbers in ranges for number in numbers))
    return YES


def _random_numbers(count: int) -> Iterator[Number]:
    from random import SystemRandom

    pick = SystemRandom()
    return (Number(False, pick.randint(1, LARGEST_RANDOM)) for _ in range(count))


def _ranges(console: Console, arguments: Iterable[str]) -> Iterator[Numbers]:
    seen = False
    for argument in arguments:
        if argument != "-":
            yield _range(console, argument)
            continue
        if seen:
            console.usage("second-stdin")
        seen = True
        try:
            text = b"".join(console.chunks("-")).decode("utf-8-sig", "surrogateescape")
        except UnreadableError as error:
            console.fail("no-numbers-read", reason=error.reason)
        for word in re.findall(r"[^ \t\r\n]+", text):
            yield _range(console, word)


def _range(console: Console, text: str) -> Numbers:
    """The range ``FROM-TO`` or the single number that ``text`` is."""
    first, dash, last = text.partition("-")
    if not dash or not first:
        number = _number(console, text)
        return Numbers(number.ms, number.value, number.value)
    start, end = _number(console, first), _number(console, last)
    if start.ms != end.ms:
        console.usage("mixed", range=text)
    if start.value > end.value:
        console.usage("reversed", range=text)
    return Numbers(start.ms, start.value, end.value)


def _number(console: Console, text: str) -> Number:
    number = parse_number(text)
    if isinstance(number, Fault):
        console.usage_fault(number)
    return number


def _deal(console: Console, rules: Rules, numbers: Iterable[Number]) -> None:
    if console.form == YAML:
        from solitaire_cli.canonical import header_text, start_values

        for number in numbers:
            console.write(header_text(start_values(rules, number)))
        return
    for number in numbers:
        position = Position.numbered(rules, number)
        if console.form == JSON:
            console.write_json(deal_record(position, number))
            continue
        console.write_gap()
        console.write_line(title(rules, str(number), console.language))
        console.write_picture(picture(position, console.language, console.signs))
