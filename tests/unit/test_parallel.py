"""Work shared among processes: its order, and what happens when processes or the system fail."""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from errno import EAGAIN
from itertools import islice
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest
from support import COMMAND, run, surroundings

from solitaire_cli.system.parallel import NoProcessError, Workers, job_count


def double(number: int) -> int:
    if number < 0:
        raise ValueError(number)
    return 2 * number


def test_results_come_in_order_and_errors_come_through() -> None:
    taken: list[int] = []
    Workers(2, double, taken.append).run(range(50))
    assert taken == list(range(0, 100, 2))
    taken.clear()
    Workers(2, double, taken.append).run([21])
    Workers(2, double, taken.append).run([])
    assert taken == [42]
    with pytest.raises(ValueError, match="-1"):
        Workers(2, double, taken.append).run([1, 2, -1, 3])


def test_what_is_done_here_comes_after_all_that_was_given_before() -> None:
    taken: list[object] = []
    workers = Workers(2, double, taken.append)

    def items() -> Iterator[int]:
        for item in (1, 2):
            yield item
            workers.settle()
            taken.append("here")

    workers.run(items())
    assert taken == [2, "here", 4, "here"]


def test_zero_jobs_are_as_many_as_there_are_cores() -> None:
    assert job_count(3) == 3
    assert job_count(0) == len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else job_count(0) >= 1


def double_at_last(task: tuple[Path, int]) -> int:
    """Double a number, but first be killed as often as there are lives in the folder."""
    for life in task[0].iterdir():
        with contextlib.suppress(FileNotFoundError):
            life.unlink()
            os.kill(os.getpid(), signal.SIGKILL)
    return double(task[1])


def test_the_work_of_a_killed_process_is_done_again_once(tmp_path: Path) -> None:
    taken: list[int] = []
    told: list[str] = []
    workers = Workers(2, double_at_last, taken.append, lambda: told.append("killed"))
    (tmp_path / "life").touch()
    workers.run((tmp_path, number) for number in range(20))
    assert taken == list(range(0, 40, 2))
    assert told == ["killed"]
    for name in "abcd":
        (tmp_path / name).touch()
    with pytest.raises(NoProcessError) as raised:
        Workers(2, double_at_last, taken.append).run([(tmp_path, 1)] * 9)
    assert raised.value.reason is None


def no_pickle(number: int) -> object:
    if number:
        raise type("Odd", (Exception,), {})("this error")
    return lambda: number


@pytest.mark.parametrize("number", [0, 1])
def test_what_cannot_be_sent_is_an_error(number: int) -> None:
    with pytest.raises((AttributeError, pickle.PicklingError, RuntimeError), match=r"this error|no_pickle"):
        Workers(2, no_pickle, print).run([number] * 3)


def test_large_results_while_more_work_is_given() -> None:
    """Neither side waits for the other to read."""
    taken: list[bytes] = []
    Workers(2, bytes.swapcase, taken.append).run([b"a" * (1 << 22)] * 8)
    assert taken == [b"A" * (1 << 22)] * 8


def test_beside_other_threads() -> None:
    """A process is not forked then, since it would have locks that nobody opens."""
    taken: list[int] = []
    end = threading.Event()
    thread = threading.Thread(target=end.wait)
    thread.start()
    try:
        Workers(2, int, taken.append).run("123")
    finally:
        end.set()
        thread.join()
    assert taken == [1, 2, 3]


