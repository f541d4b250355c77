"""The file of a game that is being played, when other programs do not leave it alone."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support import COMMAND, run, signalled, surroundings

from solitaire_cli.system import game_file
from solitaire_cli.system.files import REPLACED
from solitaire_cli.system.game_file import CHANGED, ChangedError, GameFile

if sys.platform == "win32":
    pytest.skip("files that are open cannot be replaced there", allow_module_level=True)

from terminals import CTRL_C, Terminal

START = "---\ngame: spiderwort\ndeal: 1\n---\n"
GAME = ("play", "spiderwort", "1", "--ascii", "-o", "a")


def replace(path: Path) -> None:
    """What editors do, and ``format -o``: the same text in a new file."""
    (path.parent / "new").write_bytes(path.read_bytes())
    os.replace(path.parent / "new", path)


def put_a_folder(path: Path) -> None:
    os.rename(path, path.parent / "elsewhere")
    path.mkdir()


def write_over(path: Path) -> None:
    """As many bytes as before, in the same file; a clock may tick too seldom to tell, so the time is set."""
    path.write_bytes(path.read_bytes().replace(b"2-1", b"8-4"))
    os.utime(path, ns=(1, 1))


def add(text: str) -> Callable[[Path], None]:
    def added(path: Path) -> None:
        with path.open("a") as file:
            file.write(text)

    return added


DAMAGE: dict[str, tuple[Callable[[Path], None], str]] = {
    "replaced": (replace, REPLACED),
    "deleted": (Path.unlink, REPLACED),
    "moved": (lambda path: os.rename(path, path.parent / "elsewhere"), REPLACED),
    "a folder": (put_a_folder, REPLACED),
    "a step more": (add("deal\n"), CHANGED),
    "half a step": (add("dea"), CHANGED),
    "rubbish": (add("rubbish\n"), CHANGED),
    "emptied": (lambda path: os.truncate(path, 0), CHANGED),
    "cut": (lambda path: os.truncate(path, len(START)), CHANGED),
    "other steps": (write_over, CHANGED),
}


def state(folder: Path) -> dict[str, bytes | None]:
    """The files of a folder with what is in them; ``None`` for a folder."""
    return {path.name: None if path.is_dir() else path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("name", list(DAMAGE))
def test_nothing_is_added_to_another_file(name: str, tmp_path: Path) -> None:
    damage, reason = DAMAGE[name]
    log = GameFile.create(str(tmp_path / "a"), START)
    log.append(["2-1"])
    damage(tmp_path / "a")
    before = state(tmp_path)
    for _ in range(2):
        with pytest.raises(ChangedError) as caught:
            log.append(["3-11"])
        assert (caught.value.strerror, caught.value.filename) == (reason, str(tmp_path / "a"))
    assert state(tmp_path) == before
    assert bytes(log.data) == START.encode() + b"2-1\n"
    log.close()


def test_what_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    """Touched, linked, written over with itself."""
    path = tmp_path / "a"
    log = GameFile.create(str(path), START)
    os.utime(path, ns=(1, 1))
    log.append(["2-1"])
    os.link(path, tmp_path / "b")
    log.append(["3-11"])
    path.write_bytes(path.read_bytes())
    log.append(["deal"])
    log.close()
    assert path.read_text() == START + "2-1\n3-11\ndeal\n"


def test_a_link_that_leads_elsewhere_now(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).write_text(START)
    (tmp_path / "a").symlink_to("one")
    log = GameFile.open(str(tmp_path / "a"))
    log.append(["2-1"])
    (tmp_path / "a").unlink()
    (tmp_path / "a").symlink_to("two")
    with pytest.raises(ChangedError):
        log.append(["3-11"])
    log.close()
    assert ((tmp_path / "one").read_text(), (tmp_path / "two").read_text()) == (START + "2-1\n", START)


# signals


@pytest.fixture
def short_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each call takes a few bytes, as on a disk that is nearly full."""
    write = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: write(descriptor, data[:9]))
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)


