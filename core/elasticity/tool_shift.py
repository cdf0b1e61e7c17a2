"""Displacement of the flange by the twist of the gears over a recording."""

from dataclasses import dataclass

import numpy as np

from core.elasticity.result import Elasticity
from core.encoders.twist import twist
from core.errors import BadRequest
from core.monitor import Monitor, NullMonitor
from core.recording import BOTH_ENCODERS, FloatArray, Quantity, Recording, columns_missing
from core.robot.kinematics import flange_jacobian
from core.robot.measured_joints import joint_position
from core.robot.model import RobotModel

_CHUNK = 5000
"""Samples processed at once, in some 10 ms."""
_MARGIN = 2
"""Samples read beyond the lag, for interpolation."""


@dataclass(frozen=True, eq=False)
class ToolShift:
    """Flange position from the link encoders minus that from the motor encoders, over a recording.

    Attributes
    ----------
    time
        (N,) s on the recording's clock.
    translation
        (N, 3) m in the base frame's directions, to first order in the deflections; NaN where a
        used joint has no deflection.
    size
        (N,) m, its length.
    joints
        Joints whose deflection is used, from 0.
    """

    time: FloatArray
    translation: FloatArray
    size: FloatArray
    joints: tuple[int, ...]

    @property
    def largest(self) -> float:
        """Largest displacement, m; NaN if unknown."""
        known = self.size[np.isfinite(self.size)]
        return float(known.max()) if known.size else float("nan")

    @property
    def rms(self) -> float:
        """Root mean square displacement, m; NaN if unknown."""
        known = self.size[np.isfinite(self.size)]
        return float(np.sqrt(np.mean(known**2))) if known.size else float("nan")


def tool_shift(
    recording: Recording,
    robot: RobotModel,
    elasticity: Elasticity,
    *,
    load: FloatArray | None = None,
    monitor: Monitor | None = None,
) -> ToolShift:
    """Displacement of the flange by the twist of all gears together.

    Lag and offset of each joint's channels are removed. For a joint without a measured lag the
    median of the others is used; without an offset, or with that of another power-on, its mean
    deflection is taken as zero.

    Parameters
    ----------
    recording
        With both encoders; in memory or in a file, which is read piece by piece.
    load
        (N, n) N·m (N) that the gears carry, in the description's directions. If given, the
        deflection is load over stiffness, for joints with a measured stiffness; encoders then
        give only the pose.

    Raises
    ------
    BadRequest
        ``no-both-encoders`` where the recording has not both encoders, ``motion-shape`` where the
        loads or the recording do not fit the robot.
    """
    watching = monitor or NullMonitor()
    count, n = recording.sample_count, robot.joint_count
    if not set(BOTH_ENCODERS) <= recording.columns.keys():
        has = recording.columns
        raise columns_missing("no-both-encoders", recording.label, has=has, needed=BOTH_ENCODERS)
    if load is not None and load.shape != (count, n):
        raise BadRequest("motion-shape", expected=(count, n), found=load.shape)
    parts = _OfStiffness(elasticity, load) if load is not None else _Measured(recording, robot, elasticity)
    translation = np.full((count, 3), np.nan)
    for first in range(0, count, _CHUNK):
        watching.check()
        watching.report(first / count)
        rows = slice(first, min(first + _CHUNK, count))
        turned = np.where(parts.counts, parts.of(rows), 0.0)
        jacobian = flange_jacobian(robot, _pose(robot, recording.block(rows.start, rows.stop)))[:, :3]
        translation[rows] = -np.einsum("kxj,kj->kx", jacobian, turned)
    if not parts.counts.any():
        translation[:] = np.nan
    size = np.linalg.norm(translation, axis=1)
    return ToolShift(
        np.asarray(recording.time), translation, size, tuple(np.flatnonzero(parts.counts).tolist())
    )


def channel_lags(elasticity: Elasticity) -> FloatArray:
    """Delay (n,) of each link encoder's channel, s; the median where a joint's own is unknown.

    One device reads all of them. Zeros if no joint's lag is known.
    """
    known = np.isfinite(elasticity.lag)
    common = float(np.median(elasticity.lag[known])) if known.any() else 0.0
    return np.where(known, elasticity.lag, common)


class _OfStiffness:
    """Deflections computed from loads and stiffness."""

    def __init__(self, elasticity: Elasticity, load: FloatArray) -> None:
        self._load, self._stiffness = load, elasticity.stiffness
        self.counts = np.isfinite(self._stiffness)

    def of(self, rows: slice) -> FloatArray:
        """Deflections (K, n) of the rows, rad (m)."""
        return np.asarray(self._load[rows] / self._stiffness)


class _Measured:
    """Deflections measured by the encoders, with lag and offset removed."""

    def __init__(self, recording: Recording, robot: RobotModel, elasticity: Elasticity) -> None:
        self._recording, self._robot = recording, robot
        self._lag = channel_lags(elasticity)
        total, known = np.zeros(robot.joint_count), np.zeros(robot.joint_count)
        for first in range(0, recording.sample_count, _CHUNK):
            values = self._twist(slice(first, first + _CHUNK))
            total += np.nansum(values, axis=0)
            known += np.isfinite(values).sum(axis=0)
        self.counts = known > 0
        mean = np.where(self.counts, total / np.maximum(known, 1.0), 0.0)
        self._offset = np.where(np.isfinite(own := _offsets(recording, elasticity)), own, mean)

    def of(self, rows: slice) -> FloatArray:
        """Deflections (K, n) of the rows, rad (m)."""
        return self._twist(rows) - self._offset

    def _twist(self, rows: slice) -> FloatArray:
        """Twist in the description's directions; a late channel is read at correspondingly later times."""
        time = self._recording.time
        last = min(rows.stop, time.shape[0])
        reach = float(np.max(np.abs(self._lag)))
        first = max(0, int(np.searchsorted(time, time[rows.start] - reach)) - _MARGIN)
        end = int(np.searchsorted(time, time[last - 1] + reach)) + _MARGIN
        block = self._recording.block(first, min(end, time.shape[0]))
        inner = slice(rows.start - first, last - first)
        link = np.asarray(block.columns[Quantity.LINK_POSITION])
        now = np.column_stack(
            [
                np.interp(block.time[inner] + lag, block.time, column, left=np.nan, right=np.nan)
                for lag, column in zip(self._lag, link.T, strict=True)
            ]
        )
        motor = np.asarray(block.columns[Quantity.MOTOR_POSITION])[inner]
        return np.asarray(twist(motor, now, self._robot) * self._robot.reported_sign)


def _offsets(recording: Recording, elasticity: Elasticity) -> FloatArray:
    """Known offsets (n,) valid for a recording, rad (m), NaN where there is none."""
    values = [np.nan if one.offset is None else one.offset.value for one in elasticity.joints]
    holds = recording.origin.power_on == elasticity.power_on
    return np.array(values) if holds else np.full(len(values), np.nan)


def _pose(robot: RobotModel, block: Recording) -> FloatArray:
    """Joint positions (K, n) in the description's conventions, rad (m)."""
    pose = joint_position(robot, {name: np.asarray(column) for name, column in block.columns.items()})
    assert pose is not None, "a recording with motor encoders tells the pose"
    return pose
