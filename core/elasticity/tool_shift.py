"""How far the twist of the gears moves the flange over a recording."""

from dataclasses import dataclass

import numpy as np

from core.elasticity.result import Elasticity
from core.encoders.twist import twist
from core.errors import BadRequest
from core.monitor import Monitor, NullMonitor
from core.recording import FloatArray, Quantity, Recording
from core.robot.kinematics import flange_jacobian
from core.robot.measured_joints import joint_position
from core.robot.model import RobotModel

_CHUNK = 5000
"""Samples that are worked on together: some 10 ms."""
_MARGIN = 2
"""Samples beyond the lag, to stand between."""


@dataclass(frozen=True, eq=False)
class ToolShift:
    """Where the link encoders put the flange, less where the motor encoders do, over a recording.

    Attributes
    ----------
    time
        (N,) s on the recording's clock.
    translation
        (N, 3) m in the base frame's directions, to first order in the deflections; NaN where a
        joint that counts says nothing.
    size
        (N,) m, its length.
    joints
        Those whose deflection counts, from 0.
    """

    time: FloatArray
    translation: FloatArray
    size: FloatArray
    joints: tuple[int, ...]

    @property
    def largest(self) -> float:
        """M, the farthest; NaN where nothing is known."""
        known = self.size[np.isfinite(self.size)]
        return float(known.max()) if known.size else float("nan")

    @property
    def rms(self) -> float:
        """M, root of the mean square; NaN where nothing is known."""
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
    """How far the twist of all gears together moves the flange.

    Lag and offset of each joint's channels are taken out. Where a joint's own lag was not
    measured, the middle one of the others counts; where its offset was not, or is that of another
    power-on, its mean deflection counts as none.

    Parameters
    ----------
    recording
        With both encoders; in memory or in a file, which is read piece by piece.
    load
        (N, n) N·m (N) that the gears pass on, in the description's directions. With it only what
        stiffness makes of the load counts, and only joints whose stiffness was measured; no
        encoder is asked but for the pose.

    Raises
    ------
    BadRequest
        ``no-both-encoders`` where the recording has not both encoders, ``motion-shape`` where the
        loads or the recording do not fit the robot.
    """
    watching = monitor or NullMonitor()
    count, n = recording.sample_count, robot.joint_count
    if not {Quantity.MOTOR_POSITION, Quantity.LINK_POSITION} <= recording.columns.keys():
        raise BadRequest("no-both-encoders", recording=recording.label)
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
    """(n,) s by which each link encoder's channel is late; the middle one where its own is unknown.

    All the same device reads them. Zeros where no joint's lag is known.
    """
    known = np.isfinite(elasticity.lag)
    common = float(np.median(elasticity.lag[known])) if known.any() else 0.0
    return np.where(known, elasticity.lag, common)


class _OfStiffness:
    """What stiffness makes of the loads."""

    def __init__(self, elasticity: Elasticity, load: FloatArray) -> None:
        self._load, self._stiffness = load, elasticity.stiffness
        self.counts = np.isfinite(self._stiffness)

    def of(self, rows: slice) -> FloatArray:
        """(K, n) rad (m)."""
        return np.asarray(self._load[rows] / self._stiffness)


class _Measured:
    """What the encoders say, lag and offset taken out."""

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
        self._offset = np.where(np.isfinite(told := _offsets(recording, elasticity)), told, mean)

    def of(self, rows: slice) -> FloatArray:
        """(K, n) rad (m)."""
        return self._twist(rows) - self._offset

    def _twist(self, rows: slice) -> FloatArray:
        """In the description's directions; what a late channel will say then is asked for now."""
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
    """(n,) rad (m), NaN where none is known that holds for a recording."""
    told = [np.nan if one.offset is None else one.offset.value for one in elasticity.joints]
    holds = recording.origin.power_on == elasticity.power_on
    return np.array(told) if holds else np.full(len(told), np.nan)


def _pose(robot: RobotModel, block: Recording) -> FloatArray:
    """(K, n) rad (m), the description's."""
    pose = joint_position(robot, {name: np.asarray(column) for name, column in block.columns.items()})
    assert pose is not None, "a recording with motor encoders tells the pose"
    return pose
