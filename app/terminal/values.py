"""Options that several commands take: joints, boxes, the mounting of the base, a virtual robot's payload."""

import argparse
from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING

import numpy as np

from app.terminal.command import WrongUse
from app.terminal.numbers import NumberOption
from core.bounds import PAYLOAD_OR_PLACE
from core.errors import BadRequest
from core.robot.mounting import mounting_angles

if TYPE_CHECKING:
    from core.robot.model import RobotModel

HELP = "how the base stands: degrees about x, y, z of the room; wall: the base's x points down"
BOTH = "both"
"""The choice of ``--load`` that runs twice."""
_FARTHEST_M = 3.0
"""Largest distance from the flange, m; a larger number was meant in mm."""


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
