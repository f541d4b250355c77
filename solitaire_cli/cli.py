"""The command line: the commands, and ``main``, which alone sets exit codes and handles signals."""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from gettext import gettext, ngettext
from importlib import import_module
from types import FrameType
from typing import TYPE_CHECKING, Any

import click

from solitaire_cli import __version__
from solitaire_cli.shell import COMPLETION_VARIABLE, NAME, help_option, language_option
from solitaire_cli.shell.exit_codes import HUNG_UP, INTERRUPTED, NO_ANSWER, READER_GONE, TERMINATED
from solitaire_cli.system.streams import drop, settle_output, write_error, write_output
from solitaire_cli.words.language import lacks_signs, spoken

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

COMMANDS = {
    "deal": "Deal numbered games.",
    "play": "Play a game and keep its transcript.",
    "validate": "Check transcripts and report how each game ends.",
    "replay": "Show the positions of a transcript, step by step.",
    "solve": "Search for a win, or prove that there is none.",
    "moves": "List the legal steps in the last position of a transcript.",
    "select": "Pick the transcripts that fit, byte for byte.",
    "stats": "Count transcripts, results and steps.",
    "format": "Write transcripts in canonical form.",
    "cut": "Write a part of a transcript as a transcript.",
    "diff": "Show where two games of one deal part.",
    "convert": "Read and write the formats of other programs.",
    "layout": "Draw the diagram of a game, or the last position of a transcript.",
    "games": "List the games, or explain one.",
    "completion": "Print a completion script for a shell.",
    "help": "Show the help of a command.",
}
"""The commands in the order of the help; each is loaded when used."""

_ELSEWHERE = {"hint": "play", "hints": "play", "undo": "play", "search": "games", "check": "validate"}
"""What other programs have as commands, and where it is here."""

CORES = ("plain Python", "compiled core")  # as ``--version`` describes them


class _Context(click.Context):
    """A context with help in the language of the line, which is ``obj``; ``None`` outside :func:`main`."""

    def make_formatter(self) -> click.HelpFormatter:
        # without arguments the help is a complaint
        stream = sys.stdout if self.obj else sys.stderr
        language = "en" if self.obj is None else spoken(self.obj, stream)
        if language == "en":
            return super().make_formatter()
        from solitaire_cli.shell.help_text import HelpFormatter, translator

        translate = translator(language, _plain(self.obj, stream, language))
        return HelpFormatter(translate, self.terminal_width, self.max_content_width)


class _Commands(click.Group):
    """Commands that are modules of :mod:`solitaire_cli.commands`, imported one at a time."""

    context_class = _Context

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"solitaire_cli.commands.{cmd_name}").command
        command.context_class = _Context
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args[0] not in COMMANDS and not args[0].startswith("-") and not ctx.resilient_parsing:
            from difflib import get_close_matches

            sentence = gettext("No such command {name!r}.").format(name=args[0])
            known = _ELSEWHERE.get(args[0])
            for near in [known] if known else get_close_matches(args[0], COMMANDS, 1):
                hint = ngettext("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)", 1)
                sentence += " " + hint.format(possibility=near, possibilities=near)
            ctx.fail(sentence)
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        items = super().shell_complete(ctx, incomplete)
        for item in items:
            item.help = COMMANDS.get(item.value, item.help)
        return items

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(gettext("Commands")):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    help="""Deal numbered games of solitaire, play them, check and replay transcripts, and search for wins.

    \b
    solitaire-cli deal beetle 24
    solitaire-cli validate GAME.moves
    solitaire-cli deal spiderwort 1-10 -f json | solitaire-cli validate -f json -
    """,
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="FILE may be - for standard input, a compressed file or a folder of *.moves. Exit status: 0 success, "
    "1 a negative result (invalid, not won, no moves), 2 an error such as wrong usage or an unreadable file.",
)
@language_option
@click.option(
    "-V",
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda ctx, _, wanted: _show_version(ctx) if wanted else None,
    help="Show the version and whether the core is compiled, and exit.",
)
@help_option
def group(language: str | None) -> None:
    """Click calls this before each command, which is a function of its own module."""


def _show_version(context: click.Context) -> None:
    from importlib.util import find_spec

    found = find_spec("solitaire_cli.core.legality")
    core = CORES[not (found and str(found.origin).endswith((".py", ".pyc")))]
    language = spoken(context.obj or (), sys.stdout)
    if language != "en":
        from solitaire_cli.words.translation import translations

        core = translations(language).text(core)
    write_output(f"{NAME} {__version__} ({core})\n")
    context.exit()


def _end(number: int, frame: FrameType | None) -> None:
    """End the program at once on a signal, without leaving anything half-written.

    No exception is raised: it could come at any point, in compiled code too, which does not expect it.
    """
    steps = (("files", "discard_all"), ("progress", "restore"), ("terminal", "restore"), ("files", "part"))
    for name, function in steps:
        # a module that is not there, or being loaded, has nothing to do
        with suppress(AttributeError, NameError):
            getattr(sys.modules.get(f"solitaire_cli.system.{name}"), function)()
    codes: dict[int, int] = {signal.SIGINT: INTERRUPTED, signal.SIGTERM: TERMINATED}
    os._exit(codes.get(number, HUNG_UP))


