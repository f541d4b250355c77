"""Streams of transcripts: how they are cut, read and written back."""

from __future__ import annotations

import json
import random
import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.generate import stream
from support import DEALS

import solitaire_cli
from solitaire_cli.core.errors import FaultError
from solitaire_cli.rulebook.rule_file import FileCatalogue
from solitaire_cli.transcript.blocks import LONGEST_LINE, block_lines, read_blocks, split_chunks
from solitaire_cli.transcript.document import Style, Transcript, read_whole
from solitaire_cli.transcript.header import KEYS
from solitaire_cli.transcript.located_yaml import YamlMap, YamlScalar, parse_yaml
from solitaire_cli.transcript.reader import LONGEST_COMMENTS, LONGEST_HEADER, TranscriptReader
from solitaire_cli.transcript.referee import Verdict, judge
from solitaire_cli.transcript.writer import header_text

GOOD = "---\ngame: beetle\ndeal: 24\n---\n"


def verdicts(data: bytes | str | Iterable[bytes], exact: bool = False) -> list[Verdict]:
    if isinstance(data, str):
        data = data.encode()
    blocks = read_blocks(split_chunks(data) if isinstance(data, bytes) else data)
    return [judge(transcript) for transcript in TranscriptReader(blocks, solitaire_cli.games(), exact)]


def place(data: bytes | str) -> list[tuple[str, int | None, int | None] | None]:
    """The code and place of the fault of each transcript, ``None`` for a valid one."""
    return [v.problem and (str(v.problem.code), v.problem.line, v.problem.column) for v in verdicts(data)]


@contextmanager
def tracing() -> Iterator[Callable[[], tuple[int, int]]]:
    """Trace memory; what it yields gives the bytes that are held now, and the most that ever were."""
    verdicts(GOOD + '{"game":"beetle","deal":1}\n', exact=True)  # what is loaded when first used does not count
    tracemalloc.start()
    try:
        yield tracemalloc.get_traced_memory
    finally:
        tracemalloc.stop()


def summary(found: list[Verdict]) -> list[tuple[Any, ...]]:
    return [(v.number, v.header.line, v.steps, v.result, v.problem) for v in found]


