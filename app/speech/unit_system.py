"""The choice of units: metric only, or with US units beside the metric values. Uses no Qt.

The window's process and its worker each have one choice at a time, like the language. Without one, as
on the command line, values are metric only. Sentences with safety limits are always metric.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum

from app.speech.language import translate


class UnitSystem(StrEnum):
    """The selectable unit systems, by the code that is stored."""

    METRIC = "metric"
    WITH_US = "metric-with-us"


@dataclass(frozen=True)
class OtherUnit:
    """A unit shown beside a metric one: its symbol and the conversion from the metric value."""

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
"""By the symbol of the metric unit; for other units nothing is shown beside."""


class _Used:
    """The unit system that this process uses now."""

    system = UnitSystem.METRIC


def current_units() -> UnitSystem:
    """The unit system in use."""
    return _Used.system


def use_units(system: UnitSystem | str) -> None:
    """Use this unit system from now on; existing texts on the screen are not changed."""
    _Used.system = UnitSystem(system)


@contextmanager
def using_units(system: UnitSystem | str) -> Iterator[None]:
    """Context in which this unit system is used."""
    before = _Used.system
    use_units(system)
    try:
        yield
    finally:
        _Used.system = before


def other_unit(symbol: str) -> OtherUnit | None:
    """The unit shown beside this metric one; None if there is none."""
    return BESIDE.get(symbol) if _Used.system is UnitSystem.WITH_US else None


def other_text(
    symbol: str, value: float, std: float, *, write: Callable[[float, float], str], is_change: bool = False
) -> str:
    """A metric value with its ± in the other unit, such as ``5.31 ± 0.07 lb``; empty if none is shown.

    ``is_change`` is for differences, to which no zero offset applies; ``write`` formats value and ±.
    """
    other = other_unit(symbol)
    if other is None:
        return ""
    converted = value * other.per_metric + (0.0 if is_change else other.offset)
    return f"{write(converted, std * other.per_metric)}\u00a0{other.symbol}"


def beside(metric: str, other: str) -> str:
    """A metric text with the other one in brackets, if there is one."""
    if not other:
        return metric
    return translate("UnitSystem", "{metric} ({other})").format(metric=metric, other=other)
