"""The pages of the manual as data, and the parts of them that the commands write themselves.

``python tests/tools/manual.py`` rewrites the version of every page and what stands between the lines
``.\\" begin NAME`` and ``.\\" end NAME``: synopsis, options and the list of commands from the click tree, the list
of packages, that of the other pages, that of the games, and which games use which words of rule files. It writes the
README's table of packages too. With ``--examples`` it also
runs the examples and writes what they print; look at the difference before you keep it.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import click

import solitaire_cli
from solitaire_cli import __version__
from solitaire_cli.cli import COMMANDS, group
from solitaire_cli.core.cards import RANKS
from solitaire_cli.core.policies import POLICIES
from solitaire_cli.shell import NAME
from solitaire_cli.shell.help_text import translator
from solitaire_cli.words.rule_words import FAMILIES
from solitaire_cli.words.translation import phrase

ROOT = Path(__file__).parents[2]
MAN = ROOT / "man"
README = ROOT / "README.md"
PACKAGE = ROOT / "solitaire_cli"

TOOLS = {"diff", "fc-solve", "git", "gzip", "jq", "make", "parallel", "tar", "xargs"}
"""Programs that examples use and that not every machine has."""

WIDTH = 73
"""The characters that a line of an example may have, to fit a terminal of 80."""
INDENT = 7
"""How many fewer it may have in an example below a tag."""

_BLOCK = re.compile(r'^(\.\\" begin (\w+)\n).*?^(\.\\" end \2\n)', re.MULTILINE | re.DOTALL)
_TITLE = re.compile(r'^(\.TH \S+ [1-9] \S+ )"[^"\n]*"', re.MULTILINE)
_EXAMPLE = re.compile(r"^([^\n]*\n\.EX\n)(.*?)(?=^\.EE$)", re.MULTILINE | re.DOTALL)

_CHARACTERS = {"-": r"\-", "'": r"\(aq", "`": r"\(ga", "^": r"\(ha", "~": r"\(ti", "\\": r"\e"}
"""Characters that are set as something else than themselves unless they are written so."""
_WRITTEN = {written: character for character, written in _CHARACTERS.items()}
_ESCAPE = re.compile(r"\\(?:[-e&|]|\([a-z]{2}|f[BIRP]|[ ])")


def roff(line: str) -> str:
    r"""A line of text as it is written in a page, every character to be set as it is.

    >>> roff("$ solitaire-cli deal beetle 24 | awk '{print}'")
    '$ solitaire\\-cli deal beetle 24 | awk \\(aq{print}\\(aq'
    >>> roff(".moves")
    '\\&.moves'
    """
    written = "".join(_CHARACTERS.get(character, character) for character in line)
    return rf"\&{written}" if line.startswith(".") else written


def plain(line: str) -> str:
    r"""What a line of a page says, without escapes and fonts.

    >>> plain(r"\fB\-f\fR, \fB\-\-format\fR \fIFORM\fR")
    '-f, --format FORM'
    """
    return _ESCAPE.sub(lambda match: _WRITTEN.get(match[0], " " if match[0] == "\\ " else ""), line)


class Item(NamedTuple):
    """A piece of a page: ``section``, ``subsection``, ``tag``, ``text`` or ``example``, and where it stands.

    ``depth`` counts the indents around a tag, ``width`` is the room for a line of an example.
    """

    kind: str
    text: str
    section: str = ""
    subsection: str = ""
    depth: int = 0
    width: int = WIDTH


class Page(NamedTuple):
    """A page of the manual."""

    path: Path
    text: str

    @property
    def name(self) -> str:
        """The name of the page: ``solitaire-cli-deal``."""
        return self.path.stem

    @property
    def section(self) -> str:
        """The section of the manual: ``1``."""
        return self.path.suffix[1:]

    @property
    def language(self) -> str:
        """``en`` or ``ru``."""
        folder = self.path.parents[1]
        return "en" if folder == MAN else folder.name

    def items(self) -> Iterator[Item]:
        """The pieces of the page, in order."""
        section = subsection = ""
        depth = 0
        example: list[str] | None = None
        tag = False
        last = ""
        for line in self.text.splitlines():
            macro, _, rest = line.partition(" ")
            if macro == ".EE":
                yield Item("example", "".join(example or ()), section, subsection, depth, _room(last))
                example = None
            elif example is not None:
                example.append(plain(line) + "\n")
                continue
            elif macro == ".EX":
                example = []
                continue
            elif macro == ".SH":
                section, subsection = plain(rest), ""
                yield Item("section", section, section)
            elif macro == ".SS":
                subsection = plain(rest)
                yield Item("subsection", subsection, section, subsection)
            elif macro in (".RS", ".RE"):
                depth += 1 if macro == ".RS" else -1
            elif macro in (".TP", ".TQ"):
                tag = True
            elif not line.startswith('.\\"'):
                yield Item("tag" if tag else "text", _said(line), section, subsection, depth)
                tag = False
            last = line

    def tags(self, section: str, subsection: str = "", depth: int = 0) -> list[str]:
        """The tags of a list in a section."""
        place = (section, subsection, depth)
        return [
            item.text
            for item in self.items()
            if item.kind == "tag" and (item.section, item.subsection, item.depth) == place
        ]

    def examples(self) -> list[Item]:
        """The blocks between ``.EX`` and ``.EE``, as text."""
        return [item for item in self.items() if item.kind == "example"]

    def prose(self) -> str:
        """All that the page says outside its examples."""
        return " ".join(item.text for item in self.items() if item.kind != "example")


def _room(before: str) -> int:
    """The room for the lines of an example that follows the line ``before``."""
    return WIDTH - INDENT if before.startswith(".IP") else WIDTH


def _said(line: str) -> str:
    """The text of a line, the macros of fonts taken away."""
    macro, _, rest = line.partition(" ")
    if not macro.startswith("."):
        return plain(line)
    if macro in (".B", ".I"):
        return plain(rest.strip('"'))
    if re.fullmatch(r"\.[BIR]{2}", macro):
        return plain("".join(quoted or word for quoted, word in re.findall(r'"([^"]*)"|(\S+)', rest)))
    return ""


def pages() -> list[Page]:
    """All pages, those of other languages last."""
    paths = [*sorted(MAN.glob("man?/*.[1-9]")), *sorted(MAN.glob("*/man?/*.[1-9]"))]
    return [Page(path, path.read_text("utf-8")) for path in paths]


# what the click tree says


def command_pages() -> dict[str, str]:
    """The names of the pages of the commands, and the command of each; the tool's own is ``""``."""
    return {NAME: "", **{f"{NAME}-{name}": name for name in COMMANDS}}


