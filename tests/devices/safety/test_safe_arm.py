"""A motion is admitted only from the previewed pose, with everything confirmed, and fresh samples."""

from math import radians

import numpy as np
import pytest

from core.recording import Mark
from devices.controller import Lifecycle
from devices.errors import TransportError
from devices.motion import Jog, MotionEnd, MoveTo
from devices.safety import standstill
from tests.devices.safety.fake_arm import HOME, JOG, SERIAL, FakeArm, refusal
from tests.waiting import LIMIT_S


def test_an_admitted_motion_runs(arm):
    motion = arm.begin(JOG)
    assert arm.controller.calls == ["arm", "start"]
    arm.watch(HOME)
    arm.controller.finish()
    assert motion.result(LIMIT_S) is MotionEnd.FINISHED
    assert arm.controller.stops == []
    assert arm.safe.violation is None


def test_a_start_pose_off_by_one_degree_is_refused(arm):
    preview = arm.preview(JOG)
    arm.samples.position = HOME + radians(1.0) * np.eye(6)[2]
    error = refusal(arm.safe.admit, preview, serial_confirmed=SERIAL)
    assert error.code == "start-pose-differs"
    assert error.facts["joint"] == 3
    assert error.facts["difference"] == pytest.approx(1.0)
    assert (error.facts["limit"], error.facts["unit"]) == (pytest.approx(0.5), "°")


def test_a_start_pose_off_by_less_than_half_a_degree_is_accepted(arm):
    preview = arm.preview(JOG)
    arm.samples.position = HOME + radians(0.4)
    arm.safe.admit(preview, serial_confirmed=SERIAL)


def test_the_start_pose_is_checked_again_at_the_start(arm):
    clearance = arm.admit(JOG)
    arm.samples.position = HOME + radians(1.0)
    assert refusal(arm.safe.begin, clearance).code == "start-pose-differs"
    assert arm.controller.calls == []


def test_an_arm_that_sinks_when_its_brakes_open_is_not_moved(arm):
    clearance = arm.admit(JOG)
    arm.controller.during_arm = lambda: setattr(arm.samples, "position", HOME - radians(0.6) * np.eye(6)[1])
    assert refusal(arm.safe.begin, clearance).code == "start-pose-differs"
    assert arm.controller.calls == ["arm"]
    assert arm.controller.lifecycle is Lifecycle.CONNECTED


def test_the_weight_that_the_drives_take_over_from_the_brakes_is_no_resistance(arm):
    """A jog compares torques with those after the brakes have opened, not before."""
    weight = 0.5 * arm.robot.torque_limit / arm.robot.drive_gain
    arm.controller.during_arm = lambda: setattr(arm.samples, "current", weight)
    arm.begin(JOG)
    arm.watch(HOME, current=weight)
    assert arm.safe.violation is None
    arm.watch(HOME, current=1.5 * weight)
    assert arm.safe.violation.code == "jog-torque-rise"


def test_a_start_pose_of_nan_is_refused(arm):
    preview = arm.preview(JOG)
    arm.samples.position = HOME * np.nan
    assert refusal(arm.safe.admit, preview, serial_confirmed=SERIAL).code == "arm-not-standing"


def test_a_wrong_serial_number_is_refused(arm):
    error = refusal(arm.safe.admit, arm.preview(JOG), serial_confirmed="EC-9999")
    assert error.code == "wrong-serial"
    assert error.facts == {"expected": "EC-9999", "found": SERIAL}


def test_a_real_arm_needs_a_confirmed_serial_number(arm):
    assert refusal(arm.safe.admit, arm.preview(JOG)).code == "serial-not-confirmed"


def test_a_virtual_arm_needs_no_serial_number_but_not_a_wrong_one():
    virtual = FakeArm(mark=Mark.VIRTUAL)
    virtual.safe.admit(virtual.preview(JOG))
    error = refusal(virtual.safe.admit, virtual.preview(JOG), serial_confirmed="other")
    assert error.code == "wrong-serial"


