"""Work shared among processes, its results in the order of the work."""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from solitaire_cli.system.signals import ENDINGS, held

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

Item = TypeVar("Item")
Result = TypeVar("Result")

_AHEAD = 3  # pieces per process that may be waiting or done before the oldest is taken
_MOST = 8  # processes per core that are ever started
_PATIENCE = 1.0  # seconds for a killed process to go
_SIGNALS = ENDINGS - {getattr(signal, "SIGQUIT", None)}


class NoProcessError(Exception):
    """Work that no process does: none can be started, or (without a ``reason``) two were killed over it."""

    def __init__(self, reason: str | None = None) -> None:
        super().__init__(reason)
        self.reason = reason


class Workers(Generic[Item, Result]):
    """``jobs`` processes that do ``work`` on items; ``take`` gets the results in the order of the items.

    ``work`` is sent to each process once: a function of a module or a method of a value that can be pickled. With one
    job, or a single item, no process is started and it is called here. When a process is killed, ``tell`` is called
    and another one does its work again, once. Raises what ``work`` raises, and :class:`NoProcessError`.
    """

    def __init__(
        self,
        jobs: int,
        work: Callable[[Item], Result],
        take: Callable[[Result], None],
        tell: Callable[[], object] = lambda: None,
    ) -> None:
        self._jobs = job_count(jobs)
        self._work = work
        self._take = take
        self._tell = tell
        self._workers: list[_Worker[Item, Result]] = []
        self._tasks: deque[_Task[Item, Result]] = deque()  # in the order of the items
        self._waiting: deque[_Task[Item, Result]] = deque()  # those of them that no process has

    def run(self, items: Iterable[Item]) -> None:
        """Do all of the work. The processes are ended at once when all is done or something is raised."""
        try:
            for item in items:
                if self._jobs == 1:
                    self._take(self._work(item))
                    continue
                self._waiting.append(_Task(item))
                self._tasks.append(self._waiting[-1])
                if len(self._tasks) > 1 or self._workers:  # else it is perhaps the only one
                    self._go_on(0)
                while len(self._tasks) > self._jobs * _AHEAD:
                    self._go_on()
            self.settle()
        finally:
            for worker in self._workers:
                worker.process.kill()
            for worker in self._workers:
                worker.end()
            self._workers.clear()

    def settle(self) -> None:
        """Take the results of all work that was given so far."""
        if len(self._tasks) == 1 and not self._workers:
            self._waiting.clear()
            self._take(self._work(self._tasks.popleft().item))
        while self._tasks:
            self._go_on()

    def idle(self, descriptor: int) -> bool:
        """Wait until ``descriptor`` has something to read or a result has come, which is taken.

        Return false when there is no more to wait for: there is something to read, or nothing to be done.
        """
        if not self._tasks or sys.platform == "win32":
            return False
        from multiprocessing.connection import wait

        return not wait([descriptor], 0) and not self._go_on(None, descriptor)

    def _go_on(self, seconds: float | None = None, descriptor: int | None = None) -> bool:
        """Wait for an answer, give out work, and take the results whose turn it is.

        Return whether ``descriptor`` has something to read, which ends the waiting too.
        """
        from multiprocessing.connection import wait

        self._give_out()
        busy = {worker.pipe: worker for worker in self._workers if worker.task}
        ready = wait([*busy] if descriptor is None else [*busy, descriptor], seconds)
        for pipe in ready:
            if pipe in busy:
                self._hear(busy[pipe])
        self._give_out()
        while self._tasks and self._tasks[0].done:
            self._take(self._tasks.popleft().result())
        return descriptor in ready

    def _give_out(self) -> None:
        """Give work to processes that have none.

        Such a process reads what it is given at once, so that the two cannot wait for each other to read.
        """
        while self._waiting:
            worker = next((worker for worker in self._workers if worker.task is None), None)
            if worker is None:
                if len(self._workers) == self._jobs:
                    return
                worker = _Worker(self._work)
                self._workers.append(worker)
            worker.task = self._waiting.popleft()
            try:
                worker.pipe.send(worker.task.item)
            except OSError:
                self._lose(worker)

    def _hear(self, worker: _Worker[Item, Result]) -> None:
        """Read an answer."""
        assert worker.task is not None
        try:
            data = worker.pipe.recv_bytes()
        except (EOFError, OSError):
            self._lose(worker)
            return
        worker.task.answer(*pickle.loads(data))
        worker.task = None

    def _lose(self, worker: _Worker[Item, Result]) -> None:
        """Have the work of a process that is gone done by another one."""
        task = worker.task
        assert task is not None
        worker.process.kill()
        worker.end()
        self._workers.remove(worker)
        if task.lost:
            raise NoProcessError
        task.lost = True
        self._waiting.appendleft(task)
        self._tell()


