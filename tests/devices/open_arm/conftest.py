"""An arm of two joints, its driver, and the device at the other end of a link in memory."""

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import pytest

from core.recording import Mark, Quantity, TorqueKind
from core.robot.model import Joint, RobotModel
from devices.capabilities import Capabilities, ControllerKind, MotionKind
from devices.driving.pulse import Pulse
from devices.open_arm.controller import OpenArm
from devices.transport.memory import MemoryTransport, memory_pair
from tests.devices.open_arm.fake_device import FakeDevice

CAPABILITIES = Capabilities(
    kind=ControllerKind.OPEN,
    joint_count=2,
    sample_rate=1000.0,
    quantities=(Quantity.POSITION, Quantity.MOTOR_POSITION, Quantity.LINK_POSITION),
    torque_kind=TorqueKind.MOTOR_CURRENT,
    motions=frozenset(MotionKind),
    stops_when_host_silent=True,
)


@dataclass
class Ticker:
    """Ticks a pulse like the window's thread, until it is stopped."""

    pulse: Pulse
    _over: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self.pulse.tick()
        self._thread = threading.Thread(target=self._run, name="ticker")
        self._thread.start()

    def _run(self) -> None:
        while not self._over.wait(0.02):
            self.pulse.tick()

    def stop(self) -> None:
        self._over.set()
        self._thread.join(1.0)


@dataclass
class Bench:
    """One arm with both ends of its link in reach."""

    arm: OpenArm
    device: FakeDevice
    host_end: MemoryTransport
    device_end: MemoryTransport
    ticker: Ticker
    robot: RobotModel

    def armed(self) -> "Bench":
        self.arm.connect()
        self.arm.arm()
        return self

    def stream(self, seconds: float) -> None:
        """Let the device stream in real time for a while."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.device.stream(10)
            time.sleep(0.01)


@pytest.fixture
def robot() -> RobotModel:
    return RobotModel(
        "two-joints",
        (
            Joint("shoulder", gear_ratio=101.0),
            Joint("elbow", gear_ratio=-80.0, reported_sign=-1, reported_zero=0.5),
        ),
    )


@pytest.fixture
def opened() -> Mark:
    """The mark that the code which opens the link gives the arm."""
    return Mark.NONE


@pytest.fixture
def bench(robot: RobotModel, opened: Mark) -> Iterator[Bench]:
    host_end, device_end = memory_pair()
    device = FakeDevice(device_end)
    ticker = Ticker(Pulse())
    capabilities = replace(CAPABILITIES, mark=opened)
    arm = OpenArm(
        lambda: host_end, uri="memory:two", robot=robot, capabilities=capabilities, pulse=ticker.pulse
    )
    yield Bench(arm, device, host_end, device_end, ticker, robot)
    arm.disconnect()
    ticker.stop()
    device.close()
