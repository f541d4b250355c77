"""Every sentence exists in both languages with the same placeholders, and says what it should."""

from __future__ import annotations

import ast
import re
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po
from catalogue import extracted, forms, key, missing, path_of, updated, written

import solitaire_cli
from solitaire_cli.api import deal, validate
from solitaire_cli.core.errors import Code, Fault, FaultError, Problem
from solitaire_cli.core.policies import RELATIONS
from solitaire_cli.transcript.document import Transcript
from solitaire_cli.transcript.writer import _ascii_letters, scalar
from solitaire_cli.words.card_words import FROM_RANKS, OF_SUITS, RANKS, SUITS, TO_RANKS
from solitaire_cli.words.escaping import HIDDEN, fit, printable, quoted
from solitaire_cli.words.faults import SENTENCES, sentence
from solitaire_cli.words.language import LANGUAGES
from solitaire_cli.words.messages import COMPLAINTS
from solitaire_cli.words.translation import LISTS, NOUNS, phrase, translations

PACKAGE = Path(solitaire_cli.__file__).parent
RUSSIAN = path_of("ru")


def names(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def test_every_sentence_is_translated_and_none_is_stale() -> None:
    with RUSSIAN.open("rb") as file:
        translated = {key(message): forms(message) for message in read_po(file) if message.id and not message.fuzzy}
    assert {source for source, found in translated.items() if all(found)} == set(extracted())
    for source, found in translated.items():
        for form in found:
            assert names(source if isinstance(source, str) else source[1]) == names(form), source


def test_the_compiled_catalogue_is_that_of_the_source() -> None:
    with RUSSIAN.open("rb") as file:
        source = {key(message): forms(message) for message in read_po(file) if message.id}
    made = read_mo(BytesIO(RUSSIAN.with_suffix(".mo").read_bytes()))
    assert {key(message): forms(message) for message in made if message.id} == source


def test_the_catalogue_is_as_its_script_writes_it() -> None:
    source, compiled = written(updated(RUSSIAN.read_bytes(), "ru"))
    assert source == RUSSIAN.read_bytes(), "run: python tests/tools/catalogue.py"
    assert compiled == RUSSIAN.with_suffix(".mo").read_bytes()


def test_the_script_keeps_translations_and_finds_what_lacks_one() -> None:
    """A sentence taken out of the catalogue comes back without a translation, one too many goes."""
    with RUSSIAN.open("rb") as file:
        catalogue = read_po(file, "ru")
    catalogue.delete("won")
    catalogue.add("an old sentence", "старое")
    made = updated(written(catalogue)[0], "ru")
    assert missing(made) == ["won"]
    assert "an old sentence" not in made
    assert {key(each) for each in made if each.id} == set(extracted())
    assert forms(made["lost"]) == ["проиграно"]
    assert len(missing(updated(b"", "ru"))) == len(extracted())


def test_russian_sentences_go_with_ascii_signs() -> None:
    """Only the words may be above 127 where ASCII is asked for."""
    with RUSSIAN.open("rb") as file:
        for message in read_po(file):
            for text in forms(message) if message.id else []:
                assert re.fullmatch("[\x00-\x7fа-яА-ЯёЁ]*", fit(text, True)), text


def is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def faults_in_the_code() -> set[tuple[Code, str]]:
    """The code and variant of each ``Fault(...)`` and ``RuleFaultError(...)`` that the package writes with literals."""
    found = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            variants: list[ast.expr] = []
            if isinstance(node, ast.FunctionDef) and node.name == "sense":
                pairs = [each for each in ast.walk(node) if isinstance(each, ast.Tuple) and len(each.elts) == 2]
                variants = [pair.elts[1] for pair in pairs]
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "RuleFaultError":
                variants = node.args[1:2]
            found |= {(Code.BAD_VALUE, f"rule-{ast.literal_eval(each)}") for each in variants if is_text(each)}
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Fault"):
                continue
            if not (node.args and isinstance(node.args[0], ast.Attribute)):
                continue
            variant = node.args[2] if len(node.args) > 2 else ast.Constant("")
            for value in ast.walk(variant):
                if isinstance(value, ast.Constant) and isinstance(value.value, str):
                    found.add((Code[node.args[0].attr], value.value))
    return found


def test_every_fault_has_a_sentence() -> None:
    known = faults_in_the_code()
    assert len(known) > 50
    # parts of an f-string and tests of a value are no variants
    missing = known - set(SENTENCES)
    assert {variant for _, variant in missing} <= {"nothing-", "rule-", "K", "king", "any", "run", "same-suit"}
    assert {code for code, _ in SENTENCES} == set(Code)


def test_every_relation_has_its_sentences() -> None:
    """What the code passes on as a variant is a word of the rules; of the same suit is the one without a variant."""
    others = set(RELATIONS) - {"same-suit"}
    assert others == {variant for code, variant in SENTENCES if code == Code.BUILD_RANK} & set(RELATIONS)
    colours = {"other-colour", "same-colour"}
    assert colours == {variant for code, variant in SENTENCES if code == Code.BUILD_COLOUR}
    assert {"", "other-suit"} == {variant for code, variant in SENTENCES if code == Code.BUILD_SUIT}
    assert {*colours, "suit", "other-suit"} < {variant for code, variant in SENTENCES if code == Code.NOT_A_RUN}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("code", "variant"), list(SENTENCES), ids=str)
