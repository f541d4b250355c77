"""The options that commands share, each defined once, and the numbers that options take."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from functools import wraps
from gettext import gettext
from math import isinf
from typing import Any

import click

from solitaire_cli.shell import help_option, language_option
from solitaire_cli.shell.console import Console
from solitaire_cli.show.look import CSV, TEXT
from solitaire_cli.words.translation import N_

_LONGEST = 300  # the most characters of a number
Command = Callable[..., int]
Option = Callable[[Command], Command]


class IntegerRange(click.IntRange):
    """A whole number within bounds, in digits as deal numbers are; click translates its sentences, but not the type."""

    form = r"-?(0|[1-9][0-9]*)"

    @property
    def name(self) -> str:  # type: ignore[override]
        """The name of the type for click's sentences."""
        return gettext(N_("whole number"))

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number. Raises :class:`click.BadParameter`."""
        return super().convert(_in_form(self, value, param, ctx), param, ctx)


class Seconds(click.FloatRange):
    """A number of seconds within bounds, neither infinite nor NaN."""

    form = r"-?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?"

    @property
    def name(self) -> str:  # type: ignore[override]
        """The name of the type for click's sentences."""
        return gettext(N_("number of seconds"))

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number. Raises :class:`click.BadParameter`."""
        return super().convert(_in_form(self, value, param, ctx), param, ctx)


def _in_form(kind: IntegerRange | Seconds, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
    """Return ``value`` if it is written as ``kind`` asks; Python reads more, such as 1_0 and the digits of any script.

    A number of so many digits that Python would not read them, or that it would call infinite, is no number either.
    """
    if isinstance(value, str) and (not re.fullmatch(kind.form, value) or len(value) > _LONGEST or isinf(float(value))):
        message = gettext("{value!r} is not a valid {number_type}.")
        kind.fail(message.format(value=value, number_type=kind.name), param, ctx)
    return value


def _completing(name: str) -> Callable[[click.Context, click.Parameter, str], Any]:
    """Return a function of :mod:`solitaire_cli.shell.completion`, loaded when a shell asks."""

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> Any:
        from solitaire_cli.shell import completion

        return getattr(completion, name)(ctx, param, incomplete)

    return complete


complete_games = _completing("games")
complete_files = _completing("files")
complete_games_and_files = _completing("games_and_files")
complete_files_without_a_game = _completing("files_without_a_game")


def _format_option(forms: Sequence[str]) -> Option:
    text = "The output format; json writes one object per line."
    if CSV in forms:
        text = "The output format; json writes one object per line, csv and tsv a table with a header line."
    return click.option("-f", "--format", "form", type=click.Choice(forms), default=TEXT, help=text)


_LOOK_OPTIONS = (
    language_option,
    click.option(
        "--ascii/--unicode",
        "plain",
        default=None,
        help="Draw with ASCII or Unicode characters; the default is Unicode if the output's encoding allows it.",
    ),
    click.option(
        "--color",
        type=click.Choice(["auto", "always", "never"]),
        default="auto",
        help="Colour the red suits in pictures; auto does so on a terminal only.",
    ),
)
_QUIET = click.option(
    "-q", "--quiet", is_flag=True, help="Print no verdicts, errors or warnings; use the exit status instead."
)
_OUTPUT = click.option(
    "-o",
    "--output",
    metavar="FILE",
    shell_complete=complete_files,
    help="Write to FILE; if the command fails, FILE is left unchanged.",
)
_GAME_FILE = click.option(
    "--game-file",
    "game_files",
    metavar="FILE",
    multiple=True,
    shell_complete=complete_files,
    help="Add a game from a YAML rule file; can be repeated.",
)
_LINEAR = click.option(
    "--linear", is_flag=True, help="Describe positions in words, for a screen reader, instead of drawing them."
)

ALL = ("form", "language", "plain", "color", "quiet", "output", "game_files")
"""The names of all shared options, for a command that needs none."""


def rule_option(text: str) -> Option:
    """Return the option ``-r`` with ``text`` as its help."""
    complete = _completing("rules")
    return click.option(
        "-r", "--rule", "chosen", metavar="KEY=VALUE", multiple=True, shell_complete=complete, help=text
    )


rule_options = rule_option("Set an option of the game, such as suits=2; can be repeated.")
jobs_option = click.option(
    "--jobs",
    type=IntegerRange(min=0),
    default=1,
    metavar="N",
    help="Use N processes, or one per core if N is 0; the default is 1. The output is the same.",
)
id_option = click.option(
    "--id",
    "identified",
    is_flag=True,
    help="Add an id to each record: the same for the same game, however it is written.",
)
progress_option = click.option(
    "--progress/--no-progress",
    default=None,
    help="Show a progress bar on a terminal; the default is to show one if the work takes long.",
)


def shared(
    *forms: str, product: bool = True, data: bool = False, linear: bool = False, hidden: Collection[str] = ()
) -> Callable[[Command], Command]:
    """Add the options of every command, which gets a :class:`Console` for them as its first argument.

    Without ``product`` there is no ``-o``. With ``data`` the output is always UTF-8. With ``linear`` there is
    ``--linear``, for a command that draws positions. Options that are ``hidden``, since they have no effect here, are
    taken all the same: they may stand in an alias for all commands.
    """
    output, words = [_OUTPUT] if product else [], [_LINEAR] if linear else []
    options: list[Option] = [_format_option(forms), *_LOOK_OPTIONS, _QUIET, *output, _GAME_FILE, *words, help_option]
    names = {"form", "plain", "color", "quiet", "game_files", *(["output"] * product), *(["linear"] * linear)}

    def decorate(command: Command) -> Command:
        @wraps(command)
        def run(language: str | None, **values: Any) -> int:
            # --lang may stand before the command's name
            language = language or click.get_current_context().find_root().params.get("language")
            console = Console(language=language, data=data, **{name: values.pop(name) for name in names})
            if console.look.linear and console.look.form != TEXT:
                console.usage("linear-text")
            try:
                status = command(console, **values)
                console.close(status)
            except BaseException:
                console.product.discard()
                raise
            return status

        made: Command = run
        for option in reversed(options):
            made = option(made)
        for param in made.__click_params__:  # type: ignore[attr-defined]
            if param.name in hidden:
                param.hidden = True
        return made

    return decorate
