"""The formats of other programs: what those programs print, what is written is read back, and bad input."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from collections import deque
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysol_cards.cards import CardRenderer
from pysol_cards.deal_game import Game
from pysol_cards.random_base import RandomBase
from support import DEALS, run

import solitaire_cli
from solitaire_cli.core.legality import legal_moves
from solitaire_cli.exchange.formats import READ
from solitaire_cli.exchange.supermove import _cost, _moves

FOREIGN = DEALS / "foreign"
SAMPLES = sorted(FOREIGN.iterdir())

fc_solve = pytest.mark.skipif(shutil.which("fc-solve") is None, reason="fc-solve is not here")


def board_of(game: str, number: int) -> str:
    deal = run("deal", game, str(number), "-f", "yaml")
    return run("convert", "--to", "fc-solve", stdin=deal.out).text


def printed(board: str, options: str) -> str:
    """What fc-solve says of a board."""
    return subprocess.run(
        ["fc-solve", *options.split()], input=board, capture_output=True, check=True, text=True
    ).stdout


def assert_won(transcript: bytes) -> None:
    [verdict] = solitaire_cli.validate(transcript)
    assert (verdict.problem, verdict.result) == (None, "won")


@fc_solve
@pytest.mark.parametrize("options", ["", "-p", "-p -t -sam", "-sam -snx", "-sam -sn"])
@pytest.mark.parametrize(("game", "preset"), [("freecell", ""), ("simple-simon", "-g simple_simon -l abra-kadabra")])
def test_solutions_of_fc_solve(game: str, preset: str, options: str) -> None:
    done = run("convert", "--from", "fc-solve", "--game", game, stdin=printed(board_of(game, 2), f"{preset} {options}"))
    assert (done.code, done.err) == (0, b"")
    assert_won(done.out)


@fc_solve
@pytest.mark.parametrize("options", ["-m", "-m -sn", "-m -snx"])
def test_moves_of_fc_solve_without_a_board(options: str, tmp_path: Path) -> None:
    """In this one the notation leaves open how many cards go to an empty column, and it is not always the most."""
    board = tmp_path / "board"
    board.write_text(board_of("freecell", 8), "utf-8")
    moves = printed(board.read_text("utf-8"), f"-l lg {options}")
    done = run("convert", "--from", "fc-solve", "--deal-file", str(board), stdin=moves)
    assert (done.code, done.err) == (0, b"")
    assert_won(done.out)


@fc_solve
@pytest.mark.parametrize(("game", "preset"), [("freecell", ""), ("eight-off", "-g eight_off")])
def test_what_is_written_is_what_fc_solve_prints(game: str, preset: str) -> None:
    solution = printed(board_of(game, 24), f"{preset} -p -t -sam")
    back = run("convert", "--from", "fc-solve", "--to", "fc-solve", "--game", game, stdin=solution).text
    assert back == solution.partition("Total number of states checked")[0]


@fc_solve
def test_fc_solve_without_a_solution() -> None:
    board = board_of("freecell", 24)
    done = run("convert", "--from", "fc-solve", stdin=printed(board, "-mi 5 -sel") + printed(board, "-p -t -sam"))
    assert done.code == 1
    assert done.errors == [
        '<stdin>:1:1: error: fc-solve found no solution here: "Iterations count exceeded." [no-header]'
    ]
    assert_won(done.out)


THEIRS = {
    "freecell": "freecell",
    "eight-off": "eight_off",
    "simple-simon": "simple_simon",
    "gypsy": "gypsy",
    "yukon": "yukon",
    "seahaven-towers": "seahaven",
}


@pytest.mark.parametrize("game", THEIRS)
def test_boards_of_pysol_cards(game: str) -> None:
    board = Game(THEIRS[game], 24, RandomBase.DEALS_PYSOL).calc_layout_string(CardRenderer(False))
    done = run("convert", "--from", "fc-solve", "--game", game, stdin=board)
    assert (done.code, done.err) == (0, b"")
    [transcript] = solitaire_cli.read(done.text)
    assert transcript.position == solitaire_cli.deal(game, 24)


@given(st.randoms(use_true_random=False), st.sampled_from(["freecell", "fc-solve", "move-list", "spider-letters"]))
@settings(max_examples=16, deadline=None)
def test_what_is_written_is_read_back(rng: random.Random, form: str) -> None:
    game = rng.choice(["freecell", "bakers-game"]) if form in ("freecell", "fc-solve") else "spider-millennium"
    number = rng.randint(1, 31999)
    position = solitaire_cli.deal(game, number)
    for _ in range(rng.randint(1, 40)):
        steps = list(legal_moves(position))
        if not steps:
            break
        position.apply(rng.choice(steps))
    transcript = solitaire_cli.Transcript(position)
    written = run("convert", "--to", form, stdin=str(transcript))
    assert (written.code, written.err) == (0, b"")
    with TemporaryDirectory() as folder:
        deal = Path(folder, "deal")
        solitaire_cli.write(solitaire_cli.Transcript(solitaire_cli.deal(game, number)), deal)
        given_too = {"spider-letters": ["--deal-file", str(deal)], "move-list": []}.get(form, ["--game", game])
        done = run("convert", "--from", form, *given_too, stdin=written.out)
    assert (done.code, done.err) == (0, b"")
    [back] = solitaire_cli.read(done.text)
    assert (back.steps, back.position) == (transcript.steps, position)


@given(st.integers(2, 4), st.lists(st.integers(0, 15), min_size=1, max_size=4))
@settings(max_examples=60, deadline=None)
def test_the_fewest_moves_that_carry_a_row(pieces: int, columns: list[int]) -> None:
    """Against a search through all places of the pieces; column 0 is the source, 1 the target, ``columns`` the others.

    A number has as bits the pieces that a column takes when no other lies there.
    """
    rests = (0, 0, *columns)
    found = _cost(0, pieces, rests)
    assert (found and found[0]) == searched(pieces, columns)
    if found:
        assert len(list(_moves(0, pieces, 0, 1, rests))) == found[0]


def searched(pieces: int, columns: list[int]) -> int | None:
    start = (tuple(range(pieces)), *((),) * (len(columns) + 1))
    queue, seen = deque([(start, 0)]), {start}
    while queue:
        places, moves = queue.popleft()
        if len(places[1]) == pieces:
            return moves
        for source, held in enumerate(places):
            for target, onto in enumerate(places):
                if not held or target in (source, 0):
                    continue
                piece = held[-1]
                takes = 1 if target == 1 else columns[target - 2]
                if onto[-1] != piece - 1 if onto else not takes >> piece & 1:
                    continue
                now = list(places)
                now[source], now[target] = held[:-1], (*onto, piece)
                if (found := tuple(now)) not in seen:
                    seen.add(found)
                    queue.append((found, moves + 1))
    return None


def test_the_longest_run_that_can_be_carried_counts_pieces() -> None:
    """Without another empty column one piece of one suit is carried, of however many cards."""
    deal = """---