class _Task(Generic[Item, Result]):
    """An item, and the result once there is one; ``lost`` if a process was killed over it."""

    def __init__(self, item: Item) -> None:
        self.item = item
        self.done = self.lost = False

    def answer(self, result: Result, error: Exception | None) -> None:
        self.done = True
        self._result, self._error = result, error

    def result(self) -> Result:
        """Return the result, or raise what was raised instead."""
        if self._error is not None:
            raise self._error
        return self._result


class _Worker(Generic[Item, Result]):
    """A process, the pipe to it, and what it is doing. Raises :class:`NoProcessError`.

    The other end of the pipe is open nowhere else, so that it ends with the process.
    """

    def __init__(self, work: Callable[[Item], Result]) -> None:
        import multiprocessing
        import threading

        # a fork takes no time; where it is not for certain, or other threads may hold locks, Python begins anew
        forks = sys.platform.startswith("linux") and threading.active_count() == 1
        context: Any = multiprocessing.get_context("fork" if forks else "spawn")
        self.task: _Task[Item, Result] | None = None
        try:
            self.pipe: Connection
            self.pipe, far = context.Pipe()
            with far, held(_SIGNALS):  # the new process must not answer one as this one does
                self.process: BaseProcess = context.Process(target=_serve, args=(self.pipe, far, work), daemon=True)
                self.process.start()
        except OSError as error:
            raise NoProcessError(error.strerror or str(error)) from None

    def end(self) -> None:
        """Forget the process, which was killed."""
        self.pipe.close()
        self.process.join(_PATIENCE)
        with contextlib.suppress(ValueError):  # the system keeps it longer than that
            self.process.close()


def job_count(jobs: int) -> int:
    """Return the number of processes for ``--jobs``: 0 is one for each core, and too many would only wait."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(jobs, _MOST * cores) if jobs else cores


def _serve(near: Connection, pipe: Connection, work: Callable[[Any], Any]) -> None:
    """Do the work that comes through ``pipe`` until the parent, which alone answers signals, is gone."""
    try:
        near.close()
        for number in _SIGNALS:
            signal.signal(number, signal.SIG_IGN)
        if sys.platform != "win32":
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
        with contextlib.suppress(RuntimeError):  # there may be no more threads: then it works to the end of its piece
            _end_with_parent()
        while True:
            pipe.send_bytes(_answer(work, pipe.recv_bytes()))
    finally:
        os._exit(1)  # without a word, whatever it was


def _answer(work: Callable[[Any], Any], data: bytes) -> bytes:
    try:
        return pickle.dumps((work(pickle.loads(data)), None))
    except Exception as error:
        with contextlib.suppress(Exception):
            return pickle.dumps((None, error))
        return pickle.dumps((None, RuntimeError(repr(error))))


def _end_with_parent() -> None:
    """End this process when its parent does, in the midst of its work too."""
    import multiprocessing
    import threading

    parent = multiprocessing.parent_process()

    def end() -> None:
        assert parent is not None
        parent.join()
        os._exit(1)

    threading.Thread(target=end, daemon=True).start()
