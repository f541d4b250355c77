"""A game as it is built from another program's file: where it begins, its steps, and the place of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from solitaire_cli.core.errors import Code, Fault, FaultError
from solitaire_cli.core.notation import parse_step
from solitaire_cli.core.position import Position
from solitaire_cli.core.rules import Catalogue, Rules
from solitaire_cli.core.steps import REDO, UNDO, Step
from solitaire_cli.transcript.blocks import Token
from solitaire_cli.transcript.document import Transcript
from solitaire_cli.transcript.header import read_header
from solitaire_cli.transcript.located_yaml import Node, YamlList, YamlMap, YamlScalar


class ForeignGame:
    """A transcript that is made from a file of another program, the line there, and the places of its steps."""

    __slots__ = ("_places", "line", "transcript")

    def __init__(self, start: Position, line: int) -> None:
        self.transcript = Transcript(start)
        self.line = line
        self._places: list[tuple[int, int | None]] = []

    @property
    def position(self) -> Position:
        """The position after the last step itself, which the next one changes; copies of a long game take time."""
        return self.transcript._referee.position

    def play(self, step: Step | str, token: Token) -> None:
        """Take a step that ``token`` of the file asks for. Raises :class:`FaultError` with the refusal, at its place.

        Of several steps that one token stands for each has its place.
        """
        try:
            self.transcript.play(str(step))
        except FaultError as error:
            problem = error.problem._replace(line=token.line, column=token.column, token=token.text)
            raise FaultError(problem) from None
        self._places.append((token.line, token.column))

    def place(self, step: int) -> tuple[int, int | None]:
        """Return line and column of a step in the file, the first being 1."""
        return self._places[step - 1]


def told(game: Transcript, word: Callable[[Step, Position], str]) -> Iterator[tuple[str, Position]]:
    """Yield what ``word`` says of each step and the position before it, with the position after it.

    A :class:`FaultError` of ``word`` gets the number of the step.
    """
    here = game.start
    for number, text in enumerate(game.steps, 1):
        step = parse_step(text)
        try:
            said = word(step, here)
        except FaultError as error:
            raise FaultError(error.problem._replace(step=number)) from None
        here.apply_trusted(step)
        yield said, here


def cannot_say(form: str, step: Step) -> FaultError:
    """Return the error of a step that a format has no words for."""
    variant = "undo" if step.kind in (UNDO, REDO) else "step"
    return FaultError(Fault(Code.CANNOT_SAY, {"format": form, "step": str(step)}, variant))


class Setup:
    """The cards of a position as a file has them, under the keys of a header, each text with its place.

    They are judged as a header is, so that what is wrong with them has the codes, the words and the order of a header's
    faults, and a place in the file.
    """

    def __init__(self, rules: Rules, line: int) -> None:
        self._rules = rules
        self._line = line
        self._pairs: list[tuple[YamlScalar, Node]] = []
        self._put("game", YamlScalar(rules.game, line, 1), line)
        options = [(YamlScalar(key, line, 1), YamlScalar(value, line, 1)) for key, value in rules.options.items()]
        self._put("rules", YamlMap([*options], line, 1), line)

    def text(self, key: str, words: Sequence[Token]) -> None:
        """Set ``stock`` or ``foundations`` to these words."""
        self._put(key, _joined(words, self._line), words[0].line if words else self._line)

    def texts(self, key: str, lists: Sequence[Sequence[Token]]) -> None:
        """Set ``columns``, ``cells`` or ``reserves`` to a list for each; a face-down card is written ``<QH>``."""
        places = [word.line for words in lists for word in words]
        line = min(places, default=self._line)
        self._put(key, YamlList([_joined(words, line) for words in lists], line, 1), line)

    def position(self, catalogue: Catalogue) -> Position:
        """Return the position. Raises :class:`FaultError` with the first fault of a header that holds."""
        header = read_header(YamlMap(self._pairs, self._line, 1), self._line, catalogue)
        if header.problem:
            raise FaultError(header.problem)
        return header.start()

    def _put(self, key: str, value: Node, line: int) -> None:
        self._pairs.append((YamlScalar(key, line, 1), value))


def _joined(words: Sequence[Token], line: int) -> YamlScalar:
    text = " ".join([word.text for word in words])
    return YamlScalar(text, words[0].line, words[0].column) if words else YamlScalar(text, line, 1)
