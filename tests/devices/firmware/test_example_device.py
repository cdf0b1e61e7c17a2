"""The example device in C, as Torsion's own driver sees it through a serial port."""

import functools
import os
import subprocess
from dataclasses import dataclass

import numpy as np
import pytest

pytest.importorskip("termios", reason="pseudo-terminals are of POSIX")

from core.excitation.trajectories import project_boundary_conditions
from core.recording import Quantity, TorqueKind
from core.robot.model import Joint, RobotModel
from devices.controller import Lifecycle, PayloadSetting
from devices.driving.pulse import Pulse
from devices.errors import MotionRejected, RobotStateError
from devices.motion import Jog, MotionEnd, MoveTo, RunTrajectory
from devices.open_arm.controller import OpenArm
from devices.protocol_open import messages as m
from devices.protocol_open import wire
from devices.serial_arm.launch import open_serial
from devices.serial_arm.settings import SerialSettings
from tests.devices.firmware.c_codec import FIRMWARE, compile_c
from tests.devices.open_arm.conftest import Ticker
from tests.devices.transport.pty_peer import PtyPeer
from tests.patience import LATE_S
from tests.waiting import LIMIT_S, wait_until

PATIENCE_S = LIMIT_S


PATIENT = (f"-DHOST_SILENCE_US={round(1e6 * LATE_S)}",)
"""A device that a host on a busy computer does not lose."""


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """The device as it is compiled with some options."""

    @functools.cache
    def compiled_with(options):
        sources = [FIRMWARE / name for name in ("example_device.c", "example_arm.c", "torsion_codec.c")]
        return compile_c(tmp_path_factory.mktemp("example") / "example_device", *sources, options=options)

    return compiled_with


@pytest.fixture
def options():
    """As the device is shipped where a test is about silence; see ``PATIENT``."""
    return PATIENT


@pytest.fixture
def started(compiled, options):
    """Start the device; every one is ended with its test."""
    running, program = [], compiled(options)

    def start(argument, **streams):
        running.append(subprocess.Popen([program, argument], **streams))
        return running[-1]

    yield start
    for process in running:
        process.kill()
        process.wait(PATIENCE_S)


@dataclass
class Bench:
    arm: OpenArm
    ticker: Ticker
    port: str
    robot: RobotModel

    def read(self, seconds):
        """Read some seconds of the stream: one array per quantity, with counters and clock."""
        blocks = []

        def are_there():
            block = self.arm.read(0.05)
            blocks.extend([] if block is None else [block])
            return blocks and blocks[-1].device_time[-1] - blocks[0].device_time[0] >= seconds

        wait_until(are_there, "samples of the device")
        columns = {name: np.concatenate([b.columns[name] for b in blocks]) for name in blocks[0].columns}
        return (
            np.concatenate([b.sequence for b in blocks]),
            np.concatenate([b.device_time for b in blocks]),
            columns,
        )

    def result(self, motion):
        wait_until(lambda: (self.arm.read(0.0) and False) or motion.is_over)
        return motion.result(0.0)

    def position(self):
        while self.arm.read(0.0) is not None:
            pass
        return self.arm.read(LIMIT_S).columns[Quantity.POSITION][-1]


@pytest.fixture
def robot():
    return RobotModel("example-2", (Joint("shoulder", gear_ratio=101.0), Joint("elbow", gear_ratio=-80.0)))


@pytest.fixture
def bench(started, robot):
    master, slave = os.openpty()
    import tty  # Windows has none

    tty.setraw(slave)
    started("-", stdin=master, stdout=master)
    os.close(master)
    port = os.ttyname(slave)
    ticker = Ticker(Pulse())
    arm = open_serial(SerialSettings(port), robot=robot, pulse=ticker.pulse)
    yield Bench(arm, ticker, port, robot)
    arm.disconnect()
    ticker.stop()
    os.close(slave)


