"""Every fault, by its effect on the stream, the reports and the motion."""

import math
from dataclasses import replace

import numpy as np
import pytest

from core.recording import Quantity
from devices.capabilities import ControllerKind
from devices.protocol_open import messages as m
from devices.virtual.firmware.channels import Stream as StreamKind
from devices.virtual.firmware.faults import FAULTS, FaultBoard, ScheduledFault
from tests.devices.virtual.firmware.fake_plant import ROBOT, START, Bench, N

PER_FRAME = 5


class Stream:
    """Decodes frames like a host: SI values by the channel table."""

    def __init__(self, bench):
        (self.announcement,) = bench.firmware.handle(m.Hello(), 0)
        self.channels = self.announcement.fast_channels
        self.kinds = np.dtype([(channel.name, "<" + channel.kind) for channel in self.channels])

    def values(self, sent, quantity):
        rows = np.concatenate([np.frombuffer(frame.rows, self.kinds) for frame in self.frames(sent)])
        return np.stack(
            [
                channel.sign * channel.scale * (rows[channel.name] - channel.offset) / channel.ratio
                for channel in self.channels
                if channel.quantity == quantity
            ],
            axis=1,
        )

    @staticmethod
    def frames(sent):
        return [reply for reply in sent if isinstance(reply, m.Samples)]

    def times(self, sent):
        return np.concatenate([frame.time_us for frame in self.frames(sent)])


def streaming(kind=ControllerKind.OPEN, **options):
    bench = Bench(kind, **options)
    bench.accepted(m.StreamOn(PER_FRAME))
    return bench, Stream(bench)


def inject(bench, name, **facts):
    bench.accepted(m.Simulate("fault", {"name": name, **facts}))


def test_without_faults_every_channel_shows_the_true_pose():
    bench, stream = streaming()
    sent = bench.run(100)
    for quantity, tolerance in (
        (Quantity.POSITION, 1e-6),
        (Quantity.MOTOR_POSITION, 1e-6),
        (Quantity.LINK_POSITION, 2e-5),
    ):
        values = stream.values(sent, quantity)
        assert values.shape == (100, N)
        np.testing.assert_allclose(values, np.tile(START, (100, 1)), atol=tolerance)
    firsts = [frame.first for frame in stream.frames(sent)]
    np.testing.assert_array_equal(np.diff(firsts), PER_FRAME)
    np.testing.assert_array_equal(np.diff(stream.times(sent)), 1000)


@pytest.mark.parametrize("uptime", [2**16 / 1000 - 0.02, 2**32 / 1e6 - 0.02], ids=["counter", "clock"])
def test_counters_and_clock_wrap_as_the_wire_says(uptime):
    bench, stream = streaming(uptime=uptime)
    sent = bench.run(60)
    times = stream.times(sent).astype(np.int64)
    firsts = np.array([frame.first for frame in stream.frames(sent)])
    assert times[0] == round(uptime * 1e6) + 1000
    assert firsts[0] == (round(uptime * 1e3) + 1) % 2**16
    assert times.max() < 2**32
    assert firsts.max() < 2**16
    np.testing.assert_array_equal(np.diff(times) % 2**32, 1000)
    np.testing.assert_array_equal(np.diff(firsts) % 2**16, PER_FRAME)
    assert (np.diff(times).min() < 0) or (np.diff(firsts).min() < 0), "one of them has wrapped"


def test_after_a_long_uptime_brakes_and_scheduled_faults_keep_their_time():
    bench = Bench(uptime=4000.0, schedule=[ScheduledFault("clock-jump", 0.5)])
    bench.move()
    bench.run(499)
    assert not bench.notes.of("injected")
    bench.run(3)
    assert bench.notes.of("injected")
    bench.accepted(m.Stop())
    bench.run_until(lambda: bench.state is m.DeviceState.IDLE)
    assert not bench.plant.braked
    bench.run(210)
    assert bench.plant.braked


