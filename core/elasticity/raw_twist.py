"""The deflection as it was sampled, and the turns of the motors: for ripple too fast for any low-pass."""

from dataclasses import dataclass

import numpy as np

from core.encoders.twist import twist
from core.recording import FloatArray, Quantity, Recording
from core.robot.model import RobotModel
from core.signals.resampling import segments

MOST_SAMPLES = 600_000
"""Ten minutes at 1 kHz tell of ripple all there is to tell."""
ENOUGH_HZ = 500.0
"""Faster samples are averaged down to it: at 20 turns a second, 8 cycles a turn are 160 Hz."""
_TURN = 2.0 * np.pi


@dataclass(frozen=True, eq=False)
class RawTwist:
    """Of one recording: time (N,) s, deflection (N, n) rad (m), motor turns (N, n).

    Turns are NaN where nobody knows the gear ratio; ``stretch`` (N,) counts the stretches without holes.
    """

    time: FloatArray
    deflection: FloatArray
    turns: FloatArray
    stretch: FloatArray

    @classmethod
    def of(cls, recording: Recording, robot: RobotModel) -> "RawTwist":
        """Of the recording's first ten minutes and more."""
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
    """(n,) motor turns per joint turn: the controller's word before the description's; NaN where unknown."""
    told = recording.origin.gear_ratio
    if len(told) == robot.joint_count:
        return np.array(told, dtype=np.float64)
    return np.where(robot.gear_ratio == 1.0, np.nan, robot.gear_ratio)


def _averaged(values: FloatArray, every: int) -> FloatArray:
    """Means of ``every`` consecutive samples; what is left over at the end goes."""
    count = values.shape[0] // every
    return np.asarray(values[: count * every].reshape(count, every, *values.shape[1:]).mean(axis=1))
