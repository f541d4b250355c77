"""The tool as a process of its own: pipes, full disks, closed streams, signals, encodings."""

from __future__ import annotations

import os
import select
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from support import COMMAND, DEALS, ROOT, process, run, surroundings

if sys.platform == "win32":
    pytest.skip("pipes, signals and terminals of POSIX", allow_module_level=True)

GOOD = "---\ngame: beetle\ndeal: 24\n---\n2-f\n"
BAD = "---\ngame: beetle\ndeal: 24\n---\n2-f 2-f\n"
WON = DEALS / "spider-millennium-4-1.moves"

EVERY_COMMAND = [
    ("games",),
    ("layout", "beetle"),
    ("deal", "beetle", "1", "-f", "json"),
    ("validate", str(WON)),
    ("replay", str(WON), "--last"),
    ("moves", str(DEALS / "numbered.moves")),
    ("format", str(WON)),
    ("play", "-f", "json", "beetle", "1"),
    ("--version",),
    ("deal", "--help"),
]
SOME_COMMANDS = [EVERY_COMMAND[number] for number in (2, 7, 8)]
"""With a record, with a conversation, and with nothing but what click writes."""
LONG = [
    ("deal", "beetle", "1-100000"),
    ("deal", "spiderwort", "1-100000", "-f", "json"),
    ("deal", "spider-millennium", "1-100000", "-f", "yaml"),
    ("replay", *[str(WON)] * 50),
    ("validate", *[str(DEALS / "numbered.moves")] * 2000),
]


def name(arguments: tuple[str, ...]) -> str:
    return " ".join(Path(argument).name for argument in arguments[:3])


