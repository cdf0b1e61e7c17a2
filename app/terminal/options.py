"""Options that several commands take, and numbers as options take them, each within its setting's bounds.

Many are made of settings as they are declared at their fields (``core.setting``): an option that is not given
leaves no trace in the arguments, so the default of the field holds. Details beyond the declaration, such as
the type of a pose, are given to :func:`add_setting` as ``argparse`` takes them.

Numbers may be typed in another unit than SI, such as degrees. A number outside the bounds ends the command
before any work, with one line that names the option and its bounds.
"""

import argparse
import math
import re
from dataclasses import dataclass, replace
from enum import Enum
from math import hypot
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from app.terminal.command import WrongUse
from core.bounds import PAYLOAD_OR_PLACE, Bounds
from core.errors import BadRequest
from core.robot.mounting import mounting_angles
from core.setting import Declared, declared

if TYPE_CHECKING:
    from core.robot.model import RobotModel

DEGREES = math.pi / 180.0
MILLIMETRES = 1e-3
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?")
_WHOLE = re.compile(r"[0-9]{1,18}")
_LONGEST_SHOWN = 40

HELP = "how the base stands: degrees about x, y, z of the room; wall: the base's x points down"
BOTH = "both"
"""The choice of ``--load`` that runs twice."""
_FARTHEST_M = 3.0
"""Largest distance from the flange, m; a larger number was meant in mm."""


@dataclass(frozen=True)
class NumberOption:
    """Reads one number, or several with commas between.

    Attributes
    ----------
    bounds
        In SI units.
    si
        Size of one typed unit in the SI unit.
    unit
        The typed unit; the SI one where it is None.
    first
        Number that is typed for 0: joints are typed from 1 and counted from 0.
    none
        Word that is typed for no number.
    several
        Numbers with commas between them make a tuple.
    """

    bounds: Bounds
    si: float = 1.0
    unit: str | None = None
    first: int = 0
    none: str = ""
    several: bool = False

    def __call__(self, text: str) -> Any:
        """The SI value.

        Raises
        ------
        argparse.ArgumentTypeError
            With the numbers that are taken.
        """
        if self.none and text == self.none:
            return None
        if not self.several:
            return self._one(text)
        return tuple(self._one(part.strip()) for part in text.split(","))

    def _one(self, text: str) -> float | int:
        if self.bounds.whole:
            value: float | int | None = int(text) - self.first if _WHOLE.fullmatch(text) else None
        else:
            value = self.si * float(text) if _NUMBER.fullmatch(text) else None
        if value is None or not math.isfinite(value) or not self.bounds.holds(value):
            raise argparse.ArgumentTypeError(f"{shown(text)} is no {self.wanted}")
        return value

    @property
    def sign(self) -> str:
        """The unit that is typed; empty for a plain number."""
        return self.bounds.unit if self.unit is None else self.unit

    @property
    def wanted(self) -> str:
        """Numbers that are taken, such as ``number above 0 and up to 3600 s``."""
        bounds = self.bounds
        low, high = (f"{end / self.si + self.first:.12g}" for end in (bounds.lower, bounds.upper))
        span = f"above {low} and up to {high}" if bounds.above else f"from {low} to {high}"
        return f"{'whole ' * bounds.whole}number {span} {self.sign}".strip() + f", nor {self.none}" * bool(
            self.none
        )


class JointsOption(NumberOption):
    """Reads joints with commas between; sorts them, each once."""

    def __call__(self, text: str) -> tuple[int, ...]:
        """Joints, counted from 0."""
        return tuple(sorted(set(super().__call__(text))))


def shown(text: str) -> str:
    """Typed text in quotes; a long one is cut."""
    return repr(text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…")


def add_virtual_payload(parser: argparse.ArgumentParser) -> None:
    """Add the option ``--virtual-payload`` to a command."""
    parser.add_argument(
        "--virtual-payload",
        type=NumberOption(PAYLOAD_OR_PLACE),
        nargs=4,
        metavar=("M", "X", "Y", "Z"),
        help="kg and m of what is hung on the virtual robot, with --load both",
    )


def check_virtual_payload(arguments: argparse.Namespace) -> None:
    """Refuse options that do not go together, or an impossible payload, before anything is connected.

    Raises
    ------
    WrongUse
        With what goes together.
    """
    given = arguments.virtual_payload
    if (arguments.load == BOTH) != (given is not None):
        raise WrongUse("--load both and --virtual-payload go together: nothing first, then that payload.")
    if given is None:
        return
    if not arguments.controller.startswith("virtual:"):
        raise WrongUse("Only on a virtual robot something can be hung by itself; run --load unloaded first.")
    mass, x, y, z = given
    if not mass > 0.0:
        raise WrongUse(f"--virtual-payload: {mass:g} kg weighs nothing. Name kg first, then X Y Z in m.")
    if hypot(x, y, z) > _FARTHEST_M:
        raise WrongUse(
            f"--virtual-payload: {hypot(x, y, z):g} m from the flange is no payload's place. X Y Z are in m."
        )


def virtual_payload(arguments: argparse.Namespace) -> tuple[float, tuple[float, float, float]]:
    """The mass in kg, and its centre in m in the flange frame."""
    mass, x, y, z = arguments.virtual_payload
    return mass, (x, y, z)


def add_mounting(parser: argparse.ArgumentParser, *, help_text: str = HELP) -> None:
    """Add ``--mounting`` to a command."""
    parser.add_argument("--mounting", type=_mounting, metavar="table|wall|ceiling|R,P,Y", help=help_text)


def _mounting(text: str) -> str:
    try:
        mounting_angles(text)
    except BadRequest:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no mounting; write table, wall, ceiling, or three angles in degrees such as 0,30,0 "
            "(--mounting=-90,0,0 where the first one is negative)"
        ) from None
    return text


