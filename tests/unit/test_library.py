"""The library as people use it: names, texts of values, checked changes, transcripts that are built and read."""

from __future__ import annotations

import io
import pickle
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import solitaire_cli
from solitaire_cli import Card, FaultError, Position, Step, Transcript, deal, legal_moves, parse_step, read, write
from solitaire_cli.core.rules import Catalogue
from solitaire_cli.transcript.document import Style

ROOT = Path(__file__).parents[2]
GAMES: list[tuple[str, dict[str, str | int]]] = [
    ("spider-millennium", {"suits": 1}),
    ("spiderwort", {}),
    ("beetle", {"empty": "any", "move": "run"}),
]


def walk(game: str, rules: dict[str, str | int], seed: int, steps: int = 80) -> Position:
    rng = random.Random(seed)
    position = deal(game, seed + 1, rules)
    for _ in range(steps):
        legal = list(legal_moves(position))
        if not legal:
            break
        position.apply(rng.choice(legal))
        if position.history and rng.random() < 0.1:
            position.undo()
    return position


def ending(position: Position) -> Position:
    """A game of beetle that ``auto`` can end."""
    columns = [list(range(suit << 4 | 13, suit << 4, -1)) for suit in (0, 0, 1, 1, 2, 2, 3, 3)]
    return Position(position.rules, columns, [0] * 8, [], [0, 0, 16, 16, 32, 32, 48, 48])


def test_names() -> None:
    """Only the public names are listed, all of them are there, and the start loads none of them."""
    assert dir(solitaire_cli) == sorted(solitaire_cli.__all__)
    for name in solitaire_cli.__all__:
        assert getattr(solitaire_cli, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'dael'"):
        getattr(solitaire_cli, "dael")  # noqa: B009 - a type checker would refuse it otherwise
    code = "import sys, solitaire_cli; print(*(name for name in sys.modules if name.startswith('solitaire_cli.')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout == "\n"


def test_a_search_can_be_called_after_its_package_was_loaded() -> None:
    import solitaire_cli.solver

    assert solitaire_cli.solve(deal("beetle", 1)).status == "unwinnable"
    assert solitaire_cli.solver.solve is solitaire_cli.solve


def test_texts() -> None:
    position = deal("beetle", 24)
    assert (str(Step(0, 4, 6, 0)), repr(parse_step("2-F:10h"))) == ("5-7x*", "<Step 2-f:TH>")
    assert (str(Card("10♥")), repr(Card(9)), f"{Card('9s')}") == ("TH", "Card('9S')", "9S")
    fault = solitaire_cli.refusal(position, parse_step("1-2"))
    assert fault is not None
    assert (str(fault), repr(fault)) == (solitaire_cli.sentence(fault), f"<build-rank: {fault}>")
    problem = solitaire_cli.Problem(fault, 5, 1)
    assert (str(problem), repr(problem)) == (str(fault), f"<line 5: build-rank: {fault}>")
    lines = str(position).splitlines()
    assert lines[0] == " 1  2  3  4  5  6  7  8"
    assert lines[-1] == "[56] -- -- -- -- -- -- -- --"
    [verdict] = solitaire_cli.validate("---\ngame: beetle\ndeal: 24\n---\n1-2\n")
    assert str(verdict).startswith("beetle 24: invalid after 0 steps, line 5: ")
    [verdict] = solitaire_cli.validate("---\ngame: beetle\ndeal: 24\n---\ndeal\n")
    assert repr(verdict) == "<Verdict beetle 24: valid, 1 step, open>"
    shown: list[str] = []
    printer = type("Printer", (), {"text": staticmethod(shown.append)})
    for value in (position, Transcript(position)):
        value._repr_pretty_(printer, False)
    assert shown == [str(position), str(Transcript(position))]


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (lambda: parse_step("5-07"), "syntax"),
        (lambda: solitaire_cli.parse_card("9К"), "bad-card"),
        (lambda: deal("whist", 1), "unknown-game"),
        (lambda: deal("beetle", 0), "bad-deal"),
        (lambda: deal("beetle", 1, {"empty": 2}), "unknown-rule"),
        (lambda: deal("beetle", 24).apply(parse_step("1-2")), "build-rank"),
        (lambda: deal("beetle", 24).apply(parse_step("1-9")), "no-such-column"),
        (lambda: deal("beetle", 24).apply("1-9"), "no-such-column"),
        (lambda: deal("beetle", 24).apply("5-"), "syntax"),
        (lambda: solitaire_cli.games()["whist"], "unknown-game"),
        (lambda: deal("beetle", 24, catalogue=Catalogue([])), "unknown-game"),
        (lambda: deal("beetle", 24).apply(Step(0, -1, 2)), "no-such-column"),
        (lambda: deal("beetle", 24).apply(parse_step("undo")), "nothing-to-undo"),
        (lambda: deal("beetle", 24).redo(), "nothing-to-redo"),
        (lambda: Transcript(deal("beetle", 24)).play("deal 1-2"), "build-rank"),
        (lambda: Transcript(deal("beetle", 24)).undo(), "nothing-to-undo"),
        (lambda: list(read("")), "no-header"),
        (lambda: list(read("---\ngame: beetle\ndeal: 24\n---\n1-2\n")), "build-rank"),
        (lambda: list(solitaire_cli.replay("---\ngame: beetle\n---\n")), "missing-key"),
    ],
)
def test_what_cannot_be_made_raises(wrong: object, code: str) -> None:
    assert callable(wrong)
    with pytest.raises(FaultError) as caught:
        wrong()
    assert caught.value.code == code
    assert str(caught.value) == solitaire_cli.sentence(caught.value.problem)
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.problem == caught.value.problem


