"""The console of a command: its product, its diagnostics and its inputs."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, BinaryIO, NoReturn

import click

from solitaire_cli.core.errors import Code, Failure, Fault, Problem
from solitaire_cli.system.files import STDIN, Target, UnreadableError, drop, is_terminal, read_chunks
from solitaire_cli.words.escaping import fit, printable
from solitaire_cli.words.faults import sentence
from solitaire_cli.words.language import carries, locale_language, speaks, spoken
from solitaire_cli.words.messages import COMPLAINTS
from solitaire_cli.words.translation import phrase

if TYPE_CHECKING:
    from solitaire_cli.core.rules import Game, Rules
    from solitaire_cli.rulebook.rule_file import FileCatalogue
    from solitaire_cli.show.look import Look, Signs
    from solitaire_cli.system.progress import Progress
    from solitaire_cli.transcript.reader import Transcript
    from solitaire_cli.transcript.referee import Verdict

YES, NO, NO_ANSWER = 0, 1, 2
"""The exit codes of an answer; those of signals and pipes stand in :mod:`solitaire_cli.cli`."""

_BUFFER = 1 << 16
_WIDTH = 78
"""The characters of a line of text where there is no terminal."""
_WIDEST = 100
"""A line of text that is longer than this is hard to read, however wide the terminal."""
_RED = re.compile(r"(?<![\w\[])[A2-9TJQK][♥♦HD](?!\w)")


class Console:
    """Where a command writes: its product to standard output or ``-o``, everything else to standard error.

    Texts for people use the encoding of the output; data and transcripts are always UTF-8. With ``-o`` the
    file appears whole when the command ends well, and not at all otherwise; ``keep`` turns false if
    what was written is not all that there should be. With ``linear`` positions are told in words; ``look_options`` are
    the options that were given for how things look, as they are written.
    """

    def __init__(
        self,
        form: str = "text",
        language: str | None = None,
        plain: bool | None = None,
        color: str = "auto",
        quiet: bool = False,
        output: str | None = None,
        game_files: Sequence[str] = (),
    ) -> None:
        self.form = form
        self.quiet = quiet
        self.keep = True
        self._keeps_done = False
        self.linear = False
        self.game_files = game_files
        self.look_options: list[str] = []
        self._target = None if output in (None, "-") else Target(str(output))
        self._file: BinaryIO | None = None
        self._pending: list[str] = []
        self._size = 0
        self._parts = False
        self._progress: Progress | None = None
        self._idle: Callable[[int], None] | None = None
        self._to_terminal = self._target is None and is_terminal(sys.stdout)
        encoding = "utf-8"
        if self._target is None:
            encoding = getattr(sys.stdout, "encoding", None) or encoding
        self.language = self._choose_language(language, encoding)
        self.encoding = encoding if form == "text" else "utf-8"
        self._plain = plain
        self._color = color
        self._told = False

    def _choose_language(self, chosen: str | None, encoding: str) -> str:
        """The language asked for, else the locale's if the output can carry it, else English."""
        language = chosen or locale_language()
        if speaks(encoding, language):
            return language
        if chosen is None:
            return "en"
        told = spoken(("--lang", language), sys.stderr)
        raise Failure(phrase(COMPLAINTS["encoding"], told, encoding=encoding, what=f"--lang {language}"))

    @cached_property
    def look(self) -> Look:
        """How things look: with the signs asked for, else with ASCII where the output cannot carry others."""
        from solitaire_cli.show.look import ASCII, UNICODE, UNICODE_SIGNS, Look

        able = carries(self.encoding, UNICODE_SIGNS)
        if self._plain is False and not able:
            self.fail("encoding", encoding=self.encoding, what="--unicode")
        signs = ASCII if self._plain or not able else UNICODE
        return Look(self.language, signs, self.form, self.linear, self.coloring)

    @property
    def signs(self) -> Signs:
        """The signs of pictures."""
        return self.look.signs

    def carry_data(self) -> None:
        """What is written from here on is for programs whatever its form: always UTF-8."""
        self.encoding = "utf-8"

    def write(self, text: str) -> None:
        """Write a part of the product."""
        self._pending.append(text)
        self._size += len(text)
        if self._size >= _BUFFER:
            self.flush()

    def write_json(self, record: Mapping[str, Any]) -> None:
        """Write a record as a line of JSON."""
        from solitaire_cli.show.records import json_line

        self.write(json_line(record))

    def write_line(self, line: str) -> None:
        """Write a line for people, its signs in ASCII where the output asks for it."""
        self.write(fit(line, self.plain, self.ascii_only) + "\n")

    @property
    def plain(self) -> bool:
        """Whether signs are to be ASCII in what people read."""
        return self.look.plain

    @property
    def ascii_only(self) -> bool:
        """Whether people are to see no character outside ASCII at all."""
        return self.look.ascii_only

    def write_gap(self) -> None:
        """Write an empty line between this part of the product and the one before it, if there is one."""
        if self._parts:
            self.write("\n")
        self._parts = True

    def write_page(self, lines: Sequence[str]) -> None:
        """Write lines for people that may hold cards and pictures, see :meth:`write_drawn`."""
        shown = [fit(line, self.plain, self.ascii_only) for line in lines]
        self.write_picture(shown)
        self.need_width(max(map(len, shown)))

    def write_picture(self, lines: Sequence[str]) -> None:
        """Write a picture, see :meth:`write_drawn`."""
        self.write_drawn("\n".join(lines) + "\n")

    def write_drawn(self, text: str) -> None:
        """Write pictures: on a terminal their red suits are coloured."""
        if self.form == "text":
            text = self.colored(text)
        self.write(text)

    def colored(self, text: str) -> str:
        """A picture or a part of one, its red suits coloured if that is allowed."""
        return _RED.sub("\x1b[31m\\g<0>\x1b[0m", text) if self.coloring else text

    @cached_property
    def coloring(self) -> bool:
        """Whether pictures may have colours and other decoration."""
        if self._color != "auto":
            return self._color == "always"
        return self._to_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

    @property
    def saves(self) -> bool:
        """Whether the product goes to a file of ``-o``."""
        return self._target is not None

    @property
    def width(self) -> int | None:
        """The characters in a line of the terminal that pictures go to now; ``None`` where they go elsewhere."""
        if not self._to_terminal or self.form != "text":
            return None
        return os.get_terminal_size(sys.stdout.fileno()).columns or None

    @property
    def page_width(self) -> int:
        """The characters that a line of text may have: the terminal's, or 78 where the output is none."""
        return min(self.width or _WIDTH, _WIDEST)

    def need_width(self, needed: int) -> None:
        """Say that a picture is wider than the terminal, if it is: once, whatever the number of pictures."""
        if self.width and self.width < needed and not self.quiet and not self._told:
            self._told = True
            self.complain(phrase(COMPLAINTS["narrow"], self.language, needed=needed, have=self.width))

    def flush(self) -> None:
        """Hand all that was written to the system. Raises :class:`OSError`."""
        if not self._pending:
            return
        if self._progress and self._to_terminal:
            self._progress.clear()
        data = "".join(self._pending).encode(self.encoding, "backslashreplace")
        self._pending.clear()
        self._size = 0
        if self._file is None:
            self._file = self._target.open() if self._target else standard_output()
        self._file.write(data)
        self._file.flush()
        if self._target and self._keeps_done:
            self._target.mark()

    def close(self, status: int) -> None:
        """Write the rest, and put the file of ``-o`` in its place. Raises :class:`OSError`."""
        self.flush()
        if self._progress:
            self._progress.finish()
        if self._target is None:
            return
        if self._file is None and status:
            return  # there is no product, so the file stays as it was
        if not self.keep:
            self._target.discard()
            self.complain(phrase(COMPLAINTS["not-saved"], self.language, name=self._target.name))
            return
        if self._file is None:
            self._target.open()
        self._target.finish()

    def discard(self) -> None:
        """Leave the file of ``-o`` as it was."""
        if self._target is not None:
            self._target.discard()

    def writes_to(self, name: str) -> bool:
        """Whether ``-o`` names the same file as ``name``."""
        return self._target is not None and self._target.is_at(name)

    def keep_done(self, size: int | None = None) -> None:
        """What is flushed is to stand in the file of ``-o`` if the command is interrupted.

        A file that is there already stays as it was, unless its first ``size`` bytes are to be continued in place.
        """
        if self._target is None:
            return
        if size is not None:
            self._target.grow(size)
        self._keeps_done = size is not None or not self._target.exists()

    def show_progress(self, length: int, wanted: bool | None) -> Progress:
        """A bar for ``length`` units of work, if there is to be one; it ends with the command."""
        from solitaire_cli.system.progress import Progress

        self._progress = Progress(length, wanted, self._to_terminal)
        return self._progress

    def while_idle(self, idle: Callable[[int], None]) -> None:
        """Call ``idle`` with the descriptor of an input that is about to be read and may have to wait."""
        self._idle = idle

    def complain(self, text: str) -> None:
        """Write a line to standard error, after all that was written before it."""
        self.flush()
        if self._progress:
            self._progress.clear()
        complain(fit(text, True, self.ascii_only) if self._plain else text)

    def report(self, source: str, verdict: Verdict) -> int:
        """Write the diagnostic of a transcript if it is at fault, and return the exit code that it asks for."""
        text, status = self.finding(source, verdict)
        if text and (status == NO_ANSWER or not self.quiet):
            self.complain(text)
        return status

    def finding(self, source: str, verdict: Verdict) -> tuple[str, int]:
        """The diagnostic of a transcript, empty if it is not at fault, and the exit code that it asks for."""
        if verdict.problem is None:
            return "", YES
        from solitaire_cli.show.records import diagnostic

        text = diagnostic(source, verdict.problem, self.language)
        return text, NO_ANSWER if verdict.problem.code is Code.UNREADABLE else NO

    def fail(self, complaint: str, **details: Any) -> NoReturn:
        """End with a sentence of :data:`~solitaire_cli.words.messages.COMPLAINTS`: no answer can be given."""
        raise Failure(phrase(COMPLAINTS[complaint], self.language, **details))

    def usage(self, complaint: str, **details: Any) -> NoReturn:
        """End with a sentence about how the command was called."""
        raise click.UsageError(phrase(COMPLAINTS[complaint], self.language, **details))

    def usage_fault(self, fault: Fault) -> NoReturn:
        """End because of an argument that is at fault as it would be in a file."""
        raise click.UsageError(sentence(fault, self.language))

    @cached_property
    def catalogue(self) -> FileCatalogue:
        """The games of the package and of ``--game-file``."""
        from solitaire_cli.rulebook.rule_file import FileCatalogue, RuleFileError
        from solitaire_cli.show.records import diagnostic

        games = FileCatalogue()
        for name in self.game_files:
            try:
                games.read(name)
            except RuleFileError as error:
                raise Failure(diagnostic(name, error.problem, self.language), located=True) from None
            except OSError as error:
                problem = Problem(Fault(Code.UNREADABLE, {"reason": error.strerror}))
                raise Failure(diagnostic(name, problem, self.language), located=True) from None
        return games

    @property
    def own_games(self) -> tuple[Game, ...]:
        """The games of ``--game-file``, to be handed to other processes: a file may be a pipe."""
        return tuple(self.catalogue.own) if self.game_files else ()

    def rules(self, name: str, chosen: Sequence[str]) -> Rules:
        """The rules of the game ``name`` with the options of ``-r``."""
        from solitaire_cli.core.rules import unknown_game

        game = self.catalogue.find(name)
        if game is None:
            self.usage_fault(unknown_game(name, self.catalogue))
        options: dict[str, str] = {}
        for rule in chosen:
            option, equals, value = rule.partition("=")
            if not equals:
                self.usage("rule-form", rule=rule)
            if option in options:
                self.usage("rule-twice", option=option)
            options[option] = value
        rules = game.rules(options)
        if isinstance(rules, Fault):
            self.usage_fault(rules)
        return rules

    def transcripts(self, files: Sequence[str], exact: bool = False) -> Iterator[tuple[str, Transcript]]:
        """The transcripts of ``files`` in turn, each with the name of its source.

        A file that cannot be read gives a transcript with number 0 whose fault is ``unreadable``. Without
        files standard input is read, unless it is a terminal. What was written so far goes out
        before anything is read that may have to wait.
        """
        for name in self.inputs(files):
            yield from self.read(name, self.chunks(name), exact)

    def inputs(self, files: Sequence[str]) -> Sequence[str]:
        """The inputs to read, checked: standard input at most once, and no terminal unless it is named."""
        if files.count("-") > 1:
            self.usage("second-stdin")
        if files:
            return files
        if is_terminal(sys.stdin):
            self.usage("no-input")
        return ["-"]

    def read(self, name: str, chunks: Iterator[bytes], exact: bool = False) -> Iterator[tuple[str, Transcript]]:
        """The transcripts in the bytes ``chunks`` of the input ``name``, each with the name of its source."""
        from solitaire_cli.transcript.blocks import read_blocks
        from solitaire_cli.transcript.reader import TranscriptReader

        source = source_name(name)
        try:
            for transcript in TranscriptReader(read_blocks(chunks), self.catalogue, exact):
                yield source, transcript
        except UnreadableError as error:
            yield source, unreadable(error)

    def chunks(self, name: str) -> Iterator[bytes]:
        """The bytes of an input. Raises :class:`~solitaire_cli.system.files.UnreadableError`."""
        for chunk in read_chunks(name, self._before_read):
            if self._progress:
                self._progress.advance(len(chunk))
            yield chunk

    def _before_read(self, descriptor: int) -> None:
        """A read may wait: what is ready goes out first."""
        if self._idle:
            self._idle(descriptor)
        self.flush()


