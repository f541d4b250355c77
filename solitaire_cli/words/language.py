"""The language to speak, chosen before anything else is loaded: an English run needs no more than this."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

LANGUAGES = ("en", "ru")
_NO_LANGUAGE = ("c", "posix")  # locales in which nothing is translated

# what an encoding must have for the words of a language, and for its dashes and quotes
_LETTERS = {"en": "", "ru": "Жжёчь"}
_SIGNS = {"en": "", "ru": "—«»"}


def locale_language() -> str:
    """Return the language that the locale's variables ask for, read as GNU gettext reads them; English without one.

    The first of LC_ALL, LC_MESSAGES and LANG that is not empty is the locale. C, which a script sets to be sure of
    what it reads, is English. In every other locale LANGUAGE counts before it: a list, the first choice first.
    """
    locale = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "C")
    choices = locale if _code(locale) in _NO_LANGUAGE else os.environ.get("LANGUAGE") or locale
    known = (code for code in map(_code, choices.split(":")) if code in LANGUAGES + _NO_LANGUAGE)
    first = next(known, "en")
    return first if first in LANGUAGES else "en"


def _code(locale: str) -> str:
    """Return the language of a locale's name: ``ru`` of ``ru_RU.UTF-8``."""
    return locale.partition(".")[0].partition("@")[0].partition("_")[0].lower()


def named_language(arguments: Iterable[str]) -> str | None:
    """Return the language that ``--lang`` names on a command line, even one that cannot be parsed.

    >>> named_language(["deal", "--lang", "en", "--no-such-option", "--lang=ru"])
    'ru'
    """
    found = None
    words = iter(arguments)
    for word in words:
        if word == "--":
            break
        option, equals, value = word.partition("=")
        if option == "--lang":
            value = value if equals else next(words, "")
            found = value if value in LANGUAGES else found
    return found


def spoken(arguments: Iterable[str], stream: Any) -> str:
    """Return the language for messages on ``stream``: as named, else the locale's; English if it cannot be written."""
    language = named_language(arguments) or locale_language()
    return language if speaks(_encoding(stream), language) else "en"


def speaks(encoding: str, language: str) -> bool:
    """Return whether ``encoding`` has the letters of ``language``."""
    return carries(encoding, _LETTERS[language])


def lacks_signs(stream: Any, language: str) -> bool:
    """Return whether the encoding of ``stream`` has no dashes and quotes of ``language``, so that ASCII must do."""
    return not carries(_encoding(stream), _SIGNS[language])


def carries(encoding: str, text: str) -> bool:
    """Return whether ``encoding`` has all the characters of ``text``."""
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _encoding(stream: Any) -> str:
    # a stream that is missing or does not name its encoding takes everything
    return getattr(stream, "encoding", None) or "utf-8"
