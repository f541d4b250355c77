"""Games played from the outside: undo and redo, runs that leave, both ends of a game, long games."""

from __future__ import annotations

import json
from itertools import pairwise, product
from random import Random
from typing import Any

import pytest
from support import run

from solitaire_cli import deal, format_step, legal_moves

Rules = dict[str, str]

KINDS: list[tuple[str, Rules]] = [
    *[("spider-millennium", {"suits": suits}) for suits in "421"],
    ("spiderwort", {}),
    *[("beetle", {"empty": empty, "move": move}) for empty, move in product(("king", "any"), ("card", "run"))],
]
STATE = ("columns", "stock", "foundations", "result")


def playout(game: str, rules: Rules, seed: int, length: int = 60) -> list[str]:
    """A random game, its steps as tokens."""
    random = Random(f"{game} {rules} {seed}")
    position = deal(game, seed, rules)
    steps: list[str] = []
    while len(steps) < length and (legal := list(legal_moves(position))):
        step = random.choice(legal)
        position.apply(step)
        steps.append(format_step(step))
    return steps


def replay(start: dict[str, Any], moves: list[str]) -> list[Any]:
    """The position records of a game that must be valid."""
    done = run("replay", "-f", "json", stdin=json.dumps({**start, "moves": moves}))
    assert (done.code, done.err) == (0, b"")
    return done.records


def state(record: dict[str, Any]) -> list[Any]:
    return [record[key] for key in STATE]


@pytest.mark.parametrize("seed", range(1, 6))
@pytest.mark.parametrize(("game", "rules"), KINDS)
def test_each_undo_restores_all(game: str, rules: Rules, seed: int) -> None:
    """After each step one undo gives the position before, a redo the one after; then all back and all again."""
    steps = playout(game, rules, seed)
    moves = [token for step in steps for token in (step, "undo", "redo")]
    moves += ["undo"] * len(steps) + ["redo"] * len(steps)
    records = replay({"game": game, "deal": str(seed), "rules": rules}, moves)
    positions = [state(record) for record in records]
    after = [positions[0], *positions[3 : 3 * len(steps) + 1 : 3]]
    for number, step in enumerate(steps, 1):
        taken, undone, redone = records[3 * number - 2 : 3 * number + 1]
        assert state(taken) == after[number]
        assert state(undone) == after[number - 1]
        assert taken["token"] == step
        assert (taken["undone"], undone["undone"], redone["undone"]) == (False, True, False)
        for key in ("moved", "turned", "completed"):
            assert taken[key] == undone[key] == redone[key]
        assert taken["moved"]
    back = positions[3 * len(steps) :][: len(steps) + 1]
    assert back == after[::-1]
    assert positions[-len(steps) - 1 :] == after


@pytest.mark.parametrize("seed", range(6, 9))
@pytest.mark.parametrize(("game", "rules"), KINDS)
def test_what_holds_in_every_position(game: str, rules: Rules, seed: int) -> None:
    """No card is lost, face-down cards lie under face-up ones, and the result is what the legal steps say."""
    steps = playout(game, rules, seed, 120)
    records = replay({"game": game, "deal": str(seed), "rules": rules}, steps)
    assert [record["step"] for record in records] == list(range(len(steps) + 1))
    decks = set()
    for record in records:
        columns = [column.split() for column in record["columns"]]
        deck = [card.strip("<>") for column in columns for card in column] + record["stock"].split()
        for pile in record["foundations"]:
            if pile:
                rank = "A23456789TJQK".index(pile["top"][0]) + 1
                assert pile["cards"] == (rank if game == "beetle" else 13)
                assert game == "beetle" or rank == 1
                deck += [card + pile["top"][1] for card in "A23456789TJQK"[: pile["cards"]]]
        decks.add(" ".join(sorted(deck)))
        for column in columns:
            covered = [card[0] == "<" for card in column]
            assert covered == sorted(covered, reverse=True)
            assert not column or not covered[-1]
    assert len(decks) == 1
    lists = run(
        "moves", "-f", "json", stdin="".join(json.dumps({**record, "type": "position"}) + "\n" for record in records)
    )
    for record, listed in zip(records, lists.records):
        left = any(record["columns"]) or record["stock"]
        expected = "open" if listed["steps"] else "lost" if left else "won"
        assert record["result"] == expected
    # each step that was taken was in the list
    for listed, step in zip(lists.records, steps):
        assert step in listed["steps"]


