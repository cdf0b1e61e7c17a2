"""A number in SI with its unit and standard deviation, and the text that it becomes. No Qt."""

from dataclasses import dataclass
from math import ceil, isfinite, log10, nan

from app.speech.language import translate
from app.speech.unit_system import beside, other_text, other_unit
from app.speech.units import NO_BREAK, DisplayUnit, number, with_std

PURE = DisplayUnit("", 1.0)
PER_CENT = DisplayUnit("%", 100.0)
MILLIRADIAN = DisplayUnit("mrad", 1000.0)
NORMAL_95 = 1.96
"""Standard deviations on either side that hold 95 % of a normal distribution."""


@dataclass(frozen=True)
class Value:
    """A number in SI; ``std`` is NaN where no standard deviation is known.

    ``decimals`` of the unit that is shown are fixed where they are given, such as those a controller
    keeps; otherwise the standard deviation decides, or three significant digits. ``digits`` are those
    of the standard deviation that are shown; by default one, and two where the first is a one.
    """

    si: float
    unit: DisplayUnit = PURE
    std: float = nan
    decimals: int | None = None
    digits: int | None = None


@dataclass(frozen=True)
class Written:
    """A value as text, in parts: a card shows each in another size, a column has its unit in the head."""

    value: str
    spread: str = ""
    unit: str = ""
    other: str = ""
    """The same in the unit that people chose to see beside it."""

    @property
    def number(self) -> str:
        """Value and ±, without the unit."""
        return f"{self.value} {self.spread}".rstrip()

    @property
    def text(self) -> str:
        """All on one line, such as ``2.41 ± 0.03 kg (5.31 ± 0.07 lb)``."""
        return beside(f"{self.number}{NO_BREAK}{self.unit}".rstrip(NO_BREAK), self.other)


def write(value: Value) -> Written:
    """One digit of the standard deviation, two where the first is a one; a dash for what is not known."""
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
        return number(shown, decimals=decimals)
    return with_std(shown, std, digits=digits or (2 if f"{std:e}".startswith("1") else 1))


def _beside(value: Value) -> int | None:
    """Decimals of the other unit that tell as small a difference: an inch has two more than a millimetre."""
    other = other_unit(value.unit.symbol)
    if value.decimals is None or other is None:
        return None
    return value.decimals + max(0, ceil(-log10(other.per_metric)))


def interval(value: Value) -> str:
    """Between which numbers it is with 95 %, as ``2.405 to 2.421``; empty without a standard deviation."""
    if not isfinite(value.si + value.std) or value.std <= 0.0:
        return ""
    edges = (value.si - NORMAL_95 * value.std, value.si + NORMAL_95 * value.std)
    low, high = (_with_decimals_of(value, edge) for edge in edges)
    return translate("Report", "{first} to {last}").format(first=low, last=high)


def _with_decimals_of(value: Value, edge: float) -> str:
    """An edge with as many decimals as the value is worth."""
    std = value.std * value.unit.per_si
    power = int(f"{std:e}".partition("e")[2])
    return number(value.unit.shown(edge), decimals=max(0, -power + f"{std:e}".startswith("1")))
