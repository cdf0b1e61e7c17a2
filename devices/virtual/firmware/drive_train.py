"""Set-points, sensors and brakes: how set-points are made, and the part that runs in every control period.

A controlled stop slows down the time along the path. In every control period it takes the strongest
deceleration that the acceleration limits of all joints allow. The arm therefore stays on its path and
all joints come to rest together. An abort leaves the path: each joint decelerates at its limit.
"""

import math
from copy import copy
from enum import Enum

import numpy as np

from core.recording import FloatArray
from devices.virtual.black_box import Notebook
from devices.virtual.firmware.joints import Joints
from devices.virtual.firmware.paths import Path, PathPoint
from devices.virtual.firmware.plant import PERIOD_S, Plant, Readings, Watch
from devices.virtual.firmware.trajectories import SampledPath

LONGEST_BLOCK = 1000
"""More control periods than are ever run at once."""
BRAKE_DELAY_S = 0.2
"""Time from standstill to closing the brakes; the drives hold the arm meanwhile, s."""

_HARDLY_MOVING = 1e-12
"""Below this speed along the path, rad/s, a joint sets no limit to the slowing."""


class Course(Enum):
    """The present source of the set-points."""

    HOLDING = "holding"
    FOLLOWING = "following"
    SLOWING = "slowing"
    BRAKING = "braking"


class Mover:
    """The set-points of n joints, one control period after another."""

    def __init__(self, position: FloatArray, *, acceleration: FloatArray) -> None:
        self._limit = acceleration
        self._path: Path | None = None
        self._path_time = 0.0
        self._pace = 0.0
        self._course = Course.HOLDING
        self._still = np.zeros_like(position)
        self.position = np.array(position)
        self.velocity = self._still

    @property
    def course(self) -> Course:
        """The present source of the set-points."""
        return self._course

    @property
    def at_rest(self) -> bool:
        """True if the set-point is constant."""
        return self._course is Course.HOLDING

    @property
    def progress(self) -> float:
        """Completed fraction of the path's time, 0 to 1; 0 for an endless path."""
        if self._path is None or math.isinf(self._path.duration):
            return 0.0
        return min(self._path_time / self._path.duration, 1.0) if self._path.duration > 0.0 else 1.0

    def hold(self, position: FloatArray) -> None:
        """Hold ``position`` (n,) from now on."""
        self.position, self.velocity = np.array(position), self._still
        self._course, self._path = Course.HOLDING, None

    def follow(self, path: Path) -> None:
        """Follow a path that begins at the present set-point."""
        self._path, self._path_time, self._pace = path, 0.0, 1.0
        self._course = Course.FOLLOWING

    def slow_down(self) -> None:
        """Start to come to rest along the path."""
        if self._course is Course.FOLLOWING:
            self._course = Course.SLOWING

    def brake(self) -> None:
        """Start to decelerate each joint at its limit; the path is left."""
        if self._course in {Course.FOLLOWING, Course.SLOWING}:
            self._course = Course.BRAKING

    def steps(self, periods: int) -> FloatArray:
        """Advance up to ``periods``, to rest at most; return positions and velocities, (k, 2, n)."""
        if self.at_rest:
            return np.tile(np.stack([self.position, self._still]), (periods, 1, 1))
        ahead = self._along_spline(periods)
        points: list[tuple[FloatArray, FloatArray]] = []
        while len(ahead) + len(points) < periods and not self.at_rest:
            self.step()
            points.append((self.position, self.velocity))
        return np.concatenate([ahead, np.array(points).reshape(-1, *ahead.shape[1:])])

    def _along_spline(self, periods: int) -> FloatArray:
        """Follow a spline for up to ``periods``, short of its end, at once; bit for bit as ``step`` does."""
        path = self._path
        if self._course is not Course.FOLLOWING or not isinstance(path, SampledPath):
            return np.empty((0, 2, self._still.shape[0]))
        times = np.cumsum([self._path_time, *[PERIOD_S] * periods])[1:]
        times = times[times < path.duration]
        found = path.sampled(times)
        points = np.stack([found.position, found.velocity * self._pace], axis=1)
        if times.size:
            self._path_time = float(times[-1])
            self.position, self.velocity = points[-1]
        return points

    def step(self) -> None:
        """Advance the set-point by one control period."""
        if self._course is Course.FOLLOWING:
            self._move_along(PERIOD_S)
        elif self._course is Course.SLOWING:
            self._slow_along()
        elif self._course is Course.BRAKING:
            self._brake_joints()

    def _move_along(self, time: float) -> None:
        assert self._path is not None
        self._path_time += time
        if self._path_time >= self._path.duration:
            self._rest(self._path.at(self._path.duration).position)
            return
        point = self._path.at(self._path_time)
        self.position, self.velocity = point.position, point.velocity * self._pace

    def _slow_along(self) -> None:
        assert self._path is not None
        before = self._pace
        self._pace = self._slower_pace(self._path)
        if self._pace == 0.0:
            self._rest(self._path.at(self._path_time + 0.5 * before * PERIOD_S).position)
            return
        # pace falls linearly within the period: the path time advances by the mean of both
        self._move_along(0.5 * (before + self._pace) * PERIOD_S)

    def _slower_pace(self, path: Path) -> float:
        """Pace after this period; checks the joint limits at its beginning and near its end."""
        slowing = slowing_on_path(path.at(self._path_time), pace=self._pace, limit=self._limit)
        expected = max(self._pace + slowing * PERIOD_S, 0.0)
        if expected > 0.0:
            later = path.at(self._path_time + 0.5 * (self._pace + expected) * PERIOD_S)
            slowing = max(slowing, slowing_on_path(later, pace=expected, limit=self._limit))
        return max(self._pace + slowing * PERIOD_S, 0.0)

    def _brake_joints(self) -> None:
        before = self.velocity
        slower = np.maximum(np.abs(before) - self._limit * PERIOD_S, 0.0)
        self.velocity = np.copysign(slower, before)
        self.position = self.position + 0.5 * (before + self.velocity) * PERIOD_S
        if not slower.any():
            self._rest(self.position)

    def _rest(self, position: FloatArray) -> None:
        self.position, self.velocity = position, self._still
        self._course = Course.HOLDING