def test_sentences_can_be_made(language: str, code: Code, variant: str) -> None:
    details: dict[str, Any] = {}
    for name in names(SENTENCES[code, variant]):
        plural = re.search(rf"\{{{name}:(\w+)", SENTENCES[code, variant])
        spec = plural[1] if plural else ""
        if spec == "places":
            details[name] = {"cells": 2}
            continue
        details[name] = [1, 4] if spec in LISTS else ["a", "b"] if spec == "list" else 2 if spec in NOUNS else "x"
    text = sentence(Problem(Fault(code, details, variant), token="x"), language)
    assert text
    assert not re.search(r"\{(?!suits)", text)


COUNTS = {
    0: "0 карт",
    1: "1 карта",
    2: "2 карты",
    4: "4 карты",
    5: "5 карт",
    11: "11 карт",
    12: "12 карт",
    14: "14 карт",
    21: "21 карта",
    22: "22 карты",
    25: "25 карт",
    101: "101 карта",
    111: "111 карт",
    112: "112 карт",
}


@pytest.mark.parametrize("number", list(COUNTS))
def test_russian_plurals(number: int) -> None:
    assert phrase("{n:card}", "ru", n=number) == COUNTS[number]
    steps = {"карт": "ходов", "карта": "ход", "карты": "хода"}
    assert phrase("{n:step}", "ru", n=number) == f"{number} {steps[COUNTS[number].split()[1]]}"
    assert phrase("{n:card}", "en", n=number) == f"{number} {'card' if number == 1 else 'cards'}"


def message(text: str, language: str = "en") -> str:
    *_, verdict = validate(text)
    assert verdict.problem is not None
    return sentence(verdict.problem, language)


HEAD = "---\ngame: spider-millennium\ndeal: 1\n---\n"


def test_sentences_name_cards_and_columns() -> None:
    """Deal 1 shows 8H TH AH JC 4H 7H QS QC 7C 3S."""
    assert message(HEAD + "1-2") == "8H does not go on TH in column 2; a 9 of any suit would"
    assert message(HEAD + "1-3") == "8H does not go on AH in column 3; nothing goes on an ace"
    assert message(HEAD + "6-1:7C") == "the move from column 6 starts with 7H, not 7C"
    assert message(HEAD + "6-1x2") == "column 6 has 1 card face up, not 2; at most 1 card can move"
    assert message(HEAD + "11-1") == "there is no column 11; the columns are 1 to 10"
    assert message(HEAD + "6-1x2", "ru") == "в столбце 6 открытых карт 1, а не 2; перенести можно не больше 1"
    empty = "---\ngame: spider-millennium\ncolumns: ['', KS, KS, '', KH]\n---\n"
    assert message(empty) == (
        "3 cards, but the game has 104: 101 missing (AS AS 2S 2S 3S 3S 4S 4S ...), 0 extra; columns 3, stock 0"
    )


