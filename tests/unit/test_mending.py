"""What ``format --fix`` mends, what it leaves alone, and where it says that it changed something."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.generate import stream
from support import DEALS, FEW, random_game

import solitaire_cli
from solitaire_cli.transcript.blocks import read_blocks, split_chunks
from solitaire_cli.transcript.document import Transcript, read_whole
from solitaire_cli.transcript.marks import Change, read_word
from solitaire_cli.transcript.mending import Mender, mend_line_ends
from solitaire_cli.transcript.reader import TranscriptReader

HEAD = "---\ngame: spiderwort\ndeal: 1\n---\n"


def mended(data: bytes) -> tuple[list[str], list[Change]]:
    """The transcripts as text, or the codes and places of their faults; and all that was changed."""
    changes: list[Change] = []
    mender = Mender(read_blocks(mend_line_ends(split_chunks(data), changes)), solitaire_cli.games(), changes)
    found: list[str] = []
    told: list[Change] = []
    for raw in mender:
        made = read_whole(raw)
        if isinstance(made, Transcript):
            found.append(str(made))
            told += mender.changes
        else:
            assert made.problem
            problem = mender.place(made.problem)
            found.append(f"{problem.code} {problem.line}:{problem.column}")
    return found, told


def as_they_stand(data: bytes) -> list[str]:
    made = []
    for raw in TranscriptReader(read_blocks(split_chunks(data)), solitaire_cli.games(), exact=True):
        found = read_whole(raw)
        if not isinstance(found, Transcript):
            assert found.problem
            made.append(f"{found.problem.code} {found.problem.line}:{found.problem.column}")
        else:
            made.append(str(found))
    return made


def check_unchanged(data: bytes) -> None:
    """What is valid stays as it is, and nothing is told of it if all is; there is an answer to everything else."""
    stands, (found, told) = as_they_stand(data), mended(data)
    assert found
    if all("---" in each for each in stands):
        assert (found, told) == (stands, [])


@pytest.mark.parametrize("path", sorted(DEALS.rglob("*.moves")), ids=lambda path: path.stem)
def test_samples_stay(path: object) -> None:
    check_unchanged(path.read_bytes())  # type: ignore[attr-defined]


SPOILS: dict[str, Callable[[str], str]] = {
    "dashes": lambda text: text.replace("-", "\u2013").replace("\u2013\u2013\u2013", "\u2014"),
    "blanks": lambda text: text.replace("\n", "\u00a0\n").replace("  #", "\u00a0\u202f#"),
    "times": lambda text: text.replace("x", "\u00d7"),
    "unseen": lambda text: text.replace("-", "-\u200b").replace("-\u200b-\u200b-\u200b", "---"),
    "indent": lambda text: text.replace("---", "  ---"),
    "quoting": lambda text: "".join(f"> {line}\n" for line in text.splitlines()),
    "deep quoting": lambda text: "".join(f">>{line}\n" for line in text.splitlines()),
    "line ends": lambda text: text.replace("\n", "\r"),
}


def labelled(text: str, form: str) -> str:
    """A text with a label before each step, of any form, and numbered from 7."""
    head, fence, body = text.partition("---\n")[2].partition("---\n")
    lines = body.splitlines()
    numbered = [line if line.startswith("#") else form.format(at, line) for at, line in enumerate(lines, 7)]
    return f"---\n{head}{fence}" + "".join(f"{line}\n" for line in numbered)


@given(
    st.sampled_from(sorted(FEW)),
    st.integers(0, 99),
    st.lists(st.sampled_from(sorted(SPOILS)), unique=True, max_size=3),
    st.sampled_from(["{1}", "{0}. {1}", "{0}) {1}", "{0}){1}", "{0}.{1}"]),
    st.booleans(),
)
@settings(max_examples=40, deadline=None)
def test_what_was_spoiled_is_mended(name: str, seed: int, spoils: list[str], form: str, position: bool) -> None:
    made = Transcript(next(solitaire_cli.read(random_game(name, seed, 8))).position)
    if position and made.rules.goal != "in-place":
        start = made.position
        start.history, start.undone, start.number = [], [], None
        made = Transcript(start)
    text = str(made)
    spoiled = labelled(text, form)
    for each in sorted(spoils, key=list(SPOILS).index):
        spoiled = SPOILS[each](spoiled)
    found, told = mended(spoiled.encode())
    assert found == [text]
    assert bool(told) == (spoiled != text) or form in ("{0}. {1}", "{1}")


PIECES = [
    "---",
    "\u2014",
    " ---",
    "> ---",
    "> ",
    ">",
    "#",
    "game: beetle",
    "deal: 24",
    "title: \u201ca: b\u201d",
    "columns:",
]
PIECES += ["- KS,", "5\u20137", "2-f", "1)", ",", "{", "{}", '> {"game": "beetle", "deal": 1}', "\n", "\r", " ", "\x00"]
PIECES += ["\u00a0", "\u200b", "\ufeff"]


@given(st.lists(st.sampled_from(PIECES), max_size=25))
@settings(max_examples=150, deadline=None)
def test_anything_is_read(pieces: list[str]) -> None:
    """There is an answer to any text, as many as before at the least; what was valid is."""
    for data in ("".join(pieces).encode(), "\n".join(pieces).encode()):
        check_unchanged(data)


def test_random_streams_stay() -> None:
    for seed in range(20):
        data = stream(seed)
        check_unchanged(data)
        assert [each for each in as_they_stand(data) if "---" in each] == [
            each for each in mended(data)[0] if "---" in each
        ]


@pytest.mark.parametrize(
    ("word", "now"),
    [
        ("5\u20137", "5-7"),
        ("5\u22127\u00d73:9\u2660", "5-7x3:9\u2660"),
        ("5-7\u044510", "5-7x10"),
        ("5-\u04411", "5-c1"),
        ("5-7,", "5-7"),
        ("5-7,3-4,deal", "5-7 3-4 deal"),
        ("3)", "3."),
        ("3)5-7", "3. 5-7"),
        ("9.5-7,4)2-f", "3. 5-7 4. 2-f"),
        ("8.", "3."),
        ("5\u200b-7", "5-7"),
        (",", ""),
        ("5->7", None),
        ("5--7", None),
        ("5-7;", None),
        ("5-7*3", None),
        ("5-7:9\u0421", None),
        ("5-\u0444", None),
        ("5,7", None),
        ("1,5-7", None),
        ("\u20135-7", None),
        ("\u201c5-7\u201d", None),
        ("5-7," * 200, None),
    ],
)
def test_words(word: str, now: str | None) -> None:
    """What is certain, and what is not; the places of what follows stay."""
    found = read_word(word, 3)
    assert (found and found.now) == now
    assert found is None or len(found.text) == len(word)


@pytest.mark.parametrize(
    ("header", "values", "told"),
    [
        ("game:\u00a0beetle\ndeal: 24\n", {}, [(2, 6)]),
        ("game: \u00abbeetle\u00bb\ndeal: \u201c24\u201d\n", {}, [(2, 7), (2, 14), (3, 7), (3, 10)]),
        ("game: beetle\u200b\ndeal: 24\n", {}, [(2, 13)]),
        ("game: beetle\ndeal: 24\ntitle: \u201ca: b\u201d\n", {"title": "a: b"}, [(4, 8), (4, 13)]),
        ("game: beetle\ndeal: 24\ntitle:\u00a0a \u2013 b\u00a0c, d\n", {"title": "a \u2013 b\u00a0c, d"}, [(4, 7)]),
        ("game: beetle\ndeal:\u00a024\ntitle: \u201ca\u201d\n", {"title": "\u201ca\u201d"}, [(3, 6)]),
        ("game:\u00a0beetle\ndeal: 24\ntags:\n  deal: 1\u20132\n", {"tags": {"deal": "1\u20132"}}, [(2, 6)]),
    ],
)
def test_headers(header: str, values: dict[str, object], told: list[tuple[int, int]]) -> None:
    """Free text is not touched, unless it cannot be read without."""
    found, changes = mended(f"---\n{header}---\n".encode())
    [game] = solitaire_cli.read("".join(found))
    assert game.header == {"game": "beetle", "deal": "24", **values}
    assert [(change.line, change.column) for change in changes] == told


def test_cards_with_commas() -> None:
    at = solitaire_cli.deal("beetle", 24)
    at.number = None
    text = str(Transcript(at))
    spoiled = "".join(
        line.replace(" ", ", ").replace("-,", "\u2013").replace(":,", ":") if line[:2] in ("- ", "st") else line
        for line in text.splitlines(keepends=True)
    )
    assert "\u2013 KC, 8S" in spoiled
    assert "stock: QH, 3D" in spoiled
    assert mended(spoiled.encode())[0] == [text]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("> ---\n> game: spiderwort\n> deal: 1x\n> ---\n", ["bad-deal 3:9"]),
        ("> ---\n> game: spiderwort\n> deal: 1\n> ---\n> 2\u20131  3-1\n", ["build-rank 5:8"]),
        (HEAD + "1)2-1,3-1\n", ["build-rank 5:7"]),
        (HEAD + "2-1\n  ---\n", ["syntax 6:3"]),
        ("---\ngame: spiderwort\ndeal: 1\n2-1\n", ["yaml 1:1"]),
        ("Ada wrote:\n> ---\n> game: spiderwort\n> deal: 1\n> ---\n", ["no-header 1:1", HEAD]),
        ("> ---\n> game: spiderwort\n> deal: 1\n" + HEAD, ["yaml 1:3", HEAD]),
        (HEAD + "> {}\n2-1", [HEAD, "missing-key 5:None", "no-header 6:1"]),
        ("", ["no-header 1:1"]),
        ("> ", ["no-header 1:1"]),
    ],
)
def test_what_is_left(text: str, found: list[str]) -> None:
    """Faults have the places that they have in the text."""
    assert mended(text.encode())[0] == found


def test_a_long_header_and_a_long_line() -> None:
    for data in (b"---\n" + b"a: b\n" * 20_000 + b"---\n2-1\n", HEAD.encode() + b"5" * (1 << 20) + b" \n", b"\x1f\x8b"):
        assert mended(data)[0] == as_they_stand(data)
