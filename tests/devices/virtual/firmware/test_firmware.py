"""Conversations with the firmware over an exact arm, by a clock that stands when nobody looks."""

import zlib

import numpy as np
import pytest

from core.recording import Quantity
from devices.capabilities import ControllerKind
from devices.protocol_open import messages as m
from devices.protocol_open.messages import DeviceState as S
from devices.protocol_open.messages import StatusFlag
from devices.protocol_open.trajectory_bytes import FourierBody, pack_fourier
from devices.virtual.firmware.supervision import ABANDONED_S
from tests.devices.virtual.firmware.fake_plant import ROBOT, START, Bench, FakePlant, N, drives

LIMITS = drives()


@pytest.fixture
def bench():
    bench = Bench()
    bench.run(1)
    return bench


def fourier(start=START, *, scale=0.15, duration=4.0):
    """A series that begins at ``start``."""
    random = np.random.default_rng(8)
    a, b = scale * random.normal(size=(2, N, 5))
    base, order = 2.0 * np.pi / duration, np.arange(1, 6)
    a -= a.mean(1, keepdims=True)
    return pack_fourier(FourierBody(duration, base, start + (b / (base * order)).sum(1), a, b))


def upload(bench, content, kind=m.TrajectoryKind.FOURIER):
    bench.accepted(m.TrajectoryBegin(kind, len(content), zlib.crc32(content)))
    for offset in range(0, len(content), 256):
        replies = bench.accepted(m.TrajectoryChunk(offset, content[offset : offset + 256]))
        assert replies == [m.TrajectoryAck(min(offset + 256, len(content)))]
    (committed,) = bench.accepted(m.TrajectoryCommit())
    return committed.token


def states(sent):
    return [reply.state for reply in sent if isinstance(reply, m.Status)]


# Who and what


def test_hello_is_answered_with_everything_a_driver_must_know(bench):
    (found,) = bench.ask(m.Hello())
    assert (found.model, found.serial, found.power_on, found.kind) == ("ec66", "V-ec66-0003", "p1", "open")
    assert found.joint_names == ROBOT.joint_names
    assert found.velocity == tuple(LIMITS.velocity_limit.tolist())
    assert found.lower == (None,) * N, "the description states no range of motion"
    assert (found.sample_rate, found.torque_kind, found.mark) == (1000.0, "motor-current", "virtual")
    assert found.simulation
    assert found.stops_when_host_silent
    motor = [channel for channel in found.channels if channel.quantity == Quantity.MOTOR_POSITION]
    assert [channel.joint for channel in motor] == list(range(N))
    assert {(channel.ratio, channel.kind, channel.counts_per_turn) for channel in motor} == {
        (101.0, "i4", 2**17)
    }


def test_another_protocol_version_is_refused(bench):
    reply = bench.rejected(m.Hello(version=99))
    assert (reply.code, reply.facts) == ("protocol-version", {"host": 99, "device": 1})


def test_what_is_no_request_is_refused(bench):
    assert bench.rejected(m.Ack(3)).code == "not-a-request"


def test_a_repeated_request_is_answered_again_and_not_done_again(bench):
    bench.move()
    sequence = bench.sequence
    assert bench.status.motion == 1
    again = bench.firmware.handle(m.PointToPoint(tuple(START), 50.0), sequence, repeated=True)
    assert isinstance(again[0], m.Ack)
    assert bench.status.motion == 1
    assert isinstance(bench.firmware.handle(m.PointToPoint(tuple(START), 50.0), sequence)[0], m.Reject)


def test_another_host_gets_no_answer_that_was_the_last_ones(bench):
    bench.accepted(m.Arm())
    bench.move(START + 1.0)
    bench.run(100)
    stop = bench.sequence
    assert isinstance(bench.firmware.handle(m.Stop(), stop, repeated=True)[0], m.Ack), "it was the move's"
    assert bench.state is S.MOVING
    bench.firmware.handle(m.Hello(), 0, repeated=True)
    bench.firmware.handle(m.Stop(), stop, repeated=True)
    assert bench.state is S.STOPPING


# Lifecycle


def test_brakes_are_closed_until_armed_and_again_after_disarming(bench):
    assert bench.plant.braked
    assert not bench.status.flags & StatusFlag.BRAKES_RELEASED
    bench.arm()
    assert not bench.plant.braked
    assert bench.status.flags & StatusFlag.BRAKES_RELEASED
    bench.accepted(m.Disarm())
    assert bench.state is S.IDLE
    sent = bench.run(199)
    assert not bench.plant.braked, "the drives hold until the brakes have closed"
    sent += bench.run(5)
    assert bench.plant.braked
    assert states(sent) == [S.IDLE], "the brakes' closing is told"


