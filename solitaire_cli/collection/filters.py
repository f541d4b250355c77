"""What transcripts can be asked, by their headers alone and by their verdicts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple, Protocol

from solitaire_cli.core.numbering import Number
from solitaire_cli.transcript.header import Header
from solitaire_cli.transcript.located_yaml import YamlMap, YamlScalar
from solitaire_cli.transcript.referee import Verdict

_DATE = re.compile(r"([0-9]{4})(?:-([0-9]{2}))?(?:-([0-9]{2}))?(?![0-9-])")
_EARLIEST, _LATEST = "0000-00-00", "9999-99-99"


class HeaderFilter(Protocol):
    """A question that a header answers, whatever else is wrong with it."""

    def fits(self, header: Header) -> bool:
        """Return whether the answer is yes."""


class VerdictFilter(Protocol):
    """A question that a verdict answers."""

    def fits(self, verdict: Verdict) -> bool:
        """Return whether the answer is yes."""


class Text(NamedTuple):
    """A text, or a regular expression that is found in the text."""

    text: str
    pattern: re.Pattern[str] | None = None

    def fits(self, text: str) -> bool:
        """Return whether it is this text."""
        return text == self.text if self.pattern is None else self.pattern.search(text) is not None


class ByGame(NamedTuple):
    """One of several games, each with the options that are wanted."""

    games: tuple[tuple[str, Mapping[str, str]], ...]

    def fits(self, header: Header) -> bool:
        """Return whether it is one of the games."""
        return any(header.game == game and _chosen(header, options) for game, options in self.games)


class ByRules(NamedTuple):
    """The values of options, defaults included."""

    options: Mapping[str, str]

    def fits(self, header: Header) -> bool:
        """Return whether the game has these options with these values."""
        return _chosen(header, self.options)


class ByDeal(NamedTuple):
    """One of several ranges of deal numbers, each of one kind."""

    ranges: tuple[tuple[Number, Number], ...]

    def fits(self, header: Header) -> bool:
        """Return whether the number is in one of the ranges."""
        number = header.number
        return number is not None and any(
            first[0] == number[0] and first <= number <= last for first, last in self.ranges
        )


class ByText(NamedTuple):
    """One of several texts for a key of the header."""

    key: str
    texts: tuple[Text, ...]

    def fits(self, header: Header) -> bool:
        """Return whether the key has one of the texts."""
        text = header_text(header, self.key)
        return text is not None and any(wanted.fits(text) for wanted in self.texts)


class ByTag(NamedTuple):
    """A tag, and its text unless any will do."""

    key: str
    text: Text | None

    def fits(self, header: Header) -> bool:
        """Return whether there is such a tag."""
        text = tag_text(header, self.key)
        return text is not None and (self.text is None or self.text.fits(text))


class ByDate(NamedTuple):
    """Days from the first to the last; see :func:`days` for what a date stands for."""

    first: str
    last: str

    def fits(self, header: Header) -> bool:
        """Return whether all days that the date stands for are among these."""
        found = days(header_text(header, "date") or "")
        return found is not None and self.first <= found[0] and found[1] <= self.last


class ByOutcome(NamedTuple):
    """What the verdict says; what is ``None`` or empty is not asked."""

    valid: bool | None = None
    results: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    steps: tuple[int, int] | None = None

    def fits(self, verdict: Verdict) -> bool:
        """Return whether the verdict is what was asked for."""
        if self.valid is not None and verdict.valid != self.valid:
            return False
        if self.results and verdict.result not in self.results:
            return False
        if self.codes and (verdict.problem is None or verdict.problem.code not in self.codes):
            return False
        return self.steps is None or self.steps[0] <= verdict.steps <= self.steps[1]


def header_text(header: Header, key: str) -> str | None:
    """Return the text that a key of the header has, if any."""
    node = header.values.get(key)
    return node.text if isinstance(node, YamlScalar) else None


def tag_text(header: Header, key: str) -> str | None:
    """Return the text of a tag, if there is one."""
    tags = header.values.get("tags")
    for name, node in tags.pairs if isinstance(tags, YamlMap) else []:
        if name.text == key and isinstance(node, YamlScalar):
            return node.text
    return None


def days(text: str) -> tuple[str, str] | None:
    """Return the first and the last day of a date: ``2026-11-30``, of a month ``2026-11``, of a year ``2026``.

    What follows a date, such as a time, does not count. Any other text gives ``None``.

    >>> days("2026-11-30 21:15"), days("2026-11"), days("30 November")
    (('2026-11-30', '2026-11-30'), ('2026-11-00', '2026-11-99'), None)
    """
    found = _DATE.match(text)
    if found is None:
        return None
    date = found[0]
    return date + _EARLIEST[len(date) :], date + _LATEST[len(date) :]


def _chosen(header: Header, options: Mapping[str, str]) -> bool:
    if not options:
        return True
    return header.rules is not None and all(header.rules.options.get(key) == value for key, value in options.items())
