"""The rules of a game as people read them: lines of text under headings.

Under each heading come first the sentences of :mod:`solitaire_cli.show.facts`, which follow from the rules with their
options, then the paragraphs that a person wrote in the game's rule file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from solitaire_cli.core.listing import Listed
from solitaire_cli.core.policies import GUIDE
from solitaire_cli.core.rule_data import Text
from solitaire_cli.core.rules import Game, Rules
from solitaire_cli.show.diagram import diagram
from solitaire_cli.show.facts import said, summary
from solitaire_cli.show.known_deals import known_text
from solitaire_cli.show.look import Look
from solitaire_cli.words.language import LANGUAGES
from solitaire_cli.words.messages import LABELS
from solitaire_cli.words.translation import N_, listed

NARROWEST = 24  # the characters in a line of the narrowest page

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
"""One heading for each section, and ``runs`` for the foundations where they collect runs."""


def guide(game: Game, rules: Rules, look: Look = Look(), width: int = 78, others: Mapping[str, Game] = {}) -> list[str]:
    """Return the rules of ``game`` with the options of ``rules``, folded at ``width`` except for the diagram.

    ``others`` are the games that are found by a name under which PySolFC knows this one.
    """
    page = _Page(look, width)
    page.put(f"{list_names(game, look)} ({game.id})")
    page.gap()
    page.put(look.choose(game.summary) if game.summary else summary(rules, look))
    for name, found in others.items():
        page.put(look.phrase(LABELS["pysolfc-other"], name=name, found=list_names(found, look)))
    prose: Mapping[str, Any] = game.data.get("guide") or {}
    facts = said(rules, look)
    for section in GUIDE:
        if section == "options":
            _describe_options(page, game, rules, prose.get(section, {}))
            continue
        sentences = facts.get(section, [])
        paragraphs = [look.choose(text) for text in prose.get(section, ()) if _applies(text, rules)]
        if sentences or paragraphs:
            page.head("runs" if section == "foundations" and rules.goal == "runs" else section)
            page.points(sentences)
            if section == "layout":
                page.gap()
                page.lines += [*diagram(rules, look), ""]
            page.points(paragraphs)
    return page.lines


def known_deals(rules: Rules, look: Look = Look(), width: int = 78) -> list[str]:
    """Return what is known of a game's first deals, under a heading; no lines if nothing is."""
    page = _Page(look, width)
    text = known_text(rules, look)
    if text:
        page.head("known")
        page.points([text])
    return page.lines


def list_names(game: Game | Listed, look: Look) -> str:
    """Return the names of a game in all languages, or in English where only ASCII can be written."""
    if look.ascii_only:
        return game.names["en"]
    return " / ".join(game.names[each] for each in LANGUAGES if each in game.names)


class _Page:
    """Lines of text, folded as they come."""

    def __init__(self, look: Look, width: int) -> None:
        self.look = look
        self.lines: list[str] = []
        self._width = max(width, NARROWEST)

    def put(self, text: str, first: str = "", rest: str = "") -> None:
        from textwrap import wrap

        text = self.look.fit(text)
        self.lines += wrap(text, self._width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)

    def points(self, texts: Iterable[str]) -> None:
        for text in texts:
            self.put(text, "- ", "  ")

    def head(self, section: str) -> None:
        self.gap()
        self.put(self.look.phrase(HEADINGS[section]).upper())

    def gap(self) -> None:
        if not self.lines or self.lines[-1]:
            self.lines.append("")


def _applies(paragraph: Mapping[str, Any], rules: Rules) -> bool:
    """Return whether the options of ``rules`` are among those that a paragraph is for: a value or several of each."""
    conditions = paragraph.get("when", {}).items()
    return all(rules.options[name] in (value if isinstance(value, list) else [value]) for name, value in conditions)


def _describe_options(page: _Page, game: Game, rules: Rules, remarks: Mapping[str, Mapping[str, Text]]) -> None:
    """Put each option with its values, a star behind the chosen one, and the remarks on them."""
    if not game.options:
        return
    look = page.look
    page.head("options")
    for option, values in game.options.items():
        starred = [f"{value}*" if rules.options[option] == value else value for value in values]
        page.points([look.phrase(LABELS["option"], option=option, values=listed(starred, look.language))])
        known = {chosen[option]: name for name, _, chosen in game.pysolfc if [*chosen] == [option]}
        for value in values:
            if text := remarks.get(option, {}).get(value):
                page.put(f"{value}: {look.choose(text)}", "  - ", "    ")
            elif value in known:
                page.put(f"{value}: {look.phrase(LABELS['pysolfc'], name=known[value])}", "  - ", "    ")
    page.gap()
    page.put(look.phrase(LABELS["chosen"]))