def test_nothing_moves_unarmed(bench):
    assert bench.rejected(m.PointToPoint(tuple(START + 0.1), 10.0)).code == "not-armed"
    assert bench.rejected(m.JogJoint(0, 0.01, 0.02)).code == "not-armed"


def test_a_move_runs_to_its_end_and_tells_its_progress(bench):
    bench.move(START + 0.4, percent=50.0)
    assert bench.state is S.MOVING
    began = bench.firmware.time
    bench.run_until(lambda: bench.state is not S.MOVING)
    assert bench.state is S.ARMED
    np.testing.assert_allclose(bench.plant.position, START + 0.4)
    told = [reply for reply in bench.heard if isinstance(reply, m.Status) and reply.motion == 1]
    progress = [status.progress for status in told]
    assert progress == sorted(progress)
    assert told[-1].outcome == "finished"
    assert told[-1].progress == 1.0
    lasted = bench.firmware.time - began
    assert len(told) >= lasted / 0.1 - 1, "ten times a second"
    assert [entry["outcome"] for entry in bench.notes.of("motion-ends")] == ["finished"]


def test_a_move_keeps_to_its_percentage_of_speed(bench):
    bench.move(START + np.array([2.0, 0, 0, 0, 0, 0]), percent=20.0)
    speeds = []
    while bench.state is S.MOVING:
        bench.run(1)
        speeds.append(np.abs(bench.plant.velocity).max())
    assert max(speeds) == pytest.approx(0.2 * LIMITS.velocity_limit[0], rel=1e-3)


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (m.PointToPoint((0.0,) * 5, 10.0), "trajectory-joint-count"),
        (m.PointToPoint((0.0,) * 6, 0.0), "speed-out-of-range"),
        (m.PointToPoint((0.0,) * 6, 101.0), "speed-out-of-range"),
        (m.PointToPoint((float("nan"),) * 6, 10.0), "outside-limits"),
        (m.JogJoint(6, 0.1, 0.1), "unknown-joint"),
        (m.JogJoint(-1, 0.1, 0.1), "unknown-joint"),
        (m.JogJoint(0, 0.1, 3.0), "speed-out-of-range"),
        (m.JogJoint(0, float("nan"), 0.1), "outside-limits"),
        (m.StreamOn(0), "protocol-field"),
        (m.StreamOn(101), "protocol-field"),
        (m.TrajectoryRun(1), "trajectory-unknown"),
        (m.Simulate("fly"), "unknown-simulation"),
        (m.Simulate("fault", {"name": "gremlins"}), "unknown-fault"),
        (m.Simulate("fault", {"name": "stuck-channel", "speed": 3}), "fault-setting"),
        (m.Simulate("fault", {"name": "stuck-channel", "joint": 9}), "fault-channel"),
        (m.Simulate("fault", {"name": "stuck-channel", "channel": "smell"}), "fault-channel"),
        (m.Simulate("attach", {"mass": "heavy"}), "payload-setting"),
        (m.Simulate("attach", {"mass": 1.0, "center_of_mass": (0.0, 0.0)}), "payload-setting"),
        (m.Simulate("attach", {}), "payload-setting"),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(bench, request_, code):
    bench.arm()
    assert bench.rejected(request_).code == code
    bench.run(50)
    assert bench.state is S.ARMED
    np.testing.assert_array_equal(bench.plant.position, START)


def test_a_jog_moves_one_joint_at_its_speed(bench):
    bench.arm()
    bench.accepted(m.JogJoint(2, -0.03, 0.035))
    fastest = 0.0
    while bench.state is S.MOVING:
        bench.run(1)
        fastest = max(fastest, np.abs(bench.plant.velocity).max())
    np.testing.assert_allclose(bench.plant.position - START, [0, 0, -0.03, 0, 0, 0], atol=1e-12)
    assert fastest == pytest.approx(0.035, rel=1e-3)


def test_one_motion_at_a_time(bench):
    bench.move()
    bench.run(10)
    assert bench.rejected(m.PointToPoint(tuple(START), 10.0)).code == "already-moving"
    bench.accepted(m.Arm())
    assert bench.state is S.MOVING, "arming a moving arm changes nothing"


