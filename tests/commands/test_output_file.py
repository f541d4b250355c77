"""The file of ``-o``: what it may not be, one writer at a time, and what becomes of what was there."""

from __future__ import annotations

import os
import signal
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from support import DEALS, run

from solitaire_cli.system import files
from solitaire_cli.system.files import OutputFile
from solitaire_cli.system.game_file import GameFile

if sys.platform == "win32":
    pytest.skip("links, permissions and devices of POSIX", allow_module_level=True)

GAME = (DEALS / "beetle-735.moves").read_bytes()
GAMES = run("games").out
NO_ANSWERS = "--resume: game is not a file of answers; fix it or name another"
BUSY = "cannot write: another program is writing to it"


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder with the file of a game in it, and at the end of the test nothing besides but links to it."""
    (tmp_path / "game").write_bytes(GAME)
    yield tmp_path
    assert {path.name for path in tmp_path.iterdir()} <= {"game", "hard", "soft"}


READING = [
    ("validate",),
    ("validate", "-f", "json", "--jobs", "2"),
    ("replay",),
    ("replay", "-f", "yaml", "--last"),
    ("layout",),
    ("moves",),
    ("format", "--check"),
]


@pytest.mark.parametrize("arguments", READING, ids=" ".join)
def test_an_input_is_not_replaced(folder: Path, arguments: tuple[str, ...]) -> None:
    """By whatever name; the only copy of a game is not worth a picture of it."""
    os.link(folder / "game", folder / "hard")
    (folder / "soft").symlink_to("game")
    for name in ("game", "./game", "hard", "soft"):
        done = run(*arguments, "-o", name, "game", cwd=folder)
        assert (done.code, done.out) == (2, b"")
        assert done.errors == ["solitaire-cli: error: game is both read and written to; name another file with -o"]
        assert (folder / "game").read_bytes() == GAME
    assert (folder / "soft").is_symlink()


@pytest.mark.parametrize(
    "call",
    [
        "validate -o game < game",
        "validate -q - -o game < game",
        "layout - -o game < game",
        "deal beetle - -o game < game",
        "solve beetle - -q -o game < game",
        "deal beetle 1 --game-file game -o game",
        "format game --game-file game -o game",
        # what is written would be read again, for ever
        "format game >> game",
        "validate - < game >> game",
    ],
)
def test_no_input_is_replaced_or_read_for_ever(folder: Path, call: str) -> None:
    arguments = call.replace(" < game", "").replace(" >> game", "").split()
    with open(folder / "game", "rb") as source, open(folder / "game", "ab") as target:
        done = run(
            *arguments,
            stdin=source.fileno() if "<" in call else b"",
            stdout=target.fileno() if ">>" in call else None,
            cwd=folder,
        )
    assert done.code == 2
    assert done.errors[-1].endswith(" is both read and written to; name another file with -o")
    assert (folder / "game").read_bytes() == GAME


@pytest.mark.parametrize("text", ["Notes on my games\n", "ELF\n---\ngame: beetle\ndeal: 1\n---\n", "-f text\n"])
def test_what_holds_no_answers_is_not_continued(folder: Path, text: str) -> None:
    (folder / "game").write_text(text)
    done = run("solve", "beetle", "1", "-o", "game", "--resume", "game", cwd=folder)
    assert (done.code, done.errors[-1]) == (2, f"solitaire-cli: error: {NO_ANSWERS}")
    assert (folder / "game").read_text() == text


def test_a_device_may_be_both(folder: Path) -> None:
    with open(os.devnull, "rb") as nothing:
        done = run("validate", "-o", os.devnull, stdin=nothing.fileno())
    assert (done.code, done.errors) == (1, ["<stdin>:1:1: error: there is no transcript in the input [no-header]"])


def test_transcripts_take_the_place_of_transcripts(folder: Path) -> None:
    for arguments in (("format", "game", "--flatten"), ("solve", "--file", "game")):
        (folder / "game").write_bytes(GAME.replace(b"\n", b"\r\n"))
        assert run(*arguments, "-o", "game", cwd=folder).code == 0
        assert run("validate", "game", cwd=folder).text.endswith("won\n")
        assert b"\r" not in (folder / "game").read_bytes()


def test_a_search_loses_no_transcript(folder: Path) -> None:
    """A faulty one has no answer that could take its place, and with ``--resume`` not all are answered again."""
    faulty = GAME + b"---\ngame: beetle\ndeal: 1\n---\n9-9\n"
    (folder / "game").write_bytes(faulty)
    done = run("solve", "--file", "game", "-o", "game", cwd=folder)
    assert (done.code, done.errors[-1]) == (1, "not written because a transcript has an error: game")
    done = run("solve", "--file", "game", "-o", "game", "--resume", "game", cwd=folder)
    assert (done.code, done.errors[-1]) == (2, f"solitaire-cli: error: {NO_ANSWERS}")
    done = run("solve", "beetle", "2", "-o", "game", "--resume", "game", cwd=folder)
    assert (done.code, done.errors[-1]) == (2, f"solitaire-cli: error: {NO_ANSWERS}")
    assert (folder / "game").read_bytes() == faulty
    (folder / "game").write_bytes(GAME)
    for resumed in ("game", os.devnull):
        done = run("solve", "--file", "game", "-o", "game", "--resume", resumed, cwd=folder)
        assert (done.code, done.errors[-1].partition(" is both ")[1]) == (2, " is both ")
        assert (folder / "game").read_bytes() == GAME


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "-o needs the name of a file"),
        ("new/", "new/: cannot write: Is a directory"),
        ("new/.", "new/.: cannot write: Is a directory"),
        ("game/", "game/: cannot write: Not a directory"),
        ("none/new", "none/new: cannot write: No such file or directory"),
    ],
)
@pytest.mark.parametrize("arguments", [("deal", "beetle", "1"), ("solve", "beetle", "1")], ids=" ".join)
def test_no_name_of_a_file(folder: Path, arguments: tuple[str, ...], name: str, words: str) -> None:
    done = run(*arguments, "-o", name, cwd=folder)
    assert (done.code, done.out) == (2, b"")
    assert done.errors[0].endswith(f"error: {words}")


def test_a_name_as_long_as_names_can_be(tmp_path: Path) -> None:
    name = "n" * 255
    for _ in range(2):
        assert run("games", "-o", name, cwd=tmp_path) == (0, b"", b"")
        assert (tmp_path / name).read_bytes() == GAMES


def test_no_answer_leaves_the_file(folder: Path) -> None:
    for arguments, given in (
        (("moves", "-"), (DEALS / "beetle-lost.moves").read_bytes()),
        (("validate", "-q"), b"x\n"),
    ):
        assert run(*arguments, "-o", "game", stdin=given, cwd=folder) == (1, b"", b"")
        assert (folder / "game").read_bytes() == GAME


def test_what_is_said_to_be_empty_is_emptied(folder: Path) -> None:
    """The answer is yes, and nothing is what there is to write."""
    assert run("validate", "-q", "-o", "game", stdin=GAME, cwd=folder) == (0, b"", b"")
    assert (folder / "game").read_bytes() == b""


# ---- one writer at a time -------------------------------------------------------------------------------------------

WRITING = [
    ("games",),
    ("format", "-"),
    ("solve", "beetle", "1", "-q"),
    ("solve", "beetle", "1", "-q", "--resume", "game"),
]


@pytest.mark.parametrize("arguments", WRITING, ids=" ".join)
def test_a_game_that_is_being_played(folder: Path, arguments: tuple[str, ...]) -> None:
    game = GameFile.open(str(folder / "game"))
    done = run(*arguments, "-o", "game", stdin=GAME, cwd=folder)
    assert (done.code, done.out, done.errors) == (2, b"", [f"solitaire-cli: error: game: {BUSY}"])
    assert game.change() is None
    game.close()
    assert run("games", "-o", "game", cwd=folder).code == 0


@pytest.mark.parametrize("arguments", WRITING, ids=" ".join)
@pytest.mark.parametrize("first", ["new", "continued", "replaced"])
def test_a_file_of_answers_that_is_being_written(folder: Path, first: str, arguments: tuple[str, ...]) -> None:
    if first == "new":
        (folder / "game").unlink()
    before = b"" if first == "new" else GAME
    search = OutputFile(str(folder / "game"))
    search.open(grow_old=first == "continued", grow_new=True)
    search.write(b"one\n")
    done = run(*arguments, "-o", "game", stdin=GAME, cwd=folder)
    assert (done.code, done.out, done.errors) == (2, b"", [f"solitaire-cli: error: game: {BUSY}"])
    search.write(b"two\n")
    search.finish()
    assert (folder / "game").read_bytes() == (b"" if first == "replaced" else before) + b"one\ntwo\n"
    assert run("games", "-o", "game", cwd=folder).code == 0


def test_a_file_of_answers_that_is_replaced_meanwhile(folder: Path) -> None:
    """By a program that heeds no lock; the answers are nowhere, and the exit code must say so."""
    search = OutputFile(str(folder / "game"))
    search.open(grow_old=True)
    search.write(b"one\n")
    (folder / "hard").write_text("other")
    os.replace(folder / "hard", folder / "game")
    with pytest.raises(OSError, match="replaced by another program"):
        search.finish()
    search.discard()
    assert (folder / "game").read_text() == "other"


def test_a_search_without_an_answer_leaves_no_file(folder: Path) -> None:
    for arguments, given, code in ((("solve", "--file", "-"), "x\n", 1), (("solve", "beetle", "-"), "x", 2)):
        done = run(*arguments, "-o", "new", stdin=given, cwd=folder)
        assert done.code == code
        assert not (folder / "new").exists()


# ---- what becomes of the file ---------------------------------------------------------------------------------------


def test_no_moment_leaves_something_behind(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A signal may come right after a file was created."""
    create = os.open

    def create_and_end(name: str, flags: int, mode: int = 0o777) -> int:
        descriptor = create(name, flags, mode)
        if flags & os.O_CREAT:
            signal.raise_signal(signal.SIGTERM)  # to this thread, the only one of the tool
        return descriptor

    def end(*_: object) -> None:
        files.discard_all()
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, end)
    monkeypatch.setattr(os, "open", create_and_end)
    for name, grows in (("game", False), ("new", False), ("new", True)):
        file = OutputFile(str(folder / name))
        with pytest.raises(KeyboardInterrupt):
            file.open(grow_new=grows)
        assert os.listdir(folder) == ["game"]
    signal.signal(signal.SIGTERM, before)


