"""The language to speak, found out before anything else is loaded: an English run needs no more than this."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

_LETTERS = {"en": "", "ru": "Жжёчь"}
"""The languages, and what an encoding must have for them."""

LANGUAGES = tuple(_LETTERS)


def locale_language() -> str:
    """The language that the locale's usual variables name, if there are translations into it; else English."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable)
        if value:
            first = value.split(":")[0].split(".")[0].split("_")[0].lower()
            return first if first in LANGUAGES else "en"
    return "en"


def named_language(arguments: Iterable[str]) -> str | None:
    """The language that ``--lang`` names on a command line, which may be one that cannot be parsed.

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
    """The language for what the program says of itself on ``stream``: named, else the locale's, if it can be written.

    A stream that is not there, or does not say its encoding, takes all.
    """
    language = named_language(arguments) or locale_language()
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return language if speaks(encoding, language) else "en"


def speaks(encoding: str, language: str) -> bool:
    """Whether ``encoding`` has the letters of ``language``."""
    return carries(encoding, _LETTERS[language])


def carries(encoding: str, text: str) -> bool:
    """Whether ``encoding`` has all the characters of ``text``."""
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
