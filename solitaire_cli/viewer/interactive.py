"""``replay --interactive``: transcripts on one screen, stepped through with keys."""

from __future__ import annotations

import time
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from solitaire_cli.show.records import diagnostic
from solitaire_cli.system.keyboard import ESCAPE_TIME, Keyboard
from solitaire_cli.viewer.frame import Shown, drawn, filled, frame, place, wrapped
from solitaire_cli.viewer.timeline import Reel
from solitaire_cli.words.messages import COMPLAINTS
from solitaire_cli.words.translation import N_, phrase

if TYPE_CHECKING:
    from solitaire_cli.shell.console import Console
    from solitaire_cli.system.terminal import TerminalScreen
    from solitaire_cli.transcript.reader import Transcript

TEN = 10
PACES = (4.0, 2.0, 1.0, 0.5, 0.25, 0.1, 0.05)
"""The seconds a step that a player can choose from; it begins with :data:`PACE`."""
PACE = 1.0
LONGEST_NUMBER = 9
"""The digits of a step's number that are read."""

TEXTS: dict[str, str] = {
    "first": N_("this is the start"),
    "last": N_("this is the last step"),
    "no-deal-on": N_("no further deal"),
    "no-deal-back": N_("no earlier deal"),
    "no-leaving-on": N_("nothing more goes to the foundations"),
    "no-leaving-back": N_("nothing went to the foundations before"),
    "first-transcript": N_("this is the first transcript"),
    "last-transcript": N_("this is the last transcript"),
    "go": N_("go to step {number}_  Enter goes there, Esc does not"),
    "playing": N_("playing, {pace} s a step: + faster, - slower, Space stops"),
    "short": N_("? help  q quit"),
    "keys": N_("{right} next  {left} back  PgDn, PgUp 10  Space play  7 Enter go to 7  ? help  q quit"),
    "any": N_("any key goes back to the board"),
}


class Key(NamedTuple):
    """A line of the help: keys as people call them, and what they do."""

    keys: str
    does: str


HELP = (
    Key("{right}, n, Enter", N_("the next step")),
    Key("{left}, p, Backspace", N_("the step before")),
    Key("PgDn, f", N_("ten steps on")),
    Key("PgUp, b", N_("ten steps back")),
    Key("Home, g", N_("the start")),
    Key("End, G", N_("the last step")),
    Key("7 Enter", N_("step 7, or any other number typed")),
    Key(N_("Space"), N_("play, or stop playing")),
    Key("+, -", N_("play faster, slower")),
    Key("d, D", N_("the next deal from the stock, the one before")),
    Key("r, R", N_("the next step that puts cards on a foundation, the one before")),
    Key("t, T", N_("the next transcript, the one before")),
    Key("{up}, {down}", N_("scroll a board that is higher than the screen")),
    Key("?, h", N_("this help")),
    Key("q", N_("quit")),
)
"""The keys; letters are those of the Latin layout and work in the Russian one too."""
LEGEND = (
    N_("[9S] is what the last step moved; {covered}5 are five face-down cards."),
    N_("Letters work in the Russian layout too."),
)


