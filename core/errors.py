"""The errors the core raises: a stable code and facts, no prose.

The window and the command line turn them into sentences in one place
(``app.errors.text``), so a wording can change, and be translated, without
touching a method.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

Fact = str | int | float | tuple[str, ...] | tuple[int, ...] | tuple[float, ...]


@dataclass(frozen=True)
class Problem:
    """One error in a file or a demand: its place, a stable code, and facts."""

    where: str
    code: str
    facts: dict[str, Fact] = field(default_factory=dict)


class TorsionError(Exception):
    """Base of all expected errors; ``code`` is stable and ``facts`` are plain values."""

    def __init__(self, code: str, **facts: Fact) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts: dict[str, Fact] = facts

    def __reduce__(self) -> tuple[object, ...]:  # crosses the worker process boundary
        return (_rebuild, (type(self), self.code, self.facts, self.__dict__))


class BadFile(TorsionError):
    """A file could not be understood; every problem found in it is in ``problems``."""

    def __init__(self, code: str, problems: Sequence[Problem] = (), **facts: Fact) -> None:
        super().__init__(code, **facts)
        self.problems = tuple(problems)


class DiskFull(TorsionError):
    """A file could not be written because there is no room for it; raised by ``core.storage.disk_room``.

    Facts: ``file``, the bytes ``needed``, and the bytes ``free`` for it.
    """


class Infeasible(TorsionError):
    """The request cannot be met; ``problems`` has every demand that is impossible."""

    def __init__(self, code: str, problems: Sequence[Problem] = (), **facts: Fact) -> None:
        super().__init__(code, **facts)
        self.problems = tuple(problems)


class NotEnoughData(TorsionError):
    """Too few usable samples for the request."""


class PoorExcitation(TorsionError):
    """The motion does not excite the parameters to be identified."""


class NotIdentifiable(TorsionError):
    """The quantity cannot be determined from this kind of measurement at all."""


class NotWritten(TorsionError):
    """A file could not be written; the older file in its place is unchanged."""


class BadRequest(TorsionError):
    """The settings contradict each other or name something that does not exist."""


class ProcessEnded(TorsionError):
    """A process of this program ended by itself, without an error of its own."""


class UnexpectedFailure(Exception):
    """An unexpected error of another process, whose class this one may not know."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(kind, text)
        self.kind, self.text = kind, text

    def __str__(self) -> str:
        return f"{self.kind}: {self.text}" if self.text else self.kind


def is_expected(error: BaseException) -> bool:
    """True for an error of the work or of the system; any other is a fault of the program."""
    return isinstance(error, TorsionError | OSError)


def _rebuild(
    kind: type[TorsionError], code: str, facts: dict[str, Fact], state: dict[str, object]
) -> TorsionError:
    error = kind(code, **facts)
    error.__dict__.update(state)
    return error
