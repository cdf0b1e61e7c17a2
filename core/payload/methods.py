"""The payload of one visit by several methods: each, the best, and whether they agree."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from core.errors import Fact, TorsionError
from core.payload.comparison import quantity_values
from core.payload.result import QUANTITIES, PayloadResult
from core.payload.settings import ComplianceKnowledge, GainKnowledge, PayloadMethod
from core.quality import Judgement
from core.recording import FloatArray
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


class ToldBy(StrEnum):
    """Rule that distinguishes recordings without and with the payload."""

    NAMED = "named"
    WEIGHED = "weighed"
    """By the weighed mass that is stored with them, zero for nothing."""
    TORQUE = "torque"


@dataclass(frozen=True)
class MethodTried:
    """A method that was tried: its recordings, and its mass or the code and facts of why it cannot serve."""

    method: PayloadMethod
    recordings: tuple[str, ...]
    code: str = ""
    facts: tuple[tuple[str, Fact], ...] = ()
    mass: float = float("nan")
    mass_std: float = float("nan")
    is_chosen: bool = False


@dataclass(frozen=True, eq=False)
class PayloadOfLogs:
    """The result of the method that served best, and all that were tried."""

    result: PayloadResult
    told_by: ToldBy
    unloaded: tuple[str, ...]
    loaded: tuple[str, ...]
    tried: tuple[MethodTried, ...]

    @property
    def judgement(self) -> Judgement:
        """The judgement of the result."""
        return self.result.judgement


@dataclass(frozen=True, eq=False)
class Drives:
    """Knowledge of the drives and gears that turn currents into torques."""

    gains: GainKnowledge | None = None
    drive_gain: FloatArray | None = None
    """(n,) N·m/A; the description's where None."""
    compliance: ComplianceKnowledge | None = None
