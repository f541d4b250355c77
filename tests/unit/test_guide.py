"""The rules as people read them: complete in both languages, right for the options, folded."""

from __future__ import annotations

import re
from itertools import pairwise, product
from typing import Any

import pytest
import yaml
from support import SPIDERETTE, TINY, run

import solitaire_cli
from solitaire_cli.core.errors import Fault
from solitaire_cli.core.policies import GUIDE, RELATIONS
from solitaire_cli.core.rule_data import Placed
from solitaire_cli.core.rules import Game, Rules
from solitaire_cli.core.steps import RESERVE
from solitaire_cli.rulebook.rule_file import read_game
from solitaire_cli.shell.console import Console
from solitaire_cli.show.diagram import diagram
from solitaire_cli.show.guide import HEADINGS, NARROWEST, guide, known_deals
from solitaire_cli.show.look import ASCII, UNICODE, Look, Signs
from solitaire_cli.words.escaping import fit
from solitaire_cli.words.language import LANGUAGES
from solitaire_cli.words.rule_words import RULE_WORDS
from solitaire_cli.words.translation import phrase

ALL = list(solitaire_cli.games())
GAMES = [game for game in ALL if "guide" in game.data]  # whose guide a person wrote
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
each_language = pytest.mark.parametrize("language", LANGUAGES)


def ruled(game: Game, **options: str) -> Rules:
    rules = game.rules(options)
    assert not isinstance(rules, Fault)
    return rules


def choices(game: Game) -> list[Rules]:
    """The rules of a game with every choice of its options."""
    return [ruled(game, **dict(zip(game.options, values))) for values in product(*game.options.values())]


def prose(game: Game) -> list[dict[str, str]]:
    """All texts of a guide, by language."""
    found = []

    def collect(value: Any) -> None:
        if isinstance(value, dict) and "en" in value:
            found.append({language: text for language, text in value.items() if language != "when"})
        elif isinstance(value, (dict, list)):
            for item in value.values() if isinstance(value, dict) else value:
                collect(item)

    collect(game.data["guide"])
    return found


def sections(lines: list[str], language: str) -> dict[str, str]:
    """The text of each section by the name of its heading."""
    heads = {phrase(words, language).upper(): name for name, words in HEADINGS.items()}
    found: dict[str, list[str]] = {}
    into: list[str] = []
    for line in lines:
        if line in heads:
            into = found.setdefault(heads[line], [])
        else:
            into.append(line)
    return {name: " ".join(" ".join(text).split()) for name, text in found.items()}


def english(text: str, **options: str) -> dict[str, str]:
    game = read_game(text, "own.yaml")
    return sections(guide(game, ruled(game, **options)), "en")


# the guides of the games


@each_game
def test_every_section_is_there_in_both_languages(game: Game) -> None:
    assert list(game.data["guide"]) == [name for name in GUIDE if name != "options" or game.options]
    for texts in prose(game):
        assert set(texts) == set(LANGUAGES)
    for rules in choices(game):
        for language in LANGUAGES:
            found = sections(guide(game, rules, Look(language)), language)
            assert len(found) == len(game.data["guide"])
            assert all(text.count("- ") >= 2 for text in found.values())


@each_game
def test_every_value_of_an_option_has_a_remark(game: Game) -> None:
    remarks = game.data["guide"].get("options", {})
    assert {option: list(values) for option, values in remarks.items()} == {
        option: list(values) for option, values in game.options.items()
    }


@each_game
def test_the_letters_of_each_language(game: Game) -> None:
    """English can be written in ASCII, and of Russian only the words are outside it."""
    for texts in (*prose(game), game.summary):
        assert fit(texts["en"], True).isascii()
        assert re.fullmatch("[\x20-\x7eа-яА-ЯёЁ]*", fit(texts["ru"], True))
        assert not set(re.findall("[A-Za-z]+", texts["ru"])) - {"undo", "auto"}


