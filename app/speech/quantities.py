"""Reads typed quantities: numbers, each with a unit of that quantity. No Qt.

``2.4 kg``, ``5,3 lb``, ``12 in``, ``30°`` and ``0.5 rad`` are accepted with a decimal comma or point. A
number without unit has the unit that the field names. A unit of another quantity is refused with a
sentence, never ignored: an arm that takes 12 inches for 12 mm collides.
"""

import math
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from app.speech.language import tr
from core.bounds import Bounds

_DIGITS = r"\d{1,3}(?:,\d{3})+\.\d*|\d{1,3}(?:\.\d{3})+,\d*|\d+(?:[.,]\d*)?|[.,]\d+"
"""With both signs present the first one separates thousands; a single one is the decimal sign."""
NUMBER = rf"[+\-−]?(?:{_DIGITS})"
_TOKEN = re.compile(rf"(?P<number>{NUMBER})(?:\s*(?P<unit>[^\d\s.,;:+\-−][^\d\s,;:]*))?")
_SEPARATOR = re.compile(r"\s*;\s*|,\s+|\s+")
_SIGNS = str.maketrans({"º": "°", "″": '"', "”": '"'})
_TIMES = re.compile(r"[*.⋅•∙×\-]")


class NotUnderstood(ValueError):
    """Raised for text that is not a value of this kind; ``sentence`` is the reason, if known."""

    def __init__(self, text: str, sentence: str = "") -> None:
        super().__init__(text)
        self.sentence = sentence


class Kind(Enum):
    """The kinds of quantity that can be typed."""

    MASS = "mass"
    LENGTH = "length"
    ANGLE = "angle"
    SPEED = "speed"
    """Angular speed of a rotary joint."""
    FORCE = "force"
    TORQUE = "torque"
    TIME = "time"
    FREQUENCY = "frequency"
    SHARE = "share"
    GAIN = "gain"
    """Gain of a drive: torque over current."""


@dataclass(frozen=True)
class Quantity:
    """A quantity with the units that may be typed, each with its value in SI units."""

    kind: Kind
    usual: str
    """The unit of a number without unit."""
    si_of: Mapping[str, float] = field(repr=False)
    """SI value by unit in lower case; products with ``·``."""


_TURN = 2.0 * math.pi
_POUND, _GRAVITY, _INCH = 0.45359237, 9.80665, 0.0254
_POUND_FORCE = _POUND * _GRAVITY
_FOOT = 12.0 * _INCH


def _alike(*groups: tuple[str, float]) -> dict[str, float]:
    """Spellings of a unit, separated by blanks, all with the same value."""
    return {name: value for names, value in groups for name in names.split()}


_DEGREES = math.pi / 180.0
_POUND_FEET = "lbf·ft lb·ft ft·lb ft·lbf"
_POUND_INCHES = "lbf·in lb·in in·lb in·lbf"

