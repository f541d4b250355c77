"""A game without a terminal: what steps mean, undo by number, records, and a bot that plays a hundred games."""

from __future__ import annotations

import errno
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support import DEALS, MINIATURE, run

from solitaire_cli.api import games, replay
from solitaire_cli.core.errors import Fault
from solitaire_cli.core.notation import format_step
from solitaire_cli.play import program_game
from solitaire_cli.play.line_editor import completions
from solitaire_cli.play.player_commands import read_request
from solitaire_cli.play.session import Session, resume
from solitaire_cli.show.records import veiled_record
from solitaire_cli.transcript.blocks import read_blocks
from solitaire_cli.transcript.header import KEYS
from solitaire_cli.transcript.reader import TranscriptReader


def session(text: str) -> Session:
    [transcript] = TranscriptReader(read_blocks([text.encode()]), games())
    found = resume(transcript)
    assert isinstance(found, Session)
    return found


def deal(game: str, number: str, rules: str = "") -> Session:
    return session(f"---\ngame: {game}\ndeal: {number}\n{rules}---\n")


def judged(game: Session, token: str) -> str:
    """The canonical step that a token asks for, else the code of its refusal."""
    found = game.judge(token)
    assert found is not None
    return str(found.code) if isinstance(found, Fault) else format_step(found)


def test_requests() -> None:
    for line in ("", "  \t", "# only words", "  #5-7"):
        assert read_request(line) is None
    for line, (command, argument, steps) in {
        "5-7 DEAL # undo": ("", "", ("5-7", "DEAL")),
        "u d r": ("", "", ("undo", "deal", "redo")),
        "undo": ("", "", ("undo",)),
        "undo 12": ("undo", "12", ()),
        "Redo 1": ("redo", "1", ()),
        "undo undo": ("", "", ("undo", "undo")),
        "undo ٣": ("undo", "٣", ()),
        "undo three": ("undo", "three", ()),
        "undo -1": ("undo", "-1", ()),
        "u 2 3": ("undo", "2 3", ()),
        "redo x": ("redo", "x", ()),
        "undo 5-7": ("", "", ("undo", "5-7")),
        "undo 3.": ("", "", ("undo", "3.")),
        "undo hint": ("", "", ("undo", "hint")),
        "undo # 3": ("", "", ("undo",)),
        "deal undo 3 5-7": ("", "", ("deal", "undo 3", "5-7")),
        "deal u three": ("", "", ("deal", "undo three")),
        "deal undo": ("", "", ("deal", "undo")),
        "deal q": ("", "", ("deal", "q")),
        "why h": ("why", "h", ()),
        "deal\tundo\r\n": ("", "", ("deal", "undo")),
        "deal\u00a0undo": ("", "", ("deal\u00a0undo",)),
        "\x0b": ("", "", ("\x0b",)),
        "\u2028 \x0c": ("", "", ("\u2028", "\x0c")),
        "save\tx\u00a0": ("save", "x\u00a0", ()),
        "save": ("save", "", ()),
        "saved": ("", "", ("saved",)),
        "goto  7 ": ("goto", "7", ()),
        "h": ("hint", "", ()),
        "?": ("help", "", ()),
        "why d": ("why", "deal", ()),
        "nonsense moves": ("", "", ("nonsense", "moves")),
        "save a  file #1 ": ("save", "a  file #1", ()),
    }.items():
        assert read_request(line) == (command, argument, steps), line
    # programs write words out
    assert read_request("u", short=False) == ("", "", ("u",))


def test_the_count_is_found_where_the_target_decides() -> None:
    """Spiderwort 1: after 2-1 and 3-11 column 11 ends in 3H 2H, column 2 in 4C, column 3 in 7D, column 8 in QS."""
    game = deal("spiderwort", "1")
    for token in ("2-1", "3-11"):
        game.play(token)
    assert judged(game, "11-2") == "11-2x2"
    assert judged(game, "11-2x*") == "11-2x2"
    assert judged(game, "11-2:3H") == "11-2x2"
    # what is written stays as it is written
    assert judged(game, "11-2x1") == "build-rank"
    assert judged(game, "11-2:2H") == "card-mismatch"
    assert judged(game, "11-8") == "build-rank"
    assert judged(game, "14-1") == "no-such-column"
    assert judged(game, "1-1") == "same-column"


def test_a_refusal_is_about_what_was_meant() -> None:
    """In Spiderwort 1 the ace of diamonds goes on 2H: two cards would fit on 3H in column 11, one does not."""
    game = deal("spiderwort", "1")
    game.play("13-3")
    found = game.judge("3-11")
    assert isinstance(found, Fault)
    assert (str(found.code), found.details["count"], found.details["lower"]) == ("not-a-run", 2, "AD")
    # on QS in column 8 nothing of column 3 fits, so it is the playable card that is refused
    found = game.judge("3-8")
    assert isinstance(found, Fault)
    assert (str(found.code), found.details["card"]) == ("build-rank", "AD")