def _heed_signals() -> None:
    """End on signals, but not on those that nohup, trap or a shell's & have had ignored."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _end)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code: 0 yes, 1 no, 2 no answer, 129, 130, 141 or 143."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    try:
        _heed_signals()
        # numpy would start as many threads for linear algebra, which nothing here needs, as there are cores
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        language = spoken(arguments, sys.stderr)
        if language == "en" or spoken(arguments, sys.stdout) == "en":
            return _run(arguments)
        from solitaire_cli.shell.help_text import translated_click

        with translated_click(language):
            return _run(arguments)
    except (BrokenPipeError, KeyboardInterrupt) as end:
        drop(sys.stdout)
        return READER_GONE if isinstance(end, BrokenPipeError) else INTERRUPTED


def _run(arguments: list[str]) -> int:
    try:
        return _invoke(arguments)
    except BrokenPipeError:
        raise
    except MemoryError:
        key, details = "cannot-go-on", {"reason": os.strerror(errno.ENOMEM)}
    except OSError as error:
        key = "cannot-write-file" if error.filename else "cannot-write"
        if error.errno in (errno.EMFILE, errno.ENFILE, errno.ENOMEM):
            key = "cannot-go-on"
        details = {"file": str(error.filename), "reason": error.strerror or str(error)}
    except Exception as error:
        from solitaire_cli.core.errors import Failure

        if isinstance(error, Failure):
            complain = _complain if error.located else _complain_error
            complain(arguments, str(error))
            return NO_ANSWER
        if os.environ.get("SOLITAIRE_CLI_TRACEBACK"):
            raise
        key, details = "internal-error", {"error": repr(error)}
    # the error is forgotten by now, and with it the memory and the files that it held
    _complain_error(arguments, _say(arguments, key, **details))
    drop(sys.stdout)
    return NO_ANSWER


def _invoke(arguments: list[str]) -> int:
    """Run the command. Raises :class:`OSError` if something cannot be written."""
    question = os.environ.get(COMPLETION_VARIABLE)
    if question:
        from solitaire_cli.shell.completion import complete

        return complete(group, question)
    try:
        with group.make_context(NAME, arguments[:], obj=arguments, terminal_width=_help_width()) as context:
            status: int = group.invoke(context)
    except click.exceptions.Exit as done:
        # the help or the version was written
        if sys.stdout is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF)) from None
        status = done.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        _complain(arguments, error.format_message())
        return NO_ANSWER
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else NAME
        _complain_error(arguments, _usage_text(error, arguments), path)
        _complain(arguments, _say(arguments, "try", path=path))
        return NO_ANSWER
    settle_output()
    return status


def _usage_text(error: click.UsageError, arguments: Sequence[str]) -> str:
    """Return what is wrong with the arguments, and which character of them is out of place."""
    from solitaire_cli.words.faults import NOTATION, noted

    if isinstance(error, click.NoSuchOption) and error.ctx:
        # a value in place of its option, such as --json
        value = error.option_name.lstrip("-")
        options = [option for option in error.ctx.command.params if value in getattr(option.type, "choices", ())]
        meant = [f"{option.opts[0]} {value}" for option in options]
        error = click.NoSuchOption(error.option_name, None, meant or error.possibilities, error.ctx)
    text = error.format_message()
    # click takes nothing but ASCII, while the name of a game may be in any alphabet
    like = "" if type(error) is click.UsageError else NOTATION
    for argument in arguments:
        for part in (argument, argument.partition("=")[2]):
            if part and part in text:
                text = noted(text, part, spoken(arguments, sys.stderr), like)
    return text


def _help_width() -> int:
    """Return the width of the help: the terminal's, 78 where there is none and at most 98."""
    columns = os.environ.get("COLUMNS", "")
    width = int(columns) if columns.isdecimal() and len(columns) < 5 else 0
    if not width:
        with suppress(OSError):
            width = os.get_terminal_size(1).columns
    return max(min(width or 80, 100) - 2, 50)


def _complain(arguments: Sequence[str], text: str) -> None:
    from solitaire_cli.words.escaping import fit, printable

    # click quotes some of what was typed as it is; the lines of a sentence stay lines, those of choices indented
    text = "\n".join("\t".join(map(printable, line.split("\t"))) for line in text.split("\n"))
    write_error(fit(text, _plain(arguments, sys.stderr, spoken(arguments, sys.stderr))))


def _plain(arguments: Sequence[str], stream: Any, language: str) -> bool:
    """Return whether the words of ``language`` go with ASCII signs on ``stream``."""
    return language != "en" and ("--ascii" in arguments or lacks_signs(stream, language))


def _say(arguments: Sequence[str], key: str, **details: Any) -> str:
    """Return a sentence for standard error in the language of the line."""
    from solitaire_cli.words.messages import COMPLAINTS
    from solitaire_cli.words.translation import phrase

    return phrase(COMPLAINTS[key], spoken(arguments, sys.stderr), **details)


def _complain_error(arguments: Sequence[str], text: str, path: str = NAME) -> None:
    _complain(arguments, f"{path}: {_say(arguments, 'error')}: {text}")


if __name__ == "__main__":
    sys.exit(main())
