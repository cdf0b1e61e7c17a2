"""Twist of the gears of an arm at rest: means over a standstill, with their standard deviation.

A tool is corrected with these alone, because the encoder values of a moving arm lag and oscillate.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.errors import BadRequest, NotEnoughData
from core.recording import FloatArray, Quantity
from core.robot.measured_joints import joint_position, motor_twist
from core.robot.model import RobotModel

BATCHES = 10
"""Number of pieces of a standstill whose means give the standard deviation, since noise is autocorrelated."""
STILL_RAD = np.radians(0.01)
STILL_M = 1e-5
"""Largest difference of the pieces' mean positions at a standstill."""
DRIFT_RAD = np.radians(10.0 / 3600.0)
DRIFT_M = 5e-6
"""Largest change of the mean twist between the two halves; gears creep by less within a second."""


@dataclass(frozen=True, eq=False)
class Standstill:
    """Means over a standstill, (n,) in the model's directions, rad (m).

    ``deflection`` is motor minus link position at the link side, ``std`` the standard deviation of
    its mean, ``position`` the controller's joint position; NaN for a joint without a link
    encoder. ``temperature`` (n,) K, NaN where unknown.
    """

    position: FloatArray
    deflection: FloatArray
    std: FloatArray
    temperature: FloatArray
    seconds: float
    samples: int


def standstill(
    robot: RobotModel,
    *,
    sequence: npt.NDArray[np.int64],
    time: FloatArray,
    columns: Mapping[Quantity, FloatArray],
) -> Standstill:
    """The means over ``columns`` (N, n) of an arm at rest.

    Parameters
    ----------
    sequence
        (N,) numbers of the samples that the device took.
    time
        (N,) s of the device's clock.

    Raises
    ------
    BadRequest
        ``standstill-columns`` without a position or an encoder.
    NotEnoughData
        ``standstill-too-short``; ``standstill-samples-missing`` with their number;
        ``standstill-moved`` or ``standstill-swings`` with the ``joint`` and by how much (``size``).
    """
    position, twist = joint_position(robot, columns), motor_twist(robot, columns)
    if position is None or twist is None:
        raise BadRequest("standstill-columns")
    if time.size < 2 * BATCHES:
        raise NotEnoughData("standstill-too-short", samples=int(time.size), wanted=2 * BATCHES)
    missing = int(sequence[-1] - sequence[0]) + 1 - int(sequence.size)
    if missing:
        raise NotEnoughData("standstill-samples-missing", missing=missing)
    twist = twist * robot.reported_sign
    still = np.where(robot.is_prismatic, STILL_M, STILL_RAD)
    _expect_less("standstill-moved", np.ptp(_batches(position), axis=0), limit=still)
    means = _batches(twist)
    half = BATCHES // 2
    drift = np.abs(means[:half].mean(axis=0) - means[half:].mean(axis=0))
    allowed = np.where(robot.is_prismatic, DRIFT_M, DRIFT_RAD)
    _expect_less("standstill-swings", drift, limit=allowed)
    return Standstill(
        position=position.mean(axis=0),
        deflection=twist.mean(axis=0),
        std=np.std(means, axis=0, ddof=1) / np.sqrt(BATCHES),
        temperature=_mean_of_known(columns.get(Quantity.TEMPERATURE), robot.joint_count),
        seconds=float(time[-1] - time[0]),
        samples=int(time.size),
    )


def _mean_of_known(values: FloatArray | None, joints: int) -> FloatArray:
    """Mean (n,) over the samples with a value, because slow channels have few of them."""
    if values is None:
        return np.full(joints, np.nan)
    is_known = np.isfinite(values)
    count = is_known.sum(axis=0)
    total = np.where(is_known, values, 0.0).sum(axis=0)
    return np.asarray(np.divide(total, count, out=np.full(joints, np.nan), where=count > 0))


def _batches(values: FloatArray) -> FloatArray:
    """(BATCHES, n) means of equal pieces."""
    return np.array([piece.mean(axis=0) for piece in np.array_split(values, BATCHES)])


def _expect_less(code: str, found: FloatArray, *, limit: FloatArray) -> None:
    beyond = np.flatnonzero(found > limit)  # a joint without a link encoder is NaN, and not beyond
    if beyond.size:
        joint = int(beyond[np.argmax(found[beyond] / limit[beyond])])
        raise NotEnoughData(code, joint=joint + 1, size=float(found[joint]), limit=float(limit[joint]))