@each_game
@each_language
@pytest.mark.parametrize("signs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_lines_are_folded_and_the_diagram_is_not(game: Game, language: str, signs: Any) -> None:
    for rules in choices(game):
        drawn = diagram(rules, Look(language, signs))
        for width in (NARROWEST, 40, 78, 100):
            lines = guide(game, rules, Look(language, signs), width)
            at = lines.index(drawn[0])
            assert lines[at - 1 : at + len(drawn) + 1] == ["", *drawn, ""]
            assert all(len(line) <= width for line in lines[:at] + lines[at + len(drawn) :])
            assert not any(line != line.rstrip() for line in lines)
            assert "" not in (lines[0], lines[-1])
            assert ("", "") not in pairwise(lines)
            words = " ".join(" ".join(lines).split())
            assert words == " ".join(" ".join(guide(game, rules, Look(language, signs), 78)).split())


@each_game
@each_language
def test_the_diagram_fits_a_terminal_of_80(game: Game, language: str) -> None:
    assert max(map(len, guide(game, ruled(game), Look(language)))) <= 80


# what follows the options


def test_paragraphs_that_hold_for_some_options() -> None:
    [spider] = (game for game in GAMES if "suits" in game.options)
    for suits, mixed, one in (("4", True, False), ("2", True, False), ("1", False, True)):
        found = sections(guide(spider, ruled(spider, suits=suits)), "en")
        assert ("mixed suits" in found["moves"]) is mixed
        assert ("All cards are spades" in found["moves"]) is one
        assert ("Keep suits together" in found["advice"]) is mixed
    [beetle] = (game for game in GAMES if "move" in game.options)
    for empty, move in product(("king", "any"), ("card", "run")):
        found = sections(guide(beetle, ruled(beetle, empty=empty, move=move)), "en")
        assert ("Why is it so hard to win?" in found["special"]) is ((empty, move) == ("king", "card"))
        assert ("for a king when" in found["advice"]) is (empty == "king")
        assert ("any other card" in found["advice"]) is (empty == "any")


def test_the_sentences_follow_the_options() -> None:
    [beetle] = (game for game in GAMES if "move" in game.options)
    said = {
        ("king", "card"): "An empty column takes only a card of the highest rank, K.",
        ("king", "run"): "An empty column takes only a card of the highest rank, K, or a run headed by one.",
        ("any", "card"): "An empty column takes any card.",
        ("any", "run"): "An empty column takes any card or run.",
    }
    for (empty, move), sentence in said.items():
        found = sections(guide(beetle, ruled(beetle, empty=empty, move=move)), "en")
        assert f"- {sentence} -" in found["moves"]
        assert ("Cards move one at a time." in found["moves"]) is (move == "card")
        star = {"king": "king* and any", "any": "king and any*"}[empty]
        assert f"- Option empty: {star}." in found["options"]


def test_a_game_without_a_guide() -> None:
    """The sentences of the rules stand alone, and a section that has none is left out."""
    told = english(TINY)
    told["layout"] = told["layout"].partition(" ┌")[0]  # the diagram has tests of its own
    assert told == {
        "aim": "- The game is won when all 12 cards are on 4 foundations, in suit, A to 3.",
        "layout": "- 12 cards, 1 pack; 3 columns, 8 cards in the stock."
        " - Column 1: 1 face down, 1 face up. - Column 2: 2 face up. - Column 3: empty.",
        "moves": "- Columns build down in suit; nothing goes on an ace."
        " - Cards move one at a time."
        " - An empty column takes only a card of the highest rank, 3."
        " - A face-down card turns face up in the step that uncovers it.",
        "stock": "- A deal puts a face-up card on each column, empty ones too, from the left, while the stock lasts."
        " - The stock is dealt only once: 3 deals, the last of only 2 cards.",
        "foundations": "- Cards go to the foundations one at a time and never come back."
        " - When the stock is empty and foundation moves alone can win, auto makes them in one step.",
    }
    found = english(SPIDERETTE)
    assert list(found) == ["aim", "layout", "moves", "stock", "runs", "options"]
    assert found["options"].startswith("- Option suits: 4* and 1. - Option columns: seven* and two. *")


def test_a_game_without_a_stock() -> None:
    assert "stock" not in english(TINY.replace("[1+1, 0+2, 0+0]", "[4+2, 4+2, 0+0]"))
    assert "once: 1 deal." in english(TINY.replace("[1+1, 0+2, 0+0]", "[4+2, 1+2, 0+0]"))["stock"]


def test_a_guide_of_a_part() -> None:
    """Any section may be absent, and so may Russian; a condition may name several values."""
    text = SPIDERETTE + (
        "guide:\n"
        "  special:\n"
        "  - {en: Only now and then., when: {suits: ['1'], columns: [seven, two]}}\n"
        "  - {en: Always., ru: Всегда.}\n"
        "  options: {suits: {'1': {en: Easy.}}}\n"
    )
    assert english(text)["special"] == "- Always."
    assert english(text, suits="1")["special"] == "- Only now and then. - Always."
    assert " - 1: Easy. - Option columns" in english(text)["options"]
    game = read_game(text, "own.yaml")
    assert (
        sections(guide(game, ruled(game, suits="1"), Look("ru")), "ru")["special"] == "- Only now and then. - Всегда."
    )


def page(game: Game, rules: Rules, language: str = "en") -> str:
    return " ".join(" ".join(guide(game, rules, Look(language))).split())


@pytest.mark.long
def test_every_sentence_of_the_rules_is_said_somewhere() -> None:
    said = [page(game, ruled(game)) for game in ALL]
    # what no game of the package has
    small = read_game(TINY, "tiny.yaml")
    dealt = Placed(RESERVE, False)
    for relation, direction, wrap in product(RELATIONS, ("down", "both"), (False, True)):
        related: dict[str, Any] = {"build": relation, "run": relation, "complete": relation, "direction": direction}
        moved: dict[str, Any] = {**related, "wrap": wrap, "unit": "run", "empty": "any", "reserves": 2}
        said.append(page(small, small.base._replace(**moved, carry="pieces", cells=2 * wrap, base=2)))
        runs = small.base._replace(**moved, carry="spaces", goal="runs", removal="by-move", head="any")
        said.append(page(small, runs._replace(tableau=(*small.base.tableau, dealt))))
    said += [page(game, rules) for game in GAMES for rules in choices(game)]
    for words in RULE_WORDS.values():
        pattern = ".+?".join(re.escape(part) for part in re.split(r"\{.*?\}", words))
        assert any(re.search(f"{pattern}", text) for text in said), words


def told(name: str, language: str = "en", **options: str) -> dict[str, str]:
    game = solitaire_cli.games()[name]
    return sections(guide(game, ruled(game, **options), Look(language)), language)


def test_the_layout_is_told() -> None:
    """Columns that start alike are named together, those of a triangle as a range."""
    for name, said in {
        "Spider": "Columns 1, 4, 7 and 10: 5 face down, 1 face up. "
        "- Columns 2, 3, 5, 6, 8 and 9: 4 face down, 1 face up.",
        "Yukon": "Column 1: 1 face up. - Columns 2 to 7: 1 to 6 face down, 5 face up.",
        "Simple Simon": "Columns 1 to 3: 8 face up. - Columns 4 to 10: 7 to 1 face up.",
        "Mrs. Mop": "Each column starts with 8 cards, face up.",
        "Haystack": "Column 5: empty.",
        "Lily": "In the columns face-down and face-up cards lie by turns; the last one is face up.",
        "Cat's Tail": "cards go to one until a K comes, which begins the next.",
        "Seahaven Towers": "The deal puts 2 cards in the cells: c2 and c3.",
        "Penguin": "The deal puts 3 cards on the foundations.",
        "Double FreeCell": "These cards are dealt after all others: AC AS AH AD.",
        "Retinue": "Before the rest of the pack a K is dealt.",
        "Yukonic Plague": "There is a reserve, which starts with 13 cards.",
        "Applegate": "There are 3 reserves, each of which starts with 1 card.",
    }.items():
        assert f"- {said}" in told(name)["layout"].replace("- The columns are dealt one after the other: ", "- ")
    assert "Столбцы от 2 до 7: закрытых от 1 до 6, открытых 5." in told("Yukon", "ru")["layout"]


def test_the_moves_are_told() -> None:
    free = told("FreeCell")["moves"]
    assert "Columns build down in alternating colours; nothing goes on an ace." in free
    assert "empty cells, and one more; each empty column but the target doubles that number." in free
    none = told("FreeCell", cells="0")["moves"]
    assert "One card moves at a time, but each empty column" in none
    assert "cell" not in none
    assert "One piece of a single suit" in told("Simple Simon")["moves"]
    assert "Any face-up card moves with all that lies on it" in told("Scorpion")["moves"]
    assert "There is only one deal, of 3 cards." in told("Scorpion")["stock"]
    assert told("York")["runs"].endswith("It may begin with any rank, since K follows A.")
    assert "each in a column of its own" in told("Yukon Kings")["aim"]
    assert "runs" not in told("Yukon Kings")


@each_language
def test_every_game_has_a_page(language: str) -> None:
    """No sentence lacks a value, and the letters are those of the language."""
    for game in ALL:
        text = page(game, ruled(game), language)
        assert not re.search(r"[{}]|\bNone\b", text), game.id
        assert (
            bool(re.search("[а-я]", text.replace(" / ", ""))) is (language == "ru")
            or game in GAMES
            or "ru" in game.names
        )


# the command


@each_game
def test_yaml_keeps_the_guide(game: Game) -> None:
    printed = run("games", game.id, "-f", "yaml").text
    assert yaml.safe_load(printed)["guide"] == game.data["guide"]
    again = read_game(printed, "again.yaml")
    assert guide(again, ruled(again), Look("ru")) == guide(game, ruled(game), Look("ru"))


def both(game: Game, language: str, signs: Signs, width: int = 78) -> list[str]:
    """The guide and what is known of deals."""
    rules = ruled(game)
    return [*guide(game, rules, Look(language, signs), width), *known_deals(rules, Look(language, signs), width)]


def test_the_command_writes_the_guide() -> None:
    for game in GAMES:
        for language in LANGUAGES:
            done = run("games", game.id, "--lang", language)
            assert done.lines == both(game, language, UNICODE)
            done = run("games", game.id, "--lang", language, "--ascii")
            assert done.lines == both(game, language, ASCII)
            assert done.out.isascii() is (language == "en")


def test_the_width_without_a_terminal() -> None:
    assert Console().product.page_width == 78
