"""Numbers and their nouns in both languages, and what a message may not contain."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest
from support import DEALS, run

from solitaire_cli.cli import COMMANDS

COUNTS = (0, 1, 2, 3, 4, 5, 11, 12, 14, 20, 21, 22, 25, 101, 111, 112, 121)


def form(number: int, forms: tuple[str, str, str]) -> str:
    """The Russian form that goes with ``number``: одна карта, две карты, пять карт."""
    if 11 <= number % 100 <= 14:
        return forms[2]
    return forms[0] if number % 10 == 1 else forms[1] if 2 <= number % 10 <= 4 else forms[2]


def judged(transcript: dict[str, Any], *arguments: str) -> str:
    return run("validate", *arguments, stdin=json.dumps(transcript)).text


@pytest.mark.parametrize("number", COUNTS)
def test_steps(number: int) -> None:
    moves = (["deal", "undo"] * number)[:number]
    game = {"game": "beetle", "deal": "24", "moves": moves}
    word = form(number, ("ход", "хода", "ходов"))
    assert f", {number} {word}, " in judged(game, "--lang", "ru")
    assert f", {number} {'step' if number == 1 else 'steps'}, " in judged(game)


@pytest.mark.parametrize("number", [number for number in COUNTS if 0 < number < 104])
def test_cards(number: int) -> None:
    """Of a deck ``number`` cards are in the stock, one lies in a column and the rest on the foundations."""
    heights = [13] * 8
    cards: list[str] = []
    while len(cards) <= number:
        pile = heights.index(max(heights))
        cards.append("A23456789TJQK"[heights[pile] - 1] + "SSHHDDCC"[pile])
        heights[pile] -= 1
    tops = ["A23456789TJQK"[height - 1] + suit for height, suit in zip(heights, "SSHHDDCC") if height]
    game = {
        "game": "beetle",
        "columns": [cards[0], *[""] * 7],
        "stock": " ".join(cards[1:]),
        "foundations": " ".join(tops),
        "moves": "auto",
    }
    word = form(number, ("карта", "карты", "карт"))
    assert f" {number} {word} [auto-not-ready]" in run("validate", "--lang", "ru", stdin=json.dumps(game)).err.decode()
    english = "card" if number == 1 else "cards"
    assert f" {number} {english} left to deal [auto-not-ready]" in run("validate", stdin=json.dumps(game)).err.decode()


@pytest.mark.parametrize("number", [1, 2, 5, 11, 12, 21, 22])
def test_columns(number: int) -> None:
    columns = ["KS KS"] if number == 1 else ["KS", "KS", *[""] * (number - 2)]
    game = {"game": "beetle", "columns": columns, "foundations": "QS QS KH KH KD KD KC KC"}
    word = form(number, ("столбец", "столбца", "столбцов"))
    assert f" {number} {word}, а в игре их 8 " in run("validate", "--lang", "ru", stdin=json.dumps(game)).err.decode()


INVALID = sorted((DEALS / "invalid").glob("*.moves"))


@pytest.mark.parametrize("path", INVALID, ids=lambda path: path.stem)
def test_messages_in_both_languages(path: Any) -> None:
    """The same place, code and token in another sentence; in ASCII the letters of the file are escaped."""
    english = run("validate", "-f", "json", str(path)).records[0]["error"]
    russian = run("validate", "-f", "json", "--lang", "ru", str(path)).records[0]["error"]
    assert english["message"] != russian["message"]
    assert any("а" <= letter <= "я" for letter in russian["message"])
    for key in ("code", "line", "column", "step", "token"):
        assert english[key] == russian[key]
    done = run("validate", "--ascii", str(path))
    assert done.out.isascii()
    assert done.err.isascii()
    assert f"[{path.stem}]" in done.text


def test_hidden_cards_are_not_told() -> None:
    """Faults around cards that lie face down, none of which is named."""
    columns = ["<KS> QS", "<2H> KH QH JS", "JH TH 9S", "TS", "9H 8H 7H", "8S", "7S 6S 5S", "6H 5H", "4S 3S 2S AS", "AH"]
    game = {"game": "spider-millennium", "columns": columns, "stock": "4H 3H", "foundations": "AS AH AD AC AD AC"}
    faulty = [
        {**game, "moves": "4-2 1-4x2"},
        {**game, "moves": "2-1x4"},
        {**game, "moves": "4-2 1-4x3"},
        {**game, "columns": ["<KS> QS QS", *columns[1:]]},
        {**game, "columns": ["<KS> <QS>", *columns[1:]]},
        {**game, "deal": "24"},
    ]
    for language in ("en", "ru"):
        for text in ("text", "json"):
            for transcript in faulty:
                done = run("validate", "--lang", language, "-f", text, stdin=json.dumps(transcript))
                assert done.code == 1
                told = done.err.decode() + (done.text if text == "text" else done.records[0]["error"]["message"])
                for hidden in ("KS", "2H", "K♠", "2♥", "??"):
                    assert hidden not in told
    wort = {
        "game": "spiderwort",
        "columns": ["<9C> <8C> QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D AD", "KD KC QC JC TC 7C 6C 5C 4C 3C 2C AC", *[""] * 11],
        "foundations": "AS AS AS AH AH AH AD AD AC AC",
        "moves": "1-f",
    }
    message = run("validate", "-f", "json", stdin=json.dumps(wort)).records[0]["error"]["message"]
    assert "9C" not in message
    assert "8C" not in message


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_is_ascii_and_on_standard_output(command: str) -> None:
    shown = []
    for option in ("-h", "--help"):
        done = run(*([command] if command else []), option)
        assert (done.code, done.err) == (0, b"")
        assert done.out.isascii()
        assert done.text.startswith(f"Usage: solitaire-cli {command}".rstrip())
        assert "Exit status: 0 " in " ".join(done.text.split())
        shown.append(done.out)
    assert shown[0] == shown[1]


def test_same_bytes_again() -> None:
    for arguments in (("games", "beetle"), ("deal", "beetle", "1-3"), ("validate", *map(str, INVALID))):
        for language in ("en", "ru"):
            first, second = (run(*arguments, "--lang", language) for _ in range(2))
            assert first == second


@pytest.mark.parametrize("command", ["validate", "replay", "moves", "format", "layout"])
def test_json_is_one_object_a_line(command: str) -> None:
    """Standard output carries the product only, also where a transcript is at fault, and in any language."""
    for path in [*INVALID, *sorted(DEALS.glob("*.moves"))[::9]]:
        done = run(command, "-f", "json", str(path))
        russian = run(command, "-f", "json", "--lang", "ru", str(path))
        assert len(done.lines) == len(russian.lines)
        for record, other in zip(done.records, russian.records):
            assert isinstance(record, dict)
            if record.get("error"):
                record["error"].pop("message")
                other["error"].pop("message")
            assert record == other
        assert done.code == russian.code == (path.parent.name == "invalid") or command == "moves"
        faults = [line for line in done.errors if ": error: " in line]
        assert len(faults) == len(done.errors) == (path.parent.name == "invalid")


def test_what_an_argument_lacks_is_said_in_the_language_of_the_line() -> None:
    """A number that looks like an option, too."""
    for arguments in (["deal", "--lang", "ru", "beetle", "-5"], ["deal", "beetle", "-5", "--lang=ru"]):
        done = run(*arguments)
        assert done.code == 2
        assert "не номер сдачи" in done.err.decode()


def test_a_misspelt_game_is_told_as_one() -> None:
    done = subprocess.run([sys.executable, "-m", "solitaire_cli", "layout", "beatle"], capture_output=True, check=False)
    assert done.returncode == 2
    assert b'did you mean "beetle"' in done.stderr
    whole = subprocess.run(
        [sys.executable, "-m", "solitaire_cli", "deal", "beetle", "1-"], capture_output=True, check=False
    )
    assert b'"1-" is not a deal number' in whole.stderr
