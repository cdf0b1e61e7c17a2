"""Follows a motion in the samples: whether it goes along its plan and whether it ends.

The controller reports the end of a motion. Only the samples prove that the arm moved at all, and an
arm counts as proven only after it was seen to move.
"""

import numpy as np

from core.recording import FloatArray
from core.robot.measured_joints import joint_position
from core.robot.model import RobotModel
from devices.errors import DeviceError, RobotStateError
from devices.safety.joint_units import shown, unit_of
from devices.safety.limits import (
    PATH_ERROR_M,
    PATH_ERROR_RAD,
    STANDING_M,
    STANDING_RAD,
    START_POSE_M,
    START_POSE_RAD,
    per_joint,
)
from devices.safety.nominal_path import NominalPath
from devices.samples import SampleBlock

STALLED_S = 5.0
"""An arm that stands this long after its motion should have ended will not end it, s."""
LATEST_RATIO, LATEST_SLACK_S = 20.0, 60.0
"""Longest motion: ratio to the planned duration, plus slack; a controller may run at 10 % speed."""
_SHARE_OF_RANGE = 0.4
"""Fraction of a joint's planned range that may be missing at either end, if below the path limit."""


class Passage:
    """Follows one motion along ``path`` from ``start`` (n,); used by one thread.

    ``keeps_host_time`` is True for an arm that moves in this computer's time, whatever its own clock
    shows; the program's own virtual robot may run faster or slower.
    """

    def __init__(
        self, robot: RobotModel, path: NominalPath, *, start: FloatArray, keeps_host_time: bool
    ) -> None:
        self._robot, self._duration = robot, path.duration
        self._keeps_host_time = keeps_host_time
        self._low, self._high = path.position.min(axis=0), path.position.max(axis=0)
        self._end = np.array(path.position[-1])
        self._seen_low, self._seen_high = np.array(start), np.array(start)
        self._still = per_joint(robot, turning=STANDING_RAD, sliding=STANDING_M)
        self._near = per_joint(robot, turning=START_POSE_RAD, sliding=START_POSE_M)
        self._rested_at: FloatArray = np.array(start)
        self._began = self._moved = self._now = float("nan")
        self.has_arrived = False
        """True if the newest inspected sample was at the end pose."""

    @property
    def end(self) -> FloatArray:
        """End pose of the motion, (n,)."""
        return self._end

    def look(self, block: SampleBlock) -> None:
        """Compare a block of samples with the planned path."""
        position = joint_position(self._robot, block.columns)
        if not block.count or position is None or not np.all(np.isfinite(position)):
            return
        now = float((block.host_time if self._keeps_host_time else block.device_time)[-1])
        if np.isnan(self._began):
            self._began = self._moved = now
        self._seen_low = np.minimum(self._seen_low, position.min(axis=0))
        self._seen_high = np.maximum(self._seen_high, position.max(axis=0))
        if np.any(np.abs(position[-1] - self._rested_at) > self._still):
            self._rested_at, self._moved = np.array(position[-1]), now
        self._now = now
        self.has_arrived = bool(np.all(np.abs(position[-1] - self._end) <= self._near))

    def overdue(self) -> DeviceError | None:
        """Return an error if the motion should have ended by now; None while it may continue."""
        if np.isnan(self._began):
            return None
        seconds = self._now - self._began
        # a stall needs both: past the planned end, and no joint has moved since
        is_stalled = seconds > self._duration + STALLED_S and self._now - self._moved > STALLED_S
        if is_stalled or seconds > LATEST_RATIO * self._duration + LATEST_SLACK_S:
            return RobotStateError("motion-overdue", seconds=seconds, planned=self._duration)
        return None

    def shortfall(self) -> DeviceError | None:
        """Return an error if the arm did not reach a part of the planned range; None if it did."""
        planned = self._high - self._low
        widest = per_joint(self._robot, turning=PATH_ERROR_RAD, sliding=PATH_ERROR_M)
        allowed = np.minimum(widest, _SHARE_OF_RANGE * planned)
        short = np.maximum(self._seen_low - self._low, self._high - self._seen_high)
        # joints with a tiny planned range prove nothing and are left out
        wrong = np.flatnonzero((planned > self._near) & (short > allowed))
        if not wrong.size:
            return None
        joint = int(wrong[0])
        return RobotStateError(
            "motion-not-seen",
            joint=joint + 1,
            planned=shown(self._robot, joint, float(planned[joint])),
            seen=shown(self._robot, joint, float(self._seen_high[joint] - self._seen_low[joint])),
            unit=unit_of(self._robot, joint),
        )


class Holding:
    """The pose that an armed arm holds without a motion, or after a stop; used by one thread."""

    def __init__(self, robot: RobotModel, pose: FloatArray) -> None:
        self._robot, self._pose = robot, np.array(pose)
        self._limit = per_joint(robot, turning=PATH_ERROR_RAD, sliding=PATH_ERROR_M)

    def missed(self, position: FloatArray) -> DeviceError | None:
        """Return an error for the joint that is too far from the pose (n,) for the next motion, else None."""
        apart = np.abs(position - self._pose)
        near = per_joint(self._robot, turning=START_POSE_RAD, sliding=START_POSE_M)
        wrong = np.flatnonzero(~(apart <= near))
        if not wrong.size:
            return None
        joint = int(wrong[0])
        return RobotStateError(
            "motion-not-seen",
            joint=joint + 1,
            distance=shown(self._robot, joint, float(apart[joint])),
            unit=unit_of(self._robot, joint),
        )

    def left(self, block: SampleBlock, *, code: str) -> DeviceError | None:
        """Return an error of ``code`` for the joint that has left the pose, else None."""
        position = joint_position(self._robot, block.columns)
        if position is None or not block.count:
            return None
        apart = np.abs(position - self._pose).max(axis=0)
        wrong = np.flatnonzero(apart > self._limit)
        if not wrong.size:
            return None
        joint = int(wrong[0])
        return RobotStateError(
            code,
            joint=joint + 1,
            distance=shown(self._robot, joint, float(apart[joint])),
            unit=unit_of(self._robot, joint),
        )
