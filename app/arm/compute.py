"""Runs the long computations of a procedure: in the window's worker, or in the calling thread."""

from typing import Protocol, TypeVar

from app.jobs.task import Task
from core.monitor import Monitor

R = TypeVar("R")


class Compute(Protocol):
    """Runs a task with a monitor and waits for its result."""

    def __call__(self, task: Task[R], monitor: Monitor) -> R:
        """Return the result of the task, or raise its error; ``Cancelled`` if it was stopped."""


def compute_here(task: Task[R], monitor: Monitor) -> R:
    """Compute in the calling thread, as the command line does."""
    return task(monitor)
