"""Functions that the tests of the job runner run in the worker process."""

import os
import sys
from pathlib import Path

from app.speech.units import current_units
from core.errors import BadFile, Problem
from core.monitor import Cancelled, Monitor
from tests.waiting import wait_until


def add(monitor: Monitor, *, first: int, second: int) -> int:
    """A job that reports, keeps and succeeds."""
    monitor.report(0.5, "adding")
    monitor.keep(first)
    monitor.report(1.0, "done")
    return first + second


def chatter(monitor: Monitor, *, count: int) -> int:
    """Reports far more often than a window can draw."""
    for index in range(count):
        monitor.report(index / count, "counting")
    return count


def fail_with_code(monitor: Monitor) -> None:
    """An expected error with facts and problems."""
    raise BadFile("bad-robot", [Problem("line 3", "unknown-key", {"key": "mas"})], path="a.toml")


def fail_unexpectedly(monitor: Monitor) -> None:
    """An unexpected error."""
    raise ZeroDivisionError("joint 3")


def return_what_cannot_cross(monitor: Monitor) -> object:
    """A result that cannot be pickled."""
    return lambda: None


def busy_and_checking(monitor: Monitor) -> None:
    """Never ends by itself, holds the interpreter, but checks."""
    monitor.keep("the best so far")
    while True:
        sum(range(2000))
        monitor.check()


def busy_and_failing(monitor: Monitor) -> None:
    """Fails as soon as it is asked to end, as one whose files are removed then."""
    monitor.keep("the best so far")
    try:
        while True:
            monitor.check()
    except Cancelled:
        raise FileNotFoundError("gone") from None


def busy_and_deaf(monitor: Monitor) -> None:
    """Never ends and never checks."""
    monitor.keep("the best so far")
    while True:
        sum(range(2000))


def die(monitor: Monitor) -> None:
    """The process ends in the middle of the job."""
    os._exit(7)


def process_number(monitor: Monitor) -> int:
    """Which process the job runs in."""
    return os.getpid()


def modules_loaded(monitor: Monitor) -> list[str]:
    """What the worker has imported."""
    return sorted(sys.modules)


def write_when_told(monitor: Monitor, *, path: str, begun: str, may_end: str) -> None:
    """Work that must not be cut off: it says that it has begun, and ends by itself once it may."""
    Path(begun).touch()
    wait_until(Path(may_end).exists)
    Path(path).write_text("whole", encoding="utf-8")


def units_there(monitor: Monitor) -> str:
    """In which units the worker tells values."""
    return current_units()


def lengthen(monitor: Monitor, *, length: float, by: float | None) -> float:
    """A job that may leave something out."""
    return length + (by or 0.0)


def take(monitor: Monitor, *, anything: object) -> None:
    """A job for whatever is sent."""


def miscount(monitor: Monitor, *, number: int) -> int:
    """A job that gives another number back."""
    return number + 1
