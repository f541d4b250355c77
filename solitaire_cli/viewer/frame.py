"""One screen of a replay as lines: what was done in words, the board with its marks, and what stands below."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple

from solitaire_cli.core.position import AUTO, DEAL, MOVE, TO_FOUNDATION, Position
from solitaire_cli.shell.positions import step_words
from solitaire_cli.show.picture import card_text
from solitaire_cli.show.records import title
from solitaire_cli.system.terminal import CLEAR_LINE, HOME
from solitaire_cli.viewer.board import Board, TooSmallError, fitted, styled
from solitaire_cli.words.escaping import printable
from solitaire_cli.words.translation import N_, phrase

if TYPE_CHECKING:
    from solitaire_cli.shell.console import Console
    from solitaire_cli.transcript.header import Header
    from solitaire_cli.transcript.referee import Taken
    from solitaire_cli.viewer.timeline import Moved

MOST_WRAPPED = 3
"""The lines that one text may take above or below the board."""

MOVED: dict[tuple[int, bool], str] = {
    (MOVE, False): N_("moved: {cards:long} from column {source} to column {target}"),
    (MOVE, True): N_("taken back: {cards:long} from column {target} to column {source}"),
    (TO_FOUNDATION, False): N_("moved: {cards:long} from column {source} to the foundations"),
    (TO_FOUNDATION, True): N_("taken back: {cards:long} from the foundations to column {source}"),
    (DEAL, False): N_("dealt: {cards:long}"),
    (DEAL, True): N_("taken back: {cards:long} to the stock"),
    (AUTO, False): N_("moved: {cards:long} to the foundations"),
    (AUTO, True): N_("taken back: {cards:long} from the foundations"),
}
"""What a step did, by its kind and whether that was undone."""

TEXTS: dict[str, str] = {
    "small": N_("this terminal is {columns} x {rows}; {needed_columns} x {needed_rows} are needed"),
    "rows": N_("rows {first} to {last} of {all} {up} {down}"),
}


class Shown(NamedTuple):
    """A position to be shown: where it comes from, and what the last step did there."""

    source: str
    header: Header
    position: Position
    taken: Taken
    moved: Moved


def place(source: str, line: int) -> str:
    """Where a transcript begins, as far as that is known."""
    return f"{printable(source)}:{line}" if line else printable(source)


def heading(console: Console, shown: Shown, count: str) -> list[str]:
    """The texts above a board: the game, the step, and what it moved, empty for none."""
    name = title(shown.position.rules, shown.header.deal, console.look.language)
    return [
        "  ".join(filter(None, (name, count, place(shown.source, shown.header.line)))),
        ", ".join(step_words(console, shown.position, shown.taken)),
        _moved_words(console, shown.taken),
    ]


def _moved_words(console: Console, taken: Taken) -> str:
    if taken.change is None:
        return ""
    step = taken.change.step
    return phrase(
        MOVED[step.kind, taken.undone],
        console.look.language,
        cards=" ".join(card_text(card, console.look.signs) for card in taken.moved),
        source=step.source + 1,
        target=step.target + 1,
    )


def frame(
    console: Console,
    shown: Shown,
    count: str,
    foot: str | None,
    size: tuple[int, int],
    scroll: int | None = None,
) -> tuple[list[str], int | None]:
    """A screen of ``size``, and the line of the board that its scrolling part begins with, if it has one.

    Without ``foot`` the screen has as many lines as it needs.
    """
    columns, rows = size
    texts = heading(console, shown, count)
    bottom = [] if foot is None else wrapped(console, foot, columns)
    first = None
    for most in (MOST_WRAPPED, 1):
        top = [line for text in texts for line in wrapped(console, text, columns, most)]
        room = columns, rows - len(top) - len(bottom)
        try:
            board = fitted(shown.position, shown.moved, console.look.language, console.look.signs, room, scroll)
        except TooSmallError as error:
            need = error.columns, error.rows + len(top) + len(bottom)
            lines = wrapped(console, _small(console, size, need), columns, rows)
            continue
        lines = [styled(line, console.look.coloring, console.product.colored) for line in board.lines]
        if board.scrolls:
            first = board.first
            lines[-1] += "  " + _rows(console, board)
        break
    return ([*top, *lines][:rows] if foot is None else filled(top, lines, bottom, rows)), first


def _small(console: Console, size: tuple[int, int], need: tuple[int, int]) -> str:
    return phrase(
        TEXTS["small"],
        console.look.language,
        columns=size[0],
        rows=size[1],
        needed_columns=max(need[0], size[0]),
        needed_rows=max(need[1], size[1]),
    )


def _rows(console: Console, board: Board) -> str:
    last = board.first + board.shown
    text = console.look.phrase(TEXTS["rows"], first=board.first + 1, last=last, all=board.all, up="↑", down="↓")
    return console.look.fit(text)


def wrapped(console: Console, text: str, columns: int, most: int = MOST_WRAPPED) -> list[str]:
    """A text as lines of ``columns`` characters, at most ``most``; an empty one is an empty line."""
    text = console.look.fit(text)
    parts = wrap(
        text,
        max(columns, 4),
        max_lines=most,
        placeholder=" ...",
        break_on_hyphens=False,
        replace_whitespace=False,
    )
    return parts or [""]


def filled(top: Sequence[str], middle: Sequence[str], bottom: Sequence[str], rows: int) -> list[str]:
    """A screen of ``rows`` lines, the ``bottom`` at its bottom; what there is no room for is left out of the middle."""
    room = max(rows - len(top) - len(bottom), 0)
    middle = [*middle[:room], *[""] * (room - len(middle))]
    return [*top, *middle, *bottom][:rows]


def drawn(lines: Sequence[str], encoding: str) -> bytes:
    """What draws ``lines`` from the top over whatever the screen shows, each line cleared just before."""
    return (HOME + "\r\n".join(CLEAR_LINE + line for line in lines)).encode(encoding, "backslashreplace")
