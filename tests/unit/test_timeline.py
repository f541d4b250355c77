"""Going forth and back in a transcript, with what was undone and taken again in it, and what is marked there."""

from __future__ import annotations

import random
import re
from typing import Any, NamedTuple

import pytest
from support import DEALS

from solitaire_cli.api import deal, games
from solitaire_cli.core.cards import read_card
from solitaire_cli.core.legality import legal_moves
from solitaire_cli.core.notation import format_step, parse_step
from solitaire_cli.core.position import Position
from solitaire_cli.core.steps import AUTO, Step, change_of
from solitaire_cli.show.grid import Moved, draw
from solitaire_cli.show.look import ASCII, Look
from solitaire_cli.show.picture import picture
from solitaire_cli.transcript.blocks import read_blocks
from solitaire_cli.transcript.reader import RawTranscript, TranscriptReader
from solitaire_cli.transcript.referee import Playback, Referee, Taken
from solitaire_cli.viewer.fitting import FittedPicture, TooSmallError, fit_picture
from solitaire_cli.viewer.frame import compose
from solitaire_cli.viewer.timeline import Timeline, find_moved

PLAIN = Look(signs=ASCII)


def one(text: str) -> RawTranscript:
    return next(iter(TranscriptReader(read_blocks([text.encode()]), games())))


def state(position: Position) -> Any:
    """All that the steps to come depend on."""
    return (
        [column[:] for column in position.columns],
        position.down[:],
        position.dealt,
        position.foundations[:],
        position.heights[:],
        [cards[:] for cards in (*position.cells, *position.reserves)],
        [change_of(entry).step for entry in position.history],
        [change_of(entry).step for entry in position.undone],
    )


def wandering(game: str, options: str, number: int) -> str:
    """A transcript of random steps, among them many that are undone and taken again."""
    rng = random.Random(number)
    text = f"---\ngame: {game}\ndeal: {number}\nrules: {options}\n---\n"
    referee = Referee(one(text).header.start())
    tokens = []
    for _ in range(150):
        choices = ["deal", "undo", "undo", "redo"]
        choices += [format_step(step) for step in legal_moves(referee.position)] * 2
        token = rng.choice(choices)
        step = referee.judge(token)
        if isinstance(step, Step):
            referee.take(step)
            tokens.append(token)
    return text + " ".join(tokens) + "\n"


TEXTS = {
    **{path.stem: path.read_text("utf-8") for path in sorted(DEALS.glob("*.moves"))},
    **{f"spider {number}": wandering("spider-millennium", "{suits: 1}", number) for number in (1, 2)},
    "wort": wandering("spiderwort", "{}", 3),
    "beetle": wandering("beetle", "{empty: any, move: run}", 4),
    "freecell": wandering("freecell", "{}", 5),
    "headquarters": wandering("headquarters", "{}", 6),
    "trillium": wandering("trillium", "{}", 7),
    "double freecell": wandering("double-freecell", "{}", 8),
    "auto undone": (DEALS / "beetle-auto.moves").read_text("utf-8") + "undo redo undo undo redo redo undo\n",
}


@pytest.mark.parametrize("name", list(TEXTS))
def test_any_step_from_any_other(name: str) -> None:
    playback = Playback(one(TEXTS[name]))
    expected: list[tuple[Taken, Any]] = [(taken, state(playback.position)) for taken in playback]
    timeline = Timeline("name", one(TEXTS[name]))
    assert timeline.last == len(expected) - 1
    rng = random.Random(name)
    last = timeline.last
    near = [*range(last + 1), *range(last, -1, -1)]
    for number in [last, 0, *near, *(rng.randint(0, last) for _ in range(100))]:
        timeline.go(number)
        taken, wanted = expected[number]
        assert state(timeline.scene.position) == wanted
        assert timeline.number == number
        assert timeline.scene.taken[:2] == taken[:2]
        assert timeline.scene.taken[3:] == taken[3:]


