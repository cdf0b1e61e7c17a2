"""The moving arm: readiness, set-points of one motion, supervision, its end, and STOP.

The thread of the cycles calls ``step`` through the course, ``on_state`` and ``on_lost``. ``stop`` may be
called from any thread, takes no lock and waits for nothing; the next cycle acts on it.
"""

import threading
import time

import numpy as np

from core.recording import FloatArray
from core.robot.model import RobotModel
from devices.controller import ControllerStatus, Lifecycle, StopLevel
from devices.driving.moving import MovingArm
from devices.driving.paths import deceleration_of, path_of
from devices.driving.pulse import Pulse
from devices.errors import DeviceError, RobotStateError
from devices.franka.course import LEAST_MOVE_S, Course
from devices.franka.state import FrankaState, status_of
from devices.franka.vendor import WATCHED_CYCLES, VendorLink
from devices.motion import Motion, MotionEnd, MotionPlan
from devices.protocol_fci.state import HOST_SILENT

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
            ``not-armed``, ``already-moving``, and as ``nominal_path``.
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
