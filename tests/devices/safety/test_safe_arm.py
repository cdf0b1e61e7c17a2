"""Nothing moves without a check from the same pose since the last stop."""

import threading
import time
from math import radians

import numpy as np
import pytest

from core.recording import Mark
from devices.controller import Lifecycle, StopLevel
from devices.errors import DataQualityError, MotionRejected, RobotStateError, TransportError
from devices.halts import FORGIVEN_S
from devices.motion import Jog, MotionEnd, MoveTo
from devices.safety import safe_arm
from devices.safety.limits import SILENCE_S
from tests.devices.busy_computer import halt
from tests.devices.safety.fake_arm import HOME, SERIAL, FakeArm, block, capabilities

JOG = Jog(joint=1, angle=radians(1.0), speed=radians(2.0))


@pytest.fixture
def arm(monkeypatch):
    monkeypatch.setattr(safe_arm, "STANDSTILL_TIMEOUT_S", 0.05)
    monkeypatch.setattr(safe_arm, "STALE_STREAM_TIMEOUT_S", 0.05)
    monkeypatch.setattr(safe_arm, "RELEASE_S", 0.0)
    made = FakeArm()
    yield made
    made.safe.close()


def refusal(call, *arguments, **named):
    with pytest.raises(MotionRejected) as raised:
        call(*arguments, **named)
    return raised.value


def test_an_admitted_motion_runs(arm):
    motion = arm.begin(JOG)
    assert arm.controller.calls == ["arm", "start"]
    arm.watch(HOME)
    arm.controller.finish()
    assert motion.result(1.0) is MotionEnd.FINISHED
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


def test_an_arm_that_still_moves_is_refused_and_one_that_comes_to_rest_is_waited_for(arm, monkeypatch):
    preview = arm.preview(JOG)
    arm.samples.wander = radians(0.1)
    assert refusal(arm.safe.admit, preview, serial_confirmed=SERIAL).code == "arm-not-standing"
    monkeypatch.setattr(safe_arm, "STANDSTILL_TIMEOUT_S", 5.0)
    rest = threading.Timer(0.1, setattr, (arm.samples, "wander", 0.0))
    rest.start()
    arm.safe.admit(preview, serial_confirmed=SERIAL)
    rest.join()


def _later(change):
    """Call a function shortly after, from another thread."""
    timer = threading.Timer(0.1, change)
    timer.start()
    return timer


def test_a_delayed_stream_is_waited_for(arm, monkeypatch):
    preview = arm.preview(JOG)
    monkeypatch.setattr(safe_arm, "STALE_STREAM_TIMEOUT_S", 5.0)
    arm.samples.silence = 2.7
    coming = _later(lambda: setattr(arm.samples, "silence", 0.0))
    arm.safe.admit(preview, serial_confirmed=SERIAL)
    coming.join()


def test_after_a_delayed_stream_a_moving_arm_is_waited_for_only_its_own_timeout(arm, monkeypatch):
    monkeypatch.setattr(safe_arm, "STALE_STREAM_TIMEOUT_S", 5.0)
    arm.samples.silence, arm.samples.wander = 2.7, radians(0.1)
    coming = _later(lambda: setattr(arm.samples, "silence", 0.0))
    began = time.monotonic()
    assert refusal(arm.safe.standing_pose).code == "arm-not-standing"
    assert 0.1 <= time.monotonic() - began < 3.0
    coming.join()


def test_a_stop_ends_the_wait_for_samples(arm, monkeypatch):
    monkeypatch.setattr(safe_arm, "STALE_STREAM_TIMEOUT_S", 30.0)
    arm.samples.silence = 2.7
    stopping = _later(arm.safe.stop)
    began = time.monotonic()
    assert refusal(arm.safe.standing_pose).code == "check-needed-after-stop"
    assert time.monotonic() - began < 10.0
    stopping.join()


def test_a_lost_link_ends_the_wait_for_samples_and_says_why(arm, monkeypatch):
    monkeypatch.setattr(safe_arm, "STALE_STREAM_TIMEOUT_S", 30.0)
    arm.samples.silence = 2.7

    def lose():
        arm.controller.fault_code, arm.controller.lifecycle = "no-answer", Lifecycle.LOST

    losing = _later(lose)
    began = time.monotonic()
    with pytest.raises(TransportError) as raised:
        arm.safe.standing_pose()
    assert raised.value.code == "no-answer"
    assert time.monotonic() - began < 10.0
    losing.join()


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


