"""The inputs of a command: the games it knows, and the files it reads."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

import click

from solitaire_cli.core.errors import Code, Failure, Fault, FaultError, Problem
from solitaire_cli.system.streams import is_terminal
from solitaire_cli.words.messages import COMPLAINTS

if TYPE_CHECKING:
    from solitaire_cli.core.rules import Game
    from solitaire_cli.rulebook.rule_file import FileCatalogue
    from solitaire_cli.shell.product import Product
    from solitaire_cli.show.look import Look
    from solitaire_cli.system.files import UnreadableError
    from solitaire_cli.transcript.blocks import Block
    from solitaire_cli.transcript.reader import RawTranscript

STDIN = "<stdin>"
NO_MOVES = "this folder has no *.moves"  # a reason that a source cannot be read


class Inputs:
    """Files and standard input, and the games of the package, of ``game_files`` and of the user's folders.

    What is wrong with a file in these goes to ``tell``, with the file's name.
    Before each read, which may wait, what ``product`` holds goes out; then ``idle`` is called with the descriptor, and
    both again for as long as it says true.
    """

    def __init__(
        self,
        look: Look,
        product: Product,
        game_files: Sequence[str] = (),
        tell: Callable[[str, Problem], object] = lambda name, problem: None,
    ) -> None:
        self.game_files = game_files
        self._tell = tell
        self.idle: Callable[[int], bool] | None = None
        self._descriptor: int | None = None
        self._stdin_taken = False
        self._bare_folders: set[str] = set()
        self._look = look
        self.product = product

    @cached_property
    def catalogue(self) -> FileCatalogue:
        """The games of the package, of ``--game-file`` and of the user's folders."""
        from solitaire_cli.rulebook.rule_file import FileCatalogue
        from solitaire_cli.rulebook.search_path import game_folders

        games = FileCatalogue((), game_folders(), self._tell)
        for name in self.game_files:
            if name == "-":
                self.take_stdin()
            found = self.rule_file(name, games)
            if isinstance(found, list):
                from solitaire_cli.show.records import diagnostic

                lines = [diagnostic(source_name(name), problem, self._look) for problem in found]
                raise Failure("\n".join(lines), located=True)
            games.add(found)
        return games

    def rule_file(self, name: str, others: Iterable[Game]) -> Game | list[Problem]:
        """Return the game of a rule file, or what is wrong with it, for example that one of ``others`` has its name."""
        from solitaire_cli.rulebook.rule_file import RuleFileError, read_game_file
        from solitaire_cli.system.files import stdin_copy

        self._protect(name)
        try:
            return read_game_file(stdin_copy() if name == "-" else name, others)
        except RuleFileError as error:
            return list(error.problems)
        except OSError as error:
            return [Problem(Fault(Code.UNREADABLE, {"reason": error.strerror}))]

    def names(self, files: Sequence[str]) -> Sequence[str]:
        """Return the inputs with transcripts to read: those of :meth:`named`, in place of a folder what is in it."""
        return [each for name in self.named(files) for each in self._expand(name)]

    def _expand(self, name: str) -> Sequence[str]:
        """Return the ``*.moves`` of a folder, sorted, and any other name alone."""
        if name == "-" or not os.path.isdir(name):
            return [name]
        try:
            # as a shell has it, which passes over hidden files too
            found = [each for each in os.listdir(name) if each.endswith(".moves") and each[0] != "."]
        except OSError:
            return [name]  # the reason is told when it is read
        files = [path for each in sorted(found, key=os.fsencode) if not os.path.isdir(path := os.path.join(name, each))]
        if not files:
            self._bare_folders.add(name)
        return files or [name]

    def named(self, files: Sequence[str]) -> Sequence[str]:
        """Return the inputs to read: ``files``, or standard input if there are none; a terminal only if it is named."""
        if not files and is_terminal(sys.stdin):
            raise click.UsageError(self._look.phrase(COMPLAINTS["no-input"]))
        names = files or ["-"]
        for _ in range(names.count("-")):
            self.take_stdin()
        return names

    def take_stdin(self) -> None:
        """Note that something will read standard input. Raises :class:`click.UsageError` if something else will too."""
        if self._stdin_taken:
            raise click.UsageError(self._look.phrase(COMPLAINTS["second-stdin"]))
        self._stdin_taken = True

    def transcripts(self, files: Sequence[str], exact: bool = False) -> Iterator[tuple[str, RawTranscript]]:
        """Read the transcripts of :meth:`names`, as :meth:`read_all` does."""
        return self.read_all(self.names(files), exact)

    def read_all(self, names: Sequence[str], exact: bool = False) -> Iterator[tuple[str, RawTranscript]]:
        """Read the transcripts of inputs that were checked, each with the name of its source.

        A file that cannot be read gives a transcript with number 0 whose fault is ``unreadable``. Those that are read
        ``exact`` are to be written again, and ``-o`` may name their file.
        """
        for name in names:
            yield from self.read(name, self.chunks(name, exact and self.product.rewrites), exact)

    def read(self, name: str, chunks: Iterator[bytes], exact: bool = False) -> Iterator[tuple[str, RawTranscript]]:
        """Read the transcripts in the bytes ``chunks`` of the input ``name``, each with the name of its source."""
        from solitaire_cli.transcript.reader import TranscriptReader

        source = source_name(name)
        for transcript in TranscriptReader(self.blocks(chunks), self.catalogue, exact):
            yield source, transcript

    def blocks(self, chunks: Iterator[bytes]) -> Iterator[Block]:
        """Yield the blocks of lines in the bytes of an input. Raises :class:`~solitaire_cli.core.errors.FaultError`."""
        from solitaire_cli.system.files import UnreadableError
        from solitaire_cli.transcript.blocks import read_blocks

        try:
            yield from read_blocks(chunks)
        except UnreadableError as error:
            raise FaultError(cannot_read(error)) from None

    def chunks(self, name: str, replaceable: bool = False) -> Iterator[bytes]:
        """Read the bytes of an input, unpacked. Raises :class:`~solitaire_cli.system.files.UnreadableError`.

        Ends the command if the product goes to the same file, unless that may be replaced; one that is compressed may
        never be.
        """
        from solitaire_cli.system.files import PACKED, UnreadableError

        if name in self._bare_folders:
            raise UnreadableError(ValueError(NO_MOVES))
        chunks = self.raw_chunks(name, replaceable)
        first = next(chunks, b"")
        if first[:1] in PACKED:
            from solitaire_cli.system.packed import unpacked

            yield from unpacked(chain((first,), chunks), lambda: self._protect(name))
            return
        yield first
        yield from chunks

    def raw_chunks(self, name: str, replaceable: bool = False) -> Iterator[bytes]:
        """Read the bytes of an input as they are. Raises and ends as :meth:`chunks` does."""
        from solitaire_cli.system.files import read_chunks

        if not replaceable:
            self._protect(name)
        for chunk in read_chunks(name, self._before_read):
            if self.product.progress:
                self.product.progress.advance(len(chunk))
            yield chunk

    def _protect(self, name: str) -> None:
        if self.product.goes_to(name):
            raise Failure(self._look.phrase(COMPLAINTS["output-is-input"], file=source_name(name)))

    def _before_read(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self.product.flush()
        while self.idle and self.idle(descriptor):
            self.product.flush()

    def would_wait(self) -> bool:
        """Return whether the input that is being read has nothing to give at the moment."""
        import select

        try:
            return self._descriptor is not None and not select.select([self._descriptor], [], [], 0)[0]
        except (OSError, ValueError):
            return False  # it cannot be known


def total_size(names: Sequence[str]) -> int:
    """Return the bytes of all inputs if all are files, else 0."""
    try:
        return sum(os.stat(name).st_size for name in names) if "-" not in names else 0
    except (OSError, ValueError):
        return 0


def source_name(name: str) -> str:
    """Return what the input ``name`` is called in the output."""
    return STDIN if name == "-" else name


def cannot_read(error: UnreadableError) -> Problem:
    """Return what is wrong with a source that cannot be read, or not further."""
    return Problem(Fault(Code.UNREADABLE, {"reason": error.reason}))
