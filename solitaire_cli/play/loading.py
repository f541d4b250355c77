"""How a game to be played begins: a new deal or a file that is continued, and the file that its steps go to."""

from __future__ import annotations

import contextlib
import os
import shlex
from typing import NamedTuple, NoReturn

from solitaire_cli.core.errors import Failure, Fault
from solitaire_cli.core.numbering import LARGEST_RANDOM, parse_number
from solitaire_cli.core.rules import unknown_game
from solitaire_cli.play.session import Session, resume
from solitaire_cli.shell.console import Console
from solitaire_cli.shell.inputs import unreadable
from solitaire_cli.system.files import UnreadableError
from solitaire_cli.system.game_file import BusyError, Log, NoFileError
from solitaire_cli.transcript.blocks import split_chunks
from solitaire_cli.transcript.referee import Verdict
from solitaire_cli.transcript.writer import canonical, header_text, start_values
from solitaire_cli.words.escaping import printable
from solitaire_cli.words.translation import N_, phrase

NO_SOURCE = "<play>"
"""The source of the records of a game that no file holds."""

OBSTACLES: dict[str, str] = {
    "exists": N_("{file:long} exists; continue it with: {command:long}; or name another file with -o"),
    "busy": N_("{file:long} is being played by another program"),
    "no-file": N_("{file:long}: a game needs a file of its own, no folder, pipe, device or link to nothing"),
    "json-line": N_("a JSON line cannot grow; write it as text first, with: solitaire-cli format"),
    "lost": N_("{file:long}: {reason:system}; nothing more was added to it. The game as it stands here:"),
    "go-on": N_("Continue with: {command:long}"),
    "claim": N_('a further step may make "result: {claim}" untrue; take that line out first'),
}
"""Why no game can be played, or a played one continued."""


class Opened(NamedTuple):
    """A game at the point where it goes on, what it is called in records, and its file if it has one."""

    session: Session
    source: str
    log: Log | None


def new_game(console: Console, name: str, number: str | None, file: str | None, chosen: tuple[str, ...]) -> Opened:
    """The deal ``number`` of a game, or a random one; kept in a new ``file`` if one is named.

    Raises :class:`Failure` and :class:`OSError`, and usage errors of click.
    """
    rules = console.rules(name, chosen)
    text = header_text(start_values(rules, _number(console, number)))
    [(_, transcript)] = console.inputs.read(NO_SOURCE, split_chunks(text.encode()), exact=True)
    session = resume(transcript)
    assert isinstance(session, Session)
    return Opened(session, NO_SOURCE if file is None else printable(file), None)


def _number(console: Console, text: str | None) -> str:
    """The number that was asked for, checked, or a random one."""
    if text is None:
        from random import SystemRandom

        return str(SystemRandom().randint(1, LARGEST_RANDOM))
    number = parse_number(text)
    if isinstance(number, Fault):
        console.usage_fault(number)
    return text


def keep(console: Console, opened: Opened, name: str | None) -> Opened:
    """A new game with a file for its steps: ``name``, else the game's and the number. Raises :class:`Failure`."""
    header = opened.session.header
    assert header.rules is not None
    file = name or f"{header.rules.game}-{header.deal}.moves"
    try:
        log = Log.create(file, header_text(start_values(header.rules, header.deal)))
    except FileExistsError:
        if not os.path.isfile(file):
            _fail(console, "no-file", file=file)
        _fail(console, "exists", file=file, command=go_on(console, file))
    except BusyError:
        _fail(console, "busy", file=file)
    opened.session.record = log.append
    return Opened(opened.session, printable(file), log)


