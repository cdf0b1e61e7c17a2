"""A controller that the program emulates itself: virtual, and its process ends with the connection."""

import os

import pytest

from core.errors import BadRequest
from core.recording import Mark
from core.robot.library import load_robot
from devices.connection import described_robot, open_controller
from devices.controller import Lifecycle
from devices.driving.pulse import Pulse
from devices.emulated import makers, own_controller
from devices.errors import TransportError
from tests.devices.emulated.controllers import wait_for

NAME = "emulated:ur:ur10e"


@pytest.fixture
def arm():
    arm = open_controller(NAME, robot=load_robot("ur10e"), pulse=Pulse())
    yield arm
    arm.disconnect()


def _is_there(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.skipif(os.name != "posix", reason="looks for a process by its number")
def test_the_process_runs_from_connect_to_disconnect_and_its_arm_is_virtual(arm):
    assert arm.capabilities.mark is Mark.VIRTUAL, "known before connecting"
    identity = arm.connect()
    pid = arm._process.pid
    assert _is_there(pid)
    assert identity.serial == "20000000000"
    assert identity.firmware.startswith("5.11")
    assert arm.capabilities.mark is Mark.VIRTUAL
    assert not arm.capabilities.is_real_arm
    assert wait_for(lambda: arm.read(0.1)).columns
    assert arm.uri == NAME
    arm.disconnect()
    wait_for(lambda: not _is_there(pid), what="the end of the process")
    assert arm.status.lifecycle is Lifecycle.DISCONNECTED


def test_the_same_arm_at_an_address_is_a_real_one(arm):
    """Only who starts it knows that it is emulated: what it says about itself only leads to a note."""
    arm.connect()
    settings = arm._driver._settings
    robot = load_robot("ur10e")
    other = open_controller(settings.uri, robot=robot, pulse=Pulse())
    try:
        other.connect()
        assert other.capabilities.mark is Mark.SAID
        assert other.capabilities.is_real_arm
    finally:
        other.disconnect()


def test_what_it_cannot_be_started_for_is_reported(arm):
    arm._settings = type(arm._settings)("ur:ec66")
    with pytest.raises(BadRequest, match="robot-not-emulated"):
        arm.connect()
    assert arm._process is None


def test_a_start_is_given_up(arm, monkeypatch):
    monkeypatch.setattr(own_controller, "_LOOK_S", 0.0)
    real = own_controller.OwnProcess.address

    def given_up(self, event):
        arm.give_up()
        return real(self, event)

    monkeypatch.setattr(own_controller.OwnProcess, "address", given_up)
    with pytest.raises(TransportError, match="no-answer"):
        arm.connect()
    assert arm._process is None


@pytest.mark.parametrize("name", ["emulated:ur", "emulated:virtual:ec66", "emulated:"])
def test_what_is_not_emulated_has_no_name(name):
    with pytest.raises(BadRequest, match="unknown-controller"):
        open_controller(name, robot=load_robot("ur10e"), pulse=Pulse())


def test_the_name_tells_the_robot():
    assert described_robot(f"{NAME}?polyscope=10.14").name == "ur10e"
    assert "ur" in makers.MAKERS