MASS = Quantity(
    Kind.MASS,
    "kg",
    _alike(("kg", 1.0), ("g", 1e-3), ("t", 1e3), ("lb lbs", _POUND), ("oz", _POUND / 16.0)),
)
LENGTH = Quantity(
    Kind.LENGTH,
    "mm",
    _alike(
        ("mm", 1e-3), ("cm", 1e-2), ("m", 1.0), ("μm um", 1e-6), ('in inch inches "', _INCH),
        ("ft foot feet", _FOOT),
    ),
)  # fmt: skip
ANGLE = Quantity(
    Kind.ANGLE,
    "°",
    _alike(("° deg degree degrees", _DEGREES), ("rad", 1.0), ("mrad", 1e-3), ("arcmin", _DEGREES / 60.0)),
)
SPEED = Quantity(Kind.SPEED, "°/s", _alike(("°/s deg/s", _DEGREES), ("rad/s", 1.0), ("rpm", _TURN / 60.0)))
FORCE = Quantity(
    Kind.FORCE, "n", _alike(("n", 1.0), ("kn", 1e3), ("kgf", _GRAVITY), ("lbf lb", _POUND_FORCE))
)
TORQUE = Quantity(
    Kind.TORQUE,
    "n·m",
    _alike(
        ("n·m nm", 1.0), ("kn·m knm", 1e3), ("kgf·m", _GRAVITY), (_POUND_FEET, _POUND_FORCE * _FOOT),
        (_POUND_INCHES, _POUND_FORCE * _INCH),
        ("n", 1.0), ("kn", 1e3),  # of joints that slide
    ),
)  # fmt: skip
TIME = Quantity(Kind.TIME, "s", _alike(("s sec", 1.0), ("ms", 1e-3), ("min", 60.0), ("h", 3600.0)))
FREQUENCY = Quantity(Kind.FREQUENCY, "hz", _alike(("hz", 1.0), ("khz", 1e3)))
SHARE = Quantity(Kind.SHARE, "%", _alike(("%", 1e-2)))
GAIN = Quantity(Kind.GAIN, "n·m/a", _alike(("n·m/a nm/a n/a", 1.0)))
QUANTITIES = (MASS, LENGTH, ANGLE, SPEED, FORCE, TORQUE, TIME, FREQUENCY, SHARE, GAIN)
_BY_SI_UNIT = {
    "kg": MASS, "m": LENGTH, "rad": ANGLE, "rad/s": SPEED, "N": FORCE, "N·m": TORQUE, "s": TIME,
    "Hz": FREQUENCY, "N·m/A": GAIN,
}  # fmt: skip


def quantity_of(si_unit: str) -> Quantity | None:
    """The quantity with this SI unit; None if there are several or none."""
    return _BY_SI_UNIT.get(si_unit)


def usual_unit(si_unit: str) -> tuple[float, str]:
    """Unit of a number without unit: its value in SI units and its symbol."""
    quantity = _BY_SI_UNIT.get(si_unit)
    if quantity is None or quantity.si_of[quantity.usual] == 1.0:
        return 1.0, si_unit
    return quantity.si_of[quantity.usual], quantity.usual


def unit_sentence(kind: Kind, unit: str) -> str:
    """Sentence that a typed unit does not fit, with the units that do."""
    return tr(
        {
            Kind.MASS: "“{unit}” is no unit of mass. Use kg, g, t, lb or oz.",
            Kind.LENGTH: "“{unit}” is no unit of length. Use mm, cm, m, in or ft.",
            Kind.ANGLE: "“{unit}” is no unit of angle. Use °, deg or rad.",
            Kind.SPEED: "“{unit}” is no unit of speed here. Use °/s, deg/s, rad/s or rpm.",
            Kind.FORCE: "“{unit}” is no unit of force. Use N, kN, kgf or lbf.",
            Kind.TORQUE: "“{unit}” is no unit of torque. Use N·m, kN·m, lbf·ft or lbf·in.",
            Kind.TIME: "“{unit}” is no unit of time. Use s, ms, min or h.",
            Kind.FREQUENCY: "“{unit}” is no unit of frequency. Use Hz or kHz.",
            Kind.SHARE: "“{unit}” is no share. Use %.",
            Kind.GAIN: "“{unit}” is no unit of a drive gain. Use N·m/A.",
        }[kind]
    ).format(unit=unit)


def bounds_sentence(bounds: Bounds) -> str:
    """Sentence with the allowed range of a field, in the unit of a number without unit."""
    words = {
        (False, False): tr("Type a number from {lower} to {upper} {unit}."),
        (False, True): tr("Type a number above {lower}, {upper} {unit} at most."),
        (True, False): tr("Type a whole number from {lower} to {upper} {unit}."),
        (True, True): tr("Type a whole number above {lower}, {upper} {unit} at most."),
    }[bounds.whole, bounds.above]
    si, sign = usual_unit(bounds.unit)
    digits = 12 if si == 1.0 else 6
    lower, upper = (f"{end / si:.{digits}g}" for end in (bounds.lower, bounds.upper))
    return words.format(lower=lower, upper=upper, unit=sign).replace(" .", ".").replace("  ", " ")