def slowing_on_path(point: PathPoint, *, pace: float, limit: FloatArray) -> float:
    """Strongest deceleration (≤ 0, 1/s) of the time along a path that every joint allows.

    With the path q(s) at the pace s', a joint's acceleration is ``q″ s'² + q' s″``; ``limit`` (n,) bounds
    its size. ``point`` holds q' and q″ at the pace 1.
    """
    speed = np.abs(point.velocity)
    moving = speed > _HARDLY_MOVING
    if not moving.any():
        # no joint moves here: the time may stop at once
        return -math.inf
    along = (point.acceleration * np.sign(point.velocity))[moving] * (pace * pace)
    bounds = (-limit[moving] - along) / speed[moving]
    return min(float(bounds.max()), 0.0)


class DriveTrain:
    """The drives of one arm with set-points, brakes and the record of a stop.

    Positions are in the reported convention. ``uptime`` is the time since power-on at the start, s.
    """

    def __init__(self, plant: Plant, joints: Joints, *, notebook: Notebook, uptime: float = 0.0) -> None:
        self._plant, self._joints, self._notebook = plant, joints, notebook
        self._uptime = uptime
        plant.set_brakes(engaged=True)
        self.readings: Readings = plant.sense()
        self.measured: FloatArray = joints.reported_position(self.readings.position)
        self.mover = Mover(self.measured, acceleration=joints.acceleration)
        self.brakes_released = False
        self.under_way = False
        """True while the arm moves or has not yet come to standstill after a motion."""
        self.latest: tuple[Readings, FloatArray] = (self.readings, self.measured)
        """Readings and reported positions (k, n) of the periods that ``advance`` ran last."""
        self._stop: StopRecord | None = None
        self._flange = FlangeNotes(plant, notebook=notebook)
        self._at_rest_since = uptime

    @property
    def time(self) -> float:
        """Device time since power-on, s."""
        return self._plant.time + self._uptime

    def release_brakes(self) -> None:
        """Release the brakes and hold the present position."""
        if not self.brakes_released:
            # hold in the same period: otherwise the arm would jump to the old set-points
            self._plant.set_brakes(engaged=False)
            self._plant.hold()
            self.mover.hold(self.measured)
            self.brakes_released = True

    def follow(self, path: Path) -> None:
        """Follow a path from the present set-point."""
        self.mover.follow(path)
        self.under_way, self._stop = True, None

    def stop(self, *, at_limit: bool, cause: str) -> None:
        """Decelerate along the path, or each joint at its own limit."""
        if not self.under_way:
            return
        # the first cause counts; an abort during a controlled stop only makes it harder
        if self._stop is None:
            velocity = self.mover.velocity
            self._stop = StopRecord(time=self.time, position=self.measured, velocity=velocity)
            self._notebook.note(
                "stop-begins",
                device=self.time,
                level="abort" if at_limit else "controlled",
                cause=cause,
                velocity=tuple(velocity.tolist()),
            )
        if at_limit:
            self.mover.brake()
        else:
            self.mover.slow_down()

    @property
    def uneventful_periods(self) -> int:
        """Number of next periods of which all but the last have no consequences here; at least 1."""
        if self.under_way:
            # a stop is recorded period by period, and then the arm must settle
            return 1 if self._stop is not None or self.mover.at_rest else LONGEST_BLOCK
        return self._flange.periods_left

    def advance(self, periods: int = 1, *, watch: Watch | None = None) -> int:
        """Run control periods; return their number, at most ``periods``.

        It ends after the first period with a reading beyond ``watch``, and where the set-point comes to
        rest. More than one only if ``uneventful_periods`` allows it.
        """
        joints, before = self._joints, self.mover
        mover = before if before.at_rest else copy(before)
        points = mover.steps(periods)
        readings = self._plant.run(
            joints.model_position(points[:, 0]), joints.model_velocity(points[:, 1]), watch=watch
        )
        count = int(readings.time.shape[0])
        if count < len(points) and mover is not before:  # ended early: the set-points go no farther
            mover = before
            mover.steps(count)
        self._take(readings, mover)
        return count

    def _take(self, readings: Readings, mover: Mover) -> None:
        """Take over the readings (k, n) of the periods that were run, and the set-points after them."""
        was_at_rest, self.mover = self.mover.at_rest, mover
        measured = self._joints.reported_position(readings.position)
        self.latest = (readings, measured)
        self.readings, self.measured = readings.last, measured[-1]
        count = measured.shape[0]
        if self._stop is not None:
            self._stop.follow(self.measured, mover.velocity)
        if not mover.at_rest:
            self._at_rest_since = self.time
        elif count > 1 and not was_at_rest:
            self._at_rest_since = float(readings.time[-2]) + self._uptime
        if self.under_way:
            self._flange.move()
        else:
            self._flange.stand(device=self.time, periods=count)

    def has_come_to_rest(self) -> bool:
        """True once, in the control period in which the motion in progress has ended."""
        if not (self.under_way and self.mover.at_rest):
            return False
        still = bool(np.abs(self.readings.velocity).max() < STILL_RAD_S)
        # elastic gears swing after the set-point rests: wait for them, but not for ever
        if not still and self.time - self._at_rest_since < SETTLE_LIMIT_S:
            return False
        self.under_way = False
        self._at_rest_since = self.time
        if self._stop is not None:
            self._notebook.note("standstill", device=self.time, **self._stop.facts(self.time))
            self._stop = None
        return True

    def brake_after_rest(self) -> bool:
        """Close the brakes of a disarmed arm after a delay at rest; return True in the period they close."""
        if not self.brakes_released or self.under_way:
            return False
        # half a period: rounding of the time must not delay the brakes by one period
        if self.time - self._at_rest_since < BRAKE_DELAY_S - 0.5 * PERIOD_S:
            return False
        self._plant.set_brakes(engaged=True)
        self.brakes_released = False
        return True

    def rest_begins_now(self) -> None:
        """Restart the delay of the brakes, because the arm was disarmed just now."""
        self._at_rest_since = self.time