@pytest.mark.parametrize("bom", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("last", [True, False])
def test_line_ends(bom: str, end: str, last: bool) -> None:
    text = "---\ngame: beetle\ndeal: 24\nresult: open\n---\ndeal\ndeal undo"
    data = bom + text.replace("\n", end) + (end if last else "")
    [verdict] = verdicts(data)
    assert (verdict.valid, verdict.steps, verdict.result) == (True, 3, "open")


def test_a_lone_cr_ends_no_line() -> None:
    assert place(GOOD.replace("\n", "\r")) == [("no-header", 1, 1)]
    assert place(GOOD + "deal\rdeal 1-1") == [("same-column", 5, 11)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [("no-header", 1, 1)]),
        ("\n  \n# nothing\n", [("no-header", 1, 1)]),
        ("1-2\n", [("no-header", 1, 1)]),
        ("# remark\n\n \t1-2\n3-4\n" + GOOD, [("no-header", 3, 3), None]),
        (GOOD + "deal\n" + GOOD, [None, None]),
        (GOOD + "deal\n\n" + GOOD + "1-1", [None, ("same-column", 11, 1)]),
        ("---\n", [("yaml", 1, 1)]),
        ("---\n---\n", [("yaml", 1, 1)]),
        ("---\n# only a remark\n---\n", [("yaml", 1, 1)]),
        ("---\ngame: beetle\ndeal: 24\n", [("yaml", 1, 1)]),
        ("---\n- beetle\n---\n", [("yaml", 2, 1)]),
        ("---\nbeetle\n---\n", [("yaml", 2, 1)]),
        ("---\ngame: beetle\ndeal: *x\n---\n", [("yaml", 3, 7)]),
        ("---\ngame: &x beetle\ndeal: 1\n---\n", [("yaml", 2, 7)]),
        ("---\ngame: !x beetle\ndeal: 1\n---\n", [("yaml", 2, 7)]),
        ("---\ngame: beetle\ndeal: 24\nplayer: A: B\n---\n", [("yaml", 4, 10)]),
        ("---\ngame: beetle\t# c\n \t# d\ndeal: 24 \t \t\nrules: {empty: any,\t# e\n move: card}\t\n\t\n---\n", [None]),
        ('---\ngame: beetle\ndeal: "24\t# c"\n---\n', [("bad-deal", 3, 7)]),
        ("---\ngame: beetle\ndeal:\t24\n---\n", [("yaml", 3, 6)]),
        ("---\ngame: beetle\n\tdeal: 24\n---\n", [("yaml", 3, 1)]),
        ("---\ngame: beetle\ndeal: 24\ntitle: a\tb\n---\n", [("yaml", 4, 9)]),
        ("--- \t\ngame: beetle\ndeal: 24\n---  \ndeal", [None]),
        (" ---\ngame: beetle\ndeal: 24\n---\n", [("no-header", 1, 2), ("yaml", 4, 1)]),
        ("----\n", [("no-header", 1, 1)]),
        ("---\ngame: beetle\ndeal: 24\ndeal: 24\n---\n", [("duplicate-key", 4, 1)]),
        ("---\ngame: spider-millennium\ndeal: 24\nrules: {suits: 4, suits: 2}\n---\n", [("duplicate-key", 4, 19)]),
        ("---\ngame: beetle\ndeal: 24\nDeal: 24\n---\n", [("unknown-key", 4, 1)]),
        ("---\ndeal: 24\n---\n", [("missing-key", 1, 1)]),
        ("---\ngame: beetle\n---\n", [("missing-key", 1, 1)]),
        ("---\ngame: beetle\ndeal: [24]\n---\n", [("bad-value", 3, 7)]),
        ("---\ngame: beetle\ndeal:\n---\n", [("bad-value", 3, 1)]),
        ("---\ngame: beetle\ndeal: 24\nresult: Won\n---\n", [("bad-value", 4, 9)]),
        ("---\ngame: whist\ndeal: 24\n---\n", [("unknown-game", 2, 7)]),
        ("---\ngame: beetle\ndeal: 24\nrules: {suits: 2}\n---\n", [("unknown-rule", 4, 9)]),
        ("---\ngame: beetle\ndeal: 24\nrules: {empty: none}\n---\n", [("unknown-rule", 4, 16)]),
        ("---\ngame: beetle\ndeal: 010\n---\n", [("bad-deal", 3, 7)]),
        ('---\ngame: beetle\ndeal: "0042"\n---\n', [("bad-deal", 3, 7)]),
        ("---\ngame: beetle\ndeal: 24\nresult: won\n---\ndeal", [("result-mismatch", 4, 9)]),
        (GOOD + "1. deal 2. deal 4. deal", [("move-number", 5, 17)]),
        (GOOD + "dael", [("syntax", 5, 1)]),
        (GOOD + "deal # x\n# y\n1-2:9С", [("syntax", 7, 1)]),
        (GOOD + "deal#", [("syntax", 5, 1)]),
    ],
)
def test_places(text: str, expected: list[Any]) -> None:
    assert place(text) == expected


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ("---\ngame: жук\ndeal: 1\n---\ndeal # ж\x07".encode(), ("encoding", 5, 9)),
        (b"---\ngame: beetle\ndeal: 1\n---\n1-1 \xff", ("same-column", 5, 1)),
        (b"---\ngame: beetle\ndeal: 1\n---\ndeal \xff", ("encoding", 5, 6)),
        (b"---\ngame: beetle\ndeal: 1\n---\ndeal x\xffy", ("encoding", 5, 7)),
        (b"---\ngame: beetle\ntitle: \xcf\xe0\ndeal: 1\n---\n", ("encoding", 3, 8)),
        (b"\x89PN\r\n\x1a\n\0\0", ("encoding", 1, 1)),
        (b"text\n\0\n", ("encoding", 2, 1)),
        (GOOD.encode() + b"deal\x1a", ("encoding", 5, 5)),
        (GOOD.encode() + "deal\u0085deal".encode(), ("encoding", 5, 5)),
    ],
)
def test_what_is_no_text(data: bytes, expected: tuple[str, int, int]) -> None:
    assert place(data) == [expected]
    assert place(data + b"\n" + GOOD.encode()) == [expected, None]


