"""An upload survives loss, repetition and a break, and nothing but the last whole one gets a token."""

import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.errors import MotionRejected
from devices.protocol_open.messages import TrajectoryBegin, TrajectoryChunk, TrajectoryKind
from devices.protocol_open.trajectory_bytes import SampledBody, pack_samples
from devices.virtual.firmware.joints import Joints
from devices.virtual.firmware.upload import LARGEST_UPLOAD_BYTES, Upload
from tests.devices.virtual.firmware.fake_plant import ROBOT, drives

CONTENT = pack_samples(SampledBody(0.1, np.linspace(0.0, 0.1, 20)[:, None] ** 2 * np.ones(6)))
SIZE = len(CONTENT)
BEGIN = TrajectoryBegin(TrajectoryKind.SAMPLES, len(CONTENT), zlib.crc32(CONTENT))


@pytest.fixture
def upload():
    return Upload(Joints.of(ROBOT, drives()))


def refused(call, code):
    with pytest.raises(MotionRejected) as caught:
        call()
    assert caught.value.code == code
    return caught.value.facts


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
