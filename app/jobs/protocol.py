"""What is said about work done elsewhere: by the worker process, and by the robot's thread. No Qt."""

from dataclasses import dataclass

from app.jobs.task import Task


@dataclass(frozen=True)
class Request:
    """Make a call in the worker process."""

    number: int
    task: Task[object]
    language: str = "en"
    """What the words of the result are in, such as those of a report."""
    units: str = "metric"
    """Unit system of the values in its messages."""


@dataclass(frozen=True)
class Packed:
    """A request as it travels: unpacked where a failure to do so is reported as one of the job."""

    number: int
    request: bytes


@dataclass(frozen=True)
class CancelRequest:
    """Stop the job at its next check."""

    number: int


@dataclass(frozen=True)
class Leave:
    """End the worker process once the running job is over."""


@dataclass(frozen=True)
class Progress:
    """How much of the work is done (0 to 1), and what is being done now."""

    fraction: float
    text: str


@dataclass(frozen=True)
class Kept:
    """The best result so far; it survives a cancellation."""

    result: object


@dataclass(frozen=True)
class Succeeded:
    """The work is done."""

    result: object


@dataclass(frozen=True)
class Failed:
    """The work raised; ``traceback`` is for the log."""

    error: BaseException
    traceback: str


@dataclass(frozen=True)
class Stopped:
    """The work noticed the cancellation and ended."""


News = Progress | Kept | Succeeded | Failed | Stopped


class UnexpectedFailure(Exception):
    """An unexpected error, carried across the process boundary as text."""

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
