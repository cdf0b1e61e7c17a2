"""Display units, number formats, and values with their uncertainty.

The core uses SI, the window shows °, N·m, mm, A, kg, or US units.
``app.speech.quantities`` reads typed values, ``app.speech.dates`` has the decimal sign. No Qt.

The window's process and its worker each have one choice at a time, like the language. Without one, as
on the command line, values are metric only. Sentences with safety limits are always metric.
"""

import math
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from enum import StrEnum
from functools import partial
from math import ceil, isfinite, log10, nan
from typing import TypeVar

from app.speech.dates import fixed
from app.speech.language import translate
from app.speech.quantities import MASS, NotUnderstood, bounds_sentence, read_one
from core.bounds import PAYLOAD
from core.quality import is_determined
from core.recording import FloatArray

_Number = TypeVar("_Number", float, FloatArray)
COVERAGE_FACTOR = 2.0
"""k of the expanded uncertainty: ± is k standard deviations, 95 % of a normal distribution."""


@dataclass(frozen=True)
class DisplayUnit:
    """A display unit: its symbol and its value per SI unit.

    ``offset`` is the displayed value at 0 in SI; differences have none.
    """

    symbol: str
    per_si: float
    offset: float = 0.0

    def shown(self, si: _Number) -> _Number:
        """Convert one value or an array to this unit."""
        return si * self.per_si + self.offset


PURE = DisplayUnit("", 1.0)
PER_CENT = DisplayUnit("%", 100.0)
MILLIRADIAN = DisplayUnit("mrad", 1000.0)
DEGREE = DisplayUnit("°", 180.0 / math.pi)
ARCMINUTE = DisplayUnit("arcmin", 60.0 * 180.0 / math.pi)
DEGREE_PER_SECOND = DisplayUnit("°/s", 180.0 / math.pi)
MILLIMETRE = DisplayUnit("mm", 1000.0)
MICROMETRE = DisplayUnit("µm", 1e6)
MILLIMETRE_PER_SECOND = DisplayUnit("mm/s", 1000.0)
NEWTON_METRE = DisplayUnit("N·m", 1.0)
KILONEWTON_METRE = DisplayUnit("kN·m", 1e-3)
NEWTON = DisplayUnit("N", 1.0)
KILONEWTON = DisplayUnit("kN", 1e-3)
AMPERE = DisplayUnit("A", 1.0)
CELSIUS = DisplayUnit("°C", 1.0, -273.15)
SECOND = DisplayUnit("s", 1.0)
MILLISECOND = DisplayUnit("ms", 1000.0)
KILOGRAM = DisplayUnit("kg", 1.0)

NO_BREAK = "\u00a0"
"""Blank without line break, for between a number and its unit."""
_TWIST_UNITS = ((ARCMINUTE, 120.0), (DEGREE, math.inf))
_SHIFT_UNITS = ((MICROMETRE, 1000.0), (MILLIMETRE, math.inf))
"""Units for the twist of a gear, each with the value from which the next one is used."""
_PREFIXES = (("M", 1e6), ("k", 1e3), ("", 0.0))
_KILO_FROM = 2000.0
_SMALLEST_PLAIN, _LARGEST_PLAIN = 1e-5, 1e6
"""Outside of these limits a number is shown with a power of ten."""
_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_MINUTES_FROM_S = 120.0
_ROWS = re.compile(r"\s*(\d+)\s*[:\-–]\s*(\d+)\s*")


def parse_mass(text: str) -> float | None:
    """A mass in kg from ``2.4 kg``, ``5.3 lb`` or ``2,4``; None for an empty field."""
    if not text.strip():
        return None
    mass = read_one(text, MASS)
    if mass < 0.0:
        raise NotUnderstood(text)
    if not PAYLOAD.holds(mass):
        raise NotUnderstood(text, bounds_sentence(PAYLOAD))
    return mass


def parse_rows(text: str) -> tuple[int, int] | None:
    """First and last row from ``101:3300``, both included; None for an empty field."""
    if not text.strip():
        return None
    match = _ROWS.fullmatch(text)
    if match is None:
        raise NotUnderstood(text)
    first, last = int(match[1]), int(match[2])
    if first < 1 or last <= first:
        raise NotUnderstood(text)
    return first, last


def parse_count(text: str) -> int:
    """Read a whole number from 0."""
    if not (text.strip().isascii() and text.strip().isdigit()):
        raise NotUnderstood(text)
    return int(text)


def number(value: float, *, decimals: int | None = None, digits: int = 3) -> str:
    """Format a number in the user's conventions: fixed decimals, or a few significant digits."""
    if not math.isfinite(value):
        return "–"
    if decimals is None:
        decimals = _decimals(value, digits)
    if value and not _SMALLEST_PLAIN <= abs(value) < _LARGEST_PLAIN:
        return _with_power_of_ten(value, digits)
    return fixed(value, decimals)


def whole(value: int) -> str:
    """Format a count in the user's conventions."""
    return fixed(value, 0)


def expanded(std: _Number) -> _Number:
    """Expanded uncertainty of a standard deviation: what stands behind every ± that people read."""
    return COVERAGE_FACTOR * std


