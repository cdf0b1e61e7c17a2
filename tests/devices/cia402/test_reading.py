"""Recording the drives: both encoders, torque, one clock; nothing that moves is written."""

import sys

import numpy as np
import pytest

from core.errors import BadFile
from core.recording import Quantity, TorqueKind
from core.robot.library import load_robot
from devices.capabilities import ControllerKind
from devices.cia402.drive_map import read_map
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
    assert (np.diff(block.device_time) > 0.0).all()
    # a busy computer asks late; what it left out is counted
    periods = block.sequence[-1] - block.sequence[0]
    assert (block.device_time[-1] - block.device_time[0]) / periods == pytest.approx(0.01, rel=0.3)


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


@pytest.fixture
def by_eds():
    """The emulated drives, and the driver that reads them without their table."""
    with driven(options="") as found:
        table = found.emulated.map.parent / "worked-out.toml"
        uri = f"{found.emulated.uri_by_eds}&write={table}"
        arm = open_controller(f"{uri}&motion=allowed", robot=load_robot("ec66"), pulse=found.pulse)
        found.arm, found.table = arm, table
        try:
            yield found
        finally:
            arm.disconnect()


def test_without_a_table_the_drives_say_what_the_table_says(by_eds):
    stated = read_map(by_eds.emulated.map)
    by_eds.arm.connect()
    block = by_eds.samples(30)
    truth = by_eds.emulated.arm.row().position
    assert np.allclose(block.columns[Quantity.POSITION][-1], truth, atol=1e-5)
    assert set(block.columns) == set(by_eds.arm.capabilities.quantities)
    assert Quantity.LINK_POSITION in block.columns
    # what the drives cannot tell is left open in the table that is written, until a person fills it in
    text = by_eds.table.read_text("utf-8")
    with pytest.raises(BadFile, match="cia402-map-wrong") as raised:
        read_map(by_eds.table)
    assert raised.value.facts["entry"] == "joint 1, position, sign"
    filled = text.replace('sign = "?"', "sign = 1").replace('homing = "?"', 'homing = "absolute"')
    by_eds.table.write_text(filled, "utf-8")
    assert read_map(by_eds.table) == stated
    # what was filled in is not overwritten
    with pytest.raises(ConfigurationError, match="cia402-table-exists"):
        by_eds.arm.connect()
    assert by_eds.table.read_text("utf-8") == filled


def test_without_a_table_nothing_is_moved_and_every_recording_says_what_was_assumed(by_eds):
    with pytest.raises(MotionRejected, match="cia402-no-directions"):
        by_eds.arm.arm()
    by_eds.arm.connect()
    assert by_eds.arm.capabilities.kind is ControllerKind.READ_ONLY
    assert by_eds.arm.note[0] == "cia402-directions-assumed"
    by_eds.samples(60)
    assert 0.0 < by_eds.arm.note[1]["ms"] <= 2.0
    with pytest.raises(MotionRejected, match="cia402-no-directions"):
        by_eds.arm.arm()
    objects = by_eds.emulated.arm.drives[0].objects
    assert [objects.value(*place) for place in ((0x1016, 1), (0x6040, 0), (0x6060, 0))] == [0, 0, 0]


def test_what_the_drives_leave_open_is_refused_and_its_table_written(by_eds):
    entry = by_eds.emulated.arm.drives[2].objects[0x6091, 1]
    by_eds.emulated.do(lambda: entry.write((1).to_bytes(4, "little")))
    with pytest.raises(ConfigurationError, match="cia402-side-open") as raised:
        by_eds.arm.connect()
    assert (raised.value.facts["node"], raised.value.facts["entry"]) == (3, "joint 3, position, side")
    assert by_eds.table.read_text("utf-8").count('side = "?"') == 2
    assert by_eds.arm.status.lifecycle is Lifecycle.DISCONNECTED