def context(name: str) -> click.Context:
    """The context of a command, of the tool itself for ``""``."""
    top = click.Context(group, info_name=NAME, **group.context_settings)
    if not name:
        return top
    command = group.get_command(top, name)
    assert command is not None
    return click.Context(command, parent=top, info_name=name)


def options(name: str) -> list[click.Option]:
    """The options of a command, those that its help hides left out."""
    made = context(name)
    found = [param for param in made.command.get_params(made) if isinstance(param, click.Option)]
    return [option for option in found if not option.hidden]


def spellings(option: click.Option) -> list[str]:
    """The spellings of an option, short ones first."""
    return sorted([*option.opts, *option.secondary_opts], key=lambda spelling: spelling.startswith("--"))


def _value(option: click.Option) -> str:
    """What an option is followed by: words to choose from in bold, a placeholder in italics, or nothing."""
    if option.is_flag or option.count:
        return ""
    if isinstance(option.type, click.Choice) and not option.metavar:
        return "|".join(rf"\fB{roff(str(choice))}\fR" for choice in option.type.choices)
    return _placeholders(str(option.metavar or option.type.name.upper()))


def _placeholders(metavar: str) -> str:
    return re.sub("[A-Z]+", r"\\fI\g<0>\\fR", roff(metavar))


_LIMITS = {"en": ("{} is at least {}.", "The default is {}."), "ru": ("{} не меньше {}.", "По умолчанию {}.")}
"""What the parser knows of an option beside its help, in each language."""