def test_the_example_device_connects_and_streams_every_millisecond(bench):
    identity = bench.arm.connect()
    assert (identity.model, identity.serial) == ("example-2", "E-0001")
    assert (identity.lower.tolist(), identity.upper.tolist()) == ([-2.0, -2.5], [2.0, 2.5])
    assert identity.gear_ratio == pytest.approx(bench.robot.gear_ratio)
    announcement = bench.arm.announcement
    assert (announcement.mark, announcement.torque_kind) == ("virtual", TorqueKind.MOTOR_CURRENT)
    sequence, clock, columns = bench.read(1.0)
    assert np.all(np.diff(sequence) == 1)
    assert np.diff(clock) == pytest.approx(np.full(len(clock) - 1, 0.001))
    assert bench.arm.counters.missed == bench.arm.counters.damaged == 0
    assert set(columns) == {
        Quantity.POSITION, Quantity.MOTOR_POSITION, Quantity.LINK_POSITION,
        Quantity.VELOCITY, Quantity.CURRENT, Quantity.TEMPERATURE,
    }  # fmt: skip
    assert np.all(columns[Quantity.TEMPERATURE][-1] > 297.9)
    # level, under its load: the gear gives way by torque over stiffness
    twist = columns[Quantity.MOTOR_POSITION][-1] - columns[Quantity.LINK_POSITION][-1]
    assert twist == pytest.approx([40.0 / 2.0e4, 12.0 / 8.0e3], abs=3e-5)
    gain = announcement.drive_gain
    assert columns[Quantity.CURRENT][-1] * gain == pytest.approx([40.0, 12.0], rel=1e-4)


def test_a_move_ends_at_its_target(bench):
    bench.arm.connect()
    with pytest.raises(MotionRejected, match="not-armed"):
        bench.arm.start(Jog(0, 0.1, 0.5))
    bench.arm.arm()
    assert bench.result(bench.arm.start(Jog(0, angle=0.2, speed=0.8))) is MotionEnd.FINISHED
    assert bench.position() == pytest.approx([0.2, 0.0], abs=2e-4)
    motion = bench.arm.start(MoveTo(np.array([-0.1, 0.3]), speed_fraction=0.9))
    assert bench.result(motion) is MotionEnd.FINISHED
    assert bench.position() == pytest.approx([-0.1, 0.3], abs=2e-4)
    assert bench.arm.status.lifecycle is Lifecycle.ARMED
    for plan, code in (
        (Jog(0, angle=3.0, speed=0.5), "outside-limits"),
        (Jog(1, angle=0.1, speed=9.0), "speed-out-of-range"),
    ):
        with pytest.raises(MotionRejected, match=code):
            bench.result(bench.arm.start(plan))


def test_the_payload_setting_is_kept(bench):
    bench.arm.connect()
    assert bench.arm.capabilities.payload_write_back
    assert bench.arm.read_payload() == PayloadSetting(0.0, (0.0, 0.0, 0.0))
    asked = PayloadSetting(1.234567890123, (0.01, -0.02, 0.0305))
    assert bench.arm.write_payload(asked) == asked
    with pytest.raises(MotionRejected, match="payload-outside-limits"):
        bench.arm.write_payload(PayloadSetting(5.5, (0.0, 0.0, 0.0)))
    bench.arm.arm()
    motion = bench.arm.start(Jog(0, angle=0.2, speed=0.3))
    wait_until(lambda: motion.progress > 0.0)
    with pytest.raises(RobotStateError, match="not-at-rest"):
        bench.arm.write_payload(PayloadSetting(0.0, (0.0, 0.0, 0.0)))
    assert bench.result(motion) is MotionEnd.FINISHED
    assert bench.arm.read_payload() == asked
    assert bench.arm.status.payload_mass == asked.mass


def trajectory(scale=1.0):
    random = np.random.default_rng(5)
    return project_boundary_conditions(
        0.15 * scale * random.normal(size=(2, 4)),
        0.15 * scale * random.normal(size=(2, 4)),
        period_s=2.0,
        start=np.zeros(2),
        cycles=1,
    )


