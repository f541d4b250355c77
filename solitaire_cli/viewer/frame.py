"""One screen of the viewer as lines: the last step in words, the picture with its marks, and a foot below it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from solitaire_cli.core.steps import AUTO, CELL, DEAL, MOVE, RESERVE, TO_FOUNDATION, place_name
from solitaire_cli.show.board import describe_step
from solitaire_cli.show.grid import card_text, draw
from solitaire_cli.show.look import Look
from solitaire_cli.show.records import place
from solitaire_cli.system.terminal import CLEAR_LINE, HOME
from solitaire_cli.transcript.referee import Taken
from solitaire_cli.viewer.fitting import TooSmallError, fit_picture
from solitaire_cli.viewer.timeline import Scene
from solitaire_cli.words.translation import N_

MOST_WRAPPED = 3  # the most lines of one text above or below the picture

MOVES: dict[tuple[int, bool], str] = {
    (MOVE, False): N_("moved: {cards:long} from column {source} to column {target}"),
    (MOVE, True): N_("taken back: {cards:long} from column {target} to column {source}"),
    (TO_FOUNDATION, False): N_("moved: {cards:long} from column {source} to the foundations"),
    (TO_FOUNDATION, True): N_("taken back: {cards:long} from the foundations to column {source}"),
    (DEAL, False): N_("dealt: {cards:long}"),
    (DEAL, True): N_("taken back: {cards:long} to the stock"),
    (AUTO, False): N_("moved: {cards:long} to the foundations"),
    (AUTO, True): N_("taken back: {cards:long} from the foundations"),
}
"""What a step did, by its kind and whether it was undone."""
MOVES_ASIDE: dict[tuple[str, str], dict[tuple[int, bool], str]] = {
    ("column", "cell"): {
        (MOVE, False): N_("moved: {cards:long} from column {source} to cell {target}"),
        (MOVE, True): N_("taken back: {cards:long} from cell {target} to column {source}"),
    },
    ("column", "reserve"): {
        (MOVE, False): N_("moved: {cards:long} from column {source} to reserve {target}"),
        (MOVE, True): N_("taken back: {cards:long} from reserve {target} to column {source}"),
    },
    ("cell", "column"): {
        (MOVE, False): N_("moved: {cards:long} from cell {source} to column {target}"),
        (MOVE, True): N_("taken back: {cards:long} from column {target} to cell {source}"),
        (TO_FOUNDATION, False): N_("moved: {cards:long} from cell {source} to the foundations"),
        (TO_FOUNDATION, True): N_("taken back: {cards:long} from the foundations to cell {source}"),
    },
    ("reserve", "column"): {
        (MOVE, False): N_("moved: {cards:long} from reserve {source} to column {target}"),
        (MOVE, True): N_("taken back: {cards:long} from column {target} to reserve {source}"),
        (TO_FOUNDATION, False): N_("moved: {cards:long} from reserve {source} to the foundations"),
        (TO_FOUNDATION, True): N_("taken back: {cards:long} from the foundations to reserve {source}"),
    },
}
"""The same for steps from and to cells and reserves."""
TOO_SMALL = N_("this terminal is {columns} x {rows}; {needed_columns} x {needed_rows} are needed")
ROWS = N_("rows {first} to {last} of {all} {up} {down}")


def compose(
    look: Look, scene: Scene, count: str, bottom: Sequence[str] | None, size: tuple[int, int], scroll: int | None = None
) -> tuple[list[str], int | None]:
    """Return a screen of ``size``, and the row with which the scrolling part of the picture begins, if there is one.

    Without ``bottom``, the lines at its end, the screen has as many lines as it needs.
    """
    columns, rows = size
    position, header, taken = scene.position, scene.header, scene.taken
    name = look.title(position.rules, header.deal)
    texts = ["  ".join(filter(None, (name, count, place(scene.source, header.line))))]
    texts += [describe_step(position, taken, look), _describe_move(look, taken)]
    first = None
    for most in (MOST_WRAPPED, 1):
        top = [line for text in texts for line in wrap_text(look, text, columns, most)]
        used = len(top) + len(bottom or ())
        try:
            fitted = fit_picture(position, scene.moved, look, (columns, rows - used), scroll)
        except TooSmallError as error:
            needed = {"needed_columns": max(error.args[0], columns), "needed_rows": max(error.args[1] + used, rows)}
            lines = wrap_text(look, look.phrase(TOO_SMALL, columns=columns, rows=rows, **needed), columns, rows)
            continue
        lines = [draw(row, look.coloring) for row in fitted.rows]
        if fitted.shown < fitted.all:
            first = fitted.first
            ends = {"first": first + 1, "last": first + fitted.shown, "all": fitted.all}
            lines[-1] += "  " + look.fit(look.phrase(ROWS, **ends, up="↑", down="↓"))
        break
    return ([*top, *lines][:rows] if bottom is None else fill(top, lines, bottom, rows)), first


def _describe_move(look: Look, taken: Taken) -> str:
    if taken.change is None:
        return ""
    kind, source, target, *_ = taken.change.step
    cards = " ".join(card_text(card, look.signs) for card in taken.moved)
    moves = MOVES if max(source, target) < CELL else MOVES_ASIDE[_kind(source), _kind(target)]
    names = {"source": place_name(source), "target": place_name(target)}
    return look.phrase(moves[kind, taken.undone], cards=cards, **names)


def _kind(place: int) -> str:
    return "column" if place < CELL else "cell" if place < RESERVE else "reserve"


def wrap_text(look: Look, text: str, columns: int, most: int = MOST_WRAPPED, indent: int = 0) -> list[str]:
    """Return a text as at most ``most`` lines of ``columns`` characters; an empty text is an empty line.

    All lines but the first begin with ``indent`` blanks.
    """
    from textwrap import wrap

    how: dict[str, Any] = {"placeholder": " ...", "break_on_hyphens": False, "replace_whitespace": False}
    return wrap(look.fit(text), max(columns, 4), max_lines=most, subsequent_indent=" " * indent, **how) or [""]


def fill(top: Sequence[str], middle: Sequence[str], bottom: Sequence[str], rows: int) -> list[str]:
    """Return a screen of ``rows`` lines with ``bottom`` at its end; the middle is cut or filled with empty lines."""
    room = max(rows - len(top) - len(bottom), 0)
    middle = [*middle[:room], *[""] * (room - len(middle))]
    return [*top, *middle, *bottom][:rows]


def encode(lines: Sequence[str], encoding: str) -> bytes:
    """Return what draws ``lines`` from the top over whatever the screen shows, each line cleared first."""
    return (HOME + "\r\n".join(CLEAR_LINE + line for line in lines)).encode(encoding, "backslashreplace")
