"""``replay --interactive``: transcripts on one screen, stepped through with keys."""

from __future__ import annotations

import time
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator

from solitaire_cli.show.look import Look
from solitaire_cli.show.records import diagnostic, place
from solitaire_cli.system.keyboard import ESCAPE_TIME, Keyboard
from solitaire_cli.system.terminal import TerminalScreen
from solitaire_cli.transcript.reader import RawTranscript
from solitaire_cli.viewer.frame import compose, encode, fill, wrap_text
from solitaire_cli.viewer.keys import COMMANDS, help_lines
from solitaire_cli.viewer.timeline import Timeline
from solitaire_cli.words.messages import COMPLAINTS
from solitaire_cli.words.translation import N_

PACES = (4.0, 2.0, 1.0, 0.5, 0.25, 0.1, 0.05)  # the seconds per step that a player can choose from
PACE = 1.0
LONGEST_NUMBER = 9  # the digits of a step's number that are read
KEEP_PLAYING = ("play", "pace", "scroll")  # the commands that do not stop playing

NOTICES: dict[str, str] = {  # what the foot of the screen says
    "first": N_("this is the start"),
    "last": N_("this is the last step"),
    "no-deal-on": N_("no further deal"),
    "no-deal-back": N_("no earlier deal"),
    "no-collect-on": N_("nothing more goes to the foundations"),
    "no-collect-back": N_("nothing went to the foundations before"),
    "first-transcript": N_("this is the first transcript"),
    "last-transcript": N_("this is the last transcript"),
    "go": N_("go to step {number}_  Enter goes there, Esc does not"),
    "playing": N_("playing, {pace} s a step: + faster, - slower, Space stops"),
    "short": N_("? help  q quit"),
    "keys": N_("{right} next  {left} back  PgDn, PgUp 10  Space play  7 Enter go to 7  ? help  q quit"),
    "any": N_("any key goes back to the board"),
    "more": N_("any key shows more"),
}


