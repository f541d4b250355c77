"""Help pages and usage errors in other languages than English; not loaded for English.

Click translates its own texts with gettext, which has our catalogue within :func:`translated_click`. The help of
commands and options is written in English and translated paragraph by paragraph while it is formatted;
``tests/tools/catalogue.py`` collects both for the catalogue.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

import click

from solitaire_cli.words.escaping import fit
from solitaire_cli.words.translation import translations

Translate = Callable[[str], str]


@contextmanager
def translated_click(language: str) -> Iterator[None]:
    """Let gettext, and click with it, speak ``language``.

    Gettext itself would look for a catalogue in the file system alone, and choose it by the environment.
    """
    text, many = translations(language)
    before = gettext.dgettext, gettext.dngettext
    gettext.dgettext = lambda domain, message: text(message)
    gettext.dngettext = lambda domain, msgid1, msgid2, n: many(msgid1, msgid2, n)
    try:
        yield
    finally:
        gettext.dgettext, gettext.dngettext = before


class HelpFormatter(click.HelpFormatter):
    """Writes a help page with the paragraphs and the help of options translated."""

    def __init__(self, translate: Translate, width: int | None = None, max_width: int | None = None) -> None:
        super().__init__(width=width, max_width=max_width)
        self._translate = translate

    def write_text(self, text: str) -> None:
        super().write_text("\n\n".join(map(self._paragraph, re.split(r"\n\s*\n", text))))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        # what click adds in brackets is translated already
        parts = [(term, text.partition("  [")) for term, text in rows]
        translated = [(term, f"{self._translate(text)}{bracket}{extra}") for term, (text, bracket, extra) in parts]
        super().write_dl(translated, col_max, col_spacing)

    def _paragraph(self, text: str) -> str:
        """Translate a paragraph; in one of examples, only what follows ``#``."""
        if text.startswith("\b"):
            return re.sub(r"(?<=\s# )(.+)$", lambda match: self._translate(match[0]), text, flags=re.MULTILINE)
        return self._translate(" ".join(text.split()))


def translator(language: str, plain: bool = False) -> Translate:
    """Return a function that translates a piece of help, with signs in ASCII if ``plain``."""
    translate = translations(language).text
    # to gettext an empty text is the catalogue's header
    return lambda text: fit(translate(text), plain) if text else ""
