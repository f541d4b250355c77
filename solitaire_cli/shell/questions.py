"""What is asked of transcripts, as options of a command line say it."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence

from solitaire_cli.collection.filters import ByDate, ByDeal, ByGame, ByRules, ByTag, ByText, HeaderFilter, Text, days
from solitaire_cli.collection.sights import ByPosition, Sight, steps_pattern
from solitaire_cli.core.errors import Failure, Fault, Problem
from solitaire_cli.core.listing import unknown_game
from solitaire_cli.core.numbering import Number
from solitaire_cli.core.rules import Game
from solitaire_cli.shell.console import Console
from solitaire_cli.shell.numbers import read_range
from solitaire_cli.transcript.referee import Verdict, last_position

_STEPS = re.compile(r"(?=.)(0|[1-9][0-9]{0,17})?(?:(-)(0|[1-9][0-9]{0,17})?)?")


def of_game(console: Console, names: Sequence[str], chosen: Sequence[str]) -> list[HeaderFilter]:
    """Return the questions of ``--game`` and ``-r``. An option that no game has ends the command."""
    options = console.options(chosen)
    games = [_game(console, name) for name in names]
    refusals = [game.rules(options) for game in games or console.inputs.catalogue] if options else []
    if refusals and all(isinstance(fault, Fault) for fault in refusals):
        fault = refusals[0]
        if len(games) == 1 and isinstance(fault, Fault):
            console.usage_fault(fault)
        console.usage("no-game-has", rules=[f"{key}={value}" for key, value in options.items()])
    found: list[HeaderFilter] = [ByGame(tuple((game.id, game.chosen) for game in games))] if games else []
    return [*found, ByRules(options)] if options else found


def _game(console: Console, name: str) -> Game:
    catalogue = console.inputs.catalogue
    return catalogue.find(name) or console.usage_fault(unknown_game(name, catalogue.listed()))


def of_deals(console: Console, texts: Sequence[str]) -> list[HeaderFilter]:
    """Return the question of ``--deal``. Anything but a range of numbers ends the command."""
    ranges = [
        console.usage_fault(found) if isinstance(found := read_range(text, None), Fault) else found for text in texts
    ]
    ends = tuple((Number(kind, first), Number(kind, last)) for kind, first, last in ranges)
    return [ByDeal(ends)] if ends else []


def of_text(console: Console, key: str, texts: Sequence[str]) -> list[HeaderFilter]:
    """Return the question of an option for a key of the header: a text, or a pattern behind ``~``."""
    found = tuple(_pattern(console, text[1:]) if text.startswith("~") else Text(text) for text in texts)
    return [ByText(key, found)] if found else []


def of_tags(console: Console, texts: Sequence[str]) -> list[HeaderFilter]:
    """Return the questions of ``--tag``: ``KEY=VALUE``, ``KEY~PATTERN``, or a key alone."""
    found: list[HeaderFilter] = []
    for text in texts:
        key, sign, value = re.fullmatch("([^=~]*)([=~]?)(.*)", text, re.DOTALL).groups()  # type: ignore[union-attr]
        wanted = _pattern(console, value) if sign == "~" else Text(value) if sign else None
        found.append(ByTag(key, wanted))
    return found


def of_date(console: Console, text: str | None) -> list[HeaderFilter]:
    """Return the question of ``--date``: a day, a month, a year, or ``FROM..TO``, of which either may be left out."""
    if text is None:
        return []
    first, dots, last = text.partition("..")
    ends = [days(end) if re.fullmatch(r"[0-9-]+", end) else None for end in (first, last if dots else first)]
    if not (first or last) or any(end is None and given for end, given in zip(ends, (first, last))):
        console.usage("date-form", text=text)
    return [ByDate(ends[0][0] if ends[0] else "", ends[1][1] if ends[1] else "~")]


def steps(console: Console, text: str | None) -> tuple[int, int] | None:
    """Return the least and the most steps that ``--steps`` names."""
    if text is None:
        return None
    found = _STEPS.fullmatch(text)
    if found is None or not (found[1] or found[3]):
        console.usage("steps-form", text=text)
    first, dash, last = found.groups()
    least = int(first or 0)
    most = sys.maxsize if dash and not last else int(last or first)
    if least > most:
        console.usage("steps-form", text=text)
    return least, most


def of_positions(console: Console, files: Sequence[str]) -> list[Sight]:
    """Return the questions of ``--position``. A file that is faulty ends the command."""
    found: list[Sight] = []
    for file in files:
        positions = []
        for source, transcript in console.inputs.transcripts([file]):
            ending = last_position(transcript)
            if isinstance(ending, Verdict):
                raise Failure(console.finding(source, ending)[0], located=True)
            positions.append(ending.position.copy())
        found.append(ByPosition(tuple(positions)))
    return found


def of_steps(console: Console, texts: Sequence[str]) -> list[Sight]:
    """Return the questions of ``--contains``. Anything but steps ends the command."""
    found: list[Sight] = []
    for text in texts:
        pattern = steps_pattern(text)
        if isinstance(pattern, Problem):
            console.usage_fault(pattern)
        if not pattern.length or ":" in text:
            console.usage("contains-form", text=text)
        found.append(pattern)
    return found


def _pattern(console: Console, pattern: str) -> Text:
    try:
        return Text(pattern, re.compile(pattern))
    except (re.error, OverflowError, RecursionError) as error:
        console.usage("pattern-form", text=pattern, reason=str(error))