def test_undo_and_redo_by_number() -> None:
    game = deal("spiderwort", "1")
    kept: list[str] = []
    game.record = kept.extend
    for token in ("2-1", "3-11", "6-8"):
        game.play(token)
    assert (game.depth, game.steps) == (3, 3)
    found = game.goto(game.depth - 4)
    assert isinstance(found, Fault)
    assert (str(found.code), found.variant, found.details["have"]) == ("nothing-to-undo", "few", 3)
    game.goto(game.depth - 2)
    assert (game.depth, game.steps) == (1, 5)
    game.goto(3)
    game.goto(3)
    assert (game.depth, game.steps) == (3, 7)
    game.goto(0)
    assert (game.depth, game.steps) == (0, 10)
    assert kept == ["2-1", "3-11", "6-8", "undo", "undo", "redo", "redo", "undo", "undo", "undo"]
    game.goto(game.depth + 1)
    assert isinstance(game.goto(game.depth + 3), Fault)
    game.play("deal")
    found = game.goto(game.depth + 1)
    assert isinstance(found, Fault)
    assert (str(found.code), found.variant) == ("nothing-to-redo", "")


def test_what_cannot_be_kept_is_not_taken() -> None:
    game = deal("spiderwort", "1")
    before = [column[:] for column in game.position.columns]

    def refuse(lines: list[str]) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    game.record = refuse
    with pytest.raises(OSError, match="No space"):
        game.play("2-1")
    assert (game.position.columns, game.steps, game.depth) == (before, 0, 0)


def test_labels_are_checked() -> None:
    game = deal("spiderwort", "1")
    assert game.play("1.") is None
    assert isinstance(game.play("2."), Fault)
    assert game.steps == 0


def test_completion() -> None:
    game = deal("spiderwort", "1")
    assert completions(game, "", "3-1") == ["3-11"]
    assert completions(game, "", "re") == ["restart"]
    assert completions(game, "why ", "") == game.moves()
    assert completions(game, "save ", "x") == []
    game.play("2-1")
    assert completions(game, "3-11 ", "u") == ["undo"]
    game.goto(game.depth - 1)
    assert completions(game, "", "RE") == ["redo", "restart"]


CELLS = """\
id: miniature
packs: 1
suits: [S, H]
ranks: 3
columns: [0+3, 0+3]
cells: 1
reserves: 1
reserve: card
build: other-colour
unit: run
run: other-colour
carry: cells
empty: any
goal: cards
"""
"""Two columns, a cell, and a reserve for one card."""
MIDDLE = "---\ngame: miniature\ncolumns: [2S AS 3H, 2H 3S AH]\n---\n"


