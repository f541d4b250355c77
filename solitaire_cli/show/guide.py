"""The rules of a game as people read them: lines of text under headings; never writes.

Under each heading first stands what the rules themselves say, in the sentences of
:data:`~solitaire_cli.words.messages.RULE_WORDS`, so that it follows the options; then the paragraphs of the game's
guide, which are in its rule file and which only a person could write.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from solitaire_cli.core.cards import RANKS
from solitaire_cli.core.rules import GUIDE, Game, Rules, Text
from solitaire_cli.show.diagram import diagram
from solitaire_cli.show.known_deals import known_text
from solitaire_cli.show.look import Look
from solitaire_cli.words.language import LANGUAGES
from solitaire_cli.words.messages import LABELS, RULE_WORDS
from solitaire_cli.words.translation import N_, listed

NARROWEST = 24
"""The characters that a line has at least."""

HEADINGS: dict[str, str] = {
    "aim": N_("Aim"),
    "layout": N_("Layout"),
    "moves": N_("Moves"),
    "stock": N_("Stock"),
    "foundations": N_("Foundations"),
    "runs": N_("Complete runs"),
    "options": N_("OPTIONS"),  # those of the command line are "Options"
    "special": N_("Special situations"),
    "advice": N_("Advice"),
    "known": N_("Known deals"),
}
"""The headings: one for each section, and ``runs`` for the foundations where they collect runs."""


def guide(game: Game, rules: Rules, look: Look = Look(), width: int = 78) -> list[str]:
    """The rules of ``game`` with the options of ``rules``, line by line, folded at ``width`` characters.

    The diagram is not folded. With the ASCII ``signs`` only words of other alphabets are outside ASCII.
    """
    page = _Page(look, max(width, NARROWEST))
    page.put(f"{shown_names(game, look)} ({game.id})")
    if game.summary:
        page.gap()
        page.put(_said(game.summary, look.language))
    prose: Mapping[str, Any] = game.data.get("guide") or {}
    facts = _facts(rules)
    for section in GUIDE:
        said = [look.phrase(words, **_values(rules)) for words in facts[section]]
        paragraphs = [] if section == "options" else _paragraphs(prose.get(section, ()), rules, look.language)
        if section == "layout":
            page.head(section)
            page.points(said)
            page.draw(diagram(rules, look))
            page.points(paragraphs)
        elif section == "options" and game.options:
            page.head(section)
            _options(page, game, rules, prose.get(section, {}))
        elif said or paragraphs:
            page.head("runs" if section == "foundations" and rules.goal == "runs" else section)
            page.points([*said, *paragraphs])
    return page.lines


def known_deals(rules: Rules, look: Look = Look(), width: int = 78) -> list[str]:
    """What is known of the first deals, under a heading; no line where nothing is."""
    page = _Page(look, max(width, NARROWEST))
    text = known_text(rules, look)
    if text:
        page.head("known")
        page.points([text])
    return page.lines


def shown_names(game: Game, look: Look) -> str:
    """The names of a game in all languages, or the English one where only ASCII is written."""
    if look.ascii_only:
        return game.names["en"]
    return " / ".join(game.names[each] for each in LANGUAGES if each in game.names)


class _Page:
    """Lines of text, folded as they come."""

    def __init__(self, look: Look, width: int) -> None:
        self.look = look
        self.lines: list[str] = []
        self._width = width

    def put(self, text: str, first: str = "", rest: str = "") -> None:
        """Fold a text, ``first`` before its first line and ``rest`` before the others."""
        from textwrap import wrap

        text = self.look.fit(text)
        self.lines += wrap(text, self._width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)

    def points(self, texts: list[str]) -> None:
        """Put each text as a point of its own."""
        for text in texts:
            self.put(text, "- ", "  ")

    def head(self, section: str) -> None:
        """Begin a section."""
        self.gap()
        self.put(self.look.phrase(HEADINGS[section]).upper())

    def draw(self, lines: list[str]) -> None:
        """Put a picture as it is, set off from the text around it."""
        self.gap()
        self.lines += [*lines, ""]

    def gap(self) -> None:
        """Leave one line empty."""
        if not self.lines or self.lines[-1]:
            self.lines.append("")


def _facts(rules: Rules) -> dict[str, list[str]]:
    """The sentences that the rules have for each section."""
    king = f"king-{rules.unit}" if rules.empty == "king" else f"any-{rules.unit}"
    stock = []
    if rules.stock_size:
        even = rules.stock_size % len(rules.columns) == 0
        stock = [("stock", rules.stock), ("deals", "even" if even else "uneven")]
    facts = {
        "aim": [("goal", rules.goal)],
        "layout": [("cards", "")],
        "moves": [("build", rules.build), ("unit", rules.unit), ("empty", king)],
        "stock": stock,
        "foundations": [("removal", rules.removal)],
    }
    if any(down for down, _ in rules.columns):
        facts["moves"].append(("turn", ""))
    if rules.auto:
        facts["foundations"].append(("auto", ""))
    return {section: [RULE_WORDS[fact] for fact in facts.get(section, ())] for section in GUIDE}


def _values(rules: Rules) -> dict[str, Any]:
    """What the sentences of :data:`~solitaire_cli.words.messages.RULE_WORDS` have to be told."""
    columns = len(rules.columns)
    return {
        "cards": rules.cards,
        "packs": rules.packs,
        "columns": columns,
        "stock": rules.stock_size,
        "deals": -(-rules.stock_size // columns),
        "last": rules.stock_size % columns,
        "piles": len(rules.piles),
        "king": RANKS[rules.ranks - 1],
    }


def _paragraphs(section: Any, rules: Rules, language: str) -> list[str]:
    """The paragraphs of a section of the guide that hold with the options of ``rules``."""
    return [
        _said(paragraph, language)
        for paragraph in section
        if all(rules.options[option] in wanted for option, wanted in _conditions(paragraph))
    ]


def _conditions(paragraph: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """The options that a paragraph asks for, each with the values that will do."""
    for option, wanted in paragraph.get("when", {}).items():
        yield option, wanted if isinstance(wanted, list) else [wanted]


def _options(page: _Page, game: Game, rules: Rules, remarks: Mapping[str, Mapping[str, Text]]) -> None:
    """Each option with its values, the one in force marked, and what the guide says of them."""
    look = page.look
    for option, values in game.options.items():
        shown = [f"{value}*" if rules.options[option] == value else value for value in values]
        said = look.phrase(LABELS["option"], option=option, values=listed(shown, look.language))
        page.points([said])
        for value in values:
            text = remarks.get(option, {}).get(value)
            if text:
                page.put(f"{value}: {_said(text, look.language)}", "  - ", "    ")
    page.gap()
    page.put(look.phrase(LABELS["chosen"]))


def _said(text: Text, language: str) -> str:
    return text.get(language, text["en"])