def source_name(name: str) -> str:
    """How the input ``name`` is called in what is written of it."""
    return STDIN if name == "-" else printable(name)


def unreadable(error: UnreadableError) -> Transcript:
    """What stands for a source that could not be read: number 0, and the fault."""
    from solitaire_cli.transcript.header import faulty
    from solitaire_cli.transcript.reader import Transcript

    problem = Problem(Fault(Code.UNREADABLE, {"reason": error.reason}))
    return Transcript(0, faulty(0, problem), iter(()))


def complain(text: str) -> None:
    """Write a line to standard error; where that is impossible the exit code has to say it all."""
    if sys.stderr is None:
        return
    try:
        encoding = sys.stderr.encoding or "utf-8"
        data = (text + "\n").encode(encoding, "backslashreplace")
        sys.stderr.buffer.write(data)
        sys.stderr.buffer.flush()
    except AttributeError:
        sys.stderr.write(text + "\n")  # a text stream that somebody put there
    except (OSError, ValueError):
        # what is left in the buffer would fail once more at the end, and change the exit code
        drop(2)


def standard_output() -> BinaryIO:
    """Standard output for bytes. Raises :class:`OSError` if there is none."""
    if sys.stdout is None:
        raise OSError(9, os.strerror(9))
    return sys.stdout.buffer
