"""Friction points for plots: measured torque minus the rigid-body part, averaged over bins of speed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from core.identification.chunks import ChunkStream
from core.identification.model import Comparison, FittedModel
from core.monitor import Monitor, PartOfMonitor
from core.recording import FloatArray, Recording

BINS = 25
FEWEST_SAMPLES = 20
"""Smallest number of samples of a bin that is shown."""
_CURVE_POINTS = 201


@dataclass(frozen=True)
class FrictionPoints:
    """Friction points of one joint: mean and spread of each bin, (P,) each, rad/s and N·m."""

    speed: FloatArray
    torque: FloatArray
    spread: FloatArray
    top_speed: float


def curve_speeds(top_speed: float) -> FloatArray:
    """Speeds (K,) at which a friction curve is drawn: both directions, dense around zero."""
    half = top_speed * np.linspace(0.0, 1.0, _CURVE_POINTS // 2 + 1)[1:] ** 2
    return np.concatenate((-half[::-1], half))


def top_speeds(streams: Sequence[ChunkStream], *, monitor: Monitor) -> FloatArray:
    """Largest speed (joints,) of each joint, low-passed at the cut-off, rad/s or m/s."""
    top = np.zeros(streams[0].robot.joint_count)
    for number, stream in enumerate(streams):
        count = len(streams)
        part = PartOfMonitor(monitor, first=number / count, last=(number + 1) / count)
        for chunk in stream.chunks(part):
            low_pass = stream.conditioning.column_filter(chunk.rate_hz)
            velocity = low_pass.apply(chunk.velocity)[chunk.inside]
            top = np.maximum(top, np.abs(velocity).max(axis=0))
    return top


def friction_points(
    model: FittedModel, recordings: Sequence[Recording], *, monitor: Monitor
) -> tuple[FrictionPoints, ...]:
    """Measured torque minus the rigid-body part, averaged over bins of speed, per joint.

    The plan of the ``model`` contains each joint's top speed.
    """
    top = model.plan.top_speed
    assert top is not None, "top speeds are found before friction is drawn"
    joints = model.plan.robot.joint_count
    sums = np.zeros((3, joints, BINS))
    for comparison in _all(model, recordings, monitor):
        friction = comparison.measured - comparison.rigid
        for joint in range(joints):
            bins = _bin(comparison.velocity[:, joint], top[joint])
            for power in range(3):
                sums[power, joint] += np.bincount(bins, weights=friction[:, joint] ** power, minlength=BINS)
    return tuple(_points(sums[:, joint], float(top[joint])) for joint in range(joints))


def _points(sums: FloatArray, top: float) -> FrictionPoints:
    count, total, squares = sums
    enough = count >= FEWEST_SAMPLES
    mean = total[enough] / count[enough]
    spread = np.sqrt(np.maximum(squares[enough] / count[enough] - mean**2, 0.0))
    centres = ((np.arange(BINS) + 0.5) / BINS * 2.0 - 1.0) * top
    return FrictionPoints(centres[enough], mean, spread, top)


def _bin(speed: FloatArray, top: float) -> "np.ndarray[tuple[int], np.dtype[np.intp]]":
    place = (speed / max(top, np.finfo(np.float64).tiny) + 1.0) / 2.0 * BINS
    return np.clip(place, 0, BINS - 1).astype(np.intp)


def _all(model: FittedModel, recordings: Sequence[Recording], monitor: Monitor) -> Iterator[Comparison]:
    for number, recording in enumerate(recordings):
        count = len(recordings)
        part = PartOfMonitor(monitor, first=number / count, last=(number + 1) / count)
        yield from model.compare(recording, monitor=part)