def with_std(value: float, std: float, *, digits: int = 2) -> str:
    """Format ``2.41 ± 0.06`` from a standard deviation of 0.03: the expanded uncertainty has ``digits``."""
    if not math.isfinite(std) or std <= 0.0:
        return number(value)
    spread = expanded(std)
    decimals = min(max(_decimals(spread, digits), 0), 8)
    if abs(value) < _SMALLEST_PLAIN <= spread:  # smaller than its ±: no power of ten
        return f"{fixed(value, decimals)} ± {number(spread, decimals=decimals)}"
    return f"{number(value, decimals=decimals)} ± {number(spread, decimals=decimals)}"


def with_unit(value: float, unit: DisplayUnit, std: float = 0.0, *, digits: int = 2) -> str:
    """Format a value with its ± and unit, and with the other unit in brackets if the user chose one.

    For example ``2.41 ± 0.06 kg (5.31 ± 0.13 lb)``.
    """

    def write(shown: float, spread: float) -> str:
        return with_std(shown, spread, digits=digits)

    other = other_text(unit.symbol, value, std, write=write) if math.isfinite(value) else ""
    return beside(f"{write(value, std)}{NO_BREAK}{unit.symbol}", other)


def other_beside(unit: DisplayUnit) -> DisplayUnit | None:
    """The unit that the user chose to see beside this one; None if there is none."""
    other = other_unit(unit.symbol)
    if other is None:
        return None
    return DisplayUnit(
        other.symbol, unit.per_si * other.per_metric, unit.offset * other.per_metric + other.offset
    )


def twist_unit(size: float, *, slides: bool) -> DisplayUnit:
    """Display unit for the twist of a gear of this size (rad, or m for a sliding joint)."""
    units = _SHIFT_UNITS if slides else _TWIST_UNITS
    return next((unit for unit, limit in units if abs(size) * unit.per_si < limit), units[0][0])


def stiffness_unit(stiffness: float, *, slides: bool) -> DisplayUnit:
    """Display unit for a stiffness (N·m/rad, or N/m for a sliding joint)."""
    return _with_prefix(stiffness, "N/m" if slides else "N·m/rad")


def damping_unit(damping: float, *, slides: bool) -> DisplayUnit:
    """Display unit for a damping (N·m·s/rad, or N·s/m for a sliding joint)."""
    return _with_prefix(damping, "N·s/m" if slides else "N·m·s/rad")


def load_unit(size: float, *, slides: bool) -> DisplayUnit:
    """Display unit for loads up to this one (N·m, or N for a sliding joint)."""
    if abs(size) < _KILO_FROM:
        return NEWTON if slides else NEWTON_METRE
    return KILONEWTON if slides else KILONEWTON_METRE


def _with_prefix(value: float, symbol: str) -> DisplayUnit:
    prefix, least = next(((p, least) for p, least in _PREFIXES if abs(value) >= least), _PREFIXES[-1])
    return DisplayUnit(f"{prefix}{symbol}", 1.0 / least if least else 1.0)


def percent(fraction: float) -> str:
    """Format a fraction as a percentage."""
    return f"{number(100.0 * fraction, digits=2 if fraction < 1.0 else 3)} %"


def seconds(value: float) -> str:
    """Format a duration: ``50.0 s``, or ``12 min 5 s`` from two minutes on."""
    if value < _MINUTES_FROM_S:
        return f"{number(value, decimals=1)} s"
    minutes, rest = divmod(round(value), 60)
    return f"{minutes} min {rest} s" if rest else f"{minutes} min"


def whole_seconds(value: float) -> str:
    """Format a time that is left: ``45 s``, or ``3 min 20 s`` from one minute on."""
    minutes, rest = divmod(round(value), 60)
    if not minutes:
        return f"{rest} s"
    return f"{minutes} min {rest} s" if rest else f"{minutes} min"


def _with_power_of_ten(value: float, digits: int) -> str:
    exponent = math.floor(math.log10(abs(value)))
    # in text, since a power of ten itself may be too small for a floating-point number
    mantissa = fixed(float(f"{value:e}".partition("e")[0]), digits - 1)
    return f"{mantissa}·10{str(exponent).translate(_SUPERSCRIPTS)}"


def _decimals(value: float, digits: int) -> int:
    if value == 0.0:
        return 0
    return max(digits - 1 - math.floor(math.log10(abs(value))), 0)


def speed_unit(*, slides: bool) -> DisplayUnit:
    """Display unit for the speed of a joint."""
    return MILLIMETRE_PER_SECOND if slides else DEGREE_PER_SECOND


def torque_unit(*, slides: bool) -> DisplayUnit:
    """Display unit for the torque of a joint."""
    return NEWTON if slides else NEWTON_METRE


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


@dataclass(frozen=True)
class Value:
    """A number in SI; ``std`` is NaN if the standard deviation is unknown.

    ``decimals`` (of the displayed unit) are fixed if given, such as those that a controller stores. Otherwise
    the expanded uncertainty determines them, or three significant digits. ``digits`` are the shown digits of
    the uncertainty, or of the number if it has none: by default one, two if the first is a one,
    and three for a number alone.
    """

    si: float
    unit: DisplayUnit = PURE
    std: float = nan
    decimals: int | None = None
    digits: int | None = None


