"""Pictures and words of every game: what lies on the table is seen exactly as often as it lies there."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from random import Random

import pytest
from support import FEW, run

import solitaire_cli
from solitaire_cli import deal, legal_moves
from solitaire_cli.core.cards import GLYPHS, NAMES
from solitaire_cli.core.position import Position
from solitaire_cli.core.steps import MOVE, TO_FOUNDATION
from solitaire_cli.show.diagram import diagram
from solitaire_cli.show.grid import Moved, draw
from solitaire_cli.show.look import ASCII, UNICODE, Look
from solitaire_cli.show.picture import lay_out, least_width, picture
from solitaire_cli.show.spoken import linear
from solitaire_cli.viewer.timeline import find_moved

GAMES = [(game.id, dict(rules)) for game in solitaire_cli.games() for _, _, rules in game.pysolfc or [("", 0, {})]]
LOOKS = [Look(language, signs) for language in ("en", "ru") for signs in (UNICODE, ASCII)]
STEPS = 14
RANKS = "ace two three four five six seven eight nine ten jack queen king".split()
SUITS = "spades hearts diamonds clubs".split()
LETTERS = dict(zip(RANKS, "A23456789TJQK"))

every_game = pytest.mark.parametrize(
    ("game", "rules"),
    [
        pytest.param(*each, id=" ".join((each[0], *each[1].values())), marks=[pytest.mark.long] * (each[0] not in FEW))
        for each in GAMES
    ],
)


@cache
def walk(game: str, *rules: tuple[str, str]) -> list[Position]:
    """The start of a deal and a position after it, with cards on foundations, in cells and in reserves."""
    random, position, found = Random(game), deal(game, 24, dict(rules)), []
    for step in range(STEPS + 1):
        if step in (0, STEPS):
            found.append(position.copy())
        if legal := list(legal_moves(position)):
            collected = [move for move in legal if move.kind == TO_FOUNDATION]
            position.apply(random.choice(collected or legal))
    return found


def positions(game: str, rules: dict[str, str]) -> list[Position]:
    return walk(game, *rules.items())


def names(position: Position, plain: bool = True) -> list[str]:
    """What a person can see: cards in columns, cells and reserves, and the tops of foundations that show one."""
    tops = position.foundations
    if position.rules.goal == "runs" and position.rules.complete == "same-suit":
        tops = []
    columns = [
        [card for card, hidden in zip(cards, position.covered(number)) if not hidden]
        for number, cards in enumerate(position.columns)
    ]
    cards = [card for pile in (*columns, *position.cells, *position.reserves, tops) for card in pile]
    return [name if plain else name[0] + GLYPHS["SHDC".index(name[1])] for card in cards if (name := NAMES[card])]


def hidden(position: Position) -> int:
    return sum(sum(position.covered(number)) for number in range(len(position.columns)))


@every_game
def test_every_card_is_drawn_as_often_as_it_lies_there(game: str, rules: dict[str, str]) -> None:
    for position in positions(game, rules):
        for look in LOOKS:
            plain = look.signs is ASCII
            seen = re.compile("[A2-9TJQK][SHDC]" if plain else f"[A2-9TJQK][{GLYPHS}]")
            for width in (None, 79, 44, 21):
                lines = picture(position, look, width)
                assert all(line == line.rstrip() and line for line in lines)
                assert width is None or max(map(len, lines)) <= max(width, least_width(position.rules))
                text = "\n".join(lines)
                assert Counter(seen.findall(text)) == Counter(names(position, plain))
                assert text.count(look.signs.covered) == hidden(position)
                assert (
                    text.isascii()
                    or not plain
                    or (
                        look.language == "ru"
                        and all(re.match("[а-я]", sign, re.I) for sign in text if not sign.isascii())
                    )
                )
                assert lines[-1] == f"[STOCK: {len(position.stock_left)}]"


@every_game
def test_every_card_stands_below_the_head_of_its_column_or_cell(game: str, rules: dict[str, str]) -> None:
    """Read back from the picture alone, the table is what it was."""
    for position in positions(game, rules):
        lines = picture(position, Look(signs=ASCII))
        at = next(number for number, line in enumerate(lines) if line.startswith("[C1]"))
        columns = read_below(lines[at], lines[at + 1 : -1])
        assert columns == [
            [str(len(cards)), *(shown or ["--"])]
            for number, cards in enumerate(position.columns)
            for shown in [["##" if down else NAMES[card] for card, down in zip(cards, position.covered(number))]]
        ]
        cells = [number for number, line in enumerate(lines) if line.startswith("[c1]")]
        wanted = [[NAMES[cards[0]]] if cards else ["--"] for cards in position.cells]
        assert (read_below(lines[cells[0]], [lines[cells[0] + 1]]) if cells else []) == wanted
        starts = [number for number, line in enumerate(lines[:at]) if line.startswith("[r")]
        for number, (start, end) in enumerate(zip(starts, [*starts[1:], at])):
            cards = [NAMES[card] for card in position.reserves[number]]
            head, *shown = " ".join(lines[start:end]).replace(": ", ":").split()
            assert (head, shown) == (f"[r{number + 1}:{len(cards)}]", cards or ["--"])
        assert len(starts) == len(position.reserves)


def read_below(heads: str, lines: list[str]) -> list[list[str]]:
    """What stands one place right of each head's bracket, row by row."""
    places = [match.start() for match in re.finditer(r"\[", heads)]
    ends = [*places[1:], None]
    return [
        [text for line in lines if (text := line[place:end].strip())] for place, end in zip(places, ends, strict=True)
    ]


