"""The motion in progress as its controller reports it: accepted, progress and end."""

import threading
from dataclasses import dataclass
from typing import Protocol

from devices.errors import DeviceError, RobotStateError
from devices.motion import Motion, MotionEnd


@dataclass(frozen=True)
class MotionReport:
    """The controller's report about the newest motion that it has begun.

    ``number`` counts its motions. ``end`` is None during the motion; ``error`` is the reason of a failure.
    """

    number: int
    progress: float
    is_at_rest: bool
    end: MotionEnd | None = None
    error: DeviceError | None = None


class BeginRequest(Protocol):
    """The request that makes an arm move."""

    @property
    def was_sent(self) -> bool:
        """True if the controller may have received it."""

    def accept(self) -> None:
        """Count the request as accepted: the controller executes it, even if its answer was lost."""


class Request:
    """A request on its way to the controller, by which the arm begins to move."""

    def __init__(self) -> None:
        self.was_sent = False
        self.is_accepted = threading.Event()

    def accept(self) -> None:
        """Count it as begun."""
        self.is_accepted.set()


class UnderWay:
    """Follows one motion through the controller's reports.

    ``before`` is the number of the controller's last motion. A higher number is this motion, whether
    or not the answer to its request arrived.
    """

    def __init__(self, motion: Motion, *, permit: object, before: int) -> None:
        self.motion = motion
        self.permit = permit
        self.request: BeginRequest | None = None
        """The request that starts the motion, once it exists."""
        self.failure: DeviceError | None = None
        """Error on this side; the motion ends with it when the arm is at rest."""
        self._before = before
        self._is_given_up = False

    @property
    def may_have_begun(self) -> bool:
        """True if the controller may have received the request."""
        return self.request is not None and self.request.was_sent

    def give_up(self, failure: DeviceError | None) -> None:
        """Stop waiting for the request's answer; the motion ends now unless the arm may be moving."""
        self.failure = failure
        self._is_given_up = True
        if not self.may_have_begun:
            self._end_unmoved()

    def on_report(self, report: MotionReport, *, stop_is_confirmed: bool) -> None:
        """Process a report; ``stop_is_confirmed`` if the controller had confirmed every stop before it."""
        # motions are counted from power-on: a lower number means that the controller has restarted
        if report.number < self._before:
            self.motion.end(MotionEnd.FAILED, RobotStateError("controller-restarted"))
        elif report.number > self._before and not self.may_have_begun:
            # the request was not sent, so the arm moves on its own account: stop it and do not start ours
            self.motion.stop()
            self.motion.end(MotionEnd.FAILED, RobotStateError("moved-unasked"))
        elif report.number > self._before:
            self._follow(report)
        # same number, stop confirmed, at rest: the request was not executed and never will be
        elif self._is_given_up and stop_is_confirmed and report.is_at_rest:
            self._end_unmoved()

    def _follow(self, report: MotionReport) -> None:
        # a report of this motion replaces an answer that was lost on the line
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