# what each step did in words, and the row of the picture in which it is marked
ASIDE = {
    "freecell": {
        "4-c1": ("moved: AS from column 4 to cell c1", "[AS]  --   --   --"),
        "undo": ("taken back: AS from cell c1 to column 4", " 2H   QD   3D  [AS]"),
        "redo": ("moved: AS from column 4 to cell c1", "[AS]  --   --   --"),
        "c1-f": ("moved: AS from cell c1 to the foundations", "| C |AS*| H | D |"),
        "undo ": ("taken back: AS from the foundations to cell c1", "[AS]  --   --   --"),
        "6-c3": ("moved: 7C from column 6 to cell c3", " AS   --  [7C]  --"),
        "c3-5": ("moved: 7C from cell c3 to column 5", " 2H   QD   3D       [7C]"),
        "undo  ": ("taken back: 7C from column 5 to cell c3", " AS   --  [7C]  --"),
    },
    "long-tail": {
        "1-r1": ("moved: 4C from column 1 to reserve r1", "[r1: 3] 7H  AH [4C]"),
        "undo": ("taken back: 4C from reserve r1 to column 1", "[4C]  5H   QC   5D   2D"),
        "redo": ("moved: 4C from column 1 to reserve r1", "[r1: 3] 7H  AH [4C]"),
        "r1-2": ("moved: 4C from reserve r1 to column 2", "     [4C]"),
        "undo ": ("taken back: 4C from column 2 to reserve r1", "[r1: 3] 7H  AH [4C]"),
    },
    "hawaiian": {
        "r1-3": ("moved: QC from reserve r1 to column 3", "          [QC]"),
        "r1-f": ("moved: AH from reserve r1 to the foundations", "| C | C | S | S |AH*| H | D | D |"),
        "undo": ("taken back: AH from the foundations to reserve r1", "         6D  7C [AH]"),
    },
}


@pytest.mark.parametrize("game", ASIDE)
def test_steps_with_cells_and_reserves_in_words_and_marks(game: str) -> None:
    timeline = Timeline("name", one(f"---\ngame: {game}\ndeal: 24\n---\n{' '.join(ASIDE[game])}\n"))
    assert timeline.last == len(ASIDE[game])
    for number, (words, marked) in enumerate(ASIDE[game].values(), 1):
        timeline.go(number)
        shown, _ = compose(PLAIN, timeline.scene, "", None, (79, 40))
        assert shown[2] == words
        assert [line for line in shown[3:] if re.search(r"\[[A2-9TJQK][SHDC]\]|\*", line)] == [marked]


def test_deals_and_steps_to_the_foundations() -> None:
    """A deal that is undone does not count, one that is taken again does."""
    text = "---\ngame: beetle\ndeal: 24\n---\ndeal undo redo undo undo\n"
    assert Timeline("name", one(text)).deals == [1, 3]
    beetle = Timeline("name", one((DEALS / "beetle-735.moves").read_text("utf-8")))
    assert beetle.deals[:4] == [6, 8, 14, 28]
    assert beetle.collected[:6] == [1, 4, 15, 16, 17, 22]
    assert beetle.collected[-1] == beetle.last
    assert beetle.steps[-1].kind == AUTO
    wort = Timeline("name", one((DEALS / "spiderwort-1.moves").read_text("utf-8")))
    assert wort.collected[:3] == [77, 103, 109]


def after(position: Position, *tokens: str) -> tuple[Position, Moved]:
    """The position after steps, and where lies what the last of them moved."""
    before = position.copy()
    for token in tokens:
        before = position.copy()
        step = parse_step(token)
        assert isinstance(step, Step)
        position.apply(step)
    return position, find_moved(before, position)


class Line(NamedTuple):
    """A row of a picture as text, and the places in it that are marked, each as start and end."""

    text: str
    marks: tuple[tuple[int, int], ...]


def lines(fitted: FittedPicture) -> list[Line]:
    """The rows of a picture as text with its marks."""
    found = []
    for row in fitted.rows:
        places = [sum(len(before.text) for before in row[:number]) for number in range(len(row))]
        marks = []
        for cell, place in zip(row, places):
            if cell.moved:
                start = place + len(cell.text) - len(cell.text.lstrip())
                marks.append((start, start + len(cell.text.strip())))
        found.append(Line(draw(row), tuple(marks)))
    return found


def test_what_a_step_moved_is_found_and_marked() -> None:
    """Deal 1 of Spiderwort begins with 8C 7C 2H K.. in its columns of 6."""
    position, moved = after(deal("spiderwort", 1), "2-1")
    assert moved == Moved((6, 5, 6, 6, 6, 6, 5, 5, 5, 5, 5, 5, 5))
    board = fit_picture(position, moved, PLAIN, (80, 24))
    assert [line.text for line in lines(board) if line.marks] == ["[7C]"]
    assert lines(board)[-2].marks == ((0, 4),)
    assert board.shown == board.all
    plain = picture(position, PLAIN)
    assert [line.text for line in lines(board)] == [*plain[:-2], "[7C]", plain[-1]]


def test_a_deal_marks_a_card_in_each_column() -> None:
    position, moved = after(deal("beetle", 24), "deal")
    board = fit_picture(position, moved, Look(), (80, 24))
    [line] = [line for line in lines(board) if line.marks]
    assert len(line.marks) == 8
    assert line.text.count("[") == line.text.count("]") == 8
    assert [line.text[start + 1 : end - 1] for start, end in line.marks] == [
        picture(position)[-2][4 * column + 1 : 4 * column + 3] for column in range(8)
    ]