def test_a_letter_of_another_alphabet_is_named() -> None:
    assert message(HEAD + "6-1:7К").endswith(" (К is U+041A CYRILLIC CAPITAL LETTER KA)")
    assert message(HEAD + "6-1х2").endswith(" (х is U+0445 CYRILLIC SMALL LETTER HA)")
    assert message(HEAD + "6-1:♠\ufe0fX").endswith("such as 9S")
    assert message(HEAD + "6-1\ufe0f").endswith(" (it contains U+FE0F VARIATION SELECTOR-16)")
    bad = message("---\ngame: beetle\ncolumns: [7С]\n---\n")
    assert bad == '"7С" is not a card; write rank and suit, such as 9S or TD (С is U+0421 CYRILLIC CAPITAL LETTER ES)'


def test_tokens_are_cut_and_escaped() -> None:
    assert quoted("x" * 80) == "x" * 80
    assert quoted("x" * 81) == "x" * 77 + "..."
    assert printable("a\x1b[31m\u202e\udcff\n") == r"a\x1b[31m\u202e\udcff\n"
    assert printable("Жук ♠\u00a0x") == "Жук ♠\u00a0x"
    assert "x" * 78 not in message(HEAD + "x" * 1000)


def test_every_python_escapes_and_quotes_the_same() -> None:
    """What is hidden and what is a letter is no matter of the Unicode that this Python knows."""
    everything = "".join(map(chr, range(0x110000)))
    shown = re.sub(HIDDEN, "", everything)
    assert not any(map(str.isprintable, re.findall(HIDDEN, everything)))  # so that printable text need not be searched
    assert (len(shown), sha256(shown.encode()).hexdigest()[:16]) == (974236, "7a251fd94dc4836d")
    letters = _ascii_letters(shown[:60000])
    assert (letters.count("a"), sha256(letters.encode()).hexdigest()[:16]) == (46288, "bce9c5ac12ec20ca")
    assert scalar("Пасьянс «Паук» 3") == "Пасьянс «Паук» 3"
    assert scalar("«Паук»") == '"«Паук»"'


def test_half_a_character_is_not_written() -> None:
    game = Transcript(deal("beetle", 24))
    game.header["tags"] = {"a": "\ud800"}
    with pytest.raises(FaultError, match=r"U\+D800"):
        str(game)


def test_nothing_hidden_is_named() -> None:
    """The second card of column 1 in deal 1 lies face down and is a ten of clubs; no message says so."""
    for step in ("1-2x2", "1-2x6", "1-2x7", "1-2x100"):
        for language in LANGUAGES:
            text = message(HEAD + step, language)
            assert not set(re.findall(r"\b[A2-9TJQK][SHDC]\b", text)), text


def test_english_loads_no_catalogue() -> None:
    assert translations("en").text("any text") == "any text"
    with pytest.raises(ValueError, match="into 'xx'; the languages are en, ru"):
        translations("xx")


def test_complaints_are_sentences() -> None:
    for template in COMPLAINTS.values():
        assert not template.endswith(".") or template.startswith("Try")


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_of_ranks_and_suits_have_a_word_for_each(language: str) -> None:
    """Each is one text for the translator, who must keep the number and the order of its words."""
    for table, size in ((RANKS, 13), (FROM_RANKS, 13), (TO_RANKS, 13), (SUITS, 4), (OF_SUITS, 4)):
        assert len(set(translations(language).text(table).split(", "))) == size