def test_the_text_of_a_step_serves_as_the_step() -> None:
    position = deal("spiderwort", 1)
    assert position.apply("2-1").step == parse_step("2-1")
    assert repr(position) == "<Position spiderwort 1: 1 step, 85 cards in the stock>"
    assert position.apply("UNDO").step == parse_step("2-1")
    assert solitaire_cli.refusal(position, "2-1") is None
    for text, code in (("1-2", "build-rank"), ("redo now", "syntax"), ("undo", "nothing-to-undo")):
        fault = solitaire_cli.refusal(position, text)
        assert fault is not None
        assert fault.code == code


def test_games_by_name() -> None:
    games = solitaire_cli.games()
    assert (len(games), repr(games)) == (142, "<Catalogue: 142 games>")
    assert games["Жук"] is games["beetle"]
    assert ("whist" in games, "BEETLE" in games, games["beetle"] in games) == (False, True, True)


@pytest.mark.parametrize(
    ("wrong", "error", "words"),
    [
        (lambda s, start, game: s.picture(start, "ru"), TypeError, r'Look\(language="ru"\)'),
        (lambda s, start, game: s.picture(start, s.Look("de")), ValueError, "'de'.* en, ru"),
        (lambda s, start, game: s.sentence(s.refusal(start, "1-2"), "de"), ValueError, "en, ru"),
        (lambda s, start, game: s.write(game, "x.moves"), TypeError, "then a pathlib.Path or an open file"),
        (lambda s, start, game: s.write(Path("x.moves"), game), TypeError, "write takes"),
        (lambda s, start, game: s.write(Path("x.moves"), Path("y.moves")), TypeError, "write takes"),
        (lambda s, start, game: s.write(str(game), io.StringIO()), TypeError, "write takes"),
        (lambda s, start, game: s.solve("beetle"), TypeError, "a Position .*'beetle'"),
        (lambda s, start, game: s.solve(start, "a"), TypeError, "from 1 to 8, .*'a'"),
        (lambda s, start, game: s.solve(start, 9), ValueError, "1 to 8, not 9"),
    ],
)
def test_wrong_arguments_say_what_is_right(wrong: Any, error: type[Exception], words: str) -> None:
    start = deal("beetle", 24)
    with pytest.raises(error, match=words):
        wrong(solitaire_cli, start, Transcript(start))


@pytest.mark.parametrize("read_back", [False, True])
@pytest.mark.parametrize(
    ("key", "value", "error"),
    [
        ("deal", "7", ValueError),
        ("deal", 7, ValueError),
        ("game", "x", ValueError),
        ("stock", "", ValueError),
        ("columns", [], ValueError),
        ("rules", {"empty": "any"}, ValueError),
        ("player", 7, TypeError),
        ("player", None, TypeError),
        ("title", ["a"], TypeError),
        ("tags", "easy", TypeError),
        ("tags", {"level": 3}, TypeError),
        ("tags", {3: "level"}, TypeError),
        ("colour", "red", FaultError),
        ("result", "won", FaultError),
        ("result", "great", FaultError),
    ],
)
def test_a_header_that_cannot_be_read_back_is_not_written(
    read_back: bool, key: str, value: object, error: type[Exception]
) -> None:
    game = Transcript(deal("beetle", 24))
    if read_back:
        [game] = read(str(game))
    before = str(game)
    kept = game.header.get(key)
    game.header[key] = value
    with pytest.raises(error, match="open" if key == "result" else f'"{key}"'):
        str(game)
    game.header[key] = kept
    if kept is None:
        del game.header[key]
    assert str(game) == before


def test_the_start_in_a_header_can_be_neither_removed_nor_changed_inside() -> None:
    game = Transcript(deal("beetle", 24))
    game.header["rules"]["empty"] = "any"
    with pytest.raises(ValueError, match='"rules"'):
        game.text()
    game.header["rules"]["empty"] = "king"
    del game.header["deal"]
    with pytest.raises(ValueError, match='"deal"'):
        game.text()
    game.header |= {"deal": "24", "result": "open", "tags": {"level": "3"}}
    assert next(read(game.text())) == game


