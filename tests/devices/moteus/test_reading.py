"""Reading emulated drives: all columns, both encoders, damage on the line, drives and adapters that go."""

import contextlib

import numpy as np
import pytest

from core.recording import LinkPosition, Mark, Quantity
from devices.controller import Lifecycle
from devices.errors import ConfigurationError, MotionRejected, TransportError
from devices.moteus.bus import FdcanusbBus, open_bus
from devices.moteus.settings import parse_moteus
from devices.motion import Jog
from devices.protocol_moteus.frames import Frame
from devices.protocol_moteus.lines import received_line
from devices.samples import SampleBlock
from tests.devices.moteus.rig import blocks_of, driver, emulated_moteus, until

pytestmark = pytest.mark.skipif("sys.platform == 'win32'", reason="Windows has no pseudo-terminals")


@pytest.fixture(scope="module")
def emulated():
    with emulated_moteus() as found:
        yield found


def joined(blocks: list[SampleBlock], quantity):
    return np.concatenate([block.columns[quantity] for block in blocks])


def test_every_column_is_read_at_an_even_pace(emulated):
    with driver(emulated.uri) as controller:
        capabilities = controller.capabilities
        blocks = blocks_of(controller, 1.0)
        counters, remark = controller.counters, controller.note
    columns = "position motor_position link_position velocity current torque temperature"
    assert " ".join(capabilities.quantities) == columns
    assert capabilities.link_position is LinkPosition.MEASURED
    assert capabilities.mark is Mark.SAID
    times = np.concatenate([block.device_time for block in blocks])
    assert (np.diff(times) > 0.0).all()
    # a round that a busy computer leaves out is counted: the pace is that of the numbers
    numbers = np.concatenate([block.sequence for block in blocks])
    assert np.polyfit(numbers, times, 1)[0] == pytest.approx(0.005, rel=0.05)
    for quantity in capabilities.quantities:
        assert np.isfinite(joined(blocks, quantity)).all()
    assert joined(blocks, Quantity.TEMPERATURE).mean() == pytest.approx(298.0, abs=5.0)
    assert counters.damaged == 0
    assert remark[0] == "moteus-aligned"
    assert 0.0 < remark[1]["within_s"] < 0.02


def test_two_connections_find_the_same_arm(emulated):
    with driver(emulated.uri) as controller:
        first = controller.read_identity()
    with driver(f"{emulated.uri}&serial={first.serial}") as controller:
        second = controller.read_identity()
    assert second.serial == first.serial
    assert second.power_on
    assert np.abs(first.gear_ratio) == pytest.approx([36, 36, 25, 16, 16, 9], rel=1e-6)
    with pytest.raises(ConfigurationError, match="other-serial"), driver(f"{emulated.uri}&serial=MT-0"):
        pass


def test_without_consent_nothing_is_written(emulated):
    with driver(emulated.uri) as controller:
        assert not controller.capabilities.can_move
        with pytest.raises(MotionRejected, match="moteus-read-only"):
            controller.arm()
        with pytest.raises(MotionRejected, match="moteus-read-only"):
            controller.start(Jog(0, 0.1, 0.1))
    assert {drive.mode.name for drive in emulated.bus.drives.values()} == {"STOPPED"}


def test_a_drive_that_is_not_there_is_named(emulated):
    uri = emulated.uri.replace("1,2,3,4,5,6", "1,2,3,4,5,9")
    with pytest.raises(TransportError, match="moteus-drive-silent") as caught, driver(uri, answered_s=1.0):
        pass
    assert caught.value.facts["drive"] == 9
    with pytest.raises(ConfigurationError, match="wrong-joint-count"), driver(uri.replace(",9", "")):
        pass


def test_a_drive_that_falls_silent_ends_the_stream(emulated):
    with contextlib.ExitStack() as after, driver(emulated.uri, silent_s=2.0) as controller:
        after.callback(lambda: emulated.silence(4, silent=False))
        emulated.silence(4)
        assert until(lambda: controller.status.lifecycle is Lifecycle.LOST)
        assert controller.status.fault_facts["drive"] == 4
        with pytest.raises(TransportError, match="moteus-drive-silent"):
            blocks_of(controller, 2.0)


def test_a_fault_is_told(emulated):
    with driver(emulated.uri) as controller:
        emulated.fail(2, 33)
        assert until(lambda: controller.status.lifecycle is Lifecycle.FAULT)
        assert controller.remark == ("moteus-fault", {"drive": 2, "fault": 33})


def test_the_cable_of_the_adapter_is_pulled(emulated):
    with contextlib.ExitStack() as after, driver(emulated.uri) as controller:
        after.callback(emulated.plug)
        emulated.pull()
        assert until(lambda: controller.status.lifecycle is Lifecycle.LOST)


class Scripted:
    """A transport that says what it is told to."""

    def __init__(self, *pieces):
        self.pieces, self.written = list(pieces), b""

    def read(self, timeout):
        return self.pieces.pop(0) if self.pieces else b""

    def write(self, content, timeout):
        self.written += content
        return len(content)

    def close(self):
        """Nothing is open."""


def test_damaged_lines_are_thrown_away_and_counted():
    frame = Frame(0x0100, bytes.fromhex("210003"))
    good = received_line(frame, with_checksum=True)
    bad = good.replace(b"2100", b"2101")
    bare = received_line(frame, with_checksum=False)
    bus = FdcanusbBus(Scripted(b"OK *BD\r\n", bad + good + bare + b"garbage\r\n"), port="x")
    assert bus.has_checksum
    assert [arrival.frame for arrival in bus.receive(0.1)] == [frame]
    assert bus.damaged == 3


def test_an_adapter_without_checksums_is_spoken_to_without():
    port = Scripted(b"ERR unknown\r\n", b"ERR unknown\r\n", b"OK\r\n")
    bus = FdcanusbBus(port, port="x")
    assert not bus.has_checksum
    bus.send([Frame.to(1, b"\x50")])
    assert b"*" not in port.written.splitlines()[-1]


def test_python_can_is_not_needed_and_asked_for_by_name(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "can", None)
    settings = parse_moteus("moteus:socketcan?channel=can0&ids=1,2,3,4,5,6")
    with pytest.raises(ConfigurationError, match="moteus-can-missing"):
        open_bus(settings)


def test_the_program_plays_an_arm_itself_and_marks_it_as_virtual():
    with driver("emulated:moteus:moteus-6?worn=2") as controller:
        assert controller.capabilities.mark is Mark.VIRTUAL
        assert controller.capabilities.can_move
        assert blocks_of(controller, 0.5)
