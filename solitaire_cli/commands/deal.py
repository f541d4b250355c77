"""``deal``: numbered deals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import click

from solitaire_cli.console import YES, Console, locale_language
from solitaire_cli.errors import Fault
from solitaire_cli.files import UnreadableError
from solitaire_cli.layout import ASCII, UNICODE, picture
from solitaire_cli.messages import LANGUAGES, fit, sentence
from solitaire_cli.numbering import LARGEST_RANDOM, Number, parse_number
from solitaire_cli.options import (
    JSON,
    TEXT,
    YAML,
    complete_games,
    jobs_option,
    progress_option,
    rule_options,
    shared,
)
from solitaire_cli.output import deal_record, json_line, title
from solitaire_cli.position import Position
from solitaire_cli.rules import Rules

PIECE = 256
"""The deals of one piece of work."""


class Numbers(NamedTuple):
    """A range of deal numbers of one kind, both ends included."""

    ms: bool
    first: int
    last: int


class Dealer(NamedTuple):
    """How deals are written: all that a process needs to know of the console."""

    game: str
    chosen: tuple[str, ...]
    game_files: tuple[str, ...]
    form: str
    language: str
    plain: bool
    ascii_only: bool

    def rules(self) -> Rules:
        """The rules of the deals."""
        return Console(game_files=self.game_files).rules(self.game, self.chosen)

    def text(self, rules: Rules, numbers: Iterable[Number]) -> str:
        """The deals of ``numbers``, pictures parted by empty lines."""
        if self.form == YAML:
            from solitaire_cli.canonical import header_text, start_values

            return "".join(header_text(start_values(rules, number)) for number in numbers)
        if self.form == JSON:
            return "".join(
                json_line(deal_record(Position.numbered(rules, number), number)) for number in numbers
            )
        return "\n".join(self.picture(rules, number) for number in numbers)

    def picture(self, rules: Rules, number: Number) -> str:
        """The picture of a deal below its heading."""
        signs = ASCII if self.plain else UNICODE
        heading = fit(title(rules, str(number), self.language), self.plain, self.ascii_only)
        lines = picture(Position.numbered(rules, number), self.language, signs)
        return "\n".join([heading, *lines, ""])


class _Deal(click.Command):
    """A negative number is told to be no deal number, not an unknown option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        given = args[:]
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            if re.match(r"--?[0-9]", error.option_name):
                fault = parse_number(error.option_name)
                assert isinstance(fault, Fault)
                raise click.UsageError(sentence(fault, _language(given)), ctx) from None
            raise


def _language(arguments: list[str]) -> str:
    """The language of a line that could not be read as a whole."""
    line = " ".join(arguments)
    for language in LANGUAGES:
        if f"--lang {language}" in line or f"--lang={language}" in line:
            return language
    return locale_language()


@click.command(cls=_Deal, epilog="Exit codes: 0 dealt, 2 no answer: a wrong number, game or option.")
@click.argument("game", shell_complete=complete_games)
@click.argument("numbers", metavar="[NUMBER|FROM-TO|-]...", nargs=-1)
@click.option("--random", "pick", is_flag=True, help="Pick a number and say which.")
@click.option(
    "--count", type=click.IntRange(min=1), metavar="N", help="How many numbers --random picks; 1 if absent."
)
@rule_options
@jobs_option
@progress_option
@shared(TEXT, JSON, YAML)
def command(
    console: Console,
    game: str,
    numbers: tuple[str, ...],
    pick: bool,
    count: int | None,
    chosen: tuple[str, ...],
    jobs: int,
    progress: bool | None,
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
    if not pick and not numbers:
        console.usage("no-numbers")
    ranges = _random_numbers(count or 1) if pick else list(_ranges(console, numbers))
    dealer = Dealer(
        game,
        chosen,
        tuple(console.game_files),
        console.form,
        console.language,
        console.plain,
        console.ascii_only,
    )
    length = count or 1 if pick else sum(each.last - each.first + 1 for each in ranges)
    bar = console.show_progress(length, progress)

    def take(dealt: tuple[int, str]) -> None:
        if console.form == TEXT:
            console.write_gap()
        console.write_drawn(dealt[1])
        bar.advance(dealt[0])

    if jobs == 1:
        for piece in _pieces(ranges):
            take((_size(piece), dealer.text(rules, _each(piece))))
        return YES
    from solitaire_cli.parallel import Workers, job_count

    workers: Workers[list[Numbers], tuple[int, str]] = Workers(
        job_count(jobs), _deal_piece, take, _prepare, (dealer,)
    )
    workers.run(_pieces(ranges))
    return YES


# what each process needs to deal, set once
_prepared: list[tuple[Dealer, Rules]] = []


def _prepare(dealer: Dealer) -> None:
    _prepared[:] = [(dealer, dealer.rules())]


def _deal_piece(piece: list[Numbers]) -> tuple[int, str]:
    dealer, rules = _prepared[0]
    return _size(piece), dealer.text(rules, _each(piece))


def _size(piece: Iterable[Numbers]) -> int:
    return sum(numbers.last - numbers.first + 1 for numbers in piece)


def _each(piece: Iterable[Numbers]) -> Iterator[Number]:
    for ms, first, last in piece:
        for value in range(first, last + 1):
            yield Number(ms, value)


def _pieces(ranges: Iterable[Numbers]) -> Iterator[list[Numbers]]:
    """The numbers in pieces of work; the first is small, so that something is seen at once."""
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
                piece, room = [], PIECE
    if piece:
        yield piece


def _random_numbers(count: int) -> Iterator[Numbers]:
    from random import SystemRandom

    pick = SystemRandom()
    for _ in range(count):
        number = pick.randint(1, LARGEST_RANDOM)
        yield Numbers(False, number, number)


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
    if not last:
        _number(console, text)
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