def test_a_preview_with_a_blocking_finding_is_refused(arm):
    preview = arm.preview(Jog(joint=1, angle=radians(3.0), speed=radians(2.0)))
    error = refusal(arm.safe.admit, preview, serial_confirmed=SERIAL)
    assert error.code == "preview-not-allowed"
    assert error.facts["findings"] == ("jog-too-far",)


def test_old_samples_are_refused(arm):
    preview = arm.preview(JOG)
    arm.samples.silence = 0.21
    assert refusal(arm.safe.admit, preview, serial_confirmed=SERIAL).code == "stale-stream"


def test_an_arm_that_still_moves_is_refused_and_one_that_comes_to_rest_is_waited_for(arm):
    preview = arm.preview(JOG)
    arm.samples.wander = radians(0.1)
    assert refusal(arm.safe.admit, preview, serial_confirmed=SERIAL).code == "arm-not-standing"
    arm.controller.clock.later(lambda: setattr(arm.samples, "wander", 0.0), after_s=1.4)
    arm.safe.admit(preview, serial_confirmed=SERIAL)


def test_a_delayed_stream_is_waited_for(arm):
    preview = arm.preview(JOG)
    arm.samples.silence = 2.7
    arm.controller.clock.later(lambda: setattr(arm.samples, "silence", 0.0), after_s=7.9)
    arm.safe.admit(preview, serial_confirmed=SERIAL)


def test_after_a_delayed_stream_a_moving_arm_is_waited_for_only_its_own_timeout(arm):
    arm.samples.silence, arm.samples.wander = 2.7, radians(0.1)
    clock = arm.controller.clock
    clock.later(lambda: setattr(arm.samples, "silence", 0.0))
    began = clock.now_s
    assert refusal(arm.safe.standing_pose).code == "arm-not-standing"
    assert clock.now_s - began == pytest.approx(0.1 + standstill.STANDSTILL_TIMEOUT_S, abs=0.1)


def test_a_stop_ends_the_wait_for_samples(arm):
    arm.samples.silence = 2.7
    clock = arm.controller.clock
    began = clock.now_s
    clock.later(arm.safe.stop)
    assert refusal(arm.safe.standing_pose).code == "check-needed-after-stop"
    assert clock.now_s - began < 0.2


def test_a_lost_link_ends_the_wait_for_samples_and_says_why(arm):
    arm.samples.silence = 2.7

    def lose():
        arm.controller.fault_code, arm.controller.lifecycle = "no-answer", Lifecycle.LOST

    clock = arm.controller.clock
    began = clock.now_s
    clock.later(lose)
    with pytest.raises(TransportError) as raised:
        arm.safe.standing_pose()
    assert raised.value.code == "no-answer"
    assert clock.now_s - began < 0.2


def test_without_a_connection_samples_are_not_waited_for(arm):
    arm.samples.silence, arm.controller.lifecycle = 2.7, Lifecycle.DISCONNECTED
    with pytest.raises(TransportError) as raised:
        arm.safe.standing_pose()
    assert raised.value.code == "not-connected"


def fast(arm):
    """A preview of a proven arm's fast move."""
    return arm.preview(MoveTo(HOME + 0.3, 0.6), proven=True)


def test_a_fast_motion_needs_a_clear_cell_confirmed_each_time(arm):
    preview = fast(arm)
    assert preview.needs_clear_cell
    assert preview.allowed
    assert refusal(arm.safe.admit, preview, serial_confirmed=SERIAL).code == "clear-cell-not-confirmed"
    arm.safe.admit(preview, serial_confirmed=SERIAL, clear_cell_confirmed=True)
    assert refusal(arm.safe.admit, preview, serial_confirmed=SERIAL).code == "clear-cell-not-confirmed"


def test_a_confirmed_cell_is_forgotten_at_a_stop(arm):
    clearance = arm.safe.admit(fast(arm), serial_confirmed=SERIAL, clear_cell_confirmed=True)
    arm.safe.stop()
    assert refusal(arm.safe.begin, clearance).code == "check-needed-after-stop"
    assert refusal(arm.safe.admit, fast(arm), serial_confirmed=SERIAL).code == "clear-cell-not-confirmed"
