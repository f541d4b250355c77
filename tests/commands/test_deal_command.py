"""Numbered deals from the outside: the same number gives the same deal, whatever was dealt before."""

from __future__ import annotations

import json
import random
import re
import subprocess
from hashlib import sha256
from itertools import pairwise, repeat
from typing import Any

import pytest
from support import COMMAND, run, surroundings

from solitaire_cli import deal, legal_moves
from solitaire_cli.commands.deal import WINNABLE
from solitaire_cli.shell.console import Console
from solitaire_cli.shell.numbers import RangeReader
from solitaire_cli.solver import GRADES

RULES = [
    ("spider-millennium", "suits=4"),
    ("spider-millennium", "suits=2"),
    ("spider-millennium", "suits=1"),
    ("spiderwort", ""),
    ("beetle", "empty=king"),
    ("beetle", "move=run"),
]

# SHA-256 of deals 1 to 1000, a line of columns and stock each, as the second implementation in
# ``reference`` deals them.
DIGESTS = {
    "spider-millennium suits=4": "62d57049cc044224330d4522ec9f1dedb74f7bff58f1220ad0b85ac27a03e8ad",
    "spider-millennium suits=2": "3928cdf5f5cf349d5962175276184a56c64f1b8e1190c11a8bc36340382332d6",
    "spider-millennium suits=1": "5d954d56087387bb0bc67ca041844198501dbfcfb5049cdbc129467cb1bbfd63",
    "spiderwort ": "bb2a65dc8a5ff92d91c824dd3ab04ca6e8423dd5e26b5a26eb48f56eb5a2e2a5",
    "beetle empty=king": "0fc19d3d2d3941cb0203da96cb0c7e689fa9c6d5f1d8244a5b2ad8921308958a",
}


def dealt(game: str, rule: str, *numbers: str) -> list[Any]:
    options = ["-r", rule] if rule else []
    done = run("deal", game, *numbers, *options, "-f", "json")
    assert (done.code, done.err) == (0, b"")
    return done.records


def lines(records: list[Any]) -> list[str]:
    return [" / ".join([*record["columns"], record["stock"]]) for record in records]


@pytest.mark.parametrize("name", DIGESTS)
def test_deals_for_ever(name: str) -> None:
    game, rule = name.split(" ")
    text = "\n".join(lines(dealt(game, rule, "1-1000")))
    assert sha256(text.encode()).hexdigest() == DIGESTS[name]


@pytest.mark.parametrize(("game", "rule"), RULES)
def test_same_number_twice_in_one_call(game: str, rule: str) -> None:
    first, second, third = lines(dealt(game, rule, "7", "8", "7"))
    assert first == third
    assert first != second
    assert [first] == lines(dealt(game, rule, "7"))
    assert lines(dealt(game, rule, "1-10"))[6:8] == [first, second]


@pytest.mark.parametrize(("game", "rule"), RULES)
def test_same_number_after_a_game(game: str, rule: str) -> None:
    rules = dict([rule.split("=")]) if rule else {}
    position = deal(game, 7, rules)
    before = [list(column) for column in position.columns], list(position.stock_left)
    choose = random.Random(7)
    for _ in range(20):
        position.apply(choose.choice(list(legal_moves(position))))
    again = deal(game, 7, rules)
    assert ([list(column) for column in again.columns], list(again.stock_left)) == before


def test_only_one_method_of_random_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = ("1", "31999", "32000", "ms32000", "5000000000", "ms5000000000")
    before = lines(dealt("beetle", "", *numbers))

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a method whose results may change")

    for name in ("shuffle", "sample", "choice", "choices", "randrange", "randint", "uniform"):
        monkeypatch.setattr(random.Random, name, refuse)
    assert lines(dealt("beetle", "", *numbers)) == before


EDGES = [1, 31999, 32000, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**32 + 1, 2**33, 2**63, 2**64, 10**20 - 1]
MS_EDGES = [1, 31999, 32000, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**32 + 1, 2**33 - 1]


@pytest.mark.parametrize(("game", "rule"), RULES)
def test_edges_of_the_numbers(game: str, rule: str) -> None:
    """Each number deals, is written out as it was written in, and wraps nowhere."""
    numbers = [str(number) for number in EDGES] + [f"ms{number}" for number in MS_EDGES]
    records = dealt(game, rule, *numbers)
    assert [record["deal"] for record in records] == numbers
    deals = dict(zip(numbers, lines(records)))
    # below 32000 both kinds are the same, from there on all are different
    same = {"1": "ms1", "31999": "ms31999"}
    assert all(deals[plain] == deals[ms] for plain, ms in same.items())
    assert len(set(deals.values())) == len(numbers) - len(same)


@pytest.mark.parametrize("number", ["0", str(10**20), "ms0", "ms8589934592", "-1", "007", "1e3", "٣", "ms١"])
def test_refused_the_same_way_everywhere(number: str) -> None:
    """On the command line, from standard input, in a header and in JSON: the same sentence with the range."""
    record = run("validate", "-f", "json", stdin=json.dumps({"game": "beetle", "deal": number})).records[0]
    assert record["error"]["code"] == "bad-deal"
    sentence = record["error"]["message"]
    assert "1 to 99999999999999999999" in sentence
    assert "ms1 to ms8589934591" in sentence
    header = f"---\ngame: beetle\ndeal: {number}\n---\n"
    assert run("validate", "-f", "json", stdin=header).records[0]["error"]["message"] == sentence
    typed, piped = f"solitaire-cli deal: error: {sentence}", f"<stdin>:1:1: error: {sentence} [bad-deal]"
    for arguments, stdin, error in ((("--", number), "", typed), (("-",), number, piped)):
        done = run("deal", "beetle", *arguments, stdin=stdin)
        assert (done.code, done.out, done.errors[0]) == (2, b"", error)