def two_digits(si: float, unit: DisplayUnit, std: float) -> Value:
    """A value with two digits of its uncertainty; three of the number if that is unknown."""
    return Value(si, unit, std, digits=2 if std > 0.0 else None)


def share(fraction: float) -> Value:
    """A share or relative error without ±, with the digits of ``percent``: in a table as in a sentence."""
    return Value(fraction, PER_CENT, digits=2 if fraction < 1.0 else 3)


def not_determined() -> str:
    """Word for a parameter whose standard deviation exceeds its value."""
    return translate("Report", "not determined")


@dataclass(frozen=True)
class Written:
    """A value as text in parts: a card shows each in another size, a column has its unit in the head."""

    value: str
    spread: str = ""
    unit: str = ""
    other: str = ""
    """The same value in the unit that the user chose to see beside it."""

    @property
    def number(self) -> str:
        """Value and ±, without the unit."""
        return f"{self.value} {self.spread}".rstrip()

    @property
    def text(self) -> str:
        """All on one line, such as ``2.41 ± 0.06 kg (5.31 ± 0.13 lb)``."""
        return beside(f"{self.number}{NO_BREAK}{self.unit}".rstrip(NO_BREAK), self.other)


def write(value: Value) -> Written:
    """Format with one digit of the uncertainty, two if the first is 1; a dash if not known."""
    unit = value.unit
    if not isfinite(value.si):
        return Written("–")

    shown, std = unit.shown(value.si), value.std * unit.per_si
    middle, _, spread = _text(shown, std, value.decimals, value.digits).partition(" ± ")
    decimals = _beside(value)
    other = other_text(
        unit.symbol, shown, std, write=lambda one, its_std: _text(one, its_std, decimals, value.digits)
    )
    return Written(middle, f"± {spread}" if spread else "", unit.symbol, other)


def _text(shown: float, std: float, decimals: int | None, digits: int | None) -> str:
    if decimals is not None:
        return number(round(shown, decimals) + 0.0, decimals=decimals)  # a small one is no power of ten
    if digits is not None and not std > 0.0:
        return number(shown, digits=digits)
    return with_std(shown, std, digits=digits or (2 if f"{expanded(std):e}".startswith("1") else 1))


def _beside(value: Value) -> int | None:
    """Decimals with the same resolution in the other unit: an inch needs two more than a millimetre."""
    other = other_unit(value.unit.symbol)
    if value.decimals is None or other is None:
        return None
    return value.decimals + max(0, ceil(-log10(other.per_metric)))


def parameter_value(value: Value) -> Value | str:
    """A parameter; as text with a remark where its standard deviation exceeds it."""
    if is_determined(value.si, value.std) or not isfinite(value.si):
        return value
    return f"{write(value).text} ({not_determined()})"


def interval(value: Value) -> str:
    """95 % interval of a value, as ``2.405 to 2.421``; empty without a standard deviation."""
    if not isfinite(value.si + value.std) or value.std <= 0.0:
        return ""
    edges = (value.si - expanded(value.std), value.si + expanded(value.std))
    low, high = (_with_decimals_of(value, edge) for edge in edges)
    return translate("Report", "{first} to {last}").format(first=low, last=high)


def _with_decimals_of(value: Value, edge: float) -> str:
    """Format an edge of the interval with the decimals of its value."""
    std = expanded(value.std) * value.unit.per_si
    power = int(f"{std:e}".partition("e")[2])
    return number(value.unit.shown(edge), decimals=max(0, -power + f"{std:e}".startswith("1")))


def _megabytes(size: float, *, rounded: Callable[[float], int]) -> str:
    tenths = rounded(size / 1e5)
    return f"{tenths / 10:.1f}" if tenths < 1000 else str(rounded(size / 1e6))


MEGABYTES: Mapping[str, Callable[[float], str]] = {
    "MB": partial(_megabytes, rounded=math.ceil),
    "MB free": partial(_megabytes, rounded=math.floor),
}
"""Bytes as MB: needed sizes are rounded up, free ones down, so that a shortage is visible."""


def apart(value: float, other: float, *, digits: int) -> str:
    """A number with so many digits, rounded away from another one if both would read the same.

    A sentence that compares 19.998 with 20 then says 19.99 and 20, and not 20 twice. The two numbers
    are given here each in its turn.
    """
    text = f"{value:.{digits}g}"
    is_same = text == f"{other:.{digits}g}" and value != other and math.isfinite(value + other)
    if not is_same:
        return text
    exact = Decimal(repr(value))
    last = Decimal(1).scaleb(exact.adjusted() - digits + 1)
    rounded = exact.quantize(last, rounding=ROUND_FLOOR if value < other else ROUND_CEILING)
    return f"{float(rounded):.{digits}g}"


def local_moment(stamp: str) -> str:
    """A time stamp as local time to the second; any other text unchanged."""
    try:
        return datetime.fromisoformat(stamp).astimezone().strftime("%Y-%m-%d %H:%M:%S")
    except ValueError:
        return stamp
