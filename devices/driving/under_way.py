"""The motion under way as its controller reports it: accepted, how far, and how it ended."""

from dataclasses import dataclass
from typing import Protocol

from devices.errors import DeviceError, RobotStateError
from devices.motion import Motion, MotionEnd


@dataclass(frozen=True)
class MotionReport:
    """What a controller says of the newest motion that it has begun.

    ``number`` counts its motions; ``end`` is None while the motion lasts, and ``error`` says why it failed.
    """

    number: int
    progress: float
    is_at_rest: bool
    end: MotionEnd | None = None
    error: DeviceError | None = None


class BeginRequest(Protocol):
    """The request that sets an arm in motion."""

    @property
    def was_sent(self) -> bool:
        """Whether the controller may have heard it."""

    def accept(self) -> None:
        """The controller follows it, whatever became of its answer."""


class UnderWay:
    """Follows one motion through the controller's reports.

    ``before`` is the number of the controller's last motion: a higher one is this motion,
    whether or not the answer to its request got through.
    """

    def __init__(self, motion: Motion, *, permit: object, before: int) -> None:
        self.motion = motion
        self.permit = permit
        self.request: BeginRequest | None = None
        """What sets the arm in motion, once it was made."""
        self.failure: DeviceError | None = None
        """What went wrong on this side; the motion ends with it when the arm is at rest."""
        self._before = before
        self._is_given_up = False

    @property
    def may_have_begun(self) -> bool:
        """Whether the controller may have heard the request."""
        return self.request is not None and self.request.was_sent

    def give_up(self, failure: DeviceError | None) -> None:
        """Nobody waits for the request's answer any more; ends here unless the arm may be moving."""
        self.failure = failure
        self._is_given_up = True
        if not self.may_have_begun:
            self._end_unmoved()

    def on_report(self, report: MotionReport, *, stop_is_confirmed: bool) -> None:
        """Take a report; ``stop_is_confirmed`` where the controller had heard every stop by then."""
        if report.number < self._before:
            self.motion.end(MotionEnd.FAILED, RobotStateError("controller-restarted"))
        elif report.number > self._before and not self.may_have_begun:
            # nothing was asked of it yet: what it counts is a motion of its own, and ours is not to follow
            self.motion.stop()
            self.motion.end(MotionEnd.FAILED, RobotStateError("moved-unasked"))
        elif report.number > self._before:
            self._follow(report)
        elif self._is_given_up and stop_is_confirmed and report.is_at_rest:
            self._end_unmoved()

    def _follow(self, report: MotionReport) -> None:
        if self.request is not None:
            self.request.accept()
        self.motion.advance(report.progress)
        if report.end is None:
            return
        if report.error is not None:
            self.motion.end(MotionEnd.FAILED, report.error)
        elif self.failure is not None:
            self.motion.end(MotionEnd.FAILED, self.failure)
        else:
            error = RobotStateError("motion-failed") if report.end is MotionEnd.FAILED else None
            self.motion.end(report.end, error)

    def _end_unmoved(self) -> None:
        if self.failure is not None:
            self.motion.end(MotionEnd.FAILED, self.failure)
        else:
            self.motion.end(MotionEnd.STOPPED)
