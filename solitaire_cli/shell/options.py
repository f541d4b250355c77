"""The options that commands share: each is defined once, here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

import click

from solitaire_cli.shell.console import Console
from solitaire_cli.shell.general_options import help_option, language_option
from solitaire_cli.shell.number_types import IntegerRange
from solitaire_cli.show.look import TEXT

Command = Callable[..., int]
Option = Callable[[Command], Command]


def _completing(name: str) -> Callable[[click.Context, click.Parameter, str], Any]:
    """Return a function of :mod:`solitaire_cli.shell.completion`, loaded when a shell asks."""

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> Any:
        from solitaire_cli.shell import completion

        return getattr(completion, name)(ctx, param, incomplete)

    return complete


complete_games = _completing("games")
complete_files = _completing("files")
complete_games_and_files = _completing("games_and_files")


def _format_option(forms: Sequence[str]) -> Option:
    return click.option(
        "-f",
        "--format",
        "form",
        type=click.Choice(forms),
        default=TEXT,
        help="The output format; json is one object per line.",
    )


_LOOK_OPTIONS = (
    language_option,
    click.option(
        "--ascii/--unicode",
        "plain",
        default=None,
        help="Draw with ASCII or Unicode characters; by default what the output can encode.",
    ),
    click.option(
        "--color",
        type=click.Choice(["auto", "always", "never"]),
        default="auto",
        help="Colour the red suits; auto means on a terminal.",
    ),
)
_QUIET = click.option("-q", "--quiet", is_flag=True, help="Do not report faults; the exit code tells.")
_OUTPUT = click.option(
    "-o",
    "--output",
    "target",
    metavar="FILE",
    shell_complete=complete_files,
    help="Write to FILE, whole or not at all.",
)
_GAME_FILE = click.option(
    "--game-file",
    "game_files",
    metavar="FILE",
    multiple=True,
    shell_complete=complete_files,
    help="Add a game from a YAML rule file; may be given more than once.",
)
_LINEAR = click.option(
    "--linear", "words", is_flag=True, help="Describe positions in words, for a screen reader, instead of drawing them."
)

rule_options = click.option(
    "-r",
    "--rule",
    "chosen",
    metavar="KEY=VALUE",
    multiple=True,
    shell_complete=_completing("rules"),
    help="Set an option of the game, such as suits=2; may be given more than once.",
)
"""``-r/--rule`` for a command that names a game."""
jobs_option = click.option(
    "--jobs",
    type=IntegerRange(min=0),
    default=1,
    metavar="N",
    help="Use N processes, 0 for one per core; the output stays the same. The default is 1.",
)
"""``--jobs`` for a command that can share its work among processes."""
progress_option = click.option(
    "--progress/--no-progress",
    default=None,
    help="Show a progress bar, on a terminal only; by default when the work takes long.",
)
"""``--progress`` for a command that may work for long."""


def shared(*forms: str, product: bool = True, data: bool = False, linear: bool = False) -> Callable[[Command], Command]:
    """Add the options of every command, which gets a :class:`Console` for them as its first argument.

    Without ``product`` there is no ``-o``. With ``data`` the output is always UTF-8. With ``linear`` there is
    ``--linear``, for a command that draws positions.
    """
    options: list[Option] = [_format_option(forms), *_LOOK_OPTIONS, _QUIET]
    if product:
        options.append(_OUTPUT)
    options.append(_GAME_FILE)
    if linear:
        options.append(_LINEAR)
    options.append(help_option)

    def decorate(command: Command) -> Command:
        @wraps(command)
        def run(
            form: str,
            language: str | None,
            plain: bool | None,
            color: str,
            quiet: bool,
            game_files: tuple[str, ...],
            target: str | None = None,
            words: bool = False,
            **rest: Any,
        ) -> int:
            # --lang may stand before the command's name
            language = language or click.get_current_context().find_root().params.get("language")
            console = Console(form, language, plain, color, quiet, target, game_files, words, data)
            console.look_options = _look_options(language, plain, color, words)
            if words and form != TEXT:
                console.usage("linear-text")
            try:
                status = command(console, **rest)
                console.close(status)
            except BaseException:
                console.product.discard()
                raise
            return status

        made: Command = run
        for option in reversed(options):
            made = option(made)
        return made

    return decorate


def _look_options(language: str | None, plain: bool | None, color: str, words: bool) -> list[str]:
    """Write out the options of how things look, as far as they were given."""
    look = [] if language is None else ["--lang", language]
    if plain is not None:
        look.append("--ascii" if plain else "--unicode")
    if color != "auto":
        look += ["--color", color]
    return [*look, "--linear"] if words else look
