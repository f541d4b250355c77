"""Records as lines: an object of JSON each, or a row of a table in CSV or TSV."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO
from typing import TYPE_CHECKING, Any, NamedTuple

from solitaire_cli.core.legality import RESULTS
from solitaire_cli.show.look import CSV, JSON
from solitaire_cli.show.records import json_line
from solitaire_cli.words.escaping import printable

if TYPE_CHECKING:
    from solitaire_cli.core.rules import Catalogue

_ERROR = [f"error.{key}" for key in ("code", "line", "column", "step", "token", "message")]
_PLACE = ["source", "transcript", "id"]
_COLUMNS = {  # ``rules`` stands for one for each option, ``id`` is left out where it is not wanted
    "verdict": [*_PLACE, "line", "game", "deal", "rules", "valid", "steps", "result", *_ERROR],
    "moves": [*_PLACE, "steps"],
    "stats": [
        *("transcripts", "valid", *RESULTS, "share"),
        *("steps.least", "steps.median", "steps.mean", "steps.most", "undos", "deals"),
    ],
}


class RecordLines(NamedTuple):
    """How records of one kind are written; ``columns`` are those of a table, a nested key as ``error.code``.

    Those of transcripts that are ``identified`` have an ``id``.

    A row is one line: what no eye can make out, such as the end of a line or a tab, is escaped as in messages.

    >>> table = RecordLines("csv", ("source", "error.code", "steps"))
    >>> table.head + table.line({"source": "a, b", "error": None, "steps": ["1-2", "deal"]})
    'source,error.code,steps\\n"a, b",,1-2 deal\\n'
    """

    form: str
    columns: tuple[str, ...]
    identified: bool = False

    @property
    def head(self) -> str:
        """The line before all others: the names of the columns; JSON has none."""
        return "" if self.form == JSON else self._row(self.columns)

    def line(self, record: Mapping[str, Any], identity: str | None = None) -> str:
        """Return a record as a line, with the ``identity`` of its transcript if that is wanted."""
        if self.identified:
            items = [*record.items()]
            at = [*record].index("transcript") + 1
            record = dict([*items[:at], ("id", identity), *items[at:]])
        if self.form == JSON:
            return json_line(record)
        values = dict(_flat(record))
        return self._row([values.get(column, "") for column in self.columns])

    def _row(self, values: Iterable[str]) -> str:
        fields = map(printable, values)
        if self.form != CSV:
            return "\t".join(fields) + "\n"
        from csv import writer

        row = StringIO()
        writer(row, lineterminator="\n").writerow(fields)
        return row.getvalue()


def _flat(record: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    """Yield the columns of a record with their texts; what is null is left out."""
    for key, value in record.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{before}{key}.")
        elif isinstance(value, list):
            yield before + key, " ".join(map(str, value))
        elif value is not None:
            yield before + key, str(value).lower() if isinstance(value, bool) else str(value)


def option_columns(catalogue: Catalogue) -> list[str]:
    """Return the columns for the options of all games, whichever come."""
    return sorted({f"rules.{option}" for game in catalogue for option in game.options})


def record_lines(
    kind: str, form: str, catalogue: Catalogue, identified: bool = False, before: Sequence[str] = ()
) -> RecordLines:
    """Return how records of a ``kind`` are written, those of the games in ``catalogue``.

    A table has the columns ``before`` those of all such records.
    """
    columns: list[str] = []
    for column in [*before, *_COLUMNS[kind]] if form != JSON else ():
        if column == "rules":
            columns += option_columns(catalogue)
        elif column != "id" or identified:
            columns.append(column)
    return RecordLines(form, tuple(columns), identified)
