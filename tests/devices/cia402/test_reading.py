"""Recording the drives: both encoders, torque, one clock; nothing that moves is written."""

import sys

import numpy as np
import pytest

from core.recording import Quantity, TorqueKind
from core.robot.library import load_robot
from devices.capabilities import ControllerKind
from devices.connection import open_controller
from devices.controller import Lifecycle
from devices.errors import ConfigurationError, MotionRejected, ProtocolError, TransportError
from tests.devices.cia402.driven import PATIENCE_S, driven, wait_for

pytestmark = pytest.mark.usefixtures("libraries")


def error_of_stream(arm):
    wait_for(lambda: arm.status.lifecycle is Lifecycle.LOST)
    while True:
        try:
            arm.read(PATIENCE_S)
        except TransportError as error:
            return error


@pytest.mark.parametrize("port", [None, 0])
def test_all_joints_come_with_both_encoders_torque_and_the_clock_of_the_drives(port):
    with driven(options="", port=port) as found:
        assert found.arm.connect().serial == "402000001"
        block = found.samples(60)
        truth = found.emulated.arm.row().position
    assert set(block.columns) == {
        Quantity.POSITION,
        Quantity.MOTOR_POSITION,
        Quantity.LINK_POSITION,
        Quantity.TORQUE,
    }
    assert np.allclose(block.columns[Quantity.POSITION][-1], truth, atol=1e-5)
    # encoders count from the zero of their power-on: here they differ by less than a degree and a twist
    apart = block.columns[Quantity.MOTOR_POSITION] - block.columns[Quantity.LINK_POSITION]
    assert 0.0 < np.abs(apart).max() < 0.05
    steps = np.diff(block.device_time) / np.diff(block.sequence)
    assert np.median(steps) == pytest.approx(0.01, rel=0.05)
    assert (steps > 0.0).all()


def test_what_it_says_about_itself():
    with driven(options="") as found:
        found.arm.connect()
        capabilities = found.arm.capabilities
        assert (capabilities.kind, capabilities.motions) == (ControllerKind.READ_ONLY, frozenset())
        assert capabilities.torque_kind is TorqueKind.MOTOR_TORQUE
        assert [channel.field for channel in found.arm.facts.channels] == [
            "0x6064",
            "0x6064",
            "0x60E4:1",
            "0x6077",
        ]
        found.samples(60)
        code, facts = found.arm.note
        assert code == "cia402-alignment"
        assert 0.0 < facts["ms"] <= 2.0


def test_an_arm_without_consent_is_only_read():
    with driven(options="") as found:
        found.arm.connect()
        found.samples(3)
        with pytest.raises(MotionRejected, match="cia402-read-only"):
            found.arm.arm()
        found.arm.stop()
        # the watchdogs, modes and control words of the drives are as they were
        objects = found.emulated.arm.drives[0].objects
        assert [objects.value(*place) for place in ((0x1016, 1), (0x6040, 0), (0x6060, 0))] == [0, 0, 0]


def test_a_drive_that_falls_silent_is_named():
    with driven(options="") as found:
        found.arm.connect()
        found.samples(3)
        found.emulated.silence(4)
        error = error_of_stream(found.arm)
    assert (error.code, error.facts["node"]) == ("cia402-drive-silent", 4)


def test_an_object_that_a_drive_does_not_have_is_named():
    with driven(options="") as found:
        text = found.emulated.map.read_text()
        found.emulated.map.write_text(text.replace("0x60E4:1", "0x60E4:2"))
        arm = open_controller(found.emulated.uri, robot=load_robot("ec66"), pulse=found.pulse)
        with pytest.raises(ProtocolError, match="cia402-object-refused") as raised:
            arm.connect()
    assert raised.value.facts["object"] == "0x60E4:2"


def test_another_serial_number_and_a_missing_interface_are_refused():
    with driven(options="&serial=7") as found, pytest.raises(ConfigurationError, match="other-serial"):
        found.arm.connect()
    with driven(options="") as found:
        found.emulated.close()
        with pytest.raises(TransportError, match="cia402-no-bus"):
            found.arm.connect()


def test_without_the_packages_a_sentence_says_so(monkeypatch):
    with driven(options="") as found:
        monkeypatch.setitem(sys.modules, "canopen", None)
        with pytest.raises(ConfigurationError, match="cia402-no-library"):
            found.arm.connect()
