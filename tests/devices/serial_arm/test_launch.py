"""The driver on a serial port: connects, streams, loses the cable and finds the port again."""

import threading

import pytest

pytest.importorskip("termios", reason="pseudo-terminals are of POSIX")

from core.recording import Mark, Quantity
from devices.capabilities import ControllerKind, MotionKind
from devices.connection import Connection, ConnectionState, open_controller
from devices.driving.pulse import Pulse
from devices.errors import ConfigurationError, TransportError
from devices.motion import MotionEnd, RunTrajectory
from devices.protocol_open.messages import TrajectoryChunk
from devices.serial_arm.launch import expected_capabilities
from tests.devices.open_arm.conftest import Ticker, robot  # noqa: F401  a fixture
from tests.devices.open_arm.fake_device import FakeDevice, announcement
from tests.devices.open_arm.test_stop import Sweep
from tests.devices.transport.pty_peer import PtyPeer
from tests.waiting import LIMIT_S, wait_until

PATIENCE_S = LIMIT_S


class Cable:
    """A device behind a link to a pseudo-terminal; a new one each time it is plugged in."""

    def __init__(self, link) -> None:
        self.link = link
        self.serial = "T-1"
        self.changes = {}
        self.plug()

    def plug(self) -> None:
        self.peer = PtyPeer()
        self.device = FakeDevice(self.peer)
        self.device.announcement = announcement(serial=self.serial, **self.changes)
        self.link.symlink_to(self.peer.path)

    def pull(self) -> None:
        self.link.unlink()
        self.device.close()  # first: its thread may not read what is closed
        self.peer.close()


@pytest.fixture
def cable(tmp_path):
    made = Cable(tmp_path / "arm")
    yield made
    if made.link.is_symlink():
        made.pull()


@pytest.fixture
def opened(cable, robot):  # noqa: F811
    ticker, made = Ticker(Pulse()), []

    def opened(query=""):
        controller = open_controller(f"serial:{cable.link}{query}", robot=robot, pulse=ticker.pulse)
        made.append(controller)
        return controller

    yield opened
    for controller in made:
        controller.disconnect()
    ticker.stop()


def read_one(controller):
    found = []
    wait_until(lambda: found.append(controller.read(0.2)) or found[-1], "samples of the arm")
    return found[-1]


def test_a_serial_arm_connects_and_streams(cable, opened):
    arm = opened("?arm=T-1")
    assert arm.uri == f"serial:{cable.link}?arm=T-1"
    assert arm.connect().serial == "T-1"
    cable.device.stream(10)
    block = read_one(arm)
    assert block.count == 10
    assert block.columns[Quantity.POSITION][0].tolist() == [0.25, -0.5]


def test_capabilities_are_those_announced(cable, opened, robot):  # noqa: F811
    cable.pull()
    cable.changes = {
        "kind": "closed",
        "sample_rate": 250.0,
        "stops_when_host_silent": False,
        "mark": "virtual",
    }
    cable.plug()
    arm = opened()
    before = arm.capabilities
    assert before == expected_capabilities(robot)
    assert before.motions == frozenset(MotionKind)
    assert before.mark is Mark.NONE
    arm.connect()
    now = arm.capabilities
    assert now.kind is ControllerKind.CLOSED
    assert now.motions == {MotionKind.POINT_TO_POINT}
    assert now.quantities == (Quantity.POSITION, Quantity.MOTOR_POSITION, Quantity.LINK_POSITION)
    assert (now.sample_rate, now.stops_when_host_silent, now.mark) == (250.0, False, Mark.SAID)
    assert now.is_real_arm
    arm.disconnect()
    assert arm.capabilities == now, "what is known is not forgotten"


def test_an_unknown_mark_is_refused(cable, opened):
    cable.device.announcement = announcement(mark="pretended")
    with pytest.raises(Exception, match="protocol-field") as refused:
        opened().connect()
    assert refused.value.facts["field"] == "mark"


def test_another_arm_on_the_named_port_is_refused(opened):
    arm = opened("?arm=T-2")
    with pytest.raises(ConfigurationError, match="other-serial") as other:
        arm.connect()
    assert other.value.facts == {"expected": "T-2", "found": "T-1"}


def test_the_port_is_held_while_connected_and_free_afterwards(cable, opened):
    arm = opened()
    arm.connect()
    with pytest.raises(TransportError, match="port-busy"):
        opened().connect()
    arm.disconnect()
    opened().connect()


def test_a_pulled_cable_ends_the_stream_and_the_port_is_found_again(cable, opened):
    connection = Connection(arm := opened(), wait=lambda seconds: False)
    connection.connect()
    for _ in range(2):
        cable.device.stream(10)
        assert read_one(arm).count == 10
        cable.pull()
        with pytest.raises(TransportError, match="link-lost"):
            arm.read(PATIENCE_S)
        assert connection.state is ConnectionState.LOST
        with pytest.raises(TransportError, match="port-missing"):
            arm.connect()
        cable.plug()
        assert connection.reconnect().serial == "T-1"
        assert connection.state is ConnectionState.READY
    connection.disconnect()


@pytest.mark.parametrize("pieces", [0, 1, 10, 40])
def test_a_cable_pulled_during_an_upload_ends_the_motion_and_every_thread(cable, opened, pieces):
    arm = opened()
    arm.connect()
    arm.arm()
    motion = arm.start(RunTrajectory(Sweep()))
    cable.device.wait_for(TrajectoryChunk, count=pieces)
    cable.pull()
    with pytest.raises(TransportError, match="link-lost"):
        motion.result(PATIENCE_S)
    assert motion.outcome is MotionEnd.FAILED
    arm.disconnect()
    assert not [thread.name for thread in threading.enumerate() if thread.name.startswith("open-arm")]