class Sampled:
    """The same, but no Fourier series: it goes up as points."""

    def __init__(self, series):
        self.duration, self.joint_count, self.start = series.duration, 2, series.start
        self.evaluate = series.evaluate


@pytest.mark.parametrize("kind", ["series", "points"])
def test_an_uploaded_trajectory_is_followed(bench, kind):
    series = trajectory()
    bench.arm.connect()
    bench.arm.arm()
    motion = bench.arm.start(RunTrajectory(series if kind == "series" else Sampled(series)))
    positions = []

    def is_over():
        block = bench.arm.read(0.0)
        positions.extend([] if block is None else [block.columns[Quantity.POSITION]])
        return motion.is_over

    wait_until(is_over, "the end of the motion")
    assert motion.result(0.0) is MotionEnd.FINISHED
    measured = np.concatenate(positions)
    expected = series.evaluate(np.arange(2000) * 1e-3).position
    moved = np.abs(expected).max()
    assert moved > 0.05
    # the drives lag, and reading began before the motion: how far off at the best of all delays
    pairs = [(measured[k : k + 2000], expected[: len(measured) - k]) for k in range(len(measured) - 1900)]
    worst = min(np.abs(there - wanted).max() for there, wanted in pairs)
    assert worst < 0.02 * moved


def test_a_trajectory_beyond_its_speed_is_refused(bench):
    bench.arm.connect()
    bench.arm.arm()
    with pytest.raises(MotionRejected, match="outside-limits"):
        bench.result(bench.arm.start(RunTrajectory(trajectory(scale=12.0))))


def test_stop_ends_a_motion_and_discards_the_upload(bench):
    bench.arm.connect()
    bench.arm.arm()
    motion = bench.arm.start(RunTrajectory(trajectory()))
    wait_until(lambda: motion.progress >= 0.2)
    bench.arm.stop()
    assert bench.result(motion) is MotionEnd.STOPPED
    assert bench.arm.status.lifecycle is Lifecycle.CONNECTED
    bench.arm.arm()
    answer = bench.arm._conversation.link.ask(m.TrajectoryRun(token=1))
    assert (type(answer), answer.code) == (m.Reject, "trajectory-unknown")


@pytest.mark.parametrize("options", [()])
def test_the_arm_stops_by_itself_without_heartbeats(bench):
    bench.arm.connect()
    bench.arm.arm()
    motion = bench.arm.start(Jog(0, angle=1.5, speed=0.5))
    wait_until(lambda: motion.progress >= 0.1)
    bench.ticker.stop()
    with pytest.raises(RobotStateError, match="host-silent"):
        bench.result(motion)
    before = bench.position()
    assert 0.05 < before[0] < 1.0
    assert bench.position() == pytest.approx(before, abs=2e-4)
    bench.arm.clear_fault()
    assert bench.arm.status.lifecycle is Lifecycle.CONNECTED


def test_the_device_answers_again_after_the_port_was_closed(bench):
    power_on = bench.arm.connect().power_on
    first, _, _ = bench.read(0.2)
    bench.arm.disconnect()
    assert bench.arm.connect().power_on == power_on
    later, _, _ = bench.read(0.2)
    assert later[0] != first[0]
    assert np.all(np.diff(later) == 1)


