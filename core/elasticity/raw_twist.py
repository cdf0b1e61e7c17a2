"""The unfiltered deflection and the motors' turns, for ripple above any low-pass."""

from dataclasses import dataclass

import numpy as np

from core.encoders.twist import twist
from core.recording import FloatArray, Quantity, Recording
from core.robot.model import RobotModel
from core.signals.resampling import segments

MOST_SAMPLES = 600_000
"""Largest number of samples; ten minutes at 1 kHz determine the ripple."""
ENOUGH_HZ = 500.0
"""Rate to which faster samples are averaged, Hz; at 20 turns/s, 8 cycles per turn are 160 Hz."""
_TURN = 2.0 * np.pi


@dataclass(frozen=True, eq=False)
class RawTwist:
    """Unfiltered data of one recording: time (N,) s, deflection (N, n) rad (m), motor turns (N, n).

    Turns are NaN if the gear ratio is unknown; ``stretch`` (N,) numbers the gap-free stretches.
    """

    time: FloatArray
    deflection: FloatArray
    turns: FloatArray
    stretch: FloatArray

    @classmethod
    def of(cls, recording: Recording, robot: RobotModel) -> "RawTwist":
        """The data of the recording's first ten minutes or more."""
        first = recording.block(0, min(MOST_SAMPLES, recording.sample_count))
        motor = np.asarray(first.columns[Quantity.MOTOR_POSITION])
        link = np.asarray(first.columns[Quantity.LINK_POSITION])
        stretch = np.zeros(first.time.size)
        for number, segment in enumerate(segments(first.time, missing=recording.missing)):
            stretch[segment.first : segment.last] = number
        rate = (first.time.size - 1) / max(first.duration, 1e-9)
        every = max(1, int(rate / ENOUGH_HZ + 0.1))
        ratio = 1.0 if robot.motor_position_at_shaft else gear_ratio(recording, robot)
        return cls(
            time=_averaged(first.time, every),
            deflection=_averaged(robot.reported_sign * twist(motor, link, robot), every),
            turns=_averaged(np.asarray(motor * ratio / _TURN), every),
            stretch=_averaged(stretch, every),
        )


def gear_ratio(recording: Recording, robot: RobotModel) -> FloatArray:
    """Motor turns per joint turn (n,): the controller's value, else the description's; NaN if unknown."""
    ratios = recording.origin.gear_ratio
    if len(ratios) == robot.joint_count:
        return np.array(ratios, dtype=np.float64)
    return np.where(robot.gear_ratio == 1.0, np.nan, robot.gear_ratio)


def _averaged(values: FloatArray, every: int) -> FloatArray:
    """Means of ``every`` consecutive samples; an incomplete last group is dropped."""
    count = values.shape[0] // every
    return np.asarray(values[: count * every].reshape(count, every, *values.shape[1:]).mean(axis=1))
