"""What an uploaded trajectory is made of: Fourier coefficients or sampled points, as bytes.

Both in the convention of the controller's own joint positions. The layouts are those of
``TrajectoryKind``; ``crc_of`` is the checksum that ``TrajectoryBegin`` announces.
"""

import struct
import zlib
from dataclasses import dataclass

import numpy as np

from core.recording import FloatArray

_FOURIER = struct.Struct("<ddHH")
_SAMPLES = struct.Struct("<dHI")
_NUMBER = np.dtype("<f8")


@dataclass(frozen=True, eq=False)
class FourierBody:
    """``q = q0 + Σ a_l/(w l) sin(w l t) − b_l/(w l) cos(w l t)`` for ``duration`` s, w in rad/s."""

    duration: float
    base_frequency: float
    q0: FloatArray
    """(n,) rad."""
    a: FloatArray
    """(n, L) rad/s."""
    b: FloatArray
    """(n, L) rad/s."""


@dataclass(frozen=True, eq=False)
class SampledBody:
    """Positions (N, n) in rad, ``period`` s apart; the device interpolates cubically."""

    period: float
    positions: FloatArray


def crc_of(content: bytes) -> int:
    """The checksum of a whole upload."""
    return zlib.crc32(content)


def pack_fourier(body: FourierBody) -> bytes:
    """The upload of kind ``FOURIER``."""
    joints, harmonics = body.a.shape
    head = _FOURIER.pack(body.duration, body.base_frequency, joints, harmonics)
    return head + b"".join(np.asarray(part, dtype=_NUMBER).tobytes() for part in (body.q0, body.a, body.b))


def unpack_fourier(content: bytes) -> FourierBody:
    """The coefficients of an upload; ``ValueError`` where its length or a number in it is wrong."""
    if len(content) < _FOURIER.size:
        raise ValueError("shorter than its head")
    duration, base_frequency, joints, harmonics = _FOURIER.unpack_from(content)
    numbers = _numbers(content[_FOURIER.size :], joints * (1 + 2 * harmonics))
    if not (0.0 < duration < np.inf and 0.0 < base_frequency < np.inf and joints and harmonics):
        raise ValueError("no duration, frequency, joints or harmonics")
    q0, a, b = np.split(numbers, [joints, joints * (1 + harmonics)])
    shape = (joints, harmonics)
    return FourierBody(duration, base_frequency, q0, a.reshape(shape), b.reshape(shape))


def pack_samples(body: SampledBody) -> bytes:
    """The upload of kind ``SAMPLES``."""
    count, joints = body.positions.shape
    return _SAMPLES.pack(body.period, joints, count) + np.asarray(body.positions, dtype=_NUMBER).tobytes()


def unpack_samples(content: bytes) -> SampledBody:
    """The points of an upload; ``ValueError`` where its length or a number in it is wrong."""
    if len(content) < _SAMPLES.size:
        raise ValueError("shorter than its head")
    period, joints, count = _SAMPLES.unpack_from(content)
    numbers = _numbers(content[_SAMPLES.size :], joints * count)
    if not (0.0 < period < np.inf and joints and count > 1):
        raise ValueError("no period, joints or points")
    return SampledBody(period, numbers.reshape(count, joints))


def _numbers(content: bytes, count: int) -> FloatArray:
    if len(content) != count * _NUMBER.itemsize:
        raise ValueError("not as long as its head says")
    numbers = np.frombuffer(content, dtype=_NUMBER).astype(np.float64)
    if not np.all(np.isfinite(numbers)):
        raise ValueError("not finite")
    return numbers
