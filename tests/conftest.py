"""Options of the test run."""

from __future__ import annotations

import compileall
import gc
import signal
import time
from collections.abc import Iterator
from itertools import count, takewhile
from pathlib import Path

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Give every process its signals back, which a run in the background ignores; collect garbage less often.

    The package is compiled once, not by each of the many processes where Python may not keep what it compiles.
    """
    if not hasattr(config, "workerinput"):
        compileall.compile_dir(Path(__file__).parent.parent / "solitaire_cli", quiet=2)
    gc.set_threshold(100_000, 20, 20)  # a tenth of the time of the tests
    for name, handler in (("SIGINT", signal.default_int_handler), ("SIGQUIT", signal.SIG_DFL)):
        if hasattr(signal, name) and signal.getsignal(getattr(signal, name)) is signal.SIG_IGN:
            signal.signal(getattr(signal, name), handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--seconds",
        type=float,
        default=30,
        help="how long each test without an end of its own looks for a counterexample, where `-m long` runs them",
    )


@pytest.fixture
def rounds(request: pytest.FixtureRequest) -> Iterator[int]:
    """Numbers from 0 for as long as a test marked ``long`` may take, one at the least."""
    end = time.monotonic() + request.config.getoption("--seconds")
    return takewhile(lambda number: number == 0 or time.monotonic() < end, count())
