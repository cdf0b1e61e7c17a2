"""The joints as this controller counts them: its own zeros and directions, and the limits it enforces."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from core.recording import FloatArray
from core.robot.model import RobotModel
from devices.errors import MotionRejected
from devices.virtual.firmware.plant import NominalDrives

LIMIT_TOLERANCE = 1e-3
"""Share by which a commanded speed may exceed its limit: rounding."""
ACCELERATION_TOLERANCE = 0.02
"""Share for accelerations: a spline through sampled points overshoots a little at corners."""
POSITION_TOLERANCE = 1e-6
"""rad or m beyond a joint limit that are rounding."""


@dataclass(frozen=True, eq=False)
class Joints:
    """Names and limits (n,) in the reported convention, rad and s (m for sliding joints)."""

    names: tuple[str, ...]
    lower: FloatArray
    upper: FloatArray
    velocity: FloatArray
    acceleration: FloatArray
    torque: FloatArray
    sign: FloatArray
    zero: FloatArray

    @classmethod
    def of(cls, robot: RobotModel, drives: NominalDrives) -> "Joints":
        """Those of a description, with the drives' limits where the description knows none."""
        ends = np.stack(
            [robot.position_as_reported(robot.lower), robot.position_as_reported(robot.upper)]
        )  # a joint that is counted the other way round swaps its ends
        return cls(
            names=robot.joint_names,
            lower=ends.min(axis=0),
            upper=ends.max(axis=0),
            velocity=drives.velocity_limit,
            acceleration=drives.acceleration_limit,
            torque=drives.torque_limit,
            sign=robot.reported_sign,
            zero=robot.reported_zero,
        )

    @property
    def count(self) -> int:
        """Number of joints n."""
        return len(self.names)

    @cached_property
    def _plain(self) -> bool:
        return bool(np.all(self.sign == 1.0) and np.all(self.zero == 0.0))

    def model_position(self, reported: FloatArray) -> FloatArray:
        """The model's joint positions (n,)."""
        return reported if self._plain else reported * self.sign + self.zero

    def model_velocity(self, reported: FloatArray) -> FloatArray:
        """The model's joint velocities (n,)."""
        return reported if self._plain else reported * self.sign

    def reported_velocity(self, model: FloatArray) -> FloatArray:
        """The joint velocities (n,) as this controller reports them."""
        return model if self._plain else model * self.sign

    def reported_position(self, model: FloatArray) -> FloatArray:
        """The joint positions (n,) as this controller reports them."""
        return model if self._plain else (model - self.zero) * self.sign

    def check_limits(self, position: FloatArray, velocity: FloatArray, acceleration: FloatArray) -> None:
        """Refuse a motion (N, n) that leaves the limits anywhere.

        Raises
        ------
        MotionRejected
            ``outside-limits`` with the joint, the quantity, the worst value and its limit.
        """
        self._check("position", position - self.upper, position, self.upper, tolerance=POSITION_TOLERANCE)
        self._check("position", self.lower - position, position, self.lower, tolerance=POSITION_TOLERANCE)
        for quantity, values, limit, tolerance in (
            ("velocity", velocity, self.velocity, LIMIT_TOLERANCE),
            ("acceleration", acceleration, self.acceleration, ACCELERATION_TOLERANCE),
        ):
            size = np.abs(values)
            self._check(quantity, size / limit - 1.0, size, limit, tolerance=tolerance)

    def _check(
        self, quantity: str, excess: FloatArray, values: FloatArray, limit: FloatArray, *, tolerance: float
    ) -> None:
        row, joint = np.unravel_index(int(np.argmax(excess)), excess.shape)
        # not "greater": a value that is no number must not pass
        if not excess[row, joint] <= tolerance:
            raise MotionRejected(
                "outside-limits",
                joint=self.names[joint],
                quantity=quantity,
                value=float(values[row, joint]),
                limit=float(limit[joint]),
            )
