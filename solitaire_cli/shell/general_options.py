"""The options of the program that its commands have too; apart from the others since ``--help`` loads little."""

from __future__ import annotations

import click

from solitaire_cli.words.language import LANGUAGES

language_option = click.option(
    "--lang",
    "language",
    type=click.Choice(LANGUAGES),
    help="The language of messages and text; the locale's by default.",
)
# click would make one itself, and keep it in the language that it was first asked for in
help_option = click.help_option("-h", "--help", help="Show this message and exit.")