def test_a_game_with_cells_to_its_end(tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").write_text(CELLS)
    (tmp_path / "x").write_text(MIDDLE)
    play = ("play", "--ascii", "--game-file", "rules.yaml", "./x")
    lines = "help\nwhy c1-2\nwhy 1-c2\n2-f 2-c 1-c\nwhy c1-r1\n2-f undo 2-f 1-f c1-2 2-r1\nmoves\n1-F 1-f R1-f\n"
    done = run(*play, stdin=lines, cwd=tmp_path)
    assert (done.code, done.errors) == (0, [])
    kept = (tmp_path / "x").read_text().removeprefix(MIDDLE).split()
    assert kept == "2-f 2-c1 2-f undo 2-f 1-f c1-2 2-r1 1-f 1-f r1-f".split()
    assert [line for line in done.lines if line.startswith(("5-", "c2-", "r1-", "c1-", "1-c"))] == [
        "5-c          move a card from column 5 to the first empty cell, or to cell 2 with 5-c2",
        "c2-7         move the card in cell 2 to column 7",
        "5-r1         move a card from column 5 to reserve 1",
        "r1-7         move a card from reserve 1 to column 7",
        "c2-f         move the card in cell 2 to the foundations",
        "r1-f         move a card from reserve 1 to the foundations",
        "c1-2: c1 is empty; there is nothing to move",
        "1-c2: there is no cell c2; this game has 1 cell",
        "1-c: c1 already holds a card, and no cell is empty; play a card from one first",
        "c1-r1: no step goes from c1 to r1; cards from cells and reserves go to columns and foundations",
    ]
    assert "The game is won. undo goes back, quit ends." in done.lines


def test_completion_of_cells() -> None:
    game = deal("freecell", "ms1")
    assert completions(game, "", "8-c") == ["8-c1"]
    assert judged(game, "8-C") == judged(game, "8-c1:TC") == "8-c1"
    assert judged(game, "8-c3") == "8-c3"
    assert judged(game, "8-c5") == "no-such-cell"
    assert judged(game, "8-cx2") == "syntax"
    assert judged(game, "8-c1x2") == "one-card"
    game.play("8-c")
    assert completions(game, "", "C1-") == [step for step in game.moves() if step.startswith("c1-")]
    assert judged(game, "c1-c2") == "no-such-step"
    assert judged(game, "8-c1") == "cell-taken"


@pytest.mark.parametrize(("game", "number"), [("freecell", "2"), ("yukon", "11"), ("miss-milligan", "12")])
def test_a_program_plays_hints_to_a_win(game: str, number: str) -> None:
    lines: list[str] = []
    records = program_game.answers(deal(game, number), iter(lines.pop, None), "x", hide=True)
    position = next(records)
    for _ in range(250):
        if position["result"] == "won":
            break
        lines.append("hint")
        step = next(records)["hints"][0]["step"]
        # the first empty cell is found, as a person writes it
        lines.append(re.sub(r"-c\d", "-c", step))
        position = next(records)
        assert position["token"] == step
    assert position["result"] == "won"


# a program's game


def answers(game: Session, *lines: str, veil: bool = False) -> list[dict[str, Any]]:
    return list(program_game.answers(game, lines, "x", hide=veil))


def test_one_record_for_each_line() -> None:
    found = answers(
        deal("spiderwort", "1"),
        "",
        "# nothing",
        "2-1",
        "3-11 11-2",
        "6-8 3-1 deal",
        "moves",
        "hint",
        "undo 2",
        "redo 1",
        "goto 0",
        "layout",
        "restart",
    )
    assert [record["type"] for record in found] == (
        "position position position refusal moves hints position position position position position".split()
    )
    assert [record.get("step") for record in found] == [0, 1, 3, 5, None, None, 6, 7, 10, 10, 10]
    assert found[3]["token"] == "3-1"
    assert found[3]["code"] == "build-rank"
    assert found[2]["token"] == "11-2x2"
    assert found[6]["undone"]
    assert set(found[5]["hints"][0]) == {"step", "reasons"}
    assert found[-1]["columns"] == found[0]["columns"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("nonsense", "syntax"),
        ("help", "syntax"),
        ("rules", "syntax"),
        ("why 2-1", "syntax"),
        ("save x", "syntax"),
        ("goto", "syntax"),
        ("goto x", "syntax"),
        ("undo 0", "syntax"),
        ("undo 00", "syntax"),
        ("undo three", "syntax"),
        ("redo -1", "syntax"),
        ("undo 2 3", "syntax"),
        ("goto 007", "nothing-to-redo"),
        ("\x0b", "syntax"),
        ("\u00a0", "syntax"),
        ("moves 1", "syntax"),
        ("u", "syntax"),
        ("undo 3", "nothing-to-undo"),
        ("goto 1", "nothing-to-redo"),
        ("goto 99999999999999999999", "nothing-to-redo"),
        ("1-f", "run-incomplete"),
        ("7.", "move-number"),
    ],
)
def test_what_is_refused(line: str, code: str) -> None:
    start, refusal, after = answers(deal("spiderwort", "1"), line, "layout")
    assert refusal["type"] == "refusal"
    assert refusal["code"] == code
    assert refusal["step"] == 1
    assert refusal["token"] == line
    assert refusal["message"]
    assert after == start


def test_a_slip_in_a_number_takes_nothing_back() -> None:
    """Nor does it behind other steps, which are taken."""
    for slip in ("undo three", "undo -1", "undo 2 3", "redo x", "undo foo", "undo ٣"):
        found = answers(deal("spiderwort", "1"), "2-1 3-11 undo", slip, f"6-8 {slip} 8-4", "layout")
        assert [record["type"] for record in found] == ["position", "position", "refusal", "refusal", "position"]
        assert [record["step"] for record in found] == [0, 3, 4, 5, 4]
        assert [record["token"] for record in found[2:4]] == [slip, " ".join(slip.split()[:2])]


def test_quit_ends_without_a_record() -> None:
    assert len(answers(deal("spiderwort", "1"), "quit", "2-1")) == 1


