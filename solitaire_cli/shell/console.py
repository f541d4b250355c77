"""The console of a command: how things look, its product, its inputs and its diagnostics."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn

import click

from solitaire_cli.core.errors import Code, Failure, Fault
from solitaire_cli.shell.exit_codes import NO, NO_ANSWER, YES
from solitaire_cli.shell.inputs import Inputs
from solitaire_cli.shell.product import Product
from solitaire_cli.show.look import ASCII, TEXT, UNICODE, UNICODE_SIGNS, Look
from solitaire_cli.system.streams import is_terminal, write_error
from solitaire_cli.words.escaping import fit
from solitaire_cli.words.language import carries, lacks_signs, locale_language, speaks, spoken
from solitaire_cli.words.messages import COMPLAINTS
from solitaire_cli.words.translation import phrase

if TYPE_CHECKING:
    from solitaire_cli.core.errors import Problem
    from solitaire_cli.core.rules import Rules
    from solitaire_cli.show.record_lines import RecordLines
    from solitaire_cli.system.parallel import Item, Result, Workers
    from solitaire_cli.transcript.referee import Verdict


class Console:
    """What the shared options of a command ask for; everything but the product goes to standard error.

    ``look_options`` are the options for how things look, as they are written.
    Texts for people use the encoding of the output; ``data``, such as transcripts, is always UTF-8.
    """

    def __init__(
        self,
        form: str = TEXT,
        language: str | None = None,
        plain: bool | None = None,
        color: str = "auto",
        quiet: bool = False,
        output: str | None = None,
        game_files: Sequence[str] = (),
        linear: bool = False,
        data: bool = False,
    ) -> None:
        output = None if output == "-" else output
        stream = sys.stdout if output is None else None
        encoding = getattr(stream, "encoding", None) or "utf-8"
        chosen = language or locale_language()
        if not speaks(encoding, chosen):
            if language is not None:
                _fail_encoding(spoken(("--lang", language), sys.stderr), encoding, f"--lang {language}")
            chosen = "en"
        if data or form != TEXT:
            encoding = "utf-8"
        able = carries(encoding, UNICODE_SIGNS)
        if plain is False and not able:
            _fail_encoding(chosen, encoding, "--unicode")
        coloring = form == TEXT and _colors(color, is_terminal(stream))
        self.look = Look(chosen, ASCII if plain or not able else UNICODE, form, linear, coloring)
        if output == "":
            self.usage("no-output-name")
        self.quiet = quiet
        self.product = Product(self.look, encoding, output)
        self.inputs = Inputs(self.look, self.product, game_files, self.tell)
        named = {"--lang": language, "--ascii": plain, "--unicode": plain is False}
        named |= {"--color": color != "auto" and color, "--linear": linear}
        self.look_options = [
            word
            for option, value in named.items()
            if value
            for word in ((option,) if value is True else (option, value))
        ]
        self._plain = plain
        self._told_width = False

    def complain(self, text: str) -> None:
        """Write a line to standard error, after all that was written before it."""
        self.product.flush()
        if self.product.progress:
            self.product.progress.clear()
        write_error(self._fit_error(text))

    def remark(self, complaint: str, **details: Any) -> None:
        """Complain with a sentence of :data:`~solitaire_cli.words.messages.COMPLAINTS`, unless quiet."""
        if not self.quiet:
            self.complain(self.look.phrase(COMPLAINTS[complaint], **details))

    def tell(self, source: str, problem: Problem) -> None:
        """Complain about a place in a file; quiet, only about a file that cannot be read."""
        if not self.quiet or problem.code is Code.UNREADABLE:
            from solitaire_cli.show.records import diagnostic

            self.complain(diagnostic(source, problem, self.look))

    def error_text(self, complaint: str, **details: Any) -> str:
        """Return a sentence of :data:`~solitaire_cli.words.messages.COMPLAINTS` as standard error takes it."""
        return self._fit_error(self.look.phrase(COMPLAINTS[complaint], **details))

    def _fit_error(self, text: str) -> str:
        plain = self._plain or lacks_signs(sys.stderr, self.look.language)
        return fit(text, plain, self.look.ascii_only)

    def need_width(self, needed: int) -> None:
        """Complain if pictures are wider than the terminal: once, however many there are."""
        have = self.product.width
        if have and have < needed and not self._told_width:
            self._told_width = True
            self.remark("narrow", needed=needed, have=have)

    def report(self, source: str, verdict: Verdict) -> int:
        """Write the diagnostic of a transcript if it is faulty, and return the exit code for it."""
        text, status = self.finding(source, verdict)
        if text and (status == NO_ANSWER or not self.quiet):
            self.complain(text)
        return status

    def finding(self, source: str, verdict: Verdict) -> tuple[str, int]:
        """Return the diagnostic of a transcript, empty if it is not faulty, and the exit code for it."""
        if verdict.problem is None:
            return "", YES
        from solitaire_cli.show.records import diagnostics

        text = diagnostics(source, verdict, self.look)
        return text, NO_ANSWER if verdict.problem.code is Code.UNREADABLE else NO

    def fail(self, complaint: str, **details: Any) -> NoReturn:
        """End with a sentence of :data:`~solitaire_cli.words.messages.COMPLAINTS`: no answer can be given."""
        raise Failure(self.look.phrase(COMPLAINTS[complaint], **details))

    def usage(self, complaint: str, **details: Any) -> NoReturn:
        """End with a sentence about how the command was called."""
        raise click.UsageError(self.look.phrase(COMPLAINTS[complaint], **details))

    def usage_fault(self, fault: Problem | Fault) -> NoReturn:
        """End because of an argument that would be a fault in a file too."""
        raise click.UsageError(self.look.sentence(fault))

    def exclude(self, *groups: Mapping[str, object]) -> None:
        """End if options of more than one group were given: those with a value that is neither ``None`` nor false."""
        given = [
            [name for name, value in group.items() if value is not None and value is not False] for group in groups
        ]
        if sum(map(bool, given)) > 1:
            self.usage("exclusive", options=[name for names in given for name in names])

    def names_game(self, what: str) -> bool:
        """Return whether an argument that may be a game or a file is a game.

        A word that looks like the name of a game, but is neither, ends the command.
        """
        if what != "-" and self.inputs.catalogue.find(what):
            return True
        if what != "-" and not {".", os.sep} & set(what) and not os.path.exists(what):
            from solitaire_cli.core.listing import unknown_game

            self.usage_fault(unknown_game(what, self.inputs.catalogue.listed()))
        return False

    def rules(self, name: str, chosen: Sequence[str]) -> Rules:
        """Return the rules of the game ``name`` with the options of ``-r``."""
        game = self.inputs.catalogue.find(name)
        if game is None:
            from solitaire_cli.core.listing import unknown_game

            self.usage_fault(unknown_game(name, self.inputs.catalogue.listed()))
        rules = game.rules(self.options(chosen))
        if isinstance(rules, Fault):
            self.usage_fault(rules)
        return rules

    def options(self, chosen: Sequence[str]) -> dict[str, str]:
        """Return the options of a game that ``-r`` sets."""
        options: dict[str, str] = {}
        for rule in chosen:
            option, equals, value = rule.partition("=")
            if not equals:
                self.usage("rule-form", rule=rule)
            if option in options:
                self.usage("rule-twice", option=option)
            options[option] = value
        return options

    def record_lines(
        self, kind: str, identified: bool = False, wanted: bool = True, before: Sequence[str] = ()
    ) -> RecordLines | None:
        """Return how records of a ``kind`` are written, and write their head; ``None`` where none are ``wanted``.

        A table has the columns ``before`` those of all such records.
        """
        if self.look.form == TEXT:
            if identified:
                self.usage("needs", option="--id", needed=["-f json", "csv", "tsv"])
            return None
        if not wanted:
            return None
        from solitaire_cli.show.record_lines import record_lines

        lines = record_lines(kind, self.look.form, self.inputs.catalogue, identified, before)
        self.product.write(lines.head)
        return lines

    @contextmanager
    def workers(
        self, jobs: int, work: Callable[[Item], Result], take: Callable[[Result], None]
    ) -> Iterator[Workers[Item, Result]]:
        """The processes of ``--jobs``. What becomes of them is told; results are taken while an input gives nothing."""
        from solitaire_cli.system.parallel import NoProcessError, Workers

        workers = Workers(jobs, work, take, lambda: self.remark("process-killed"))
        self.inputs.idle = workers.idle
        try:
            yield workers
        except NoProcessError as error:
            self.product.flush()
            self.fail("no-process" if error.reason else "process-killed-again", reason=error.reason)

    @contextmanager
    def writing_to(self, name: str) -> Iterator[Product]:
        """Inside ``with``, the product goes to the file ``name``; it is left as it was unless the product is closed."""
        before, self.product = self.product, Product(self.look, "utf-8", name)
        self.inputs.product = self.product
        try:
            yield self.product
        except BaseException:
            self.product.discard()
            raise
        finally:
            self.product = self.inputs.product = before

    def close(self, status: int) -> None:
        """Finish the product. Raises :class:`OSError`."""
        unsaved = self.product.close(status)
        if unsaved is not None:
            self.complain(self.look.phrase(COMPLAINTS["not-saved"], name=unsaved))


def _fail_encoding(language: str, encoding: str, option: str) -> NoReturn:
    raise Failure(phrase(COMPLAINTS["encoding"], language, encoding=encoding, what=option))


def _colors(color: str, to_terminal: bool) -> bool:
    """Return whether pictures may have colours and other decoration."""
    if color != "auto":
        return color == "always"
    return to_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