@dataclass(frozen=True)
class Typed:
    """One typed number with its unit; empty if none was typed."""

    number: float
    unit: str

    def si(self, quantity: Quantity) -> float:
        """Convert to SI units.

        Raises
        ------
        NotUnderstood
            If the unit is not one of this quantity.
        """
        try:
            factor = quantity.si_of[_key(self.unit) or quantity.usual]
        except KeyError:
            raise NotUnderstood(self.unit, unit_sentence(quantity.kind, self.unit)) from None
        parts = round(1.0 / factor)
        is_part = parts > 1 and 1.0 / parts == factor
        return self.number / parts if is_part else self.number * factor  # 700 mm are 0.7 m to the last digit


def read_numbers(text: str) -> tuple[Typed, ...]:
    """Read numbers separated by blanks or semicolons; a unit after the last one counts for all.

    Raises
    ------
    NotUnderstood
        For text that is no list of numbers, or has units after some of them only.
    """
    plain = unicodedata.normalize("NFKC", text.translate(_SIGNS)).strip()
    found: list[Typed] = []
    place = 0
    while place < len(plain):
        token = _TOKEN.match(plain, place)
        if token is None:
            raise NotUnderstood(text)
        found.append(Typed(number_in(token["number"]), (token["unit"] or "").rstrip(".")))
        place = token.end()
        gap = _SEPARATOR.match(plain, place)
        if place < len(plain) and (gap is None or gap.end() == len(plain)):
            raise NotUnderstood(text)
        place = gap.end() if gap is not None else place
    return _with_unit(found, text)


def read_all(text: str, quantity: Quantity) -> tuple[float, ...]:
    """Read SI values from ``0 80 120 mm`` or ``12 in 30 mm 0 mm``; none for an empty field."""
    return tuple(typed.si(quantity) for typed in read_numbers(text))


def read_one(text: str, quantity: Quantity) -> float:
    """Read exactly one SI value."""
    values = read_all(text, quantity)
    if len(values) != 1:
        raise NotUnderstood(text)
    return values[0]


def read_place(text: str) -> tuple[float, float, float] | None:
    """Read three lengths in m from ``0 80 120 mm``; None for an empty field."""
    values = read_all(text, LENGTH)
    if not values:
        return None
    if len(values) != 3:
        raise NotUnderstood(text)
    return values[0], values[1], values[2]


def joint_quantity(*, slides: bool) -> Quantity:
    """Quantity of a joint's position: a length for a sliding joint, else an angle."""
    return LENGTH if slides else ANGLE


def check_positions(typed: Sequence[Typed]) -> None:
    """Refuse units that are neither of an angle nor of a length, while the joints are not known."""
    for one in typed:
        if _key(one.unit) not in {"", *ANGLE.si_of, *LENGTH.si_of}:
            raise NotUnderstood(one.unit, unit_sentence(Kind.ANGLE, one.unit))


def number_in(text: str) -> float:
    """Value of a text that matches ``NUMBER``."""
    plain = text.replace("−", "-")
    if "," in plain and "." in plain:
        groups = "," if plain.rindex(",") < plain.rindex(".") else "."
        plain = plain.replace(groups, "")
    return float(plain.replace(",", "."))


def _with_unit(found: Sequence[Typed], text: str) -> tuple[Typed, ...]:
    """Apply the unit after the last number to all, unless every number has its own."""
    lacking = [not typed.unit for typed in found]
    if not any(lacking) or all(lacking):
        return tuple(found)
    if not all(lacking[:-1]) or lacking[-1]:
        raise NotUnderstood(text)
    return tuple(Typed(typed.number, found[-1].unit) for typed in found)


def _key(unit: str) -> str:
    return _TIMES.sub("·", unit).casefold()
