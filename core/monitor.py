"""Interface for progress, intermediate results and cancellation of long computations."""

from typing import Protocol


class Cancelled(Exception):
    """The user stopped the work; not an error."""


class Monitor(Protocol):
    """Passed to every long computation, which calls it at least every 100 ms."""

    def report(self, fraction: float, text: str = "") -> None:
        """Report that ``fraction`` (0 to 1) of the work is done, and the name of the present stage."""

    def keep(self, result: object) -> None:
        """Offer the best result so far, which survives a cancellation."""

    def check(self) -> None:
        """Raise ``Cancelled`` if the user has requested a stop."""


class NullMonitor:
    """A monitor without an observer."""

    def report(self, fraction: float, text: str = "") -> None:
        """Accept a progress report and ignore it."""

    def keep(self, result: object) -> None:
        """Accept an intermediate result and ignore it."""

    def check(self) -> None:
        """Return without ever raising ``Cancelled``."""


class PartOfMonitor:
    """Maps the progress of one stage onto the interval [first, last] of the whole."""

    def __init__(self, whole: Monitor, *, first: float, last: float) -> None:
        self._whole, self._first, self._span = whole, first, last - first

    def report(self, fraction: float, text: str = "") -> None:
        """Report the stage's progress as progress of the whole."""
        self._whole.report(self._first + self._span * fraction, text)

    def keep(self, result: object) -> None:
        """Pass the best result so far to the whole."""
        self._whole.keep(result)

    def check(self) -> None:
        """Raise ``Cancelled`` if the user has requested a stop."""
        self._whole.check()


class NamedMonitor(PartOfMonitor):
    """Names the progress of a stage that reports no texts, or replaces its texts."""

    def __init__(self, whole: Monitor, name: str, *, hides_texts: bool = False) -> None:
        super().__init__(whole, first=0.0, last=1.0)
        self._name, self._hides_texts = name, hides_texts

    def report(self, fraction: float, text: str = "") -> None:
        """Report with the stage's own text, or with its name."""
        super().report(fraction, self._name if self._hides_texts else text or self._name)
