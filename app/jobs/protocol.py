"""What the window and its worker process say to each other; plain objects, no Qt."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Request:
    """Run ``function`` (``"package.module:name"``) with the arguments and a monitor."""

    number: int
    function: str
    arguments: Mapping[str, object]
    language: str = "en"
    """What the words of the result are in, such as those of a report."""
    units: str = "metric"
    """Which units its values are told in."""


@dataclass(frozen=True)
class CancelRequest:
    """Stop the job at its next check."""

    number: int


@dataclass(frozen=True)
class Leave:
    """End the worker process once the running job is over."""


@dataclass(frozen=True)
class Progress:
    """How much of the job is done (0 to 1), and what is being done now."""

    number: int
    fraction: float
    text: str


@dataclass(frozen=True)
class Kept:
    """The best result so far; it survives a cancellation."""

    number: int
    result: object


@dataclass(frozen=True)
class Succeeded:
    """The job is done."""

    number: int
    result: object


@dataclass(frozen=True)
class Failed:
    """The job raised; ``traceback`` is for the log."""

    number: int
    error: BaseException
    traceback: str


@dataclass(frozen=True)
class Stopped:
    """The job noticed the cancellation and ended."""

    number: int


Reply = Progress | Kept | Succeeded | Failed | Stopped


class UnexpectedFailure(Exception):
    """An error nobody planned for, carried across the process boundary as text."""

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
