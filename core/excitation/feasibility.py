"""What is asked of a plan that no trajectory can do, found before any search, all of it at once.

Beside it: how a motion that is not allowed becomes one that is.
"""

from collections.abc import Callable
from functools import partial
from typing import Protocol

import numpy as np

from core.errors import BadRequest, Infeasible
from core.excitation.basis import Basis
from core.excitation.demands import (
    Demands,
    choice_problems,
    limit_problems,
    rank_problems,
    reach_problems,
    surroundings_problems,
    torque_problems,
)
from core.excitation.limit_sets import named_limits
from core.excitation.motion_limits import MotionLimits
from core.excitation.settings import ExcitationSettings
from core.monitor import Monitor, NullMonitor
from core.recording import FloatArray
from core.robot.model import RobotModel

_HALVINGS = 6
"""A motion is halved this often at most before it counts as never allowed."""
_REFINEMENTS = 3
"""How often the largest allowed share is then bisected."""


class Shrinkable(Protocol):
    """What a motion is shrunk for: ``core.excitation.problem.Problem``."""

    @property
    def basis(self) -> Basis:
        """Where the coordinates live."""

    def is_allowed(self, x: FloatArray) -> bool:
        """Whether the motion with these coordinates keeps out of everything."""


def demanded_limits(robot: RobotModel, settings: ExcitationSettings) -> MotionLimits:
    """The limits that the settings name, also where the start pose lies outside some of them.

    Raises
    ------
    BadRequest, BadFile, OSError
        As ``core.excitation.limit_sets.named_limits``, but for the start pose; ``start-count``.
    """
    inside = np.array(settings.start_pose(robot.joint_count), dtype=np.float64)
    for _ in range(2 * robot.joint_count):
        try:
            return named_limits(settings.limits, robot, start=inside)
        except BadRequest as refused:
            if refused.code != "start-outside-limits":
                raise
            joint = int(str(refused.facts["joint"])) - 1
            inside[joint] = np.clip(inside[joint], refused.facts["lower"], refused.facts["upper"])
    return named_limits(settings.limits, robot, start=inside)


def check_demands(
    robot: RobotModel,
    settings: ExcitationSettings,
    limits: MotionLimits,
    *,
    monitor: Monitor | None = None,
) -> None:
    """Refuse what no trajectory can do, every demand at once.

    Parameters
    ----------
    robot
        The arm.
    settings
        What is asked for.
    limits
        Those that the settings name (:func:`demanded_limits`).
    monitor
        Asked at least every 100 ms whether to go on.

    Raises
    ------
    Infeasible
        ``demands-cannot-be-met``. Its problems say where each is (``joint N``, ``start pose``,
        ``locked joints``, ``motion``) and by how much: ``start-outside-limits``,
        ``start-too-near-limit``, ``joint-cannot-move``, ``joint-without-room``,
        ``start-too-near``, ``start-touches``, ``start-too-heavy``, ``no-such-joint``,
        ``nothing-free``, ``too-few-harmonics``, ``too-few-samples``, ``too-few-functions``.
    BadRequest
        ``start-count`` where the start pose has another number of joints than the arm.
    Cancelled
        When the monitor asks to stop.
    """
    watched = monitor or NullMonitor()
    demands = Demands(robot, settings, limits)
    in_motion = [
        *choice_problems(demands),
        *limit_problems(demands),
        *reach_problems(demands, monitor=watched),
    ]
    watched.check()
    problems = [*in_motion, *surroundings_problems(demands), *torque_problems(demands)]
    if not in_motion:  # its rank can be judged where every free joint can move
        watched.check()
        problems += rank_problems(demands)
    if problems:
        raise Infeasible("demands-cannot-be-met", problems, robot=robot.name)


def shrink_to_allowed(problem: Shrinkable, x: FloatArray) -> FloatArray:
    """The motion shrunk towards standing still as a whole until it is allowed, then grown joint by joint.

    Parameters
    ----------
    problem
        Who allows motions; standing still is taken to be allowed.
    x
        (size,) coordinates of a motion inside the limits.

    Raises
    ------
    BadRequest
        ``no-allowed-motion`` where even the smallest was refused, with how many were tried.
    """
    if problem.is_allowed(x):
        return x
    joints = len(problem.basis.free)
    whole = np.asarray(x).reshape(joints, -1)
    shares = np.zeros((joints, 1))

    def fits(share: float, *, rows: slice) -> bool:
        tried = shares.copy()
        tried[rows] = share
        return problem.is_allowed((tried * whole).ravel())

    shares[:] = _largest(partial(fits, rows=slice(None)))
    for joint in range(joints):
        grows = partial(fits, rows=slice(joint, joint + 1))
        shares[joint] = 1.0 if grows(1.0) else _bisected(grows, float(shares[joint, 0]), 1.0)
    return np.asarray((shares * whole).ravel())


def _largest(fits: Callable[[float], bool]) -> float:
    """The largest share below 1 that fits, by halving and then bisecting."""
    for halvings in range(1, _HALVINGS + 1):
        share = 0.5**halvings
        if fits(share):
            return _bisected(fits, share, 2.0 * share)
    raise BadRequest("no-allowed-motion", tried=_HALVINGS, smallest=0.5**_HALVINGS)


def _bisected(fits: Callable[[float], bool], allowed: float, refused: float) -> float:
    for _ in range(_REFINEMENTS):
        middle = 0.5 * (allowed + refused)
        if fits(middle):
            allowed = middle
        else:
            refused = middle
    return allowed
