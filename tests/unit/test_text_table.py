"""Tables of text: what fits in a line, and how the rest is folded."""

from __future__ import annotations

from solitaire_cli.show.text_table import text_table

HEADS = ["who", "where to", "how many", "n"]
ROWS = [["Ada Lovelace", "London", "1", "20"], ["Bo", "–", "300", "–"]]


def test_a_table_that_fits() -> None:
    assert text_table(HEADS, ROWS, 2, 40) == [
        "who           where to  how many   n",
        "Ada Lovelace  London           1  20",
        "Bo            –              300   –",
    ]


def test_headings_are_folded_first_and_end_in_one_line() -> None:
    assert text_table(HEADS, ROWS, 2, 31) == [
        "              where    how",
        "who           to      many   n",
        "Ada Lovelace  London     1  20",
        "Bo            –        300   –",
    ]


def test_words_are_folded_next() -> None:
    assert text_table(HEADS, ROWS, 2, 28) == [
        "          where    how",
        "who       to      many   n",
        "Ada       London     1  20",
        "Lovelace",
        "Bo        –        300   –",
    ]


def test_words_that_have_no_room_stand_above_their_numbers() -> None:
    assert text_table(HEADS, ROWS, 2, 20) == [
        "who  where to",
        "    how many   n",
        "Ada Lovelace  London",
        "           1  20",
        "Bo  –",
        "         300   –",
    ]


def test_a_table_of_numbers_alone() -> None:
    assert text_table(["a", "b c"], [["1", "2"]], 0, 1) == ["   b", "a  c", "1  2"]
    assert text_table(["a"], [], 0, 10) == ["a"]
