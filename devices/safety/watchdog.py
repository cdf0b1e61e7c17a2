"""The watchdog of one motion: limits, path, torque and jog rules of each block, and the motion's end.

It returns the violation and does not stop the arm itself. It compares with the standstill before the
motion, so that encoder offsets and the weight of the arm cancel.

The controller reports the end of a motion. Only the samples prove that the arm moved at all, and an
arm counts as proven only after it was seen to move.
"""

import math
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from core.recording import FloatArray
from core.robot.measured_joints import joint_position, joint_torque, link_position, motor_twist
from core.robot.model import RobotModel
from devices.controller import StopLevel
from devices.errors import ConfigurationError, DataQualityError, DeviceError, RobotStateError
from devices.motion import Jog, MotionPlan, RunTrajectory
from devices.safety.limits import (
    COUPLED_JOINT_M,
    COUPLED_JOINT_RAD,
    JOG_TWIST_M,
    JOG_TWIST_RAD,
    LIMIT_OVERRUN_M,
    LIMIT_OVERRUN_RAD,
    OTHER_JOINT_M,
    OTHER_JOINT_RAD,
    PATH_ERROR_M,
    PATH_ERROR_RAD,
    STANDING_M,
    STANDING_RAD,
    START_POSE_M,
    START_POSE_RAD,
    TORQUE_BEYOND,
    TORQUE_CHANGE,
    TORQUE_RISE,
    per_joint,
    shown,
    unit_of,
)
from devices.safety.planned_path import PlannedPath, planned_path
from devices.safety.standstill import Standing
from devices.samples import SampleBlock

_OFF_THE_PATH = ("limit-overrun", "path-left", "moved-unasked", "moves-after-stop")
"""Violations for which a stop along the path is useless or would make it worse."""

STALLED_S = 5.0
"""An arm that stands this long after its motion should have ended will not end it, s."""
LATEST_RATIO, LATEST_SLACK_S = 20.0, 60.0
"""Longest motion: ratio to the planned duration, plus slack; a controller may run at 10 % speed."""
_SHARE_OF_RANGE = 0.4
"""Fraction of a joint's planned range that may be missing at either end, if below the path limit."""


def stop_level(violation: DeviceError) -> StopLevel:
    """The kind of stop for a violation."""
    return StopLevel.ABORT if violation.code in _OFF_THE_PATH else StopLevel.CONTROLLED


class Watchdog:
    """Supervises one motion of ``plan`` that begins from ``standing``; used by one thread.

    Raises
    ------
    MotionRejected
        If ``plan`` is not valid, as ``planned_path``.
    """

    def __init__(self, robot: RobotModel, plan: MotionPlan, *, standing: Standing) -> None:
        self._robot, self._plan, self._standing = robot, plan, standing
        path = self.path = planned_path(robot, plan, start=standing.position)
        tolerance = per_joint(robot, turning=PATH_ERROR_RAD, sliding=PATH_ERROR_M)
        self._tracker = (
            _CurveTracker(path, tolerance)
            if isinstance(plan, RunTrajectory)
            else _LineTracker(path, tolerance)
        )
        overrun = per_joint(robot, turning=LIMIT_OVERRUN_RAD, sliding=LIMIT_OVERRUN_M)
        self._lower, self._upper = robot.lower - overrun, robot.upper + overrun

    def look(self, block: SampleBlock) -> DeviceError | None:
        """Return the first violation in a block, None if there is none."""
        if not block.count:
            return None
        position = joint_position(self._robot, block.columns)
        if position is None:
            return DataQualityError("position-lost", joint=1)
        lost = ~np.isfinite(position).all(axis=0)
        if np.any(lost):
            return DataQualityError("position-lost", joint=int(np.argmax(lost)) + 1)
        torque = joint_torque(self._robot, block.columns)
        mean = None if torque is None else torque.mean(axis=0)
        return next(self._wrong(block, position, mean), None)

    def _wrong(
        self, block: SampleBlock, position: FloatArray, torque: FloatArray | None
    ) -> Iterator[DeviceError]:
        yield from self._limits(position)
        if isinstance(self._plan, Jog):
            yield from self._jog(self._plan.joint, block, position, torque)
        yield from self._path(position, float(block.device_time[-1]))
        if torque is not None:
            yield from self._torque(torque)

    def _limits(self, position: FloatArray) -> Iterator[DeviceError]:
        low, high = position.min(axis=0), position.max(axis=0)
        for value, limit, beyond in (
            (high, self._robot.upper, high > self._upper),
            (low, self._robot.lower, low < self._lower),
        ):
            for joint in _numbers(beyond):
                yield RobotStateError("limit-overrun", **self._angles(joint, value=value, limit=limit))

    def _path(self, position: FloatArray, time: float) -> Iterator[DeviceError]:
        """Distance from the planned path, at whatever time the arm is there."""
        apart = self._tracker.distance(position, time)
        tolerance = self._tracker.tolerance
        joint = int(np.argmax(apart / tolerance))
        if apart[joint] > tolerance[joint]:
            yield RobotStateError("path-left", **self._angles(joint, distance=apart, limit=tolerance))

    def _torque(self, torque: FloatArray) -> Iterator[DeviceError]:
        rated = self._robot.torque_limit
        for joint in _numbers(np.abs(torque) > TORQUE_BEYOND * rated):
            yield RobotStateError(
                "torque-beyond-rating",
                joint=joint + 1,
                torque=float(abs(torque[joint])),
                limit=float(rated[joint]),
            )

    def _jog(
        self, jogged: int, block: SampleBlock, position: FloatArray, torque: FloatArray | None
    ) -> Iterator[DeviceError]:
        """Signs of a wrong sign, ratio, coupling or offset, and of an arm that is blocked."""
        others = np.arange(self._robot.joint_count) != jogged
        limit = np.where(
            _share_motors(self._robot, jogged),
            per_joint(self._robot, turning=COUPLED_JOINT_RAD, sliding=COUPLED_JOINT_M),
            per_joint(self._robot, turning=OTHER_JOINT_RAD, sliding=OTHER_JOINT_M),
        )
        link = link_position(self._robot, block.columns)
        for found, stood in ((position, self._standing.position), (link, self._standing.link)):
            if found is not None and stood is not None:
                moved = _largest(found - stood)
                for joint in _numbers(others & (moved > limit)):
                    yield ConfigurationError(
                        "jog-other-joint", jogged=jogged + 1, **self._angles(joint, moved=moved, limit=limit)
                    )
        twist, offset = motor_twist(self._robot, block.columns), self._standing.twist
        if twist is not None and offset is not None:
            limit = per_joint(self._robot, turning=JOG_TWIST_RAD, sliding=JOG_TWIST_M)
            apart = _largest(twist - offset)
            for joint in _numbers(apart > limit):
                yield ConfigurationError("jog-twist", **self._angles(joint, difference=apart, limit=limit))
        if torque is not None and self._standing.torque is not None:
            yield from self._torque_rise(torque, self._standing.torque)

    def _torque_rise(self, torque: FloatArray, held: FloatArray) -> Iterator[DeviceError]:
        rated = self._robot.torque_limit
        for rise, limit in (
            (np.abs(torque) - np.abs(held), TORQUE_RISE * rated),
            (np.abs(torque - held), TORQUE_CHANGE * rated),
        ):
            for joint in _numbers(rise > limit):
                yield RobotStateError(
                    "jog-torque-rise", joint=joint + 1, rise=float(rise[joint]), limit=float(limit[joint])
                )

    def _angles(self, joint: int, **values: FloatArray) -> dict[str, str | int | float]:
        shown_values = {
            name: shown(self._robot, joint, float(array[joint])) for name, array in values.items()
        }
        return {"joint": joint + 1, "unit": unit_of(self._robot, joint), **shown_values}