LOOK_S = 0.25
"""Time at standstill between two checks, s."""
_LOOK_PERIODS = round(LOOK_S / PERIOD_S)
MOVED_M, MOVED_RAD = 2e-6, 2e-6
"""Smaller movements are not recorded."""


class FlangeNotes:
    """Records ``flange``: ``position`` (3,) m and rotation matrix ``turn`` (9,) by rows, in the base frame.

    A line is written shortly after the arm has come to rest, and another one whenever the flange has moved
    since: while the arm settles, gets a payload, or is braked. The last line before a motion is the pose
    at which it stood.
    """

    def __init__(self, plant: Plant, *, notebook: Notebook) -> None:
        self._plant, self._notebook = plant, notebook
        self._periods = 0
        self._noted: FloatArray | None = None

    @property
    def periods_left(self) -> int:
        """Number of control periods at rest up to the next check."""
        return _LOOK_PERIODS - self._periods

    def stand(self, *, device: float, periods: int = 1) -> None:
        """Process control periods at rest, up to the device time ``device`` s; not beyond a check."""
        self._periods += periods
        if self._periods < _LOOK_PERIODS:
            return
        self._periods = 0
        place = self._plant.flange_transform()
        if self._noted is None or _has_moved(place, self._noted):
            self._noted = place
            position, turn = place[:3, 3], place[:3, :3].ravel()
            self._notebook.note(
                "flange", device=device, position=tuple(position.tolist()), turn=tuple(turn.tolist())
            )

    def move(self) -> None:
        """Forget the recorded pose, because the arm moves."""
        self._periods, self._noted = 0, None


