"""What the samples show of one motion: whether it went where its plan leads, and whether it ever ends.

A controller says when a motion has finished. Whether the arm moved at all is seen in the
samples alone, and an arm that counts as proven must have been seen to move.
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
"""An arm that stands so long after its motion should have ended does not end it any more."""
LATEST_RATIO, LATEST_SLACK_S = 20.0, 60.0
"""Of the planned duration, and beside it: a controller may be set to a tenth of its speed."""
_SHARE_OF_RANGE = 0.4
"""Of a joint's planned range it may fall short at either end, where that is less than a path's error."""


class Passage:
    """Follows one motion along ``path`` from ``start`` (n,); for one thread.

    ``keeps_host_time`` says that the arm moves in this computer's time, whatever its own clock
    shows; the program's own robot may run faster or slower.
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
        """Whether the newest sample that was looked at was where the motion ends."""

    @property
    def end(self) -> FloatArray:
        """(n,) where the motion leads."""
        return self._end

    def look(self, block: SampleBlock) -> None:
        """Take in what was seen."""
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
        """Why the motion should have ended by now; None while it may go on."""
        if np.isnan(self._began):
            return None
        seconds = self._now - self._began
        is_stalled = seconds > self._duration + STALLED_S and self._now - self._moved > STALLED_S
        if is_stalled or seconds > LATEST_RATIO * self._duration + LATEST_SLACK_S:
            return RobotStateError("motion-overdue", seconds=seconds, planned=self._duration)
        return None

    def shortfall(self) -> DeviceError | None:
        """Where the arm was never seen though its plan leads there; None where it was everywhere."""
        planned = self._high - self._low
        widest = per_joint(self._robot, turning=PATH_ERROR_RAD, sliding=PATH_ERROR_M)
        allowed = np.minimum(widest, _SHARE_OF_RANGE * planned)
        short = np.maximum(self._seen_low - self._low, self._high - self._seen_high)
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
    """The pose that an arm holds, armed and without a motion of ours, or after a stop; for one thread."""

    def __init__(self, robot: RobotModel, pose: FloatArray) -> None:
        self._robot, self._pose = robot, np.array(pose)
        self._limit = per_joint(robot, turning=PATH_ERROR_RAD, sliding=PATH_ERROR_M)

    def missed(self, position: FloatArray) -> DeviceError | None:
        """The joint that does not stand at the pose (n,) as the next motion would need it to."""
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
        """The joint that has left the pose, as an error of ``code``; None where none has."""
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
