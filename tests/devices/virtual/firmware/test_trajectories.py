"""The device's own evaluation of uploads against the host's, and what it refuses."""

import struct
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.excitation.trajectories.sampled import SampledTrajectory
from devices.errors import MotionRejected
from devices.protocol_open.messages import TrajectoryBegin, TrajectoryChunk, TrajectoryKind
from devices.protocol_open.trajectory_bytes import FourierBody, SampledBody, pack_fourier, pack_samples
from devices.virtual.firmware.joints import Joints
from devices.virtual.firmware.trajectories import (
    LARGEST_UPLOAD_BYTES,
    Upload,
    check_trajectory,
    read_trajectory,
)
from tests.devices.virtual.firmware.fake_plant import ROBOT, drives

JOINTS = Joints.of(ROBOT, drives())

CONTENT = pack_samples(SampledBody(0.1, np.linspace(0.0, 0.1, 20)[:, None] ** 2 * np.ones(6)))
SIZE = len(CONTENT)
BEGIN = TrajectoryBegin(TrajectoryKind.SAMPLES, len(CONTENT), zlib.crc32(CONTENT))


def fourier_body(*, scale=0.1, joints=6, duration=10.0, q0=0.1):
    random = np.random.default_rng(5)
    a, b = scale * random.normal(size=(2, joints, 5))
    return FourierBody(
        duration, 2.0 * np.pi / duration, np.full(joints, q0), a - a.mean(1, keepdims=True), 0.0 * b
    )


def read(body):
    if isinstance(body, FourierBody):
        return read_trajectory(TrajectoryKind.FOURIER, pack_fourier(body), joint_count=6)
    return read_trajectory(TrajectoryKind.SAMPLES, pack_samples(body), joint_count=6)


def test_a_fourier_series_has_the_papers_convention():
    body = fourier_body()
    path, w = read(body), body.base_frequency
    for moment in (0.0, 1.234, 9.9):
        q = body.q0 + sum(
            body.a[:, k - 1] / (w * k) * np.sin(w * k * moment)
            - body.b[:, k - 1] / (w * k) * np.cos(w * k * moment)
            for k in range(1, 6)
        )
        np.testing.assert_allclose(path.at(moment).position, q, atol=1e-12)


@given(moment=st.floats(0.0, 10.0))
def test_single_and_array_evaluation_agree(moment):
    points = np.cumsum(np.random.default_rng(1).normal(size=(101, 6)), axis=0) * 0.01
    for path in (read(fourier_body()), read(SampledBody(0.1, points))):
        one, many = path.at(moment), path.sampled(np.array([moment]))
        np.testing.assert_allclose(one.position, many.position[0], atol=1e-12)
        np.testing.assert_allclose(one.velocity, many.velocity[0], atol=1e-11)
        np.testing.assert_allclose(one.acceleration, many.acceleration[0], atol=1e-9)


def test_sampled_points_move_as_the_host_previewed():
    points = np.cumsum(np.random.default_rng(2).normal(size=(51, 6)), axis=0) * 0.01
    path, host = read(SampledBody(0.02, points)), SampledTrajectory(0.02, points)
    time = np.linspace(0.0, host.duration, 777)
    ours, theirs = path.sampled(time), host.evaluate(time)
    np.testing.assert_allclose(ours.position, theirs.position, atol=1e-12)
    np.testing.assert_allclose(ours.velocity[1:-1], theirs.velocity[1:-1], atol=1e-9)


def refused(call, code):
    with pytest.raises(MotionRejected) as caught:
        call()
    assert caught.value.code == code
    return caught.value.facts


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        (TrajectoryKind.FOURIER, b"short"),
        (TrajectoryKind.FOURIER, pack_fourier(fourier_body())[:-8]),
        (TrajectoryKind.FOURIER, pack_fourier(fourier_body(q0=np.nan))),
        (TrajectoryKind.FOURIER, pack_fourier(fourier_body(duration=-1.0))),
        (TrajectoryKind.SAMPLES, struct.pack("<dHI", 0.01, 6, 1000)),
        (TrajectoryKind.SAMPLES, pack_samples(SampledBody(1e-4, np.zeros((5, 6))))),
        (TrajectoryKind.SAMPLES, pack_samples(SampledBody(np.inf, np.zeros((5, 6))))),
    ],
)
def test_invalid_trajectory_bytes_are_refused(kind, content):
    assert refused(lambda: read_trajectory(kind, content, joint_count=6), "trajectory-unreadable")["reason"]


def test_trajectories_for_other_joint_counts_or_too_long_are_refused():
    facts = refused(lambda: read(fourier_body(joints=7)), "trajectory-joint-count")
    assert facts == {"joints": 7, "expected": 6}
    refused(lambda: read(SampledBody(1.0, np.zeros((700, 6)))), "trajectory-too-long")


def test_a_path_within_the_limits_passes():
    check_trajectory(read(fourier_body()), JOINTS)


@pytest.mark.parametrize(
    ("body", "quantity"),
    [
        (fourier_body(scale=3.0), "velocity"),
        (fourier_body(scale=0.4, duration=0.5), "acceleration"),
    ],
)
def test_a_path_beyond_the_drives_is_refused(body, quantity):
    facts = refused(lambda: check_trajectory(read(body), JOINTS), "outside-limits")
    assert facts["quantity"] == quantity
    assert facts["value"] > facts["limit"]
    assert facts["joint"] in ROBOT.joint_names


