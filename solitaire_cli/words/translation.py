"""Translation of sentences, and their placeholders.

A placeholder may have a format: ``{size:card}`` is a number with its noun, ``{empty:columns}`` a list with its noun,
``{values:or}`` a list of alternatives, ``{near:quoted}`` the same in quotes, ``{missing:cards}`` the first of a list in
brackets, ``{held:places}`` how many cards places hold, ``{rank:a}`` a rank with its article, ``{reason:system}`` a
message of the system, translated where possible, and ``{name:long}`` a text that is never cut.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from solitaire_cli.core.steps import LARGEST_NUMBER
from solitaire_cli.words.escaping import printable, quoted
from solitaire_cli.words.language import LANGUAGES
from solitaire_cli.words.shipped import shipped

CATALOGUE = "locale/{language}/LC_MESSAGES/solitaire_cli.mo"


def N_(text: str) -> str:  # noqa: N802 - the name that extraction tools know
    """Mark ``text`` for translation."""
    return text


def NN_(one: str, many: str) -> tuple[str, str]:  # noqa: N802
    """Mark a singular and a plural for translation."""
    return one, many


NOUNS: dict[str, tuple[str, str]] = {  # for numbers, by format
    "card": NN_("{n} card", "{n} cards"),
    "step": NN_("{n} step", "{n} steps"),
    "transcript": NN_("{n} transcript", "{n} transcripts"),
    "column_count": NN_("{n} column", "{n} columns"),
    "number": NN_("{n} number", "{n} numbers"),
    "place": NN_("{n} place", "{n} places"),
    "pack": NN_("{n} pack", "{n} packs"),
    "deal": NN_("{n} deal", "{n} deals"),
    "cell": NN_("{n} cell", "{n} cells"),
    "reserve": NN_("{n} reserve", "{n} reserves"),
    "foundation": NN_("{n} foundation", "{n} foundations"),
    "piece": NN_("{n} piece", "{n} pieces"),
    "time": NN_("{n} time", "{n} times"),
}

LISTS: dict[str, tuple[str, str]] = {  # for lists, by format
    "completed": NN_("complete run: {items}", "complete runs: {items}"),
    "in_columns": NN_("in column {items}", "in columns {items}"),
    "columns": NN_("column {items}", "columns {items}"),
    "at_columns": NN_("Column {items}", "Columns {items}"),
    "from_columns": NN_("from column {items}", "from columns {items}"),
}

PLACES = {  # with the cards that they hold
    "columns": N_("columns {n}"),
    "cells": N_("cells {n}"),
    "reserves": N_("reserves {n}"),
    "stock": N_("stock {n}"),
}

MOST = 8  # cards named in brackets

AND = N_("{items} and {last}")
OR = N_("{items} or {last}")
QUOTED = N_('"{item}"')
DECIMAL = N_("{whole}.{tenths}")


class Translations(NamedTuple):
    """Functions that translate a text, and a singular and plural by number."""

    text: Callable[[str], str]
    many: Callable[[str, str, int], str]


@cache
def translations(language: str) -> Translations:
    """Return the translations into ``language``; English stays as it is. Raises :class:`ValueError` without one."""
    if language == "en":
        return Translations(str, lambda one, many, n: one if n == 1 else many)
    if language not in LANGUAGES:
        raise ValueError(f"there is no translation into {language!r}; the languages are {', '.join(LANGUAGES)}")
    from gettext import GNUTranslations
    from io import BytesIO

    found = GNUTranslations(BytesIO(shipped(CATALOGUE.format(language=language))))
    return Translations(found.gettext, found.ngettext)


class _Placeholders(string.Formatter):
    """Fills the placeholders of a sentence in one language."""

    def __init__(self, language: str) -> None:
        self.language = language

    def format_field(self, value: Any, format_spec: str) -> str:
        text, many = translations(self.language)
        if format_spec == "places":
            return ", ".join(text(PLACES[place]).format(n=held) for place, held in value.items())
        if isinstance(value, Mapping):
            value = value.get(self.language, value["en"])
        if isinstance(value, Sequence) and not isinstance(value, str):
            if format_spec == "cards":
                return f" ({' '.join(value[:MOST])}{' ...' * (len(value) > MOST)})" if value else ""
            if format_spec == "quoted":
                return listed([text(QUOTED).format(item=quoted(item)) for item in value], self.language, OR)
            items = listed([str(item) for item in value], self.language, OR if format_spec == "or" else AND)
            return many(*LISTS[format_spec], len(value)).format(items=items) if format_spec in LISTS else items
        if isinstance(value, int):
            shown = f"{value}+" if value == LARGEST_NUMBER else str(value)
            return many(*NOUNS[format_spec], value).format(n=shown) if format_spec in NOUNS else shown
        if isinstance(value, float):
            whole, tenths = f"{value:.1f}".split(".")
            return text(DECIMAL).format(whole=whole, tenths=tenths)
        if format_spec == "system":
            value = text(value) if value else ""
        elif format_spec == "a" and self.language == "en":
            value = f"an {value}" if value in ("A", "8") else f"a {value}"
        return printable(str(value)) if format_spec in ("long", "system") else quoted(str(value))


def listed(items: Sequence[str], language: str, template: str = AND) -> str:
    """Return texts as a list in words.

    >>> listed(["1", "4", "7"], "en"), listed(["won", "lost"], "en", OR)
    ('1, 4 and 7', 'won or lost')
    """
    if len(items) < 2:
        return "".join(items)
    return translations(language).text(template).format(items=", ".join(items[:-1]), last=items[-1])


def phrase(template: str, language: str, /, **details: Any) -> str:
    """Return a marked sentence in ``language`` with its placeholders filled.

    >>> phrase("the transcript has {steps:step}", "en", steps=1)
    'the transcript has 1 step'
    """
    return _Placeholders(language).vformat(translations(language).text(template), (), details)
