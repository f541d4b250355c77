"""How names of games are compared."""

from __future__ import annotations


def folded(name: str) -> str:
    """Return a name of a game as it is compared: in any case, with any blanks, and with or without the dots of ё.

    >>> folded(" Spider  Millennium ")
    'spider millennium'
    """
    return " ".join(name.casefold().replace("ё", "е").split())