@pytest.mark.usefixtures("short_writes")
def test_a_signal_finds_whole_steps(tmp_path: Path) -> None:
    """Wherever it comes, the file is as it was left, with the step or without it."""
    path = tmp_path / "a"
    log = GameFile.create(str(path), "")
    for reason, found in signalled(
        game_file, signal.SIGINT, lambda: log.append(["2-1"] * 5), lambda: (log.change(), path.read_bytes())
    ):
        assert reason is None
        assert len(found) % 20 == 0
    log.close()


@pytest.mark.usefixtures("short_writes")
def test_a_signal_finds_a_whole_new_file(tmp_path: Path) -> None:
    path = tmp_path / "a"

    def create() -> None:
        path.unlink(missing_ok=True)
        GameFile.create(str(path), START).close()

    assert set(signalled(game_file, signal.SIGINT, create, lambda: path.exists() and path.read_text())) == {
        False,
        START,
    }


def test_a_signal_finds_the_game_in_one_of_two_files(tmp_path: Path) -> None:
    log = GameFile.create(str(tmp_path / "0"), START)
    log.append(["2-1"])

    def move() -> None:
        number = len(os.listdir(tmp_path))
        log.move(GameFile.create(str(tmp_path / str(number)), START))

    assert set(signalled(game_file, signal.SIGTERM, move, log.change)) == {None}
    log.close()


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_while_steps_are_written(number: int, tmp_path: Path, rounds: Iterator[int]) -> None:
    """The last words are how to continue, and what was answered is in the file."""
    name = "spiderwort-1.moves"
    for _ in rounds:
        with subprocess.Popen(
            [*COMMAND, "play", "spiderwort", "1"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
            env=surroundings(PYTHONUTF8="1"),
        ) as child:
            assert child.stdin and child.stdout and child.stderr
            os.set_blocking(child.stdin.fileno(), False)
            while b"Each step is saved" not in child.stdout.readline():
                pass
            os.write(child.stdin.fileno(), b"2-1\n" + b"undo redo\n" * 2000)
            time.sleep(random.random() / 10)
            child.send_signal(number)
            out, err = child.communicate()
            assert child.returncode == 128 + number
        assert err.decode().split() == f"Continue with: solitaire-cli play {name}".split()
        steps = (tmp_path / name).read_text().removeprefix(START)
        assert ["2-1", *["undo", "redo"] * 2000][: steps.count("\n")] == steps.splitlines()
        assert steps.count("undo") >= out.count(b"undo (2-1)")
        (tmp_path / name).unlink()


@pytest.fixture
def player(tmp_path: Path) -> Iterator[Terminal]:
    """A player who has taken one step."""
    with Terminal(*GAME, columns=200, cwd=tmp_path) as player:
        player.wait("step 0> ")
        player.keys("2-1\r")
        player.wait("step 1> ")
        yield player


@pytest.mark.parametrize("name", list(DAMAGE))
def test_a_step_that_cannot_be_kept_is_not_taken(name: str, tmp_path: Path, player: Terminal) -> None:
    """It is told, the game can be saved as it was played, and goes on in the new file."""
    damage, reason = DAMAGE[name]
    damage(tmp_path / "a")
    before = state(tmp_path)
    player.keys("3-11\r")
    player.wait(f"a: {reason}; the step was not taken. ")
    player.wait("step 1> ")
    player.keys("restart\r")
    player.wait(f"a: {reason}; the step was not taken. ")
    player.wait("step 1> ")
    player.keys("save b\r")
    player.wait("saved: b; the game continues there")
    player.wait("step 1> ")
    player.keys("3-11\r")
    player.wait("step 2> ")
    player.keys("quit\r")
    player.wait("Continue with: solitaire-cli play --ascii b")
    assert player.end() == 0
    assert state(tmp_path) == {**before, "b": f"{START}2-1\n3-11\n".encode()}


def test_save_alone_notices_it_too(tmp_path: Path, player: Terminal) -> None:
    """A copy as long as the file is as it was; the game as it was played when it no longer is."""
    player.keys("save b\r")
    player.wait("saved: b\r\n")
    add("rubbish\n")(tmp_path / "a")
    player.keys("save c\r")
    player.wait("saved: c; the game continues there")
    player.keys("3-11\r")
    player.wait("step 2> ")
    assert (tmp_path / "b").read_text() == START + "2-1\n"
    assert (tmp_path / "c").read_text() == START + "2-1\n3-11\n"
    # it is locked as the first one was
    done = run("play", "c", cwd=tmp_path)
    assert done.errors == ["solitaire-cli: error: c is being played by another program"]


LOST = "a: deleted or replaced by another program; nothing more was written to it. The game as it was played:"


@pytest.mark.parametrize("end", ["quit", "Ctrl-D", "Ctrl-C", "SIGTERM"])
def test_the_end_loses_nothing(end: str, tmp_path: Path, player: Terminal) -> None:
    """Where the file is gone, what was played is shown."""
    (tmp_path / "a").unlink()
    if end == "SIGTERM":
        player.push(lambda: player.send(signal.SIGTERM), player.ended)
    elif end == "Ctrl-C":
        player.push(lambda: player.keys(CTRL_C), player.ended)
    else:
        player.keys("quit\r" if end == "quit" else "\x04")
    assert player.end() == {"Ctrl-C": 130, "SIGTERM": 143}.get(end, 2)
    player.wait(LOST)
    player.wait(f"{START}2-1\n".replace("\n", "\r\n"))
    assert "Continue with" not in player.seen
    assert os.listdir(tmp_path) == []


def test_a_program_is_told_at_the_end(tmp_path: Path) -> None:
    with subprocess.Popen(
        [*COMMAND, *GAME, "-f", "json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env=surroundings(PYTHONUTF8="1"),
    ) as child:
        assert child.stdin and child.stdout and child.stderr
        child.stdout.readline()
        child.stdin.write(b"2-1\n")
        child.stdin.flush()
        child.stdout.readline()
        (tmp_path / "a").unlink()
        child.stdin.write(b"3-11\n")
        child.stdin.close()
        assert child.stdout.read() == b""
        assert child.stderr.read().decode() == f"solitaire-cli: error: {LOST}\n{START}2-1\n"
        assert child.wait(60) == 2


# names


@pytest.mark.parametrize("name", ["a\0b", "~a\0b", "\0", "\udcff" * 300])
def test_a_name_that_no_file_can_have(name: str, tmp_path: Path) -> None:
    line = f"save {name}\n".encode("utf-8", "surrogateescape")
    done = run("play", "spiderwort", "1", "-o", "a", stdin=b"2-1\n" + line + b"3-11\n", cwd=tmp_path)
    reason = "File name too long" if "\0" not in name else "Invalid argument"
    assert [line for line in done.lines if line.endswith(f": cannot write: {reason}")]
    assert state(tmp_path) == {"a": f"{START}2-1\n3-11\n".encode()}


@pytest.mark.parametrize("arguments", [["-o", "-"], ["-o", ""], ["-o", "-", "-f", "json"], ["--output=", "-f", "json"]])
def test_a_game_is_not_kept_on_standard_output(arguments: list[str], tmp_path: Path) -> None:
    done = run("play", "spiderwort", "1", *arguments, cwd=tmp_path)
    assert (done.code, done.out) == (2, b"")
    assert done.errors[0] == "solitaire-cli play: error: -o takes the name of a new file, not standard output"
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("name", ["folder", "pipe", "nowhere", "/dev/full"])
def test_what_is_no_file(name: str, tmp_path: Path) -> None:
    """Neither continued nor begun, and nobody is sent from one to the other."""
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "nowhere").symlink_to("elsewhere")
    said = f"{name}: a game needs a regular file, not a folder, pipe, device or broken link"
    calls = [["spiderwort", "1", "-o", name]]
    if name != "nowhere":
        calls.append([os.path.join(".", name)])
    for call in calls:
        done = run("play", *call, cwd=tmp_path)
        assert (done.code, done.out) == (2, b"")
        assert done.errors == [f"solitaire-cli: error: {said.replace(name, call[-1], 1)}"]
    assert sorted(os.listdir(tmp_path)) == ["folder", "nowhere", "pipe"]
