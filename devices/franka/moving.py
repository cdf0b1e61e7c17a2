"""The moving arm: readiness, set-points of one motion, supervision, its end, and STOP.

The thread of the cycles calls ``step`` through the course, ``on_state`` and ``on_lost``. ``stop`` may be
called from any thread, takes no lock and waits for nothing; the next cycle acts on it.

The controller takes one set-point each millisecond and ends a motion whose acceleration jumps. A controlled
stop therefore slows the time along the path down and begins and ends gently; a set-point that is a little off
the beginning of the path is led to it. Everything is worked out before the motion begins, so that a cycle
takes microseconds.
"""

import math
import threading
import time

import numpy as np

from core.recording import FloatArray
from core.robot.model import RobotModel
from devices.controller import ControllerStatus, Lifecycle, StopLevel
from devices.driving.moving import MovingArm
from devices.driving.paths import Path, deceleration_of, path_of
from devices.driving.pulse import Pulse
from devices.errors import DeviceError, RobotStateError
from devices.franka.state import FrankaState, status_of
from devices.franka.vendor_client import WATCHED_CYCLES, VendorLink
from devices.motion import Motion, MotionEnd, MotionPlan
from devices.protocol_fci.state import HOST_SILENT

CYCLE_S = 0.001
LEAST_STOP_S = 0.1
"""Shortest time of a stop: a shorter one would be a jerk."""
LEAST_MOVE_S = 0.2
"""Shortest time of a straight move, likewise."""
SLOWING_SHARE = 0.8
"""Of the joints' deceleration that a stop takes; the rest is left to the path."""
LEAD_S = 0.3
"""Time in which a set-point beside the path is led to it."""
_ON_A_ROW = 1e-6
"""A share of a cycle that is no way to go, but rounding."""
_PEAK = 1.5
"""Peak slope of the smooth step 3u² − 2u³."""


class Course:
    """Walks along a path from the set-point ``start`` (n,); arrays in the model's convention."""

    def __init__(self, path: Path, *, start: FloatArray, deceleration: FloatArray) -> None:
        self.duration = path.duration
        # one more at each end, so that the interpolation has two neighbours everywhere
        times = np.minimum(CYCLE_S * np.arange(math.ceil(self.duration / CYCLE_S) + 2), self.duration)
        self._position, self._velocity = path.over(times)
        self._off = start - self._position[0]
        self._deceleration = SLOWING_SHARE * deceleration
        self._time, self._passed = 0.0, 0.0
        self._stopping: tuple[float, float] | None = None
        """Start of a stop and its duration, s of the motion."""
        self.is_over = False

    @property
    def progress(self) -> float:
        """Completed fraction of the path."""
        return min(self._time / self.duration, 1.0) if self.duration > 0.0 else 1.0

    def slow_down(self) -> None:
        """Begin to come to rest on the path; the first call counts."""
        if self._stopping is None:
            row = min(round(self._time / CYCLE_S), len(self._velocity) - 1)
            longest = float(np.max(np.abs(self._velocity[row]) / self._deceleration))
            self._stopping = self._passed, max(_PEAK * longest, LEAST_STOP_S)

    def step(self, seconds: float) -> FloatArray:
        """Advance by the time that has passed since the last set-point; return the next one (n,)."""
        before = self._pace()
        self._passed += seconds
        pace = self._pace()
        self._time = min(self._time + 0.5 * (before + pace) * seconds, self.duration)
        is_stopped = self._stopping is not None and pace == 0.0
        self.is_over = self.is_over or is_stopped or self._time >= self.duration
        found: FloatArray = self._at(self._time) + self._rest_of_lead() * self._off
        return found

    def _pace(self) -> float:
        """Of the time along the path."""
        if self._stopping is None:
            return 1.0
        began, takes = self._stopping
        u = min((self._passed - began) / takes, 1.0)
        return 1.0 - u * u * (3.0 - 2.0 * u)

    def _rest_of_lead(self) -> float:
        u = min(self._passed / LEAD_S, 1.0)
        return 1.0 - u**3 * (10.0 - 15.0 * u + 6.0 * u * u)

    def _at(self, time: float) -> FloatArray:
        """Position between two rows, by a cubic through their positions and velocities."""
        row = min(int(time / CYCLE_S), len(self._position) - 2)
        u = time / CYCLE_S - row
        if u < _ON_A_ROW:
            on_row: FloatArray = self._position[row]
            return on_row
        first, second = self._position[row], self._position[row + 1]
        way = second - first
        a = self._velocity[row] * CYCLE_S - way
        b = way - self._velocity[row + 1] * CYCLE_S
        found: FloatArray = first + u * way + u * (1.0 - u) * ((1.0 - u) * a + u * b)
        return found


MOST_LATE_S = 0.01
"""Half of the time after which the controller ends a motion."""
MOST_LOST = 0.05
"""Share of the cycles that may be lost; those are guessed by the controller."""
CALM_TIMEOUT_S = 8.0
"""Longest wait for a calm second before the arm is armed."""
SILENT_S = 0.25
"""Without a sign of life of the program for this long the motion is ended."""
LEAVE_TIMEOUT_S = 2.0
CLEAR_TIMEOUT_S = 2.0
_LOOK_S = 0.1


