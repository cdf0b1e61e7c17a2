"""Options that several commands take, and numbers as options take them, each within its setting's bounds.

They may be typed in another unit than SI, such as degrees. A number outside the bounds ends the command
before any work, with one line that names the option and its bounds.
"""

import argparse
import math
import re
from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING, Any

import numpy as np

from app.terminal.command import WrongUse
from core.bounds import PAYLOAD_OR_PLACE, Bounds
from core.errors import BadRequest
from core.robot.mounting import mounting_angles

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
