"""The self-test: the program checks itself without a robot and without a network.

Every check raises for a fault, and returns its measurements. Each one runs even if those before it failed,
so that one start finds every fault. No Qt: the window is built in a process of its own.
"""

import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from app.shell.self_test_checks import (
    Facts,
    check_folders,
    check_kernels,
    check_report,
    check_resources,
    check_solvers,
    check_storage,
    check_virtual_robot,
)
from app.shell.self_test_processes import check_drawing, check_window, check_worker
from core.monitor import Cancelled, Monitor, PartOfMonitor
from core.storage.output_writer import written_at_once


class Check(StrEnum):
    """Names of the checks, in their order."""

    RESOURCES = "resources"
    FOLDERS = "folders"
    KERNELS = "kernels"
    DRAWING = "drawing"
    SOLVERS = "solvers"
    STORAGE = "storage"
    WORKER = "worker"
    VIRTUAL_ROBOT = "virtual-robot"
    REPORT = "report"
    WINDOW = "window"


@dataclass(frozen=True)
class Finding:
    """Result of one check."""

    check: Check
    passed: bool
    seconds: float
    facts: Facts = field(default_factory=dict)
    """Measurements and counts, by name."""
    error: Exception | None = None
    """Reason of a failure; None where it passed."""


def run_self_test(
    monitor: Monitor, *, checks: Mapping[Check, Callable[[Path, Monitor], Facts]] | None = None
) -> Iterator[Finding]:
    """Carry out every check, in a folder that is gone afterwards.

    Raises
    ------
    Cancelled
        When it was stopped.
    """
    chosen = CHECKS if checks is None else checks
    with tempfile.TemporaryDirectory(prefix="torsion-self-test-", ignore_cleanup_errors=True) as folder:
        for number, (check, look) in enumerate(chosen.items()):
            monitor.check()
            part = PartOfMonitor(monitor, first=number / len(chosen), last=(number + 1) / len(chosen))
            part.report(0.0, check.value)
            place = Path(folder, check.value)
            place.mkdir()
            yield _finding(check, look, place, part)


def _finding(check: Check, look: Callable[[Path, Monitor], Facts], folder: Path, monitor: Monitor) -> Finding:
    began = time.perf_counter()
    try:
        with written_at_once():  # in a folder that is gone before the command ends
            facts = look(folder, monitor)
    except Cancelled:
        raise
    except Exception as error:  # noqa: BLE001  the boundary: every failure becomes a line of the answer
        return Finding(check, passed=False, seconds=time.perf_counter() - began, error=error)
    return Finding(check, passed=True, seconds=time.perf_counter() - began, facts=facts)


CHECKS: Mapping[Check, Callable[[Path, Monitor], Facts]] = {
    Check.RESOURCES: check_resources,
    Check.FOLDERS: check_folders,
    Check.KERNELS: check_kernels,
    Check.DRAWING: check_drawing,
    Check.SOLVERS: check_solvers,
    Check.STORAGE: check_storage,
    Check.WORKER: check_worker,
    Check.VIRTUAL_ROBOT: check_virtual_robot,
    Check.REPORT: check_report,
    Check.WINDOW: check_window,
}
"""All of them, in the order in which they build on one another."""