def test_after_a_stop_nothing_old_moves_the_arm(arm):
    preview, clearance = arm.preview(JOG), arm.admit(JOG)
    arm.safe.stop()
    assert refusal(arm.safe.begin, clearance).code == "check-needed-after-stop"
    assert refusal(arm.safe.admit, preview, serial_confirmed=SERIAL).code == "check-needed-after-stop"
    assert arm.controller.calls == []
    arm.begin(JOG)
    assert arm.controller.calls == ["arm", "start"]


def test_a_clearance_from_before_reconnecting_is_void(arm):
    preview = arm.preview(JOG)
    other = safe_arm.SafeArm(arm.controller, arm.robot, identity=arm.safe._identity, samples=arm.samples)
    assert refusal(other.admit, preview, serial_confirmed=SERIAL).code == "check-needed-after-stop"


@pytest.mark.parametrize("broken", [Lifecycle.FAULT, Lifecycle.LOST, Lifecycle.DISCONNECTED])
def test_a_fault_or_a_broken_link_voids_every_clearance(arm, broken):
    clearance = arm.admit(JOG)
    arm.controller.lifecycle = broken
    arm.watch(HOME)
    arm.controller.lifecycle = Lifecycle.CONNECTED
    assert refusal(arm.safe.begin, clearance).code == "check-needed-after-stop"


def test_the_end_of_a_stream_that_takes_no_motion_stops_nothing():
    """The end of a replay voids no clearance."""
    arm = FakeArm()
    arm.controller.capabilities = capabilities(mark=Mark.REPLAY, motions=())
    count = arm.safe.stop_count
    arm.controller.lifecycle = Lifecycle.FAULT
    arm.watch(HOME)
    assert arm.safe.stop_count == count
    arm.safe.stop()
    assert arm.safe.stop_count != count, "a stop from outside counts"


def test_a_stop_at_the_controller_voids_every_clearance(arm):
    """For example by the motion's own ``stop``, of which the safety layer is not informed."""
    motion = arm.begin(JOG)
    count = arm.safe.stop_count
    motion.stop()
    assert arm.safe.stop_count != count


def test_a_disarmed_arm_counts_as_stopped(arm):
    arm.begin(JOG)
    arm.controller.finish()
    clearance = arm.admit(JOG)
    arm.controller.lifecycle = Lifecycle.CONNECTED
    assert refusal(arm.safe.begin, clearance).code == "check-needed-after-stop"


def test_coming_to_rest_after_a_stop_is_not_another_stop(arm):
    """A check made right after STOP stays valid when the controller reports the end later."""
    motion = arm.begin(JOG)
    arm.controller.stop = lambda level: None  # decelerates, says nothing yet
    arm.safe.stop()
    preview = arm.preview(JOG)
    motion.end(MotionEnd.STOPPED)
    arm.controller.lifecycle = Lifecycle.CONNECTED
    arm.watch(HOME)
    arm.safe.admit(preview, serial_confirmed=SERIAL)


def test_a_finished_motion_voids_nothing(arm):
    following = arm.preview(JOG)
    arm.begin(JOG)
    arm.controller.finish()
    arm.watch(HOME)
    arm.safe.begin(arm.safe.admit(following, serial_confirmed=SERIAL))


def test_a_clearance_is_for_one_motion(arm):
    first, second = arm.admit(JOG), arm.admit(JOG)
    arm.safe.begin(first)
    assert refusal(arm.safe.begin, second).code == "already-moving"
    arm.controller.finish()
    arm.safe.begin(second)
    arm.controller.finish()
    assert refusal(arm.safe.begin, first).code == "clearance-used"


@pytest.mark.parametrize("moment", ["during_arm", "during_start"])
def test_a_stop_while_the_motion_is_begun_wins(arm, moment):
    """At whatever time it comes: the arm is at rest, and stop was the last call to the controller."""
    clearance = arm.admit(JOG)

    def stop_from_another_thread():
        thread = threading.Thread(target=arm.safe.stop)
        thread.start()
        thread.join(1.0)
        assert not thread.is_alive()

    setattr(arm.controller, moment, stop_from_another_thread)
    assert refusal(arm.safe.begin, clearance).code == "check-needed-after-stop"
    assert arm.controller.lifecycle is Lifecycle.CONNECTED
    assert arm.controller.motion is None or arm.controller.motion.outcome is MotionEnd.STOPPED


