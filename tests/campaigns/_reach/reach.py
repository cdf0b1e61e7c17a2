"""pytest plugin: coverage by test file, and how long each file takes."""

import json
import os
from collections import defaultdict
from pathlib import Path

import coverage
import pytest

TEST_FILE = "TORSION_TEST_FILE"
"""Names the test file to processes that a test starts."""

DURATIONS = "TORSION_DURATIONS"
"""Names the file that the seconds of each test file are written to."""

_seconds: defaultdict[str, float] = defaultdict(float)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    file = item.nodeid.partition("::")[0]
    if os.environ.get(TEST_FILE) == file:
        return
    os.environ[TEST_FILE] = file
    measured = coverage.Coverage.current()
    if measured is not None:
        measured.switch_context(file)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _seconds[report.nodeid.partition("::")[0]] += report.duration


def pytest_sessionfinish(session: pytest.Session) -> None:
    if not hasattr(session.config, "workerinput"):  # the one that hears of all tests
        Path(os.environ[DURATIONS]).write_text(json.dumps(_seconds, indent=1), encoding="utf-8")