@pytest.mark.long
@pytest.mark.parametrize(("game", "rules"), KINDS)
def test_listed_steps_are_the_accepted_ones(game: str, rules: Rules) -> None:
    """Of all steps that can be written those and only those are legal that moves lists."""
    found = set()
    for length in (0, 4, 9, 25):
        moves = playout(game, rules, 9, length)
        start = {**replay({"game": game, "deal": "9", "rules": rules}, moves)[-1], "type": "position"}
        columns = range(1, len(start["columns"]) + 1)
        every = [
            f"{source}-{target}" + (f"x{count}" if count > 1 else "")
            for source, target, count in product(columns, columns, range(1, 5))
        ]
        every += [f"{source}-f" for source in columns] + ["deal", "auto"]
        stdin = "".join(json.dumps({**start, "moves": step}) + "\n" for step in every)
        verdicts = run("validate", "-f", "json", stdin=stdin).records
        accepted = [step for step, verdict in zip(every, verdicts) if verdict["valid"]]
        listed = run("moves", "-f", "json", stdin=json.dumps(start)).records[0]["steps"]
        assert [step for step in listed if step in every] == accepted
        found |= set(accepted)
    assert len(found) > 3


RUN = [rank + "S" for rank in "KQJT98765432A"]


def spider(columns: list[list[str]], foundations: str, **more: Any) -> dict[str, Any]:
    texts = [" ".join(column) for column in columns] + [""] * (10 - len(columns))
    return {"game": "spider-millennium", "columns": texts, "foundations": foundations, **more}


@pytest.mark.parametrize("odd", range(12))
def test_run_of_two_suits_stays(odd: int) -> None:
    """King to ace with one card of another suit, wherever it lies, is no complete run."""
    hearts = [card[0] + "H" for card in RUN]
    cards = RUN[:]
    cards[odd], hearts[odd] = hearts[odd], cards[odd]
    start = spider([cards[:-1], cards[-1:], hearts[:-1], hearts[-1:]], "AS AH AD AC AD AC")
    record = replay(start, ["2-1", "4-3"])[-1]
    assert record["completed"] == []
    assert [len(column.split()) for column in record["columns"]] == [13, 0, 13] + [0] * 7
    # in one suit the same steps complete two runs
    plain = spider([RUN[:-1], RUN[-1:], RUN[:-1], RUN[-1:]], "AS AS AS AS AS AS", rules={"suits": "1"})
    assert [record["completed"] for record in replay(plain, ["2-1", "4-3"])] == [[], ["AS"], ["AS"]]


def test_run_under_a_second_king() -> None:
    """Of fourteen cards with two kings thirteen leave, and the first king stays."""
    start = spider([["KH", *RUN[:-1]], RUN[-1:], [card[0] + "H" for card in RUN[1:]]], "AS AH AD AC AD AC")
    record = replay(start, ["2-1"])[-1]
    assert record["completed"] == ["AS"]
    assert record["columns"][0] == "KH"
    assert record["foundations"][6] == {"top": "AS", "cards": 13}


def test_covered_king_keeps_a_run_from_leaving() -> None:
    """Queen to ace on a king of their suit that lies face down: the run is complete when the king is turned up."""
    columns = [["<KS>", *RUN[1:-1]], RUN[-1:], RUN[:1], RUN[1:]]
    records = replay(spider(columns, "AH AH AD AC AD AC"), ["2-1", "1-5x12", "5-1x12"])
    assert [record["completed"] for record in records] == [[], [], [], ["AS"]]
    assert [record["turned"] for record in records] == [[], [], ["KS"], []]
    assert records[1]["columns"][0] == " ".join(["<KS>", *RUN[1:]])


