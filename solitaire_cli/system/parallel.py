"""Work shared among processes, its results in the order of the work.

Nothing is started for a single piece of work. Ending early does not wait for what is being done.
"""

from __future__ import annotations

import os
import select
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Any, Generic, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

_AHEAD = 3  # pieces a process that may be waiting or done before the oldest is taken
_MOST = 8  # processes a core that are ever started
_GLANCE = 0.02  # seconds between two looks at an input that has nothing to give


class Workers(Generic[Item, Result]):
    """``work`` is done on items by ``jobs`` processes, ``take`` gets the results in the order of the items.

    ``prepare(*arguments)`` is called once in each process, and here before work is done here. All of them are
    functions of modules. Raises what ``work`` raises.
    """

    def __init__(
        self,
        jobs: int,
        work: Callable[[Item], Result],
        take: Callable[[Result], None],
        prepare: Callable[..., None],
        arguments: tuple[Any, ...],
    ) -> None:
        self._jobs = jobs
        self._work = work
        self._take = take
        self._prepare = prepare
        self._arguments = arguments
        self._pool: ProcessPoolExecutor | None = None
        self._first: list[Item] = []
        self._pending: deque[Future[Result]] = deque()

    def run(self, items: Iterable[Item]) -> None:
        """Do all of the work. When something is raised, the processes are ended at once."""
        try:
            for item in items:
                if self._pool is None and not self._first:
                    self._first.append(item)  # perhaps it is the only one
                    continue
                self._submit_first()
                self._submit(item)
            if self._first:
                self._prepare(*self._arguments)
                self._take(self._work(self._first.pop()))
            self.settle()
        except BaseException:
            self._kill()
            raise
        if self._pool is not None:
            self._pool.shutdown(wait=True)

    def _kill(self) -> None:
        """End the processes, whatever they are doing: nobody waits for it any more."""
        if self._pool is None:
            return
        processes = list((self._pool._processes or {}).values())
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()

    def settle(self) -> None:
        """Take the results of all work that was given so far."""
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
            self._pool = ProcessPoolExecutor(
                self._jobs, initializer=_begin, initargs=(os.getpid(), self._prepare, self._arguments)
            )
        self._pending.append(self._pool.submit(self._work, item))
        while len(self._pending) > self._jobs * _AHEAD or (self._pending and self._pending[0].done()):
            self._take(self._pending.popleft().result())


def job_count(jobs: int) -> int:
    """The number of processes for ``--jobs``: 0 is one for each core that may be used, and more than a few are idle."""
    cores = _cores()
    return min(jobs, _MOST * cores) if jobs else cores


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _begin(parent: int, prepare: Callable[..., None], arguments: tuple[Any, ...]) -> None:
    """Begin a process: the parent answers signals, and without a parent there is nothing to do."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    prepare(*arguments)


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)
