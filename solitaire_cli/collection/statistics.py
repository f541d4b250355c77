"""What the transcripts of a collection add up to, in one group or in groups by keys such as the player."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from solitaire_cli.collection.group_keys import TAG, Value, value_of
from solitaire_cli.core.errors import Code
from solitaire_cli.core.legality import RESULTS, WON
from solitaire_cli.core.steps import DEAL, UNDO, Step
from solitaire_cli.transcript.reader import RawTranscript
from solitaire_cli.transcript.referee import Verdict
from solitaire_cli.transcript.witness import Witness, judge_before

_DIGITS = re.compile("([0-9]+)")


class Counted(NamedTuple):
    """What a transcript adds: its ``values`` by the keys of the groups, and what its steps were if it is valid."""

    values: tuple[Value, ...]
    valid: bool
    result: str
    steps: int
    undos: int
    deals: int


class _StepCounter(Witness):
    """Counts steps that took something back, and deals from the stock."""

    undos = deals = 0

    def see(self, steps: list[Step]) -> None:
        kinds = [step[0] for step in steps]
        self.undos += kinds.count(UNDO)
        self.deals += kinds.count(DEAL)


def counted(transcript: RawTranscript, source: str, keys: Sequence[str]) -> tuple[Verdict, Counted | None]:
    """Return the verdict on a transcript and what it adds; a source that cannot be read adds nothing."""
    counter = _StepCounter()
    verdict = judge_before(counter, transcript)
    if verdict.problem and verdict.problem.code is Code.UNREADABLE:
        return verdict, None
    values = tuple([value_of(key, transcript.header, source, verdict.result) for key in keys])
    steps = (verdict.steps, counter.undos, counter.deals) if verdict.valid else (0, 0, 0)
    return verdict, Counted(values, verdict.valid, verdict.result or "", *steps)


class Group:
    """The sums of some transcripts; of steps only how often each number of them occurs, so that it stays small."""

    __slots__ = ("deals", "results", "steps", "transcripts", "undos")

    def __init__(self) -> None:
        self.transcripts = self.undos = self.deals = 0
        self.results = dict.fromkeys(RESULTS, 0)
        self.steps: dict[int, int] = {}

    @property
    def valid(self) -> int:
        """How many of the transcripts are valid."""
        return sum(self.results.values())

    def add(self, each: Counted) -> None:
        """Count a transcript; only a valid one has a result."""
        self.transcripts += 1
        if each.valid:
            self.results[each.result] += 1
            self.steps[each.steps] = self.steps.get(each.steps, 0) + 1
            self.undos += each.undos
            self.deals += each.deals

    def merge(self, other: Group) -> None:
        """Add the sums of another group."""
        self.transcripts += other.transcripts
        self.undos += other.undos
        self.deals += other.deals
        _add(self.results, other.results)
        _add(self.steps, other.steps)

    def record(self) -> dict[str, Any]:
        """Return the sums by their names; ``share`` and ``steps`` are ``None`` where nothing is valid."""
        return {
            "transcripts": self.transcripts,
            "valid": self.valid,
            **self.results,
            "share": _rounded(self.results[WON], self.valid, 4) if self.valid else None,
            "steps": spread(self.steps) if self.valid else None,
            "undos": self.undos,
            "deals": self.deals,
        }


def _add(counts: dict[Any, int], more: Mapping[Any, int]) -> None:
    for value, count in more.items():
        counts[value] = counts.get(value, 0) + count


def spread(counts: Mapping[int, int]) -> dict[str, float]:
    """Return the least, the median, the mean and the most of numbers of which each occurs ``counts`` times.

    >>> spread({3: 1, 5: 2, 10: 1})
    {'least': 3, 'median': 5, 'mean': 5.75, 'most': 10}
    """
    numbers, size = sorted(counts), sum(counts.values())
    middle = [_nth(numbers, counts, at) for at in ((size - 1) // 2, size // 2)]
    mean = _rounded(sum(number * count for number, count in counts.items()), size, 2)
    return {"least": numbers[0], "median": _rounded(sum(middle), 2, 1), "mean": mean, "most": numbers[-1]}


def _nth(numbers: Iterable[int], counts: Mapping[int, int], at: int) -> int:
    for number in numbers:
        at -= counts[number]
        if at < 0:
            return number
    raise IndexError


def _rounded(sum_: int, count: int, places: int) -> float:
    """Return a quotient rounded to some places, a whole one as a whole number."""
    return sum_ // count if sum_ % count == 0 else round(sum_ / count, places)


class Statistics:
    """Groups of transcripts by the values that they have for ``keys``."""

    def __init__(self, keys: Sequence[str]) -> None:
        self.keys = keys
        self._groups: dict[tuple[Value, ...], Group] = {}

    def add(self, each: Counted) -> None:
        """Count a transcript in its group."""
        group = self._groups.get(each.values)
        if group is None:
            group = self._groups[each.values] = Group()
        group.add(each)

    def groups(self) -> Iterator[tuple[tuple[Value, ...], Group]]:
        """Yield the groups in the order of their values, numbers by their size; groups without a value come last."""
        for values in sorted(self._groups, key=lambda values: [_order(value) for value in values]):
            yield values, self._groups[values]

    @property
    def total(self) -> Group:
        """All groups as one."""
        total = Group()
        for group in self._groups.values():
            total.merge(group)
        return total

    def records(self) -> Iterator[dict[str, Any]]:
        """Yield a record for each group; there is one if nothing is grouped."""
        for values, group in self.groups() if self.keys else [((), self.total)]:
            record: dict[str, Any] = {"type": "stats"}
            for key, value in zip(self.keys, values):
                if key.startswith(TAG):
                    record.setdefault("tags", {})[key[len(TAG) :]] = value
                else:
                    record[key] = dict(value) if isinstance(value, tuple) else value
            yield record | group.record()


def _order(value: Value) -> tuple[bool, list[tuple[bool, int, str]]]:
    text = " ".join(f"{option}: {chosen}" for option, chosen in value) if isinstance(value, tuple) else value or ""
    # digits by their number, which may be too long to be read
    parts = [(not part.isdigit(), len(part.lstrip("0")), part) for part in _DIGITS.split(text)]
    return value is None, [(word, 0 if word else size, part) for word, size, part in parts]
