"""A picture fitted to a screen: what the last step moved is marked, face-down cards are gathered, rows scroll."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from solitaire_cli.core.position import Position
from solitaire_cli.show.look import Look, Signs
from solitaire_cli.show.picture import picture
from solitaire_cli.viewer.timeline import Moved

LEAST_ROWS = 3
"""The rows of cards that are shown at the least below the heads of the columns."""
LEAST = 6
"""The rows of a picture at the least, where the heads scroll too."""

RED = "♥♦HD"
"""What names a red suit."""

_HEAD = re.compile(r"\[C(\d+)\]")


class Line(NamedTuple):
    """A line of a board and the places in it that are marked, each as start and end."""

    text: str
    marks: tuple[tuple[int, int], ...] = ()


class Board(NamedTuple):
    """A fitted picture: its lines, and of the lines that scroll the first shown, those shown and all."""

    lines: list[Line]
    first: int = 0
    shown: int = 0
    all: int = 0

    @property
    def scrolls(self) -> bool:
        """Whether there is more than the screen shows."""
        return self.shown < self.all


class TooSmallError(Exception):
    """A screen that a board cannot be fitted to; ``columns`` and ``rows`` are what the board needs."""

    def __init__(self, columns: int, rows: int) -> None:
        super().__init__(columns, rows)
        self.columns = columns
        self.rows = rows


def draw(position: Position, language: str, signs: Signs, width: int) -> list[str]:
    """The picture of a position for a screen of ``width`` columns."""
    return picture(position, Look(language, signs), width)


def fitted(
    position: Position,
    moved: Moved,
    language: str,
    signs: Signs,
    room: tuple[int, int],
    scroll: int | None = None,
) -> Board:
    """The board of ``position`` for ``room``, columns and rows; ``scroll`` is the first line that scrolls.

    Without ``scroll`` it is chosen so that the last marked line shows. Raises :class:`TooSmallError`.
    """
    columns, rows = room
    lines = draw(position, language, signs, columns)
    needed = max(map(len, lines)), min(len(lines), LEAST)
    if columns < needed[0] or rows < needed[1]:
        raise TooSmallError(*needed)
    top, tables, bottom = _parts(lines)
    fixed = _marked_top(top, position, moved, signs)
    body: list[Line] = []
    for table in tables:
        heads = [Line(text) for text in table[:2]]
        cards = _cards(table, position, moved, signs, gather=len(lines) > rows)
        if len(tables) == 1 and rows >= len(fixed + heads + bottom) + LEAST_ROWS:
            fixed += heads
            body = cards
        else:
            body += heads + cards
    if len(fixed) + len(bottom) + LEAST_ROWS > rows:
        fixed, body = [], fixed + body
    window = rows - len(fixed) - len(bottom)
    last = max((number for number, line in enumerate(body) if line.marks), default=0)
    first = last + 1 - window if scroll is None else scroll
    first = max(0, min(first, len(body) - window))
    shown = body[first : first + window]
    return Board([*fixed, *shown, *map(Line, bottom)], first, len(shown), len(body))


def _parts(lines: list[str]) -> tuple[list[str], list[list[str]], list[str]]:
    """A picture taken apart: what stands above the columns, each row of heads with all below it, the stock."""
    starts = [number for number, line in enumerate(lines) if _HEAD.match(line)]
    ends = [*starts[1:], len(lines) - 1]
    return lines[: starts[0]], [lines[start:end] for start, end in zip(starts, ends)], lines[-1:]


def _marked_top(lines: list[str], position: Position, moved: Moved, signs: Signs) -> list[Line]:
    """The foundations, where cards or runs came to lie on them marked."""
    marked = [Line(line) for line in lines]
    wall = signs.box[1][0]
    rows = [number for number, line in enumerate(lines) if line.startswith(wall)]
    piles = sorted(moved.piles)
    if not rows:
        # the last word of the line names the last run
        *before, line = lines
        return [*map(Line, before), _marked_end(line, moved.runs)]
    if position.rules.goal == "runs":
        piles = list(range(len(position.foundations) - moved.runs, len(position.foundations)))
    first = 0
    for row in rows:
        text = lines[row]
        size = len(text) // 4
        places = [4 * (pile - first) + 3 for pile in piles if first <= pile < first + size]
        for place in places:
            text = f"{text[:place]}*{text[place + 1 :]}"
        marked[row] = Line(text, tuple((place - 2, place + 1) for place in places))
        first += size
    return marked


def _marked_end(line: str, count: int) -> Line:
    """A line that ends in suits, the last ``count`` of them marked."""
    if not count:
        return Line(line)
    words = line.split(" ")
    before = " ".join(words[:-count])
    return Line(f"{before} [{' '.join(words[-count:])}]", ((len(before) + 1, len(line) + 3),))


def _cards(table: list[str], position: Position, moved: Moved, signs: Signs, gather: bool) -> list[Line]:
    """The rows of cards below a line of heads, marked; to ``gather`` leaves one row to face-down cards."""
    starts = [(int(head[1]) - 1, head.start()) for head in _HEAD.finditer(table[0])]
    cells: list[list[tuple[int, str, bool]]] = [[] for _ in range(len(table))]
    for column, start in starts:
        hidden = max(position.down[column] - 1, 0) if gather else 0
        for index, row in enumerate(table[2:]):
            text = row[start + 1 : start + 3].rstrip()
            if not text or index < hidden:
                continue
            if hidden and index == hidden:
                text = f"{signs.covered[0]}{hidden + 1}"[-2:]
            new = moved.columns[column] <= index < len(position.columns[column])
            cells[index - hidden].append((start, text, new))
    return [_line(row) for row in cells if row]


def _line(cells: list[tuple[int, str, bool]]) -> Line:
    text = ""
    marks = []
    for start, card, new in cells:
        text = text.ljust(start) + (f"[{card}]" if new else f" {card} ")
        if new:
            marks.append((start, len(text)))
    return Line(text.rstrip(), tuple(marks))


def styled(line: Line, coloring: bool, colored: Callable[[str], str]) -> str:
    """A line with its marks in reverse video, where ``coloring`` is allowed, and the rest through ``colored``."""
    if not coloring:
        return line.text
    parts = []
    end = 0
    for start, stop in line.marks:
        mark = line.text[start:stop]
        red = any(sign in RED for sign in mark)
        parts += [colored(line.text[end:start]), f"\x1b[{'31;' if red else ''}7m{mark}\x1b[0m"]
        end = stop
    return "".join(parts) + colored(line.text[end:])
