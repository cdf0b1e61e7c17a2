"""A motion is followed by its controller's reports alone, independent of the protocol."""

from dataclasses import dataclass

import pytest

from devices.driving.motion_in_progress import MotionReport, UnderWay
from devices.errors import RobotStateError, TransportError
from devices.motion import Jog, Motion, MotionEnd


@dataclass
class Request:
    was_sent: bool = True
    accepted: bool = False

    def accept(self) -> None:
        self.accepted = True


def started(request: Request | None = None) -> UnderWay:
    under_way = UnderWay(Motion(Jog(0, 0.1, 0.1), stop=lambda: None), permit=object(), before=7)
    under_way.request = request
    return under_way


def moving(number: int, progress: float) -> MotionReport:
    return MotionReport(number, progress, is_at_rest=False)


def ended(number: int, end: MotionEnd, error: RobotStateError | None = None) -> MotionReport:
    return MotionReport(number, 1.0, is_at_rest=True, end=end, error=error)


def test_a_report_of_a_later_motion_says_that_the_request_was_accepted():
    request = Request()
    under_way = started(request)
    under_way.on_report(moving(7, 1.0), stop_is_confirmed=True)
    assert not request.accepted, "of the motion before"
    under_way.on_report(moving(8, 0.4), stop_is_confirmed=True)
    assert request.accepted
    assert under_way.motion.progress == 0.4
    under_way.on_report(ended(8, MotionEnd.FINISHED), stop_is_confirmed=True)
    assert under_way.motion.result(0.0) is MotionEnd.FINISHED


def test_a_failed_motion_carries_the_controllers_error():
    under_way = started(Request())
    fault = RobotStateError("following-error", joint=2)
    under_way.on_report(ended(8, MotionEnd.FAILED, fault), stop_is_confirmed=True)
    with pytest.raises(RobotStateError, match="following-error"):
        under_way.motion.result(0.0)


def test_a_motion_without_a_request_is_stopped_and_ours_fails():
    under_way = started()
    under_way.on_report(moving(8, 0.1), stop_is_confirmed=True)
    with pytest.raises(RobotStateError, match="moved-unasked"):
        under_way.motion.result(0.0)


def test_a_motion_number_that_decreases_means_a_restarted_controller():
    under_way = started(Request())
    under_way.on_report(moving(0, 0.0), stop_is_confirmed=True)
    with pytest.raises(RobotStateError, match="controller-restarted"):
        under_way.motion.result(0.0)


def test_an_abandoned_motion_ends_only_when_the_arm_is_reported_at_rest():
    under_way = started(Request())
    under_way.give_up(TransportError("no-answer"))
    resting = MotionReport(7, 0.0, is_at_rest=True)
    under_way.on_report(resting, stop_is_confirmed=False)
    assert not under_way.motion.is_over
    under_way.on_report(resting, stop_is_confirmed=True)
    with pytest.raises(TransportError, match="no-answer"):
        under_way.motion.result(0.0)
