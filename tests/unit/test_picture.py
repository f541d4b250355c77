"""Pictures: the documents' diagrams line by line, and every position against its record."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from support import DEALS, run

from solitaire_cli import deal, format_step, legal_moves
from solitaire_cli.core.cards import GLYPHS, NAMES
from solitaire_cli.core.position import Position
from solitaire_cli.core.rules import Rules
from solitaire_cli.rulebook.rule_file import read_game
from solitaire_cli.show.grid import Moved, draw
from solitaire_cli.show.look import ASCII, UNICODE, Look, Signs
from solitaire_cli.show.picture import lay_out, least_width, picture

# «Раскладка» of the documents, from the first line of the diagram to the last.
SPIDER_MILLENNIUM = """\
[C1] [C2] [C3] [C4] [C5] [C6] [C7] [C8] [C9] [C10]
6 6 6 6 5 5 5 5 5 5 ← число карт
↑ ↑ ↑ ↑ ↑ ↑ ↑ ↑ ↑ ↑
верхняя карта каждого столбца открыта, остальные закрыты
[STOCK: 50 карт] ← сдаётся по одной карте на каждый столбец
Цель: 8 готовых последовательностей K→A одной масти
"""
BEETLE = """\
┌───┬───┬───┬───┬───┬───┬───┬───┐
│FND│FND│FND│FND│FND│FND│FND│FND│ ← 8 фундаментов (по 2 на масть)
└───┴───┴───┴───┴───┴───┴───┴───┘
[C1][C2][C3][C4][C5][C6][C7][C8]
6 6 6 6 6 6 6 6 ← по 6 открытых карт
все 48 карт открыты; доступна нижняя
[STOCK] ← колода (56 карт), сдаёт по карте на каждый столбец
"""
DOCUMENTS = {"spider-millennium": SPIDER_MILLENNIUM, "beetle": BEETLE}
GAMES = ("spider-millennium", "spiderwort", "beetle")

PLAIN = str.maketrans("♠♥♦♣▒·→←↑│┌┬┐└┴┘─—–", "SHDC#-><^|++++++---")


def collapsed(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines()]


@pytest.mark.parametrize("game", DOCUMENTS)
def test_diagram_of_the_document(game: str) -> None:
    assert collapsed(run("layout", game, "--lang", "ru").text) == collapsed(DOCUMENTS[game])


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("game", GAMES)
def test_diagram_is_aligned(game: str, language: str) -> None:
    """The counts and the arrows stand under the numbers of the heads, one place right of the bracket."""
    lines = run("layout", game, "--lang", language).lines
    at = next(number for number, line in enumerate(lines) if line.startswith("[C1]"))
    places = [match.start() + 1 for match in re.finditer(r"\[C", lines[at])]
    below = lines[at + 1 : at + 3] if game != "beetle" else lines[at + 1 : at + 2]
    for line in below:
        marks = [match.start() for match in re.finditer(r"\S+", line)]
        assert marks[: len(places)] == places
    if game == "beetle":
        frame, boxes = lines[0], lines[1].split(" ")[0]
        assert [i for i, sign in enumerate(boxes) if sign == "│"] == [
            i for i, sign in enumerate(frame) if sign in "┌┬┐"
        ]


@pytest.mark.parametrize("game", GAMES)
def test_diagram_in_ascii(game: str) -> None:
    english = run("layout", game, "--ascii").out
    assert english.isascii()
    russian = run("layout", game, "--lang", "ru", "--ascii").text
    assert {sign for sign in russian if not sign.isascii() and not re.match("[а-яёА-ЯЁ]", sign)} == set()
    for language in ("en", "ru"):
        plain = run("layout", game, "--lang", language, "--ascii").text
        signs = run("layout", game, "--lang", language, "--unicode").text
        assert plain == signs.replace("→", "->").replace("←", "<-").translate(PLAIN)


def drawn(record: dict[str, Any]) -> list[str]:
    """The picture of a position record in English and Unicode, without its heading."""
    boxes = record["game"] == "beetle"
    suits = dict(zip("SHDC", "♠♥♦♣"))
    heads = [f"[C{number}]" for number in range(1, len(record["columns"]) + 1)]
    lines = []
    piles = record["foundations"]
    if boxes:
        texts = [
            f"{pile['top'][0]}{suits[pile['top'][1]]} " if pile else f" {suits[suit]} "
            for pile, suit in zip(piles, "SSHHDDCC")
        ]
        lines += ["┌" + "┬".join(["───"] * 8) + "┐", "│" + "│".join(texts) + "│"]
        lines += ["└" + "┴".join(["───"] * 8) + "┘"]
    else:
        tops = [pile["top"] for pile in piles if pile]
        signs = "".join(f" {suits[top[1]]}" for top in tops)
        lines.append(f"Complete runs: {len(tops)} of {len(piles)}{signs}")
    line = ("" if boxes else " ").join(heads)
    lines.append(line)
    places = [line.index(head) + 1 for head in heads]
    columns = [column.split() for column in record["columns"]]
    rows = [[str(len(column)) for column in columns]]
    for row in range(max(1, *map(len, columns))):
        rows.append([])
        for column in columns:
            if row < len(column):
                card = column[row]
                rows[-1].append("▒▒" if card[0] == "<" else card[0] + suits[card[1]])
            else:
                rows[-1].append("" if column or row else "··")
    for cells in rows:
        text = ""
        for place, cell in zip(places, cells):
            text = text.ljust(place) + cell if cell else text
        lines.append(text)
    lines.append(f"[STOCK: {len(record['stock'].split())}]")
    return lines


def pictures(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    """The pictures in the lines of replay, each with its heading."""
    at = 0
    while at < len(lines):
        end = next(number for number in range(at, len(lines)) if lines[number].startswith("[STOCK"))
        yield lines[at], lines[at + 1 : end + 1]
        at = end + 1 if end + 1 == len(lines) or lines[end + 1] else end + 2


def walk(game: str, rules: dict[str, str], seed: int) -> str:
    """A random game as a JSON line, some steps taken back."""
    random = Random(f"{game} {rules} {seed}")
    position = deal(game, seed, rules)
    steps = []
    for _ in range(160):
        legal = list(legal_moves(position))
        if not legal:
            break
        # runs that leave and foundations first, now and then
        step = random.choice(legal[-3:] if random.random() < 0.3 else legal)
        position.apply(step)
        steps.append(format_step(step))
        if random.random() < 0.1:
            position.undo()
            steps.append("undo")
    return json.dumps({"game": game, "deal": str(seed), "rules": rules, "moves": steps})


WALKS = [
    walk(game, rules, seed)
    for game, rules in (
        ("spider-millennium", {"suits": "4"}),
        ("spider-millennium", {"suits": "1"}),
        ("spiderwort", {}),
        ("beetle", {"empty": "king", "move": "card"}),
        ("beetle", {"empty": "any", "move": "run"}),
    )
    for seed in (1, 2)
]
# a column of 43 cards, alone and beside others
LONG = [
    json.dumps({"game": "beetle", "columns": columns, "foundations": "KS KS KH KH 9D"})
    for clubs in (" ".join(rank + "C" for rank in "A23456789TJQK" * 2),)
    for diamonds in (" ".join(rank + "D" for rank in "A23456789TJQK" + "TJQK"),)
    for columns in (
        [f"{clubs} {diamonds}", *[""] * 7],
        [*[""] * 7, f"{clubs} {diamonds}"],
        ["", "", clubs, "", "", diamonds, "", ""],
    )
]
SAMPLES = sorted(DEALS.glob("*.moves"))
SOURCES = {
    **{path.stem: path.read_text(encoding="utf-8") for path in SAMPLES},
    **{f"walk {number}": text for number, text in enumerate(WALKS)},
    "long columns": "\n".join(LONG),
}


@pytest.mark.parametrize("name", SOURCES)
def test_pictures_show_the_records(name: str) -> None:
    """Every card under its head, row by row, and nothing else: compared with a drawing made from the record."""
    records = run("replay", "-f", "json", stdin=SOURCES[name]).records
    shown = list(pictures(run("replay", stdin=SOURCES[name]).lines))
    assert len(shown) == len(records)
    for (heading, lines), record in zip(shown, records):
        assert lines == drawn(record)
        step = re.search(r", step ([0-9]+)(?:: ([^,]+))?", heading)
        assert step is not None
        assert (int(step[1]), step[2]) == (record["step"], record["token"])
        ends = heading.endswith(f", {record['result']}")
        assert ends == (record["result"] != "open")


@pytest.mark.parametrize("name", list(SOURCES)[::2])
def test_pictures_are_neat(name: str) -> None:
    """No trailing blanks, every sign one cell wide; ASCII sign for sign; other words alone in Russian."""
    source = SOURCES[name]
    signs = run("replay", "--unicode", stdin=source).lines
    plain = run("replay", "--ascii", stdin=source).lines
    russian = run("replay", "--lang", "ru", stdin=source).lines
    russian_plain = run("replay", "--lang", "ru", "--ascii", stdin=source).lines
    assert len(signs) == len(plain) == len(russian) == len(russian_plain)
    assert [line.translate(PLAIN) for line in signs] == plain
    assert [line.translate(PLAIN) for line in russian] == russian_plain
    for line in signs + russian:
        assert line == line.rstrip()
        wide = [sign for sign in line if unicodedata.east_asian_width(sign) in "WF" or unicodedata.combining(sign)]
        assert not wide
    assert all(line.isascii() for line in plain)
    words = re.compile("[а-яёА-ЯЁ]")
    for one, other in zip(signs, russian):
        if one != other:
            assert words.search(other)
            assert ", step " in one or one.startswith("Complete runs: ")
    cards = {sign for line in plain if re.match(r" \S", line) for sign in line}
    assert cards <= set("A23456789TJQKSHDC#- 0123456789")


def test_positions_of_every_kind_were_drawn() -> None:
    """The samples and walks show what is rare: empty columns, long ones, finished runs, both ends of a game."""
    records = [record for text in SOURCES.values() for record in run("replay", "-f", "json", stdin=text).records]
    columns = [record["columns"] for record in records]
    assert any("" in found for found in columns)
    assert any(found.count("") == len(found) for found in columns)
    assert max(len(column.split()) for found in columns for column in found) == 43
    assert {record["result"] for record in records} == {"won", "lost", "open"}
    assert any(len(record["completed"]) == 2 for record in records)
    assert any(record["undone"] for record in records)


def unfolded(lines: list[str]) -> tuple[list[str], dict[int, list[str]], str]:
    """A folded picture as what stands above the columns, the cells of each column below its head, and the stock."""
    bands = [number for number, line in enumerate(lines) if line.startswith("[C")]
    columns: dict[int, list[str]] = {}
    for start, end in zip(bands, [*bands[1:], len(lines) - 1]):
        heads = list(re.finditer(r"\[C(\d+)\]", lines[start]))
        assert re.fullmatch(r"(\[C\d+\] ?)+", lines[start])
        for head in heads:
            cells = [line[head.start() + 1 : head.end()].strip() for line in lines[start + 1 : end]]
            columns[int(head[1])] = [cell for cell in cells if cell]
        # nothing stands beside the cells
        shown = sorted(cell for head in heads for cell in columns[int(head[1])])
        assert shown == sorted(" ".join(lines[start + 1 : end]).split())
    return lines[: bands[0]], columns, lines[-1]


def bands(lines: list[str]) -> list[int]:
    """How many columns stand in each band."""
    return [line.count("[C") for line in lines if line.startswith("[C")]


def positions(game: str) -> Iterator[Position]:
    """The start of a deal, and random positions after it."""
    position = deal(game, 24)
    random = Random(game)
    for _ in range(12):
        yield position
        for _ in range(12):
            if legal := list(legal_moves(position)):
                position.apply(random.choice(legal))


@pytest.mark.parametrize("width", [80, 60, 40, 20])
@pytest.mark.parametrize("signs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("game", GAMES)
def test_a_folded_picture_shows_every_card_once(game: str, language: str, signs: Signs, width: int) -> None:
    suits = dict(zip("SHDC", GLYPHS if signs is UNICODE else "SHDC"))
    for position in positions(game):
        lines = picture(position, Look(language, signs), width)
        # a word of twenty letters stands whole
        assert max(map(len, lines)) <= max(width, 20)
        assert all(line == line.rstrip() for line in lines)
        whole = picture(position, Look(language, signs))
        above, columns, stock = unfolded(lines)
        assert list(columns) == list(range(1, len(position.columns) + 1))
        for cards, down, shown in zip(position.columns, position.down, columns.values()):
            wanted = [signs.covered] * down + [NAMES[card][0] + suits[NAMES[card][1]] for card in cards[down:]]
            assert shown == [str(len(cards)), *(wanted or [signs.empty])]
        assert stock == whole[-1]
        frame = str.maketrans(dict.fromkeys("─┬┌┐└┘┴│+-|"))
        words, others = ("\n".join(part).translate(frame).split() for part in (above, whole))
        assert words == others[: len(words)]


def test_columns_stand_in_even_bands() -> None:
    """Spiderwort takes 68 characters, Spider Millennium 50, Beetle 32 and its boxes one more."""
    for game, widths in {
        "spiderwort": {68: [13], 67: [7, 6], 39: [7, 6], 34: [7, 6], 33: [5, 5, 3], 20: [4, 4, 3, 2], 5: [1] * 13},
        "spider-millennium": {50: [10], 49: [5, 5], 25: [5, 5], 24: [4, 4, 2]},
        "beetle": {32: [8], 31: [4, 4], 16: [4, 4], 15: [3, 3, 2], 1: [1] * 8},
    }.items():
        for width, wanted in widths.items():
            assert bands(picture(deal(game, 24), width=width)) == wanted, (game, width)


def test_foundations_fold_too() -> None:
    lines = picture(deal("beetle", 24), Look(signs=ASCII), 32)
    row = "+---+---+---+---+"
    assert lines[:7] == [
        row,
        "| S | S | H | H |",
        row,
        row,
        "| D | D | C | C |",
        row,
        "[C1][C2][C3][C4][C5][C6][C7][C8]",
    ]
    position = deal("spiderwort", 24)
    position.foundations += [1, 17, 33, 49, 1, 17]
    assert picture(position, Look("en", ASCII), 20)[:2] == ["Complete runs: 6 of", "12 S H D C S H"]
    assert picture(position, Look("ru", ASCII), 20)[:4] == [
        "Собрано",
        "последовательностей:",
        "6 из 12 S H D C S H",
        "[C1] [C2] [C3] [C4]",
    ]


def test_what_fits_is_not_folded() -> None:
    for game in GAMES:
        for position in positions(game):
            whole = picture(position)
            assert picture(position, width=max(map(len, whole))) == whole
            assert picture(position, width=1000) == whole
            assert picture(position, width=max(map(len, whole)) - 1) != whole


def test_least_width() -> None:
    """The head of a column from the tenth on has five characters; so has a box."""
    assert [least_width(deal(game, 24).rules) for game in GAMES] == [5, 5, 5]


def test_a_picture_of_many_columns_folds() -> None:
    """A rule file with 99 columns: the heads grow from four characters to five."""
    columns = ", ".join(["0+1"] * 99)
    game = read_game(
        "id: wide\npacks: 2\nsuits: [C, S, H, D]\nranks: 13\nbuild: same-suit\nunit: card\nempty: any\n"
        f"stock: always\nremoval: none\ngoal: cards\nauto: yes\ncolumns: [{columns}]\n",
        "wide.yaml",
    )
    rules = game.rules()
    assert isinstance(rules, Rules)
    lines = picture(Position.numbered(rules, "1"), width=80)
    assert max(map(len, lines)) <= 80
    assert bands(lines) == [13] * 7 + [8]
    assert "[C99]" in lines[-4]


def test_cells_know_their_cards() -> None:
    """Red cells are the red cards that lie face up; what moved is marked, and nothing else is."""
    for position in positions("beetle"):
        columns = [len(cards) - 1 for cards in position.columns]
        grid = lay_out(position, Look(signs=ASCII), None, Moved(tuple(columns), frozenset([7])))
        cells = [cell for row in grid.rows for cell in row]
        tops = [NAMES[top] for top in position.foundations]
        names = [NAMES[card] for cards in position.columns for card in cards] + tops
        red = sorted(cell.text.strip(" []*") for cell in cells if cell.red)
        assert red == sorted(name for name in names if name and name[1] in "HD")
        marked = sorted(cell.text.strip(" []*") for cell in cells if cell.moved)
        assert marked == sorted([*(NAMES[cards[-1]] for cards in position.columns if cards), tops[7] or "C"])


@pytest.mark.parametrize("game", GAMES)
def test_colours_leave_the_text_as_it_is(game: str) -> None:
    """Without its colours a picture is the plain one; each red card has its own colour."""
    for position in positions(game):
        for width in (None, 30):
            plain, coloured = (picture(position, Look(coloring=coloring), width) for coloring in (False, True))
            assert [re.sub("\x1b\\[(31)?m|\x1b\\[0m", "", line) for line in coloured] == plain
            cards = re.findall("\x1b\\[31m(..)\x1b\\[0m", "\n".join(coloured))
            assert sorted(cards) == sorted(re.findall("[2-9ATJQK][♥♦]", "\n".join(plain)))
        assert [draw(row) for row in lay_out(position, Look()).rows] == picture(position)