class Viewer:
    """What is shown of some transcripts, and what keys do to it.

    ``transcripts`` are read as they are wanted. The first one shown is the first that has a position; there is none
    where ``shows`` is false. ``start`` is the step to begin with, -1 for the last.
    """

    def __init__(
        self, console: Console, transcripts: Iterator[tuple[str, Transcript]], start: int, pace: float | None
    ) -> None:
        self._console = console
        self._unread = transcripts
        self._start = start
        self.reels: list[Reel] = []
        self._index = -1
        self.playing = False
        self.pace = PACE if pace is None else pace
        self._entry = ""
        self._said = ""
        self._help = False
        self._scroll: int | None = None
        self._top: int | None = None
        while self._read():
            self._index += 1
            if self.reel.shows:
                break

    @property
    def reel(self) -> Reel:
        """The transcript on the screen."""
        return self.reels[self._index]

    @property
    def shows(self) -> bool:
        """Whether there is a position to look at."""
        return self._index >= 0 and self.reel.shows

    def _read(self) -> bool:
        """Read one more transcript; false if there is none."""
        found = next(self._unread, None)
        if found is None:
            return False
        reel = Reel(*found)
        self.reels.append(reel)
        if reel.shows:
            reel.show(min(self._start, reel.last) if self._start >= 0 else reel.last)
            if self._start > reel.last:
                self._say_no_step(self._start, reel)
        return True

    def run(self, session: TerminalScreen) -> None:
        """Draw, wait for keys, and do what they say, until the end is wanted."""
        encoding = self._console.product.encoding
        keyboard = Keyboard("utf-8" if encoding == "ascii" else encoding)
        due = last_typed = time.monotonic()
        while True:
            session.draw(drawn(self.screen(session.size), encoding))
            waits = [ESCAPE_TIME] if keyboard.waiting else []
            if self.playing:
                waits.append(max(due - time.monotonic(), 0))
            typed = session.wait(min(waits, default=None))
            if typed is None:
                return
            now = time.monotonic()
            keys = keyboard.feed(typed)
            if typed:
                last_typed = now
            elif now - last_typed >= ESCAPE_TIME:
                keys = keyboard.flush()
            for key in keys:
                if not self.press(key):
                    return
            if keys:
                due = now + self.pace
            elif self.playing and now >= due:
                self._play()
                due = max(due + self.pace, now)

    def _play(self) -> None:
        self._to(self.reel.number + 1)
        if self.reel.number == self.reel.last:
            self.playing = False

    def press(self, key: str) -> bool:
        """Do what a key says; false if it is to quit."""
        if key == "redraw":
            return True
        self._said = ""
        if self._help:
            self._help = False
            return key != "q"
        if key.isdecimal() and key.isascii():
            self._entry = (self._entry + key)[:LONGEST_NUMBER]
            self.playing = False
            return True
        entry, self._entry = self._entry, ""
        if entry:
            if key == "backspace":
                self._entry = entry[:-1]
                return True
            if key in ("enter", "g", "G"):
                self._go(int(entry))
                return True
        if key == "q":
            return False
        self._act(key)
        return True

    def _act(self, key: str) -> None:
        reel = self.reel
        if key in ("?", ",", "h"):
            self._help = True
            self.playing = False
        elif key in ("t", "tab"):
            self._turn(1)
        elif key in ("T", "back-tab"):
            self._turn(-1)
        elif not reel.shows:
            return
        elif key in _STEPS:
            self.playing = False
            self._to(reel.number + _STEPS[key])
        elif key in ("home", "g", "end", "G"):
            self.playing = False
            self._to(0 if key in ("home", "g") else reel.last)
        elif key in ("d", "D", "r", "R"):
            self.playing = False
            self._jump("deal" if key in ("d", "D") else "leaving", key.islower())
        elif key == "space":
            self._toggle()
        elif key in ("+", "=", "-", "_"):
            self._change_pace(key in ("+", "="))
        elif key in ("up", "down", "k", "j") and self._top is not None:
            self._scroll = self._top = max(self._top + (-1 if key in ("up", "k") else 1), 0)

    def _to(self, number: int) -> None:
        """Go to a step, or as far towards it as there are steps."""
        reel = self.reel
        wanted = max(0, min(number, reel.last))
        if wanted == reel.number:
            self._say("first" if number < 0 else "last")
        else:
            reel.show(wanted)
            self._scroll = None

    def _go(self, number: int) -> None:
        if number > self.reel.last:
            self._say_no_step(number, self.reel)
        elif self.reel.shows and number != self.reel.number:
            self._to(number)

    def _jump(self, kind: str, on: bool) -> None:
        """Go to the nearest step of a kind in one direction."""
        reel = self.reel
        numbers = reel.deals if kind == "deal" else reel.leaving
        at = bisect_right(numbers, reel.number) if on else bisect_left(numbers, reel.number) - 1
        if 0 <= at < len(numbers):
            self._to(numbers[at])
        else:
            self._say(f"no-{kind}-{'on' if on else 'back'}")

    def _toggle(self) -> None:
        self.playing = not self.playing
        if self.playing and self.reel.number == self.reel.last:
            self._to(0)

    def _change_pace(self, faster: bool) -> None:
        nearer = [pace for pace in PACES if pace != self.pace and (pace < self.pace) is faster]
        if nearer:
            self.pace = max(nearer) if faster else min(nearer)

    def _turn(self, by: int) -> None:
        """Go to the next transcript or the one before."""
        self.playing = False
        wanted = self._index + by
        if wanted < 0:
            self._say("first-transcript")
        elif wanted < len(self.reels) or self._read():
            self._index = wanted
            self._scroll = None
        else:
            self._say("last-transcript")

    def _say(self, text: str) -> None:
        self._said = phrase(TEXTS[text], self._console.look.language)

    def _say_no_step(self, number: int, reel: Reel) -> None:
        language = self._console.look.language
        self._said = phrase(COMPLAINTS["no-step"], language, step=number, steps=reel.last)

    def screen(self, size: tuple[int, int]) -> list[str]:
        """The screen as lines, for so many columns and rows."""
        columns, rows = size
        reel = self.reel
        foot = self._foot(columns)
        if self._help:
            return filled(self._help_lines(columns), [], wrapped(self._console, foot, columns), rows)
        if not reel.shows:
            top = wrapped(self._console, place(reel.source, reel.header.line), columns)
            return filled([*top, ""], self._fault_lines(columns), wrapped(self._console, foot, columns), rows)
        shown = Shown(reel.source, reel.header, reel.position, reel.taken, reel.moved)
        problem = reel.verdict.problem
        count = f"{reel.number}/{reel.last}" + (f" [{problem.code}]" if problem else "")
        lines, self._top = frame(self._console, shown, count, foot, size, self._scroll)
        return lines

    def _foot(self, columns: int) -> str:
        """The text at the bottom: what was just said, a number being typed, the fault, or the keys."""
        language = self._console.look.language
        reel = self.reel
        if self._help:
            return phrase(TEXTS["any"], language)
        if self._entry:
            return phrase(TEXTS["go"], language, number=self._entry)
        if self.playing:
            return phrase(TEXTS["playing"], language, pace=f"{self.pace:g}")
        if self._said:
            return self._said
        if reel.shows and reel.verdict.problem and reel.number == reel.last:
            return diagnostic(reel.source, reel.verdict.problem, language)
        keys = phrase(TEXTS["keys"], language, right="→", left="←")
        return keys if len(keys) <= columns else phrase(TEXTS["short"], language)

    def _fault_lines(self, columns: int) -> list[str]:
        problem = self.reel.verdict.problem
        assert problem is not None
        return wrapped(self._console, diagnostic(self.reel.source, problem, self._console.look.language), columns)

    def _help_lines(self, columns: int) -> list[str]:
        console = self._console
        arrows = {"right": "→", "left": "←", "up": "↑", "down": "↓"}
        say = console.look.phrase
        rows = [(say(key.keys, **arrows), say(key.does)) for key in HELP]
        width = max(len(keys) for keys, _ in rows) + 2
        lines = [f"{keys.ljust(width)}{does}" for keys, does in rows]
        lines += ["", *(say(text, covered=console.look.signs.covered[0]) for text in LEGEND)]
        return [console.look.fit(line)[:columns] for line in lines]


_STEPS = {"right": 1, "n": 1, "enter": 1, "left": -1, "p": -1, "backspace": -1}
_STEPS |= {"page-down": TEN, "f": TEN, "page-up": -TEN, "b": -TEN}
