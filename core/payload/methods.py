"""Payloads of one visit by several methods, and a test whether they agree."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from core.errors import TorsionError
from core.payload.comparison import quantity_values
from core.payload.result import QUANTITIES, PayloadResult
from core.payload.settings import PayloadMethod
from core.signals.value_change import ValueChange, judged_together


@dataclass(frozen=True)
class MethodDifference:
    """Two methods and one of ``QUANTITIES``; the change is from the first method to the second, kg or m."""

    first: PayloadMethod
    second: PayloadMethod
    quantity: str
    change: ValueChange


@dataclass(frozen=True, eq=False)
class MethodsCompared:
    """Results by method, the differences of every two, and why a method has no result."""

    results: tuple[PayloadResult, ...]
    differences: tuple[MethodDifference, ...]
    refused: Mapping[PayloadMethod, TorsionError]

    @property
    def is_compared(self) -> bool:
        """True if some quantity was measured by two methods."""
        return any(one.change.is_compared for one in self.differences)

    @property
    def beyond(self) -> tuple[MethodDifference, ...]:
        """Differences that the ± of both methods do not explain, the largest first."""
        found = [one for one in self.differences if one.change.is_beyond_noise]
        return tuple(sorted(found, key=lambda one: -one.change.stds))


def compare_methods(
    results: Sequence[PayloadResult], refused: Mapping[PayloadMethod, TorsionError]
) -> MethodsCompared:
    """Compare every two results, at a false-alarm rate of 1 % for all of their differences together.

    Methods that share recordings or drive gains share errors too; the ± of both are taken as independent,
    so that the test is less sensitive, never too sensitive.
    """
    differences = tuple(_differences(results))
    judged = judged_together([one.change for one in differences])
    told = tuple(
        MethodDifference(one.first, one.second, one.quantity, change)
        for one, change in zip(differences, judged, strict=True)
    )
    return MethodsCompared(tuple(results), told, dict(refused))


def _differences(results: Sequence[PayloadResult]) -> Iterator[MethodDifference]:
    for first, second in combinations(results, 2):
        values = zip(QUANTITIES, quantity_values(first), quantity_values(second), strict=True)
        for name, one, other in values:
            yield MethodDifference(first.method, second.method, name, ValueChange(*one, *other))