@every_game
def test_words_tell_every_card(game: str, rules: dict[str, str]) -> None:
    """The cards in words, those of runs one by one; in Russian as many lines of other letters."""
    for position in positions(game, rules):
        lines = linear(position)
        told: list[str] = []
        for line in lines[:-1]:
            told += [
                LETTERS[rank] + suit[0].upper() for rank, suit in re.findall(rf"({'|'.join(RANKS)}) of (\w+)", line)
            ]
            for suit, first, last in re.findall(rf"({'|'.join(SUITS)}) from (\w+) to (\w+)", line):
                head, end = RANKS.index(first), RANKS.index(last)
                told += [LETTERS[RANKS[rank]] + suit[0].upper() for rank in range(end, head + 1)]
        assert Counter(told) == Counter(names(position))
        down = sum(int(number) for number in re.findall(r"(\d+) cards? face down", "\n".join(lines)))
        assert down == hidden(position)
        columns = [line for line in lines if line.startswith("Column ")]
        assert len(columns) == len(position.columns)
        russian = linear(position, Look("ru"))
        assert len(russian) == len(lines)
        assert not re.search("[A-Za-z]{2}", "".join(russian))


@every_game
def test_the_board_as_text_shows_the_same(game: str, rules: dict[str, str]) -> None:
    for position in positions(game, rules):
        tops = [NAMES[top] for top in position.foundations if NAMES[top]]
        shown = re.findall("[A2-9TJQK][SHDC]", str(position))
        runs = tops if position.rules.goal == "runs" and position.rules.complete == "same-suit" else []
        assert Counter(shown) == Counter([*names(position), *runs])
        assert str(position).count("##") == hidden(position)


@every_game
def test_what_moved_is_marked(game: str, rules: dict[str, str]) -> None:
    """After each kind of step exactly its cards are marked where they lie now, and after undo where they lay."""
    before = positions(game, rules)[1]
    seen: set[tuple[str, str]] = set()
    for step in legal_moves(before):
        kind = str(step)[0], str(step).partition("-")[2][:1]
        if step.kind not in (MOVE, TO_FOUNDATION) or kind in seen:
            continue
        seen.add(kind)
        after = before.copy()
        moved = Counter(NAMES[card] for card in after.moved(step))
        after.apply(step)
        for old, new in ((before, after), (after, before)):
            rows = lay_out(new, Look(signs=ASCII), None, find_moved(old, new)).rows
            marks = [cell.text.strip(" []*").partition("x")[0] for row in rows for cell in row if cell.moved]
            assert Counter(marks) == moved


@every_game
def test_diagrams_are_aligned(game: str, rules: dict[str, str]) -> None:
    start = deal(game, 24, rules)
    for look in LOOKS:
        lines = diagram(start.rules, look)
        assert all(line == line.rstrip() and line for line in lines)
        at = next(number for number, line in enumerate(lines) if line.startswith("[C1]"))
        places = [match.start() + 1 for match in re.finditer(r"\[C", lines[at])]
        counts = [match.start() for match in re.finditer(r"\S+", lines[at + 1])]
        assert counts[: len(places)] == places
        shown = lines[at + 1].split()[: len(places)]
        if "?" not in shown:
            assert shown == [str(len(cards)) for cards in start.columns]
        assert look.language == "ru" or not look.plain or "".join(lines).isascii()
        text = "\n".join(lines)
        assert all(f"[c{number}]" in text for number in range(1, len(start.cells) + 1))
        assert all(f"[r{at}: {len(cards)}]" in text for at, cards in enumerate(start.reserves, 1))
        assert ("[STOCK: " in text or "[STOCK]" in text) == bool(start.stock)


# single games, by hand


def drawn(position: Position, width: int | None = None) -> list[str]:
    """What stands above the heads of the cells and columns."""
    lines = picture(position, Look(signs=ASCII), width)
    return lines[: next(number for number, line in enumerate(lines) if line[:2].lower() == "[c")]


