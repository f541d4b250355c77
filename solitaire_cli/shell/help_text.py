"""What the command line says of itself, in another language than English: help pages and usage errors.

Commands are written in English. Their help is translated piece by piece while it is formatted: each
paragraph, each option's help and each heading is a sentence of the catalogue, and ``python tests/tools/catalogue.py``
collects them in the same way. A usage error of click is said anew from what the error knows. Loaded only for
another language, or when something went wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import Any

import click

from solitaire_cli.words.escaping import fit
from solitaire_cli.words.translation import N_, NN_, phrase, translations

Translate = Callable[[str], str]

SAID: dict[str, str] = {
    "error": N_("error"),
    "try": N_("Try '{path:long} --help'."),
    "cannot-write": N_("cannot write: {reason:system}"),
    "cannot-write-file": N_("{file:long}: cannot write: {reason:system}"),
    "defect": N_("a defect of this program: {error:long}; please report it"),
    "no-command": N_("No such command '{name}'."),
    "no-command-near": N_("No such command '{name}'. Did you mean {near}?"),
}
"""What is said in English too."""

USAGE: dict[str, str] = {
    "no-option": N_("there is no option '{name}'"),
    "no-option-near": N_("there is no option '{name}'; perhaps {near:long}"),
    "needs-value": N_("the option '{name}' needs a value"),
    "takes-no-value": N_("the option '{name}' takes no value"),
    "missing-argument": N_("the argument {name:long} is missing"),
    "missing-option": N_("the option {name:long} is missing"),
    "missing-choice": N_("{missing:long}; write one of {choices:list}"),
    "missing-command": N_("no command was named"),
    "unfit": N_("{value:long} does not fit {name:long}"),
    "unfit-unnamed": N_("the value of {name:long} does not fit"),
    "choice": N_("{unfit:long}: write one of {choices:list}"),
    "whole": N_("{unfit:long}: a whole number is needed"),
    "whole-bounded": N_("{unfit:long}: a whole number is needed, {bounds:list}"),
    "number": N_("{unfit:long}: a number is needed"),
    "number-bounded": N_("{unfit:long}: a number is needed, {bounds:list}"),
    "other": N_("{unfit:long}: {message:long}"),
    "least": N_("at least {least}"),
    "more": N_("above {least}"),
    "most": N_("at most {most}"),
    "less": N_("below {most}"),
}
"""What is said in place of click's sentences; in English click speaks itself."""

EXTRA = NN_("one argument too many: {items:long}", "arguments too many: {items:long}")

_EXTRAS: dict[str, str] = {
    "default: ": N_("default: {value}"),
    "env var: ": N_("environment variable: {value}"),
    "required": N_("required"),
}
"""What click adds to the help of an option in brackets; a range such as ``x>=1`` is the same everywhere."""


class HelpFormatter(click.HelpFormatter):
    """Writes a help page, each piece of whose text goes through ``translate`` on its way."""

    def __init__(self, translate: Translate, width: int | None = None, max_width: int | None = None) -> None:
        super().__init__(width=width, max_width=max_width)
        self._translate = translate

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, f"{self._translate('Usage:')} " if prefix is None else prefix)

    def section(self, name: str) -> AbstractContextManager[None]:  # type: ignore[override]
        return super().section(self._translate(f"{name}:").removesuffix(":"))

    def write_text(self, text: str) -> None:
        parts = [_paragraph(part, self._translate) for part in re.split(r"\n\s*\n", text)]
        super().write_text("\n\n".join(parts))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        translated = [(term, _explained(text, self._translate)) for term, text in rows]
        super().write_dl(translated, col_max, col_spacing)


def translator(language: str, plain: bool = False) -> Translate:
    """Return a function that translates a piece of help, with signs in ASCII if ``plain``."""
    translate = translations(language).text
    # to gettext an empty text is the catalogue's header
    return lambda text: fit(translate(text), plain) if text else ""


def _paragraph(text: str, translate: Translate) -> str:
    """A paragraph in one line; of examples, which keep their lines, only what stands behind ``#``."""
    if text.startswith("\b"):
        return re.sub(r"(?<=\s# )(.+)$", lambda match: translate(match[0]), text, flags=re.MULTILINE)
    return translate(" ".join(text.split()))