def shell(script: str, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[bytes]:
    """Run ``script``, in which ``"$@"`` is the tool with ``arguments``."""
    return subprocess.run(
        ["sh", "-c", script, "sh", *COMMAND, *arguments],
        input=stdin.encode(),
        capture_output=True,
        check=False,
        env=surroundings(PYTHONUTF8="1"),
        timeout=60,
    )


@pytest.mark.parametrize("arguments", LONG, ids=name)
def test_reader_that_has_enough(arguments: tuple[str, ...]) -> None:
    """``| head -1``: the exit is 141, and nothing is said."""
    with subprocess.Popen(
        [*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=surroundings(PYTHONUTF8="1")
    ) as child:
        assert child.stdout is not None and child.stderr is not None
        assert child.stdout.readline()
        child.stdout.close()
        assert child.stderr.read() == b""
        assert child.wait(60) == 141


@pytest.mark.parametrize("arguments", EVERY_COMMAND, ids=name)
def test_output_that_fails(arguments: tuple[str, ...]) -> None:
    """A reader that never was, and a full disk."""
    read, write = os.pipe()
    os.close(read)
    assert run(*arguments, stdout=write) == (141, b"", b"")
    os.close(write)
    if Path("/dev/full").exists():
        with open("/dev/full", "wb") as full:
            done = run(*arguments, stdout=full.fileno())
        assert (done.code, done.errors) == (2, ["solitaire-cli: error: cannot write: No space left on device"])


@pytest.mark.parametrize("buffers", [{}, {"PYTHONUNBUFFERED": "1"}], ids=["buffered", "raw"])
@pytest.mark.parametrize("arguments", [*EVERY_COMMAND, ("deal", "beetle", "1-200", "-f", "json")], ids=name)
def test_pipe_that_does_not_block(
    arguments: tuple[str, ...], buffers: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is full when the command begins, and read only when the command waits for room."""
    read, write = os.pipe()
    os.set_blocking(write, False)
    filled = 0
    with suppress(BlockingIOError):
        while True:
            filled += os.write(write, bytes(100))
    data = b""

    def select_after_reading(*files: object) -> object:
        nonlocal data
        data += os.read(read, 5000)
        return files

    monkeypatch.setattr(select, "select", select_after_reading)
    done = run(*arguments, env=buffers, stdout=write)
    monkeypatch.undo()
    os.close(write)
    with open(read, "rb") as file:
        data += file.read()
    assert (done.code, done.err) == (0, b"")
    assert data == bytes(filled) + run(*arguments).out


def test_disk_that_tells_at_closing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As one in the network does when a quota is used up."""
    close = os.close
    with open(tmp_path / "out", "wb") as out:

        def close_and_tell(descriptor: int) -> None:
            same = os.path.samestat(os.fstat(descriptor), os.fstat(out.fileno()))
            close(descriptor)
            if same:
                raise OSError(28, os.strerror(28))

        monkeypatch.setattr(os, "close", close_and_tell)
        done = run("games", stdout=out.fileno())
    assert (done.code, done.errors) == (2, ["solitaire-cli: error: cannot write: No space left on device"])


def test_input_that_does_not_block(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not there yet is waited for."""
    read, write = os.pipe()
    os.set_blocking(read, False)
    pieces = [GOOD[:20].encode(), GOOD[20:].encode()]

    def select_after_writing(*files: object) -> object:
        if pieces:
            os.write(write, pieces.pop(0))
        else:
            os.close(write)
        return files

    monkeypatch.setattr(select, "select", select_after_writing)
    assert run("validate", stdin=read) == run("validate", stdin=GOOD)
    os.close(read)


@pytest.mark.parametrize("setting", ["", "PYTHONUNBUFFERED=1"])
@pytest.mark.parametrize("arguments", [("deal", "beetle", "1-20", "-f", "json"), ("deal", "--help")], ids=name)
def test_file_that_may_not_grow(tmp_path: Path, arguments: tuple[str, ...], setting: str) -> None:
    """What fits is written, and the exit code says that it is not all."""
    (tmp_path / "out").write_bytes(bytes(1500))
    done = shell(f'ulimit -f 4; {setting} "$@" >> {tmp_path}/out', *arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.splitlines() == [b"solitaire-cli: error: cannot write: File too large"]


@pytest.mark.parametrize("arguments", SOME_COMMANDS, ids=name)
def test_reader_that_never_was(arguments: tuple[str, ...]) -> None:
    read, write = os.pipe()
    os.close(read)
    with subprocess.Popen(
        [*COMMAND, *arguments], stdout=write, stderr=subprocess.PIPE, env=surroundings(PYTHONUTF8="1")
    ) as child:
        os.close(write)
        assert child.stderr is not None
        assert child.stderr.read() == b""
        assert child.wait(60) == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("arguments", SOME_COMMANDS, ids=name)
def test_full_disk(arguments: tuple[str, ...]) -> None:
    done = shell('exec "$@" > /dev/full', *arguments)
    assert done.returncode == 2
    assert done.stderr.splitlines() == [b"solitaire-cli: error: cannot write: No space left on device"]


@pytest.mark.parametrize("arguments", SOME_COMMANDS, ids=name)
def test_no_standard_output(arguments: tuple[str, ...]) -> None:
    done = shell('exec "$@" >&-', *arguments)
    assert done.returncode == 2
    assert done.stderr.splitlines() == [b"solitaire-cli: error: cannot write: Bad file descriptor"]


def test_no_standard_error() -> None:
    """The product is the same, and the exit code says it all."""
    done = shell('exec "$@" 2>&-', "validate", "-", "missing", "-f", "json", stdin=BAD)
    assert done.returncode == 2
    assert done.stdout == run("validate", "-", "missing", "-f", "json", stdin=BAD).out
    done = shell('exec "$@" 2>&-', "validate", stdin=BAD)
    assert (done.returncode, done.stdout) == (1, run("validate", stdin=BAD).out)
    assert shell('exec "$@" 2>&-', "nonsense").returncode == 2
    assert shell('exec "$@" >&- 2>&-', "games").returncode == 2
    assert shell('exec "$@" >&- 2>&- <&-', "validate").returncode == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_full_standard_error() -> None:
    done = shell('exec "$@" 2> /dev/full', "validate", stdin=BAD)
    assert (done.returncode, done.stdout) == (1, run("validate", stdin=BAD).out)


def test_no_standard_input() -> None:
    for arguments in (("validate",), ("validate", "-"), ("moves",), ("format", "-"), ("deal", "beetle", "-")):
        done = shell('exec "$@" <&-', *arguments)
        assert done.returncode == 2
        assert done.stderr == b"<stdin>: error: cannot read: Bad file descriptor [unreadable]\n"
    # it is not needed where files are named
    done = shell('exec "$@" <&-', "validate", str(WON))
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder with a file ``out`` in it and nothing else."""
    (tmp_path / "out").write_text("as it was\n")
    yield tmp_path
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def wait_until_writing(path: Path, child: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 30
    while len(list(path.iterdir())) < 2:
        assert child.poll() is None, child.stderr and child.stderr.read()
        assert time.monotonic() < deadline, "nothing is written"
        time.sleep(0.01)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_signal_while_writing(folder: Path, number: signal.Signals, code: int) -> None:
    """What was there stays as it was, and nothing is left beside it."""
    with subprocess.Popen(
        [*COMMAND, "deal", "beetle", "1-100000000", "-o", "out"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder,
        env=surroundings(PYTHONUTF8="1"),
    ) as child:
        wait_until_writing(folder, child)
        child.send_signal(number)
        out, err = child.communicate(timeout=60)
    assert (child.returncode, out, err) == (code, b"", b"")
    assert (folder / "out").read_text() == "as it was\n"


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("command", ["validate", "format", "replay"])
def test_signal_while_waiting(command: str, number: signal.Signals, code: int) -> None:
    """What is known goes out before the tool waits for more; a signal ends it then, silently."""
    with subprocess.Popen(
        [*COMMAND, command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=surroundings(PYTHONUTF8="1"),
    ) as child:
        assert child.stdin is not None and child.stdout is not None
        child.stdin.write((GOOD * 2).encode())
        child.stdin.flush()
        assert select.select([child.stdout], [], [], 60)[0], "the first transcript is over, its answer is known"
        assert os.read(child.stdout.fileno(), 1 << 16)
        child.send_signal(number)
        assert child.wait(60) == code
        assert child.stderr is not None and child.stderr.read() == b""


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ignored_signals_stay_ignored(jobs: str) -> None:
    """As nohup, trap and a shell's & have it, in all processes."""
    with subprocess.Popen(
        ["sh", "-c", 'trap "" INT TERM HUP; exec "$@"', "sh", *COMMAND, "validate", "--jobs", jobs],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=surroundings(PYTHONUTF8="1"),
        start_new_session=True,
    ) as child:
        assert child.stdin is not None and child.stdout is not None
        child.stdin.write((GOOD * 2).encode())
        child.stdin.flush()
        assert child.stdout.readline()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            os.killpg(child.pid, number)
        out, err = child.communicate(GOOD.encode(), timeout=60)
    assert (child.returncode, out.count(b"valid"), err) == (0, 2, b"")


@pytest.mark.parametrize(
    ("code", "status", "said"),
    [
        ("import os, signal; os.kill(os.getpid(), signal.SIGINT)", 130, b""),
        ("raise MemoryError", 2, b"solitaire-cli: error: MemoryError: \n"),
        ("raise OSError(24, 'No more')", 2, b"solitaire-cli: error: OSError: [Errno 24] No more\n"),
    ],
)
def test_an_end_while_modules_are_loaded(tmp_path: Path, code: str, status: int, said: bytes) -> None:
    (tmp_path / "click.py").write_text(code)
    assert process("games", env={"PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])}) == (status, b"", said)


def test_a_system_without_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def deal(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("solitaire_cli.commands.deal.Numbers.__new__", deal)
    done = run("deal", "beetle", "1-9")
    assert (done.code, done.out) == (2, b"")
    assert done.errors == ["solitaire-cli: error: cannot go on: Cannot allocate memory"]


def test_a_system_without_descriptors() -> None:
    done = shell('ulimit -n 16; exec "$@"', "deal", "beetle", "1-5000", "--jobs", "8")
    assert done.returncode == 2
    assert done.stderr == b"solitaire-cli: error: cannot start a process for --jobs: Too many open files\n"


def test_output_that_cannot_be_written(tmp_path: Path) -> None:
    for target in ("none/out", ".", "/dev/full" if Path("/dev/full").exists() else "."):
        done = run("deal", "beetle", "1", "-o", target, cwd=tmp_path)
        assert (done.code, done.out) == (2, b"")
        assert len(done.errors) == 1
        assert done.errors[0].startswith("solitaire-cli: error: ")
        assert "cannot write" in done.errors[0]
    assert list(tmp_path.iterdir()) == []


def test_output_stays_when_there_is_no_product(folder: Path) -> None:
    for arguments, stdin, code in (
        (("deal", "beetle", "1", "0"), "", 2),
        (("deal", "whist", "1"), "", 2),
        (("format", "-"), BAD, 1),
        (("format", "-", "missing"), GOOD, 2),
        (("replay", "-", "--at", "9"), GOOD, 2),
        (("layout", "missing"), "", 2),
        (("layout", "-"), BAD, 1),
        (("moves", "-"), BAD, 1),
    ):
        done = run(*arguments, "-o", "out", stdin=stdin, cwd=folder)
        assert done.code == code, arguments
        assert (folder / "out").read_text() == "as it was\n", arguments


def test_output_of_a_negative_answer_is_written(folder: Path) -> None:
    """A verdict is the answer, whatever it says."""
    done = run("validate", "-", "-o", "out", stdin=BAD, cwd=folder)
    assert done.code == 1
    assert (folder / "out").read_bytes() == run("validate", stdin=BAD).out


def test_output_through_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_text("as it was\n")
    real.chmod(0o640)
    link.symlink_to("real")
    done = run("deal", "beetle", "24", "-f", "yaml", "-o", "link", cwd=tmp_path)
    assert (done.code, done.out, done.err) == (0, b"", b"")
    assert link.is_symlink()
    assert real.read_bytes() == run("deal", "beetle", "24", "-f", "yaml").out
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "real"]


def test_output_to_a_link_that_leads_nowhere(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("real")
    assert run("games", "-o", "link", cwd=tmp_path).code == 0
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == run("games").out


@pytest.mark.parametrize("mask", [0o022, 0o077])
def test_permissions_of_a_new_file(tmp_path: Path, mask: int) -> None:
    before = os.umask(mask)
    try:
        assert process("games", "-o", "out", cwd=tmp_path).code == 0
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "out").stat().st_mode) == 0o666 & ~mask


def test_output_to_a_device_and_a_pipe(tmp_path: Path) -> None:
    assert process("games", "-o", os.devnull).code == 0
    assert not Path(os.devnull).is_file()
    os.mkfifo(tmp_path / "pipe")
    with subprocess.Popen([*COMMAND, "games", "-o", "pipe"], cwd=tmp_path, env=surroundings(PYTHONUTF8="1")) as child:
        assert (tmp_path / "pipe").read_bytes() == run("games").out
        assert child.wait(60) == 0
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="may read and write everything")
def test_without_permission(tmp_path: Path) -> None:
    (tmp_path / "closed").write_text(GOOD)
    (tmp_path / "closed").chmod(0o000)
    (tmp_path / "good").write_text(GOOD)
    done = run("validate", "closed", "good", cwd=tmp_path)
    assert (done.code, done.lines) == (2, ["good:1: valid: Beetle 24 (empty: king, move: card), 1 step, open"])
    assert done.errors == ["closed: error: cannot read: Permission denied [unreadable]"]
    assert run("games", "-o", "closed", cwd=tmp_path).code == 2
    assert stat.S_IMODE((tmp_path / "closed").stat().st_mode) == 0


POSITION = """---
game: spider-millennium
columns: [<KS> QS, <2H> KH QH JS, JH TH 9S, "", 9H 8H 7H, 8S, 7S 6S 5S, 6H 5H, 4S 3S 2S AS TS, AH]
stock: 4H 3H
foundations: AS AH AD AC AD AC
---
"""
CYRILLIC = ("cp1251", "cp866", "koi8-r")


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", *CYRILLIC])
def test_english_in_any_encoding(encoding: str) -> None:
    """Letters stand for the suits where the encoding has no signs for them: never half a picture, never a "?"."""
    for arguments, stdin in ((("layout",), POSITION), (("layout", "beetle"), ""), (("games", "--help"), "")):
        done = run(*arguments, stdin=stdin, env={"PYTHONIOENCODING": encoding})
        assert (done.code, done.err) == (0, b"")
        assert done.out == run(*arguments, "--ascii", stdin=stdin).out


@pytest.mark.parametrize("encoding", CYRILLIC)
def test_russian_in_an_encoding_that_has_it(encoding: str) -> None:
    for arguments, stdin in ((("layout",), POSITION), (("layout", "beetle"), ""), (("games", "beetle"), "")):
        done = run(*arguments, "--lang", "ru", stdin=stdin, env={"PYTHONIOENCODING": encoding})
        assert (done.code, done.err) == (0, b"")
        assert done.out.decode(encoding) == run(*arguments, "--lang", "ru", "--ascii", stdin=stdin).text


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_russian_in_an_encoding_that_lacks_it(encoding: str) -> None:
    """Asked for it is refused with the way out; as the locale's language it gives way to English."""
    done = run("layout", "beetle", "--lang", "ru", env={"PYTHONIOENCODING": encoding})
    assert (done.code, done.out) == (2, b"")
    assert len(done.errors) == 1
    assert "--lang en" in done.errors[0]
    done = run("layout", "beetle", env={"PYTHONIOENCODING": encoding, "LANG": "ru_RU.UTF-8"})
    assert (done.code, done.out) == (0, run("layout", "beetle", "--ascii").out)


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", *CYRILLIC])
def test_signs_in_an_encoding_that_lacks_them(encoding: str) -> None:
    done = run("layout", "beetle", "--unicode", env={"PYTHONIOENCODING": encoding})
    assert (done.code, done.out) == (2, b"")
    assert len(done.errors) == 1
    assert "--ascii" in done.errors[0]


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", *CYRILLIC])
def test_data_is_utf8_in_any_encoding(encoding: str) -> None:
    source = (DEALS / "spider-millennium-deal-completes.moves").read_bytes()
    for arguments in (("format",), ("replay", "-f", "yaml"), ("replay", "-f", "json"), ("format", "-f", "json")):
        done = run(*arguments, stdin=source, env={"PYTHONIOENCODING": encoding})
        assert (done.code, done.err) == (0, b"")
        assert done.out == run(*arguments, stdin=source).out


def test_diagnostics_in_an_encoding_that_lacks_letters() -> None:
    done = run("validate", stdin="---\ngame: beetle\ndeal: 24\n---\nход\n", env={"PYTHONIOENCODING": "ascii"})
    assert done.code == 1
    assert done.err.isascii()
    assert rb"\u0445\u043e\u0434" in done.err


@pytest.mark.long
@pytest.mark.parametrize("encoding", ["cp1252", "koi8-r"])
def test_the_encoding_of_a_process(encoding: str) -> None:
    for arguments, stdin in (
        (("layout",), POSITION),
        (("layout", "beetle", "--unicode"), ""),
        (("layout", "beetle", "--lang", "ru"), ""),
        (("validate",), "---\ngame: beetle\ndeal: 24\n---\nход\n"),
    ):
        env = {"PYTHONIOENCODING": encoding}
        assert process(*arguments, stdin=stdin, env=env) == run(*arguments, stdin=stdin, env=env)


def test_c_locale() -> None:
    env = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    for arguments, stdin in ((("layout",), POSITION), (("layout", "beetle"), ""), (("games",), "")):
        done = process(*arguments, stdin=stdin, env=env)
        assert (done.code, done.err) == (0, b"")
        assert done.out == run(*arguments, "--ascii", stdin=stdin).out
    source = (DEALS / "spider-millennium-deal-completes.moves").read_bytes()
    assert process("format", stdin=source, env=env).out == source


@pytest.mark.parametrize(
    ("env", "word"),
    [
        ({}, "valid"),
        ({"LANG": "ru_RU.UTF-8"}, "верно"),
        ({"LANG": "ru"}, "верно"),
        ({"LC_ALL": "ru_RU.UTF-8", "LANG": "en_US.UTF-8"}, "верно"),
        ({"LC_MESSAGES": "ru_RU.UTF-8", "LANG": "en_US.UTF-8"}, "верно"),
        ({"LANGUAGE": "ru:en", "LANG": "en_US.UTF-8"}, "верно"),
        ({"LANGUAGE": "de:ru", "LC_ALL": "de_DE.UTF-8"}, "верно"),
        ({"LANGUAGE": "de::ru_RU.UTF-8:en", "LANG": "de_DE"}, "верно"),
        ({"LANGUAGE": "de:en:ru", "LANG": "ru_RU.UTF-8"}, "valid"),
        ({"LANGUAGE": "C:ru", "LANG": "ru_RU.UTF-8"}, "valid"),
        ({"LANGUAGE": "de", "LANG": "ru_RU.UTF-8"}, "valid"),
        ({"LANGUAGE": "", "LANG": "ru@petr1708"}, "верно"),
        ({"LANGUAGE": "ru", "LC_ALL": "C"}, "valid"),
        ({"LANGUAGE": "ru", "LC_ALL": "C.UTF-8", "LANG": "ru_RU.UTF-8"}, "valid"),
        ({"LANGUAGE": "ru", "LC_ALL": "POSIX"}, "valid"),
        ({"LANGUAGE": "ru", "LANG": "C"}, "valid"),
        ({"LANGUAGE": "ru", "LC_ALL": "", "LC_MESSAGES": "C", "LANG": "ru_RU.UTF-8"}, "valid"),
        ({"LANGUAGE": "ru"}, "valid"),
        ({"LC_ALL": "C", "LANG": "ru_RU.UTF-8"}, "valid"),
        ({"LC_ALL": "en_US.UTF-8", "LANG": "ru_RU.UTF-8"}, "valid"),
        ({"LANG": "de_DE.UTF-8"}, "valid"),
    ],
)
def test_language_of_the_locale(env: dict[str, str], word: str) -> None:
    assert run("validate", stdin=GOOD, env=env).text.startswith(f"<stdin>:1: {word}: ")
    # --lang goes before it
    assert run("validate", "--lang", "en", stdin=GOOD, env=env).text.startswith("<stdin>:1: valid: ")
    assert run("validate", "--lang", "ru", stdin=GOOD, env=env).text.startswith("<stdin>:1: верно: ")


def test_same_bytes_in_any_process() -> None:
    """The output does not hang on the hash seed, the time zone or the folder."""
    arguments = ("deal", "spider-millennium", "1-40", "32000", "ms5000000000", "-f", "json")
    expected = run(*arguments).out
    for seed in ("0", "1"):
        done = process(*arguments, env={"PYTHONHASHSEED": seed, "TZ": "Asia/Tokyo"}, cwd=Path("/"))
        assert done.out == expected


def test_files_of_every_kind(tmp_path: Path) -> None:
    """A missing file and a folder do not keep the others from being judged, in the order in which they were named."""
    for file, text in (("good", GOOD), ("bad", BAD), ("-", GOOD), ("-x", GOOD), ("new\nline", GOOD)):
        (tmp_path / file).write_text(text)
    done = run("validate", "good", "missing", ".", "bad", "./-", "-", "--", "-x", "new\nline", stdin=GOOD, cwd=tmp_path)
    assert done.code == 2
    assert [line.split(" ")[0] + line.split(" ")[1] for line in done.lines] == [
        "good:1:valid:",
        "bad:1:invalid",
        "./-:1:valid:",
        "<stdin>:1:valid:",
        "-x:1:valid:",
        "new\\nline:1:valid:",
    ]
    assert done.errors == [
        "missing: error: cannot read: No such file or directory [unreadable]",
        ".: error: cannot read: this folder has no *.moves [unreadable]",
        "bad:5:5: error: 3D cannot go to a foundation yet; its suit needs AD next [foundation-rank]",
    ]


def test_output_to_an_anonymous_pipe() -> None:
    """It has no name but the one under /dev."""
    plain = subprocess.run([*COMMAND, "deal", "beetle", "1"], capture_output=True, check=True, env=surroundings())
    named = subprocess.run(
        [*COMMAND, "deal", "beetle", "1", "-o", "/dev/stdout", "--unicode"],
        capture_output=True,
        check=True,
        env=surroundings(),
    )
    assert named.stderr == b""
    assert named.stdout.splitlines()[-1] == plain.stdout.splitlines()[-1]


def test_the_name_in_a_complaint_is_the_one_that_was_given(tmp_path: Path) -> None:
    name = tmp_path / "nowhere" / "out"
    done = run("deal", "beetle", "1", "-o", str(name))
    assert (done.code, done.errors) == (2, [f"solitaire-cli: error: {name}: cannot write: No such file or directory"])
