"""The options that commands share: each is defined once, here."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from solitaire_cli.shell.console import Console
from solitaire_cli.show.look import TEXT
from solitaire_cli.words.language import LANGUAGE_HELP, LANGUAGES

Command = Callable[..., int]


def shared(*forms: str, product: bool = True) -> Callable[[Command], Command]:
    """The options of every command; the command gets a :class:`Console` for them as its first argument.

    Without a ``product`` that could go to a file as a whole, ``-o`` is not among them.
    """

    def decorate(command: Command) -> Command:
        @wraps(command)
        def run(
            form: str,
            language: str | None,
            plain: bool | None,
            color: str,
            quiet: bool,
            game_files: tuple[str, ...],
            **rest: Any,
        ) -> int:
            # before the command's name it is said for all
            language = language or click.get_current_context().find_root().params.get("language")
            output = rest.pop("output") if product else None
            console = Console(form, language, plain, color, quiet, output, game_files)
            console.look_options = _look_options(language, plain, color)
            try:
                status = command(console, **rest)
                console.close(status)
            except BaseException:
                console.discard()
                raise
            return status

        made: Command = run
        # from the last to the first in the help
        for option in (
            click.option(
                "--game-file",
                "game_files",
                metavar="FILE",
                multiple=True,
                shell_complete=_completing("files"),
                help="Read the rules of one more game from a YAML file; may be given more than once.",
            ),
            _output_option if product else _unchanged,
            click.option("-q", "--quiet", is_flag=True, help="Say nothing about faults; the exit code does."),
            click.option(
                "--color",
                type=click.Choice(["auto", "always", "never"]),
                default="auto",
                help="Colour the red suits; auto does on a terminal.",
            ),
            click.option(
                "--ascii/--unicode",
                "plain",
                default=None,
                help="Draw with ASCII or with Unicode signs; by default what the output can carry.",
            ),
            click.option(
                "--lang",
                "language",
                type=click.Choice(LANGUAGES),
                help=LANGUAGE_HELP,
            ),
            click.option(
                "-f",
                "--format",
                "form",
                type=click.Choice(forms),
                default=TEXT,
                help="The form of the output; json is one object a line.",
            ),
        ):
            made = option(made)
        return made

    return decorate


def _look_options(language: str | None, plain: bool | None, color: str) -> list[str]:
    """The options of how things look, written out as far as they were given."""
    look = [] if language is None else ["--lang", language]
    if plain is not None:
        look.append("--ascii" if plain else "--unicode")
    return look if color == "auto" else [*look, "--color", color]


def _output_option(command: Command) -> Command:
    return click.option(
        "-o",
        "--output",
        metavar="FILE",
        shell_complete=_completing("files"),
        help="Write to FILE, whole or not at all.",
    )(command)


def _unchanged(command: Command) -> Command:
    return command


def _completing(name: str) -> Callable[[click.Context, click.Parameter, str], Any]:
    """A function of :mod:`solitaire_cli.shell.completion`, loaded when a shell asks."""

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> Any:
        from solitaire_cli.shell import completion

        return getattr(completion, name)(ctx, param, incomplete)

    return complete


complete_games = _completing("games")
complete_files = _completing("files")
complete_games_and_files = _completing("games_and_files")


def rule_options(command: Command) -> Command:
    """``-r/--rule`` for a command that names a game."""
    return click.option(
        "-r",
        "--rule",
        "chosen",
        metavar="KEY=VALUE",
        multiple=True,
        shell_complete=_completing("rules"),
        help="Choose an option of the game, such as suits=2; may be given more than once.",
    )(command)


def jobs_option(command: Command) -> Command:
    """``--jobs`` for a command that can share its work among processes."""
    return click.option(
        "--jobs",
        type=click.IntRange(min=0),
        default=1,
        metavar="N",
        help="Work in N processes, 0 for one a core; the output stays the same. 1 if absent.",
    )(command)


def progress_option(command: Command) -> Command:
    """``--progress`` for a command that may work for long."""
    return click.option(
        "--progress/--no-progress",
        default=None,
        help="Show how far it has come, on a terminal only; by itself when it takes long.",
    )(command)


def linear_option(command: Command) -> Command:
    """``--linear`` for a command that draws positions; it tells the console, the command gets nothing."""

    @wraps(command)
    def run(console: Console, linear: bool, **rest: Any) -> int:
        if linear:
            if console.form != TEXT:
                console.usage("linear-text")
            console.linear = True
            console.look_options.append("--linear")
        return command(console, **rest)

    return click.option(
        "--linear",
        is_flag=True,
        help="Write positions as lines of words, for a screen reader, instead of drawing them.",
    )(run)
