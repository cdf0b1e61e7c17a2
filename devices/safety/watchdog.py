"""Watches one motion, block by block: limits, the planned path, torque, and the rules of a jog.

It says what is wrong and stops nothing itself. It compares with how the arm stood when the
motion began, so that offsets of encoders and the weight of the arm do not matter.
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
from devices.safety.joint_units import shown, unit_of
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
    TORQUE_BEYOND,
    TORQUE_CHANGE,
    TORQUE_RISE,
    per_joint,
)
from devices.safety.nominal_path import NominalPath, nominal_path
from devices.safety.standing import Standing
from devices.samples import SampleBlock

_OFF_THE_PATH = ("limit-overrun", "path-left", "moved-unasked", "moves-after-stop")
"""What a stop along the path would make worse, or where there is none."""


def stop_level(violation: DeviceError) -> StopLevel:
    """How to stop for a violation."""
    return StopLevel.ABORT if violation.code in _OFF_THE_PATH else StopLevel.CONTROLLED


class Watchdog:
    """The watch over one motion of ``plan`` that begins from ``standing``; for one thread.

    Raises
    ------
    MotionRejected
        For a plan that makes no sense, as ``nominal_path``.
    """

    def __init__(self, robot: RobotModel, plan: MotionPlan, *, standing: Standing) -> None:
        self._robot, self._plan, self._standing = robot, plan, standing
        path = self.path = nominal_path(robot, plan, start=standing.position)
        tolerance = per_joint(robot, turning=PATH_ERROR_RAD, sliding=PATH_ERROR_M)
        self._tracker = (
            _CurveTracker(path, tolerance)
            if isinstance(plan, RunTrajectory)
            else _LineTracker(path, tolerance)
        )
        overrun = per_joint(robot, turning=LIMIT_OVERRUN_RAD, sliding=LIMIT_OVERRUN_M)
        self._lower, self._upper = robot.lower - overrun, robot.upper + overrun

    def look(self, block: SampleBlock) -> DeviceError | None:
        """The first thing that is wrong in a block; None when all is well."""
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
        """How far the arm is from where it should be, whenever it should be there."""
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
        """A wrong sign, ratio, coupling or offset, and anything that holds the arm."""
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
    """Distance from a straight move, however it is timed."""

    def __init__(self, path: NominalPath, tolerance: FloatArray) -> None:
        self.tolerance = tolerance
        self._start = path.position[0]
        self._way = path.position[-1] - path.position[0]
        self._square = max(float(self._way @ self._way), np.finfo(np.float64).tiny)

    def distance(self, position: FloatArray, _time: float) -> FloatArray:
        """(n,) of the farthest of the positions (N, n), joint by joint."""
        from_start = position - self._start
        share = np.clip(from_start @ self._way / self._square, 0.0, 1.0)
        return _largest(from_start - share[:, np.newaxis] * self._way)


class _CurveTracker:
    """Distance from a trajectory near where the arm was last on it.

    The arm's own clock and the moment the motion really began are not known well enough to
    ask where it should be now; a curve that crosses itself must not be left for another part
    of it either. So the search goes a little back, and as far ahead as time allows. Where the
    trajectory rests or turns round, time alone says how far it has come: an arm that stands a
    little short of where it turns would else be followed back the way it came.
    """

    _BACK_S = 0.1
    _AHEAD_S = 0.1
    _HASTE = 1.5
    _SAME = 0.05
    """Of the tolerance: places that are as near as each other; more than an arm stands off its path."""

    def __init__(self, path: NominalPath, tolerance: FloatArray) -> None:
        self.tolerance = tolerance
        self._path, self._period_s = path.position, path.period_s
        self._place = 0
        self._time = math.nan

    def distance(self, position: FloatArray, time: float) -> FloatArray:
        """(n,) of the last of the positions (N, n), joint by joint, at device time ``time`` s."""
        passed = 0.0 if math.isnan(self._time) else max(time - self._time, 0.0)
        self._time = time
        back = math.ceil(self._BACK_S / self._period_s)
        ahead = math.ceil((self._AHEAD_S + self._HASTE * passed) / self._period_s)
        first = max(self._place - back, 0)
        apart = np.abs(self._path[first : self._place + ahead + 1] - position[-1])
        away = (apart / self.tolerance).max(axis=1)
        expected = self._place - first + round(passed / self._period_s)
        as_near = np.flatnonzero(away <= away.min() + self._SAME)
        nearest = int(as_near[np.argmin(np.abs(as_near - expected))])
        self._place = first + nearest
        return np.asarray(apart[nearest])


def _share_motors(robot: RobotModel, joint: int) -> npt.NDArray[np.bool_]:
    """(n,) whether each joint is moved by a motor that also moves ``joint``."""
    moves = robot.coupling_matrix != 0.0
    return np.asarray(moves[moves[:, joint]].any(axis=0))


def _largest(values: FloatArray) -> FloatArray:
    """(n,) largest size over the samples (N, n)."""
    largest: FloatArray = np.abs(values).max(axis=0)
    return largest


def _numbers(concerned: npt.NDArray[np.bool_]) -> list[int]:
    """The numbers, from 0, of the joints that (n,) says are concerned."""
    return [int(joint) for joint in np.flatnonzero(concerned)]