# Trajectories


def test_a_trajectory_is_followed_exactly(bench):
    token = upload(bench, fourier())
    bench.arm()
    bench.accepted(m.TrajectoryRun(token))
    path = []
    while bench.state is S.MOVING:
        bench.run(1)
        path.append(bench.plant.position)
    # begins by the last fraction of a degree, here none
    assert len(path) == pytest.approx(4000, abs=5)
    assert np.ptp(path, axis=0).min() > 0.05
    np.testing.assert_allclose(path[-1], START, atol=1e-9)


def test_a_start_within_half_a_degree_is_reached_smoothly(bench):
    off = np.radians([0.4, -0.4, 0.0, 0.2, 0.0, 0.0])
    token = upload(bench, fourier(START + off))
    bench.arm()
    bench.accepted(m.TrajectoryRun(token))
    speeds = []
    while bench.state is S.MOVING:
        bench.run(1)
        speeds.append(bench.plant.velocity)
    assert np.all(np.abs(np.diff(speeds, axis=0)) / 1e-3 <= 1.01 * LIMITS.acceleration_limit)


def test_a_start_farther_away_is_refused(bench):
    token = upload(bench, fourier(START + np.radians([0, 0, 0, 0.6, 0, 0])))
    bench.arm()
    reply = bench.rejected(m.TrajectoryRun(token))
    assert (reply.code, reply.facts["joint"]) == ("start-pose-differs", "joint_4")
    assert reply.facts["difference"] == pytest.approx(np.radians(0.6), abs=1e-6)
    assert bench.state is S.ARMED


def test_only_the_last_token_runs_and_none_after_a_stop(bench):
    first = upload(bench, fourier())
    second = upload(bench, fourier(scale=0.1))
    bench.arm()
    assert bench.rejected(m.TrajectoryRun(first)).code == "trajectory-unknown"
    bench.accepted(m.Stop())
    bench.arm()
    assert bench.rejected(m.TrajectoryRun(second)).code == "trajectory-unknown"


def test_a_finished_trajectory_may_run_again(bench):
    token = upload(bench, fourier())
    bench.arm()
    for motion in (1, 2):
        bench.accepted(m.TrajectoryRun(token))
        bench.run_until(lambda: bench.state is S.ARMED)
        assert (bench.status.motion, bench.status.outcome) == (motion, "finished")


def test_a_trajectory_beyond_the_limits_gets_no_token(bench):
    content = fourier(scale=3.0)
    bench.accepted(m.TrajectoryBegin(m.TrajectoryKind.FOURIER, len(content), zlib.crc32(content)))
    bench.accepted(m.TrajectoryChunk(0, content))
    assert bench.rejected(m.TrajectoryCommit()).code == "outside-limits"


# Stop


def stopping(bench, *, abort):
    bench.move(START + 1.0, percent=100.0)
    bench.run(250)
    before = bench.plant.velocity.copy()
    assert np.abs(before).max() > 1.0
    bench.accepted(m.Stop(abort=abort))
    assert bench.state is S.STOPPING
    speeds = [before]
    while bench.state is S.STOPPING:
        bench.run(1)
        speeds.append(bench.plant.velocity)
    return np.array(speeds)


@pytest.mark.parametrize("abort", [False, True])
def test_a_stop_decelerates_within_the_limits_and_ends_unarmed(bench, abort):
    speeds = stopping(bench, abort=abort)
    deceleration = np.abs(np.diff(speeds, axis=0)) / 1e-3
    assert np.all(deceleration <= 1.01 * LIMITS.acceleration_limit)
    assert np.any(deceleration.max(axis=0) > 0.97 * LIMITS.acceleration_limit), "no slower than it may"
    assert (bench.state, bench.status.outcome) == (S.IDLE, "stopped")
    assert bench.rejected(m.PointToPoint(tuple(START), 10.0)).code == "not-armed"


@pytest.mark.parametrize("abort", [False, True])
def test_the_black_box_tells_time_angle_and_deceleration_of_a_stop(bench, abort):
    speeds = stopping(bench, abort=abort)
    (begun,) = bench.notes.of("stop-begins")
    (stood,) = bench.notes.of("standstill")
    assert (begun["level"], begun["cause"]) == ("abort" if abort else "controlled", "request")
    np.testing.assert_allclose(begun["velocity"], speeds[0], rtol=0.02)
    assert stood["time"] == pytest.approx(stood["device"] - begun["device"], abs=1e-9)
    travelled = np.abs(speeds[1:].sum(axis=0)) * 1e-3
    np.testing.assert_allclose(stood["angle"], travelled, atol=1e-4)
    np.testing.assert_allclose(
        stood["peak_deceleration"], np.abs(np.diff(speeds, axis=0)).max(axis=0) / 1e-3, rtol=0.03
    )