def test_a_line_that_is_too_long_ends_its_transcript_only() -> None:
    long = b"#" + b"x" * LONGEST_LINE
    assert place(GOOD.encode() + long + b"\n" + GOOD.encode()) == [("encoding", 5, LONGEST_LINE + 1), None]
    assert place(GOOD.encode() + long[:LONGEST_LINE] + b"\n") == [None]
    assert place(b"---\ntitle: " + long + b"\n---\n") == [("encoding", 2, LONGEST_LINE + 1)]
    assert place(long * 3) == [("encoding", 1, LONGEST_LINE + 1)]
    assert place(b'{"title":"' + long) == [("encoding", 1, None)]


def test_a_header_that_is_too_long_or_too_deep() -> None:
    many = "".join(f"k{number}: x\n" for number in range(LONGEST_HEADER // 6))
    assert place(f"---\n{many}---\n{GOOD}") == [("yaml", 1, 1), None]
    deep = "[" * 60000
    assert place(f"---\ntags: {deep}\n---\n{GOOD}") == [("yaml", 2, 14), None]
    assert place('{"game":' + "[" * 100000 + "\n" + GOOD) == [("yaml", 1, None), None]
    # what a record's reader passes over nests no deeper, and what stands in a text does not count
    for inner, code in ((6, None), (7, "yaml"), (500, "yaml")):
        line = (
            '{"type":"position","game":"beetle","deal":24,"columns":[],"moved":[' + "[" * inner + "]" * inner + "]}\n"
        )
        assert [str(v.problem and v.problem.code) for v in verdicts(line + GOOD)] == [code or "wrong-deck", "None"]
    assert place('{"game":"beetle","deal":24,"title":"' + r"\"" + "[{" * 500 + '"}') == [None]


def test_a_line_with_many_keys_or_long_values_ends_nothing() -> None:
    keys = ",".join(f'"k{number}":1' for number in range(14000))
    for line, code in (
        (f'{{"game":"beetle","deal":24,{keys}}}', "unknown-key"),
        (f'{{{keys},"k7":1}}', "duplicate-key"),
        ('{"game":"beetle","deal":' + "9" * 5000 + "}", "bad-deal"),
        ('{"game":"' + "b" * 900000 + '","deal":24}', "unknown-game"),
    ):
        assert place(f"{line}\n{GOOD}") == [(code, 1, None), None]


def test_little_is_remembered_of_long_texts() -> None:
    """Tokens and names of games that are longer than any there is are forgotten again."""
    catalogue = FileCatalogue()
    assert len([*catalogue]) > 1  # an unknown name is compared with those of all games
    long = "x" * 100000
    lines = [f'{GOOD}{number}{long}\n{{"game":"{number}{long}","deal":1}}\n' for number in range(20)]
    data = [*split_chunks("".join(lines).encode())]
    with tracing() as traced:
        for transcript in TranscriptReader(read_blocks(data), catalogue):
            judge(transcript)
        del transcript
        assert traced()[0] < 500_000


def test_comments_before_a_header_are_only_held_where_they_are_kept() -> None:
    """A check passes over any number of them; what keeps them has a limit, which the transcript alone exceeds."""
    remarks = f"#{'x' * 1022}\n" * (LONGEST_COMMENTS // 1000)
    data = [*split_chunks((remarks + GOOD + GOOD + remarks).encode())]
    with tracing() as traced:
        plain = [str(verdict.problem) for verdict in verdicts(data)]
        assert traced()[1] < 1_000_000
    assert plain == ["None", "None"]
    found = [read_whole(raw) for raw in TranscriptReader(read_blocks(data), solitaire_cli.games(), exact=True)]
    assert [isinstance(each, Verdict) and str(each.problem and each.problem.code) for each in found] == ["yaml", "yaml"]
    assert place(remarks[:-1024] + GOOD) == [None]


def test_a_long_game_is_formatted_in_little_memory() -> None:
    data = [*split_chunks(("---\ngame: spiderwort\ndeal: 1\n---\n" + "2-1\nundo\n" * 5000).encode())]
    with tracing() as traced:
        made = read_whole(next(iter(TranscriptReader(read_blocks(data), solitaire_cli.games(), exact=True))))
        assert isinstance(made, Transcript)
        assert made.body() == "2-1\nundo\n" * 5000
        assert traced()[1] < 1_200_000


@given(st.binary(max_size=300), st.integers(1, 50))
@settings(max_examples=100, deadline=None)
def test_any_bytes_give_verdicts_wherever_they_are_cut(data: bytes, size: int) -> None:
    found = verdicts(data)
    assert found
    for verdict in found:
        assert verdict.valid or verdict.problem is not None
        assert verdict.problem is None or (verdict.problem.line or 0) >= 1
    pieces = [data[start : start + size] for start in range(0, len(data), size)]
    assert summary(verdicts(pieces)) == summary(found)


WORDS = ["---\n", "game: beetle\n", "deal: 24\n", "\n", "{", "}", '"game"', ":", ",", '"beetle"', '"deal"', "1", "deal"]
WORDS += [
    "#",
    " ",
    "1-2",
    "undo",
    "redo",
    "\r",
    "\t",
    "- ",
    "rules: ",
    "{empty: any}",
    "\ufeff",
    "&a ",
    "*a",
    "? ",
    "!",
]
WORDS += [
    "'",
    '"',
    "|\n",
    ">\n",
    "%",
    "@",
    "`",
    "\u2028",
    "columns:\n",
    "<KS>",
    "x*",
    "auto",
    "result: won\n",
    "\\U0011",
]


@given(st.lists(st.sampled_from(WORDS), max_size=40).map("".join))
@settings(max_examples=150, deadline=None)
def test_nearly_transcripts_give_verdicts(text: str) -> None:
    assert summary(verdicts(text)) == summary(verdicts(text, exact=True))


def test_the_short_way_through_common_headers_is_no_other_way() -> None:
    """Headers of the common form, and those that nearly are, read the same as YAML."""
    rng = random.Random(2)
    games = ["beetle", "spider-millennium", "spiderwort", "whist", "жук", "Beetle", "beetle "]
    deals = ["24", "ms24", "ms8589934592", "024", "99999999999999999999", "0", "24 "]
    rules = ["", "rules: {suits: 2}\n", "rules: {empty: any, move: run}\n", "rules: {empty: any, empty: any}\n"]
    rules += ["rules: {move: run, empty: any}\n", "rules: {empty: x}\n", "rules: {}\n"]
    claims = ["", "result: won\n", "result: open\n", "result: open \n", "result: no\n"]
    for _ in range(400):
        text = f"---\ngame: {rng.choice(games)}\ndeal: {rng.choice(deals)}\n"
        text += f"{rng.choice(rules)}{rng.choice(claims)}---\n"
        text += rng.choice(["", "deal\n", "1-1\n", text])
        assert summary(verdicts(text)) == summary(verdicts(text, exact=True)), text


def test_long_transcripts_take_flat_memory_a_step() -> None:
    """100,000 steps and their undoing: what is remembered of a step is one reference."""
    position = "---\ngame: spiderwort\ndeal: 1\n---\n"
    shuttle = "2-1\n1-2\n" if verdicts(position + "2-1 1-2")[0].valid else ""
    text = position + "2-1\n" + "undo\nredo\n" * 25000 + "undo\n"
    [verdict] = verdicts(text)
    assert (verdict.valid, verdict.steps) == (True, 50002)
    assert shuttle == ""  # a card that was uncovered stays turned, so this pair does not go on for ever
    beetle = "---\ngame: beetle\nrules: {empty: any}\ndeal: 24\n---\n"
    assert verdicts(beetle)[0].valid


def test_an_endless_stream_is_read_as_it_comes() -> None:
    """The verdict on a transcript is there as soon as the next one begins."""
    sent = []

    def chunks() -> Iterable[bytes]:
        for number in range(1, 4):
            sent.append(number)
            yield GOOD.encode() + b"deal\n" * number

    reader = TranscriptReader(read_blocks(chunks()), solitaire_cli.games())
    first = judge(next(iter(reader)))
    assert (first.steps, sent) == (1, [1, 2])


# ---- writing ------------------------------------------------------------------------------------------------------


def canonical_text(data: bytes, style: Style = Style()) -> str:  # noqa: B008
    blocks = read_blocks(split_chunks(data))
    reader = TranscriptReader(blocks, solitaire_cli.games(), exact=True)
    made = [read_whole(transcript) for transcript in reader]
    return "".join(each.text(style) for each in made if isinstance(each, Transcript))


def test_canonical_form() -> None:
    text = """\
# a remark
---
result: open   # a claim
deal: 24
tags: {b: '1', "a:": x}
# the game
game: Жук
rules: {move: run, empty: king}
---
1. DEAL   # first
2. undo  redo
# alone
3-1X1:9S
"""
    [verdict] = verdicts(text)
    assert verdict.problem is not None  # which move is legal is not the point here
    text = text.replace("3-1X1:9S\n", "")
    expected = """\
# a remark
---
# the game
game: beetle
deal: 24
rules: {move: run, empty: king}
# a claim
result: open
tags: {b: 1, "a:": x}
---
deal  # first
undo
redo
# alone
"""
    expected = expected.replace("rules: {move: run, empty: king}", "rules: {empty: king, move: run}")
    assert canonical_text(text.encode()) == expected
    assert canonical_text(expected.encode()) == expected


def test_labels_cards_and_flatten() -> None:
    text = "---\ngame: spiderwort\ndeal: 1\n---\n2-1 # kept\n3-11\nundo undo redo\n3-11 # again\n"
    assert canonical_text(text.encode(), Style(labels=True)).endswith(
        "1. 2-1  # kept\n2. 3-11\n3. undo\n4. undo\n5. redo\n6. 3-11  # again\n"
    )
    assert canonical_text(text.encode(), Style(cards=True)).endswith("redo\n3-11:2H  # again\n")
    flat = canonical_text(text.encode(), Style(flatten=True))
    assert flat == "---\ngame: spiderwort\ndeal: 1\n---\n# kept\n2-1\n3-11  # again\n"


@pytest.mark.long
def test_random_transcripts_written_twice() -> None:
    """Writing is stable, keeps the verdict, and keeps it without what was taken back."""
    written = 0
    for seed in range(55):
        data = stream(seed)
        text = canonical_text(data)
        if not text:
            continue
        written += 1
        assert canonical_text(text.encode()) == text
        before = [(v.steps, v.result, v.header.rules) for v in verdicts(data) if v.valid]
        assert [(v.steps, v.result, v.header.rules) for v in verdicts(text)] == before
        flat = canonical_text(data, Style(labels=True, cards=True, flatten=True))
        assert [(v.valid, v.result) for v in verdicts(flat)] == [(True, result) for _, result, _ in before]
        assert canonical_text(flat.encode(), Style(labels=True, cards=True)) == flat
    assert written > 30


@given(st.dictionaries(st.sampled_from(["title", "player", "date", "source", "comment"]), st.text(max_size=30)))
@settings(max_examples=100, deadline=None)
def test_free_text_comes_back_as_it_was(values: dict[str, str]) -> None:
    values = {key: text.encode("utf-8", "replace").decode() for key, text in values.items()}
    text = header_text({"game": "beetle", "deal": "24", **values})
    assert text.count("\n---\n") == 1
    found = pairs(text[4:-4])
    assert found == {"game": "beetle", "deal": "24", **values}


@given(st.dictionaries(st.text(min_size=1, max_size=30), st.text(max_size=30), max_size=4))
@settings(max_examples=100, deadline=None)
def test_tags_come_back_as_they_were(tags: dict[str, str]) -> None:
    tags = {k.encode("utf-8", "replace").decode(): v.encode("utf-8", "replace").decode() for k, v in tags.items()}
    text = header_text({"game": "beetle", "deal": "24", "tags": tags})
    written = next(line for line in text.splitlines() if line.startswith("tags: "))
    root = parse_yaml(written)
    assert isinstance(root, YamlMap)
    [(_, value)] = root.pairs
    assert isinstance(value, YamlMap)
    assert texts(value) == tags


def pairs(text: str) -> dict[str | None, str | None]:
    root = parse_yaml(text)
    assert isinstance(root, YamlMap)
    return texts(root)


def texts(node: YamlMap) -> dict[str | None, str | None]:
    return {key.text: value.text for key, value in node.pairs if isinstance(value, YamlScalar)}


@pytest.mark.parametrize("text", "no on y Null ~ 1984 1:30 O'Neil Нет 2024-01-01 0x10 .inf true = <<".split())
def test_words_that_yaml_takes_for_something_else(text: str) -> None:
    transcript = f"---\ngame: beetle\ndeal: 24\nplayer: {text}\n---\n"
    assert canonical_text(transcript.encode()).splitlines()[3] in (f"player: {text}", f'player: "{text}"')


def test_a_value_cannot_add_a_key() -> None:
    for bad in ("X\nresult: won", "X\u2028result: won", "X\u0085result: won", "X\rresult: won"):
        line = json.dumps({"game": "beetle", "deal": 24, "title": bad})
        text = canonical_text(line.encode())
        [verdict] = verdicts(text)
        assert verdict.valid
        title = verdict.header.values["title"] if verdict.header.values else parse_title(text)
        assert isinstance(title, YamlScalar)
        assert title.text == bad


def parse_title(text: str) -> YamlScalar:
    root = parse_yaml(text.split("---\n")[1])
    assert isinstance(root, YamlMap)
    return next(value for key, value in root.pairs if key.text == "title" and isinstance(value, YamlScalar))


def test_every_key_has_its_place() -> None:
    values: dict[str, Any] = dict.fromkeys(KEYS, "x")
    values |= {"rules": {"a": "b"}, "tags": {}, "columns": []}
    keys = [line.split(":")[0] for line in header_text(values).splitlines()[1:-1]]
    assert keys == list(KEYS)


def test_yaml_errors_have_places() -> None:
    for text, line, column in (("a: [\n", 2, 1), ('a: "\\UFFFFFFFF"\n', 1, 7), ("a: b\n--- x\n", 2, 1)):
        with pytest.raises(FaultError) as caught:
            parse_yaml(text)
        assert (caught.value.problem.line, caught.value.problem.column) == (line, column)


def test_comments_in_lines() -> None:
    [block] = read_blocks([b"1-2 # a # b\n#c\n  # d \n1-2#3\n"])
    assert [(len(line.tokens), line.comment) for line in block_lines(block, True)] == [
        (1, "# a # b"),
        (0, "#c"),
        (0, "# d"),
        (1, None),
    ]


def test_won_games_fail_under_another_header() -> None:
    for path in sorted(DEALS.glob("spider*.moves")):
        text = path.read_text("utf-8")
        if "result: won" not in text or "columns" in text:
            continue
        [verdict] = verdicts(text)
        assert (verdict.valid, verdict.result) == (True, "won"), path
        number = next(line for line in text.splitlines() if line.startswith("deal:"))
        for old, new in ((number, "deal: 31000"), ("game: spider", "game: beetle #")):
            [verdict] = verdicts(text.replace(old, new, 1))
            assert not verdict.valid, (path, new)
            assert verdict.result != "won"