def test_piles_that_go_through_the_ranks_twice_tell_their_size() -> None:
    position = deal("double-freecell", 24)
    position.foundations[0], position.heights[0] = 48 + 3, 16
    edge = "+------+------+------+------+"
    assert drawn(position) == [edge, "|3Cx16 |ASx1  |AHx1  |ADx1  |", edge]
    assert linear(position)[0] == (
        "Foundations: three of clubs (16 cards), "
        "ace of spades (1 card), ace of hearts (1 card), ace of diamonds (1 card)"
    )
    assert str(position).splitlines()[-2:] == ["[0] 3Cx16 ASx1 AHx1 ADx1", "c1 -- c2 -- c3 -- c4 -- c5 -- c6 --"]
    marked = lay_out(position, Look(signs=ASCII), None, Moved((99,) * 10, frozenset([0]), (0,) * 6))
    assert draw(marked.foundations[1]) == "|3Cx16*|ASx1  |AHx1  |ADx1  |"


def test_foundations_that_begin_with_another_rank_say_so() -> None:
    """The beak of Penguin 24 is a four; its fourth card is the first of column 1."""
    position = deal("penguin", 24)
    assert drawn(position) == [
        "Foundations begin with 4",
        "+---+---+---+---+",
        "|4C |4S | H |4D |",
        "+---+---+---+---+",
    ]
    assert linear(position)[0] == "Foundations, from four up: four of clubs, four of spades, four of diamonds, 1 empty"
    assert linear(position, Look("ru"))[0].startswith("Фундаменты, от четвёрки вверх: четвёрка треф, ")
    assert drawn(position, 12)[:3] == ["Foundations", "begin with 4", "+---+---+"]


def test_finished_runs_of_two_colours_are_named_by_their_last_card() -> None:
    position = deal("farmers-wife", 24)
    position.foundations += [1, 17]
    assert drawn(position)[0] == "Complete runs: 2 of 4 AS AH"
    assert linear(position)[0] == "Complete runs: 2 of 4, ace of spades, ace of hearts"


def test_games_without_foundations_show_none() -> None:
    position = deal("trillium", 24)
    assert drawn(position) == []
    assert linear(position)[0] == "Column 1: 1 card face down, five of hearts, 1 card face down, five of diamonds"


def test_cells_and_reserves_fold() -> None:
    position = deal("freecell", 24)
    position.apply("1-c3")
    lines = picture(position, Look(signs=ASCII), 14)
    assert lines[6:12] == ["[c1] [c2]", " --   --", "[c3] [c4]", " 2H   --", "[C1] [C2] [C3]", " 6    7    7"]
    reserve = deal("yukonic-plague", 24)
    assert least_width(reserve.rules) == len("[r1: 52]")
    narrow = picture(reserve, Look(signs=ASCII), 8)
    at = narrow.index("[r1: 13]")
    cards = [NAMES[card] for card in reserve.reserves[0]]
    assert narrow[at + 1 : at + 8] == [
        *(f" {one}  {other}" for one, other in zip(cards[:-1:2], cards[1::2])),
        f" {cards[-1]}",
    ]


def test_columns_that_the_deal_makes_have_no_number_in_the_diagram() -> None:
    lines = run("layout", "cats-tail").lines
    assert lines[3].startswith("[c1] [c2] [c3] [c4] [c5] [c6] [c7] [c8] ")
    assert lines[5] == " ?    ?    ?    ?    ?    ?    ?    ?    ? \N{LEFTWARDS ARROW} a new column begins with each K"


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("limpopo", "[r1: 0] [r2: 0] <- 2 reserves of at most 4 cards"),
        ("long-tail", "[r1: 2] <- 1 reserve for any number of cards"),
        ("miss-milligan", "[r1: 0] <- 1 reserve for a card or a run, once the stock is empty"),
        ("surprise", "[r1: 0] <- 1 reserve of at most 3 cards, once the stock is empty"),
        ("seahaven-towers", " 0    1    1    0 <- 4 cells, one card each"),
        ("retinue", "|FND|FND|FND|FND|FND|FND|FND|FND| <- 8 foundations, each A->K of one suit; 8 cards dealt there"),
        ("double-freecell", "|FND|FND|FND|FND| <- 4 foundations, each of one suit, 2 times A->K; 4 cards dealt there"),
        ("penguin", "|FND|FND|FND|FND| <- 4 foundations, each of one suit from the rank dealt there (3 cards)"),
        ("three-blind-mice", " 0    0    0    0    0    0    0    3    3    3 <- of these, face down"),
        ("easthaven", "[STOCK: 31 cards] <- deals one card to each column; the last deal has 3 cards"),
        ("york", "Goal: 8 complete runs of 13 cards of one suit, each from any rank down"),
        ("trillium", "Goal: in each column nothing or a complete run K->A in alternate colours"),
    ],
)
def test_captions(game: str, line: str) -> None:
    """What the rule file of the game says, in words."""
    assert line in run("layout", game, "--ascii").lines
