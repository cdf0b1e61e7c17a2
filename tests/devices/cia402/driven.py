"""Emulated drives and the driver that reads or moves them."""

from contextlib import contextmanager

import numpy as np
import pytest

from core.robot.library import load_robot
from devices.connection import open_controller
from devices.driving.pulse import Pulse
from devices.driving.sample_queue import joined
from devices.emulated.cia402 import EmulatedCia402, EmulatedCia402Settings, Homed
from devices.errors import DeviceError
from tests.devices.promised.patient import be_patient_master
from tests.waiting import LIMIT_S, wait_until

PATIENCE_S = LIMIT_S
ROBOT = "ec66"


class SteadyPulse(Pulse):
    """Alive until ``freeze``, however late the threads of a busy computer are."""

    is_frozen = False

    def freeze(self):
        self.is_frozen = True

    def is_alive(self, limit_s=0.0):
        return not self.is_frozen


class Driven:
    """Emulated drives and their driver."""

    def __init__(self, emulated, arm, pulse):
        self.emulated, self.arm, self.pulse = emulated, arm, pulse

    def samples(self, count):
        blocks = []

        def are_there():
            if (block := self.arm.read(0.1)) is not None:
                blocks.append(block)
            return sum(block.count for block in blocks) >= count

        wait_until(are_there, "samples of the drives")
        return joined(blocks)

    def run(self, plan):
        self.arm.arm()
        return self.arm.start(plan)

    def under_way(self, plan):
        """A motion of which the arm is seen to move."""
        motion = self.run(plan)
        wait_for(lambda: motion.is_over or np.abs(self.arm.cycle.velocity).max() > 0.05)
        assert not motion.is_over, (motion.outcome, motion.error)
        return motion

    def stands(self):
        wait_for(lambda: np.abs(self.arm.cycle.velocity).max() < 0.005)


wait_for = wait_until


def ended(motion):
    """The error by which a motion ended."""
    assert motion.wait(PATIENCE_S)
    assert isinstance(motion.error, DeviceError), motion.outcome
    return motion.error


@contextmanager
def patient():
    """A driver that bears with a busy computer."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("devices.cia402.master_process.be_master", be_patient_master)
        patch.setattr("devices.cia402.master_process._ANSWER_TIMEOUT_S", PATIENCE_S)
        patch.setattr("devices.cia402.bus.SDO_TIMEOUT_S", 3.0)
        patch.setattr("devices.cia402.link.SILENT_S", 3.0)
        patch.setattr("devices.cia402.link.LATE_S", 1.0)
        patch.setattr("devices.cia402.moving.LIMIT_MS", 2000)
        patch.setattr("devices.driving.pulse.LATE_S", 60.0)
        yield


@contextmanager
def driven(*, options="&motion=allowed", homed=Homed.YES, port=None):
    """Drives with a driver that is not connected yet; a busy computer makes nothing fail."""
    emulated = EmulatedCia402(EmulatedCia402Settings(ROBOT, homed=homed), port=port)
    pulse = SteadyPulse()
    with patient():
        arm = open_controller(f"{emulated.uri}{options}", robot=load_robot(ROBOT), pulse=pulse)
        try:
            yield Driven(emulated, arm, pulse)
        finally:
            arm.disconnect()
            emulated.close()
