"""Text made fit for an output: signs in ASCII, control characters escaped, long tokens cut."""

from __future__ import annotations

from solitaire_cli.core.cards import GLYPHS, SUITS

QUOTE = 80  # the most characters of a token that are quoted
_IN_ASCII = str.maketrans(dict(zip("→←↑↓—–«»" + GLYPHS, ("->", "<-", "^", "v", "-", "-", '"', '"', *SUITS))))


def fit(text: str, plain: bool, only: bool = False) -> str:
    """Return ``text`` with its signs in ASCII if ``plain``, and whatever else is not ASCII escaped if ``only``.

    >>> fit("Жук → K", True), fit("Ж", True, True)
    ('Жук -> K', '\\\\u0416')
    """
    if text.isascii() or not plain:
        return text
    text = text.translate(_IN_ASCII)
    return text.encode("ascii", "backslashreplace").decode() if only else text


def quoted(text: str) -> str:
    """Return ``text`` cut to :data:`QUOTE` characters, its control characters escaped."""
    return printable(text if len(text) <= QUOTE else text[: QUOTE - 3] + "...")


def printable(text: str) -> str:
    r"""Return ``text`` with control characters, direction marks and lone surrogates escaped.

    >>> printable("a\x1b[31m")
    'a\\x1b[31m'
    """
    if text.isascii() and text.isprintable():
        return text
    escaped = (c if c.isprintable() or c in "\u00a0\u3000" else c.encode("unicode_escape").decode() for c in text)
    return "".join(escaped)
