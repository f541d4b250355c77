"""What the commands share: options, inputs, output and diagnostics.

May import: core, words, transcript, rulebook, solver, collection, show, system.
"""

from __future__ import annotations

import click

from solitaire_cli.system.streams import write_output
from solitaire_cli.words.language import LANGUAGES

# all that ``--help`` needs of the shell
NAME = "solitaire-cli"
COMPLETION_VARIABLE = "_SOLITAIRE_CLI_COMPLETE"  # where a shell puts what it wants to have completed

language_option = click.option(
    "--lang",
    "language",
    type=click.Choice(LANGUAGES),
    help="The language of messages and text; the default is the locale's.",
)


def _show_help(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        write_output(context.get_help() + "\n")
        context.exit()


# click would make one itself, and keep it in the language that it was first asked for in
help_option = click.help_option("-h", "--help", callback=_show_help, help="Show this message and exit.")
