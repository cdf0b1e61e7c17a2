"""The joints in this controller's convention: its zeros, directions and limits."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from core.recording import FloatArray
from core.robot.model import RobotModel
from devices.errors import MotionRejected
from devices.virtual.firmware.plant import NominalDrives

LIMIT_TOLERANCE = 1e-3
"""Relative excess allowed for a commanded speed, for rounding."""
ACCELERATION_TOLERANCE = 0.02
"""Relative excess allowed for accelerations: a spline through samples overshoots at corners."""
POSITION_TOLERANCE = 1e-6
"""Excess allowed beyond a joint limit for rounding, rad or m."""


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
        """Take the limits of the description; the drives' limits where it has none."""
        ends = np.stack(
            [robot.position_as_reported(robot.lower), robot.position_as_reported(robot.upper)]
        )  # a reversed joint swaps its limits
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
        """Convert reported positions to the model's joint positions (n,)."""
        return reported if self._plain else reported * self.sign + self.zero

    def model_velocity(self, reported: FloatArray) -> FloatArray:
        """Convert reported velocities to the model's joint velocities (n,)."""
        return reported if self._plain else reported * self.sign

    def reported_velocity(self, model: FloatArray) -> FloatArray:
        """Convert the model's joint velocities (n,) to reported ones."""
        return model if self._plain else model * self.sign

    def reported_position(self, model: FloatArray) -> FloatArray:
        """Convert the model's joint positions (n,) to reported ones."""
        return model if self._plain else (model - self.zero) * self.sign

    def check_limits(self, position: FloatArray, velocity: FloatArray, acceleration: FloatArray) -> None:
        """Refuse a motion (N, n) that exceeds a limit anywhere.

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
        # negated comparison: NaN must not pass
        if not excess[row, joint] <= tolerance:
            raise MotionRejected(
                "outside-limits",
                joint=self.names[joint],
                quantity=quantity,
                value=float(values[row, joint]),
                limit=float(limit[joint]),
            )
