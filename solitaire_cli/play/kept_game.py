"""The game to play and the file it is kept in: a new deal, or a file that is continued; a copy; and the end."""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
from collections import deque
from collections.abc import Iterator
from types import FrameType

from solitaire_cli.core.errors import Failure
from solitaire_cli.core.numbering import Number
from solitaire_cli.play.session import Session, resume
from solitaire_cli.shell.console import Console
from solitaire_cli.shell.inputs import cannot_read
from solitaire_cli.shell.numbers import random_number, read_number
from solitaire_cli.show.records import located_error
from solitaire_cli.system import terminal
from solitaire_cli.system.files import BusyError, UnreadableError
from solitaire_cli.system.game_file import GameFile, NoFileError
from solitaire_cli.system.streams import write_error
from solitaire_cli.transcript.blocks import split_chunks
from solitaire_cli.transcript.document import read_whole
from solitaire_cli.transcript.header import Header
from solitaire_cli.transcript.reader import RawTranscript, unreadable
from solitaire_cli.transcript.referee import Verdict, judge
from solitaire_cli.transcript.writer import header_text, start_values
from solitaire_cli.words.escaping import hides, printable
from solitaire_cli.words.messages import COMPLAINTS
from solitaire_cli.words.translation import N_

CONTINUE = N_("Continue with: {command:long}")


class KeptGame:
    """A session whose steps are in ``file`` before they count."""

    def __init__(self, console: Console, session: Session, file: GameFile) -> None:
        self.session = session
        self.file = file
        self._console = console
        session.record = file.append

    def save_copy(self, name: str) -> bool:
        """Write the game to the new file ``name`` in canonical form. Raises :class:`OSError`.

        If the game's own file is no longer as it was left, the game moves to the new one; return whether it did.
        """
        # a name with a NUL belongs to no user; creating the file refuses it
        with contextlib.suppress(ValueError):
            name = os.path.expanduser(name)
        copy = GameFile.create(name, self._text())
        if self.file.change() is None:
            copy.close()
            return False
        self.file.move(copy)
        return True

    def finish(self) -> str:
        """Return how to continue. Raises :class:`Failure` with the game if the file no longer holds it."""
        look, name, reason = self._console.look, self.file.name, self.file.change()
        if reason is None:
            return look.phrase(CONTINUE, command=continue_command(self._console, name))
        text = f"{look.phrase(COMPLAINTS['play-lost'], file=name, reason=reason)}\n{self._text()}"
        raise Failure(text.rstrip("\n"))

    @contextlib.contextmanager
    def show_ending_on_signals(self) -> Iterator[None]:
        """If a signal ends the program, say before how to continue. An ignored signal stays ignored."""
        handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
        handlers = {number: handler for number, handler in handlers.items() if handler != signal.SIG_IGN}

        def end(number: int, frame: FrameType | None) -> None:
            terminal.restore()
            try:
                text = self.finish()
            except Failure as failure:
                text = f"{failure}\n"
            write_error(f"\n{text}")
            before = handlers[signal.Signals(number)]
            if callable(before):
                before(number, frame)

        try:
            for number in handlers:
                signal.signal(number, end)
            yield
        finally:
            for number, handler in handlers.items():
                signal.signal(number, handler)

    def _text(self) -> str:
        """Return the game in canonical form, whatever became of the file."""
        found = self._console.inputs.read(self.file.name, split_chunks(bytes(self.file.data)), exact=True)
        [text] = deque((str(read_whole(transcript)) for _, transcript in found), 1)
        return text


def new_session(console: Console, game: str, number: str | None, chosen: tuple[str, ...]) -> Session:
    """Deal ``number``, or a random one, of ``game`` with the options ``chosen``. A wrong argument is a usage error."""
    rules = console.rules(game, chosen)
    found = Number("", random_number().first) if number is None else read_number(console, number, rules)
    transcript = RawTranscript(1, Header(1, None, rules, found))
    return Session(transcript, transcript.header.start())


def keep_game(console: Console, session: Session, name: str | None) -> KeptGame:
    """Create the file of a new game: ``name``, or one made of the game and the number. Raises :class:`Failure`."""
    rules, deal = session.position.rules, session.transcript.header.deal
    name = name or f"{rules.game}-{deal}.moves"
    try:
        file = GameFile.create(name, header_text(start_values(rules, deal)))
    except FileExistsError:
        if not os.path.isfile(name):
            console.fail("play-no-file", file=name)
        console.fail("play-exists", file=name, command=continue_command(console, name))
    except BusyError:
        console.fail("play-busy", file=name)
    return KeptGame(console, session, file)


def continue_game(console: Console, name: str) -> KeptGame | int:
    """Continue the last game in ``name``; return the exit code if it is faulty. Raises :class:`Failure` and OSError."""
    try:
        file = GameFile.open(name)
    except FileNotFoundError as error:
        return console.report(name, judge(unreadable(cannot_read(UnreadableError(error)))))
    except OSError as error:
        raise OSError(error.errno, error.strerror, name) from None
    except NoFileError:
        console.fail("play-no-file", file=name)
    except BusyError:
        console.fail("play-busy", file=name)
    session = last_session(console, name, split_chunks(bytes(file.data)))
    if isinstance(session, int):
        file.close()
        return session
    header, claim = session.transcript.header, session.transcript.header.claim
    if not session.transcript.located:
        place, obstacle = str(header.line), "play-json-line"
    elif claim:
        place, obstacle = f"{claim.line}:{claim.column}", "play-claim"
    else:
        return KeptGame(console, session, file)
    text = console.look.phrase(COMPLAINTS[obstacle], claim=claim and claim.text)
    raise Failure(located_error(f"{printable(name)}:{place}", text, console.look), located=True)


def last_session(console: Console, name: str, chunks: Iterator[bytes]) -> Session | int:
    """Return the last game in the bytes ``chunks`` of ``name``; report a faulty one and return the exit code."""
    [found] = deque((resume(transcript) for _, transcript in console.inputs.read(name, chunks)), 1)
    return console.report(printable(name), found) if isinstance(found, Verdict) else found


def continue_command(console: Console, name: str) -> str:
    """Return the command line that continues the game in the file ``name``."""
    if name.startswith("-") or console.inputs.catalogue.find(name):
        name = os.path.join(".", name)
    games = [word for file in console.inputs.game_files for word in ("--game-file", file)]
    return " ".join(map(_shell_word, ["solitaire-cli", "play", *console.look_options, *games, name]))


def _shell_word(text: str) -> str:
    """Quote ``text`` for a shell; characters that do not print are written as bytes in octal."""
    if not hides(text):
        return shlex.quote(text)
    shown = (
        "".join(f"\\{byte:03o}" for byte in os.fsencode(each)) if each in "'\\" or hides(each) else each
        for each in text
    )
    return f"$'{''.join(shown)}'"
