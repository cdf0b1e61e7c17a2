"""Messages about work in the worker process or in the robot's thread. No Qt."""

from dataclasses import dataclass

from app.jobs.task import Task


@dataclass(frozen=True)
class Request:
    """Run a task in the worker process."""

    number: int
    task: Task[object]
    language: str = "en"
    """Language of the words in the result, such as those of a report."""
    units: str = "metric"
    """Unit system of the values in the result."""


@dataclass(frozen=True)
class Packed:
    """A pickled request; the worker unpickles it within the job, whose error a failure is."""

    number: int
    request: bytes


@dataclass(frozen=True)
class CancelRequest:
    """Stop the job at its next check."""

    number: int


@dataclass(frozen=True)
class Leave:
    """End the worker process after the running job."""


@dataclass(frozen=True)
class Progress:
    """Completed fraction of the work (0 to 1), and the present activity."""

    fraction: float
    text: str


@dataclass(frozen=True)
class Kept:
    """The best result so far; it survives a cancellation."""

    result: object


@dataclass(frozen=True)
class Succeeded:
    """The work has finished; carries its result."""

    result: object


@dataclass(frozen=True)
class Failed:
    """The work raised an error; ``traceback`` is for the log."""

    error: BaseException
    traceback: str


@dataclass(frozen=True)
class Stopped:
    """The work has ended because it was cancelled."""


News = Progress | Kept | Succeeded | Failed | Stopped


class UnexpectedFailure(Exception):
    """An unexpected error, sent between the processes as text."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(kind, text)
        self.kind, self.text = kind, text

    def __str__(self) -> str:
        return f"{self.kind}: {self.text}" if self.text else self.kind


class WorkerDied(Exception):
    """The worker process ended in the middle of a job."""

    def __init__(self, exit_code: int | None) -> None:
        super().__init__(exit_code)
        self.exit_code = exit_code
