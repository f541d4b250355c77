"""The texts of the command line that are sentences of the catalogue without a mark: whatever its help writes."""

from __future__ import annotations

from collections.abc import Iterator

import click

from solitaire_cli.cli import COMMANDS, CORES, NAME, group
from solitaire_cli.shell.help_text import HelpFormatter


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
    """Each piece of help that is looked up in the catalogue, once, in the order of the pages."""
    said = dict.fromkeys(CORES)

    def note(text: str) -> str:
        said[text] = None
        return text

    for context in contexts():
        context.command.format_help(context, HelpFormatter(note))
    return [text for text in said if text]
