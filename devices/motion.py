"""What can be asked of an arm, and the motion that comes of it as a future.

A plan says what is meant; a ``Motion`` is one under way: it has progress, an end, an
exception when it ended badly, and it can be stopped from any thread.
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
    """From where the arm stands to ``target`` (n,) rad at a fraction (0 to 1) of its speed."""

    target: FloatArray
    speed_fraction: float


@dataclass(frozen=True)
class Jog:
    """One joint by ``angle`` rad at ``speed`` rad/s, all others standing still."""

    joint: int
    angle: float
    speed: float


@dataclass(frozen=True, eq=False)
class RunTrajectory:
    """A whole trajectory; the arm must stand at its start."""

    trajectory: Trajectory


MotionPlan = MoveTo | Jog | RunTrajectory


def motion_kind(plan: MotionPlan) -> MotionKind:
    """Which of the capabilities a plan needs."""
    if isinstance(plan, MoveTo):
        return MotionKind.POINT_TO_POINT
    return MotionKind.JOG if isinstance(plan, Jog) else MotionKind.TRAJECTORY


class MotionEnd(StrEnum):
    """How a motion ended."""

    FINISHED = "finished"
    STOPPED = "stopped"
    """Somebody asked for it."""
    FAILED = "failed"


class Motion:
    """One motion under way; thread-safe.

    The controller that made it calls ``advance`` and ``end``; everybody else reads,
    waits, or stops it.
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
        """The fraction of the motion done, 0 to 1, as the device says."""
        return self._fraction

    @property
    def is_over(self) -> bool:
        """Whether the arm is at rest again."""
        return self._over.is_set()

    @property
    def outcome(self) -> MotionEnd | None:
        """How it ended; None while it is under way."""
        return self._end

    @property
    def error(self) -> BaseException | None:
        """Why it failed."""
        return self._error

    def stop(self) -> None:
        """Ask the arm to stop; returns at once, may be called again."""
        self._stop()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until it is over, at most ``timeout`` s; whether it is."""
        return self._over.wait(timeout)

    def result(self, timeout: float | None = None) -> MotionEnd:
        """Wait for the end and say how it was; raise what made it fail, ``TimeoutError`` while it lasts."""
        if not self._over.wait(timeout):
            raise TimeoutError
        if self._error is not None:
            raise self._error
        assert self._end is not None
        return self._end

    def advance(self, fraction: float) -> None:
        """Note how much is done (for the controller)."""
        self._fraction = min(max(fraction, self._fraction), 1.0)

    def end(self, outcome: MotionEnd, error: BaseException | None = None) -> None:
        """Note the end (for the controller); only the first one counts."""
        with self._lock:
            if self._end is not None:
                return
            self._end, self._error = outcome, error
            if outcome is MotionEnd.FINISHED:
                self._fraction = 1.0
            self._over.set()
