"""The driver against an emulated controller on free ports of this computer."""

from contextlib import contextmanager

import pytest

from core.robot.library import load_robot
from devices.connection import open_controller
from devices.driving.pulse import Pulse
from tests.devices.emulated.controllers import emulated_ur


@contextmanager
def driven(uri, *, robot="ur10e"):
    """A driver that is not connected yet; it is disconnected when the test ends."""
    arm = open_controller(uri, robot=load_robot(robot), pulse=Pulse())
    try:
        yield arm
    finally:
        arm.disconnect()


@pytest.fixture
def emulated():
    with emulated_ur() as controller:
        yield controller


@pytest.fixture
def arm(emulated):
    with driven(emulated.uri) as found:
        yield found


@pytest.fixture
def connect():
    """``connect(uri)``: a driver of a controller that a test has made itself."""
    open_ones = []

    def make(uri, **others):
        manager = driven(uri, **others)
        open_ones.append(manager)
        return manager.__enter__()

    yield make
    for manager in open_ones:
        manager.__exit__(None, None, None)
