"""Mover of an arm in one connection: the conditions and the permit to begin, the newest motion, its end.

The thread of the link calls ``on_lost``; ``stop`` may be called from any thread and waits for nothing.
"""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from core.errors import Fact
from devices.controller import ControllerStatus, Said, StopLevel
from devices.errors import DeviceError, MotionRejected, RobotStateError, TransportError
from devices.motion import Motion, MotionEnd, MotionPlan

_ERRAND_DEADLINE_S = 3.0


class MovingArm(ABC):
    """The armed state and the newest motion; ``leave_s`` is the longest wait for its end at the leave, s."""

    def __init__(self, *, leave_s: float) -> None:
        self._leave_s = leave_s
        self._permit: object | None = None
        """Present while the arm is armed; any stop takes it away."""
        self._motion: Motion | None = None
        self._errand: threading.Thread | None = None

    @property
    @abstractmethod
    def status(self) -> ControllerStatus:
        """The newest status."""

    @property
    def is_under_way(self) -> bool:
        """True while a motion goes on."""
        return self._motion is not None and not self._motion.is_over

    @abstractmethod
    def arm(self) -> None:
        """Enter the armed state; see ``Controller``."""

    def disarm(self) -> None:
        """Let no motion begin; the arm holds its position."""
        self._permit = None

    @abstractmethod
    def start(self, plan: MotionPlan) -> Motion:
        """Start a motion and return; see ``Controller``."""

    @abstractmethod
    def stop(self, level: StopLevel = StopLevel.CONTROLLED) -> None:
        """Stop from any thread in any state, without waiting."""

    def take_leave(self) -> None:
        """Stop a motion and wait for its end within a deadline; then let none begin."""
        motion = self._motion
        if motion is not None and not motion.is_over:
            self.stop()
            motion.wait(self._leave_s)
        self.disarm()

    def close(self) -> None:
        """End the thread that began the motion, within a deadline, and a motion that has not ended."""
        if self._errand is not None:
            self._errand.join(_ERRAND_DEADLINE_S)
        self._fail(TransportError("link-lost", errno=0, reason="closed by this program"))

    def on_lost(self, error: DeviceError) -> None:
        """End the motion: the state of the arm is unknown from now on."""
        self._permit = None
        self._fail(error)

    def _expect_armed(self) -> object:
        """The permit; raise ``MotionRejected`` ``not-armed`` without one."""
        if self._permit is None:
            raise MotionRejected("not-armed")
        return self._permit

    def _expect_none_under_way(self) -> None:
        if self.is_under_way:
            raise MotionRejected("already-moving")

    def _fail(self, error: DeviceError) -> None:
        if self._motion is not None:
            self._motion.end(MotionEnd.FAILED, error)

    def _send_on_errand(self, errand: Callable[[], None], *, name: str) -> None:
        """Run what begins a motion in a thread of its own."""
        self._errand = threading.Thread(target=errand, name=name, daemon=True)
        self._errand.start()


@dataclass(frozen=True)
class Condition:
    """Something that a motion needs; ``code`` is that of the error while it is missing, with its facts."""

    code: str
    is_met: bool
    facts: dict[str, Fact] = field(default_factory=dict)


def said_missing(conditions: Iterable[Condition]) -> tuple[Said, ...]:
    """Codes and facts of the conditions that are not met."""
    return tuple((each.code, each.facts) for each in conditions if not each.is_met)


def first_missing(conditions: Iterable[Condition]) -> RobotStateError | None:
    """The error of the first condition that is not met; None if all are."""
    return next((RobotStateError(code, **facts) for code, facts in said_missing(conditions)), None)