def test_a_stop_during_admission_voids_it(arm, monkeypatch):
    preview = arm.preview(JOG)
    look = arm.samples.newest

    def look_and_stop(seconds):
        arm.safe.stop()
        return look(seconds)

    monkeypatch.setattr(arm.samples, "newest", look_and_stop)
    assert refusal(arm.safe.admit, preview, serial_confirmed=SERIAL).code == "check-needed-after-stop"


def test_stop_does_not_wait_for_a_motion_being_started(arm):
    """The controller hangs in ``start``; STOP goes out all the same."""
    clearance, hanging = arm.admit(JOG), threading.Event()
    arm.controller.during_start = lambda: hanging.wait(5.0)
    errors = []
    thread = threading.Thread(target=lambda: errors.append(refusal(arm.safe.begin, clearance)))
    thread.start()
    while "start" not in arm.controller.calls:
        time.sleep(0.001)
    began = time.monotonic()
    arm.safe.stop(StopLevel.ABORT)
    took = time.monotonic() - began
    hanging.set()
    thread.join(5.0)
    assert took < 0.1
    assert arm.controller.stops[0][0] is StopLevel.ABORT
    assert errors[0].code == "check-needed-after-stop"


def test_a_motion_that_fails_to_start_leaves_the_arm_stopped(arm):
    arm.controller.during_start = lambda: (_ for _ in ()).throw(RobotStateError("protective-stop"))
    with pytest.raises(RobotStateError, match="protective-stop"):
        arm.begin(JOG)
    assert arm.controller.stops
    assert arm.controller.lifecycle is Lifecycle.CONNECTED


def test_a_silent_stream_stops_the_arm(arm):
    motion = arm.begin(JOG)
    arm.watch(HOME)
    began = time.monotonic()
    assert motion.wait(5.0)
    assert SILENCE_S < time.monotonic() - began < SILENCE_S + FORGIVEN_S + 0.5
    assert isinstance(arm.safe.violation, DataQualityError)
    assert arm.safe.violation.code == "silent-while-moving"
    assert arm.controller.stops[0][1] == "silence watch"


def test_a_halt_of_the_watching_thread_is_no_silence(arm):
    motion = arm.begin(JOG)
    arm.watch(HOME)
    halt(SILENCE_S + 0.3)
    time.sleep(0.1)  # the watch looks before anything is heard again
    arm.watch(HOME)
    assert not motion.wait(0.1)
    assert arm.safe.violation is None


def test_a_stream_that_stays_silent_after_a_halt_stops_the_arm(arm):
    motion = arm.begin(JOG)
    arm.watch(HOME)
    halt(SILENCE_S + 0.3)
    assert motion.wait(5.0)
    assert arm.safe.violation.code == "silent-while-moving"


def test_a_stream_that_flows_is_not_silent(arm):
    motion = arm.begin(JOG)
    for _ in range(20):
        arm.watch(HOME)
        assert not motion.wait(0.02)
    assert arm.safe.violation is None


def test_a_violation_stops_at_once_and_is_kept_until_the_next_motion(arm):
    arm.begin(JOG)
    count = arm.safe.stop_count
    arm.watch(HOME + radians(3.0))
    assert arm.safe.violation.code == "jog-other-joint"
    assert len(arm.controller.stops) == 1
    assert arm.safe.stop_count != count
    arm.watch(HOME + radians(3.0))
    assert len(arm.controller.stops) == 1
    arm.begin(JOG)
    assert arm.safe.violation is None


def test_an_arm_without_our_motion_is_not_supervised(arm):
    arm.watch(HOME + 1.0)
    arm.begin(JOG)
    arm.controller.finish()
    arm.watch(HOME + 1.0)
    assert arm.safe.violation is None
    assert arm.controller.stops == []


def test_closing_stops_a_motion_and_ends_the_threads(arm):
    motion = arm.begin(JOG)
    arm.safe.close()
    assert motion.outcome is MotionEnd.STOPPED
    assert "silence watch" not in {thread.name for thread in threading.enumerate()}
    arm.safe.close()


def test_stops_from_many_threads_void_every_time(arm):
    counts, clearance = [], arm.admit(JOG)

    def stop_often():
        for _ in range(50):
            before = arm.safe._stop_count
            arm.safe.stop()
            counts.append(before)

    threads = [threading.Thread(target=stop_often) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(5.0)
    assert arm.safe.stop_count not in {clearance.stop_count, *counts[:1]}
    assert refusal(arm.safe.begin, clearance).code == "check-needed-after-stop"


def test_a_block_without_samples_is_ignored(arm):
    arm.begin(JOG)
    arm.safe.watch(block(arm.robot, np.empty((0, 6))))
    assert arm.safe.violation is None
