"""The pendant of an emulated controller: jogs one after the other, and what ends them."""

import math

import numpy as np
import pytest

from core.robot.library import load_robot
from devices.emulated.pendant import REST_S, Jog, Pendant
from devices.emulated.ur_controller import UrController
from devices.emulated.ur_settings import EmulatedUrSettings
from devices.virtual.firmware.plant import PERIOD_S
from tests.devices.emulated.commanded_arm import HOME, CommandedArm

SHOULDER = Jog(1, -1.6, -1.2, math.radians(10.0))
ELBOW = Jog(2, 1.2, 1.0, math.radians(10.0))
MOST = 20_000


class Somebody:
    """An arm with a pendant, and a switch that takes the arm away from it."""

    def __init__(self):
        self.may_jog = True
        self.arm = CommandedArm()
        self.pendant = Pendant(self.arm, load_robot("ur10e"), may_jog=lambda: self.may_jog)

    def run(self, until=lambda: False):
        for _ in range(MOST):
            if not self.pendant.is_busy or until():
                return np.array(self.arm.trace)
            self.pendant.step(PERIOD_S)
            self.arm.step()
        raise AssertionError("the jogs do not end")


@pytest.fixture
def somebody():
    return Somebody()


def test_a_jog_goes_to_where_it_begins_and_then_at_its_speed(somebody):
    somebody.pendant.jog(SHOULDER)
    trace = somebody.run()
    angle = trace[:, 1]
    assert np.delete(trace, 1, axis=1) == pytest.approx(np.tile(np.delete(HOME, 1), (len(trace), 1)))
    turn = int(np.argmin(angle))
    assert (angle[turn], angle[-1]) == pytest.approx((-1.6, -1.2), abs=1e-6)
    speed = np.diff(angle[turn:]) / PERIOD_S
    steady = speed > 0.999 * SHOULDER.speed
    assert steady.sum() > 0.3 * steady.size
    assert speed.max() == pytest.approx(SHOULDER.speed, rel=1e-3)
    assert (np.diff(angle) == 0.0).sum() >= REST_S / PERIOD_S - 1
    assert [(one.jog, one.is_done) for one in somebody.pendant.ended()] == [(SHOULDER, True)]
    assert not somebody.pendant.ended()


def test_jogs_are_carried_out_one_after_the_other(somebody):
    somebody.pendant.jog(SHOULDER)
    somebody.pendant.jog(ELBOW)
    trace = somebody.run()
    moved = np.diff(trace, axis=0) != 0.0
    assert not (moved[:, 1] & moved[:, 2]).any()
    assert (trace[-1, 1], trace[-1, 2]) == pytest.approx((SHOULDER.end, ELBOW.end), abs=1e-6)
    assert [one.jog for one in somebody.pendant.ended()] == [SHOULDER, ELBOW]


def test_what_takes_the_arm_ends_all_jogs(somebody):
    somebody.pendant.jog(SHOULDER)
    somebody.pendant.jog(ELBOW)
    somebody.run(until=lambda: len(somebody.arm.trace) > 100)
    somebody.may_jog = False
    somebody.run()
    assert [(one.jog, one.is_done) for one in somebody.pendant.ended()] == [(SHOULDER, False), (ELBOW, False)]


def test_a_controller_lets_nobody_jog_while_it_is_stopped_or_runs_a_program():
    controller = UrController(EmulatedUrSettings("ur10e"), CommandedArm())
    pendant = controller.pendant
    assert pendant.may_jog
    for begin, end in (("protective_stop", "normal"), ("play", "stop")):
        getattr(controller, begin)()
        assert not pendant.may_jog
        getattr(controller, end)()
    for _ in range(MOST):
        controller.step(PERIOD_S)
    assert pendant.may_jog
    pendant.jog(SHOULDER)
    controller.step(PERIOD_S)
    controller.protective_stop()
    controller.step(PERIOD_S)
    assert [one.is_done for one in pendant.ended()] == [False]


def test_recorded_rows_have_no_pendant():
    assert UrController(EmulatedUrSettings("ur10e"), None).pendant is None
