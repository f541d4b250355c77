"""``deal``: numbered deals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import click

from solitaire_cli.core.numbering import Number
from solitaire_cli.core.position import Position
from solitaire_cli.core.rules import Rules
from solitaire_cli.shell.console import Console
from solitaire_cli.shell.exit_codes import NO, YES
from solitaire_cli.shell.numbers import NumberedCommand, Numbers, RangeReader, each, pieces, random_number
from solitaire_cli.shell.options import IntegerRange, complete_games, jobs_option, progress_option, rule_options, shared
from solitaire_cli.show.board import board
from solitaire_cli.show.look import JSON, TEXT, YAML, Look
from solitaire_cli.show.picture import least_width
from solitaire_cli.words.messages import LABELS

if TYPE_CHECKING:
    from solitaire_cli.system.progress import Progress

PIECE = 256  # the deals in one piece of work
PATIENCE = 200  # after so many random numbers in a row without a fitting deal the search for one ends
WINNABLE = ("easy", "medium", "hard")  # the grades of winnable deals


class Dealt(NamedTuple):
    """The result of a piece of work: how many numbers were tried, how many were dealt, and what to write."""

    tried: int
    dealt: int
    text: str


class Dealer(NamedTuple):
    """Writes deals, in another process too; if there are grades, only deals that the solver wins with one of them."""

    rules: Rules
    look: Look
    grades: tuple[str, ...]
    width: int | None

    def deal(self, piece: list[Numbers]) -> Dealt:
        """Deal the numbers of ``piece``."""
        numbers = list(each(piece))
        dealt = list(filter(self.fits, numbers)) if self.grades else numbers
        return Dealt(len(numbers), len(dealt), self.text(dealt))

    def fits(self, number: Number) -> bool:
        """Return whether the solver wins a deal with one of the grades."""
        from solitaire_cli.solver import GRADES, solve

        effort = max(level for level, grade in enumerate(GRADES, 1) if grade in self.grades)
        return solve(Position.numbered(self.rules, number), effort).grade in self.grades

    def text(self, numbers: Iterable[Number]) -> str:
        """Return the deals of ``numbers``, with empty lines between pictures."""
        rules, look = self.rules, self.look
        if look.form == YAML:
            from solitaire_cli.transcript.writer import header_text, start_values

            return "".join(header_text(start_values(rules, number)) for number in numbers)
        if look.form == JSON:
            from solitaire_cli.show.records import deal_record, json_line

            return "".join(json_line(deal_record(Position.numbered(rules, number), number)) for number in numbers)
        pictures = []
        for number in numbers:
            heading = look.fit(look.title(rules, str(number)))
            pictures.append("\n".join([heading, *board(Position.numbered(rules, number), look, self.width), ""]))
        return "\n".join(pictures)


@click.command(
    help="""Deal one or more numbered games.

    Each is drawn as a board; -f json writes a record, -f yaml a transcript without moves.

    NUMBER is N, from 1 to 99999999999999999999, or msN, from 1 to 8589934591; some games also take win7-N, from 1 to
    2147483647, the deals of Windows 7. FROM-TO is a range of one kind; - reads numbers and ranges from standard input
    as they come. Arguments are all checked before anything is written. A number always gives the same deal.

    \b
    solitaire-cli deal beetle 24
    solitaire-cli deal spider-millennium 1-10 ms1-ms5 -r suits=2
    solitaire-cli deal spiderwort --random --count 3 -f yaml
    solitaire-cli deal spider-millennium --random --grade easy
    """,
    cls=NumberedCommand,
    epilog="Exit status: 0 success, 1 no number is winnable or of the wanted difficulty, "
    "2 an error such as a wrong number, game or option.",
)
@click.argument("game", shell_complete=complete_games)
@click.argument("numbers", metavar="[NUMBER|FROM-TO|-]...", nargs=-1)
@click.option("--random", "pick", is_flag=True, help="Deal a random number.")
@click.option(
    "--count", type=IntegerRange(min=1), metavar="N", help="How many numbers --random picks; the default is 1."
)
@click.option(
    "--winnable", is_flag=True, help="Deal only games that the solver wins; games of runs need the extra [solve]."
)
@click.option(
    "--grade",
    type=click.Choice(WINNABLE),
    help="Like --winnable, of this difficulty only, judged by how hard the solver had to search.",
)
@rule_options
@jobs_option
@progress_option
@shared(TEXT, JSON, YAML, linear=True)
def command(
    console: Console,
    game: str,
    numbers: tuple[str, ...],
    pick: bool,
    count: int | None,
    winnable: bool,
    grade: str | None,
    chosen: tuple[str, ...],
    jobs: int,
    progress: bool | None,
) -> int:
    rules = console.rules(game, chosen)
    if pick and numbers:
        console.usage("random-and-numbers")
    if count is not None and not pick:
        console.usage("needs", option="--count", needed="--random")
    if not pick and not numbers:
        console.usage("no-numbers")
    grades = (grade,) if grade else WINNABLE if winnable else ()
    if grades:
        from solitaire_cli.solver import search_for

        if not search_for(rules):
            console.fail("no-search-for", game=console.look.title(rules, None))
    dealer = Dealer(rules, console.look, grades, console.product.width)
    if not console.look.linear:
        console.need_width(least_width(rules))
    ranges = RangeReader(console, numbers, rules)
    wanted = count or 1 if pick else None
    taker = _Taker(console, wanted, grades, console.product.show_progress(wanted or 0, progress, bool(grades)))
    work = pieces(ranges, 1 if grades else PIECE) if wanted is None else _random(None if grades else wanted)
    try:
        if jobs == 1:
            for piece in work:
                taker.take(dealer.deal(piece))
        else:
            with console.workers(jobs, dealer.deal, taker.take) as workers:
                workers.run(work)
    except _Enough:
        pass
    except Exception as error:
        from solitaire_cli.solver import MissingNumpyError

        if not isinstance(error, MissingNumpyError):
            raise
        console.fail(error.complaint, reason=error.reason)
    ranges.close()
    return taker.close()


class _Enough(Exception):  # noqa: N818 - an outcome
    """As many random deals as were asked for are dealt, or there are none to be found."""


class _Taker:
    """Writes deals as they come, each at once if its grade was searched for.

    ``wanted`` is how many random ones there are to be, ``None`` if numbers were named.
    """

    def __init__(self, console: Console, wanted: int | None, grades: tuple[str, ...], bar: Progress) -> None:
        self._console = console
        self._wanted = wanted
        self._grades = grades
        self._bar = bar
        self._dealt = self._tried = self._vain = 0

    def take(self, dealt: Dealt) -> None:
        """Write what was dealt. Raises :class:`_Enough` when nothing more is wanted."""
        self._tried += dealt.tried
        self._vain = 0 if dealt.dealt else self._vain + dealt.tried
        if dealt.dealt:
            self._dealt += dealt.dealt
            if self._console.look.form == TEXT:
                self._console.product.write_gap()
            self._console.product.write(dealt.text)
            if self._grades:
                self._console.product.flush()
        searched = self._grades and self._wanted is not None
        note = self._console.look.phrase(LABELS["tried"], tried=self._tried) if searched else ""
        self._bar.advance(dealt.tried if self._wanted is None else dealt.dealt, note)
        if self._wanted is not None and (self._dealt == self._wanted or self._vain >= PATIENCE):
            raise _Enough

    def close(self) -> int:
        """Return the exit code, and complain if deals are missing."""
        if not self._grades or self._dealt == (self._wanted or self._dealt) > 0:
            return YES
        key = "too-few-winnable" if self._dealt else "none-winnable" if self._grades == WINNABLE else "none-of-grade"
        self._console.remark(key, dealt=self._dealt, tried=self._tried, grade=self._grades[0])
        return NO


def _random(count: int | None) -> Iterator[list[Numbers]]:
    """Yield random numbers in pieces of work: ``count`` of them, or endlessly, one per piece."""
    while count is None:
        yield [random_number()]
    for done in range(0, count, PIECE):
        yield [random_number() for _ in range(min(PIECE, count - done))]
