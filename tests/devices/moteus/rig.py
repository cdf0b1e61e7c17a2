"""An emulated arm of moteus drives with this program's driver on it."""

import contextlib
import threading
import time

from core.robot.library import load_robot
from devices.connection import open_controller
from devices.driving.pulse import Pulse
from devices.emulated.moteus import EmulatedMoteus
from devices.emulated.moteus_settings import parse_emulated_moteus

ROBOT = "moteus-6"


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
        while not ended.wait(0.02):
            pulse.tick()

    thread = threading.Thread(target=tick, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


@contextlib.contextmanager
def driver(uri, *, pulse=None):
    """The driver of this name, connected."""
    controller = open_controller(uri, robot=load_robot(ROBOT), pulse=pulse or Pulse())
    controller.connect()
    try:
        yield controller
    finally:
        controller.disconnect()


def blocks_of(controller, seconds):
    """The blocks of some seconds."""
    found, until = [], time.monotonic() + seconds
    while time.monotonic() < until:
        block = controller.read(0.1)
        if block is not None:
            found.append(block)
    return found


def until(condition, *, patience=5.0):
    """Wait until something is so; return it, or None if it does not become so."""
    deadline = time.monotonic() + patience
    while not (found := condition()):
        if time.monotonic() > deadline:
            return None
        time.sleep(0.01)
    return found
