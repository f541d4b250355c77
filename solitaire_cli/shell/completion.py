"""Completion in bash, zsh and fish: the scripts, and the words that complete a line."""

from __future__ import annotations

import os
import sys

import click
from click.shell_completion import CompletionItem, get_completion_class, split_arg_string

from solitaire_cli.shell import COMPLETION_VARIABLE, NAME
from solitaire_cli.system.streams import write_output
from solitaire_cli.words.language import lacks_signs, spoken

SHELLS = ("bash", "zsh", "fish")

# bash cuts words at "=", so that the line is cut here anew, and what it keeps of the word is taken off the replies
_BASH = """\
_solitaire_cli_completion() {
    local IFS=$'\\n' line=${COMP_LINE:0:COMP_POINT} current kind value reply
    current=${line##*[[:blank:]]}
    COMPREPLY=()
    reply=$(env COMP_WORDS="$line" COMP_CWORD="$current" VARIABLE=bash_complete "$1")
    for kind in $reply; do
        value=${kind#*,}
        kind=${kind%%,*}
        if [[ $kind == file ]]; then
            compopt -o filenames 2>/dev/null
            COMPREPLY+=($(compgen -f -- "${current##*=}"))
        elif [[ $kind == dir ]]; then
            compopt -o dirnames 2>/dev/null
        else
            [[ $current == *=* ]] && value=${value#"${current%=*}="}
            [[ $value == *= ]] && compopt -o nospace 2>/dev/null
            COMPREPLY+=("$value")
        fi
    done
}
complete -F _solitaire_cli_completion solitaire-cli
"""


def script(group: click.Command, shell: str) -> str:
    """Return the script that makes ``shell`` complete the command."""
    if shell == "bash":
        return _BASH.replace("VARIABLE", COMPLETION_VARIABLE)
    found = get_completion_class(shell)
    assert found is not None
    return found(group, {}, NAME, COMPLETION_VARIABLE).source() + "\n"


def complete(group: click.Command, instruction: str) -> int:
    """Answer the question that a shell put into the environment; return the exit code."""
    shell, _, action = instruction.partition("_")
    found = get_completion_class(shell)
    if found is None or action != "complete":
        return 1
    answerer = found(group, {}, NAME, COMPLETION_VARIABLE)
    if shell == "bash":
        words = split_arg_string(os.environ["COMP_WORDS"])
        incomplete = os.environ["COMP_CWORD"]
        arguments = words[1:-1] if incomplete else words[1:]
    else:
        arguments, incomplete = answerer.get_completion_args()
    items = answerer.get_completions(arguments, incomplete)
    language = spoken(arguments, sys.stdout)
    if language != "en":
        from solitaire_cli.shell.help_text import translator

        translate = translator(language, lacks_signs(sys.stdout, language))
        for item in items:
            item.help = translate(item.help or "")
    write_output("\n".join(map(answerer.format_completion, items)) + "\n")
    return 0


def games(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete games by id, and by a name once its first letter is there."""
    from solitaire_cli.rulebook.rule_file import FileCatalogue

    found = []
    for game in FileCatalogue():
        for name in (game.id, *(game.names.values() if incomplete else ())):
            if name.casefold().startswith(incomplete.casefold()) and name not in found:
                found.append(name)
    ids_first = [name for name in found if name.islower()] or found
    return [CompletionItem(name) for name in (ids_first if incomplete.isascii() else found)]


def files(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete files, which is left to the shell."""
    return [CompletionItem(incomplete, type="file")]


def games_and_files(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete games and files."""
    return [*games(ctx, param, incomplete), *files(ctx, param, incomplete)]


def rules(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the options of the game in the line, ``suits=``, and their values."""
    from solitaire_cli.rulebook.rule_file import FileCatalogue

    catalogue = FileCatalogue()
    # the line as it is: an option without its value yet leaves the rest of it unparsed
    words = os.environ.get("COMP_WORDS", "").split()
    game = next(filter(None, map(catalogue.find, words)), None)
    option, equals, value = incomplete.partition("=")
    found = []
    for each in [game] if game else catalogue:
        for name, values in each.options.items():
            if not equals and name.startswith(option):
                found.append(f"{name}=")
            elif equals and name == option:
                found += [f"{name}={choice}" for choice in values if choice.startswith(value)]
    return [CompletionItem(item) for item in found]
