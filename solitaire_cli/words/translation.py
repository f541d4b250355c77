"""Translated sentences with their placeholders filled.

``{size:card}`` is a number with its noun, ``{empty:into_columns}`` a list of columns with its noun.
Translations are gettext catalogues; English needs none and loads none.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from solitaire_cli.core.position import LARGEST_NUMBER
from solitaire_cli.words.escaping import printable, quoted

DOMAIN = "solitaire_cli"


def N_(text: str) -> str:  # noqa: N802 - the name that extraction tools know
    """Mark ``text`` for translation where it is used."""
    return text


def NN_(one: str, many: str) -> tuple[str, str]:  # noqa: N802
    """Mark a singular and a plural for translation where they are used."""
    return one, many


NOUNS: dict[str, tuple[str, str]] = {
    "card": NN_("{n} card", "{n} cards"),
    "step": NN_("{n} step", "{n} steps"),
    "transcript": NN_("{n} transcript", "{n} transcripts"),
    "column_count": NN_("{n} column", "{n} columns"),
    "number": NN_("{n} number", "{n} numbers"),
    "place": NN_("{n} place", "{n} places"),
    "pack": NN_("{n} pack", "{n} packs"),
    "deal": NN_("{n} deal", "{n} deals"),
}
"""The nouns that a number takes."""

LISTS: dict[str, tuple[str, str]] = {
    "completed": NN_("complete run: {items}", "complete runs: {items}"),
    "in_columns": NN_("in column {items}", "in columns {items}"),
    "into_columns": NN_("into column {items}", "into columns {items}"),
}
"""The nouns that a list takes."""

AND = N_("{items} and {last}")
DECIMAL = N_("{whole}.{tenths}")


class Translations(NamedTuple):
    """How to translate a text, and a singular and plural with their number."""

    text: Callable[[str], str]
    many: Callable[[str, str, int], str]


@cache
def translations(language: str) -> Translations:
    """The translations into ``language``; English is left as it is."""
    if language == "en":
        return Translations(str, lambda one, many, n: one if n == 1 else many)
    from gettext import translation
    from os import path

    found = translation(DOMAIN, path.join(path.dirname(path.dirname(__file__)), "locale"), [language])
    return Translations(found.gettext, found.ngettext)


class _Words(string.Formatter):
    """The placeholders of a sentence: numbers with nouns, lists, texts by language, and texts made fit to be shown."""

    def __init__(self, language: str) -> None:
        self.language = language

    def format_field(self, value: Any, format_spec: str) -> str:
        translate = translations(self.language)
        if isinstance(value, Mapping):
            value = value.get(self.language, value["en"])
        if isinstance(value, Sequence) and not isinstance(value, str):
            items = listed([str(item) for item in value], self.language)
            if format_spec in LISTS:
                return translate.many(*LISTS[format_spec], len(value)).format(items=items)
            return items
        if isinstance(value, int):
            shown = f"{value}+" if value == LARGEST_NUMBER else str(value)
            if format_spec in NOUNS:
                return translate.many(*NOUNS[format_spec], value).format(n=shown)
            return shown
        if isinstance(value, float):
            whole, tenths = f"{value:.1f}".split(".")
            return translate.text(DECIMAL).format(whole=whole, tenths=tenths)
        if format_spec == "system" and value:
            value = translate.text(str(value))
        return printable(str(value)) if format_spec in ("long", "system") else quoted(str(value))


def listed(items: Sequence[str], language: str) -> str:
    """Texts as a list in words.

    >>> listed(["1", "4", "7"], "en")
    '1, 4 and 7'
    """
    if len(items) < 2:
        return "".join(items)
    template = translations(language).text(AND)
    return template.format(items=", ".join(items[:-1]), last=items[-1])


def phrase(template: str, language: str, /, **details: Any) -> str:
    """A marked sentence in ``language`` with its placeholders filled.

    >>> phrase("the transcript has {steps:step}", "en", steps=1)
    'the transcript has 1 step'
    """
    return _Words(language).vformat(translations(language).text(template), (), details)