def test_stop_is_accepted_in_every_state(bench):
    bench.accepted(m.Stop())
    assert bench.state is S.IDLE
    bench.arm()
    bench.accepted(m.Stop())
    assert bench.state is S.IDLE
    bench.move()
    bench.run(50)
    for _ in range(3):
        bench.accepted(m.Stop())
        bench.run(2)
    assert len(bench.notes.of("stop-begins")) == 1, "stopping twice is one stop"
    bench.run_until(lambda: bench.state is S.IDLE)
    bench.accepted(m.Simulate("fault", {"name": "protective-stop"}))
    bench.accepted(m.Stop())
    assert bench.state is S.FAULT


def test_an_abort_hastens_a_controlled_stop(bench):
    bench.move(START + 1.0, percent=100.0)
    bench.run(250)
    bench.accepted(m.Stop())
    bench.run(10)
    bench.accepted(m.Stop(abort=True))
    bench.run_until(lambda: bench.state is S.IDLE)
    (stood,) = bench.notes.of("standstill")
    assert stood["time"] < 0.4


def test_disarming_a_moving_arm_stops_it(bench):
    bench.move()
    bench.run(100)
    bench.accepted(m.Disarm())
    assert bench.state is S.STOPPING
    bench.run_until(lambda: bench.state is S.IDLE)


# Watchdog


def test_a_silent_host_stops_the_arm_and_the_fault_is_latched(bench):
    bench.move(START + 1.0, percent=50.0)
    bench.run(100)
    silent_since = bench.now
    bench.heartbeat = False
    bench.run_until(lambda: bench.state is S.FAULT)
    assert bench.now - silent_since == pytest.approx(0.25, abs=0.003)
    assert bench.status.fault == "host-silent"
    bench.run_until(lambda: bench.status.outcome == "failed")
    (watchdog,) = bench.notes.of("watchdog")
    assert watchdog["silence"] == pytest.approx(0.25, abs=0.003)
    (begun,) = bench.notes.of("stop-begins")
    assert (begun["cause"], begun["level"]) == ("host-silent", "controlled")
    bench.run(300)
    assert bench.plant.braked
    assert bench.rejected(m.Arm()).code == "fault-latched"
    bench.accepted(m.Clear())
    bench.arm()


def test_the_watchdog_goes_by_the_wall_not_by_the_device(bench):
    """A device whose time stands or races is judged by how long the host was really silent."""
    bench.move(START + 1.0, percent=50.0)
    bench.firmware.host_heard(bench.now)
    bench.heartbeat = False
    for _ in range(300):
        bench.firmware.tick()
    assert bench.state is S.MOVING, "300 ms of the device in no time at all"
    for _ in range(30):
        bench.now += 0.01
        bench.firmware.tick()
    assert bench.state is S.FAULT


def test_a_device_that_was_halted_itself_listens_before_it_judges():
    bench = Bench()
    bench.move(START + 1.0, percent=50.0)
    bench.run(100)
    bench.heartbeat = False
    bench.now += 5.0
    bench.run(5)
    assert bench.state is S.MOVING, "what was sent in the meantime may wait on the line"
    bench.firmware.host_heard(bench.now)
    bench.run(200)
    assert bench.state is S.MOVING
    bench.now += 5.0
    bench.run(25)
    assert bench.state is S.FAULT, "nothing came after all"


def test_a_closed_link_is_silence_at_once(bench):
    bench.move(START + 1.0, percent=50.0)
    bench.run(100)
    bench.firmware.host_is_gone()
    bench.run(1)
    assert bench.state is S.FAULT
    assert bench.notes.of("host-gone")
    bench.run_until(lambda: not bench.firmware.is_moving)


def test_an_arm_at_rest_does_not_mind_silence(bench):
    bench.arm()
    bench.heartbeat = False
    bench.run(600)
    assert bench.state is S.ARMED
    reply = bench.firmware.handle(m.JogJoint(0, 0.1, 0.1), 77)[0]
    assert reply.code == "host-silent", "but it does not begin to move"


