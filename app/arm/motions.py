"""Chooses motions, small ones of single joints too, and previews them: the slow part of preparing. No Qt.

Runs in the worker process of the window, or directly for the command line.
"""

import math
from collections.abc import Sequence

import numpy as np

from app.arm.circumstances import Circumstances, StagedMotion
from app.arm.session import RobotSession
from app.arm.speed_stages import staged
from core.errors import BadRequest
from core.excitation.trajectories.motion import Trajectory
from core.monitor import Monitor, PartOfMonitor
from core.recording import FloatArray
from core.robot.model import RobotModel
from devices.capabilities import MotionKind
from devices.motion import Jog, MotionPlan, MoveTo, RunTrajectory
from devices.safety.limits import JOG_M, JOG_RAD, JOG_SPEED_M_S, JOG_SPEED_RAD_S, UNATTENDED_MOVE_S
from devices.safety.preview import Preview

CYCLE_S = 20.0
"""Length of about one period of a random motion; a longer motion repeats it."""
LONGEST_REACH_RAD = 0.5
"""Largest distance of a joint from the present pose on a tour of poses."""
_TOUR_TRIES = 40
_SHRINK = 0.6


def preview_chain(
    monitor: Monitor, *, circumstances: Circumstances, plans: Sequence[MotionPlan]
) -> tuple[Preview, ...]:
    """Previews of motions one after the other, each from where the one before ends."""
    previews: list[Preview] = []
    start = circumstances.start
    for number, plan in enumerate(plans):
        part = PartOfMonitor(monitor, first=number / len(plans), last=(number + 1) / len(plans))
        previews.append(circumstances.preview(plan, start=start, monitor=part))
        start = previews[-1].end
    return tuple(previews)


def plan_sway(
    monitor: Monitor,
    *,
    circumstances: Circumstances,
    seconds: float,
    speed: float | None,
    seed: int,
    rehearse: bool,
) -> StagedMotion:
    """A random motion of all joints that lasts ``seconds`` at its full speed, and the slower stages before.

    Parameters
    ----------
    circumstances
        The arm at rest at its present pose.
    speed
        Share of the joints' speed limits; None for a speed at which people may stay in the cell.
    seed
        Number that chooses the motion.
    rehearse
        True if slower stages come first.

    Raises
    ------
    BadRequest
        ``no-allowed-motion`` if every motion that was tried collides.
    """
    from core.excitation.unplanned_motions import random_motion

    cycles = max(1, round(seconds / CYCLE_S))
    share = 1.0 if speed is None else speed

    def is_allowed(trajectory: Trajectory) -> bool:
        return circumstances.allow(RunTrajectory(trajectory), proven=speed is not None, monitor=monitor)

    motion = random_motion(
        circumstances.robot,
        start=circumstances.start,
        generator=np.random.default_rng(seed),
        period_s=seconds / cycles,
        velocity=share * circumstances.robot.velocity_limit,
        is_allowed=is_allowed,
        monitor=PartOfMonitor(monitor, first=0.0, last=0.8),
    )
    return staged(
        circumstances,
        motion,
        cycles=cycles,
        fast=speed is not None,
        rehearse=rehearse,
        share=share,
        monitor=PartOfMonitor(monitor, first=0.8, last=1.0),
    )


def plan_tour(
    monitor: Monitor, *, circumstances: Circumstances, seconds: float, seed: int
) -> tuple[Preview, ...]:
    """Moves from pose to pose around the present one, each short, slow and safe, for about ``seconds``.

    Raises
    ------
    BadRequest
        ``no-allowed-motion`` if every move that was tried collides.
    """
    generator = np.random.default_rng(seed)
    previews: list[Preview] = []
    start, passed = circumstances.start, 0.0
    while passed < seconds:
        monitor.check()
        monitor.report(passed / seconds)
        preview = _safe_move(circumstances, start, generator, monitor)
        previews.append(preview)
        start, passed = preview.end, passed + preview.duration
    return tuple(previews)


def _safe_move(
    circumstances: Circumstances, start: FloatArray, generator: np.random.Generator, monitor: Monitor
) -> Preview:
    reach = LONGEST_REACH_RAD
    for _ in range(_TOUR_TRIES):
        monitor.check()
        offset = generator.uniform(-reach, reach, circumstances.start.shape)
        target = _inside(circumstances.robot, circumstances.start + offset)
        preview = circumstances.slow_move(target, start=start)
        if preview.allowed and preview.duration <= UNATTENDED_MOVE_S:
            return preview
        reach *= _SHRINK
    raise BadRequest("no-allowed-motion", tried=_TOUR_TRIES, smallest=reach)


def _inside(robot: RobotModel, pose: FloatArray) -> FloatArray:
    """The pose (n,) clipped to the travel less a margin at each end."""
    margin = np.minimum(0.05, 0.1 * (robot.upper - robot.lower))
    return np.clip(pose, robot.lower + margin, robot.upper - margin)


def jog_there_and_back(
    session: RobotSession, start: FloatArray, *, joint: int, speed_share: float = 1.0
) -> tuple[MotionPlan, MotionPlan]:
    """Plans of a jog from ``start`` (n,) and of the way back, at this share of a jog's speed."""
    away = jog_angle(session, start, joint)
    there = _jog(session, start, joint=joint, angle=away, is_back=False, speed_share=speed_share)
    back = _jog(session, start, joint=joint, angle=-away, is_back=True, speed_share=speed_share)
    return there, back


def jog_angle(session: RobotSession, start: FloatArray, joint: int) -> float:
    """Signed length of a joint's jog from ``start``, rad or m."""
    return _direction(session.robot, start, joint) * _jog_size(session.robot, joint)[0]


def _jog(
    session: RobotSession, start: FloatArray, *, joint: int, angle: float, is_back: bool, speed_share: float
) -> MotionPlan:
    speed = speed_share * _jog_size(session.robot, joint)[1]
    if MotionKind.JOG in session.capabilities.motions:
        return Jog(joint, angle, speed)
    target = start.copy()
    if not is_back:
        target[joint] += angle
    limit = session.robot.velocity_limit[joint]
    # without a limit the percentage of a closed controller means nothing; the smallest is taken
    return MoveTo(target, min(1.0, speed / limit) if math.isfinite(limit) else 0.01)


def _jog_size(robot: RobotModel, joint: int) -> tuple[float, float]:
    """Length and speed of a joint's jog: rad and rad/s, for a sliding joint m and m/s."""
    if robot.is_prismatic[joint]:
        return JOG_M, JOG_SPEED_M_S
    return JOG_RAD, JOG_SPEED_RAD_S


def _direction(robot: RobotModel, start: FloatArray, joint: int) -> float:
    return 1.0 if robot.upper[joint] - start[joint] >= start[joint] - robot.lower[joint] else -1.0
