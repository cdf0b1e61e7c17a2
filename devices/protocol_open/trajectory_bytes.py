"""The bytes of an uploaded trajectory: Fourier coefficients or sampled points.

Both use the controller's own convention of joint positions. ``TrajectoryKind`` describes the
layouts; ``crc_of`` is the checksum that ``TrajectoryBegin`` carries.
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
    """Series ``q = q0 + Σ a_l/(w l) sin(w l t) − b_l/(w l) cos(w l t)``, ``duration`` s, w in rad/s."""

    duration: float
    base_frequency: float
    q0: FloatArray
    """Constant term, (n,) rad."""
    a: FloatArray
    """Sine coefficients, (n, L) rad/s."""
    b: FloatArray
    """Cosine coefficients, (n, L) rad/s."""


@dataclass(frozen=True, eq=False)
class SampledBody:
    """Positions (N, n) in rad, ``period`` s apart; the device interpolates cubically."""

    period: float
    positions: FloatArray


def crc_of(content: bytes) -> int:
    """CRC-32 over the bytes of a whole upload."""
    return zlib.crc32(content)


def pack_fourier(body: FourierBody) -> bytes:
    """Encode an upload of kind ``FOURIER``."""
    joints, harmonics = body.a.shape
    head = _FOURIER.pack(body.duration, body.base_frequency, joints, harmonics)
    return head + b"".join(np.asarray(part, dtype=_NUMBER).tobytes() for part in (body.q0, body.a, body.b))


def unpack_fourier(content: bytes) -> FourierBody:
    """Decode the coefficients; ``ValueError`` for a wrong length or a value out of range."""
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
    """Encode an upload of kind ``SAMPLES``."""
    count, joints = body.positions.shape
    return _SAMPLES.pack(body.period, joints, count) + np.asarray(body.positions, dtype=_NUMBER).tobytes()


def unpack_samples(content: bytes) -> SampledBody:
    """Decode the points; ``ValueError`` for a wrong length or a value out of range."""
    if len(content) < _SAMPLES.size:
        raise ValueError("shorter than its head")
    period, joints, count = _SAMPLES.unpack_from(content)
    numbers = _numbers(content[_SAMPLES.size :], joints * count)
    if not (0.0 < period < np.inf and joints and count > 1):
        raise ValueError("no period, joints or points")
    return SampledBody(period, numbers.reshape(count, joints))


def _numbers(content: bytes, count: int) -> FloatArray:
    # checked before the array is made: a false count in the head must not reserve memory
    if len(content) != count * _NUMBER.itemsize:
        raise ValueError("not as long as its head says")
    numbers = np.frombuffer(content, dtype=_NUMBER).astype(np.float64)
    if not np.all(np.isfinite(numbers)):
        raise ValueError("not finite")
    return numbers