def test_the_full_stream_has_velocities_and_reference_currents():
    bench, stream = streaming(stream=StreamKind.FULL)
    bench.plant.torque[:] = 6.0
    bench.move()
    bench.run(300)
    sent = bench.run(100)
    fast = [Quantity(name) for name in dict.fromkeys(channel.quantity for channel in stream.channels)]
    assert fast == [
        Quantity.POSITION,
        Quantity.MOTOR_POSITION,
        Quantity.LINK_POSITION,
        Quantity.VELOCITY,
        Quantity.CURRENT,
        Quantity.CURRENT_REFERENCE,
    ]
    assert len(stream.channels) == 6 * N
    position, velocity = (stream.values(sent, name) for name in (Quantity.POSITION, Quantity.VELOCITY))
    np.testing.assert_allclose(velocity[1:], np.diff(position, axis=0) / 1e-3, atol=1e-3)
    assert np.abs(velocity).max() > 0.1
    difference = stream.values(sent, Quantity.CURRENT_REFERENCE) - stream.values(sent, Quantity.CURRENT)
    np.testing.assert_allclose(difference, 0.25, rtol=1e-5)


def test_velocities_are_reported_in_the_direction_of_the_positions():
    sign = np.ones(N)
    sign[1] = -1.0
    joints = tuple(
        replace(joint, reported_sign=int(s), reported_zero=0.1)
        for joint, s in zip(ROBOT.joints, sign, strict=True)
    )
    bench, stream = streaming(stream=StreamKind.FULL, robot=replace(ROBOT, joints=joints))
    bench.arm()
    bench.accepted(m.JogJoint(1, 0.4, 0.5))
    bench.run(300)
    sent = bench.run(100)
    velocity = stream.values(sent, Quantity.VELOCITY)
    slope = np.diff(stream.values(sent, Quantity.POSITION), axis=0) / 1e-3
    np.testing.assert_allclose(velocity[1:], slope, atol=1e-3)
    assert velocity[-1, 1] == pytest.approx(0.5, rel=1e-3)


def test_a_closed_controller_streams_no_more_in_full_mode():
    _, stream = streaming(ControllerKind.CLOSED, stream=StreamKind.FULL)
    assert {channel.quantity for channel in stream.channels} == {"position", "current"}


def test_slow_channels_come_ten_times_a_second_the_first_with_the_first_sample():
    bench, stream = streaming()
    sent = bench.run(450)
    frames = [reply for reply in sent if isinstance(reply, m.Samples | m.SlowSamples)]
    assert isinstance(frames[0], m.SlowSamples), "before the first sample arrives"
    slow = [frame for frame in frames if isinstance(frame, m.SlowSamples)]
    assert [frame.time_us for frame in slow] == [1000, 101_000, 201_000, 301_000, 401_000]
    for frame in slow:
        expected = bench.plant.sense().temperature - bench.plant.periods + frame.time_us // 1000
        np.testing.assert_allclose(np.frombuffer(frame.row, "<f4"), expected, rtol=1e-6)
    assert [channel.quantity for channel in stream.announcement.slow_channels] == [Quantity.TEMPERATURE] * N
    assert Quantity.TEMPERATURE not in {channel.quantity for channel in stream.channels}
    assert {channel.rate for channel in stream.announcement.slow_channels} == {10.0}


def test_slow_channels_start_with_every_stream():
    bench, _ = streaming()
    bench.run(30)
    bench.accepted(m.StreamOff())
    bench.run(7)
    bench.accepted(m.StreamOn(PER_FRAME))
    assert isinstance(bench.run(1)[0], m.SlowSamples)


def test_a_controller_without_slow_channels_sends_no_frames_of_them():
    bench, stream = streaming(ControllerKind.CLOSED)
    assert not stream.announcement.slow_channels
    assert not [reply for reply in bench.run(400) if isinstance(reply, m.SlowSamples)]


def test_the_closed_controller_takes_every_eighth_sample():
    bench, stream = streaming(ControllerKind.CLOSED)
    sent = bench.run(400)
    assert len(stream.times(sent)) == 50
    np.testing.assert_array_equal(np.diff(stream.times(sent)), 8000)
    np.testing.assert_array_equal(np.diff([frame.first for frame in stream.frames(sent)]), PER_FRAME)


