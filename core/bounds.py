"""Bounds of numbers from users and files, each declared once with the setting it belongs to.

The type of a field of a settings class has its bounds, ``filter_hz: Cutoff = 6.0``. The class calls
:func:`check_bounds` when it is made, so the window, the command line, a file and a stored result are all
held to the same bounds. The command line and the fields of the window use :func:`bounds_of`.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Annotated, Any, TypeGuard, get_args

import numpy as np

from core.errors import BadRequest


@dataclass(frozen=True)
class Bounds:
    """Range of a number in SI units.

    Attributes
    ----------
    unit
        Unit to show; empty for a plain number.
    lower, upper
        Both included, unless ``above``.
    above
        The number has to be more than ``lower``.
    whole
        True for integers only, 3 and not 3.0.
    endless
        Infinity is allowed as well; NaN never is.
    many
        Largest number of elements in a list of these.
    """

    unit: str = ""
    lower: float = -math.inf
    upper: float = math.inf
    above: bool = False
    whole: bool = False
    endless: bool = False
    many: int = 64

    def holds(self, value: float) -> bool:
        """True if a number lies within the bounds."""
        if self.endless and math.isinf(value):
            return value > 0.0 or self.lower < 0.0
        over = value > self.lower if self.above else value >= self.lower
        return math.isfinite(value) and over and value <= self.upper

    def check(self, name: str, value: object) -> None:
        """Raise an error for a value outside the bounds.

        Raises
        ------
        BadRequest
            ``setting-not-a-number``, ``setting-not-whole``, ``setting-not-finite``, or
            ``setting-out-of-bounds`` (``setting-not-above`` where ``lower`` itself is too small) with
            ``setting``, ``value``, ``lower``, ``upper`` and ``unit``.
        """
        if not is_number(value):
            raise BadRequest("setting-not-a-number", setting=name, value=_short(value))
        if self.whole and not isinstance(value, int | np.integer):
            raise BadRequest("setting-not-whole", setting=name, value=_short(value))
        number = as_float(value)
        if not math.isfinite(number) and not self.endless and not isinstance(value, int):
            raise BadRequest("setting-not-finite", setting=name)
        if not self.holds(number):
            raise BadRequest(
                "setting-not-above" if self.above else "setting-out-of-bounds",
                setting=name,
                value=_short(value),
                lower=_exact(self.lower, self.whole),
                upper=_exact(self.upper, self.whole),
                unit=self.unit,
            )


def is_number(value: object) -> TypeGuard[float | np.integer[Any] | np.floating[Any]]:
    """True if a value is a number; ``True`` is not a number."""
    return isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)


def as_float(value: "float | np.integer[Any] | np.floating[Any]") -> float:
    """A number as a float; a whole number that is too large for one becomes infinite."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def _exact(value: float, whole: bool) -> float | int:  # noqa: FBT001  one kind of number, one question
    return int(value) if whole and math.isfinite(value) else value


def _short(value: object) -> float | int | str:
    """A value shortened for a sentence: huge numbers and long texts are cut."""
    if isinstance(value, float | np.floating):
        return float(value)
    if is_number(value) and abs(as_float(value)) < _LARGEST_SHOWN:
        return int(value)
    try:
        shown = str(value)
    except ValueError:  # more digits than Python writes
        return "a number with thousands of digits"
    return shown if len(shown) <= _LONGEST_SHOWN else f"{shown[:_LONGEST_SHOWN]}…"


_LONGEST_SHOWN = 40
_LARGEST_SHOWN = 10**15


@cache
def bounds_by_field(kind: type) -> Mapping[str, Bounds]:
    """The bounds of every field of a settings class that has some.

    A type that is written as text, such as one that is imported for the type checker alone, has none.
    """
    found = {item.name: next(_declared(item.type), None) for item in fields(kind)}
    return {name: bounds for name, bounds in found.items() if bounds is not None}


def bounds_of(kind: type, name: str) -> Bounds:
    """The bounds of one field; ``KeyError`` where it has none."""
    return bounds_by_field(kind)[name]


def _declared(hint: Any) -> Iterator[Bounds]:
    """The bounds anywhere in a type: of the number, or of a tuple's elements."""
    yield from (extra for extra in getattr(hint, "__metadata__", ()) if isinstance(extra, Bounds))
    for part in get_args(hint):
        yield from _declared(part)


def check_bounds(settings: object) -> None:
    """Raise an error for settings with a number outside its bounds; None and missing lists pass.

    Raises
    ------
    BadRequest
        As :meth:`Bounds.check`; ``setting-too-many`` for a list that is too long.
    """
    for name, bounds in _of(settings).items():
        check_value(name, getattr(settings, name), bounds)


