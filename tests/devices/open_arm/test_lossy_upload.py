"""Ten thousand points over a line that loses frames both ways arrive to the last bit."""

import numpy as np
import pytest

from core.excitation.trajectories import project_boundary_conditions
from core.recording import Quantity
from devices.driving.pulse import Pulse
from devices.errors import MotionRejected
from devices.motion import MotionEnd, RunTrajectory
from devices.open_arm.controller import OpenArm
from devices.open_arm.plans import SAMPLING_PERIOD_S
from devices.protocol_open import messages as m
from devices.protocol_open.trajectory_bytes import crc_of, unpack_samples
from devices.virtual.firmware.joints import Joints
from devices.virtual.firmware.trajectories import Upload
from tests.devices.memory_link import memory_pair
from tests.devices.open_arm.conftest import CAPABILITIES, Ticker
from tests.devices.open_arm.fake_device import FakeDevice, announcement
from tests.devices.virtual.firmware.fake_plant import ROBOT, drives
from tests.waiting import LIMIT_S, wait_until

POINTS = 10_000
LOSS = 0.02


class Recorded:
    """A trajectory of six joints over 40 s that is not a Fourier series, so it is uploaded as points."""

    duration = (POINTS - 1) * SAMPLING_PERIOD_S
    joint_count = 6
    start = np.array([0.0, 1.2, -0.5, 0.3, 0.4, -0.2])

    def __init__(self):
        random = np.random.default_rng(11)
        a, b = (0.05 * random.normal(size=(6, 5)) for _ in range(2))
        self._series = project_boundary_conditions(a, b, period_s=self.duration, start=self.start, cycles=1)

    def evaluate(self, time):
        return self._series.evaluate(time)


class StoringDevice(FakeDevice):
    """Stores with the firmware's own code."""

    def __init__(self, transport):
        self.stored = Upload(Joints.of(ROBOT, drives()))
        self.offsets = []
        super().__init__(transport)

    def _store(self, message, sequence):
        try:
            match message:
                case m.TrajectoryBegin():
                    self.begun = message
                    self.stored.begin(message)
                    return m.Ack(sequence)
                case m.TrajectoryChunk():
                    self.offsets.append(message.offset)
                    self.stored.add(message)
                    return m.TrajectoryAck(self.stored.received)
            return m.Committed(sequence, self.stored.commit())
        except MotionRejected as refusal:
            return m.Reject(sequence, refusal.code, refusal.facts)


@pytest.fixture
def line(monkeypatch):
    # an answer that a busy computer delays is not taken for lost
    monkeypatch.setattr("devices.open_arm.plans.RESEND_AFTER_S", 0.3)
    monkeypatch.setattr("devices.open_arm.plans.GIVE_UP_AFTER_S", LIMIT_S)
    host_end, device_end = memory_pair()
    device = StoringDevice(device_end)
    device.announcement = announcement(
        model=ROBOT.name,
        joint_names=ROBOT.joint_names,
        lower=(None,) * 6,
        upper=(None,) * 6,
        velocity=(None,) * 6,
        gear_ratio=(101.0,) * 6,
        channels=tuple(m.Channel(f"q{j}", Quantity.POSITION, j, "rad", "f4", 1.0) for j in range(6)),
    )
    ticker = Ticker(Pulse())
    arm = OpenArm(
        lambda: host_end, uri="memory:six", robot=ROBOT, capabilities=CAPABILITIES, pulse=ticker.pulse
    )
    yield arm, device, host_end, device_end
    arm.disconnect()
    ticker.stop()
    device.close()


@pytest.mark.parametrize("seed", range(3))
def test_ten_thousand_points_arrive_identical_through_two_per_cent_loss(line, seed):
    arm, device, host_end, device_end = line
    arm.connect()
    arm.arm()
    host_end.lose(LOSS, seed=2 * seed)
    device_end.lose(LOSS, seed=2 * seed + 1)
    trajectory = Recorded()
    motion = arm.start(RunTrajectory(trajectory))
    wait_until(lambda: device.motion == 1 or motion.is_over)
    assert not motion.is_over
    assert min(host_end.lost, device_end.lost) > 8
    host_end.lose(0.0)
    device_end.lose(0.0)
    content = bytes(device.stored._content)
    assert (len(content), crc_of(content)) == (device.begun.size, device.begun.crc)
    expected = trajectory.evaluate(np.linspace(0.0, trajectory.duration, POINTS)).position
    there = unpack_samples(content)
    assert np.array_equal(there.positions, ROBOT.position_as_reported(expected))
    path = device.stored.take(1)
    moments = there.period * np.arange(POINTS)
    assert path.sampled(moments).position == pytest.approx(there.positions, abs=1e-12)
    # what is lost is sent again, and little else
    assert len(device.offsets) < 1.5 * len(set(device.offsets))
    device.finish()
    assert motion.result(LIMIT_S) is MotionEnd.FINISHED
