"""Motion requests to an arm, and the running motion as a future.

A plan describes the requested motion. A ``Motion`` is one in progress: it has a progress, an end
and, if it failed, an exception; it can be stopped from any thread.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from core.excitation.trajectories import Trajectory
from core.recording import FloatArray
from devices.capabilities import MotionKind


@dataclass(frozen=True, eq=False)
class MoveTo:
    """Move from the present position to ``target`` (n,) rad at a fraction (0 to 1) of the full speed."""

    target: FloatArray
    speed_fraction: float


@dataclass(frozen=True)
class Jog:
    """Move one joint by ``angle`` rad at ``speed`` rad/s; the other joints hold their position."""

    joint: int
    angle: float
    speed: float


@dataclass(frozen=True, eq=False)
class RunTrajectory:
    """Run a whole trajectory; the arm must be at its start pose."""

    trajectory: Trajectory


MotionPlan = MoveTo | Jog | RunTrajectory


def motion_kind(plan: MotionPlan) -> MotionKind:
    """The capability that a controller needs for this plan."""
    if isinstance(plan, MoveTo):
        return MotionKind.POINT_TO_POINT
    return MotionKind.JOG if isinstance(plan, Jog) else MotionKind.TRAJECTORY


class MotionEnd(StrEnum):
    """The possible ends of a motion."""

    FINISHED = "finished"
    STOPPED = "stopped"
    """Ended by a stop that was requested."""
    FAILED = "failed"


class Motion:
    """One motion in progress; thread-safe.

    The controller that created it calls ``advance`` and ``end``; all other code reads it, waits for
    it or stops it.
    """

    def __init__(self, plan: MotionPlan, *, stop: Callable[[], None]) -> None:
        self.plan = plan
        self._stop = stop
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._fraction = 0.0
        self._end: MotionEnd | None = None
        self._error: BaseException | None = None

    @property
    def progress(self) -> float:
        """Completed fraction of the motion, 0 to 1, as reported by the device."""
        return self._fraction

    @property
    def is_over(self) -> bool:
        """True once the arm is at rest again."""
        return self._over.is_set()

    @property
    def outcome(self) -> MotionEnd | None:
        """The motion's end; None while it is in progress."""
        return self._end

    @property
    def error(self) -> BaseException | None:
        """The error that made the motion fail, else None."""
        return self._error

    def stop(self) -> None:
        """Request a stop; return immediately, may be called again."""
        self._stop()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait for the end for at most ``timeout`` s; return True if the motion is over."""
        return self._over.wait(timeout)

    def result(self, timeout: float | None = None) -> MotionEnd:
        """Wait for the end and return it; raise the motion's error, or ``TimeoutError`` if it goes on."""
        if not self._over.wait(timeout):
            raise TimeoutError
        if self._error is not None:
            raise self._error
        assert self._end is not None
        return self._end

    def advance(self, fraction: float) -> None:
        """Record the completed fraction (called by the controller); it never decreases."""
        self._fraction = min(max(fraction, self._fraction), 1.0)

    def end(self, outcome: MotionEnd, error: BaseException | None = None) -> None:
        """Record the end (called by the controller); only the first call counts."""
        with self._lock:
            if self._end is not None:
                return
            self._end, self._error = outcome, error
            if outcome is MotionEnd.FINISHED:
                self._fraction = 1.0
            self._over.set()