@dataclass(frozen=True)
class Pose:
    """Joint positions as they were typed."""

    numbers: tuple[float, ...]
    is_degrees: bool

    def positions(self, robot: "RobotModel") -> tuple[float, ...]:
        """Positions in rad, in m for joints that slide."""
        numbers = np.array(self.numbers)
        if self.is_degrees and numbers.size == robot.joint_count:
            numbers = np.where(robot.is_prismatic, numbers, np.radians(numbers))
        return tuple(numbers.tolist())


if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    T = TypeVar("T", bound=DataclassInstance)
else:
    T = TypeVar("T")

Group = argparse.ArgumentParser | argparse._ArgumentGroup  # noqa: SLF001  argparse names its type no other way
_ON_OFF = {"on": True, "off": False}
_NONE = "none"
_TYPED = {"rad": (DEGREES, "°"), "rad/s": (DEGREES, "°/s")}
"""Units that are typed instead of SI: size of one in the SI unit, and its sign."""
_METAVARS = {"rad": "DEG", "rad/s": "DEG_S", "s": "S", "kg": "M", "m": "M", "m/s": "M/S", "Hz": "F"}


def add_settings(parser: Group, kind: type, *names: str) -> None:
    """Add an option for each of these fields of a settings class; for every declared field without names."""
    for name in names or declared(kind):
        add_setting(parser, kind, name)


def add_setting(parser: Group, kind: type, name: str, *, more: str = "", **particular: Any) -> None:
    """Add the option of one field.

    ``more`` is added to its help: the meaning of the choices' names, for which the window has words.
    ``particular`` are keywords of ``argparse`` that replace those made from the declaration.
    """
    one = declared(kind)[name]
    made = {"dest": name, "default": argparse.SUPPRESS, **_taken(one), **particular}
    made.setdefault("help", _help(one, made.get("type"), more))
    if one.has_default or one.said.option:
        parser.add_argument(f"--{one.said.option or name.replace('_', '-')}", **made)
    else:
        parser.add_argument(**{**made, "metavar": name.upper()})


def settings_from(arguments: argparse.Namespace, base: T) -> T:
    """``base`` with the values of the arguments.

    Raises
    ------
    BadRequest
        For values that the class refuses.
    """
    return replace(base, **given(arguments, type(base)))


def given(arguments: argparse.Namespace, kind: type) -> dict[str, Any]:
    """The values of a settings class that the arguments name."""
    fields = declared(kind)
    return {name: _value(fields[name], value) for name, value in vars(arguments).items() if name in fields}


def _value(one: Declared, value: object) -> object:
    """Parsed value in the type of the field."""
    if value is None:
        return None
    if _is_choice(one.kind):
        return one.kind(value)
    if one.kind is bool:
        return _ON_OFF.get(str(value), value)
    return tuple(value) if isinstance(value, list) else value


def _taken(one: Declared) -> dict[str, Any]:
    """Keywords of ``argparse`` that read the option."""
    if one.kind is bool:
        is_usual = one.has_default and one.default is True
        return {"choices": list(_ON_OFF)} if is_usual else {"action": "store_const", "const": True}
    if _is_choice(one.kind):
        return {"choices": [choice.value for choice in one.kind]}
    if one.bounds is None:
        return {}
    if one.length is None:
        return _number(one, one.bounds)
    if one.length:
        return {"type": number_option(one.bounds), "nargs": one.length, "metavar": ("X", "Y", "Z")}
    if one.bounds.whole:
        return {"type": JointsOption(one.bounds, first=1, several=True), "metavar": "N,N…"}
    return {"type": number_option(one.bounds, several=True)}


def _number(one: Declared, bounds: Bounds) -> dict[str, Any]:
    """Keywords for one number; the word none is None where a number is the default."""
    none = _NONE if one.is_optional and one.default is not None else ""
    metavar = "N" if bounds.whole else _METAVARS.get(bounds.unit, "F")
    return {"type": number_option(bounds, none=none), "metavar": f"{metavar}|{none}" if none else metavar}


def number_option(bounds: Bounds, **options: Any) -> NumberOption:
    """A number within its bounds, typed in degrees where it is an angle."""
    si, unit = _TYPED.get(bounds.unit, (1.0, None))
    return NumberOption(bounds, si=si, unit=unit, **options)


def _is_choice(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Enum)


def _help(one: Declared, number: object, more: str) -> str:
    """The sentence as this command line writes it: in small letters, with the default at its end."""
    said = one.said.help.removesuffix(".")
    words = said if said[1:2].isupper() else said[:1].lower() + said[1:]
    words += f": {more}" if more else ""
    default = _default(one, number)
    if isinstance(number, NumberOption) and number.sign and number.sign not in default:
        words += f", in {number.sign}"
    return (f"{words}; default: {default}" if default else words).replace("%", "%%")


def _default(one: Declared, number: object) -> str:
    """Default of the option, in the unit in which it is typed."""
    value = one.default
    if one.said.auto or not one.has_default or value is None:
        return one.said.auto
    if isinstance(value, bool):
        return "on" if value else ""
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(number, NumberOption):
        return f"{value / number.si:g} {number.sign}".strip().replace(" °", "°").replace("°/s", " °/s")
    return str(value or "")