@pytest.mark.parametrize("kind", [ControllerKind.OPEN, ControllerKind.CLOSED])
def test_an_arm_that_nobody_has_used_for_long_gives_back_the_right_to_move(kind):
    bench = Bench(kind)
    bench.arm()
    bench.heartbeat = False
    bench.run(4900)
    assert bench.state is S.ARMED
    bench.run(200)
    assert bench.state is S.IDLE
    bench.run(300)
    assert bench.plant.braked
    (entry,) = bench.notes.of("abandoned")
    assert entry["silence"] == pytest.approx(ABANDONED_S, abs=0.005)


def test_a_host_that_arms_before_its_first_heartbeat_has_as_long():
    bench = Bench()
    bench.heartbeat = False
    assert isinstance(bench.firmware.handle(m.Arm(), 0)[0], m.Ack)
    bench.run(4900)
    assert bench.state is S.ARMED
    bench.run(200)
    assert bench.state is S.IDLE


def test_an_armed_arm_without_a_host_closes_its_brakes(bench):
    bench.arm()
    bench.firmware.host_is_gone()
    bench.run(300)
    assert bench.state is S.IDLE
    assert bench.plant.braked


# Supervision


def test_something_in_the_way_is_a_protective_stop(bench):
    bench.move(START + 1.0, percent=50.0)
    bench.run(150)
    bench.plant.blocked = True
    bench.run_until(lambda: bench.state is S.FAULT, most=200)
    status = bench.status
    assert (status.fault, bool(status.flags & StatusFlag.PROTECTIVE_STOP)) == ("following-error", True)
    assert status.facts["joint"] in ROBOT.joint_names
    assert abs(status.facts["value"]) > status.facts["limit"]
    bench.run_until(lambda: bench.status.outcome == "failed", most=2000)


def test_a_torque_beyond_bounds_is_a_protective_stop_but_a_spike_is_not(bench):
    bench.arm()
    bench.plant.torque = np.array([0, 0, -160.0, 0, 0, 0])
    bench.run(10)
    bench.plant.torque = np.zeros(N)
    bench.run(50)
    assert bench.state is S.ARMED
    bench.plant.torque = np.array([0, 0, -160.0, 0, 0, 0])
    bench.run(30)
    assert (bench.status.fault, bench.status.facts["joint"]) == ("torque-exceeded", "joint_3")
    assert bench.status.facts["value"] == 160.0


def test_leaving_the_range_is_a_protective_stop_and_the_way_back_is_open():
    from dataclasses import replace

    joint = replace(ROBOT.joints[0], lower=-1.0, upper=1.0)
    robot = replace(ROBOT, joints=(joint, *ROBOT.joints[1:]))
    bench = Bench(robot=robot, plant=FakePlant(np.array([1.05, 1.2, -0.5, 0.3, 0.4, -0.2])))
    bench.arm()
    assert bench.rejected(m.JogJoint(0, 0.02, 0.1)).code == "outside-limits"
    bench.accepted(m.JogJoint(0, -0.2, 0.1))
    bench.run_until(lambda: bench.state is not S.MOVING)
    assert bench.state is S.ARMED


def test_an_emergency_stop_has_to_be_released_and_cleared(bench):
    bench.move(START + 1.0, percent=100.0)
    bench.run(250)
    bench.accepted(m.Simulate("fault", {"name": "emergency-stop", "duration": 2.0}))
    assert bench.status.flags & StatusFlag.EMERGENCY_STOP
    assert (bench.state, bench.status.fault) == (S.FAULT, "emergency-stop")
    assert bench.rejected(m.Clear()).code == "not-at-rest"
    bench.run_until(lambda: bench.status.outcome == "failed")
    assert bench.notes.of("stop-begins")[0]["level"] == "abort"
    assert bench.rejected(m.Clear()).code == "emergency-stop", "the button is still pressed"
    assert bench.rejected(m.Arm()).code == "emergency-stop"
    bench.run(2000)
    assert bench.rejected(m.Arm()).code == "fault-latched"
    bench.accepted(m.Clear())
    assert bench.state is S.IDLE
    assert not bench.status.flags & StatusFlag.EMERGENCY_STOP
    bench.arm()


# Closed and read-only controllers


