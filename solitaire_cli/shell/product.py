"""The product of a command: what goes to standard output or to the file of ``-o``."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from solitaire_cli.show.look import TEXT, Look
from solitaire_cli.system.streams import is_terminal, write_output

if TYPE_CHECKING:
    from solitaire_cli.system.files import OutputFile
    from solitaire_cli.system.progress import Progress

_BUFFER = 1 << 16
_WIDTH = 78  # of a line of text where there is no terminal
_WIDEST = 100  # a longer line is hard to read, however wide the terminal


class Product:
    """Buffered output in the encoding of its destination.

    The file of ``-o`` appears whole when the command ends well, and not at all otherwise; set ``keep`` to false
    when what was written is not all that there should be.
    """

    def __init__(self, look: Look, encoding: str = "utf-8", output: str | None = None) -> None:
        self.encoding = encoding
        self.keep = True
        self.progress: Progress | None = None
        self._look = look
        self._output: OutputFile | None = None
        if output is not None:
            from solitaire_cli.system.files import OutputFile

            self._output = OutputFile(output)
        self._to_terminal = output is None and is_terminal(sys.stdout)
        self._pending: list[str] = []
        self._size = 0
        self._parts = False
        self._resumed = False

    def write(self, text: str) -> None:
        """Write a part of the product."""
        if text:
            self._pending.append(text)
            self._size += len(text)
        if self._size >= _BUFFER:
            self.flush()

    def write_bytes(self, data: bytes) -> None:
        """Write a part of the product that is not to be encoded."""
        self.flush()
        self._hand_on(data)

    def write_json(self, record: Mapping[str, Any]) -> None:
        """Write a record as a line of JSON."""
        from solitaire_cli.show.records import json_line

        self.write(json_line(record))

    def write_line(self, line: str) -> None:
        """Write a line for people."""
        self.write(self._look.fit(line) + "\n")

    def write_gap(self) -> None:
        """Write an empty line before every part of the product but the first."""
        if self._parts:
            self.write("\n")
        self._parts = True

    def write_lines(self, lines: Sequence[str]) -> None:
        """Write lines as they are."""
        self.write("\n".join(lines) + "\n")

    def write_page(self, lines: Sequence[str]) -> None:
        """Write prose; the red cards that it mentions are coloured if the look allows it."""
        self.write_lines([self._look.color_cards(line) for line in lines])

    @property
    def width(self) -> int | None:
        """The characters in a line of the terminal that pictures go to; ``None`` where they go elsewhere."""
        if not self._to_terminal or self._look.form != TEXT:
            return None
        return os.get_terminal_size(sys.stdout.fileno()).columns or None

    @property
    def page_width(self) -> int:
        """The characters that a line of text may have: the terminal's, or 78 where there is none."""
        return min(self.width or _WIDTH, _WIDEST)

    @property
    def file(self) -> str | None:
        """The file of ``-o``, if the product goes to one."""
        return self._output.name if self._output else None

    @property
    def rewrites(self) -> bool:
        """Whether all transcripts that are read are written again to the file of ``-o``, which may be theirs then."""
        return self._output is not None and not self._resumed

    def release(self) -> str:
        """Return the name of ``-o``, to which something else is written than this product."""
        assert self._output is not None
        name, self._output = self._output.name, None
        return name

    def flush(self) -> None:
        """Hand all that was written to the system. Raises :class:`OSError`."""
        if not self._pending:
            return
        text = "".join(self._pending)
        self._pending.clear()
        self._size = 0
        self._hand_on(text)

    def _hand_on(self, part: str | bytes) -> None:
        if self.progress and self._to_terminal:
            self.progress.clear()
        if self._output:
            self._output.write(part if isinstance(part, bytes) else part.encode(self.encoding, "backslashreplace"))
        else:
            write_output(part, self.encoding)

    def close(self, status: int) -> str | None:
        """Write the rest, and put the file of ``-o`` in its place. Raises :class:`OSError`.

        Returns the name of the file if it stays as it was, since not all was written that should be in it.
        """
        self.flush()
        if self.progress:
            self.progress.finish()
        if self._output is None:
            return None
        if self.keep and (self._output.written or not status):
            self._output.finish()
            return None
        self._output.discard()
        return None if self.keep else self._output.name

    def discard(self) -> None:
        """Leave the file of ``-o`` as it was."""
        if self._output is not None:
            self._output.discard()

    def goes_to(self, name: str) -> bool:
        """Return whether the product goes to the regular file ``name``; ``-`` is the file of standard input."""
        try:
            source = os.fstat(sys.stdin.fileno()) if name == "-" else os.stat(name)
            target = os.stat(self._output.name) if self._output else os.fstat(sys.stdout.fileno())
        except (OSError, ValueError, AttributeError):
            return False
        return stat.S_ISREG(source.st_mode) and os.path.samestat(source, target)

    def keep_done(self, continued: str | None, partings: tuple[str, str] | None) -> bool:
        """Keep what is flushed in the file of ``-o`` even if the command is interrupted, and say so then.

        A file that is there stays as it was, unless it is ``continued``. Return whether it is. ``partings`` is what to
        say if nothing and if something was kept.
        """
        if self._output is None:
            return False
        self._resumed = continued is not None
        path = os.path.realpath(continued) if continued not in (None, "-") else None
        ours = continued is not None and (path == self._output.path or self.goes_to(continued))
        self._output.partings = partings
        self._output.open(grow_old=ours, grow_new=True)
        return ours

    def drop_last(self, size: int) -> None:
        """Let what is written take the place of the last ``size`` bytes of a file that is continued."""
        assert self._output is not None
        self._output.kept -= size

    def show_progress(self, length: int, wanted: bool | None, slow: bool = False) -> Progress:
        """Return a progress bar for ``length`` units of work, ``slow`` ones or not; it ends with the command."""
        from solitaire_cli.system.progress import Progress

        self.progress = Progress(length, wanted, self._to_terminal, slow)
        return self.progress
