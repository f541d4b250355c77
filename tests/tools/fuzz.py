"""Mutated transcripts: look for a text that is not judged as it should be.

``PYTHONPATH=tests python tests/tools/fuzz.py --seconds 600`` looks for ten minutes.

Each text is judged in every way there is, and by the second implementation. With ``--guided`` the mutations are
those of atheris, guided by coverage, if it is installed.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from functools import cache
from pathlib import Path

from reference import reader
from reference.generate import stream
from support import documented

import solitaire_cli
from solitaire_cli import api
from solitaire_cli.transcript.batches import batches
from solitaire_cli.transcript.blocks import read_blocks, split_chunks
from solitaire_cli.transcript.document import read_whole
from solitaire_cli.transcript.identity import identified
from solitaire_cli.transcript.reader import TranscriptReader
from solitaire_cli.transcript.referee import Playback, Verdict, judge
from solitaire_cli.words.faults import sentence
from solitaire_cli.words.language import LANGUAGES

DEALS = Path(__file__).parents[2] / "deals"
PIECES = [
    *(b"---\n", b"---", b"\n", b"\r", b"\r\n", b"\t", b" ", b"#", b"{", b"}", b"[", b"]", b'"', b"'", b":", b",", b"-"),
    *(
        b"\x00",
        b"\x1a",
        b"\x1b[2J",
        b"\x7f",
        b"\xff",
        b"\xc2",
        b"\xe2\x99",
        b"\xef\xbb\xbf",
        b"\xc2\x85",
        b"\xe2\x80\xa8",
    ),
    *(b"x*", b"f", b"auto", b"undo", b"redo", b"deal", b"1.", b"99999999999999999999", b"0", b"<KS>", b"&a", b"*a"),
    *(
        b"!x ",
        b"? ",
        b"|\n",
        b">\n",
        b"%YAML 1.1\n",
        b"\\ud800",
        b"},",
        b"{\n",
        b"[\n",
        b"null",
        b"true",
        b'{"game":"beetle","deal":1}\n',
    ),
    *("♠".encode(), "К".encode(), "х".encode(), b"10", b"x1", b"x99", b":9S", b"\xf0\x9f\x82\xa1"),
]


def mutated(data: bytes, rng: random.Random) -> bytes:
    """``data`` with a few pieces put in, cut out, doubled or moved."""
    for _ in range(rng.choice([1, 1, 2, 3, 8])):
        at = rng.randrange(len(data) + 1)
        end = min(len(data), at + rng.choice([0, 1, 1, 2, 5, 30]))
        kind = rng.randrange(5)
        if kind == 0:
            data = data[:at] + rng.choice(PIECES) + data[at:]
        elif kind == 1:
            data = data[:at] + rng.choice(PIECES) + data[end:]
        elif kind == 2:
            data = data[:at] + data[end:]
        elif kind == 3:
            data = data[:at] + data[at:end] + data[at:]
        else:
            to = rng.randrange(len(data) + 1)
            data = data[:to] + data[at:end] + data[to:]
    return data


def plain(verdict: Verdict) -> tuple[object, ...]:
    """All that is said of a transcript."""
    problem = verdict.problem
    place = problem and (str(problem.code), problem.line, problem.column, problem.step)
    return (verdict.number, verdict.header.line, verdict.valid, verdict.steps, verdict.result, place)


def check(data: bytes, peer: bool = True) -> list[Verdict]:
    """Judge ``data`` in every way and assert that all agree; return the verdicts.

    Without the second implementation, which is no ``peer`` for most games, all games of the package are known.
    """
    games = documented() if peer else solitaire_cli.games()
    found = [judge(transcript) for transcript in TranscriptReader(read_blocks(split_chunks(data)), games)]
    said = [plain(verdict) for verdict in found]
    assert found
    exact = TranscriptReader(read_blocks(split_chunks(data)), games, exact=True)
    assert [plain(judge(transcript)) for transcript in exact] == said
    parts = [
        plain(judge(transcript))
        for batch in batches(read_blocks([data[at : at + 7] for at in range(0, len(data), 7)]), full=20)
        for transcript in TranscriptReader(batch.blocks, games, first=batch.first)
    ]
    assert parts == said
    steps = []
    for transcript in TranscriptReader(read_blocks(split_chunks(data)), games):
        playback = Playback(transcript)
        for _ in playback:
            pass
        steps.append(plain(playback.close()))
    assert steps == said
    named = [identified(each) for each in TranscriptReader(read_blocks(split_chunks(data)), games)]
    assert [plain(verdict) for verdict, _ in named] == said
    split = TranscriptReader(read_blocks([data[at : at + 7] for at in range(0, len(data), 7)]), games)
    assert [identity for _, identity in map(identified, split)] == [identity for _, identity in named]
    whole = [read_whole(each) for each in TranscriptReader(read_blocks(split_chunks(data)), games, exact=True)]
    assert len(whole) == len(said)
    for made, verdict, plainly, (_, identity) in zip(whole, found, said, named):
        if isinstance(made, Verdict):
            assert plain(made) == plainly
            continue
        assert (verdict.valid, verdict.steps, verdict.result) == (True, len(made.steps), made.result)
        again = read_whole(next(iter(TranscriptReader(read_blocks([str(made).encode()]), games, exact=True))))
        assert again == made
        assert identified(next(iter(TranscriptReader(read_blocks([str(made).encode()]), games))))[1] == identity
    for verdict in found:
        for language in LANGUAGES if verdict.problem else ():
            assert verdict.problem is not None
            assert sentence(verdict.problem, language).isprintable()
    if peer:
        theirs = [
            (v["transcript"], v["line"], v["valid"], v["steps"], v["result"], _place(v["error"]))
            for v in reader.read(data)
        ]
        assert said == theirs
    return found


def _place(error: dict[str, object] | None) -> object:
    return error and tuple(error[key] for key in ("code", "line", "column", "step"))


@cache
def corpus() -> list[bytes]:
    """Real transcripts, and random ones."""
    texts = [path.read_bytes() for path in sorted(DEALS.glob("**/*.moves"))]
    few = [{**game.header, "moves": game.steps} for path in DEALS.glob("beetle-*.moves") for game in api.read(path)]
    wide = [json.dumps(each[:2] if isinstance(each, list) else each, indent=1) for each in (few, few[0], few[-1])]
    texts += [text.encode() for text in (*wide, json.dumps(few), "\n".join(wide))]
    return texts + [stream(seed) for seed in range(150)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--guided", action="store_true", help="let atheris choose the mutations")
    options = parser.parse_args()
    if options.guided:
        guided(options.seconds)
        return
    texts = corpus()
    rng = random.Random(options.seed)
    end = time.monotonic() + options.seconds
    count = 0
    while time.monotonic() < end:
        data = mutated(rng.choice(texts), rng)
        count += 1
        try:
            check(data)
        except BaseException:
            Path("fuzz-found.moves").write_bytes(data)
            raise
    sys.stdout.write(f"{count} texts, seed {options.seed}\n")


def guided(seconds: float) -> None:
    """Let atheris look, for ``seconds``, from the same corpus."""
    import tempfile

    import atheris

    atheris.instrument_all()
    with tempfile.TemporaryDirectory() as folder:
        for number, text in enumerate(corpus()):
            (Path(folder) / str(number)).write_bytes(text)
        atheris.Setup([sys.argv[0], f"-max_total_time={seconds:.0f}", "-max_len=4000", folder], check)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
