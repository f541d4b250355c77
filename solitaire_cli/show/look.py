"""How output looks: language, signs, form and colour, as one frozen value that other processes get too."""

# Without "from __future__ import annotations", which makes texts of the types of fields: each is compiled at start-up.

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from solitaire_cli.core.cards import GLYPHS, SUITS
from solitaire_cli.words.escaping import fit, printable
from solitaire_cli.words.translation import phrase

if TYPE_CHECKING:
    from solitaire_cli.core.errors import Fault, Problem
    from solitaire_cli.core.rules import Rules

TEXT, JSON, YAML, CSV, TSV = "text", "json", "yaml", "csv", "tsv"
"""The forms of output."""


class Signs(NamedTuple):
    """The characters of a picture; ``box`` has the corners, lines and crossings of a frame, row by row."""

    suits: str
    covered: str
    empty: str
    box: tuple[str, str, str]
    left: str
    up: str


UNICODE = Signs(GLYPHS, "▒▒", "··", ("┌─┬┐", "│ ││", "└─┴┘"), "←", "↑")
ASCII = Signs(SUITS, "##", "--", ("+-++", "| ||", "+-++"), "<-", "^")
UNICODE_SIGNS = "".join((*UNICODE.box, UNICODE.suits, UNICODE.covered, UNICODE.empty, UNICODE.left, UNICODE.up))
"""What the encoding of an output must have for pictures in Unicode."""

_RED_CARD = r"(?<![\w\[])[A2-9TJQK][♥♦HD](?!\w)"  # compiled when used, which most commands never do


class Look(NamedTuple):
    """The language and signs of all that people read, and the form of the product.

    With ``linear`` positions come in words, for a screen reader; ``coloring`` allows colours and other decoration.
    """

    language: str = "en"
    signs: Signs = UNICODE
    form: str = TEXT
    linear: bool = False
    coloring: bool = False

    @property
    def plain(self) -> bool:
        """Whether signs are ASCII in what people read."""
        return self.signs == ASCII

    @property
    def ascii_only(self) -> bool:
        """Whether people see no character outside ASCII at all."""
        return self.plain and self.language == "en"

    def fit(self, text: str) -> str:
        """Return ``text`` with its signs in ASCII if the look asks for that."""
        return fit(text, self.plain, self.ascii_only)

    def choose(self, texts: Mapping[str, str]) -> str:
        """Return the text in this language, else the English one."""
        return texts.get(self.language, texts["en"])

    def color_cards(self, prose: str) -> str:
        """Return prose with the red cards that it mentions in red, where the look allows colours."""
        return re.sub(_RED_CARD, "\x1b[31m\\g<0>\x1b[0m", prose) if self.coloring else prose

    def phrase(self, template: str, /, **details: Any) -> str:
        """Return a sentence in this language, see :func:`~solitaire_cli.words.translation.phrase`."""
        return phrase(template, self.language, **details)

    def sentence(self, problem: "Problem | Fault") -> str:
        """Return the sentence for a fault in this language."""
        from solitaire_cli.words.faults import sentence

        return sentence(problem, self.language)

    def title(self, rules: "Rules", deal: str | None) -> str:
        """Return the name of a game with its number and options: ``Spider Millennium 24 (suits: 4)``."""
        number = "" if deal is None else f" {printable(deal)}"
        options = ", ".join(f"{option}: {value}" for option, value in rules.options.items())
        return f"{self.choose(rules.names)}{number}{options and f' ({options})'}"
