"""Makes planned trajectories ready to run: the approach to their start, and their speed stages. No Qt."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from app.arm.circumstances import Circumstances, StagedMotion
from core.monitor import Monitor, PartOfMonitor
from core.recording import FloatArray
from devices.safety.limits import START_POSE_M, START_POSE_RAD, UNATTENDED_MOVE_S, per_joint
from devices.safety.preview import Preview

if TYPE_CHECKING:
    from core.excitation.excitation_plan import ExcitationPlan
    from core.excitation.trajectories.periodic import PeriodicTrajectory

SHOWN_STEP_S = 0.02
"""Interval between the shown moments of a motion, s."""
_AWAY = 0.5
"""Share of the largest allowed distance to the start pose; an arm farther away is moved there first."""
_MOST_MOVES = 200


@dataclass(frozen=True, eq=False)
class StagedPlan:
    """The motions of a plan, without the plan itself, which is large."""

    motion: StagedMotion
    is_free_series: bool


def stage_plan(
    *,
    circumstances: Circumstances,
    trajectory: "PeriodicTrajectory",
    cycles: int,
    rehearse: bool,
    monitor: Monitor,
) -> StagedMotion:
    """The slow moves to the start of the trajectory, its stages, and ``cycles`` of it at full speed.

    Each is previewed from the end of the one before.
    """
    from app.arm.speed_stages import staged

    way = approach(circumstances, trajectory.start, PartOfMonitor(monitor, first=0.0, last=0.2))
    motion = staged(
        circumstances,
        trajectory,
        cycles=cycles,
        fast=True,
        rehearse=rehearse,
        start=way[-1].end if way else None,
        monitor=PartOfMonitor(monitor, first=0.2, last=1.0),
    )
    return replace(motion, approach=way)


def runnable(plan: "ExcitationPlan") -> "PeriodicTrajectory":
    """One period of a plan's trajectory.

    Raises
    ------
    BadRequest
        ``trajectory-not-at-rest`` for a plain series that does not begin and end at rest.
    """
    from core.excitation.trajectories.fourier import FourierTrajectory
    from core.excitation.trajectories.fourier_series import FourierSeries

    given = plan.trajectory
    if isinstance(given, FourierSeries):
        return FourierTrajectory(given.period_s, given.q0, given.a, given.b)
    return given.repeated(1)


def approach(circumstances: Circumstances, target: FloatArray, monitor: Monitor) -> tuple[Preview, ...]:
    """Straight, slow moves to the pose ``target`` (n,); none if the arm is close to it.

    A controller that finishes a move even if this computer fails gets several short moves instead of one.
    """
    robot, start = circumstances.robot, circumstances.start
    near = _AWAY * per_joint(robot, turning=START_POSE_RAD, sliding=START_POSE_M)
    if target.shape == start.shape and np.all(np.abs(target - start) <= near):
        return ()
    attended = circumstances.capabilities.stops_when_host_silent
    moves, count = _moves(circumstances, target, count=1, monitor=monitor), 1
    while not attended and count < _MOST_MOVES:
        longest = max(move.duration for move in moves)
        if longest <= UNATTENDED_MOVE_S:
            break
        count = max(count + 1, int(count * longest / UNATTENDED_MOVE_S))
        moves = _moves(circumstances, target, count=count, monitor=monitor)
    return moves


def _moves(
    circumstances: Circumstances, target: FloatArray, *, count: int, monitor: Monitor
) -> tuple[Preview, ...]:
    """``count`` moves of equal length, each from the end of the one before."""
    previews: list[Preview] = []
    start = circumstances.start
    way = (target - start) / count
    for number in range(1, count + 1):
        monitor.check()
        end = target if number == count else circumstances.start + number * way
        previews.append(circumstances.slow_move(end, start=start))
        start = end
    return tuple(previews)