def _sentences(option: click.Option, language: str) -> list[str]:
    """The help of an option and what else the parser knows of it, a sentence a line."""
    text = option.help or ""
    least, default = _LIMITS[language]
    said = re.split(r"(?<=\D\.) (?=[A-ZА-Я0-9])", translator(language)(text))
    if isinstance(option.type, click.IntRange) and option.type.min is not None:
        said.append(least.format(option.metavar, option.type.min))
    if not option.is_flag and isinstance(option.default, (str, int)) and " if absent" not in text:
        said.append(default.format(option.default))
    return [line for sentence in said for line in _lines(_prose(sentence))]


def _prose(sentence: str) -> str:
    return re.sub(r"(?<![\w-])--?[a-z][a-z-]*", lambda found: rf"\fB{roff(found[0])}\fR", sentence)


def _lines(text: str) -> list[str]:
    """Text as lines of a page, none of which is a macro by accident."""
    return [re.sub("^[.']", r"\\&\g<0>", line) for line in textwrap.wrap(text, 78, break_on_hyphens=False)]


def _synopsis(page: Page) -> Iterator[str]:
    """How a command is called; --help is left to the list of options."""
    name = command_pages()[page.name]
    yield f'.SY "{roff(f"{NAME} {name}".strip())}"'
    helps = context(name).help_option_names
    for option in options(name):
        if option.opts[0] in helps:
            continue
        written = [rf"\fB{roff(spelling)}\fR" for spelling in spellings(option)]
        if not option.secondary_opts:
            del written[1:]
        shown = "|".join(written) + (rf"\ {_value(option)}" if _value(option) else "")
        yield f"[{shown}]" + (r"...\&" if option.multiple else "")
    made = context(name)
    arguments = [param for param in made.command.get_params(made) if isinstance(param, click.Argument)]
    yield from (_placeholders(argument.make_metavar(made)) for argument in arguments)
    if isinstance(made.command, click.Group):
        yield r"\fICOMMAND\fR [\fIARGUMENT\fR]..."
    yield ".YS"


def _options(page: Page) -> Iterator[str]:
    for option in options(command_pages()[page.name]):
        yield ".TP"
        written = ", ".join(rf"\fB{roff(spelling)}\fR" for spelling in spellings(option))
        yield f"{written} {_value(option)}".rstrip()
        yield from _sentences(option, page.language)


def _commands(page: Page) -> Iterator[str]:
    for name, summary in COMMANDS.items():
        yield ".TP"
        yield rf".BR {roff(f'{NAME}-{name}')} (1)"
        yield _prose(translator(page.language)(summary))


def _see(page: Page) -> Iterator[str]:
    """All the other pages, by section."""
    named = sorted({(other.section, other.name) for other in pages()} - {(page.section, page.name)})
    for section, name in named:
        comma = "" if (section, name) == named[-1] else ","
        yield rf".BR {roff(name)} ({section}){comma}"


def packages() -> dict[str, str]:
    """The packages inside ``solitaire_cli``, each with the first paragraph of its docstring."""
    found = {}
    for path in sorted(PACKAGE.glob("*/__init__.py")):
        said = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
        found[path.parent.name] = " ".join(said.partition("\n\n")[0].split())
    return found


def _packages(_: Page) -> Iterator[str]:
    for name, sentence in packages().items():
        yield ".TP"
        yield rf".B {roff(name)}"
        yield from _lines(_prose(sentence.replace("`", "")))


# what the rule files say


