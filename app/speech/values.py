"""A number in SI with unit and standard deviation, and its text. No Qt."""

from dataclasses import dataclass
from math import ceil, isfinite, log10, nan

from app.speech.language import translate
from app.speech.units import NO_BREAK, DisplayUnit, beside, expanded, number, other_text, other_unit, with_std
from core.quality import is_determined

PURE = DisplayUnit("", 1.0)
PER_CENT = DisplayUnit("%", 100.0)
MILLIRADIAN = DisplayUnit("mrad", 1000.0)


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