class Browser:
    """Some transcripts on a screen, and what keys do to it.

    ``transcripts`` are read when they are wanted; the first one on the screen is the first with a position, and where
    there is none, ``playable`` is false. ``start`` is the step to begin with, -1 for the last.
    """

    def __init__(
        self, look: Look, transcripts: Iterator[tuple[str, RawTranscript]], start: int, pace: float | None
    ) -> None:
        self._look = look
        self._unread = transcripts
        self._start = start
        self.timelines: list[Timeline] = []
        self._index = -1
        self._playing = False
        self._pace = PACE if pace is None else pace
        self._entry = ""
        self._notice = ""
        self._help: int | None = None  # the first line of the help on the screen, and the first one of the next screen
        self._more_help: int | None = None
        self._scroll: int | None = None
        self._top: int | None = None
        self._commands: dict[str, Callable[[int], None]] = {
            "step": lambda by: self._go(self._timeline.number + by),
            "end": lambda end: self._go(end * self._timeline.last),
            "play": lambda _: self._toggle(),
            "pace": self._change_pace,
            "deal": lambda way: self._jump("deal", self._timeline.deals, way),
            "collect": lambda way: self._jump("collect", self._timeline.collected, way),
            "transcript": self._turn,
            "scroll": self._scroll_by,
        }
        self.playable = False
        while not self.playable and self._read():
            self._index += 1
            self.playable = self._timeline.playable

    @property
    def _timeline(self) -> Timeline:
        return self.timelines[self._index]

    def _read(self) -> bool:
        """Read one more transcript; return false if there is none."""
        found = next(self._unread, None)
        if found is None:
            return False
        timeline = Timeline(*found)
        self.timelines.append(timeline)
        if timeline.playable:
            timeline.go(min(self._start, timeline.last) if self._start >= 0 else timeline.last)
            if self._start > timeline.last:
                self._refuse_step(self._start, timeline)
        return True

    def run(self, terminal: TerminalScreen, encoding: str) -> None:
        """Draw, wait for keys, and do what they say, until the player quits."""
        keyboard = Keyboard("utf-8" if encoding == "ascii" else encoding)
        due = last_typed = time.monotonic()
        while True:
            terminal.draw(encode(self.screen(terminal.size), encoding))
            waits = [ESCAPE_TIME] if keyboard.waiting else []
            if self._playing:
                waits.append(max(due - time.monotonic(), 0))
            typed = terminal.wait(min(waits, default=None))
            if typed is None:
                return
            now = time.monotonic()
            keys = keyboard.feed(typed)
            if typed:
                last_typed = now
            elif now - last_typed >= ESCAPE_TIME:
                keys = keyboard.feed(complete=True)
            if not all(map(self.press, keys)):
                return
            if keys:
                due = now + self._pace
            elif self._playing and now >= due:
                self._go(self._timeline.number + 1)
                self._playing = self._timeline.number < self._timeline.last
                due = max(due + self._pace, now)

    def press(self, key: str) -> bool:
        """Do what a key says; return false if it is to quit."""
        if key == "redraw":
            return True
        self._notice = ""
        if self._help is not None:
            self._help = self._more_help
            return key != "q"
        if key.isdecimal() and key.isascii():
            self._entry = (self._entry + key)[:LONGEST_NUMBER]
            self._playing = False
            return True
        entry, self._entry = self._entry, ""
        if entry and key == "backspace":
            self._entry = entry[:-1]
        elif entry and key in ("enter", "g", "G"):
            self._go_exactly(int(entry))
        elif key in COMMANDS:
            command, number = COMMANDS[key]
            self._help = 0 if command == "help" else None
            self._playing = self._playing and command in KEEP_PLAYING
            if command in self._commands and (self._timeline.playable or command == "transcript"):
                self._commands[command](number)
            return command != "quit"
        return True

    def _go(self, number: int) -> None:
        """Go to a step, or as far towards it as there are steps."""
        wanted = max(0, min(number, self._timeline.last))
        if wanted == self._timeline.number:
            self._say("first" if number < 0 else "last")
        else:
            self._timeline.go(wanted)
            self._scroll = None

    def _go_exactly(self, number: int) -> None:
        if number > self._timeline.last:
            self._refuse_step(number, self._timeline)
        elif self._timeline.playable and number != self._timeline.number:
            self._go(number)

    def _jump(self, kind: str, numbers: list[int], way: int) -> None:
        """Go to the nearest of the steps ``numbers``, on or back."""
        number = self._timeline.number
        at = bisect_right(numbers, number) if way > 0 else bisect_left(numbers, number) - 1
        if 0 <= at < len(numbers):
            self._go(numbers[at])
        else:
            self._say(f"no-{kind}-{'on' if way > 0 else 'back'}")

    def _toggle(self) -> None:
        self._playing = not self._playing
        if self._playing and self._timeline.number == self._timeline.last:
            self._go(0)

    def _change_pace(self, way: int) -> None:
        paces = PACES if way > 0 else PACES[::-1]
        self._pace = next((pace for pace in paces if (self._pace - pace) * way > 0), self._pace)

    def _turn(self, by: int) -> None:
        wanted = self._index + by
        if wanted < 0:
            self._say("first-transcript")
        elif wanted < len(self.timelines) or self._read():
            self._index = wanted
            self._scroll = None
        else:
            self._say("last-transcript")

    def _scroll_by(self, rows: int) -> None:
        if self._top is not None:
            self._scroll = self._top = max(self._top + rows, 0)

    def _say(self, notice: str) -> None:
        self._notice = self._look.phrase(NOTICES[notice])

    def _refuse_step(self, number: int, timeline: Timeline) -> None:
        self._notice = self._look.phrase(COMPLAINTS["no-step"], step=number, steps=timeline.last)

    def screen(self, size: tuple[int, int]) -> list[str]:
        """Return the screen as lines, for so many columns and rows."""
        columns, rows = size
        look, timeline = self._look, self._timeline
        problem = timeline.verdict.problem
        if self._help is not None:
            return self._help_screen(self._help, columns, rows)
        bottom = wrap_text(look, self._foot(columns), columns)
        if not timeline.playable:
            assert problem is not None
            top = wrap_text(look, place(timeline.source, timeline.header.line), columns)
            return fill([*top, ""], wrap_text(look, diagnostic(timeline.source, problem, look), columns), bottom, rows)
        count = f"{timeline.number}/{timeline.last}" + (f" [{problem.code}]" if problem else "")
        lines, self._top = compose(look, timeline.scene, count, bottom, size, self._scroll)
        return lines

    def _help_screen(self, first: int, columns: int, rows: int) -> list[str]:
        """Return the help from the line ``first`` on, as much as fits."""
        lines = help_lines(self._look, columns)[first:]
        for notice in ("any", "more"):
            bottom = wrap_text(self._look, self._look.phrase(NOTICES[notice]), columns)
            room = max(rows - len(bottom), 1)
            self._more_help = first + room if len(lines) > room else None
            if self._more_help is None:
                break
        return fill([], lines, bottom, rows)

    def _foot(self, columns: int) -> str:
        """Return the text at the bottom: a notice, a number being typed, the fault, or the keys."""
        say, timeline = self._look.phrase, self._timeline
        problem = timeline.verdict.problem
        if self._entry:
            return say(NOTICES["go"], number=self._entry)
        if self._playing:
            return say(NOTICES["playing"], pace=f"{self._pace:g}")
        if self._notice:
            return self._notice
        if timeline.playable and problem and timeline.number == timeline.last:
            return diagnostic(timeline.source, problem, self._look)
        keys = say(NOTICES["keys"], right="→", left="←")
        return keys if len(keys) <= columns else say(NOTICES["short"])
