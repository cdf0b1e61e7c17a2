"""An emulated arm of moteus drives with this program's driver on it."""

import contextlib
import threading

import pytest

from core.robot.library import load_robot
from devices.connection import open_controller
from devices.driving.pulse import Pulse
from devices.emulated.moteus import EmulatedMoteus
from devices.emulated.moteus_settings import parse_emulated_moteus
from devices.errors import DeviceError
from devices.moteus.controller import MoteusArm
from devices.moteus.settings import parse_moteus
from tests.waiting import wait_until

ROBOT = "moteus-6"
TICK_S = 0.02
"""Period of the thread that serves STOP."""
LONG_S = 30.0


@contextlib.contextmanager
def emulated_moteus(options="", *, port=None):
    """An emulated arm, closed at the end; at a port of this computer where one is given."""
    settings = parse_emulated_moteus(f"moteus:{ROBOT}{options}")
    with contextlib.closing(EmulatedMoteus(settings, port=port)) as emulated:
        yield emulated


@contextlib.contextmanager
def ticking(pulse):
    """A thread that serves STOP, as the window has one."""
    ended = threading.Event()

    def tick():
        while not ended.wait(TICK_S):
            pulse.tick()

    thread = threading.Thread(target=tick, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


@contextlib.contextmanager
def patience(*, silent_s=LONG_S, answered_s=3.0):
    """Time-outs of the driver and of the adapter that no busy computer reaches, as long as this lasts."""
    with pytest.MonkeyPatch.context() as patient:
        patient.setattr("devices.moteus.link.SILENT_S", silent_s)
        patient.setattr("devices.moteus.moving.BEGIN_TIMEOUT_S", LONG_S)
        patient.setattr("devices.moteus.drives.ANSWER_TIMEOUT_S", answered_s)
        patient.setattr("devices.moteus.bus.WRITE_TIMEOUT_S", LONG_S)
        patient.setattr("devices.moteus.bus.PROBE_TIMEOUT_S", answered_s)
        patient.setattr("devices.emulated.bus.WRITE_TIMEOUT_S", LONG_S)
        yield patient


@contextlib.contextmanager
def driver(uri, *, pulse=None, **limits):
    """The driver of this name, connected; ``limits`` are of its ``patience``."""
    with patience(**limits):
        controller = open_controller(uri, robot=load_robot(ROBOT), pulse=pulse or Pulse())
        controller.connect()
        try:
            yield controller
        finally:
            controller.disconnect()


class SteadyPulse(Pulse):
    """Alive until it is withheld, however late the threads of a busy computer are."""

    def is_alive(self, limit_s=0.0):
        return not self._is_withheld


@contextlib.contextmanager
def driver_here(uri, *, pulse):
    """The driver in this process, connected; a busy computer makes it give up nothing."""
    with patience():
        controller = MoteusArm(parse_moteus(uri), robot=load_robot(ROBOT), pulse=pulse)
        controller.connect()
        try:
            yield controller
        finally:
            controller.disconnect()


@contextlib.contextmanager
def patient_driver(uri, *, pulse):
    """``driver_here``, armed, which takes slow watchdogs."""
    with pytest.MonkeyPatch.context() as patient:
        patient.setattr("devices.moteus.controller.SILENCE_S", LONG_S)
        with driver_here(uri, pulse=pulse) as controller:
            controller.arm()
            yield controller


def blocks_of(controller, seconds):
    """The blocks of some seconds by the arm's clock."""
    found = []

    def are_there():
        block = controller.read(0.1)
        if block is not None:
            found.append(block)
        return found and found[-1].device_time[-1] - found[0].device_time[0] >= seconds

    wait_until(are_there, "samples of the drives")
    return found


def until(condition):
    """The first true value of a condition."""
    found = []
    wait_until(lambda: found.append(condition()) or found[-1])
    return found[-1]


def under_way(controller, plan, *, progress):
    """A motion that has come so far; begun again where a busy computer missed the drives' watchdogs."""
    motions = []

    def has_come():
        if motions and not motions[-1].is_over:
            return motions[-1].progress > progress
        with contextlib.suppress(DeviceError):
            if motions:
                controller.clear_fault()
                controller.arm()
            motions.append(controller.start(plan))
        return False

    wait_until(has_come, "the arm to move")
    return motions[-1]
