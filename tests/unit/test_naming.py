"""Games are found by their names, PySolFC's too, and what was meant by a wrong one is suggested."""

from __future__ import annotations

import pytest
from support import TINY, run

import solitaire_cli
from solitaire_cli.core.listing import Listed, unknown_game
from solitaire_cli.core.naming import folded
from solitaire_cli.core.rules import Catalogue, Game
from solitaire_cli.rulebook.rule_file import FileCatalogue, read_game

GAMES = solitaire_cli.games()


def own(*names: str) -> Game:
    """A game that PySolFC is said to know under ``names``."""
    known = ", ".join(f'{{name: "{name}", id: {number}}}' for number, name in enumerate(names, 1))
    return read_game(f"{TINY}pysolfc: [{known}]\n" if names else TINY, "own.yaml")


def test_the_list_is_that_of_the_rule_files() -> None:
    listed = list(GAMES.listed())
    assert listed == [game.listed() for game in GAMES]
    assert Listed("spiderwort", {"en": "Spiderwort", "ru": "Паучник"}, (), "runs") in listed
    assert [game.id for game in listed] == sorted(game.id for game in listed)
    kinds = {name: GAMES[name].base.kind for name in ("Lily", "Scorpion", "Yukon Kings", "Yukon", "Gypsy", "FreeCell")}
    assert [*kinds.values()] == ["runs", "loose-runs", "loose-runs", "loose-cards", "dealt-cards", "open-cards"]


def test_a_name_of_pysolfc_stands_for_options() -> None:
    two = GAMES["spider  (2 SUITS)"]
    assert (two.id, dict(two.chosen)) == ("spider", {"suits": "2"})
    assert two.rules() is GAMES["Паук"].rules({"suits": "2"})
    assert two.rules({"suits": "1"}) is GAMES["spider"].rules({"suits": "1"})
    assert GAMES["Spider"].chosen == {}
    assert GAMES["Gypsy (3 Decks)"].rules() is GAMES["gypsy"].rules({"packs": "3"})


def test_a_name_of_ours_comes_first() -> None:
    assert GAMES["Beetle"] is GAMES["beetle"]
    assert "Beetle" in [name for name, _, _ in GAMES["open-spider"].pysolfc]
    catalogue = FileCatalogue([own("Spiderwort", "Open Spider", "Tiniest")])
    found = {name: catalogue[name].id for name in ("spiderwort", "Open Spider", "tiniest")}
    assert found == {"spiderwort": "spiderwort", "Open Spider": "open-spider", "tiniest": own().id}


def test_dots_and_blanks_do_not_matter() -> None:
    assert folded(" Чёрная  ВДОВА ") == "черная вдова"
    assert GAMES["черная вдова"] is GAMES["black-widow"]


@pytest.mark.parametrize(
    ("typed", "near"),
    [
        ("beatle", 'did you mean "beetle"?'),
        ("free cell", 'did you mean "freecell"?'),
        ("yucon", 'did you mean "yukon"?'),
        ("Жукк", 'did you mean "Жук"?'),
        ("пасьянс", 'did you mean "Русский пасьянс"?'),
        ("whist", '"solitaire-cli games" lists all 142'),
    ],
)
def test_what_was_meant(typed: str, near: str) -> None:
    assert str(unknown_game(typed, GAMES.listed())).partition("; ")[2] == near


def test_a_search_takes_the_heading_of_a_family_where_no_name_has_the_words() -> None:
    found = run("games", "--search", "scorpion family", "-f", "json").records
    assert {"scorpion", "wasp"} < {record["game"] for record in found}
    assert {GAMES[record["game"]].base.kind for record in found} == {"loose-runs"}
    assert run("games", "--search", "Семейство «Скорпиона»", "-f", "json").records == found
    assert [record["game"] for record in run("games", "--search", "alaska", "-f", "json").records] == ["alaska"]


def test_no_rules_are_read_for_names() -> None:
    catalogue = FileCatalogue()
    unknown_game("klondike", catalogue.listed())
    assert (len(catalogue), repr(catalogue)) == (142, "<Catalogue: 142 games>")
    assert catalogue._shipped == {}
    assert repr(Catalogue([own()])) == f"<Catalogue: {own().id}>"
