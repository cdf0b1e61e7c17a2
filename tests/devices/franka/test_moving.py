"""One motion of a Franka arm, cycle by cycle, without a controller: STOP, abort, silence and its ends."""

import numpy as np
import pytest

from core.robot.library import load_robot
from devices.controller import Lifecycle, StopLevel
from devices.driving.pulse import Pulse
from devices.errors import MotionRejected, RobotStateError
from devices.franka.moving import Moving
from devices.franka.state import FrankaState
from devices.franka.vendor_client import WATCHED_CYCLES
from devices.motion import MotionEnd, MoveTo
from devices.protocol_fci.state import RobotMode
from tests.devices.emulated.controllers import wait_for

ROBOT = load_robot("fr3")
HOME = np.array([0.0, -0.6, 0.0, -2.2, 0.0, 1.6, 0.8])
CYCLE_S = 0.001
STOP_S = 2.0
MOST_CYCLES = 20_000


class SteadyPulse(Pulse):
    is_frozen = False

    def is_alive(self, limit_s=0.0):
        return not self.is_frozen


class Link:
    """Calm cycles, carried out one by one by the test."""

    error = None
    heard_at = 0.0

    def __init__(self):
        self.state = FrankaState(0, RobotMode.IDLE)
        self.lateness = np.zeros(WATCHED_CYCLES), 0
        self.set_point = ROBOT.position_as_reported(HOME)
        self.aborts = 0
        self.commander = self.mover = self.ended = None

    def follow(self, mover, ended):
        self.mover, self.ended = mover, ended

    def abort(self):
        self.aborts += 1

    def cycles(self, count):
        for _ in range(count):
            if self.mover.is_over:
                return
            self.set_point = np.array(self.mover.step(CYCLE_S))

    def until_over(self):
        """The number of cycles that the motion took."""
        for number in range(MOST_CYCLES):
            if self.mover.is_over:
                self.ended(None)
                return number
            self.cycles(1)
        raise AssertionError("the motion does not end")


@pytest.fixture
def link():
    return Link()


@pytest.fixture
def moving(link):
    moving = Moving(link, robot=ROBOT, pulse=SteadyPulse())
    yield moving
    moving.close()


def begun(moving, link):
    moving.arm()
    motion = moving.start(MoveTo(HOME + 0.5, 0.2))
    link.cycles(300)
    assert np.abs(link.set_point - ROBOT.position_as_reported(HOME)).max() > 1e-3
    assert moving.status.lifecycle is Lifecycle.MOVING
    return motion


def test_a_motion_goes_to_its_target(moving, link):
    motion = begun(moving, link)
    link.until_over()
    assert motion.outcome is MotionEnd.FINISHED
    assert link.set_point == pytest.approx(ROBOT.position_as_reported(HOME + 0.5))
    assert moving.status.lifecycle is Lifecycle.ARMED


@pytest.mark.parametrize("level", StopLevel)
def test_stop_brings_it_to_rest_on_its_path_and_disarms(moving, link, level):
    motion = begun(moving, link)
    moving.stop(level)
    assert link.until_over() * CYCLE_S < STOP_S
    assert motion.outcome is MotionEnd.STOPPED
    assert np.abs(link.set_point - ROBOT.position_as_reported(HOME + 0.5)).max() > 0.1
    assert moving.status.lifecycle is Lifecycle.CONNECTED
    with pytest.raises(MotionRejected, match="not-armed"):
        moving.start(MoveTo(HOME, 0.2))


def test_an_abort_also_lets_the_controller_stop_the_arm_by_itself(moving, link):
    motion = begun(moving, link)
    moving.stop()
    assert link.aborts == 0
    moving.stop(StopLevel.ABORT)
    wait_for(lambda: link.aborts == 1)
    link.ended(RuntimeError("motion aborted by user"))
    assert motion.outcome is MotionEnd.STOPPED


def test_what_is_missing_disarms_and_refuses(moving, link):
    moving.arm()
    link.state = FrankaState(0, RobotMode.USER_STOPPED)
    moving.on_state(link.state)
    with pytest.raises(MotionRejected, match="not-armed"):
        moving.start(MoveTo(HOME, 0.2))
    with pytest.raises(RobotStateError, match="emergency-stop"):
        moving.arm()
