"""``games --check``: whether rule files make games, with all that is wrong in each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from solitaire_cli.core.errors import Code, Problem
from solitaire_cli.shell.console import Console
from solitaire_cli.shell.exit_codes import NO, NO_ANSWER, YES
from solitaire_cli.shell.inputs import source_name
from solitaire_cli.show.look import JSON
from solitaire_cli.show.records import rule_file_line, rule_file_record

if TYPE_CHECKING:
    from solitaire_cli.rulebook.rule_file import FileCatalogue


def check_rule_files(console: Console, files: Sequence[str]) -> int:
    """Check each of ``files`` beside the games that commands know, and return the exit code."""
    from solitaire_cli.rulebook.rule_file import FileCatalogue

    others = FileCatalogue(console.inputs.catalogue.own)
    return max(_check(console, name, others) for name in console.inputs.named(files))


def _check(console: Console, name: str, others: FileCatalogue) -> int:
    found, source = console.inputs.rule_file(name, others), source_name(name)
    problems: list[Problem] = found if isinstance(found, list) else []
    unreadable = any(problem.code is Code.UNREADABLE for problem in problems)
    game = None if isinstance(found, list) else found
    if console.look.form == JSON:
        console.product.write_json(rule_file_record(source, game, problems, console.look))
    elif game and not console.quiet:
        console.product.write_line(rule_file_line(source, game, console.look))
    for problem in problems:
        console.tell(source, problem)
    return NO_ANSWER if unreadable else NO if problems else YES
