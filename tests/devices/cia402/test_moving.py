"""The state machine and motion: each end of a motion, and what refuses one."""

from types import SimpleNamespace

import numpy as np
import pytest

from core.recording import Quantity
from devices.cia402.states import DriveState
from devices.controller import Lifecycle
from devices.emulated.cia402 import Homed
from devices.errors import MotionRejected, RobotStateError
from devices.motion import Jog, MotionEnd, MoveTo, RunTrajectory
from tests.devices.cia402.driven import PATIENCE_S, driven, ended, wait_for

pytestmark = pytest.mark.usefixtures("libraries")
FAR = MoveTo(np.array([1.5, 0.2, 0.2, 0.5, 0.3, 0.8]), 0.3)


def states(moved):
    return set(moved.arm.cycle.states)


def test_a_jog_turns_one_joint_and_ends(moved):
    moved.samples(1)
    before = moved.arm.cycle.position
    motion = moved.run(Jog(5, np.radians(2.0), np.radians(4.0)))
    assert motion.result(PATIENCE_S) is MotionEnd.FINISHED
    turned = np.degrees(moved.arm.cycle.position - before)
    assert turned == pytest.approx([0, 0, 0, 0, 0, 2], abs=0.05)
    assert moved.arm.status.lifecycle is Lifecycle.ARMED
    moved.arm.disarm()
    wait_for(lambda: states(moved) == {DriveState.READY})


def test_jogs_one_after_another_all_end(moved):
    moved.arm.arm()
    for joint in (0, 1, 5):
        for way in (1.0, -1.0):
            motion = moved.arm.start(Jog(joint, way * np.radians(0.5), np.radians(4.0)))
            assert motion.result(PATIENCE_S) is MotionEnd.FINISHED


def test_all_joints_arrive_together_at_the_target(moved):
    target = np.array([0.3, 0.6, 0.9, -0.1, -0.4, -0.3])
    motion = moved.run(MoveTo(target, 0.5))
    assert motion.result(PATIENCE_S) is MotionEnd.FINISHED
    assert moved.arm.cycle.position == pytest.approx(target, abs=2e-3)


def test_a_fault_of_one_drive_stops_all_and_is_left_only_by_a_reset(moved):
    motion = moved.under_way(FAR)
    moved.emulated.fail(2)
    error = ended(motion)
    assert (error.code, error.facts["joint"]) == ("cia402-fault", 2)
    wait_for(lambda: states(moved) == {DriveState.DISABLED, DriveState.FAULT})
    assert moved.arm.status.lifecycle is Lifecycle.FAULT
    with pytest.raises(RobotStateError, match="cia402-fault") as raised:
        moved.arm.arm()
    assert raised.value.facts["error"] == "0x7500"
    moved.arm.clear_fault()
    moved.arm.arm()
    assert states(moved) == {DriveState.ENABLED}


def test_a_drive_that_falls_silent_stops_the_others(moved):
    motion = moved.under_way(MoveTo(FAR.target, 0.05))
    moved.emulated.silence(3)
    assert ended(motion).code == "cia402-drive-silent"
    drives = moved.emulated.arm.drives
    wait_for(lambda: not any(drive.is_powered for drive in drives if drive.node != 3))


def test_a_drive_that_is_not_homed_is_not_moved(libraries):
    with driven(homed=Homed.NO) as moved:
        moved.arm.connect()
        with pytest.raises(MotionRejected, match="cia402-not-homed") as raised:
            moved.arm.arm()
        assert raised.value.facts["joint"] == 1
        assert not any(drive.is_powered for drive in moved.emulated.arm.drives)
        moved.emulated.home()
        moved.arm.arm()


def test_a_drive_without_a_watchdog_is_not_moved(moved):
    drives = moved.emulated.arm.drives
    drives[1].objects[0x1016, 1].is_fixed = True
    with pytest.raises(MotionRejected, match="cia402-no-watchdog") as raised:
        moved.arm.arm()
    assert raised.value.facts["node"] == 2
    assert not any(drive.is_powered for drive in drives)


class Swing:
    """The last two joints swing for 3 s and come back; a plain function of time."""

    duration, joint_count = 3.0, 6

    def __init__(self, start):
        self.start = start

    def evaluate(self, time):
        wave = 0.1 * (1.0 - np.cos(2.0 * np.pi * time / self.duration))
        position = np.tile(self.start, (len(time), 1))
        position[:, 4:] += wave[:, np.newaxis]
        return SimpleNamespace(position=position)


def test_a_trajectory_is_followed(moved):
    moved.samples(1)
    start = moved.arm.cycle.position
    motion = moved.run(RunTrajectory(Swing(start)))
    assert motion.result(PATIENCE_S) is MotionEnd.FINISHED
    position = moved.samples(1).columns[Quantity.POSITION]
    assert np.ptp(position, axis=0) == pytest.approx([0, 0, 0, 0, 0.2, 0.2], abs=0.01)
    # no set-point leaps: between two samples no joint moves by more than its speed allows
    assert np.abs(np.diff(position[:, 4])).max() < 0.02
    assert position[-1] == pytest.approx(start, abs=5e-3)
