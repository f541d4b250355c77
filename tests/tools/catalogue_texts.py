"""Sentences of the catalogue that have no mark in the code: help, and what click and the system say."""

from __future__ import annotations

from collections.abc import Iterator

import click

from solitaire_cli.cli import COMMANDS, CORES, group
from solitaire_cli.shell import NAME
from solitaire_cli.shell.help_text import HelpFormatter
from solitaire_cli.shell.inputs import NO_MOVES
from solitaire_cli.system.files import BUSY, REPLACED
from solitaire_cli.system.game_file import CHANGED
from solitaire_cli.system.packed import CUT, DAMAGED, HUNGRY, LACKING, TRAILING

REASONS = (
    BUSY,
    CHANGED,
    REPLACED,
    NO_MOVES,
    CUT,
    DAMAGED,
    HUNGRY,
    LACKING,
    TRAILING,
    "Bad file descriptor",
    "Device or resource busy",
    "Disk quota exceeded",
    "File name too long",
    "File too large",
    "Input/output error",
    "Invalid argument",
    "Is a directory",
    "No space left on device",
    "No such device or address",
    "No such file or directory",
    "Not a directory",
    "Operation not permitted",
    "Permission denied",
    "Read-only file system",
    "Too many levels of symbolic links",
    "Too many open files",
    "Too many open files in system",
    "Cannot allocate memory",
    "Resource temporarily unavailable",
)
"""What the system or a game file says of a file; any other reason stays in English."""

Text = str | tuple[str, str]

CLICK: tuple[Text, ...] = (
    "Usage:",
    "Options",
    "Commands",
    "default: {default}",
    "required",
    "Missing command.",
    "Missing argument",
    "Missing option",
    "Choose from:\n\t{choices}",
    "No such command {name!r}.",
    "No such option {name!r}.",
    "No such option: {name}",
    ("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    "Option {name!r} does not take a value.",
    ("Option {name!r} requires an argument.", "Option {name!r} requires an argument."),
    ("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    "Invalid value for {param_hint}: {message}",
    "Invalid value: {message}",
    ("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
    "{value!r} is not a valid {number_type}.",
    "{value} is not in the range {range}.",
)
"""What click 8.2 and later may say of our command lines; gettext finds a plural by its singular, whatever it is."""


def contexts() -> Iterator[click.Context]:
    """The program and its commands, each as if it were called."""
    # a command keeps the help option of the first context that asks for it
    top = click.Context(group, info_name=NAME, **group.context_settings)
    yield top
    for name in COMMANDS:
        command = group.get_command(top, name)
        assert command is not None
        yield click.Context(command, top, name)


def texts() -> list[Text]:
    """Every text once."""
    found: dict[Text, None] = dict.fromkeys((*CORES, *CLICK, *REASONS))

    def note(text: str) -> str:
        found[text] = None
        return text

    for context in contexts():
        context.command.format_help(context, HelpFormatter(note))
    return [text for text in found if text]