def test_a_path_out_of_the_joints_range_between_its_samples_is_refused():
    """Every point is inside; the spline between two of them is not."""
    joints = Joints(**{**JOINTS.__dict__, "upper": np.full(6, 0.3)})
    points = np.zeros((5, 6))
    points[:, 2] = [0.0, 0.2, 0.3, 0.3, 0.0]
    path = read(SampledBody(0.5, points))
    assert points.max() <= 0.3
    facts = refused(lambda: check_trajectory(path, joints), "outside-limits")
    assert (facts["joint"], facts["quantity"], facts["limit"]) == ("joint_3", "position", 0.3)
    assert facts["value"] > 0.3


def test_a_path_that_does_not_begin_at_rest_is_refused():
    body = fourier_body()
    moving = FourierBody(body.duration, body.base_frequency, body.q0, body.a + 0.2, body.b)
    refused(lambda: check_trajectory(read(moving), JOINTS), "trajectory-not-at-rest")


def test_the_limits_of_a_reversed_joint_are_swapped():
    from dataclasses import replace

    joint = replace(ROBOT.joints[0], lower=-1.0, upper=2.0, reported_sign=-1, reported_zero=0.5)
    robot = replace(ROBOT, joints=(joint, *ROBOT.joints[1:]))
    joints = Joints.of(robot, drives())
    assert (joints.lower[0], joints.upper[0]) == (-1.5, 1.5)
    reported = np.array([0.7, 0.0, 0.0, 0.0, 0.0, 0.0])
    np.testing.assert_allclose(joints.reported_position(joints.model_position(reported)), reported)
    np.testing.assert_allclose(joints.model_velocity(reported), -reported)
    np.testing.assert_allclose(joints.model_position(reported), robot.position_from_reported(reported))


@pytest.fixture
def upload():
    return Upload(Joints.of(ROBOT, drives()))


def send(upload, first=0, last=SIZE, *, size=100):
    for offset in range(first, last, size):
        upload.add(TrajectoryChunk(offset, CONTENT[offset : min(offset + size, last)]))


def test_a_whole_upload_gets_a_token_and_can_be_taken(upload):
    upload.begin(BEGIN)
    send(upload)
    token = upload.commit()
    assert upload.take(token).duration == pytest.approx(1.9)
    assert upload.commit() == token, "a commit whose answer was lost is answered again"


@given(
    chunks=st.lists(st.tuples(st.integers(0, len(CONTENT) - 1), st.integers(1, 300)), min_size=1, max_size=60)
)
def test_only_contiguous_bytes_from_the_beginning_count(chunks):
    upload = Upload(Joints.of(ROBOT, drives()))
    upload.begin(BEGIN)
    whole = 0
    for offset, size in chunks:
        upload.add(TrajectoryChunk(offset, CONTENT[offset : offset + size]))
        if offset <= whole:
            whole = max(whole, min(offset + size, len(CONTENT)))
        assert upload.received == whole
    send(upload, whole)
    assert upload.take(upload.commit()).duration == pytest.approx(1.9)


def test_an_upload_that_begins_again_is_continued(upload):
    upload.begin(BEGIN)
    send(upload, 0, 500)
    upload.begin(BEGIN)
    assert upload.received == 500
    send(upload, 500)
    upload.commit()


def test_another_upload_starts_from_zero_and_voids_the_old_token(upload):
    upload.begin(BEGIN)
    send(upload)
    token = upload.commit()
    upload.begin(TrajectoryBegin(TrajectoryKind.SAMPLES, len(CONTENT), BEGIN.crc ^ 1))
    assert upload.received == 0
    refused(lambda: upload.take(token), "trajectory-unknown")


def test_the_same_again_after_a_commit_gets_a_token_of_its_own(upload):
    tokens = []
    for _ in range(2):
        upload.begin(BEGIN)
        send(upload)
        tokens.append(upload.commit())
    assert len(set(tokens)) == 2
    refused(lambda: upload.take(tokens[0]), "trajectory-unknown")
    upload.take(tokens[1])


def test_incomplete_damaged_or_too_large_uploads_are_refused(upload):
    refused(upload.commit, "trajectory-unknown")
    refused(lambda: send(upload), "trajectory-unknown")
    upload.begin(BEGIN)
    send(upload, 0, 300)
    assert refused(upload.commit, "trajectory-incomplete") == {"received": 300, "size": len(CONTENT)}
    refused(lambda: upload.add(TrajectoryChunk(300, CONTENT)), "trajectory-too-large")
    huge = TrajectoryBegin(TrajectoryKind.SAMPLES, LARGEST_UPLOAD_BYTES + 1, 0)
    refused(lambda: upload.begin(huge), "trajectory-too-large")
    upload.begin(TrajectoryBegin(TrajectoryKind.SAMPLES, len(CONTENT), BEGIN.crc ^ 1))
    send(upload)
    refused(upload.commit, "trajectory-damaged")
    assert upload.received == 0, "it can be sent once more"


def test_a_discarded_upload_is_gone(upload):
    upload.begin(BEGIN)
    send(upload)
    token = upload.commit()
    upload.discard()
    refused(lambda: upload.take(token), "trajectory-unknown")
    refused(upload.commit, "trajectory-unknown")
