"""Jitter of a driver's cycles: how evenly they begin."""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable


@dataclass(frozen=True)
class Jitter:
    """Of the newest cycles: rate in Hz, and how late they began against the pace, s."""

    rate: float
    late_p99: float
    late_worst: float


@runtime_checkable
class Paced(Protocol):
    """A driver that measures its cycles."""

    @property
    def jitter(self) -> Jitter | None:
        """Jitter of the cycles; None while nothing is connected."""


def jitter_of(driver: object) -> Jitter | None:
    """The jitter of a driver; None for one that does not measure it."""
    return driver.jitter if isinstance(driver, Paced) else None
