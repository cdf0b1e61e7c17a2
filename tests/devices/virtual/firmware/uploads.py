"""Uploaded trajectories, limits of the drives, and the reported states, for tests."""

import zlib

import numpy as np

from devices.protocol_open import messages as m
from devices.protocol_open.trajectory_bytes import FourierBody, pack_fourier
from tests.devices.virtual.firmware.fake_plant import START, N, drives

LIMITS = drives()


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
