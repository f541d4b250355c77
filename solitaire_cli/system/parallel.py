"""Work shared among processes, its results in the order of the work."""

from __future__ import annotations

import os
import select
import signal
import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

Item = TypeVar("Item")
Result = TypeVar("Result")

_AHEAD = 3  # pieces per process that may be waiting or done before the oldest is taken
_MOST = 8  # processes per core that are ever started
_GLANCE = 0.02  # seconds between two looks at an input that has nothing to give

_work: Callable[[Any], Any]  # in a process of Workers, what it does with an item


class Workers(Generic[Item, Result]):
    """``jobs`` processes that do ``work`` on items; ``take`` gets the results in the order of the items.

    ``work`` is sent to each process once: a function of a module or a method of a value that can be pickled. With one
    job, or a single item, no process is started and it is called here. Raises what ``work`` raises.
    """

    def __init__(self, jobs: int, work: Callable[[Item], Result], take: Callable[[Result], None]) -> None:
        self._jobs = job_count(jobs)
        self._work = work
        self._take = take
        self._pool: ProcessPoolExecutor | None = None
        self._first: list[Item] = []  # perhaps it is the only one
        self._pending: deque[Future[Result]] = deque()

    def run(self, items: Iterable[Item]) -> None:
        """Do all of the work. When something is raised, the processes are ended at once."""
        try:
            for item in items:
                if self._jobs == 1:
                    self._take(self._work(item))
                elif self._pool is None and not self._first:
                    self._first.append(item)
                else:
                    self._submit(item)
            self.settle()
        except BaseException:
            if self._pool is not None:
                # waiting for what they are doing would hold up the end
                processes, results = list((self._pool._processes or {}).values()), self._pool._result_queue
                self._pool.shutdown(wait=False, cancel_futures=True)
                for process in processes:
                    process.kill()
                # the pool would wait for the rest of a result that a killed process had begun to write
                results._writer.close()  # type: ignore[attr-defined]
            raise
        if self._pool is not None:
            self._pool.shutdown(wait=True)

    def settle(self) -> None:
        """Take the results of all work that was given so far."""
        if self._first:
            self._take(self._work(self._first.pop()))
        while self._pending:
            self._take_oldest()

    def idle(self, descriptor: int) -> None:
        """Take results as they come until ``descriptor`` has something to read or no work is left."""
        while self._pending or self._first:
            try:
                if select.select([descriptor], [], [], 0)[0]:
                    return
            except (OSError, ValueError):
                return
            if self._first:
                self._submit()
            elif self._pending[0].done():
                self._take_oldest()
            else:
                time.sleep(_GLANCE)

    def _submit(self, *items: Item) -> None:
        """Hand the first item on, if it is still here, and then ``items``."""
        if self._pool is None:
            from concurrent.futures import ProcessPoolExecutor

            self._pool = ProcessPoolExecutor(self._jobs, initializer=_begin, initargs=(os.getpid(), self._work))
        for item in (*self._first, *items):
            self._pending.append(self._pool.submit(_do, item))
        self._first.clear()
        while len(self._pending) > self._jobs * _AHEAD or (self._pending and self._pending[0].done()):
            self._take_oldest()

    def _take_oldest(self) -> None:
        self._take(self._pending.popleft().result())


def job_count(jobs: int) -> int:
    """Return the number of processes for ``--jobs``: 0 is one for each core, and too many would only wait."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(jobs, _MOST * cores) if jobs else cores


def _begin(parent: int, work: Callable[[Any], Any]) -> None:
    """Begin a process: the parent answers signals, and without a parent there is nothing to do."""
    import threading

    global _work  # noqa: PLW0603 - the way from an initializer to the calls
    _work = work
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _do(item: Any) -> Any:
    return _work(item)


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)