def test_a_rename_that_fails(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in /tmp, where others' files may be written to but not replaced; the complaint names the user's file."""

    def refuse(source: str, target: str) -> None:
        raise PermissionError(1, os.strerror(1), source, None, target)

    monkeypatch.setattr(os, "replace", refuse)
    done = run("games", "-o", "game", cwd=folder)
    assert (done.code, done.errors) == (2, ["solitaire-cli: error: game: cannot write: Operation not permitted"])
    assert (folder / "game").read_bytes() == GAME


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("arguments", [("games",), ("solve", "beetle", "1", "-q")], ids=" ".join)
def test_a_full_disk_is_told_with_the_name(arguments: tuple[str, ...]) -> None:
    done = run(*arguments, "-o", "/dev/full")
    assert (done.code, done.errors) == (2, ["solitaire-cli: error: /dev/full: cannot write: No space left on device"])


def test_a_folder_that_takes_no_files(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file could be written to, but not as a whole; the folder is what stands in the way."""
    create = os.open

    def refuse(name: str, flags: int, mode: int = 0o777) -> int:
        if flags & os.O_CREAT:
            raise PermissionError(13, os.strerror(13), name)
        return create(name, flags, mode)

    monkeypatch.setattr(os, "open", refuse)
    for name, obstacle in (("game", os.path.realpath(folder)), ("new", "new")):
        done = run("games", "-o", name, cwd=folder)
        assert (done.code, done.errors) == (2, [f"solitaire-cli: error: {obstacle}: cannot write: Permission denied"])
    assert (folder / "game").read_bytes() == GAME


def test_a_hard_link_keeps_what_was_there(folder: Path) -> None:
    os.link(folder / "game", folder / "hard")
    assert run("games", "-o", "game", cwd=folder).code == 0
    assert (folder / "game").read_bytes() == GAMES
    assert (folder / "hard").read_bytes() == GAME


def test_a_hard_link_shares_what_grows(tmp_path: Path) -> None:
    (tmp_path / "one").write_bytes(run("solve", "beetle", "1", "-q").out)
    os.link(tmp_path / "one", tmp_path / "two")
    assert run("solve", "beetle", "1-2", "-q", "--resume", "one", "-o", "two", cwd=tmp_path).code == 1
    assert (tmp_path / "one").read_bytes() == run("solve", "beetle", "1-2", "-q").out
    assert (tmp_path / "one").samefile(tmp_path / "two")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="gives files away")
def test_the_owner_stays(folder: Path) -> None:
    os.chown(folder / "game", 12345, 23456)
    (folder / "game").chmod(0o464)
    assert run("games", "-o", "game", cwd=folder).code == 0
    now = (folder / "game").stat()
    assert (now.st_uid, now.st_gid, stat.S_IMODE(now.st_mode)) == (12345, 23456, 0o464)


@pytest.mark.skipif(not hasattr(os, "setxattr"), reason="no extended attributes")
def test_other_attributes_stay(folder: Path) -> None:
    """Lists of who may do what are among them."""
    try:
        os.setxattr(folder / "game", "user.kept", b"yes")
    except OSError:
        pytest.skip("no extended attributes here")
    assert run("games", "-o", "game", cwd=folder).code == 0
    assert os.getxattr(folder / "game", "user.kept") == b"yes"


@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1"])
@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="there is no /dev/stdout")
def test_a_descriptor_goes_on_where_it_was(folder: Path, name: str) -> None:
    """Of a file that is opened to append, what is there stays."""
    with open(folder / "game", "ab") as log:
        assert run("games", "-o", name, stdout=log.fileno()).code == 0
        log.write(b"more")
    assert (folder / "game").read_bytes() == GAME + GAMES + b"more"
