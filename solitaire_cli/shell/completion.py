"""Completion in bash, zsh and fish: the scripts, and the words that complete a line.

A script sends the line up to the cursor as it was typed. It gets back the word to complete, and then, a line each, the
words in its place: what kind each is, the word, and its help.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem, ShellComplete, split_arg_string

from solitaire_cli.shell import COMPLETION_VARIABLE, NAME
from solitaire_cli.system.streams import write_output
from solitaire_cli.words.language import lacks_signs, spoken

if TYPE_CHECKING:
    from solitaire_cli.rulebook.rule_file import FileCatalogue

# bash replaces only what stands behind the last "=" or ":" of a word, and inside quotes it puts no backslashes
_BASH = r"""
_solitaire_cli_completion() {
    local line=${COMP_LINE:0:COMP_POINT} word kind value help sign start= quote=%q
    [[ ${COMP_WORDS[COMP_CWORD]-} == [\"\']* ]] && quote=%s
    COMPREPLY=()
    {
        IFS= read -r word
        for sign in = :; do
            [[ $quote == %q && $COMP_WORDBREAKS == *$sign* && $word == *$sign* ]] && start=${word%"${word##*[=:]}"}
        done
        while IFS=$'\t' read -r kind value help; do
            if [[ $kind == file ]]; then
                compopt -o filenames 2>/dev/null
                mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "${value#--*=}")
                quote=%s
            else
                [[ $value == *= ]] && compopt -o nospace 2>/dev/null
                value=${value#"$start"}
                [[ $value == *[[:blank:]\'\"\$\`\\\(\)\&\;\<\>\|\*\?\!]* ]] && printf -v value $quote "$value"
                COMPREPLY+=("$value")
            fi
        done
    } < <(env VARIABLE=bash_complete COMP_WORDS="$line" "$1")
}
complete -F _solitaire_cli_completion solitaire-cli
"""
_ZSH = r"""
#compdef solitaire-cli
_solitaire_cli_completion() {
    local line="${(j: :)words[1,CURRENT-1]} ${(q)${(Q)PREFIX}}" word kind value help
    local -a plain described open
    {
        IFS= read -r word
        while IFS=$'\t' read -r kind value help; do
            if [[ $kind == file ]]; then
                [[ $value == --*=* ]] && compset -P 1 '*='
                _files
            elif [[ $value == *= ]]; then
                open+=("$value")
            elif [[ -n $help ]]; then
                described+=("${value//:/\\:}:$help")
            else
                plain+=("$value")
            fi
        done
    } < <(VARIABLE=zsh_complete COMP_WORDS=$line $words[1])
    (( $#described )) && _describe -V values described -U
    (( $#plain )) && compadd -U -V values -a plain
    (( $#open )) && compadd -U -V values -S '' -a open
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _solitaire_cli_completion "$@"
else
    compdef _solitaire_cli_completion solitaire-cli
fi
"""
_FISH = r"""
function _solitaire_cli_completion
    set -l line (commandline -cp | string collect)
    set -l token (commandline -ct)
    VARIABLE=fish_complete COMP_WORDS=$line solitaire-cli | tail -n +2 | while read -l -d \t kind value help
        if test $kind = file
            complete --do-complete "'' $token"
        else
            printf '%s\t%s\n' $value $help
        end
    end
end
complete --no-files --command solitaire-cli --arguments "(_solitaire_cli_completion)"
"""
_SCRIPTS = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH}
SHELLS = tuple(_SCRIPTS)


def script(shell: str) -> str:
    """Return the script that makes ``shell`` complete the command."""
    return _SCRIPTS[shell].lstrip().replace("VARIABLE", COMPLETION_VARIABLE)


def complete(group: click.Command, instruction: str) -> int:
    """Answer the question that a shell put into the environment; return the exit code."""
    shell, _, action = instruction.partition("_")
    if shell not in SHELLS or action != "complete":
        return 1
    *arguments, word = _words()
    items = ShellComplete(group, {}, NAME, COMPLETION_VARIABLE).get_completions(arguments, word)
    language = spoken(arguments, sys.stdout)
    translate: Callable[[str], str] = str
    if language != "en":
        from solitaire_cli.shell.help_text import translator

        translate = translator(language, lacks_signs(sys.stdout, language))
    # of --format=j only the value was completed
    option = word[: word.index("=") + 1] if word.startswith("--") and "=" in word else ""
    # files first: bash treats the other words as it does them
    lines = [
        f"{item.type}\t{option}{item.value}\t{translate(item.help or '')}"
        for item in sorted(items, key=lambda item: item.type != "file")
    ]
    write_output("\n".join([word, *lines]) + "\n")
    return 0


def _words() -> list[str]:
    """Return the words of the line without the command, the last one, perhaps empty, not finished yet."""
    # a sign after the line shows whether a blank there ends a word
    words = split_arg_string(os.environ["COMP_WORDS"] + ".")[1:]
    return [*words[:-1], words[-1][:-1]] if words else [""]


def _games(ctx: click.Context) -> FileCatalogue:
    """Return the games of the package, of the files that the line names, and of the user's folders."""
    from solitaire_cli.rulebook.rule_file import FileCatalogue, RuleFileError
    from solitaire_cli.rulebook.search_path import game_folders

    catalogue = FileCatalogue((), game_folders())
    for name in ctx.params.get("game_files") or ():
        path = os.path.expanduser(name)
        if os.path.isfile(path):
            with suppress(OSError, RuleFileError):
                catalogue.read(path)
    return catalogue


def games(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete games by id, and by a name once its first letter is there; files where the line checks them."""
    if ctx.params.get("check"):
        return files(ctx, param, incomplete)
    found = []
    for game in _games(ctx).listed():
        for name in game.spellings() if incomplete else (game.id,):
            if name.casefold().startswith(incomplete.casefold()) and name not in found:
                found.append(name)
    ids_first = [name for name in found if name.islower()] or found
    return [CompletionItem(name) for name in (ids_first if incomplete.isascii() else found)]


def files(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete files, which is left to the shell."""
    return [CompletionItem(incomplete, type="file")]


def files_without_a_game(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete files, unless the first argument is a game, which numbers follow."""
    first = ctx.params.get("what")
    return [] if first and _games(ctx).find(first) else files(ctx, param, incomplete)


def games_and_files(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete games and files."""
    return [*games(ctx, param, incomplete), *files(ctx, param, incomplete)]


def rules(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the options of the game in the line, ``suits=``, and their values."""
    catalogue = _games(ctx)
    # the line as it is: an option without its value yet leaves the rest of it unparsed
    game = next(filter(None, map(catalogue.find, _words())), None)
    option, equals, value = incomplete.partition("=")
    found = []
    for each in [game] if game else catalogue:
        for name, values in each.options.items():
            if not equals and name.startswith(option):
                found.append(f"{name}=")
            elif equals and name == option:
                found += [f"{name}={choice}" for choice in values if choice.startswith(value)]
    return [CompletionItem(item) for item in found]
