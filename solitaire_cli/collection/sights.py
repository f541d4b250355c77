"""What transcripts can be asked of which the steps have to be watched."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import NamedTuple, Protocol

from solitaire_cli.core.errors import Fault, Problem
from solitaire_cli.core.notation import read_step
from solitaire_cli.core.position import Position
from solitaire_cli.core.steps import FREE_CELL, LONGEST, MOVE, Step
from solitaire_cli.transcript.header import Header
from solitaire_cli.transcript.identity import DIGITS, card_lines, rules_lines, start_lines, step_line
from solitaire_cli.transcript.witness import Witness


class Watcher(Witness):
    """A witness with a question."""

    fits = False


class Sight(Protocol):
    """A question that is answered by what is seen of a game."""

    def watcher(self) -> Watcher:
        """Return a new witness who knows the answer in the end."""


class ByPosition(NamedTuple):
    """One of several positions, passed at some step; hidden cards count too."""

    positions: tuple[Position, ...]

    def watcher(self) -> Watcher:
        """Return a witness who looks for them."""
        return _Passing(self.positions)


class ByContained(NamedTuple):
    """Steps in a row, as :func:`steps_pattern` gives them."""

    pattern: str
    length: int

    def watcher(self) -> Watcher:
        """Return a witness who looks for them."""
        return _Containing(self)


class _Passing(Watcher):
    stepwise = True

    def __init__(self, wanted: Sequence[Position]) -> None:
        self._wanted = wanted

    def begin(self, header: Header, position: Position) -> None:
        super().begin(header, position)
        self._wanted = [each for each in self._wanted if each.rules == position.rules]
        self.see([])

    def see(self, steps: list[Step]) -> None:
        columns = self.position.columns
        for each in self._wanted:
            if each.columns == columns and not self.fits:
                self.fits = each == self.position


class _Containing(Watcher):
    def __init__(self, wanted: ByContained) -> None:
        self._wanted = wanted
        self._last: list[str] = []

    def see(self, steps: list[Step]) -> None:
        if self.fits:
            return
        lines = [*self._last, *map(step_line, steps)]
        self.fits = re.search(self._wanted.pattern, "\n".join(lines), re.MULTILINE) is not None
        self._last = lines[1 - self._wanted.length :] if self._wanted.length > 1 else []


class Several(Witness):
    """Several witnesses at once."""

    def __init__(self, witnesses: Iterable[Witness]) -> None:
        self._witnesses = [*witnesses]
        self.stepwise = any(witness.stepwise for witness in self._witnesses)

    def begin(self, header: Header, position: Position) -> None:
        super().begin(header, position)
        for witness in self._witnesses:
            witness.begin(header, position)

    def see(self, steps: list[Step]) -> None:
        for witness in self._witnesses:
            witness.see(steps)

    def see_rest(self, tokens: Iterable[str]) -> None:
        for token in tokens:
            for witness in self._witnesses:
                witness.see_rest([token])


def steps_pattern(text: str) -> ByContained | Problem:
    """Return the steps of ``text`` as a question, or what is wrong with them; ``x*`` is any number of cards.

    >>> steps_pattern("5-7 3-1x* deal").pattern
    '^5\\\\-7\\\\n3\\\\-1(?:x[0-9]+)?\\\\ndeal$'
    """
    lines = []
    for token in text.split():
        step = read_step(token)
        if isinstance(step, Fault):
            return Problem(step, token=token)
        line = re.escape(step.token())
        if step.kind == MOVE and step.cards == LONGEST:
            line = f"{line}[0-9]+" if step.target == FREE_CELL else line.replace(r"x\*", "(?:x[0-9]+)?")
        lines.append(line)
    return ByContained("^" + r"\n".join(lines) + "$", len(lines))


def start_digest(header: Header) -> str | None:
    """Return what is the same for all games of one deal, or from one position; ``None`` if the header is at fault."""
    if header.problem or header.rules is None:
        return None
    return _digest(start_lines(header.rules, header.deal, header.start))


def end_digest(position: Position) -> str:
    """Return what is the same for all games that end like this."""
    return _digest([*rules_lines(position.rules), *card_lines(position)])


def _digest(lines: Iterable[str]) -> str:
    return sha256("".join(f"{line}\n" for line in lines).encode("utf-8", "surrogatepass")).hexdigest()[: 2 * DIGITS]
