"""Options of the test run."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--streams",
        type=int,
        default=300,
        help="how many random streams of transcripts are compared with the second implementation",
    )
