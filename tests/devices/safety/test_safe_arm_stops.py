"""After a stop nothing moves that was prepared before it; a silent stream or a violation stops the arm."""

import threading
from math import radians

import numpy as np
import pytest

from core.recording import Mark
from devices.controller import Lifecycle, StopLevel
from devices.errors import DataQualityError, RobotStateError
from devices.motion import MotionEnd
from devices.safety import safe_arm
from devices.safety.limits import SILENCE_S
from devices.safety.safe_arm import _LOOK_S as STEP_S
from tests.devices.safety.fake_arm import HOME, JOG, SERIAL, FakeArm, block, capabilities, refusal
from tests.waiting import LIMIT_S, wait_until


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
        thread.join(LIMIT_S)
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
    arm.controller.during_start = lambda: hanging.wait(LIMIT_S)
    errors = []
    thread = threading.Thread(target=lambda: errors.append(refusal(arm.safe.begin, clearance)))
    thread.start()
    wait_until(lambda: "start" in arm.controller.calls)
    arm.safe.stop(StopLevel.ABORT)  # comes back although the start does not
    assert not errors
    hanging.set()
    thread.join(LIMIT_S)
    assert arm.controller.stops[0][0] is StopLevel.ABORT
    assert errors[0].code == "check-needed-after-stop"


def test_a_motion_that_fails_to_start_leaves_the_arm_stopped(arm):
    arm.controller.during_start = lambda: (_ for _ in ()).throw(RobotStateError("protective-stop"))
    with pytest.raises(RobotStateError, match="protective-stop"):
        arm.begin(JOG)
    assert arm.controller.stops
    assert arm.controller.lifecycle is Lifecycle.CONNECTED


WATCH = "silence watch"
"""The thread that watches for silence."""


def pass_silently(arm, seconds):
    """Let time pass in which the watching thread runs and no samples come."""
    for _ in range(round(seconds / STEP_S)):
        arm.controller.clock.turn(STEP_S)
        if arm.safe.violation is None:
            arm.controller.clock.looked(WATCH, times=1)


def test_a_silent_stream_stops_the_arm(arm):
    motion = arm.begin(JOG)
    arm.watch(HOME)
    pass_silently(arm, SILENCE_S - STEP_S)
    assert not motion.is_over
    pass_silently(arm, 3.0 * STEP_S)
    assert motion.wait(LIMIT_S)
    assert isinstance(arm.safe.violation, DataQualityError)
    assert arm.safe.violation.code == "silent-while-moving"
    assert arm.controller.stops[0][1] == "silence watch"


def test_a_halt_of_the_watching_thread_is_no_silence(arm):
    motion = arm.begin(JOG)
    arm.watch(HOME)
    arm.controller.clock.looked(WATCH)
    arm.controller.clock.turn(SILENCE_S + 0.3)
    arm.controller.clock.looked(WATCH)  # before anything is heard again
    arm.watch(HOME)
    arm.controller.clock.looked(WATCH)
    assert not motion.is_over
    assert arm.safe.violation is None


def test_a_stream_that_stays_silent_after_a_halt_stops_the_arm(arm):
    motion = arm.begin(JOG)
    arm.watch(HOME)
    arm.controller.clock.turn(SILENCE_S + 0.3)
    pass_silently(arm, SILENCE_S + 3.0 * STEP_S)
    assert motion.wait(LIMIT_S)
    assert arm.safe.violation.code == "silent-while-moving"


def test_a_stream_that_flows_is_not_silent(arm):
    motion = arm.begin(JOG)
    for _ in range(20):
        arm.watch(HOME)
        pass_silently(arm, 2.0 * STEP_S)
        assert not motion.is_over
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
        thread.join(LIMIT_S)
    assert arm.safe.stop_count not in {clearance.stop_count, *counts[:1]}
    assert refusal(arm.safe.begin, clearance).code == "check-needed-after-stop"


def test_a_block_without_samples_is_ignored(arm):
    arm.begin(JOG)
    arm.safe.watch(block(arm.robot, np.empty((0, 6))))
    assert arm.safe.violation is None