def _has_moved(place: FloatArray, noted: FloatArray) -> bool:
    change = np.abs(place - noted)
    return bool(change[:3, 3].max() > MOVED_M or change[:3, :3].max() > MOVED_RAD)


STILL_RAD_S = 0.005
"""A joint below this speed counts as standing: above encoder resolution, below anything visible."""
SETTLE_LIMIT_S = 0.5
"""Longest wait for the arm to settle after its set-point has come to rest, s."""


class StopRecord:
    """Record of one stop: path and peak deceleration of each joint.

    ``time`` is in s of device time, ``position`` (n,) measured, ``velocity`` (n,) that of the set-point.
    """

    def __init__(self, *, time: float, position: FloatArray, velocity: FloatArray) -> None:
        self._began = time
        self._from = np.array(position)
        self._velocity = np.array(velocity)
        self._angle = np.zeros_like(self._from)
        self._deceleration = np.zeros_like(self._from)

    def follow(self, position: FloatArray, velocity: FloatArray) -> None:
        """Record one more control period of the stop."""
        np.maximum(self._angle, np.abs(position - self._from), out=self._angle)
        change = np.abs(velocity - self._velocity) / PERIOD_S
        np.maximum(self._deceleration, change, out=self._deceleration)
        self._velocity = velocity

    def facts(self, time: float) -> dict[str, float | tuple[float, ...]]:
        """Time since the stop began (s), largest path of each joint since then, peak deceleration."""
        return {
            "time": round(time - self._began, 6),
            "angle": tuple(self._angle.tolist()),
            "peak_deceleration": tuple(self._deceleration.tolist()),
        }