@pytest.mark.parametrize(
    "call", [("deal", "beetle", "1-9"), ("validate", "-", "-f", "json"), ("solve", "beetle", "1-2")]
)
def test_a_system_without_room_for_a_process(call: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    def start(process: BaseProcess) -> None:
        raise BlockingIOError(EAGAIN, os.strerror(EAGAIN))

    monkeypatch.setattr(BaseProcess, "start", start)
    text = "---\ngame: beetle\ndeal: 24\n---\n2-f\n" * 20000
    done = run(*call, "--jobs", "2", stdin=text)
    said = "solitaire-cli: error: cannot start a process for --jobs: Resource temporarily unavailable"
    assert (done.code, done.out, done.errors) == (2, b"", [said])


def state(process: int) -> str:
    """The state of a process as the system has it: a letter, none if it is gone."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
    return ""


def children(parent: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]


needs_proc = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")


@needs_proc
def test_a_killed_process_is_told() -> None:
    """The verdicts are those of one process."""
    game = b"---\ngame: beetle\ndeal: 24\n---\n2-f\n"
    with subprocess.Popen(
        [*COMMAND, "validate", "--jobs", "2", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=surroundings(),
    ) as child:
        assert child.stdin is not None and child.stdout is not None and child.stderr is not None
        child.stdin.write(game * 2)
        child.stdin.flush()
        assert child.stdout.readline().startswith(b"<stdin>:1: valid")
        for worker in children(child.pid):
            os.kill(worker, signal.SIGKILL)
        child.stdin.write(game)
        child.stdin.flush()
        assert child.stdout.readline().startswith(b"<stdin>:6: valid")
        out, err = child.communicate()
    assert child.returncode == 0
    assert out.startswith(b"<stdin>:11: valid")
    assert err == b"a process of --jobs was killed, perhaps for lack of memory; its work is done again\n"


ENDS = [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGKILL, -9)]


@needs_proc
@pytest.mark.parametrize("whole", [pytest.param(False, marks=pytest.mark.long), True], ids=["process", "group"])
@pytest.mark.parametrize(("number", "status"), ENDS)
def test_signals_leave_no_process_behind(number: signal.Signals, status: int, whole: bool) -> None:
    """Whether they go to the process alone or, as Ctrl-C does, to all of them; and nothing is said."""
    child = subprocess.Popen(
        [*COMMAND, "deal", "beetle", "1-100000000", "-f", "json", "--jobs", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=surroundings(),
        start_new_session=True,
    )
    assert child.stdout is not None
    for _ in range(300):
        child.stdout.readline()
    workers = children(child.pid)
    assert len(workers) == 2
    if whole:
        os.killpg(child.pid, number)
    else:
        child.send_signal(number)
    _, err = child.communicate()
    assert (child.returncode, err) == (status, b"")
    deadline = time.monotonic() + 60
    while any(state(worker) not in ("", "Z") for worker in workers):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_reader_that_leaves_ends_all_processes() -> None:
    child = subprocess.Popen(
        [*COMMAND, "deal", "beetle", "1-100000000", "-f", "json", "--jobs", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=surroundings(),
    )
    assert child.stdout is not None
    assert child.stderr is not None
    child.stdout.readline()
    child.stdout.close()
    assert child.wait() == 141
    assert child.stderr.read() == b""
    child.stderr.close()


@pytest.mark.long
def test_nothing_hangs(rounds: Iterator[int], tmp_path: Path) -> None:
    """At the end the processes are in the midst of something; two hundred tries found a wait for them once."""
    bad = tmp_path / "bad"
    bad.write_text("---\ngame: beetle\ndeal: 24\n---\n2-f 2-f\n" * 200)
    plain = [sys.executable, "-m", "solitaire_cli"]
    for _ in islice(rounds, 200):
        call = [*plain, "deal", "beetle", "1-100000", "--jobs", "2"]
        with subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=surroundings()) as child:
            assert child.stdout is not None and child.stderr is not None
            child.stdout.readline()
            child.stdout.close()
            assert child.wait(60) == 141
            assert child.stderr.read() == b""
        call = [*plain, "validate", "-q", "--first-fault", "--jobs", "3", str(bad), str(bad)]
        done = subprocess.run(call, capture_output=True, env=surroundings(), check=False, timeout=60)
        assert done.returncode == 1
        assert done.stderr.count(b"\n") == 0