def test_a_number_that_is_not_a_card() -> None:
    with pytest.raises(ValueError, match="14 is not a card"):
        Card(14)


def test_apply_is_checked_and_takes_every_kind_of_step() -> None:
    position = deal("spider-millennium", 24)
    before = position.copy()
    for step in [step for step in map(parse_step, ("1-2", "3-3", "1-f", "auto", "redo")) if step]:
        with pytest.raises(FaultError):
            position.apply(step)
    assert position == before
    assert position.apply(parse_step("3-6x*")).step == parse_step("3-6")
    assert position.apply(parse_step("undo")).step == parse_step("3-6")
    assert position == before
    assert position.apply(parse_step("redo")).turned == (2,)
    assert position != before


@pytest.mark.parametrize(("game", "rules"), GAMES, ids=str)
def test_copies_and_pickles_are_equal_and_independent(game: str, rules: dict[str, str | int]) -> None:
    for seed in range(3):
        position = walk(game, rules, seed)
        twins = [position.copy(), pickle.loads(pickle.dumps(position))]
        for twin in twins:
            assert (twin, twin.history, twin.number) == (position, position.history, position.number)
            while twin.history:
                twin.undo()
            assert twin == deal(game, seed + 1, rules)
            while twin.undone:
                twin.redo()
        assert twins == [position, position]
    with pytest.raises(TypeError):
        hash(position)
    assert position != "a position"


def test_a_copy_outlives_an_auto_that_is_taken_back() -> None:
    start = ending(deal("beetle", 1))
    position = start.copy()
    position.apply(parse_step("auto"))
    assert position.won
    twin = position.copy()
    position.undo()
    position.apply(parse_step("1-f"))
    twin.undo()
    assert twin == start
    assert position != start


def test_replayed_positions_do_not_change() -> None:
    position = walk("spiderwort", {}, 5, 30)
    text = str(Transcript(position))
    kept = list(solitaire_cli.replay(text))
    assert [len(each.history) for _, each in kept] == list(range(len(kept)))
    assert kept[0][1] == deal("spiderwort", 6)
    assert kept[-1][1] == position


@pytest.mark.parametrize(("game", "rules"), GAMES, ids=str)
def test_a_transcript_of_a_position_is_read_back(game: str, rules: dict[str, str | int]) -> None:
    for seed in range(3):
        position = walk(game, rules, seed)
        made = Transcript(position)
        assert made.position == position
        assert made.header["deal"] == str(seed + 1)
        [again] = read(str(made))
        assert (again, again.position, again.steps) == (made, position, made.steps)
        assert pickle.loads(pickle.dumps(made)) == made
        position.number = None  # as one that was set up
        bare = Transcript(position)
        assert "columns" in bare.header
        [again] = read(str(bare))
        assert (again, again.position) == (bare, position)


def test_a_transcript_is_extended() -> None:
    game = Transcript(deal("spiderwort", 1))
    assert [taken.number for taken in game.play("2-1 3-11  # first\n# alone\nundo")] == [1, 2, 3]
    game.play(parse_step("6-8"))
    assert game.steps == ["2-1", "3-11", "undo", "6-8"]
    assert game.text(Style(flatten=True)).splitlines()[4:] == ["2-1", "# first", "# alone", "6-8"]
    game.undo()
    # what was taken back can be returned, as when the text is read
    game.play("redo")
    [again] = read(str(game))
    assert again == game
    assert again.position == game.position
    with pytest.raises(FaultError) as caught:
        game.play("6-8 13-1")
    assert (caught.value.problem.step, caught.value.problem.column, game.steps[-1]) == (6, 5, "6-8")
    game.position.undo()
    assert game.steps[-1] == "6-8"  # the position was one of its own
    game.header["result"] = "open"
    game.header["color"] = "red"
    with pytest.raises(FaultError, match="color"):
        str(game)


def test_sources_and_targets(tmp_path: Path) -> None:
    games = [Transcript(walk(game, rules, 2, 10)) for game, rules in GAMES]
    games[0].remarks.append("# Жук")
    text = "".join(map(str, games))
    path = tmp_path / "games.moves"
    write(games, path)
    assert path.read_text("utf-8") == text
    binary, characters = io.BytesIO(), io.StringIO()
    write(games, binary)
    write(iter(games), characters)
    assert binary.getvalue() == text.encode()
    assert characters.getvalue() == text
    with path.open("w", encoding="utf-8") as file:
        write(games[1], file)
    assert path.read_text("utf-8") == str(games[1])
    write(games, path)
    with path.open(encoding="utf-8") as words, path.open("rb") as data:
        for source in (
            text,
            text.encode(),
            path,
            words,
            data,
            io.StringIO(text),
            [text.encode()[:50], text.encode()[50:]],
        ):
            assert list(read(source)) == games
    assert all(verdict.valid for verdict in solitaire_cli.validate(path))