def test_ending_the_stream_sends_what_was_collected():
    bench, stream = streaming()
    bench.run(13)
    replies = bench.accepted(m.StreamOff())
    assert len(stream.times(replies)) == 3
    assert not bench.run(50)
    bench.accepted(m.StreamOn(PER_FRAME))
    (frame,) = stream.frames(bench.run(PER_FRAME))
    assert frame.first == 13 + 50 + 1, "samples are counted whether anybody listens or not"


def test_a_clock_jump_moves_the_device_clock():
    bench, stream = streaming()
    before = bench.run(20)
    inject(bench, "clock-jump", size=7.5)
    after = bench.run(20)
    times = stream.times([*before, *after])
    steps = np.diff(times)
    assert sorted(set(steps.tolist())) == [1000, 7_501_000]


def test_encoder_glitch_is_one_sample_of_one_encoder():
    bench, stream = streaming()
    bench.run(20)
    inject(bench, "encoder-glitch", joint=3, size=0.4)
    sent = bench.run(50)
    off = np.abs(stream.values(sent, Quantity.LINK_POSITION) - START) > 1e-3
    assert off.sum() == 1
    assert off[:, 3].sum() == 1
    assert np.abs(stream.values(sent, Quantity.LINK_POSITION)[off][0] - START[3]) == pytest.approx(
        0.4, abs=1e-4
    )
    assert not np.any(np.abs(stream.values(sent, Quantity.MOTOR_POSITION) - START) > 1e-3)


def test_a_second_injected_glitch_appears_too():
    bench, stream = streaming()
    counts = []
    for _ in range(2):
        inject(bench, "encoder-glitch", joint=1)
        sent = bench.run(30)
        counts.append(int((np.abs(stream.values(sent, Quantity.LINK_POSITION) - START) > 1e-3).sum()))
    assert counts == [1, 1]


def moving(bench, stream, quantity, periods=400):
    bench.move(START + 0.5, percent=60.0)
    return stream.values(bench.run(periods), quantity)


@pytest.mark.parametrize(
    ("channel", "quantity"), [("link", Quantity.LINK_POSITION), ("motor", Quantity.MOTOR_POSITION)]
)
def test_a_stuck_channel_repeats_its_value(channel, quantity):
    bench, stream = streaming()
    inject(bench, "stuck-channel", joint=2, channel=channel)
    values = moving(bench, stream, quantity)
    spread = np.ptp(values, axis=0)
    assert spread[2] == 0.0
    assert np.all(np.delete(spread, 2) > 0.1)


def test_a_stuck_channel_ends_after_its_time_and_not_with_other_faults():
    bench, stream = streaming()
    inject(bench, "stuck-channel", joint=0, duration=0.3)
    bench.move(START + 0.5, percent=60.0)
    inject(bench, "encoder-glitch", joint=1)
    stuck = stream.values(bench.run(250), Quantity.LINK_POSITION)
    assert np.ptp(stuck[:, 0]) == 0.0
    bench.run(100)
    free = stream.values(bench.run(50), Quantity.LINK_POSITION)
    assert np.ptp(free[:, 0]) > 1e-3


def test_a_swapped_sign_inverts_the_channel():
    bench, stream = streaming()
    inject(bench, "swapped-sign", joint=4)
    link = moving(bench, stream, Quantity.LINK_POSITION)
    np.testing.assert_allclose(np.diff(link[:, 4]), -np.diff(link[:, 3]), atol=3e-5)
    assert np.ptp(link[:, 4]) > 0.1


def test_a_wrong_ratio_scales_the_channel():
    bench, stream = streaming()
    inject(bench, "wrong-ratio", joint=1, size=1.25)
    motor = moving(bench, stream, Quantity.MOTOR_POSITION)
    np.testing.assert_allclose(np.diff(motor[:, 1]), 1.25 * np.diff(motor[:, 0]), atol=1e-6)
    assert np.ptp(motor[:, 1]) > 0.1