@pytest.mark.parametrize(
    ("columns", "moves"),
    [
        ([RUN[:12], RUN[12:]], ["2-1"]),  # by the ace
        ([RUN[:1], RUN[1:]], ["2-1x12"]),  # by twelve cards
        ([RUN[:6], RUN[6:]], ["2-1x*"]),
    ],
)
def test_last_run_wins(columns: list[list[str]], moves: list[str]) -> None:
    start = spider(columns, "AS AH AH AD AD AC AC")
    assert [record["result"] for record in replay(start, [*moves, "undo", "redo"])] == ["open", "won", "open", "won"]
    for claim, valid in (("won", True), ("open", False), ("lost", False)):
        verdict = run("validate", "-f", "json", stdin=json.dumps({**start, "moves": moves, "result": claim})).records[0]
        assert (verdict["valid"], verdict["result"]) == (valid, "won")
    assert run("moves", stdin=json.dumps({**start, "moves": moves})).out == b""
    # what is written after the end is refused there, an undo is not
    for more, code in (("deal", "stock-empty"), ("1-2", "empty-column"), ("redo", "nothing-to-redo")):
        verdict = run("validate", "-f", "json", stdin=json.dumps({**start, "moves": [*moves, more]})).records[0]
        assert (verdict["error"]["code"], verdict["error"]["step"]) == (code, len(moves) + 1)
        assert verdict["result"] == "won"


def test_nothing_comes_back_from_the_foundations() -> None:
    for game in ("spider-millennium", "spiderwort", "beetle"):
        for token in ("f-1", "f1-2", "0-1", "9-1f"):
            transcript = json.dumps({"game": game, "deal": "1", "moves": token})
            assert run("validate", "-f", "json", stdin=transcript).records[0]["error"]["code"] == "syntax"


@pytest.mark.long
def test_every_empty_column_takes_every_card() -> None:
    """Each column as the source and as the target, with cards in the stock and without."""
    for source, target, stock in product(range(10), range(10), ("2H", "")):
        if source == target:
            continue
        hearts = [card[0] + "H" for card in RUN[1:] + RUN[:1]]  # the king last: no complete run
        columns: list[list[str]] = [[] for _ in range(10)]
        first, second = [column for column in range(10) if column not in (source, target)][:2]
        columns[source] = ["9S"]
        columns[first] = [card for card in RUN if card != "9S"]
        columns[second] = [card for card in hearts if card != stock]
        start = spider(columns, "AS AH AD AC AD AC", stock=stock)
        record = replay(start, [f"{source + 1}-{target + 1}"])[-1]
        assert record["columns"][target] == "9S"
        assert record["columns"][source] == ""


def shuttle(length: int) -> dict[str, Any]:
    """A queen that goes to and fro between two kings."""
    rest = [card[0] + "H" for card in RUN[1:]]
    start = spider([["KS", "QS"], ["KH"], RUN[2:], rest], "AS AH AD AC AD AC")
    return {**start, "moves": " ".join(["1-2 2-1"] * (length // 2))}


@pytest.mark.parametrize("length", [1_000, 10_000])
def test_long_games(length: int) -> None:
    """Thousands of steps, all of them taken back and returned; nothing depends on the depth of a stack."""
    game = shuttle(length)
    whole = f"{game['moves']}{' undo' * length}{' redo' * length}"
    verdict = run("validate", "-f", "json", stdin=json.dumps({**game, "moves": whole})).records[0]
    assert (verdict["valid"], verdict["steps"], verdict["result"]) == (True, 3 * length, "open")
    last = run("replay", "--last", "-f", "json", stdin=json.dumps({**game, "moves": whole})).records
    start = replay(game, [])[0]
    assert len(last) == 1
    assert state(last[0]) == state(start)
    flat = run("format", "-f", "json", "--flatten", stdin=json.dumps({**game, "moves": whole})).records[0]
    assert flat["moves"] == game["moves"].split()
    fault = run("validate", "-f", "json", stdin=json.dumps({**game, "moves": whole + " redo"})).records[0]
    assert (fault["error"]["code"], fault["error"]["step"]) == ("nothing-to-redo", 3 * length + 1)


def test_replay_of_a_long_game_step_by_step() -> None:
    records = replay(shuttle(2_000), shuttle(2_000)["moves"].split())
    assert len(records) == 2_001
    for before, after in pairwise(records):
        assert after["moved"] == ["QS"]
        assert after["columns"][:2] == before["columns"][:2][::-1] or {before["columns"][0], after["columns"][0]} == {
            "KS",
            "KS QS",
        }
