"""An arm of two joints, its driver, and the device at the other end of a link in memory."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import pytest

from core.recording import Mark, Quantity, TorqueKind
from core.robot.model import Joint, RobotModel
from devices.capabilities import Capabilities, ControllerKind, MotionKind
from devices.driving.pulse import Pulse
from devices.open_arm.controller import OpenArm
from devices.open_arm.link_clock import RealLinkClock
from tests.devices.memory_link import MemoryTransport, memory_pair
from tests.devices.open_arm.fake_device import FakeDevice
from tests.waiting import LIMIT_S, wait_until

CAPABILITIES = Capabilities(
    kind=ControllerKind.OPEN,
    joint_count=2,
    sample_rate=1000.0,
    quantities=(Quantity.POSITION, Quantity.MOTOR_POSITION, Quantity.LINK_POSITION),
    torque_kind=TorqueKind.MOTOR_CURRENT,
    motions=frozenset(MotionKind),
    stops_when_host_silent=True,
)


TICK_S = 0.02
"""Period of the thread that serves STOP."""


class JumpingClock(RealLinkClock):
    """This computer's clock, and what a test lets it jump, as when no thread runs for a while."""

    def __init__(self, jumps: list[float]) -> None:
        super().__init__()
        self._jumps = jumps

    def now(self) -> float:
        return super().now() + sum(self._jumps)


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
        while not self._over.wait(TICK_S):
            self.pulse.tick()

    def stop(self) -> None:
        self._over.set()
        self._thread.join(LIMIT_S)


@dataclass
class Bench:
    """One arm with both ends of its link in reach."""

    arm: OpenArm
    device: FakeDevice
    host_end: MemoryTransport
    device_end: MemoryTransport
    ticker: Ticker
    robot: RobotModel
    jumps: list[float]
    """Appending to it lets the host's clock jump, s."""

    def armed(self) -> "Bench":
        self.arm.connect()
        self.arm.arm()
        return self

    def beats(self, count: int) -> None:
        """Wait for so many more heartbeats: what the host does beside them it has done by then."""
        before = len(self.device.heartbeats)
        wait_until(lambda: len(self.device.heartbeats) >= before + count, "heartbeats of the host")

    def stream(self, beats: int) -> None:
        """Let the device stream while the host sends so many heartbeats."""
        before = len(self.device.heartbeats)

        def are_sent() -> bool:
            self.device.stream(10)
            return len(self.device.heartbeats) >= before + beats

        wait_until(are_sent, "heartbeats of the host")

    def taken_in(self) -> None:
        """Wait until the host has taken in all that the device has sent so far."""
        before = self.arm.counters.samples
        self.device.stream(1)
        wait_until(lambda: self.arm.counters.samples > before, "samples at the host")


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
    ticker, jumps = Ticker(Pulse()), list[float]()
    capabilities = replace(CAPABILITIES, mark=opened)
    arm = OpenArm(
        lambda: host_end,
        uri="memory:two",
        robot=robot,
        capabilities=capabilities,
        pulse=ticker.pulse,
        make_clock=lambda: JumpingClock(jumps),
    )
    yield Bench(arm, device, host_end, device_end, ticker, robot, jumps)
    arm.disconnect()
    ticker.stop()
    device.close()