def old_game(console: Console, name: str) -> Opened | int:
    """The last game in the file ``name``, to be continued there; of a faulty one the exit code.

    Raises :class:`Failure` and :class:`OSError`.
    """
    try:
        log = Log.open(name)
    except FileNotFoundError as error:
        return console.report(printable(name), _unreadable(error))
    except OSError as error:
        raise OSError(error.errno, error.strerror, name) from None
    except NoFileError:
        _fail(console, "no-file", file=name)
    except BusyError:
        _fail(console, "busy", file=name)
    found = last_game(console, name, log)
    if isinstance(found, int):
        log.close()
        return found
    header = found.header
    if not found.transcript.located:
        _fail_at(console, f"{printable(name)}:{header.line}", "json-line")
    if header.claim is not None:
        place = f"{printable(name)}:{header.claim.line}:{header.claim.column}"
        _fail_at(console, place, "claim", claim=str(header.claim.text))
    found.record = log.append
    return Opened(found, printable(name), log)


def last_game(console: Console, name: str, log: Log | None) -> Session | int:
    """The last game in ``log``, else in the file ``name``; of a faulty one the exit code, its diagnostic said."""
    chunks = console.inputs.chunks(name) if log is None else split_chunks(bytes(log.data))
    found: Session | Verdict | None = None
    for _, transcript in console.inputs.read(name, chunks, exact=True):
        found = resume(transcript)
    assert found is not None
    return console.report(printable(name), found) if isinstance(found, Verdict) else found


def copy(console: Console, log: Log, name: str) -> bool:
    """Write the game in ``log`` to the new file ``name`` in canonical form. Raises :class:`OSError`.

    If the log's file is no longer as it was left, the game goes on in the new one, and this is true.
    """
    # no user has a name with a NUL; what is wrong with it is said below
    with contextlib.suppress(ValueError):
        name = os.path.expanduser(name)
    made = Log.create(name, played(console, log))
    moves = log.change() is not None
    if moves:
        log.move(made)
    else:
        made.close()
    return moves


def played(console: Console, log: Log) -> str:
    """The game in ``log`` in canonical form, as this program knows it, whatever became of the file."""
    text = ""
    for _, transcript in console.inputs.read(log.name, split_chunks(bytes(log.data)), exact=True):
        text = canonical(transcript).text
    return text


def ending(console: Console, log: Log) -> tuple[str, bool]:
    """How the game in ``log`` can be continued; what was played, and false, if the file no longer holds it."""
    reason = log.change()
    if reason is None:
        return phrase(OBSTACLES["go-on"], console.look.language, command=go_on(console, log.name)), True
    said = phrase(OBSTACLES["lost"], console.look.language, file=log.name, reason=reason)
    return f"{said}\n{played(console, log)}", False


def check_name(console: Console, name: str) -> None:
    """End with the games that there are, or the nearest one, if ``name`` is none and can hardly be a file."""
    if not {".", os.sep} & set(name) and not os.path.exists(name):
        console.usage_fault(unknown_game(name, console.inputs.catalogue))


def go_on(console: Console, file: str) -> str:
    """The command line that goes on with the game in ``file``."""
    if file.startswith("-") or console.inputs.catalogue.find(file):
        file = os.path.join(".", file)
    games = [word for name in console.inputs.game_files for word in ("--game-file", name)]
    return " ".join(map(_shell_word, ["solitaire-cli", "play", *console.look_options, *games, file]))


def _shell_word(text: str) -> str:
    """``text`` as a word for a shell that can be shown: what nobody sees is written as its bytes, in octal digits."""
    if text.isprintable():
        return shlex.quote(text)
    shown = (each if each.isprintable() and each not in "'\\" else _octal(each) for each in text)
    return f"$'{''.join(shown)}'"


def _octal(text: str) -> str:
    return "".join(f"\\{byte:03o}" for byte in os.fsencode(text))


def _unreadable(error: OSError) -> Verdict:
    found = resume(unreadable(UnreadableError(error)))
    assert isinstance(found, Verdict)
    return found


def _fail(console: Console, key: str, **details: str) -> NoReturn:
    raise Failure(phrase(OBSTACLES[key], console.look.language, **details))


def _fail_at(console: Console, place: str, key: str, **details: str) -> NoReturn:
    raise Failure(f"{place}: error: {phrase(OBSTACLES[key], console.look.language, **details)}", located=True)
