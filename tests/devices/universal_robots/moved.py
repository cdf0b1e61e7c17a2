"""A driver that may move an emulated arm without physics, and its pulse."""

import threading
from contextlib import contextmanager

import numpy as np

from core.robot.library import load_robot
from devices.connection import open_controller
from devices.driving.pulse import Pulse
from devices.errors import DeviceError
from tests.devices.emulated.commanded_arm import CommandedArm
from tests.devices.emulated.controllers import emulated_ur, wait_for

TICK_S = 0.02
RESULT_S = 60.0


class Ticking:
    """A pulse that beats until ``freeze``, as the window's event loop does."""

    def __init__(self):
        self.pulse, self._ended = Pulse(), threading.Event()
        self.pulse.tick()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self):
        while not self._ended.wait(TICK_S):
            self.pulse.tick()

    def freeze(self):
        self._ended.set()
        self._thread.join()


class Moved:
    """An emulated controller, its arm, and the driver, connected."""

    def __init__(self, emulated, body, arm, ticking):
        self.emulated, self.body, self.arm, self.ticking = emulated, body, arm, ticking
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
        wait_for(lambda: self.arm.state.runtime_state == 1 and self.arm.state.speed == 0.0)


@contextmanager
def moved_ur(polyscope="5.11", *, options="motion=allowed", body=None, **others):
    body = body or CommandedArm()
    ticking = Ticking()
    with emulated_ur(polyscope, arm=body, **others) as emulated:
        sign = "&" if "?" in emulated.uri else "?"
        uri = f"{emulated.uri}{sign}{options}"
        arm = open_controller(uri, robot=load_robot("ur10e"), pulse=ticking.pulse)
        try:
            yield Moved(emulated, body, arm, ticking)
        finally:
            arm.disconnect()
            ticking.freeze()
