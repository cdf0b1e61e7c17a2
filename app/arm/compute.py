"""Where the long computations of a procedure are done: in the window's worker, or here and now."""

from typing import Protocol, TypeVar

from app.jobs.task import Task
from core.monitor import Monitor

R = TypeVar("R")


class Compute(Protocol):
    """Makes a call, with the monitor, and waits for the result."""

    def __call__(self, task: Task[R], monitor: Monitor) -> R:
        """What the function returns; raises what it raises, ``Cancelled`` when it was stopped."""


def compute_here(task: Task[R], monitor: Monitor) -> R:
    """Compute in the calling thread: what the command line does."""
    return task(monitor)
