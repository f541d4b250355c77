"""All faults of a header are told: the one that counts first, and those that do not depend on another."""

from __future__ import annotations

import pytest
from reference.generate import stream
from support import run

import solitaire_cli
from solitaire_cli.core.errors import Code
from solitaire_cli.transcript.header import MOST

CODES = list(Code)


@pytest.mark.parametrize(
    ("header", "found"),
    [
        (
            "game: beatle\ndeal: 024\nresult: win\ntitel: x\ntitle: [x]\nrules: {empty: [any]}\n",
            ["unknown-key 5:1", "bad-value 4:9", "bad-value 6:8", "bad-value 7:16", "unknown-game 2:7", "bad-deal 3:7"],
        ),
        (
            "game: beetle\ndeal: 0\nrules: {suits: 2, empty: all}\n",
            ["unknown-rule 4:9", "unknown-rule 4:26", "bad-deal 3:7"],
        ),
        (
            "game: beetle\ncolumns: [XX, AS 1S]\nstock: QQ\nplayer: 1\nplayer: 2\n",
            ["duplicate-key 6:1", "bad-card 3:11", "bad-card 3:15", "bad-card 4:8"],
        ),
        # what depends on a fault is not told: a key that was meant, a deck without its columns, the cards of a bad deal
        ("gane: beetle\ndael: 24\n", ["unknown-key 2:1", "unknown-key 3:1"]),
        ("game: beetle\nstock: AS\n", ["missing-key 1:1"]),
        ("game: beetle\ndeal: x\nfoundations: AS\n", ["bad-deal 3:7"]),
        ("game: [beetle]\nrules: {suits: 9}\n", ["missing-key 1:1", "bad-value 2:7"]),
        ("game: beetle\ndeal: 24\ncolumns: [AS]\n", ["wrong-deck 4:1"]),
        ("deal: 1: 2\ntitel: x\n", ["yaml 2:8"]),
    ],
)
def test_headers(header: str, found: list[str]) -> None:
    [verdict] = solitaire_cli.validate(f"---\n{header}---\n")
    assert [f"{problem.code} {problem.line}:{problem.column}" for problem in verdict.problems] == found


def test_the_order_and_the_number() -> None:
    """They come in the order of judgement, each once, and a hostile header has no more than others."""
    header = "".join(f"k{at}: x\n" for at in range(5000))
    for text in (*map(stream, range(40)), f"---\n{header}---\n".encode()):
        for verdict in solitaire_cli.validate(text):
            problems = verdict.problems
            assert problems[:1] == ([verdict.problem] if verdict.problem else [])
            codes = [CODES.index(problem.code) for problem in problems]
            assert codes == sorted(codes)
            assert len(set(map(str, problems))) <= len(problems) <= MOST


def test_commands_tell_them() -> None:
    """Each as a line of its own; the records have the first."""
    text = "---\ngame: beatle\ndeal: 0\n---\n"
    lines = [f"<stdin>:2:7: error: {END[0]} [unknown-game]", f"<stdin>:3:7: error: {END[1]} [bad-deal]"]
    for command in (["validate"], ["format"], ["replay"], ["moves"], ["cut", "--at", "0"], ["stats"], ["layout", "-"]):
        done = run(*command, stdin=text)
        assert (done.code, done.errors) == (1, lines), command
    assert run("validate", "--jobs", "2", stdin=text).errors == lines
    assert run("validate", "-q", stdin=text).errors == []
    [record] = run("validate", "-f", "json", stdin=text).records
    assert record["error"]["code"] == "unknown-game"


END = (
    'unknown game "beatle"; did you mean "beetle"?',
    '"0" is not a deal number; write 1 to 99999999999999999999, or ms1 to ms8589934591',
)
