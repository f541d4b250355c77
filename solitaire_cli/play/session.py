"""A game that is being played: what a step that is asked for means, and undo and redo by number.

Neither a terminal nor a file is known here. What is accepted goes to ``record`` first and is taken only if that
did not fail, so a step that counts is one that is kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from solitaire_cli.core.cards import RANK_MASK
from solitaire_cli.core.engine import legal_moves, resolved, result
from solitaire_cli.core.errors import Code, Fault
from solitaire_cli.core.position import LONGEST, MOVE, REDO, UNDO, Position, Step
from solitaire_cli.transcript.header import Header
from solitaire_cli.transcript.notation import counted, format_step, is_label, read_step
from solitaire_cli.transcript.reader import Transcript
from solitaire_cli.transcript.referee import Referee, Taken, Verdict, last_position

ORDERS = tuple("moves hint why undo redo goto restart layout rules save help quit".split())
"""The commands of a game; undo and redo alone are steps."""
STEPS = ("undo", "redo")
"""The commands that are steps where they stand alone."""
SHORT_STEPS = {"d": "deal", "u": "undo", "r": "redo"}
SHORT_ORDERS = {"h": "hint", "?": "help", "q": "quit"}
"""Short forms for people; those of commands stand first in a line."""

BLANKS = " \t\r\n"
"""White space, as a transcript has it."""

_WORD = re.compile(f"[^{BLANKS}]+")


class Order(NamedTuple):
    """What a line asks for: a word of :data:`ORDERS` with its argument, or with the word ``""`` some steps."""

    word: str
    argument: str = ""
    steps: tuple[str, ...] = ()


def read_order(line: str, short: bool = True) -> Order | None:
    """What ``line`` asks for; ``None`` if it is blank or a comment. Words that are no command are taken for steps.

    What is neither step nor command behind an undo or redo is its number, right or wrong, and one token with it.

    >>> read_order("3-5 u  # both"), read_order("undo 3"), read_order("save my game.moves").argument
    (Order(word='', argument='', steps=('3-5', 'undo')), Order(word='undo', argument='3', steps=()), 'my game.moves')
    """
    words = split_words(line)
    if words and words[0].lower() == "save":
        return Order("save", line.strip(BLANKS)[len("save") :].strip(BLANKS))
    comment = next((place for place, word in enumerate(words) if word.startswith("#")), len(words))
    words = words[:comment]
    if not words:
        return None
    if short:
        words = [SHORT_STEPS.get(word.lower(), word) for word in words]
        words[0] = SHORT_ORDERS.get(words[0].lower(), words[0])
    word = words[0].lower()
    if word not in ORDERS or (word in STEPS and (len(words) == 1 or _stands_alone(words[1]))):
        return Order("", steps=tuple(_numbered(words)))
    return Order(word, " ".join(words[1:]))


def split_words(text: str) -> list[str]:
    """The words of a line; white space is what it is in a transcript."""
    return _WORD.findall(text)


def is_order(word: str) -> bool:
    """Whether ``word`` is a command, written out or short, that is no step."""
    word = word.lower()
    return word in SHORT_ORDERS or (word in ORDERS and word not in STEPS)


def _stands_alone(word: str) -> bool:
    """Whether ``word`` is a step, a label or a command, and so no number of an undo."""
    return not isinstance(read_step(word), Fault) or is_label(word) or is_order(word)


def _numbered(words: list[str]) -> Iterator[str]:
    """The tokens of a line of steps, a number of an undo or redo in one token with it."""
    rest = iter(words)
    word = next(rest, None)
    while word is not None:
        follower = next(rest, None)
        if follower is not None and word.lower() in STEPS and not _stands_alone(follower):
            word, follower = f"{word} {follower}", next(rest, None)
        yield word
        word = follower


class Session:
    """A position, the rules of the notation, and what was played.

    ``last`` is the last accepted step; ``record`` gets the canonical lines of steps before they are taken, and
    raises :class:`OSError` if they cannot be kept: then they are not taken.
    """

    def __init__(self, transcript: Transcript, position: Position, last: Taken) -> None:
        self.transcript = transcript
        self.last = last
        self.record: Callable[[list[str]], None] = lambda lines: None
        self._referee = Referee(position)
        self._referee.steps = last.number

    @property
    def header(self) -> Header:
        """The header of the game's transcript."""
        return self.transcript.header

    @property
    def position(self) -> Position:
        """The position now; it changes with the next step."""
        return self._referee.position

    @property
    def steps(self) -> int:
        """The number of steps accepted, undo and redo too."""
        return self._referee.steps

    @property
    def depth(self) -> int:
        """The number of steps that stand: those that were not taken back."""
        return len(self.position.history)

    @property
    def result(self) -> str:
        """How the game stands: won, lost or open."""
        return result(self.position)

    def moves(self) -> list[str]:
        """Every legal step but undo and redo."""
        return [format_step(step) for step in legal_moves(self.position)]

    def judge(self, token: str) -> Step | Fault | None:
        """The legal step that ``token`` asks for, or why it is refused; ``None`` for a true label.

        A move without a count that is refused for one card is one of as many cards as the target asks for.
        """
        found = self._referee.judge(token)
        step = read_step(token)
        if not isinstance(found, Fault) or isinstance(step, Fault) or step.kind != MOVE:
            return found
        move, colon, claim = token.partition(":")
        if "x" in move.lower():
            return found
        more = self._referee.judge(f"{move}x*{colon}{claim}")
        if isinstance(more, Step) or self._fits(step):
            return more
        return found

    def _fits(self, step: Step) -> bool:
        """Whether the card that the target asks for lies face up in the source, below whatever keeps it there."""
        step = counted(step, LONGEST)
        found = resolved(self.position, step)
        if isinstance(found, Fault):
            return False
        column, onto = self.position.columns[found.source], self.position.columns[found.target]
        start = len(column) - found.cards
        if not onto or start < self.position.down[found.source]:
            return False
        return (onto[-1] - column[start]) & RANK_MASK == 1

    def play(self, token: str) -> Taken | Fault | None:
        """Take the step that ``token`` asks for, or return why not; ``None`` for a true label.

        Raises :class:`OSError`.
        """
        step = self.judge(token)
        return self._take([step]) if isinstance(step, Step) else step

    def undo(self, count: int) -> Taken | Fault:
        """Take back ``count`` steps, at least one; all or none. Raises :class:`OSError`."""
        return self._several(UNDO, count)

    def redo(self, count: int) -> Taken | Fault:
        """Return ``count`` steps that were taken back, at least one; all or none. Raises :class:`OSError`."""
        return self._several(REDO, count)

    def goto(self, depth: int) -> Taken | Fault:
        """Undo or redo until ``depth`` steps stand; where they do already, nothing happens. Raises :class:`OSError`."""
        if depth < self.depth:
            return self.undo(self.depth - depth)
        return self.redo(depth - self.depth) if depth > self.depth else self.last

    def _several(self, kind: int, count: int) -> Taken | Fault:
        have = self.depth if kind == UNDO else len(self.position.undone)
        if count <= have:
            return self._take([Step(kind)] * count)
        code = Code.NOTHING_TO_UNDO if kind == UNDO else Code.NOTHING_TO_REDO
        return Fault(code, {"have": have}, "few") if have else Fault(code)

    def _take(self, steps: list[Step]) -> Taken:
        """Take legal steps when they are recorded."""
        self.record([format_step(step) for step in steps])
        for step in steps:
            self.last = self._referee.follow(step)
        return self.last


def resume(transcript: Transcript) -> Session | Verdict:
    """The game at the end of a transcript, whose body is read to the end; of a faulty one the verdict."""
    ending = last_position(transcript)
    return ending if isinstance(ending, Verdict) else Session(transcript, ending.position, ending.taken)


def candidates(session: Session, before: str, word: str) -> list[str]:
    """What may stand for the beginning ``word`` after ``before`` in a line: legal steps and, first in it, commands."""
    first = split_words(before)[:1]
    if first == ["save"]:
        return []
    steps = session.moves()
    if session.depth:
        steps.append("undo")
    if session.position.undone:
        steps.append("redo")
    known = steps if first else [*steps, *(order for order in ORDERS if order not in STEPS)]
    return [each for each in known if each.startswith(word.lower())]
