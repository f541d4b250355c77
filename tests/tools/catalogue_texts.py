"""Sentences of the catalogue that have no mark in the code: whatever the help writes, and what the system says."""

from __future__ import annotations

from collections.abc import Iterator

import click

from solitaire_cli.cli import COMMANDS, CORES, NAME, group
from solitaire_cli.shell.help_text import HelpFormatter
from solitaire_cli.system.game_file import CHANGED, REPLACED

REASONS = (
    CHANGED,
    REPLACED,
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
)
"""What the system or a game file says of a file; any other reason stays in English."""


def contexts() -> Iterator[click.Context]:
    """The program and its commands, each as if it were called."""
    # a command keeps the help option of the first context that asks for it
    top = click.Context(group, info_name=NAME, **group.context_settings)
    yield top
    for name in COMMANDS:
        command = group.get_command(top, name)
        assert command is not None
        yield click.Context(command, top, name)


def texts() -> list[str]:
    """Each text that is looked up in the catalogue, once: reasons, then pieces of help in the order of the pages."""
    said = dict.fromkeys((*CORES, *REASONS))

    def note(text: str) -> str:
        said[text] = None
        return text

    for context in contexts():
        context.command.format_help(context, HelpFormatter(note))
    return [text for text in said if text]
