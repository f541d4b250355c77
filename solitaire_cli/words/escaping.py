"""Text made fit for an output: signs in ASCII, control characters escaped, long tokens cut."""

from __future__ import annotations

from solitaire_cli.core.cards import GLYPHS, SUITS

QUOTE = 80
"""The characters that are shown of a token."""

_PLAIN_SIGNS = str.maketrans(
    {
        "→": "->",
        "←": "<-",
        "↑": "^",
        "↓": "v",
        "—": "-",
        "–": "-",
        "«": '"',
        "»": '"',
        **dict(zip(GLYPHS, SUITS)),
    }
)


def fit(text: str, plain: bool, only: bool = False) -> str:
    """``text`` for an output: with ``plain`` its signs in ASCII, with ``only`` whatever else is not escaped too.

    >>> fit("Жук → K", True), fit("Ж", True, True)
    ('Жук -> K', '\\\\u0416')
    """
    if text.isascii() or not plain:
        return text
    text = text.translate(_PLAIN_SIGNS)
    return text.encode("ascii", "backslashreplace").decode() if only else text


def quoted(text: str) -> str:
    """``text`` cut at :data:`QUOTE` characters, its control characters escaped."""
    return printable(text if len(text) <= QUOTE else text[: QUOTE - 3] + "...")


def printable(text: str) -> str:
    r"""``text`` with everything escaped that is not meant to be seen: controls, direction marks, half characters.

    >>> printable("a\x1b[31m")
    'a\\x1b[31m'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in "\u00a0\u3000" else _escaped(c) for c in text)


def _escaped(character: str) -> str:
    return character.encode("unicode_escape", "backslashreplace").decode("ascii")