def bot(game: Session, pick: random.Random, limit: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Play legal steps at random, a few of them taken back, and give each line with its answer."""
    lines: list[str] = []
    records = program_game.answers(game, iter(lines.pop, None), "x", hide=True)
    yield "", next(records)
    for _ in range(limit):
        lines.append("moves")
        moves = next(records)
        yield "moves", moves
        if not moves["steps"]:
            return
        step = "undo" if game.depth and pick.random() < 0.1 else pick.choice(moves["steps"])
        lines.append(step)
        yield step, next(records)


GAMES = [
    ("spider-millennium", ""),
    ("spider-millennium", "rules: {suits: 1}\n"),
    ("spiderwort", ""),
    ("beetle", ""),
    ("beetle", "rules: {empty: any, move: run}\n"),
    *((game, "") for game in "freecell yukon miss-milligan trillium hawaiian scorpion penguin york".split()),
]


@pytest.mark.parametrize("seed", [pytest.param(seed, marks=[pytest.mark.long] * (seed >= 52)) for seed in range(200)])
def test_a_bot_plays_and_never_sees_a_hidden_card(seed: int) -> None:
    game, rules = GAMES[seed % len(GAMES)]
    number = str(seed + 1)
    start = f"---\ngame: {game}\ndeal: {number}\n{rules}---\n"
    found = list(bot(session(start), random.Random(seed), 60))
    positions = [record for _, record in found if record["type"] == "position"]
    for record in positions:
        held = [*record.get("cells", []), *record.get("reserves", [])]
        shown = " ".join([*record["columns"], *held, record["stock"]])
        assert not re.search("<[^?]", shown)
        assert record["deal"] is None
        assert set(record["stock"].split()) <= {"<?>"}
        if record["undone"]:
            assert set(record["turned"]) <= {"<?>"}
            assert {*record["moved"], *record["completed"]} - set(shown.split()) == set()
    steps = [line for line, _ in found if line not in ("", "moves")]
    assert [record["type"] for line, record in found if line in steps] == ["position"] * len(steps)
    # the same game, replayed from its transcript
    text = start + "\n".join(steps) + "\n"
    [transcript] = TranscriptReader(read_blocks([text.encode()]), games())
    replayed = [veiled_record("x", transcript, position, taken) for taken, position in replay(text)]
    assert positions == replayed


def test_an_undo_veils_what_it_covers() -> None:
    """A deal taken back is the stock's again, a card turned back is face down; a move's cards are in sight."""
    start = "---\ngame: spiderwort\ndeal: 1\n---\n"
    game = session(start)
    for token in ("deal", "undo"):
        game.play(token)
    [first] = answers(game, veil=True)
    assert (first["moved"], first["turned"], first["undone"]) == (["<?>"] * 13, [], True)
    _, moved, undone, redone = answers(session(start), "2-1", "undo", "redo", veil=True)
    assert (moved["moved"], moved["turned"]) == (["7C"], ["4C"])
    assert (undone["moved"], undone["turned"]) == (["7C"], ["<?>"])
    assert (redone["moved"], redone["turned"]) == (["7C"], ["4C"])
    # what is not hidden is told whole
    assert answers(session(start), "2-1", "undo")[-1]["turned"] == ["4C"]


def test_an_undo_veils_the_ace_of_a_run_that_a_deal_completed() -> None:
    """It can only have been one of the cards that were dealt."""
    text = (DEALS / "spider-millennium-deal-completes.moves").read_text("utf-8")
    [transcript] = TranscriptReader(read_blocks([text.encode()]), games())
    records = [veiled_record("x", transcript, position, taken) for taken, position in replay(text)]
    kinds = ("moved", "turned", "completed")
    assert [records[1][kind] for kind in kinds] == [["AD", "AC"], ["9C"], ["AD", "AC"]]
    assert [records[2][kind] for kind in kinds] == [["<?>", "<?>"], ["<?>"], ["<?>", "<?>"]]
    assert [records[3][kind] for kind in kinds] == [["AD", "AC"], ["9C"], ["AD", "AC"]]


def test_an_undo_veils_what_auto_turned_up(tmp_path: Path) -> None:
    """The two lies face down under the ace again, though auto took both to the foundation."""
    small = {"packs": 1, "suits": "[S]", "ranks": 4, "columns": "[1+1, 0+2]", "unit": "card", "goal": "cards"}
    policy = {"build": "same-suit", "empty": "king", "stock": "always", "removal": "none", "auto": "yes"}
    rules = tmp_path / "miniature.yaml"
    rules.write_text(MINIATURE.format(**small, **policy))
    (tmp_path / "x").write_text("---\ngame: miniature\ncolumns: [<2S> AS, 4S 3S]\n---\n")
    done = run(*("play", "-f", "json", "--hide", "--game-file", str(rules), "./x"), stdin="auto\nundo\n", cwd=tmp_path)
    assert [record["columns"] for record in done.records] == [["<?> AS", "4S 3S"], ["", ""], ["<?> AS", "4S 3S"]]
    assert [record["moved"] for record in done.records[1:]] == [["AS", "2S", "3S", "4S"], ["AS", "<?>", "3S", "4S"]]
    assert [record["turned"] for record in done.records[1:]] == [["2S"], ["<?>"]]


def test_a_header_has_no_veil() -> None:
    """A veiled record is no start of a game: the cards are not there."""
    record = answers(deal("spiderwort", "1"), veil=True)[0]
    assert "deal" in KEYS
    assert record["columns"][0] == "<?> <?> <?> <?> <?> 8C"
    assert record["stock"] == " ".join(["<?>"] * 85)
