"""Software name and time: the two stamps of files and results."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import PackageNotFoundError, version

Clock = Callable[[], datetime]
"""Returns the present moment; a test provides its own."""


@cache
def software_name() -> str:
    """The program and its version, such as ``torsion 0.1.0``."""
    try:
        return f"torsion {version('torsion')}"
    except PackageNotFoundError:  # run from a source tree that was never installed
        return "torsion"


def utc_now() -> datetime:
    """The present moment with its time zone, UTC."""
    return datetime.now(UTC)


def time_stamp(now: Clock = utc_now) -> str:
    """The present moment as ISO 8601 text to the second, UTC."""
    return now().astimezone(UTC).isoformat(timespec="seconds")
