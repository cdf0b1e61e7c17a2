"""The signals a live view offers, and how each follows from what the controller streams."""

from collections.abc import Collection, Mapping
from enum import StrEnum

from core.recording import FloatArray, Quantity
from core.robot.model import RobotModel


class Signal(StrEnum):
    """What can be watched, one curve a joint, SI units, in the controller's reported directions."""

    DEFLECTION = "deflection"
    """Motor angle less link angle, rad (m), less what counts as zero."""
    MOTOR_ANGLE = "motor-angle"
    """Behind gear and coupling, rad (m)."""
    LINK_ANGLE = "link-angle"
    """Of the link encoder, rad (m)."""
    POSITION = "position"
    """As the controller reports it, rad (m)."""
    RATE = "rate"
    """rad/s (m/s)."""
    TORQUE = "torque"
    """At the link side of the gear, N·m (N)."""
    CURRENT = "current"
    """Of the motor, A."""
    TEMPERATURE = "temperature"
    """K."""


def offered_signals(quantities: Collection[Quantity], robot: RobotModel) -> tuple[Signal, ...]:
    """What a stream of these quantities lets us watch, in the order of :class:`Signal`."""
    raise NotImplementedError


def signal_values(
    signal: Signal,
    columns: Mapping[Quantity, FloatArray],
    robot: RobotModel,
    *,
    time: FloatArray,
    zero: FloatArray | None,
) -> FloatArray:
    """One signal (N, n) in SI units from the columns (N, n) of a block."""
    raise NotImplementedError
