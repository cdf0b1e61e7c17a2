"""What a motion would do, and which motions to choose: the slow part of preparing a procedure. No Qt.

Runs in the worker process of the window, or directly for the command line.
"""

from collections.abc import Sequence

import numpy as np

from app.arm.circumstances import Circumstances, StagedMotion
from app.arm.staging import SPEED_SHARE, staged
from core.errors import BadRequest
from core.excitation.trajectories.motion import Trajectory
from core.monitor import Monitor, PartOfMonitor
from core.recording import FloatArray
from core.robot.model import RobotModel
from devices.motion import MotionPlan, MoveTo, RunTrajectory
from devices.safety.limits import UNATTENDED_MOVE_S, UNPROVEN_TOOL_SPEED_M_S
from devices.safety.preview import Preview
from devices.safety.previewing import fit_speed

CYCLE_S = 20.0
"""About the length of one period of a random motion; longer ones repeat it."""
LONGEST_REACH_RAD = 0.5
"""How far a joint goes from where the arm stood, on a tour of poses."""
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
        Where the arm stands, and what is known about it.
    speed
        Share of the joints' speed limits; None for what needs nobody to leave the cell, nor a rehearsal.
    seed
        Which motion.
    rehearse
        Whether slower stages come first.

    Raises
    ------
    BadRequest
        ``no-allowed-motion`` where nothing that moves is free of collisions.
    """
    from core.excitation.random_motion import random_motion

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
    """Moves from pose to pose around where the arm stands, each short, slow and safe, for about ``seconds``.

    Raises
    ------
    BadRequest
        ``no-allowed-motion`` where no move is free of collisions.
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
        plan = fit_speed(
            circumstances.robot,
            MoveTo(target, 1.0),
            start=start,
            tool_speed=SPEED_SHARE * UNPROVEN_TOOL_SPEED_M_S,
        )
        preview = circumstances.preview(plan, start=start, proven=False)
        if preview.allowed and preview.duration <= UNATTENDED_MOVE_S:
            return preview
        reach *= _SHRINK
    raise BadRequest("no-allowed-motion", tried=_TOUR_TRIES, smallest=reach)


def _inside(robot: RobotModel, pose: FloatArray) -> FloatArray:
    """The pose (n,) moved off the ends of the travel."""
    margin = np.minimum(0.05, 0.1 * (robot.upper - robot.lower))
    return np.clip(pose, robot.lower + margin, robot.upper - margin)
