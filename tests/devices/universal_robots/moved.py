"""A driver that may move an emulated arm without physics."""

from contextlib import contextmanager
from dataclasses import replace

import numpy as np
import pytest

from core.robot.library import load_robot
from devices.acquisition import stream_checks
from devices.connection import open_controller
from devices.driving.pulse import Pulse
from devices.errors import DeviceError
from tests.devices.emulated.commanded_arm import SPEED, CommandedArm
from tests.devices.emulated.controllers import emulated_cs, emulated_ec, emulated_ur, wait_for

RESULT_S = 60.0


class PatientPulse(Pulse):
    """Alive until ``freeze``, however late the threads of a busy computer are."""

    is_frozen = False

    def freeze(self):
        self.is_frozen = True

    def is_alive(self, limit_s=0.0):
        return not self.is_frozen


@contextmanager
def patience():
    """Time-outs that no busy computer reaches."""
    with pytest.MonkeyPatch.context() as patient:
        patient.setattr("devices.universal_robots.script.LEAST_BEATS_HZ", 0.4)
        patient.setattr("devices.driving.followed.BEGIN_TIMEOUT_S", RESULT_S)
        patient.setattr("devices.driving.stream_link.SILENT_S", RESULT_S)
        patient.setattr("devices.elite_ec.moving.CLEAR_TIMEOUT_S", RESULT_S)
        patient.setattr("devices.safety.safe_arm.SILENCE_S", RESULT_S)
        patient.setitem(stream_checks.SilenceCheck.__init__.__kwdefaults__, "limit", RESULT_S)
        yield


class Moved:
    """An emulated controller, its arm, and the driver, connected."""

    def __init__(self, emulated, body, arm, pulse):
        self.emulated, self.body, self.arm, self.pulse = emulated, body, arm, pulse
        self.identity = arm.connect()

    @property
    def position(self):
        return np.array(self.arm.state.position)

    @property
    def programs(self):
        return self.emulated.controller.programs

    def run(self, plan):
        """Start a motion of the armed arm, once it is seen to be armed."""
        self.arm.arm()
        return self.arm.start(plan)

    def under_way(self, plan):
        """A motion of which the arm is seen to move."""
        motion = self.run(plan)
        wait_for(lambda: (self.arm.state.speed or 0.0) > 0.05 or motion.is_over, what="the arm to move")
        assert not motion.is_over, motion.error
        return motion

    def ended(self, motion):
        """The error by which a motion ended."""
        assert motion.wait(RESULT_S)
        assert isinstance(motion.error, DeviceError), motion.outcome
        return motion.error

    def stands(self):
        wait_for(lambda: not self.arm.state.is_program_under_way and self.arm.state.speed == 0.0)


@contextmanager
def moved_ur(polyscope="5.11", *, options="motion=allowed", body=None, **others):
    body = body or CommandedArm()
    emulated = emulated_ur(polyscope, arm=body, **others)
    with patience(), emulated as found, moved_by(found, body, load_robot("ur10e"), options) as moved:
        yield moved


@contextmanager
def moved_cs(*, options="motion=allowed", body=None, **others):
    body, robot = body or CommandedArm(), load_robot("cs66")
    # the shipped description states no speeds
    joints = tuple(replace(joint, velocity=each) for joint, each in zip(robot.joints, SPEED, strict=True))
    robot = replace(robot, joints=joints)
    with patience(), emulated_cs(arm=body, **others) as found, moved_by(found, body, robot, options) as moved:
        yield moved


@contextmanager
def moved_ec(robot="ec66", *, options="motion=allowed", body=None, **others):
    body, described = body or CommandedArm(), load_robot(robot)
    emulated = emulated_ec(robot, arm=body, **others)
    with patience(), emulated as found, moved_by(found, body, described, options) as moved:
        yield moved


@contextmanager
def moved_by(emulated, body, robot, options):
    pulse, sign = PatientPulse(), "&" if "?" in emulated.uri else "?"
    arm = open_controller(f"{emulated.uri}{sign}{options}", robot=robot, pulse=pulse)
    try:
        yield Moved(emulated, body, arm, pulse)
    finally:
        arm.disconnect()
