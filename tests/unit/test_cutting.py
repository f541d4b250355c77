"""Parts of transcripts are transcripts, and play what the whole plays."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from support import FEW, random_game

import solitaire_cli
from solitaire_cli import Position
from solitaire_cli.transcript.blocks import read_blocks, split_chunks
from solitaire_cli.transcript.cutting import Cutting, cut
from solitaire_cli.transcript.reader import TranscriptReader


def parts(text: str, first: int, end: int | None = None) -> Cutting:
    raw = next(iter(TranscriptReader(read_blocks(split_chunks(text.encode())), solitaire_cli.games(), exact=True)))
    return cut(raw, first, end)


def part(text: str, first: int, end: int | None = None) -> str:
    found = parts(text, first, end).part
    assert found
    return found.text()


def positions(text: str) -> list[Position]:
    return [position for _, position in solitaire_cli.replay(text)]


@given(st.sampled_from(sorted(FEW)), st.integers(0, 999), st.integers(0, 30), st.integers(0, 30))
@settings(max_examples=25, deadline=None)
def test_a_part_plays_what_the_whole_plays(name: str, seed: int, one: int, other: int) -> None:
    text = random_game(name, seed, 30)
    whole = positions(text)
    first, end = sorted(min(step, len(whole) - 1) for step in (one, other))
    found = parts(text, first, end)
    depths = [len(position.history) for position in whole]
    crosses = min(depths[first : end + 1]) < depths[first]
    assert (found.part is None, found.crossing is not None) == (crosses, crosses)
    if found.part:
        written = found.part.text()
        assert positions(written) == whole[first : end + 1]
        assert str(next(solitaire_cli.read(written))) == written
        assert set(found.part.record()) == {*found.part.header, "moves"}


@given(st.sampled_from(sorted(FEW)), st.integers(0, 999), st.integers(0, 20), st.integers(0, 20))
@settings(max_examples=15, deadline=None)
def test_two_cuts_are_one(name: str, seed: int, one: int, other: int) -> None:
    text = random_game(name, seed, 20, undoes=False)
    steps = len(positions(text)) - 1
    one, other = min(one, steps), min(other, steps)
    assert part(text, 0) == text
    assert part(part(text, one), max(other - one, 0)) == part(text, max(one, other))
    assert part(part(text, 0, max(one, other)), min(one, other)) == part(text, min(one, other), max(one, other))


def test_a_redo_from_before() -> None:
    """It is the step itself, once what was taken back lies before the part."""
    text = "---\ngame: spiderwort\ndeal: 1\n---\n2-1 3-11 undo undo redo redo undo redo\n"
    found = parts(text, 4).part
    assert found
    assert found.record()["moves"] == ["2-1", "3-11", "undo", "redo"]
    assert parts(text, 3).crossing is not None


def test_comments_go_with_steps() -> None:
    """Each to one part, those on lines of their own to what follows; the last ones to the end of the game."""
    head = "# a\n---\ngame: spiderwort\n# b\ndeal: 1\nresult: open  # c\n---\n"
    text = head + "# d\n2-1  # e\n# f\n3-11\n# g\n"
    assert part(text, 0, 1) == head.replace("result: open  # c", "# c") + "# d\n2-1  # e\n"
    assert (
        part(text, 0, 2)
        == "# a\n---\ngame: spiderwort\n# b\ndeal: 1\n# c\nresult: open\n---\n# d\n2-1  # e\n# f\n3-11\n# g\n"
    )
    rest = part(text, 1)
    assert rest.startswith("# a\n---\ngame: spiderwort\n# b\ncolumns:\n- ")
    assert rest.endswith('foundations: ""\n# c\nresult: open\ntags: {deal: 1, step: 1}\n---\n# f\n3-11\n# g\n')
    assert part(text, 1, 1).endswith('foundations: ""\ntags: {deal: 1, step: 1}\n# c\n---\n')
