"""How fast the tool is: ``python tests/benchmarks/run.py`` prints a table in Markdown.

Every figure is of whole processes, text in and text out; those that are compared are measured in turn in the same run,
and the ratio is what counts, for machines differ and are shared. The games are legal random play of about 130
steps from numbered deals, in shuffled order. python-chess and pgn-extract are measured if they are here, on random
games of 130 plies.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from statistics import median

import solitaire_cli

COMMAND = [str(Path(sys.executable).with_name("solitaire-cli"))]
STEPS = 130
KINDS = [
    ("spider-millennium", {"suits": "4"}),
    ("spider-millennium", {"suits": "2"}),
    ("spider-millennium", {"suits": "1"}),
    ("spiderwort", {}),
]


def game(seed: int) -> str:
    """A transcript of legal random play."""
    rng = random.Random(seed)
    name, rules = KINDS[seed % len(KINDS)]
    number = rng.randrange(1, 10**9)
    position = solitaire_cli.deal(name, number, rules)
    tokens = []
    for _ in range(STEPS):
        steps = list(solitaire_cli.legal_moves(position))
        if not steps:
            break
        step = rng.choice(steps)
        tokens.append(solitaire_cli.format_step(step))
        position.apply(step)
    options = f"rules: {{{', '.join(f'{key}: {value}' for key, value in rules.items())}}}\n" if rules else ""
    return f"---\ngame: {name}\ndeal: {number}\n{options}---\n" + "\n".join(tokens) + "\n"


def games(path: Path, different: int, count: int) -> int:
    """Write ``count`` transcripts, ``different`` ones of them, and return the number of steps."""
    texts = [game(seed) for seed in range(different)]
    order = list(islice(cycle(texts), count))
    random.Random(1).shuffle(order)
    path.write_text("".join(order), encoding="utf-8")
    return sum(text.count("\n") - text.count(":") - 2 for text in order)


def chess_games(path: Path, count: int) -> int:
    """Write random games of chess, and return the number of plies."""
    import chess
    import chess.pgn

    rng = random.Random(2)
    plies = 0
    with path.open("w", encoding="utf-8") as file:
        for _ in range(count):
            board = chess.Board()
            played = chess.pgn.Game()
            node: chess.pgn.GameNode = played
            while board.ply() < STEPS and not board.is_game_over():
                move = rng.choice(list(board.legal_moves))
                board.push(move)
                node = node.add_variation(move)
                plies += 1
            print(played, file=file, end="\n\n")
    return plies


def seconds(command: Sequence[str | Path], times: int = 3, feed: Path | None = None) -> float:
    """The median wall time of a process whose output goes nowhere."""
    taken = []
    for _ in range(times):
        begin = time.perf_counter()
        with feed.open("rb") if feed else open(os.devnull, "rb") as source:
            subprocess.run(command, stdin=source, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        taken.append(time.perf_counter() - begin)
    return median(taken)


def ratio(one: Sequence[str], other: Sequence[str], times: int = 15) -> float:
    """The median of the ratios of two commands, measured in turn."""
    return median(seconds(one, 1) / seconds(other, 1) for _ in range(times))


def peak(command: Sequence[str], feed: Callable[[], Iterator[bytes]] | None = None, lines: int | None = None) -> float:
    """The peak memory of a process in MiB; fed with bytes through a pipe, or its reader leaving after ``lines``."""
    code = "import resource, subprocess, sys; subprocess.run(sys.argv[1:]); " + (
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code, *command],
        stdin=subprocess.PIPE if feed else subprocess.DEVNULL,
        stdout=subprocess.PIPE if lines else subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    assert process.stderr is not None
    if feed and process.stdin:
        for data in feed():
            process.stdin.write(data)
        process.stdin.close()
    if lines and process.stdout:
        for _ in range(lines):
            process.stdout.readline()
        process.stdout.close()
    kilobytes = int(process.stderr.read().split()[-1])
    process.wait()
    return kilobytes / 1024


def shuttle() -> Iterator[bytes]:
    """One transcript of two million steps."""
    yield b"---\ngame: spiderwort\ndeal: 1\n---\n2-1\n"
    for _ in range(1000):
        yield b"undo\nredo\n" * 1000


def row(what: str, figure: str, compared: str = "") -> None:
    print(f"| {what} | {figure} | {compared} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale", type=float, default=1.0, help="how much work, 1 for a few minutes")
    scale = parser.parse_args().scale
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    print(f"Python {sys.version.split()[0]}, {cores} cores, {time.strftime('%Y-%m-%d')}\n")
    print("| what | figure | compared |\n|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        measure(Path(folder), scale)


def measure(folder: Path, scale: float) -> None:
    small, large = folder / "small.moves", folder / "large.moves"
    few = games(small, int(400 * scale), int(1000 * scale))
    many = games(large, int(400 * scale), int(10000 * scale))
    validate = [*COMMAND, "validate", "-f", "json"]
    short, long = seconds([*validate, str(small)]), seconds([*validate, str(large)])
    row("`validate`, steps a second", f"{many / long:,.0f}")
    row("ten times the transcripts", f"{long / short / (many / few) * 10:.1f} times the time", "at most 11")
    for what, command in (("validate --id", [*validate, "--id"]), ("stats", [*COMMAND, "stats"])):
        taken = seconds([*command, str(large)])
        row(f"`{what}`, steps a second", f"{many / taken:,.0f}", f"{long / taken:.2f} of `validate`")
    shared = seconds([*validate, "--jobs", "2", str(large)])
    row("`validate --jobs 2`, steps a second", f"{many / shared:,.0f}", f"{long / shared:.2f} times one job")
    select = [*COMMAND, "select"]
    for what, asked, least in (
        ("`select --game`", ["--game", "spiderwort"], 5),
        ("`select --result`", ["--result", "won", "--reject"], 0.8),
        ("`select --contains`", ["--contains", "deal deal", "--reject"], 0.8),
        ("`select --unique steps`", ["--unique", "steps"], 0.8),
    ):
        taken = seconds([*select, *asked, str(large)])
        row(f"{what}, steps a second", f"{many / taken:,.0f}", f"{long / taken:.2f} times `validate`, at least {least}")
    chess(folder, many / long, many / seconds([*validate, "--jobs", "0", str(large)]))
    deal = [*COMMAND, "deal", "spider-millennium", "-f", "json"]
    count = int(40000 * scale)
    alone = seconds([*deal, f"1000001-{1000000 + count}"])
    row("`deal -f json`, two-pack deals a second", f"{count / alone:,.0f}")
    both = seconds([*deal, "--jobs", "2", f"1000001-{1000000 + count}"])
    row("`deal -f json --jobs 2`", f"{count / both:,.0f}", f"{alone / both:.2f} times one job")
    boards = few + int(1000 * scale)
    row("`replay`, boards a second", f"{boards / seconds([*COMMAND, 'replay', str(small)]):,.0f}")
    long_one, short_one = folder / "long.moves", folder / "short.moves"
    head = "---\ngame: spiderwort\ndeal: 1\n---\n2-1\n"
    short_one.write_text(head + "undo\nredo\n" * 50000, encoding="utf-8")
    long_one.write_text(head + "undo\nredo\n" * 500000, encoding="utf-8")
    times = seconds([*validate, str(long_one)]) / seconds([*validate, str(short_one)])
    row("ten times the steps of one transcript", f"{times:.1f} times the time", "at most 11")
    row("memory for 2 million steps from a pipe", f"{peak([*validate, '-'], shuttle):.0f} MB")
    row("memory for `select --valid` of these", f"{peak([*select, '--valid', '-'], shuttle):.0f} MB")
    row("memory for `deal 1-1000000` and `head`", f"{peak([*deal, '1-1000000'], lines=10):.0f} MB")
    python = sys.executable
    bare = [python, "-c", "import click"]
    row("start-up: `--version`", f"{ratio([*COMMAND, '--version'], bare):.2f}", "times `import click`")
    row("start-up: `--help`", f"{ratio([*COMMAND, '--help'], bare):.2f}", "times `import click`")
    both_packages = [python, "-c", "import click, yaml"]
    one = folder / "one.moves"
    one.write_text(game(1), encoding="utf-8")
    row("start-up: `deal beetle 1`", f"{ratio([*COMMAND, 'deal', 'beetle', '1'], both_packages):.2f}", "times both")
    searches(scale)
    row("start-up: a small `validate`", f"{ratio([*COMMAND, 'validate', str(one)], both_packages):.2f}", "times both")


SEARCHES = {
    "4 suits": ["spider-millennium", "-r", "suits=4"],
    "2 suits": ["spider-millennium", "-r", "suits=2"],
    "1 suit": ["spider-millennium", "-r", "suits=1"],
    "Spiderwort": ["spiderwort"],
    "Beetle, cards": ["beetle"],
    "Beetle, any cards": ["beetle", "-r", "empty=any"],
    "Beetle, runs": ["beetle", "-r", "move=run"],
}


def searches(scale: float) -> None:
    """``solve`` on deals 1 to 20, in one process and in two."""
    count = max(2, int(20 * scale))
    for name, game in SEARCHES.items():
        call = [*COMMAND, "solve", *game, f"1-{count}", "-q", "-f", "json"]
        begin = time.perf_counter()
        answers = subprocess.run(call, capture_output=True, check=False).stdout.splitlines()
        alone = time.perf_counter() - begin
        statuses = [json.loads(answer)["status"] for answer in answers]
        told = ", ".join(f"{statuses.count(status)} {status}" for status in sorted(set(statuses)))
        shared = seconds([*call, "--jobs", "2"], 1)
        figure = f"{alone / count:.2f} s a deal: {told}"
        row(f"`solve`, {name}", figure, f"--jobs 2: {alone / shared:.2f} times one job")


def chess(folder: Path, alone: float, shared: float) -> None:
    """python-chess and pgn-extract on games of chess, against our steps a second of one job and of all cores."""
    try:
        pgn = folder / "games.pgn"
        plies = chess_games(pgn, 200)
    except ImportError:
        return
    code = "import chess.pgn, sys\nf = open(sys.argv[1])\nwhile chess.pgn.read_game(f): pass"
    theirs = plies / seconds([sys.executable, "-c", code, str(pgn)])
    row("python-chess `read_game`, plies a second", f"{theirs:,.0f}", f"`validate` is {alone / theirs:.1f} times it")
    if shutil.which("pgn-extract"):
        big = folder / "big.pgn"
        big.write_text(pgn.read_text(encoding="utf-8") * 50, encoding="utf-8")
        theirs = plies * 50 / seconds(["pgn-extract", "-s", "-r", str(big)])
        row("`pgn-extract -r`, plies a second", f"{theirs:,.0f}", f"`validate --jobs 0` is {shared / theirs:.2f} times")


if __name__ == "__main__":
    main()
