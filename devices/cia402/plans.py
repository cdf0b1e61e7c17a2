"""Plans as the drives take them: targets, speeds and rows of set-points in counts. Pure."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.recording import FloatArray
from core.robot.model import RobotModel
from devices.cia402.drive_map import DriveMap
from devices.errors import MotionRejected
from devices.motion import MotionPlan, RunTrajectory
from devices.safety.planned_path import planned_path
from devices.safety.standstill import expect_start_pose

Counts = npt.NDArray[np.int64]
LARGEST_COUNT = 2**31 - 1


@dataclass(frozen=True, eq=False)
class Profile:
    """Profile position: targets, speeds (1/s) and accelerations (1/s²) in counts, (n,)."""

    target: Counts
    speed: Counts
    acceleration: Counts
    duration: float

    @property
    def moving(self) -> tuple[int, ...]:
        """Indices of the joints that move; the others go on holding what they hold."""
        return tuple(np.flatnonzero(self.speed).tolist())


@dataclass(frozen=True, eq=False)
class SetPoints:
    """Cyclic position: targets in counts, (N, n), ``period`` s apart."""

    targets: FloatArray
    period: float
    cycle: float
    """Time from one SYNC to the next, s."""

    @property
    def duration(self) -> float:
        """Time from the first to the last, s."""
        return (len(self.targets) - 1) * self.period

    def at(self, time: float) -> Counts:
        """Targets at a time, s; the last one from the end on."""
        place = min(max(time / self.period, 0.0), len(self.targets) - 1.0)
        below = min(int(place), len(self.targets) - 2)
        share = place - below
        row = (1.0 - share) * self.targets[below] + share * self.targets[below + 1]
        found: Counts = np.rint(row).astype(np.int64)
        return found


def converted(
    plan: MotionPlan, robot: RobotModel, drives: Sequence[DriveMap], *, at: FloatArray, period: float
) -> Profile | SetPoints:
    """Convert a plan; ``at`` (n,) is the present position in the reported convention, rad.

    Raises
    ------
    MotionRejected
        ``start-pose-differs``, ``cia402-out-of-range``, and as ``planned_path``.
    """
    start = robot.position_from_reported(at)
    if not isinstance(plan, RunTrajectory):
        path = planned_path(robot, plan, start=start)
        scale = np.abs([drive.position.scale for drive in drives])
        return Profile(
            _counts(robot.position_as_reported(path.position[-1]), drives).astype(np.int64),
            np.ceil(path.bounds.velocity / scale).astype(np.int64),
            np.ceil(path.bounds.acceleration / scale).astype(np.int64),
            path.duration,
        )
    trajectory = plan.trajectory
    expect_start_pose(robot, start, start=trajectory.start)
    count = max(math.ceil(trajectory.duration / period), 1) + 1
    rows = trajectory.evaluate(np.linspace(0.0, trajectory.duration, count)).position
    targets = _counts(robot.position_as_reported(rows), drives)
    return SetPoints(targets, trajectory.duration / (count - 1), period)


def _counts(position: FloatArray, drives: Sequence[DriveMap]) -> FloatArray:
    zero = np.array([drive.position.zero for drive in drives])
    scale = np.array([drive.position.scale for drive in drives])
    counts = np.asarray(np.rint((position - zero) / scale), dtype=np.float64)
    if not np.abs(counts).max() <= LARGEST_COUNT:
        raise MotionRejected("cia402-out-of-range")
    return counts