@pytest.mark.parametrize(
    ("channel", "quantity"),
    [("", Quantity.LINK_POSITION), ("motor", Quantity.MOTOR_POSITION), ("position", Quantity.POSITION)],
)
def test_turned_offset_is_a_whole_turn_and_another_power_on(channel, quantity):
    bench, stream = streaming()
    before = stream.values(bench.run(10), quantity)
    inject(bench, "turned-offset", joint=5, channel=channel, size=-1)
    after = stream.values(bench.run(10), quantity)
    expected = np.zeros(N)
    expected[5] = -2.0 * math.pi
    np.testing.assert_allclose(after[-1] - before[-1], expected, atol=1e-6)
    (found,) = bench.ask(m.Hello())
    assert found.power_on != stream.announcement.power_on
    assert found.serial == stream.announcement.serial


def test_wrong_model_announces_another_arm():
    (true,) = Bench().ask(m.Hello())
    bench = Bench(schedule=(ScheduledFault("wrong-model"),))
    (false,) = bench.ask(m.Hello())
    assert true.model == "ec66" != false.model
    assert true.serial != false.serial
    np.testing.assert_allclose(false.velocity, 0.5 * np.array(true.velocity))
    bench.accepted(m.Simulate("release", {"name": "wrong-model"}))
    assert bench.ask(m.Hello()) == [true]


@pytest.mark.parametrize("name", ["emergency-stop", "protective-stop"])
def test_stops_latch_a_fault_and_bring_a_moving_arm_to_rest(name):
    bench = Bench()
    bench.move(START + 1.0, percent=100.0)
    bench.run(200)
    inject(bench, name)
    assert (bench.state, bench.status.fault) == (m.DeviceState.FAULT, name)
    bench.run_until(lambda: bench.status.outcome == "failed", most=1000)
    position = bench.plant.position
    bench.run(500)
    np.testing.assert_array_equal(bench.plant.position, position)
    assert bench.plant.braked


def test_a_scheduled_fault_waits_for_the_first_motion():
    bench = Bench(schedule=(ScheduledFault("protective-stop", 0.2),))
    bench.run(1000)
    assert bench.state is m.DeviceState.IDLE
    bench.move(START + 1.0, percent=50.0)
    bench.run(190)
    assert bench.state is m.DeviceState.MOVING
    bench.run(15)
    assert bench.status.fault == "protective-stop"
    bench.run_until(lambda: not bench.firmware.is_moving)
    bench.accepted(m.Clear())
    bench.run(2000)
    assert bench.state is m.DeviceState.IDLE, "each comes once"


def test_the_closed_controller_has_its_faults_in_its_one_encoder():
    bench, stream = streaming(ControllerKind.CLOSED)
    inject(bench, "swapped-sign", joint=1)
    values = stream.values(bench.run(80), Quantity.POSITION)
    np.testing.assert_allclose(values[-1], START * np.array([1, -1, 1, 1, 1, 1]), atol=1e-6)
    reply = bench.rejected(m.Simulate("fault", {"name": "stuck-channel", "channel": "link"}))
    assert reply.code == "fault-channel"


def test_every_fault_can_be_made_and_released_and_is_noted():
    for name in FAULTS:
        bench = Bench()
        inject(bench, name)
        assert [entry["name"] for entry in bench.notes.of("injected")] == [name]
        assert bench.faults.find(name) is not None
        bench.accepted(m.Simulate("release", {"name": name}))
        assert bench.faults.find(name) is None


def test_the_fault_board_ends_faults_after_their_time():
    board = FaultBoard()
    board.inject("dropped-frames", {"duration": 2.0}, time=1.0)
    board.due(time=2.9, since_motion=None)
    assert board.find("dropped-frames").number("share") == 0.05
    revision = board.revision
    board.due(time=3.0, since_motion=None)
    assert board.find("dropped-frames") is None
    assert board.revision > revision