@pytest.mark.parametrize(("game", "rule"), RULES)
def test_random_deals_say_their_number(game: str, rule: str) -> None:
    options = ["-r", rule] if rule else []
    done = run("deal", game, "--random", "--count", "10", "-f", "json", *options)
    assert done.code == 0
    assert len({record["deal"] for record in done.records}) == 10
    for line, record in zip(done.lines, done.records):
        rules = [part for key, value in record["rules"].items() for part in ("-r", f"{key}={value}")]
        assert run("deal", game, record["deal"], "-f", "json", *rules).lines == [line]
    picture = run("deal", game, "--random", *options)
    heading = re.fullmatch(r".+ ([0-9]+)(?: \((.+)\))?", picture.lines[0])
    assert heading is not None
    rules = [part for pair in (heading[2] or "").split(", ") if pair for part in ("-r", pair.replace(": ", "="))]
    assert run("deal", game, heading[1], *rules).out == picture.out
    transcript = run("deal", game, "--random", "-f", "yaml", *options)
    number = re.search("^deal: (.+)$", transcript.text, re.MULTILINE)
    assert number is not None
    assert run("deal", game, number[1], "-f", "yaml", *options).out == transcript.out


def test_random_deals_differ() -> None:
    assert run("deal", "beetle", "--random").out != run("deal", "beetle", "--random").out


@pytest.mark.parametrize(("game", "rule"), RULES)
def test_stock_is_dealt_from_its_start(game: str, rule: str) -> None:
    """The stock is written next-dealt card first: each deal takes its cards from the start, from the left."""
    record = dealt(game, rule, "24")[0]
    stock = record["stock"].split()
    deals = -(-len(stock) // len(record["columns"]))
    assert deals == {"spider-millennium": 5, "spiderwort": 7, "beetle": 7}[game]
    transcript = json.dumps({**record, "moves": "deal " * deals})
    shown = run("replay", "-f", "json", stdin=transcript).records
    for before, after in pairwise(shown):
        cards = before["stock"].split()[: len(record["columns"])]
        assert after["moved"] == cards
        grown = [column.split() for column in after["columns"]]
        assert [column[-1] for column in grown][: len(cards)] == cards
        old = [column.split() for column in before["columns"]]
        assert [column[:-1] for column in grown[: len(cards)]] == old[: len(cards)]
        assert grown[len(cards) :] == old[len(cards) :]
        assert after["stock"] == " ".join(before["stock"].split()[len(cards) :])
    assert shown[-1]["stock"] == ""


def test_deal_records_and_transcripts_are_one_deal() -> None:
    """A record, a transcript and a picture of a number read back as the same position."""
    for game, rule in RULES:
        options = ["-r", rule] if rule else []
        record = run("deal", game, "32001", "-f", "json", *options).out
        transcript = run("deal", game, "32001", "-f", "yaml", *options).out
        shown = [run("replay", "-f", "json", stdin=data).records for data in (record, transcript)]
        assert shown[0] == shown[1]
        assert shown[0][0]["deal"] == "32001"
        picture = run("deal", game, "32001", *options).lines
        assert run("layout", stdin=record).lines[1:] == picture[1:]


def test_no_numbers_on_standard_input() -> None:
    done = run("deal", "beetle", "-", stdin="")
    assert (done.code, done.out, done.err) == (0, b"", b"")


def test_the_grades_are_those_of_the_solver() -> None:
    assert tuple(dict.fromkeys(GRADES)) == WINNABLE


def test_numbers_on_standard_input_are_dealt_as_they_come() -> None:
    """What is wrong ends the list with its place, after the deals of the numbers before it."""
    for jobs in ("1", "2"):
        done = run("deal", "beetle", "9", "-", "10", "-f", "json", "--jobs", jobs, stdin="\ufeff1 3-5\n\t7 x 8\n")
        assert [record["deal"] for record in done.records] == ["9", "1", "3", "4", "5", "7"]
        assert done.code == 2
        assert done.errors[0].startswith('<stdin>:2:4: error: "x" is not a deal number; ')
    assert run("deal", "beetle", "9", "-", "0", stdin="1").out == b"", "arguments are checked first"
    with subprocess.Popen(
        [*COMMAND, "deal", "beetle", "-", "-f", "json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=surroundings(),
    ) as child:
        assert child.stdin is not None and child.stdout is not None
        for number in (7, 3):
            child.stdin.write(f"{number} ".encode())
            child.stdin.flush()
            assert json.loads(child.stdout.readline())["deal"] == str(number)


def test_lists_of_numbers_are_not_held() -> None:
    console = Console()
    words = b"\n".join(b"%d" % number for number in range(1, 100_000))
    most, seen = 0, 0
    console.inputs.raw_chunks = lambda *_: iter([words[at : at + 4096] for at in range(0, len(words), 4096)])  # type: ignore
    for ranges in RangeReader(console, ["-"]):
        most, seen = max(most, len(ranges)), seen + len(ranges)
    assert (seen, most < 3000) == (99_999, True)
    console = Console()
    console.inputs.raw_chunks = lambda *_: repeat(b"7" * 4096)  # type: ignore
    assert sum(map(len, RangeReader(console, ["-"]))) == 0, "a word without an end is refused"
