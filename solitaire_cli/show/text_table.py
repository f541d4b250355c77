"""Tables of text: words at the left, numbers at the right, each column as wide as it must be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

_GAP = "  "
_INDENT = 4  # of the numbers that stand below their words


def text_table(heads: Sequence[str], rows: Sequence[Sequence[str]], words: int, width: int) -> list[str]:
    """Return the lines of a table, of which the first columns, ``words`` of them, hold words.

    Where it would be wider than ``width`` the headings are folded between words, then the widest of the words below;
    if there is no room for a single one of these, they stand in a line of their own.

    >>> table = ["player", "games won"], [["Ada Lovelace", "12"], ["Bo", "7"]]
    >>> print(*text_table(*table, 1, 15), "", *text_table(*table, 1, 14), sep="\\n")
              games
    player      won
    Ada          12
    Lovelace
    Bo            7
    <BLANKLINE>
    player
        games won
    Ada Lovelace
               12
    Bo
                7
    """
    columns = [*zip(heads, *rows)]
    widths = [max(map(len, column)) for column in columns]
    most = width - len(_GAP) * (len(widths) - 1)
    if sum(widths) > most:
        narrow = [max(map(len, [*head.split(), *values])) for head, *values in columns]
        least = [max(len(word) for text in column for word in ("", *text.split())) for column in columns[:words]]
        while sum(narrow) > most and any(map(int.__gt__, narrow, least)):
            narrow[max(range(words), key=lambda at: narrow[at] - least[at])] -= 1
        if words and sum(narrow) > most:
            return [*_stacked([heads, *rows], words, widths[words:], width)]
        widths = [max(len(line) for text in column for line in wrap(text, at)) for column, at in zip(columns, narrow)]
    lines = [*_lines(heads, words, widths, bottom=True)]
    for row in rows:
        lines += _lines(row, words, widths)
    return lines


def _stacked(rows: Sequence[Sequence[str]], words: int, widths: Sequence[int], width: int) -> Iterator[str]:
    """Yield the lines of a table with the words of each row above its numbers."""
    for row in rows:
        yield from wrap(_GAP.join(row[:words]), width)
        for line in _lines(row[words:], 0, widths):
            yield " " * _INDENT + line


def _lines(texts: Sequence[str], words: int, widths: Sequence[int], bottom: bool = False) -> Iterator[str]:
    """Yield the lines of a row, each text folded to its width; at the ``bottom`` they end in the same line."""
    cells = [wrap(text, size) for text, size in zip(texts, widths)]
    height = max(map(len, cells))
    for line in range(height):
        parts = []
        for at, (cell, size) in enumerate(zip(cells, widths)):
            shown = line - (height - len(cell)) * bottom
            part = cell[shown] if 0 <= shown < len(cell) else ""
            parts.append(part.ljust(size) if at < words else part.rjust(size))
        yield _GAP.join(parts).rstrip()