_SAID = {
    "en": {"pysolfc": "In PySolFC: {}.", "options": "Options: {}."},
    "ru": {"pysolfc": "В PySolFC: {}.", "options": "Варианты: {}."},
}


def _games(page: Page) -> Iterator[str]:
    """All games by kind: the id, the names, those of PySolFC with their options, the options."""
    said = _SAID[page.language]
    for kind, title in FAMILIES.items():
        yield f".SS {phrase(title, page.language)}"
        for game in solitaire_cli.games():
            if game.base.kind != kind:
                continue
            yield ".TP"
            yield rf".B {roff(game.id)}"
            yield from _lines(roff(", ".join(dict.fromkeys(game.names.values())) + "."))
            known = []
            for name, _, rules in game.pysolfc:
                chosen = [f"{key}: {value}" for key, value in rules.items() if value != next(iter(game.options[key]))]
                known.append(f"{name} ({', '.join(chosen)})" if chosen else name)
            if known not in ([], [game.names["en"]]):
                yield from _lines(roff(said["pysolfc"].format("; ".join(known))))
            if game.options:
                options = "; ".join(f"{option} {', '.join(values)}" for option, values in game.options.items())
                yield from _lines(roff(said["options"].format(options)))


_MANY = 8
"""Of more games that share a word only the first ones are named."""


def _words(_: Page) -> Iterator[str]:
    """The words of rule files, their values, and the games that use each under the defaults of their options."""
    for word in (*POLICIES, "wrap", "cells", "reserves", "room", "base", "laps", "auto"):
        yield ".TP"
        yield rf".B {word}"
        used: dict[Any, list[str]] = {value: [] for value in POLICIES.get(word, ())}
        for game in solitaire_cli.games():
            used.setdefault(getattr(game.base, word), []).append(game.id)
        lines = []
        for value, games in used.items() if word in POLICIES else sorted(used.items()):
            first = ", ".join(games if len(games) <= _MANY else [*games[:3], "..."])
            lines.append(_lines(roff(f"{_shown(word, value)}, {len(games)}{': ' if games else ''}{first}")))
        yield "\n.br\n".join("\n".join(line) for line in lines)