game: simple-simon
columns: [9S 8S 7S, "", 6D 5S KS QS, KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H AH, KD QD, JD TD 9D 8D 7D, 5D 4D 3D 2D AD,
  KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C AC, JS TS, 6S 4S 3S 2S AS]
---
1-2x*
"""
    [transcript] = solitaire_cli.read(deal)
    assert transcript.steps == ["1-2x3"]


DAMAGES = ["cut", "doubled", "swapped", "latin", "long", "utf-16", "bytes"]


def damaged(data: bytes, damage: str, rng: random.Random) -> bytes:
    at = rng.randrange(len(data))
    return {
        "cut": data[:at],
        "doubled": data + data,
        "swapped": data[at:] + data[:at],
        "latin": data[:at] + b"\xe9" + data[at:],
        "long": data[:at] + b"9" * (1 << 20) + data[at:],
        "utf-16": data.decode("latin-1").encode("utf-16"),
        "bytes": rng.randbytes(500),
    }[damage]


@pytest.mark.parametrize("form", READ)
def test_bad_input_of_every_format(form: str) -> None:
    """It is converted, or told with a place and a code: never a defect, which would raise here."""
    rng = random.Random(form)
    for damage in DAMAGES:
        data = damaged(rng.choice(SAMPLES).read_bytes(), damage, rng)
        done = run("convert", "--from", form, "--deal-file", str(DEALS / "spider-millennium-24.moves"), stdin=data)
        assert done.code in (0, 1)
        assert (done.code == 1) == bool(done.errors)
        for line in done.errors:
            assert re.fullmatch(r"<stdin>:\d+:\d+: error: .* \[[a-z-]+\]", line), line
        for transcript in solitaire_cli.validate(done.out) if done.out else ():
            assert transcript.valid
