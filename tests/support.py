"""Calling the tool from tests: in this process over real descriptors, or as a process of its own.

Most tests use :func:`run`, which takes a few milliseconds; what depends on a real process (pipes,
signals, encodings) uses :func:`process`.
"""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from random import Random
from types import FrameType, ModuleType
from typing import Any, NamedTuple

from solitaire_cli.api import deal, games
from solitaire_cli.cli import main
from solitaire_cli.core.cards import RANK_MASK
from solitaire_cli.core.legality import legal_moves
from solitaire_cli.core.position import Position
from solitaire_cli.core.rules import Catalogue
from solitaire_cli.transcript.document import Transcript

ROOT = Path(__file__).parent.parent
DEALS = ROOT / "deals"

_CLEARED = (
    *("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LC_CTYPE", "LANG", "NO_COLOR", "FORCE_COLOR", "TERM"),
    *("PYTHONIOENCODING", "PYTHONUNBUFFERED", "SOLITAIRE_CLI_GAMES"),
)
_SETTLED = {"COLUMNS": "80", "XDG_CONFIG_HOME": "/nonexistent", "SOLITAIRE_CLI_TRACEBACK": "1"}


class Outcome(NamedTuple):
    """What a command gave back."""

    code: int
    out: bytes
    err: bytes

    @property
    def text(self) -> str:
        """Standard output as text."""
        return self.out.decode()

    @property
    def lines(self) -> list[str]:
        """The lines of standard output."""
        return self.out.decode().splitlines()

    @property
    def errors(self) -> list[str]:
        """The lines of standard error."""
        return self.err.decode().splitlines()

    @property
    def records(self) -> list[Any]:
        """The JSON lines of standard output."""
        return [json.loads(line) for line in self.out.splitlines()]


def run(
    *arguments: str,
    stdin: str | bytes | int = b"",
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    stdout: int | None = None,
) -> Outcome:
    """Run ``main`` in this process, its three streams real files, or ``stdin`` and ``stdout`` descriptors.

    The locale's variables are cleared, so the language is English unless ``env`` says otherwise; the streams have
    the encoding of its ``PYTHONIOENCODING``, and no buffers with its ``PYTHONUNBUFFERED``. A defect of the tool raises
    here.
    """
    with ExitStack() as stack:
        given, out, err = (stack.enter_context(tempfile.TemporaryFile()) for _ in range(3))
        if not isinstance(stdin, int):
            given.write(stdin.encode() if isinstance(stdin, str) else stdin)
            given.seek(0)
        source = stdin if isinstance(stdin, int) else given.fileno()
        target = out.fileno() if stdout is None else stdout
        stack.enter_context(_environment(env or {}))
        stack.enter_context(_directory(cwd))
        handler = signal.getsignal(signal.SIGTERM)
        stack.callback(signal.signal, signal.SIGTERM, handler)
        stack.enter_context(_streams(source, target, err.fileno()))
        code = main(list(arguments))
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        out.seek(0)
        err.seek(0)
        return Outcome(code, out.read(), err.read())


@contextmanager
def _environment(env: Mapping[str, str]) -> Iterator[None]:
    before = dict(os.environ)
    for name in _CLEARED:
        os.environ.pop(name, None)
    os.environ.update({**_SETTLED, **env})
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


@contextmanager
def _directory(path: Path | None) -> Iterator[None]:
    before = Path.cwd()
    if path is not None:
        os.chdir(path)
    try:
        yield
    finally:
        os.chdir(before)


@contextmanager
def _streams(given: int, out: int, err: int) -> Iterator[None]:
    """Put files in the places of the three standard streams, as descriptors and as ``sys`` has them."""
    before = sys.stdin, sys.stdout, sys.stderr
    for stream in before[1:]:
        stream.flush()
    kept = [os.dup(number) for number in range(3)]
    for number, descriptor in enumerate((given, out, err)):
        os.dup2(descriptor, number)
    encoding = os.environ.get("PYTHONIOENCODING", "utf-8")
    buffering = 0 if os.environ.get("PYTHONUNBUFFERED") else -1
    given_text = io.TextIOWrapper(os.fdopen(0, "rb", closefd=False), encoding=encoding)
    out_text, err_text = (
        io.TextIOWrapper(
            os.fdopen(number, "wb", buffering, closefd=False),
            encoding=encoding,
            errors=errors,
            write_through=not buffering,
        )
        for number, errors in ((1, "strict"), (2, "backslashreplace"))
    )
    sys.stdin, sys.stdout, sys.stderr = given_text, out_text, err_text
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
        for wrapper in (given_text, out_text, err_text):
            wrapper.close()
        for number, descriptor in enumerate(kept):
            os.dup2(descriptor, number)
            os.close(descriptor)


COMMAND = (sys.executable, "-X", "dev", "-W", "error", "-m", "solitaire_cli")
"""The tool as a process of its own; anything that Python would warn of goes to standard error."""