def _of(settings: object) -> Mapping[str, Bounds]:
    kind: Any = type(settings)
    found: Mapping[str, Bounds] = bounds_by_field(kind)
    return found


def check_value(name: str, value: object, bounds: Bounds) -> None:
    """Raise an error for a number, or a list or array of numbers, outside ``bounds``; None is allowed.

    Raises
    ------
    BadRequest
        As :func:`check_bounds`.
    """
    given = list(_numbers(value))
    if len(given) > bounds.many:
        raise BadRequest("setting-too-many", setting=name, found=len(given), most=bounds.many)
    for one in given:
        bounds.check(name, one)


def _numbers(value: object) -> Iterator[object]:
    if value is None:
        return
    if isinstance(value, np.ndarray):
        yield from value.ravel().tolist()
    elif isinstance(value, tuple | list):
        for item in value:
            yield from _numbers(item)
    else:
        yield value


def _above_zero(unit: str, upper: float) -> Bounds:
    return Bounds(unit, 0.0, upper, above=True)


SENSIBLE = Bounds(lower=-1e15, upper=1e15)
"""For numbers whose unit is not known here: squares and products of them are finite still."""
SEED = Bounds(lower=0, upper=2**32 - 1, whole=True)
MOST_JOINTS = 64
"""Largest number of joints of an arm."""
JOINT = Bounds(lower=0, upper=MOST_JOINTS - 1, whole=True)
COUNT = Bounds(lower=1, upper=1000, whole=True)
EVALUATIONS = Bounds(lower=1, upper=10**9, whole=True)
SAMPLES = Bounds(lower=1, upper=10**6, whole=True)
SHARE = Bounds(lower=0.0, upper=1.0, above=True)
RATIO = _above_zero("", 1e3)
CUTOFF = _above_zero("Hz", 1e5)
RATE = _above_zero("Hz", 1e6)
DURATION = _above_zero("s", 86_400.0)
PERIOD = _above_zero("s", 3600.0)
RAMP = Bounds("s", 0.0, 60.0)
SAMPLE_RATE = _above_zero("Hz", 1e6)
"""Rate of a recording without a clock."""
MASS = _above_zero("kg", 1e4)
PAYLOAD = Bounds("kg", 0.0, 1e4)
"""Mass of a payload; zero means an empty flange."""
PLACE = Bounds("m", -10.0, 10.0)
"""Coordinate of a point near the flange."""
PAYLOAD_OR_PLACE = Bounds("kg or m", -10.0, 1e4)
"""Element of a list that holds a mass and a point."""
HEIGHT = Bounds("m", -100.0, 100.0)
"""Coordinate of an obstacle around the arm."""
LENGTH = _above_zero("m", 10.0)
KEEP_OFF = Bounds("m", 0.01, 1.0)
"""At least what the safety layer keeps in any motion."""
FORCE = _above_zero("N", 1e6)
PUSH = Bounds("N", -1e6, 1e6)
"""Force along one axis, in either direction."""
NOISE = Bounds("m", 0.0, 1.0, above=True)
"""Standard deviation of a measured position."""
POSITION = Bounds("rad", -1e4, 1e4)
"""Position of a joint; m where it slides."""
SPEED = _above_zero("rad/s", 100.0)
"""Speed of a joint; m/s where it slides."""
TOOL_SPEED = _above_zero("m/s", 20.0)
TORQUE = _above_zero("N·m", 1e6)
DRIVE_GAIN = Bounds("N·m/A", 1e-4, 1e5)

Seed = Annotated[int, SEED]
JointNumber = Annotated[int, JOINT]
Count = Annotated[int, COUNT]
Evaluations = Annotated[int, EVALUATIONS]
Samples = Annotated[int, SAMPLES]
Share = Annotated[float, SHARE]
Ratio = Annotated[float, RATIO]
Cutoff = Annotated[float, CUTOFF]
Rate = Annotated[float, RATE]
Duration = Annotated[float, DURATION]
Period = Annotated[float, PERIOD]
Ramp = Annotated[float, RAMP]
Mass = Annotated[float, MASS]
Payload = Annotated[float, PAYLOAD]
Place = Annotated[float, PLACE]
Height = Annotated[float, HEIGHT]
Length = Annotated[float, LENGTH]
KeepOff = Annotated[float, KEEP_OFF]
Force = Annotated[float, FORCE]
Noise = Annotated[float, NOISE]
Position = Annotated[float, POSITION]
Speed = Annotated[float, SPEED]
ToolSpeed = Annotated[float, TOOL_SPEED]
Torque = Annotated[float, TORQUE]
