"""One call of a function, made in the worker process or in this one, and messages about it. No Qt.

The function object itself is passed, so that mypy, rename and find-usages see every call: ``Task`` requires
the arguments of the function and returns its result type.
"""

import inspect
import numbers
import sys
import threading
import time
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar

from core.monitor import Cancelled, Monitor

P = ParamSpec("P")
R_co = TypeVar("R_co", covariant=True)

_NUMBERS: Mapping[Any, type] = {int: numbers.Integral, float: numbers.Real}
"""Numbers of NumPy count as numbers too."""
R = TypeVar("R")


class Task(Generic[R_co]):
    """A function of a module and its arguments, all but the monitor; it is pickled by its name.

    Raises
    ------
    TypeError
        For a lambda, a method or a nested function, which another process cannot find by name; for an
        argument that is missing, unknown or of another class than the function declares.
    """

    __slots__ = ("arguments", "function")

    def __init__(
        self, function: Callable[Concatenate[Monitor, P], R_co], /, *args: P.args, **kwargs: P.kwargs
    ) -> None:
        name = getattr(function, "__qualname__", "")
        if getattr(sys.modules.get(function.__module__), name, None) is not function:
            raise TypeError(f"{name or function} is no function of a module")
        signature = inspect.signature(function)
        bound = signature.bind(None, *args, **kwargs)
        for given, value in list(bound.arguments.items())[1:]:
            _check(given, value, signature.parameters[given].annotation)
        self.function: Callable[..., R_co] = function
        self.arguments: Mapping[str, object] = dict(list(bound.arguments.items())[1:])

    def __call__(self, monitor: Monitor) -> R_co:
        """Call the function with the monitor."""
        return self.function(monitor, **self.arguments)

    @property
    def name(self) -> str:
        """Module and function, for the log."""
        return f"{self.function.__module__}.{self.function.__qualname__}"


def _check(name: str, value: object, declared: Any) -> None:
    """Refuse a value of another class; declarations that are text or have item types are not checked."""
    try:
        is_one = isinstance(value, _NUMBERS.get(declared, declared))
    except TypeError:  # no class: a name in quotes, a container with its items, a protocol
        return
    if not is_one:
        raise TypeError(f"{name} is {type(value).__name__}, not {declared}")


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


REPORT_INTERVAL_S = 1 / 30


class ReportingMonitor:
    """Reports one job, its progress at most 30 times a second; may be cancelled from any thread."""

    def __init__(self, send: Callable[[News], None]) -> None:
        self._send = send
        self._cancelled = threading.Event()
        self._next_report_s = 0.0
        self._end_reported = False

    def report(self, fraction: float, text: str = "") -> None:
        """Send the progress, unless it was sent less than ``REPORT_INTERVAL_S`` ago."""
        now_s = time.monotonic()
        is_end = fraction >= 1.0 and not self._end_reported
        if now_s >= self._next_report_s or is_end:
            self._next_report_s = now_s + REPORT_INTERVAL_S
            self._end_reported = self._end_reported or is_end
            self._send(Progress(min(max(fraction, 0.0), 1.0), text))

    def keep(self, result: object) -> None:
        """Send the best result so far."""
        self._send(Kept(result))

    def cancel(self) -> None:
        """Make the next ``check`` raise ``Cancelled``."""
        self._cancelled.set()

    def check(self) -> None:
        """Raise ``Cancelled`` when the work was cancelled."""
        if self._cancelled.is_set():
            raise Cancelled


def news_of(work: Callable[[Monitor], object], monitor: Monitor) -> Succeeded | Failed | Stopped:
    """Run the work, which checks the monitor for cancellation itself; return how it ended."""
    try:
        return Succeeded(work(monitor))
    except Cancelled:
        return Stopped()
    except Exception as error:  # noqa: BLE001  # the boundary: every failure must reach the window
        return Failed(error, traceback.format_exc())


class Compute(Protocol):
    """Runs a task with a monitor and waits for its result."""

    def __call__(self, task: Task[R], monitor: Monitor) -> R:
        """Return the result of the task, or raise its error; ``Cancelled`` if it was stopped."""


def compute_here(task: Task[R], monitor: Monitor) -> R:
    """Compute in the calling thread, as the command line does."""
    return task(monitor)
