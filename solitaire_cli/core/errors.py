"""What can be wrong: the codes, a fault without a place and a problem with one.

The codes are the contract, in the order in which they are judged; their sentences are in
:mod:`solitaire_cli.words.faults`. A refused step or a broken header is an ordinary answer and is *returned*; the
exceptions are for callers of the library who ask for something that cannot be done.
"""

# Without "from __future__ import annotations", which makes texts of the types of fields: each is compiled at start-up.

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, NamedTuple


class Code(str, Enum):
    """A fault code, as it is printed between brackets and in records."""

    # a file
    UNREADABLE = "unreadable"
    # a header, the first of these that holds
    ENCODING = "encoding"
    YAML = "yaml"
    NO_HEADER = "no-header"
    DUPLICATE_KEY = "duplicate-key"
    UNKNOWN_KEY = "unknown-key"
    MISSING_KEY = "missing-key"
    BAD_VALUE = "bad-value"
    UNKNOWN_GAME = "unknown-game"
    UNKNOWN_RULE = "unknown-rule"
    BAD_DEAL = "bad-deal"
    BAD_CARD = "bad-card"
    WRONG_DECK = "wrong-deck"
    WRONG_LAYOUT = "wrong-layout"
    DEAL_MISMATCH = "deal-mismatch"
    # a token
    SYNTAX = "syntax"
    MOVE_NUMBER = "move-number"
    # a move; those of places and CARD_MISMATCH also to a foundation
    NO_SUCH_COLUMN = "no-such-column"
    NO_SUCH_CELL = "no-such-cell"
    NO_SUCH_STEP = "no-such-step"
    SAME_COLUMN = "same-column"
    EMPTY_COLUMN = "empty-column"
    EMPTY_CELL = "empty-cell"
    TOO_FEW_CARDS = "too-few-cards"
    FACE_DOWN = "face-down"
    ONE_CARD = "one-card"
    NOT_A_RUN = "not-a-run"
    CARD_MISMATCH = "card-mismatch"
    CELL_TAKEN = "cell-taken"
    NO_EMPTY_COLUMN = "no-empty-column"
    KING_ONLY = "king-only"
    BUILD_RANK = "build-rank"
    BUILD_COLOUR = "build-colour"
    BUILD_SUIT = "build-suit"
    NO_SPACE = "no-space"
    # to a foundation
    NO_FOUNDATION_MOVE = "no-foundation-move"
    RUN_INCOMPLETE = "run-incomplete"
    FOUNDATION_RANK = "foundation-rank"
    # the other steps
    STOCK_EMPTY = "stock-empty"
    DEAL_BLOCKED = "deal-blocked"
    NO_AUTO = "no-auto"
    AUTO_NOT_READY = "auto-not-ready"
    NOTHING_TO_UNDO = "nothing-to-undo"
    NOTHING_TO_REDO = "nothing-to-redo"
    # at the end
    RESULT_MISMATCH = "result-mismatch"
    # in another program's format
    CANNOT_SAY = "cannot-say"

    def __str__(self) -> str:
        return self.value


Details = Mapping[str, Any]

_wording: list[Callable[[Any], str]] = []


def set_wording(sentence: Callable[[Any], str]) -> None:
    """Say how a fault or a problem becomes a sentence: this package knows no words."""
    _wording[:] = [sentence]


class Fault(NamedTuple):
    """What is wrong, without a place: a code and what its sentence needs to say.

    ``variant`` chooses between the sentences of one code. ``details`` has texts, numbers and lists of column numbers
    (from 1); it never names a face-down card. The text of a fault is its English sentence.
    """

    code: Code
    details: Details = {}  # noqa: RUF012 - of a tuple, never changed
    variant: str = ""

    def __str__(self) -> str:
        return _wording[0](self) if _wording else f"{self.code}: {dict(self.details)}"

    def __repr__(self) -> str:
        return f"<{self.code}: {self}>"


class Problem(NamedTuple):
    """A fault and its place: line and column are 1-based, columns count characters.

    ``column`` is ``None`` in a JSON line, ``line`` for a file that cannot be read. ``step`` is the number of the step
    that failed, ``None`` outside the steps; ``token`` the text as typed.
    """

    fault: Fault
    line: int | None = None
    column: int | None = None
    step: int | None = None
    token: str | None = None

    @property
    def code(self) -> Code:
        """The code of the fault."""
        return self.fault.code

    def __str__(self) -> str:
        return _wording[0](self) if _wording else str(self.fault)

    def __repr__(self) -> str:
        return f"<{'' if self.line is None else f'line {self.line}: '}{self.code}: {self}>"


def place_of(text: str, index: int, first_line: int) -> tuple[int, int]:
    """Return line and column of the character at ``index`` of ``text``, which begins on line ``first_line``.

    >>> place_of("ab\\ncd", 4, 10)
    (11, 2)
    """
    before = text[:index]
    return first_line + before.count("\n"), index - before.rfind("\n")


class SolitaireError(Exception):
    """The base of the exceptions of this package."""


class FaultError(SolitaireError):
    """A fault where a value was asked for, ``problem`` with its place if it has one. Its text is the sentence."""

    def __init__(self, problem: Problem | Fault) -> None:
        self.problem = problem if isinstance(problem, Problem) else Problem(problem)
        super().__init__(self.problem)

    @property
    def code(self) -> Code:
        """The code of the fault."""
        return self.problem.code

    def __str__(self) -> str:
        return str(self.problem)


class Failure(SolitaireError):  # noqa: N818 - an outcome
    """A command that can give no answer: exit 2. A ``located`` text begins with a file's name, not the program's."""

    def __init__(self, text: str, located: bool = False) -> None:
        super().__init__(text)
        self.located = located