def _shown(word: str, value: Any) -> str:
    """A value as rule files write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if word == "base":
        return RANKS[value - 1] if value else "dealt"
    return "any" if word == "room" and not value else str(value)


def readme() -> str:
    """The README with its table of packages as it must be."""
    rows = "".join(f"| `{name}/` | {sentence} |\n" for name, sentence in packages().items())
    table = f"| package | what is in it |\n|---|---|\n{rows}"
    block = r"(<!-- begin packages.*? -->\n).*?(<!-- end packages -->)"
    return re.sub(block, lambda match: match[1] + table + match[2], README.read_text("utf-8"), flags=re.DOTALL)


BLOCKS: dict[str, Callable[[Page], Iterator[str]]] = {
    "synopsis": _synopsis,
    "options": _options,
    "commands": _commands,
    "games": _games,
    "packages": _packages,
    "words": _words,
    "see": _see,
}
"""What can stand between ``begin`` and ``end``, and what writes it."""


def generated(page: Page) -> str:
    """The text of ``page`` with its version and its generated parts as they must be."""

    def written(match: re.Match[str]) -> str:
        lines = BLOCKS[match[2]](page)
        return match[1] + "".join(f"{line}\n" for line in lines) + match[3]

    text = _BLOCK.sub(written, page.text)
    return _TITLE.sub(lambda match: f'{match[1]}"{roff(NAME)} {__version__}"', text)


# examples


class Exchange(NamedTuple):
    """A command of an example as it is typed, on several lines after ``> ``, and what it prints."""

    typed: str
    output: str

    @property
    def command(self) -> str:
        """The command without the prompts."""
        return re.sub(r"^[$>] ?", "", self.typed, flags=re.MULTILINE)


def exchanges(example: str) -> list[Exchange]:
    """The commands of an example.

    >>> exchanges("$ cat <<end\\n> a\\n> end\\na\\n")
    [Exchange(typed='$ cat <<end\\n> a\\n> end\\n', output='a\\n')]
    """
    found = re.findall(r"^(\$ .*\n(?:> ?.*\n)*)((?:(?!\$ ).*\n)*)", example, re.MULTILINE)
    return [Exchange(typed, output) for typed, output in found]


def surroundings(language: str) -> dict[str, str]:
    """The environment of the examples: this Python's commands first, UTF-8, the language."""
    env = dict(os.environ)
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LC_CTYPE", "NO_COLOR", "PYTHONWARNINGS"):
        env.pop(name, None)
    env["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{env.get('PATH', os.defpath)}"
    env["PYTHONPATH"] = str(ROOT)
    env["LANG"] = "C.UTF-8" if language == "en" else language
    env["PYTHONIOENCODING"] = "utf-8"
    for role in ("AUTHOR", "COMMITTER"):
        env[f"GIT_{role}_NAME"], env[f"GIT_{role}_EMAIL"] = "A player", "player@example.org"
    return env


class Shell:
    """Runs the commands of the examples of one page in turn, in a folder with the sample deals."""

    def __init__(self, folder: Path, language: str = "en") -> None:
        self.folder = folder
        self.status = 0
        self.env = surroundings(language)
        shutil.copytree(ROOT / "deals", folder / "deals", dirs_exist_ok=True)

    def run(self, command: str, width: int = WIDTH) -> str:
        """What the command prints, on either stream, as a page shows it.

        ``$?`` is the exit status of the command before it.
        """
        lines = f"(exit {self.status})\n{command}"
        done = subprocess.run(
            ["sh", "-c", lines],
            cwd=self.folder,
            env=self.env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        self.status = done.returncode
        return "".join(f"{line}\n" for line in shown(done.stdout.decode(), width))


def shown(output: str, width: int) -> Iterator[str]:
    """The lines of an output as a page shows them: a long one is broken and goes on after eight blanks."""
    for line in output.splitlines():
        part = ""
        for word in re.findall(r"[^ ,]*(?:, |[, ]|$)", line) if len(line) > width else [line]:
            if len(part) + len(word.rstrip()) > width:
                yield part.rstrip()
                part = " " * 8
            part += word
        yield part.rstrip()


def missing_tools(command: str) -> set[str]:
    """The programs that ``command`` needs and that are not here."""
    return {tool for tool in TOOLS if re.search(rf"\b{tool}\b", command) and shutil.which(tool) is None}


def filled(page: Page) -> str:
    """The text of ``page`` with the output of its examples as it is now, where their programs are here."""
    with tempfile.TemporaryDirectory() as folder:
        shell = Shell(Path(folder), page.language)

        def run(match: re.Match[str]) -> str:
            if not match[2].startswith("$ "):
                return match[0]
            lines: list[str] = []
            for exchange in exchanges("".join(plain(line) + "\n" for line in match[2].splitlines())):
                lines += exchange.typed.splitlines()
                missing = missing_tools(exchange.command)
                output = exchange.output if missing else shell.run(exchange.command, _room(match[1]))
                lines += output.splitlines()
            return match[1] + "".join(roff(line) + "\n" for line in lines)

        return _EXAMPLE.sub(run, page.text)


def main(arguments: list[str]) -> int:
    """Rewrite the pages, and say which have changed."""
    for page in pages():
        text = generated(page)
        if "--examples" in arguments:
            text = filled(Page(page.path, text))
        if text != page.text:
            page.path.write_text(text, "utf-8")
            sys.stdout.write(f"{page.path.relative_to(ROOT)}\n")
    if readme() != README.read_text("utf-8"):
        README.write_text(readme(), "utf-8")
        sys.stdout.write("README.md\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
