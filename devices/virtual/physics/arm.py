"""The virtual arm: one control period after another, set-points in, sensor readings out."""

from collections.abc import Collection

from core.recording import FloatArray
from core.robot.model import RobotModel
from devices.virtual.physics.profile import Imperfections
from devices.virtual.physics.readings import NominalDrives, Payload, Readings

CONTROL_RATE_HZ = 1000
"""Position loops and sensors run at this rate."""


class VirtualArm:
    """A robot arm in motion, with flexible gears, friction, drives and sensors of its own.

    A new arm stands still at ``start``, its brakes open, its loop holding it there.

    Parameters
    ----------
    robot
        Any description.
    seed
        Which of the many arms of this type.
    imperfections
        How imperfect; by default those of ``resources/virtual``.
    payload
        What is on the flange.
    worn
        Joints, counted from 0, whose gears have backlash.
    elastic_links
        Whether the long links bend.
    start
        Joint positions (n,) of the model; by default :func:`home_pose`.
    power_on
        Names the power-on; another one has other encoder zeros.
    """

    CONTROL_RATE_HZ = CONTROL_RATE_HZ
    nominal: NominalDrives
    """What a controller may know."""

    def __init__(
        self,
        robot: RobotModel,
        *,
        seed: int = 0,
        imperfections: Imperfections | None = None,
        payload: Payload | None = None,
        worn: Collection[int] = (),
        elastic_links: bool = False,
        start: FloatArray | None = None,
        power_on: str = "",
    ) -> None:
        raise NotImplementedError(robot, seed, imperfections, payload, worn, elastic_links, start, power_on)

    @property
    def time(self) -> float:
        """Seconds since power-on."""
        raise NotImplementedError

    def hold(self) -> None:
        """Make the set-point where the arm is now."""
        raise NotImplementedError

    def advance(self, position: FloatArray, velocity: FloatArray) -> None:
        """One control period with the position loop on set-points (n,) in the model's terms."""
        raise NotImplementedError(position, velocity)

    def advance_with_torque(self, torque: FloatArray) -> None:
        """One control period with given motor torques (n,) at the joint side, N·m or N."""
        raise NotImplementedError(torque)

    def set_brakes(self, *, engaged: bool) -> None:
        """Close the brakes on the motors and open the loop, or the other way round."""
        raise NotImplementedError(engaged)

    def sense(self) -> Readings:
        """What the sensors say; once per control period, after the advance."""
        raise NotImplementedError

    def attach(self, payload: Payload | None) -> None:
        """Put a payload on the flange, or take it off."""
        raise NotImplementedError(payload)