def _explained(text: str, translate: Translate) -> str:
    """The help of an option or command, and what click adds to it: ``Stop after N faults.  [x>=1]``."""
    help_text, bracket, extra = text.partition("  [")
    if not bracket:
        return translate(help_text)
    items = [_added(item, translate) for item in extra.removesuffix("]").split("; ")]
    return f"{translate(help_text)}  [{'; '.join(items)}]"


def _added(item: str, translate: Translate) -> str:
    for prefix, template in _EXTRAS.items():
        if item.startswith(prefix):
            return translate(template).format(value=item.removeprefix(prefix))
    return item


def usage_sentence(error: click.UsageError, language: str) -> str:
    """What is wrong with a command line. What a command found itself is in the right language already."""
    if language == "en":
        return error.format_message()
    if isinstance(error, click.NoSuchOption):
        near = " / ".join(sorted(error.possibilities or ()))
        return _say("no-option-near" if near else "no-option", language, name=error.option_name, near=near)
    if isinstance(error, click.BadOptionUsage):
        # the error does not say which of the two it is but in its sentence
        lacking = "requires" in error.message
        return _say("needs-value" if lacking else "takes-no-value", language, name=error.option_name)
    if isinstance(error, click.MissingParameter):
        return _missing(error, language)
    if isinstance(error, click.BadParameter):
        return _unfit(error, language)
    return _plain(error.message, language)


def _say(key: str, language: str, **details: Any) -> str:
    return phrase(USAGE[key], language, **details)


def _name(error: click.BadParameter) -> str:
    """How a parameter is called in sentences: ``'-f' / '--format'``."""
    return error.param.get_error_hint(error.ctx) if error.param and error.ctx else str(error.param_hint)


def _missing(error: click.MissingParameter, language: str) -> str:
    option = isinstance(error.param, click.Option)
    missing = _say("missing-option" if option else "missing-argument", language, name=_name(error))
    if error.param and isinstance(error.param.type, click.Choice):
        return _say("missing-choice", language, missing=missing, choices=_choices(error.param.type))
    return missing


def _choices(kind: click.Choice[Any]) -> list[str]:
    return [str(choice) for choice in kind.choices]


def _unfit(error: click.BadParameter, language: str) -> str:
    """What a value must be. It stands first in click's sentence and nowhere else in the error."""
    value, _, said = error.message.rpartition(" is not ")
    name = _name(error)
    unfit = _say("unfit" if said and value else "unfit-unnamed", language, value=value, name=name)
    kind = error.param.type if error.param else None
    if isinstance(kind, click.Choice):
        return _say("choice", language, unfit=unfit, choices=_choices(kind))
    if isinstance(kind, (type(click.INT), type(click.FLOAT))):
        key = "whole" if isinstance(kind, type(click.INT)) else "number"
        bounds = _bounds(kind, language) if isinstance(kind, (click.IntRange, click.FloatRange)) else []
        return _say(f"{key}-bounded" if bounds else key, language, unfit=unfit, bounds=bounds)
    unfit = _say("unfit-unnamed", language, name=name)
    return _say("other", language, unfit=unfit, message=error.message)


def _bounds(kind: click.IntRange | click.FloatRange, language: str) -> list[str]:
    found = []
    if kind.min is not None:
        found.append(_say("more" if kind.min_open else "least", language, least=str(kind.min)))
    if kind.max is not None:
        found.append(_say("less" if kind.max_open else "most", language, most=str(kind.max)))
    return found


def _plain(message: str, language: str) -> str:
    """A usage error without a kind: one of click's three, or a sentence of ours."""
    if message == "Missing command.":
        return _say("missing-command", language)
    command = re.fullmatch(r"No such command '(.*)'\.", message, re.DOTALL)
    if command:
        return phrase(SAID["no-command"], language, name=command[1])
    extra = re.fullmatch(r"Got unexpected extra arguments? \((.*)\)", message, re.DOTALL)
    if extra is None:
        return message
    template = translations(language).many(*EXTRA, len(extra[1].split(" ")))
    return phrase(template, language, items=extra[1])