def start(**header: object) -> Position:
    lines = "".join(f"{key}: {value}\n" for key, value in header.items())
    transcript = one(f"---\n{lines}---\n")
    assert transcript.header.problem is None, transcript.header.problem
    return transcript.header.start()


def test_foundations_are_marked() -> None:
    """A card that goes to the first pile of its suit, and a run that leaves."""
    timeline = Timeline("name", one((DEALS / "beetle-735.moves").read_text("utf-8")))
    timeline.go(1)
    board = fit_picture(timeline.scene.position, timeline.scene.moved, PLAIN, (80, 24))
    card = read_card("AD")
    assert timeline.scene.taken.moved == (card,)
    assert lines(board)[1].text == "| S | S | H | H |AD*| D | C | C |"
    assert lines(board)[1].marks == ((17, 20),)
    wort = Timeline("name", one((DEALS / "spiderwort-1.moves").read_text("utf-8")))
    wort.go(103)
    board = fit_picture(wort.scene.position, wort.scene.moved, PLAIN, (80, 24))
    assert lines(board)[0].text == "Complete runs: 2 of 12 H [S]"


def test_a_high_board_is_gathered_and_scrolls() -> None:
    """Five face-down cards under a face-up one; the third column is higher than all that is left of the screen."""
    timeline = Timeline("name", one((DEALS / "spiderwort-1.moves").read_text("utf-8")))
    timeline.go(77)
    whole = picture(timeline.scene.position, PLAIN)
    assert len(whole) == 4 + 24
    assert lines(fit_picture(timeline.scene.position, timeline.scene.moved, PLAIN, (80, 28)))[3].text == whole[3]
    low = fit_picture(timeline.scene.position, timeline.scene.moved, PLAIN, (80, 20))
    assert (low.first, low.shown, low.all) == (0, 16, 24)
    assert [line.text for line in lines(low)[1:3]] == whole[1:3]
    assert lines(low)[3].text.startswith(" KS   #4   #3   #5   #5   KS   --   6C ")
    assert lines(low)[-1].text == whole[-1]
    down = fit_picture(timeline.scene.position, timeline.scene.moved, PLAIN, (80, 20), scroll=100)
    assert (down.first, down.shown) == (8, 16)
    assert lines(down)[-2].text.split() == [whole[-2].split()[-1]]
    tiny = fit_picture(timeline.scene.position, timeline.scene.moved, PLAIN, (80, 6), scroll=0)
    assert [line.text for line in lines(tiny)][:3] == ["Complete runs: 1 of 12 [H]", *whole[1:3]]
    with pytest.raises(TooSmallError) as error:
        fit_picture(timeline.scene.position, timeline.scene.moved, PLAIN, (4, 20))
    assert error.value.args == (11, 6)
    with pytest.raises(TooSmallError):
        fit_picture(timeline.scene.position, timeline.scene.moved, PLAIN, (80, 5))


def test_what_was_marked_is_scrolled_to() -> None:
    """The step before put its last card at the bottom of the longest column."""
    columns = ["KH QH JH TH 9H 8H 7H 6H 5H 4H 3H", "KH", "2H", *[""] * 5]
    tops = "KS KS AH AH KD KD KC KC"
    position = start(game="beetle", columns=columns, stock="QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H", foundations=tops)
    position, moved = after(position, "3-1")
    board = fit_picture(position, moved, PLAIN, (40, 12))
    assert (board.first, board.shown, board.all) == (6, 6, 12)
    assert lines(board)[-2].text == "[2H]"


def test_a_folded_board_is_marked_in_its_bands() -> None:
    """Eight columns in two bands of four, and so the foundations."""
    position, moved = after(deal("beetle", 24), "deal")
    board = fit_picture(position, moved, PLAIN, (20, 40))
    assert [line.text for line in lines(board)] == [
        line if number not in (14, 23) else lines(board)[number].text
        for number, line in enumerate(picture(position, PLAIN, 20))
    ]
    assert [number for number, line in enumerate(lines(board)) if line.marks] == [14, 23]
    assert all(len(lines(board)[number].marks) == 4 for number in (14, 23))
    timeline = Timeline("name", one((DEALS / "beetle-735.moves").read_text("utf-8")))
    timeline.go(1)
    board = fit_picture(timeline.scene.position, timeline.scene.moved, PLAIN, (20, 60))
    assert lines(board)[4] == ("|AD*| D | C | C |", ((1, 4),))
