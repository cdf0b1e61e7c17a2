"""Moves, jogs and trajectories of the firmware: where they go, how fast, and which are refused."""

import zlib

import numpy as np
import pytest

from devices.protocol_open import messages as m
from devices.protocol_open.messages import DeviceState as S
from tests.devices.virtual.firmware.fake_plant import START
from tests.devices.virtual.firmware.uploads import LIMITS, fourier, upload


def test_nothing_moves_unarmed(bench):
    assert bench.rejected(m.PointToPoint(tuple(START + 0.1), 10.0)).code == "not-armed"
    assert bench.rejected(m.JogJoint(0, 0.01, 0.02)).code == "not-armed"


def test_a_move_runs_to_its_end_and_reports_its_progress(bench):
    bench.move(START + 0.4, percent=50.0)
    assert bench.state is S.MOVING
    began = bench.firmware.time
    bench.run_until(lambda: bench.state is not S.MOVING)
    assert bench.state is S.ARMED
    np.testing.assert_allclose(bench.plant.position, START + 0.4)
    reported = [reply for reply in bench.heard if isinstance(reply, m.Status) and reply.motion == 1]
    progress = [status.progress for status in reported]
    assert progress == sorted(progress)
    assert reported[-1].outcome == "finished"
    assert reported[-1].progress == 1.0
    lasted = bench.firmware.time - began
    assert len(reported) >= lasted / 0.1 - 1, "ten times a second"
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
def test_an_invalid_motion_is_refused_and_changes_nothing(bench, request_, code):
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
