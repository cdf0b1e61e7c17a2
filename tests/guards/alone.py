"""Tests that measure time: they run by themselves, and the best of three runs counts.

A busy machine can only make a run longer. So what misses its limit is run again from its beginning, in a
process of its own, where nothing is loaded yet; what always misses it has failed. A test that needs the
machine for itself and measures something else is marked ``alone(once=True)``.
"""

import os
import subprocess
import sys
from collections.abc import Generator

import pytest

MARKER = "mark.alone"
"""What ``files_that_measure_time`` of ``packaging/commands.py`` looks for in a test file."""
RUNS = 3
_IS_REPEATED = "TORSION_TEST_IS_REPEATED"
_PATIENCE_S = 300.0
_SHOWN_LINES = 40


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse the marker in a file where the test command would not look for it."""
    files = {item.path for item in items if item.get_closest_marker("alone") is not None}
    hidden = [str(path) for path in sorted(files) if MARKER not in path.read_text("utf-8")]
    if hidden:
        raise pytest.UsageError(f"these files do not name pytest.{MARKER}: {', '.join(hidden)}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: "pytest.CallInfo[None]"
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Run a test that missed a limit again; the sections of its report tell what was found."""
    report = yield
    mark = item.get_closest_marker("alone")
    counts_best = mark is not None and not mark.kwargs.get("once") and _IS_REPEATED not in os.environ
    missed = call.when == "call" and call.excinfo is not None and call.excinfo.errisinstance(AssertionError)
    if missed and counts_best:
        _stop_the_clock(item)
        for number in range(2, RUNS + 1):
            passed, told = _run_again(item)
            report.sections.append((f"Run {number} of {RUNS}", told))
            if passed:
                report.outcome, report.longrepr = "passed", None
                print(f"\n{item.nodeid} kept its limits in run {number} of {RUNS}", file=sys.__stdout__)
                break
    return report


def _stop_the_clock(item: pytest.Item) -> None:
    """End the time limit of this run; those that follow have their own."""
    cancel = getattr(item, "cancel_timeout", None)
    if cancel is not None:
        cancel()


def _run_again(item: pytest.Item) -> tuple[bool, str]:
    command = [sys.executable, "-m", "pytest", "-q", "--no-header", "--rootdir", str(item.config.rootpath)]
    if item.config.option.plugins:
        command += [part for name in item.config.option.plugins for part in ("-p", name)]
    try:
        done = subprocess.run(
            [*command, item.nodeid],
            cwd=item.config.rootpath,
            env=os.environ | {_IS_REPEATED: "1"},
            capture_output=True,
            text=True,
            timeout=_PATIENCE_S,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        return False, str(error)
    return done.returncode == 0, "\n".join(done.stdout.splitlines()[-_SHOWN_LINES:])