def test_a_closed_controller_moves_from_point_to_point_only():
    bench = Bench(ControllerKind.CLOSED)
    (found,) = bench.ask(m.Hello())
    assert (found.kind, found.sample_rate, found.stops_when_host_silent) == ("closed", 125.0, False)
    assert {channel.quantity for channel in found.channels} == {"position", "current"}
    bench.arm()
    assert bench.rejected(m.JogJoint(0, 0.1, 0.1)).code == "motion-not-offered"
    assert bench.rejected(m.TrajectoryRun(1)).code == "motion-not-offered"
    assert bench.rejected(m.TrajectoryBegin(m.TrajectoryKind.FOURIER, 8, 0)).code == "motion-not-offered"
    reply = bench.rejected(m.PointToPoint(tuple(START + 2.0), 5.0))
    assert reply.code == "move-too-long"
    assert reply.facts["duration"] > reply.facts["longest"] == 5.0
    bench.accepted(m.PointToPoint(tuple(START + 0.5), 50.0))


def test_a_closed_controller_finishes_its_move_when_the_host_dies():
    bench = Bench(ControllerKind.CLOSED)
    bench.move(START + 1.0, percent=50.0)
    bench.run(100)
    bench.heartbeat = False
    bench.firmware.host_is_gone()
    bench.run_until(lambda: not bench.firmware.is_moving)
    np.testing.assert_allclose(bench.plant.position, START + 1.0)
    assert bench.status.outcome == "finished"
    assert not bench.notes.of("stop-begins")
    bench.run(300)
    assert bench.state is S.IDLE, "and gives back the right to move"
    assert bench.plant.braked


def test_a_closed_controller_obeys_stop():
    bench = Bench(ControllerKind.CLOSED)
    bench.move(START + 1.0, percent=50.0)
    bench.run(100)
    bench.accepted(m.Stop())
    bench.run_until(lambda: bench.state is S.IDLE)
    assert bench.status.outcome == "stopped"


def test_a_read_only_controller_moves_by_itself_and_takes_no_motion():
    bench = Bench(ControllerKind.READ_ONLY)
    bench.run(10)
    assert not bench.status.flags & StatusFlag.REMOTE
    assert bench.rejected(m.Arm()).code == "not-remote"
    np.testing.assert_array_equal(bench.plant.position, START)
    bench.accepted(m.StreamOn(10))
    path = []
    for _ in range(100):
        bench.run(100)
        path.append(bench.plant.position)
    assert np.ptp(path, axis=0).min() > 0.05
    assert bench.state is S.IDLE, "the host has no right to move it"
    assert bench.rejected(m.PointToPoint(tuple(START), 10.0)).code == "motion-not-offered"


@pytest.mark.parametrize("end", ["stream-off", "stop", "host-gone", "emergency-stop"])
def test_the_motion_of_a_read_only_controller_ends(end):
    bench = Bench(ControllerKind.READ_ONLY)
    bench.accepted(m.StreamOn(10))
    bench.run(5000)
    if end == "host-gone":
        bench.firmware.host_is_gone()
    elif end == "emergency-stop":
        bench.accepted(m.Simulate("fault", {"name": end}))
    else:
        bench.accepted(m.StreamOff() if end == "stream-off" else m.Stop())
    bench.run_until(lambda: not bench.firmware.is_moving, most=1000)
    bench.run(300)
    assert bench.plant.braked
    assert bench.notes.of("standstill")


def test_a_payload_is_attached_to_a_standing_arm(bench):
    bench.accepted(m.Simulate("attach", {"mass": 2.0, "center_of_mass": (0.0, 0.0, 0.05)}))
    payload = bench.plant.payload
    assert payload.mass == 2.0
    np.testing.assert_array_equal(payload.center_of_mass, [0.0, 0.0, 0.05])
    radius = (3 * 2.0 / (4 * np.pi * 7850.0)) ** (1 / 3)
    np.testing.assert_allclose(payload.inertia, 0.4 * 2.0 * radius**2 * np.eye(3))
    inertia = tuple(float(value) for value in np.diag([1.0, 2.0, 3.0]).ravel())
    bench.accepted(m.Simulate("attach", {"mass": 1, "inertia": inertia}))
    np.testing.assert_array_equal(bench.plant.payload.inertia, np.diag([1.0, 2.0, 3.0]))
    bench.accepted(m.Simulate("attach", {"mass": 0}))
    assert bench.plant.payload is None
    bench.move()
    assert bench.rejected(m.Simulate("attach", {"mass": 2.0})).code == "not-at-rest"
