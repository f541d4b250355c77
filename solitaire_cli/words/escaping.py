"""Text made fit for an output: signs in ASCII, control characters escaped, long tokens cut."""

from __future__ import annotations

import re
from collections.abc import Callable

from solitaire_cli.core.cards import GLYPHS, SUITS

QUOTE = 80  # the most characters of a token that are quoted
_IN_ASCII = str.maketrans(dict(zip("→←↑↓—–«»" + GLYPHS, ("->", "<-", "^", "v", "-", "-", '"', '"', *SUITS))))

# What no eye can make out: controls, format and direction marks, blanks but U+0020, halves of characters, private use,
# noncharacters. The ranges are written out and not asked of Python, since the answer must be the same in each version;
# what Unicode adds later is shown as it is.
HIDDEN = (
    "[\x00-\x1f\x7f-\xa0\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u1680\u180e\u2000-\u200f\u2028-\u202f"
    "\u205f-\u206f\u3000\ud800-\uf8ff\ufdd0-\ufdef\ufeff\ufff0-\ufffb\ufffe\uffff\U000110bd\U000110cd\U00013430-\U0001343f"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e007f\U000f0000-\U0010ffff"
    + "".join(f"{chr(plane + 0xFFFE)}{chr(plane + 0xFFFF)}" for plane in range(1 << 16, 15 << 16, 1 << 16))
    + "]"
)
_BLANKS = "\u00a0\u3000"  # are seen as blanks, and stay


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
    return _escaped(text, lambda sign: sign.encode("unicode_escape").decode()) if hides(text) else text


def printable_json(text: str) -> str:
    r"""Return ``text``, which is JSON, with the same characters in its strings escaped.

    >>> printable_json('"a\x7f\U000e0001"')
    '"a\\u007f\\udb40\\udc01"'
    """
    if text.isascii() and "\x7f" not in text:
        return text
    from json import dumps

    return _escaped(text, lambda sign: dumps(sign)[1:-1])


def hides(text: str) -> bool:
    """Return whether ``text`` has a character that no eye can make out.

    Python calls none of those printable, so that nearly no text needs the pattern, which takes long to compile.
    """
    return not text.isprintable() and re.search(HIDDEN, text) is not None


def _escaped(text: str, escape: Callable[[str], str]) -> str:
    return re.sub(HIDDEN, lambda found: found[0] if found[0] in _BLANKS else escape(found[0]), text)