class Talk:
    """A host of a few lines on the other end of a terminal that the device serves by its path."""

    def __init__(self, peer):
        self.peer, self.decoder, self.sequence = peer, wire.Decoder(), 0

    def ask(self, message, *, sequence=None, repeated=False):
        number = self.sequence if sequence is None else sequence
        self.sequence = max(self.sequence, number + 1)
        content = wire.encode(message, sequence=number, time_us=0, repeated=repeated)
        assert self.peer.write(content, LIMIT_S) == len(content)
        return number

    def hear(self, kind, *, request=None):
        found = []

        def has_come():
            found.extend(
                frame.message
                for frame in self.decoder.feed(self.peer.read(0.05))
                if isinstance(frame.message, kind)
                and request in {None, getattr(frame.message, "request", None)}
            )
            return found

        wait_until(has_come, f"a message from the device: {kind}")
        return found[0]

    def say(self, message, **how):
        """Send a request and return its Ack or Reject."""
        return self.hear(m.Ack | m.Reject, request=self.ask(message, **how))


@pytest.mark.thorough
def test_an_armed_arm_without_heartbeats_is_disarmed(bench):
    bench.arm.connect()
    bench.arm.arm()
    bench.ticker.stop()
    assert bench.arm._conversation.ask_status().state is m.DeviceState.ARMED
    wait_until(lambda: bench.arm._conversation.ask_status().state is m.DeviceState.IDLE)


@pytest.fixture
def link(tmp_path):
    peers = []

    def plug():
        peers.append(PtyPeer(keeps_port=False))
        (tmp_path / "arm").unlink(missing_ok=True)
        (tmp_path / "arm").symlink_to(peers[-1].path)
        return peers[-1]

    plug.path = tmp_path / "arm"
    yield plug
    for peer in peers:
        peer.close()


def test_a_repeated_request_is_answered_again_but_not_executed_again(started, link):
    peer = link()
    started(str(link.path))
    host = Talk(peer)
    host.ask(m.Hello())
    host.hear(m.Announcement)
    host.ask(m.Heartbeat())
    assert isinstance(host.say(m.Arm()), m.Ack)
    number = host.sequence
    jog = m.JogJoint(0, 1.5, 0.1)  # still under way when it is asked for again
    for repeated in (False, True, True):
        host.ask(m.Heartbeat(), sequence=1000)
        assert isinstance(host.say(jog, sequence=number, repeated=repeated), m.Ack)
    host.ask(m.AskStatus())
    assert host.hear(m.Status).motion == 1
    assert host.say(jog, sequence=number).code == "already-moving"  # not repeated: another request
    host.ask(m.Hello(version=9))
    assert host.hear(m.Reject).facts == {"device": 1}
    # a new conversation: stored answers of the old one are forgotten, so this request is refused again
    host.ask(m.Heartbeat())
    assert host.say(jog, sequence=number, repeated=True).code == "already-moving"


@pytest.mark.parametrize("options", [()])
def test_with_the_cable_pulled_the_arm_stops_and_serves_the_next_port(started, link):
    peer = link()
    device = started(str(link.path))
    host = Talk(peer)
    host.ask(m.Hello())
    power_on = host.hear(m.Announcement).power_on
    peer.host_has_opened()
    for request in (m.StreamOn(10), m.Arm()):
        assert isinstance(host.say(request), m.Ack)
    host.ask(m.Heartbeat())
    assert isinstance(host.say(m.JogJoint(0, 1.5, 0.5)), m.Ack)
    content = wire.encode(m.Arm(), sequence=99, time_us=0)
    peer.write(content[:7], 1.0)  # torn
    peer.close()
    host = Talk(link())
    host.ask(m.Hello())
    assert host.hear(m.Announcement).power_on == power_on

    def status_now():
        host.ask(m.AskStatus())
        return host.hear(m.Status)

    wait_until(lambda: status_now().state is m.DeviceState.FAULT)
    status = status_now()
    assert (status.state, status.fault, status.motion) == (m.DeviceState.FAULT, "host-silent", 1)
    assert host.decoder.missing == host.decoder.damaged == 0
    assert device.poll() is None


def test_the_example_device_ends_with_its_pipe(started):
    device = started("-", stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    device.stdin.write(wire.encode(m.Hello(), sequence=0, time_us=0))
    device.stdin.close()
    assert device.wait(PATIENCE_S) == 0
    device.stdout.close()
