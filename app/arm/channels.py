"""The live signals of one joint: twist, position, current or torque."""

from collections.abc import Mapping
from enum import StrEnum

from app.arm.live_feed import Channel
from app.speech.language import translate
from app.speech.units import AMPERE, ARCMINUTE, DEGREE, MILLIMETRE, NEWTON, NEWTON_METRE, DisplayUnit
from core.encoders.twist import joint_twist
from core.recording import FloatArray, Quantity
from core.robot.model import RobotModel


class LiveQuantity(StrEnum):
    """The live signals of a joint."""

    TWIST = "twist"
    POSITION = "position"
    TORQUE = "torque"


_NEEDED = {
    LiveQuantity.TWIST: ({Quantity.MOTOR_POSITION, Quantity.LINK_POSITION},),
    LiveQuantity.POSITION: ({Quantity.POSITION},),
    LiveQuantity.TORQUE: ({Quantity.TORQUE}, {Quantity.MOTOR_TORQUE}, {Quantity.CURRENT}),
}


def offered(quantities: tuple[Quantity, ...]) -> tuple[LiveQuantity, ...]:
    """The live signals that are available from the streamed ``quantities``."""
    streamed = set(quantities)
    return tuple(live for live, needed in _NEEDED.items() if any(one <= streamed for one in needed))


def channel(live: LiveQuantity, robot: RobotModel, joint: int, *, standing: FloatArray | None) -> Channel:
    """The curve of a joint in SI units; ``standing`` (n,) is the twist that counts as zero."""

    def curve(columns: Mapping[Quantity, FloatArray]) -> FloatArray:
        if live is LiveQuantity.TWIST:
            motor, link = columns[Quantity.MOTOR_POSITION], columns[Quantity.LINK_POSITION]
            return joint_twist(motor, link, robot, joint, standing=standing)
        if live is LiveQuantity.POSITION:
            return columns[Quantity.POSITION][:, joint]
        return columns[torque_quantity(tuple(columns))][:, joint]

    return curve


LEAST_SPAN = {LiveQuantity.TWIST: 1.0, LiveQuantity.POSITION: 1.0, LiveQuantity.TORQUE: 1.0}
"""Smallest range of the axis in display units, so that noise does not look like motion."""


def torque_quantity(quantities: tuple[Quantity, ...]) -> Quantity:
    """The streamed quantity from which the torque is known."""
    return next(
        found for found in (Quantity.TORQUE, Quantity.MOTOR_TORQUE, Quantity.CURRENT) if found in quantities
    )


def display_unit(
    live: LiveQuantity, robot: RobotModel, joint: int, quantities: tuple[Quantity, ...]
) -> DisplayUnit:
    """Display unit of a curve; a current is shown as a torque if the drive gain is known."""
    slides = bool(robot.is_prismatic[joint])
    if live is LiveQuantity.TWIST:
        return MILLIMETRE if slides else ARCMINUTE
    if live is LiveQuantity.POSITION:
        return MILLIMETRE if slides else DEGREE
    torque = NEWTON if slides else NEWTON_METRE
    if torque_quantity(quantities) is not Quantity.CURRENT:
        return torque
    return AMPERE if robot.drive_gain is None else DisplayUnit(torque.symbol, float(robot.drive_gain[joint]))


def live_word(live: LiveQuantity) -> str:
    """Name of a live signal, for its button."""
    return translate(
        "Words",
        {
            LiveQuantity.TWIST: "Twist",
            LiveQuantity.POSITION: "Position",
            LiveQuantity.TORQUE: "Torque",
        }[live],
    )
