"""Names of controllers, and a connection that finds its way back with growing pauses."""

import pytest

from core.errors import BadFile, BadRequest
from core.robot.library import load_robot
from devices.connection import (
    FIRST_PAUSE_S,
    LONGEST_PAUSE_S,
    Connection,
    ConnectionState,
    described_robot,
    open_controller,
)
from devices.controller import Lifecycle
from devices.driving.pulse import Pulse
from devices.errors import ConfigurationError, TransportError
from devices.replay.controller import ReplayController
from tests.app.procedures.fake_arm import FakeArm
from tests.devices.replay.recorded import ROBOT, recorded_run, visit_with


def no_answer() -> TransportError:
    return TransportError("no-answer", request="hello", waited_s=1.0)


class Pauses:
    """Records the pauses and gives up after a number of them."""

    def __init__(self, *, give_up_after: int = 1000) -> None:
        self.waited: list[float] = []
        self._left = give_up_after

    def __call__(self, seconds: float) -> bool:
        self.waited.append(seconds)
        self._left -= 1
        return self._left <= 0


@pytest.mark.parametrize("uri", ["", "ec66", "serial", "virtual", "file:a.h5"])
def test_an_unknown_name_is_refused_with_the_known_forms(uri):
    with pytest.raises(BadRequest, match="unknown-controller") as refused:
        open_controller(uri, robot=load_robot(ROBOT), pulse=Pulse())
    assert refused.value.facts["known"] == (
        "serial:PORT",
        "ur:ADDRESS",
        "elite-cs:ADDRESS",
        "elite-ec:ADDRESS",
        "franka:ADDRESS",
        "cia402:INTERFACE",
        "moteus:INTERFACE",
        "virtual:NAME",
        "emulated:FAMILY:ROBOT",
        "replay:FILE",
    )


def test_each_name_opens_its_kind_of_controller(tmp_path):
    path = visit_with(tmp_path, recorded_run())
    replayed = open_controller(f"replay:{path}?pace=fast", robot=load_robot(ROBOT), pulse=Pulse())
    assert isinstance(replayed, ReplayController)
    assert described_robot(f"replay:{path}").name == ROBOT
    robot = described_robot("virtual:ec66?kind=closed")
    virtual = open_controller("virtual:ec66?kind=closed", robot=robot, pulse=Pulse())
    assert virtual.capabilities.joint_count == robot.joint_count == 6
    assert virtual.status.lifecycle is Lifecycle.DISCONNECTED
    with pytest.raises(BadFile, match="file-missing"):
        described_robot(f"replay:{tmp_path / 'none.h5'}")
    with pytest.raises(BadRequest, match="unknown-robot"):
        described_robot("virtual:r2d2")
    serial = open_controller("serial:/dev/ttyACM0?arm=V-1", robot=robot, pulse=Pulse())
    assert (serial.uri, serial.status.lifecycle) == ("serial:/dev/ttyACM0?arm=V-1", Lifecycle.DISCONNECTED)
    with pytest.raises(BadRequest, match="robot-not-named"):
        described_robot("serial:/dev/ttyACM0")
    with pytest.raises(BadRequest, match="controller-bad-value"):
        open_controller("serial:COM5?baud=0", robot=robot, pulse=Pulse())


def test_states_from_connecting_to_disconnected():
    arm = FakeArm()
    connection = Connection(arm)
    assert connection.state is ConnectionState.DISCONNECTED
    assert connection.identity is None
    assert connection.connect() is connection.identity
    assert connection.state is ConnectionState.READY
    arm._lifecycle = Lifecycle.MOVING
    assert connection.state is ConnectionState.MOVING
    arm._lifecycle = Lifecycle.LOST
    assert connection.state is ConnectionState.LOST
    connection.disconnect()
    connection.disconnect()
    assert connection.state is ConnectionState.DISCONNECTED


def test_a_lost_link_is_retried_with_growing_pauses_and_never_armed():
    arm, pauses = FakeArm(), Pauses()
    connection = Connection(arm, wait=pauses)
    connection.connect()
    arm.refusals = [no_answer() for _ in range(7)]
    identity = connection.reconnect()
    assert identity.serial == arm.serial
    assert connection.attempts == 0
    assert pauses.waited[0] == FIRST_PAUSE_S
    assert all(later >= earlier for earlier, later in zip(pauses.waited, pauses.waited[1:], strict=False))
    assert pauses.waited[-1] == LONGEST_PAUSE_S
    assert arm.status.lifecycle is Lifecycle.CONNECTED


def test_reconnecting_can_be_cancelled():
    arm = FakeArm()
    connection = Connection(arm, wait=Pauses(give_up_after=3))
    connection.connect()
    arm.refusals = [no_answer() for _ in range(9)]
    with pytest.raises(TransportError, match="gave-up-connecting") as error:
        connection.reconnect()
    assert error.value.facts == {"attempts": 3, "reason": "no-answer"}
    assert connection.state is ConnectionState.DISCONNECTED


def test_cancelling_from_another_thread_ends_the_wait():
    connection = Connection(FakeArm())
    connection.connect()
    connection._controller.refusals = [no_answer()]
    connection.give_up()
    with pytest.raises(TransportError, match="gave-up-connecting"):
        connection.reconnect()


def test_a_device_lost_again_at_once_counts_as_a_failed_attempt():
    arm, pauses, settled = FakeArm(), Pauses(), []
    connection = Connection(arm, wait=pauses)
    connection.connect()

    def settle(identity):
        settled.append(connection.attempts)
        if len(settled) < 3:
            raise TransportError("no-samples-from-controller", seconds=5.0)

    assert connection.reconnect(settle).serial == arm.serial
    assert settled == [1, 2, 3]
    assert len(pauses.waited) == 2
    assert connection.attempts == 0


def test_after_a_cancellation_reconnecting_can_start_again():
    arm = FakeArm()
    connection = Connection(arm)
    connection.connect()
    connection.give_up()
    connection.clear_give_up()
    arm.refusals = [no_answer()]
    assert connection.reconnect().serial == arm.serial


@pytest.mark.parametrize("known_from", ["expected", "before"])
def test_another_serial_number_is_refused(known_from):
    arm = FakeArm(serial="A")
    connection = Connection(arm, expected_serial="B" if known_from == "expected" else "", wait=Pauses())
    if known_from == "before":
        connection.connect()
        arm.serial = "C"
        connect = connection.reconnect
    else:
        connect = connection.connect
    with pytest.raises(ConfigurationError, match="other-serial"):
        connect()
    assert arm.status.lifecycle is Lifecycle.DISCONNECTED