class Moving(MovingArm):
    """Everything about motion in one connection."""

    def __init__(self, link: VendorLink, *, robot: RobotModel, pulse: Pulse) -> None:
        super().__init__(leave_s=LEAVE_TIMEOUT_S)
        self._link, self._robot, self._pulse = link, robot, pulse
        self._course: _Watched | None = None
        self._failure: DeviceError | None = None
        self._was_stopped = False
        self._starting = threading.Lock()
        link.commander = self

    @property
    def status(self) -> ControllerStatus:
        """The newest status."""
        calm = Lifecycle.without_fault(is_armed=self._permit is not None, is_moving=self.is_under_way)
        return status_of(self._link, calm)

    def arm(self) -> None:
        """Wait for a second in which the cycles come in time, and let a motion begin.

        Raises
        ------
        RobotStateError
            What a motion lacks; ``franka-too-late`` if the cycles come too late for one.
        TransportError
            The error that ended the connection.
        """
        link = self._link
        if link.error is not None:
            raise link.error
        missing = link.state.missing
        if missing is not None:
            raise missing
        self._expect_calm()
        self._was_stopped = False
        self._permit = object()

    def _expect_calm(self) -> None:
        deadline = time.monotonic() + CALM_TIMEOUT_S
        while True:
            late, lost = self._link.lateness
            worst = float(late.max()) if late.size else np.inf
            share = lost / max(late.size + lost, 1)
            if late.size == WATCHED_CYCLES and worst <= MOST_LATE_S and share <= MOST_LOST:
                return
            if time.monotonic() > deadline:
                raise RobotStateError(
                    "franka-too-late", late_s=worst, most_s=MOST_LATE_S, lost=share, most_lost=MOST_LOST
                )
            time.sleep(_LOOK_S)

    def clear_fault(self) -> None:
        """Let the controller clear its errors, and wait until its states say so.

        Raises
        ------
        RobotStateError
            ``franka-not-cleared`` if it refuses; the fault that is still there.
        """
        self._link.recover()
        deadline = time.monotonic() + CLEAR_TIMEOUT_S
        while (fault := self._link.state.fault)[0]:
            if time.monotonic() > deadline:
                raise RobotStateError(fault[0], **fault[1])
            time.sleep(_LOOK_S)

    def start(self, plan: MotionPlan) -> Motion:
        """Start a motion and return; see ``Controller``.

        Raises
        ------
        MotionRejected
            ``not-armed``, ``already-moving``, and as ``planned_path``.
        RobotStateError
            What a motion lacks.
        """
        with self._starting:
            self._expect_armed()
            self._expect_none_under_way()
            missing = self._link.state.missing
            if missing is not None:
                self.disarm()
                raise missing
            start = self._robot.position_from_reported(np.asarray(self._link.set_point))
            path = path_of(plan, self._robot, start=start, least_s=LEAST_MOVE_S)
            course = Course(path, start=start, deceleration=deceleration_of(self._robot))
            motion = Motion(plan, stop=self.stop)
            self._failure = None
            self._course = _Watched(course, self)
            self._motion = motion
        self._link.follow(self._course, self._on_end)
        return motion

    def stop(self, level: StopLevel = StopLevel.CONTROLLED) -> None:
        """Stop from any thread in any state, without waiting."""
        self._permit = None
        self._was_stopped = True
        if level is StopLevel.ABORT and self.is_under_way:
            threading.Thread(target=self._link.abort, name="franka-abort", daemon=True).start()

    # Called by the thread of the cycles

    def before_step(self, course: Course) -> None:
        """Look in each cycle whether the motion goes on."""
        if not self._pulse.is_alive(SILENT_S) and self._failure is None:
            self._failure = RobotStateError("host-silent")
        if self._was_stopped or self._failure is not None:
            course.slow_down()
        if self._motion is not None:
            self._motion.advance(course.progress)

    def reported(self, position: FloatArray) -> list[float]:
        """A set-point (n,) as the controller counts it."""
        found: list[float] = self._robot.position_as_reported(position).tolist()
        return found

    def on_state(self, state: FrankaState) -> None:
        """Disarm an arm that is not ready any more."""
        if self._permit is not None and not self.is_under_way and state.missing is not None:
            self.disarm()

    def _on_end(self, error: Exception | None) -> None:
        motion, course = self._motion, self._course
        assert motion is not None
        assert course is not None
        if error is not None and not self._was_stopped:
            self._failure = self._failure or _failure(str(error))
        if self._failure is not None:
            self.disarm()
            motion.end(MotionEnd.FAILED, self._failure)
        elif self._was_stopped:
            self.disarm()
            motion.end(MotionEnd.STOPPED)
        else:
            motion.end(MotionEnd.FINISHED)


class _Watched:
    """A course whose cycles are watched."""

    def __init__(self, course: Course, moving: Moving) -> None:
        self._course, self._moving = course, moving

    def step(self, seconds: float) -> list[float]:
        """The next set-point; see ``Mover``."""
        self._moving.before_step(self._course)
        return self._moving.reported(self._course.step(seconds))

    @property
    def is_over(self) -> bool:
        """True once that was the last one."""
        return self._course.is_over


def _failure(said: str) -> RobotStateError:
    """Error for the end of a motion by the controller, from the words of its client."""
    if HOST_SILENT in said:
        return RobotStateError("host-silent")
    return RobotStateError("franka-motion-ended", said=said)
