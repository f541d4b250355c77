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

_work: Callable[[Any], Any]
"""In a process of :class:`Workers`, what it does with an item."""


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
        self._first: list[Item] = []
        self._pending: deque[Future[Result]] = deque()

    def run(self, items: Iterable[Item]) -> None:
        """Do all of the work. When something is raised, the processes are ended at once."""
        if self._jobs == 1:
            for item in items:
                self._take(self._work(item))
            return
        try:
            for item in items:
                if self._pool is None and not self._first:
                    self._first.append(item)  # perhaps it is the only one
                    continue
                self._submit_first()
                self._submit(item)
            if self._first:
                self._take(self._work(self._first.pop()))
            self.settle()
        except BaseException:
            self._kill()
            raise
        if self._pool is not None:
            self._pool.shutdown(wait=True)

    def _kill(self) -> None:
        """End the processes, whatever they are doing; waiting for it would hold up the end."""
        if self._pool is None:
            return
        processes = list((self._pool._processes or {}).values())
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()

    def settle(self) -> None:
        """Take the results of all work that was given so far."""
        if self._first:
            self._take(self._work(self._first.pop()))
        while self._pending:
            self._take(self._pending.popleft().result())

    def idle(self, descriptor: int) -> None:
        """Take results as they come until ``descriptor`` has something to read or no work is left."""
        while self._pending or self._first:
            try:
                if select.select([descriptor], [], [], 0)[0]:
                    return
            except (OSError, ValueError):
                return
            if self._first:
                self._submit_first()
            if self._pending[0].done():
                self._take(self._pending.popleft().result())
            else:
                time.sleep(_GLANCE)

    def _submit_first(self) -> None:
        while self._first:
            self._submit(self._first.pop())

    def _submit(self, item: Item) -> None:
        if self._pool is None:
            from concurrent.futures import ProcessPoolExecutor

            self._pool = ProcessPoolExecutor(self._jobs, initializer=_begin, initargs=(os.getpid(), self._work))
        self._pending.append(self._pool.submit(_do, item))
        while len(self._pending) > self._jobs * _AHEAD or (self._pending and self._pending[0].done()):
            self._take(self._pending.popleft().result())


def job_count(jobs: int) -> int:
    """Return the number of processes for ``--jobs``: 0 is one for each core, and too many would only wait."""
    cores = _cores()
    return min(jobs, _MOST * cores) if jobs else cores


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


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
