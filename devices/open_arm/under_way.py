"""The motion under way as the device tells it: accepted, how far, and how it ended."""

from devices.errors import DeviceError, RobotStateError
from devices.motion import Motion, MotionEnd
from devices.open_arm.faults import device_error
from devices.open_arm.requests import Asked
from devices.open_arm.upload import TrajectoryUpload
from devices.protocol_open.messages import Ack, DeviceState, Status

_AT_REST = frozenset({DeviceState.IDLE, DeviceState.ARMED, DeviceState.FAULT})
_ENDS = {"finished": MotionEnd.FINISHED, "stopped": MotionEnd.STOPPED, "failed": MotionEnd.FAILED}


class UnderWay:
    """Follows one motion through the device's statuses.

    ``before`` is the number of the device's last motion: a higher one is this motion,
    whether or not the answer to its request got through.
    """

    def __init__(self, motion: Motion, *, permit: object, before: int) -> None:
        self.motion = motion
        self.permit = permit
        self.upload: TrajectoryUpload | None = None
        self.request: Asked | None = None
        """What sets the arm in motion, once it was made."""
        self.failure: DeviceError | None = None
        """What went wrong on this side; the motion ends with it when the arm is at rest."""
        self._before = before
        self._is_given_up = False

    @property
    def may_have_begun(self) -> bool:
        """Whether the device may have heard the request."""
        return self.request is not None and self.request.sequence is not None

    def give_up(self, failure: DeviceError | None) -> None:
        """Nobody waits for the request's answer any more; ends here unless the arm may be moving."""
        self.failure = failure
        self._is_given_up = True
        if not self.may_have_begun:
            self._end_unmoved()

    def on_status(self, status: Status, *, stop_is_confirmed: bool) -> None:
        """Take what the device says; ``stop_is_confirmed`` where it had heard every stop by then."""
        if status.motion < self._before:
            self.motion.end(MotionEnd.FAILED, RobotStateError("controller-restarted"))
        elif status.motion > self._before and not self.may_have_begun:
            # nothing was asked of it yet: what it counts is a motion of its own, and ours is not to follow
            self.motion.stop()
            self.motion.end(MotionEnd.FAILED, RobotStateError("moved-unasked"))
        elif status.motion > self._before:
            self._follow(status)
        elif self._is_given_up and stop_is_confirmed and status.state in _AT_REST:
            self._end_unmoved()

    def _follow(self, status: Status) -> None:
        if self.request is not None and self.request.sequence is not None:
            self.request.answer(Ack(self.request.sequence))  # whose own way may have been lossy
        self.motion.advance(status.progress)
        if not status.outcome:
            return
        if status.fault:
            error: DeviceError | None = device_error(status.fault, status.facts, default=RobotStateError)
            self.motion.end(MotionEnd.FAILED, error)
        elif self.failure is not None:
            self.motion.end(MotionEnd.FAILED, self.failure)
        else:
            end = _ENDS[status.outcome]
            error = RobotStateError("motion-failed") if end is MotionEnd.FAILED else None
            self.motion.end(end, error)

    def _end_unmoved(self) -> None:
        if self.failure is not None:
            self.motion.end(MotionEnd.FAILED, self.failure)
        else:
            self.motion.end(MotionEnd.STOPPED)
