"""Decides from the torques of the stages before whether the next speed stage of an excitation may run.

On the same path at ``f`` times the speed, the torque from inertia and velocity terms is ``f²`` times
as large, gravity stays the same, and friction grows more slowly. Two stages therefore split the torque
at each point of the path into a constant and a growing part. After the first stage alone the growing
part is taken from the model.

Until a joint has moved by a few milliradians its friction is that of standstill, which depends on
how the arm came to rest. There two stages differ for other reasons than speed.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.errors import NotEnoughData
from core.excitation.trajectories.motion import Trajectory
from core.recording import FloatArray
from core.robot.model import RobotModel
from devices.safety.limits import (
    STAGE_TORQUE,
    STANDSTILL_FRICTION_M,
    STANDSTILL_FRICTION_RAD,
    per_joint,
)
from devices.safety.preview import Finding

BoolArray = npt.NDArray[np.bool_]

POINTS = 500
"""Number of points of the path, evenly spaced in time, at which stages are compared."""


@dataclass(frozen=True, eq=False)
class StageTorque:
    """A stage that ran: its ``fraction`` of the full speed and the torque (POINTS, n) in N·m."""

    fraction: float
    torque: FloatArray


@dataclass(frozen=True, eq=False)
class StageForecast:
    """Predicted peak torque (n,) of the next stage over the rated torque, NaN where that is unknown."""

    fraction: float
    share: FloatArray
    findings: tuple[Finding, ...]

    @property
    def allowed(self) -> bool:
        """True if the next stage may run."""
        return not self.findings


def stage_torque(fraction: float, *, time: FloatArray, torque: FloatArray, duration: float) -> StageTorque:
    """Convert a measured run to a stage.

    Parameters
    ----------
    fraction
        Fraction of the full speed.
    time
        Times (N,) since the start of the run, s, increasing.
    torque
        Torque (N, n) at the link side, N·m.
    duration
        Duration of the run, s.

    Raises
    ------
    NotEnoughData
        ``stage-not-covered`` if the samples do not cover the run.
    """
    period = duration / POINTS
    if time.shape[0] < POINTS or time[0] > period or time[-1] < duration - period:
        raise NotEnoughData("stage-not-covered", samples=int(time.shape[0]), seconds=duration)
    # mean over each interval instead of single samples, against noise
    edges = np.clip(np.searchsorted(time, np.linspace(0.0, duration, POINTS + 1)), 0, time.shape[0])
    counts = np.diff(edges)
    # differences of the cumulative sum give all interval sums at once
    sums = np.vstack([np.zeros((1, torque.shape[1])), np.cumsum(torque, axis=0)])
    means = (sums[edges[1:]] - sums[edges[:-1]]) / np.maximum(counts, 1)[:, np.newaxis]
    means[counts == 0] = torque[np.minimum(edges[:-1][counts == 0], time.shape[0] - 1)]
    return StageTorque(fraction, means)


def forecast(
    robot: RobotModel,
    stages: Sequence[StageTorque],
    *,
    next_fraction: float,
    inertial: FloatArray | None = None,
    settled: BoolArray | None = None,
) -> StageForecast:
    """Predict the torque of the stage at ``next_fraction`` of the speed.

    Parameters
    ----------
    robot
        The arm, for its rated torques.
    stages
        Stages that ran, slowest first.
    next_fraction
        Fraction of the full speed, above those that ran.
    inertial
        Torque (POINTS, n) in N·m from inertia and velocity terms at full speed by the model, without
        gravity; used while only one stage has run. With None all of the torque is taken to grow.
    settled
        Mask (POINTS, n): True where a joint has left the friction of standstill, see ``left_standstill``.
        Elsewhere the growth is the model's, or that of the first settled point. None for True everywhere.

    Raises
    ------
    NotEnoughData
        ``no-stage-ran`` if ``stages`` is empty.
    """
    if not stages:
        raise NotEnoughData("no-stage-ran")
    last = stages[-1]
    growth = _growing_part(stages, inertial)
    if settled is not None and len(stages) > 1:
        growth = _without_standstill(growth, inertial, settled)
    # torque at f: constant + growth·f², and ``last`` fixes the constant part
    expected = np.abs(last.torque + growth * (next_fraction**2 - last.fraction**2)).max(axis=0)
    rated = np.isfinite(robot.torque_limit)
    share = np.where(rated, expected / np.where(rated, robot.torque_limit, 1.0), np.nan)
    findings = tuple(
        Finding(
            "next-stage-too-strong",
            {
                "joint": int(joint) + 1,
                "share": float(share[joint]),
                "limit": STAGE_TORQUE,
                "speed": next_fraction,
            },
        )
        # negated comparison: a share of NaN must not pass
        for joint in np.flatnonzero(rated & ~(share < STAGE_TORQUE))
    )
    return StageForecast(next_fraction, share, findings)


def _growing_part(stages: Sequence[StageTorque], inertial: FloatArray | None) -> FloatArray:
    """Torque (POINTS, n) per squared fraction of the speed."""
    slowest, last = stages[0], stages[-1]
    if last.fraction > slowest.fraction:
        grown: FloatArray = (last.torque - slowest.torque) / (last.fraction**2 - slowest.fraction**2)
        return grown
    if inertial is not None:
        return inertial
    return np.asarray(last.torque / last.fraction**2)


def left_standstill(trajectory: Trajectory, *, robot: RobotModel) -> BoolArray:
    """Mask (POINTS, n): True once a joint has moved far enough from the start for sliding friction."""
    time = (np.arange(POINTS) + 0.5) / POINTS * trajectory.duration
    away = np.abs(trajectory.evaluate(time).position - trajectory.start)
    far = per_joint(robot, turning=STANDSTILL_FRICTION_RAD, sliding=STANDSTILL_FRICTION_M)
    return np.asarray(np.maximum.accumulate(away, axis=0) > far)


def _without_standstill(growth: FloatArray, inertial: FloatArray | None, settled: BoolArray) -> FloatArray:
    """Replace the growth where standstill friction spoils it."""
    if inertial is not None:
        return np.where(settled, growth, inertial)
    first = np.argmax(settled, axis=0)  # 0 for a joint that never moves; it stays unchanged
    held = growth[first, np.arange(growth.shape[1])]
    return np.where(settled | ~settled.any(axis=0), growth, held)