class _LineTracker:
    """Distance from a straight move, independent of its timing."""

    def __init__(self, path: PlannedPath, tolerance: FloatArray) -> None:
        self.tolerance = tolerance
        self._start = path.position[0]
        self._way = path.position[-1] - path.position[0]
        self._square = max(float(self._way @ self._way), np.finfo(np.float64).tiny)

    def distance(self, position: FloatArray, _time: float) -> FloatArray:
        """Largest distance (n,) of the positions (N, n) from the line, per joint."""
        from_start = position - self._start
        # project onto the line; beyond its ends the end points count
        share = np.clip(from_start @ self._way / self._square, 0.0, 1.0)
        return _largest(from_start - share[:, np.newaxis] * self._way)


class _CurveTracker:
    """Distance from a trajectory, near the place where the arm was last.

    The device's clock and the true start time are not known well enough to ask where the arm should be
    now. A search over the whole curve is no way out either: where the curve crosses itself, the nearest
    point may be on another part. So the search goes a little back, and as far ahead as time allows.
    Where the trajectory rests or turns round, many points are equally near and time alone decides.
    Without that, an arm that stops a little short of a turning point would be followed backwards.
    """

    _BACK_S = 0.1
    _AHEAD_S = 0.1
    _HASTE = 1.5
    _SAME = 0.05
    """Points within this fraction of the tolerance count as equally near; an arm is less far off its path."""

    def __init__(self, path: PlannedPath, tolerance: FloatArray) -> None:
        self.tolerance = tolerance
        self._path, self._period_s = path.position, path.period_s
        self._place = 0
        self._time = math.nan

    def distance(self, position: FloatArray, time: float) -> FloatArray:
        """Distance (n,) of the last of the positions (N, n) at device time ``time`` s, per joint."""
        passed = 0.0 if math.isnan(self._time) else max(time - self._time, 0.0)
        self._time = time
        back = math.ceil(self._BACK_S / self._period_s)
        ahead = math.ceil((self._AHEAD_S + self._HASTE * passed) / self._period_s)
        first = max(self._place - back, 0)
        apart = np.abs(self._path[first : self._place + ahead + 1] - position[-1])
        away = (apart / self.tolerance).max(axis=1)
        # among equally near points take the one that matches the time passed
        expected = self._place - first + round(passed / self._period_s)
        as_near = np.flatnonzero(away <= away.min() + self._SAME)
        nearest = int(as_near[np.argmin(np.abs(as_near - expected))])
        self._place = first + nearest
        return np.asarray(apart[nearest])


def _share_motors(robot: RobotModel, joint: int) -> npt.NDArray[np.bool_]:
    """Mask (n,): True for joints moved by a motor that also moves ``joint``."""
    moves = robot.coupling_matrix != 0.0
    return np.asarray(moves[moves[:, joint]].any(axis=0))


def _largest(values: FloatArray) -> FloatArray:
    """Largest absolute value (n,) over the samples (N, n)."""
    largest: FloatArray = np.abs(values).max(axis=0)
    return largest


def _numbers(concerned: npt.NDArray[np.bool_]) -> list[int]:
    """Indices (from 0) of the joints for which ``concerned`` (n,) is True."""
    return [int(joint) for joint in np.flatnonzero(concerned)]


class Passage:
    """Follows one motion along ``path`` from ``start`` (n,); used by one thread.

    ``keeps_host_time`` is True for an arm that moves in this computer's time, whatever its own clock
    shows; the program's own virtual robot may run faster or slower.
    """

    def __init__(
        self, robot: RobotModel, path: PlannedPath, *, start: FloatArray, keeps_host_time: bool
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
