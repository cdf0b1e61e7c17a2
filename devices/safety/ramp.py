"""Whether the next speed stage of an excitation may run, judged by what the stages before it took.

On the same path at ``f`` times the speed, the part of a torque that comes from inertia and
turning is ``f²`` times as large; gravity stays, and friction grows less than that. So from two
stages the torque at every point of the path splits into a part that stays and one that grows;
from the first stage alone, the growing part is taken from the model.

Before a joint has moved by a few milliradians its friction is still that of standstill, and
depends on how the arm came to stand. There two stages differ for reasons other than speed.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.errors import NotEnoughData
from core.excitation.trajectories.motion import Trajectory
from core.recording import FloatArray
from core.robot.model import RobotModel
from devices.safety.finding import Finding
from devices.safety.limits import (
    STAGE_TORQUE,
    STANDSTILL_FRICTION_M,
    STANDSTILL_FRICTION_RAD,
    per_joint,
)

BoolArray = npt.NDArray[np.bool_]

POINTS = 500
"""Of the path, evenly over its time, at which stages are compared."""


@dataclass(frozen=True, eq=False)
class StageTorque:
    """What one stage took: its ``fraction`` of the full speed and the torque (POINTS, n) in N·m."""

    fraction: float
    torque: FloatArray


@dataclass(frozen=True, eq=False)
class StageForecast:
    """The largest torque expected of the next stage as a share (n,) of the rated one, NaN where unknown."""

    fraction: float
    share: FloatArray
    findings: tuple[Finding, ...]

    @property
    def allowed(self) -> bool:
        """Whether the next stage may run."""
        return not self.findings


def stage_torque(fraction: float, *, time: FloatArray, torque: FloatArray, duration: float) -> StageTorque:
    """A measured run as a stage.

    Parameters
    ----------
    fraction
        Of the full speed.
    time
        (N,) s since the run began, increasing.
    torque
        (N, n) N·m at the link side.
    duration
        s that the run took.

    Raises
    ------
    NotEnoughData
        ``stage-not-covered`` when the samples do not cover the run.
    """
    period = duration / POINTS
    if time.shape[0] < POINTS or time[0] > period or time[-1] < duration - period:
        raise NotEnoughData("stage-not-covered", samples=int(time.shape[0]), seconds=duration)
    # means over each stretch, not single samples: noise must not decide
    edges = np.clip(np.searchsorted(time, np.linspace(0.0, duration, POINTS + 1)), 0, time.shape[0])
    counts = np.diff(edges)
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
    """What the stage at ``next_fraction`` of the speed will take.

    Parameters
    ----------
    robot
        The arm, for its rated torques.
    stages
        Those that ran, slowest first.
    next_fraction
        Of the full speed, above all that ran.
    inertial
        (POINTS, n) N·m that inertia and turning take at full speed by the model, without gravity;
        used while only one stage has run. Where it is None, then all of the torque is taken to grow.
    settled
        (POINTS, n) where each joint has left the friction of standstill, see ``left_standstill``;
        elsewhere the growth is the model's, or that of the first point after. Everywhere where None.

    Raises
    ------
    NotEnoughData
        ``no-stage-ran`` without any stage.
    """
    if not stages:
        raise NotEnoughData("no-stage-ran")
    last = stages[-1]
    growth = _growing_part(stages, inertial)
    if settled is not None and len(stages) > 1:
        growth = _without_standstill(growth, inertial, settled)
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
        for joint in np.flatnonzero(rated & ~(share < STAGE_TORQUE))
    )
    return StageForecast(next_fraction, share, findings)


def _growing_part(stages: Sequence[StageTorque], inertial: FloatArray | None) -> FloatArray:
    """(POINTS, n) torque per square of the speed's fraction."""
    slowest, last = stages[0], stages[-1]
    if last.fraction > slowest.fraction:
        grown: FloatArray = (last.torque - slowest.torque) / (last.fraction**2 - slowest.fraction**2)
        return grown
    if inertial is not None:
        return inertial
    return np.asarray(last.torque / last.fraction**2)


def left_standstill(trajectory: Trajectory, *, robot: RobotModel) -> BoolArray:
    """(POINTS, n) whether each joint has moved far enough since the start to slide as it does later."""
    time = (np.arange(POINTS) + 0.5) / POINTS * trajectory.duration
    away = np.abs(trajectory.evaluate(time).position - trajectory.start)
    far = per_joint(robot, turning=STANDSTILL_FRICTION_RAD, sliding=STANDSTILL_FRICTION_M)
    return np.asarray(np.maximum.accumulate(away, axis=0) > far)


def _without_standstill(growth: FloatArray, inertial: FloatArray | None, settled: BoolArray) -> FloatArray:
    if inertial is not None:
        return np.where(settled, growth, inertial)
    first = np.argmax(settled, axis=0)  # of a joint that never moves, the first of all: nothing is put in
    held = growth[first, np.arange(growth.shape[1])]
    return np.where(settled | ~settled.any(axis=0), growth, held)
