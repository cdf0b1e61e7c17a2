"""Whether pounds, inches and degrees Fahrenheit stand beside the metric values. Knows no Qt.

The window's process and its worker each have one choice at a time, like the language; without
one, as on the command line, values are metric alone. Sentences with limits of safety stay metric.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum

from app.speech.language import translate


class UnitSystem(StrEnum):
    """What can be chosen, by the code that is stored."""

    METRIC = "metric"
    WITH_US = "metric-with-us"


@dataclass(frozen=True)
class OtherUnit:
    """The unit that stands beside a metric one: its symbol, and how it follows from the metric value."""

    symbol: str
    per_metric: float
    offset: float = 0.0


BESIDE: Mapping[str, OtherUnit] = {
    "kg": OtherUnit("lb", 1.0 / 0.45359237),
    "mm": OtherUnit("in", 1.0 / 25.4),
    "m": OtherUnit("ft", 1.0 / 0.3048),
    "mm/s": OtherUnit("in/s", 1.0 / 25.4),
    "N": OtherUnit("lbf", 1.0 / 4.4482216152605),
    "kN": OtherUnit("lbf", 1e3 / 4.4482216152605),
    "N·m": OtherUnit("lbf·ft", 1.0 / 1.3558179483314004),
    "kN·m": OtherUnit("lbf·ft", 1e3 / 1.3558179483314004),
    "°C": OtherUnit("°F", 1.8, 32.0),
}
"""By the symbol of the metric unit; what is not here has nothing beside it."""


class _Used:
    """What this process shows now."""

    system = UnitSystem.METRIC


def current_units() -> UnitSystem:
    """What is shown now."""
    return _Used.system


def use_units(system: UnitSystem | str) -> None:
    """Show this from now on; what is on the screen already does not change by itself."""
    _Used.system = UnitSystem(system)


@contextmanager
def using_units(system: UnitSystem | str) -> Iterator[None]:
    """Show this for a while."""
    before = _Used.system
    use_units(system)
    try:
        yield
    finally:
        _Used.system = before


def other_unit(symbol: str) -> OtherUnit | None:
    """The unit to show beside this metric one now; None for none."""
    return BESIDE.get(symbol) if _Used.system is UnitSystem.WITH_US else None


def other_text(
    symbol: str, value: float, std: float, *, write: Callable[[float, float], str], is_change: bool = False
) -> str:
    """A metric value with its ± in the other unit, such as ``5.31 ± 0.07 lb``; empty where none is shown.

    ``is_change`` is for differences, of which no zero point counts; ``write`` words value and ±.
    """
    other = other_unit(symbol)
    if other is None:
        return ""
    converted = value * other.per_metric + (0.0 if is_change else other.offset)
    return f"{write(converted, std * other.per_metric)}\u00a0{other.symbol}"


def beside(metric: str, other: str) -> str:
    """A metric text with the other in brackets, where there is one."""
    if not other:
        return metric
    return translate("UnitSystem", "{metric} ({other})").format(metric=metric, other=other)
