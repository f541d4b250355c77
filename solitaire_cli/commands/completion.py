"""``completion``: the script that teaches a shell to complete commands."""

from __future__ import annotations

import click

from solitaire_cli.shell.completion import SHELLS, script
from solitaire_cli.shell.console import Console
from solitaire_cli.shell.exit_codes import YES
from solitaire_cli.shell.options import ALL, shared
from solitaire_cli.show.look import TEXT


@click.command(
    help="""Print a script that makes SHELL complete commands, options and their values, games and files.

    \b
    eval "$(solitaire-cli completion bash)"  # in ~/.bashrc
    eval "$(solitaire-cli completion zsh)"   # in ~/.zshrc, after compinit
    solitaire-cli completion fish | source   # in config.fish
    """,
    epilog="Exit status: 0 success, 2 an error such as wrong usage.",
)
@click.argument("shell", type=click.Choice(SHELLS))
@shared(TEXT, data=True, hidden=ALL)
def command(console: Console, shell: str) -> int:
    console.product.write(script(shell))
    return YES
