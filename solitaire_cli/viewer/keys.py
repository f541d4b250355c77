"""The keys of the viewer: what people call them, what they do, and the help that lists them."""

from __future__ import annotations

from itertools import chain
from typing import NamedTuple

from solitaire_cli.show.look import Look
from solitaire_cli.viewer.frame import wrap_text
from solitaire_cli.words.translation import N_

LONGEST = 99  # lines of a text of the help


class Key(NamedTuple):
    """Keys as people call them, what they do, and the number that each of their ``codes`` gives to ``command``."""

    keys: str
    does: str
    command: str
    codes: dict[str, int]


KEYS = (
    Key("{right}, n, Enter", N_("the next step"), "step", {"right": 1, "n": 1, "enter": 1}),
    Key("{left}, p, Backspace", N_("the step before"), "step", {"left": -1, "p": -1, "backspace": -1}),
    Key("PgDn, f", N_("ten steps on"), "step", {"page-down": 10, "f": 10}),
    Key("PgUp, b", N_("ten steps back"), "step", {"page-up": -10, "b": -10}),
    Key("Home, g", N_("the start"), "end", {"home": 0, "g": 0}),
    Key("End, G", N_("the last step"), "end", {"end": 1, "G": 1}),
    Key("7 Enter", N_("step 7, or any other number typed"), "number", {}),
    Key(N_("Space"), N_("play, or stop playing"), "play", {"space": 1}),
    Key("+, -", N_("play faster, slower"), "pace", {"+": 1, "=": 1, "-": -1, "_": -1}),
    Key("d, D", N_("the next deal from the stock, the one before"), "deal", {"d": 1, "D": -1}),
    Key("r, R", N_("the next step that puts cards on a foundation, the one before"), "collect", {"r": 1, "R": -1}),
    Key("t, T", N_("the next transcript, the one before"), "transcript", {"t": 1, "tab": 1, "T": -1, "back-tab": -1}),
    Key(
        "{up}, {down}",
        N_("scroll a board that is higher than the screen"),
        "scroll",
        {"up": -1, "k": -1, "down": 1, "j": 1},
    ),
    Key("?, h", N_("this help"), "help", {"?": 1, ",": 1, "h": 1}),
    Key("q", N_("quit"), "quit", {"q": 1}),
)
"""All keys. Letters are those of the Latin layout; the same keys work in the Russian one."""

COMMANDS = {code: (key.command, number) for key in KEYS for code, number in key.codes.items()}
"""The command of each code, and its number."""

LEGEND = (
    N_("[9S] is what the last step moved; {covered}5 are five face-down cards."),
    N_("Letters work in the Russian layout too."),
)


def help_lines(look: Look, columns: int) -> list[str]:
    """Return the keys and what they do as lines of text of so many columns."""
    arrows = {"right": "→", "left": "←", "up": "↑", "down": "↓"}
    rows = [(look.phrase(key.keys, **arrows), look.phrase(key.does)) for key in KEYS]
    width = max(len(keys) for keys, _ in rows) + 2
    legend = [look.phrase(text, covered=look.signs.covered[0]) for text in LEGEND]
    # where there is hardly room beside the keys, what they do goes on below them
    indent = width if width <= columns // 2 else min(2, columns // 4)
    lines = [wrap_text(look, f"{keys.ljust(width)}{does}", columns, LONGEST, indent) for keys, does in rows]
    return list(chain(*lines, [""], *(wrap_text(look, line, columns, LONGEST) for line in legend)))