def surroundings(**env: str) -> dict[str, str]:
    """The environment for a process: neither a language nor an option of Python from this machine in it."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in _CLEARED and (not name.startswith("PYTHON") or name == "PYTHONDONTWRITEBYTECODE")
    }
    return {**kept, "COLUMNS": "80", "PYTHONPATH": str(ROOT), **env}


def process(
    *arguments: str, stdin: str | bytes = b"", env: Mapping[str, str] | None = None, cwd: Path | None = None
) -> Outcome:
    """Run the tool as a process of its own."""
    done = subprocess.run(
        [*COMMAND, *arguments],
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        capture_output=True,
        check=False,
        cwd=cwd,
        env=surroundings(**{"PYTHONUTF8": "1", **(env or {})}),
        timeout=60,
    )
    return Outcome(done.returncode, done.stdout, done.stderr)


OLD = ("beetle", "spider-millennium", "spiderwort")
"""The games that have documents, with diagrams and guides of their own."""

FEW = {
    **dict.fromkeys(OLD, "its document"),
    "agnes-sorel": "built and moved in one colour, dealt from the right",
    "alaska": "built up and down, any card moves with what lies on it",
    "applegate": "won in place, ranks wrap, reserves that take nothing",
    "double-freecell": "foundations of two laps, chosen cards at the end of the pack",
    "freecell": "cells, capacity with spaces, alternating colours; an option without cells",
    "headquarters": "eight piles in an order of their own, reserves that take runs",
    "kings": "columns of sizes that the deal decides, a rank at the front of the pack",
    "lily": "complete runs of alternating colours",
    "long-tail": "reserves of any number of cards",
    "moosehide": "built in another suit",
    "petal": "foundations that begin with a dealt rank, all cards of a rank at the front, cards dealt to cells",
    "simple-simon": "capacity by pieces of one suit",
    "snake": "no card on an empty column, capacity by cells alone",
    "spider": "runs that leave by a step, an option of fewer suits",
    "spider-3x3": "three suits",
    "surprise": "reserves that open when the stock is out",
    "very-big-divorce": "four packs, complete runs that begin anywhere, deals to held columns only",
    "wake-robin": "faces that alternate in a column, runs of any suits",
}
"""The games that tests of all games take, where 142 would be too many, and what each has that the others lack.

Together they have every value of every word of rule files; ``test_the_few_have_every_word`` sees to that.
"""


@cache
def documented() -> Catalogue:
    """The catalogue that the second implementation of transcripts knows."""
    return Catalogue([games()[game] for game in OLD])


def conserved(position: Position) -> bool:
    """Whether every card of the deck is there as often as it should."""
    rules = position.rules
    held = Counter(position.stock_left)
    for pile in (*position.columns, *position.cells, *position.reserves):
        held.update(pile)
    if rules.goal == "runs":  # runs of mixed suits hold what the table lacks
        lacking = Counter(rules.deck) - held
        same_suit = rules.complete == "same-suit" and not rules.wrap
        runs = Counter(top & ~RANK_MASK | rank for top in position.foundations for rank in range(1, rules.ranks + 1))
        return not held - Counter(rules.deck) and (
            lacking == runs if same_suit else lacking.total() == rules.ranks * len(position.foundations)
        )
    for top, height in zip(position.foundations, position.heights):
        held.update(top & ~RANK_MASK | (position.base - 1 + up) % rules.ranks + 1 for up in range(height))
    return held == Counter(rules.deck)


def random_game(name: str, seed: int, steps: int, undoes: bool = True) -> str:
    """A random game with comments, some of its steps taken back and returned."""
    random = Random(seed)
    made = Transcript(deal(name, seed + 1))
    made.header["title"] = "Any"
    for number in range(steps):
        position = made.position
        moves = [str(step) for step in legal_moves(position)]
        moves += ["undo"] * bool(undoes and position.history) + ["redo"] * len(position.undone)
        if not moves:
            break
        made.play(random.choice(moves) + random.choice(["", f"  # {number}", f"\n# after {number}"]))
    return str(made)


def signalled(module: ModuleType, number: int, do: Callable[[], object], see: Callable[[], Any]) -> list[Any]:
    """``do`` something over and over, with a signal at each point in the code of ``module``: what its handler can see.

    Where the signal is blocked, the handler comes later.
    """
    calls = at = point = 0
    seen: list[Any] = []

    def handle(*_: object) -> None:
        nonlocal calls
        calls += 1
        seen.append(see())

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal point
        if frame.f_code.co_filename != module.__file__:
            return None
        frame.f_trace_opcodes = True
        if event in ("line", "opcode"):
            if point == at:
                signal.raise_signal(number)
            point += 1
        return trace

    before = signal.signal(number, handle)
    try:
        # until no point is left for a signal
        while calls == at:
            point = 0
            sys.settrace(trace)
            try:
                do()
            finally:
                sys.settrace(None)
            at += 1
    finally:
        signal.signal(number, before)
    assert calls > 5
    return seen


MINIATURE = """
id: miniature
packs: {packs}
suits: {suits}
ranks: {ranks}
columns: {columns}
build: {build}
unit: {unit}
empty: {empty}
stock: {stock}
removal: {removal}
goal: {goal}
auto: {auto}
"""
"""A rule file of a small game, to be filled in."""

SPIDERETTE = """\
id: spiderina
names: {en: Spiderina, ru: Спайдерина}
packs: 1
suits: [C, S, H, D]
columns: [0+1, 1+1, 2+1, 3+1, 4+1, 5+1, 6+1]
build: any-suit
unit: run
empty: any
stock: no-empty-column
removal: automatic
goal: runs
options:
  suits:
    "4": {}
    "1": {suits: [S, S, S, S]}
  columns:
    seven: {}
    two: {columns: [0+1, 0+1]}
"""
TINY = """\
id: tiny
packs: 1
suits: [S, H, D, C]
ranks: 3
columns: [1+1, 0+2, 0+0]
build: same-suit
unit: card
empty: king
stock: always
removal: none
goal: cards
auto: yes
"""
