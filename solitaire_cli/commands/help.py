"""``help``: the help of a command, as ``--help`` shows it."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from solitaire_cli.shell import help_option, language_option


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    top = ctx.find_root()
    return top.command.shell_complete(top, incomplete) if incomplete[:1] != "-" else []


@click.command(
    help="""Show the help of a command, or of the program, as --help does.

    \b
    solitaire-cli help deal
    """,
    epilog="Exit status: 0 success, 2 an error such as a command that does not exist.",
)
@click.argument("name", metavar="[COMMAND]", required=False, shell_complete=_complete)
@language_option
@help_option
@click.pass_context
def command(ctx: click.Context, name: str | None, language: str | None) -> None:
    shown = ctx.find_root()
    if name is not None:
        group = shown.command
        assert isinstance(group, click.Group)
        _, found, _ = group.resolve_command(shown, [name])
        assert found is not None
        shown = found.context_class(found, parent=shown, info_name=name)
    click.echo(shown.get_help())
    ctx.exit()
