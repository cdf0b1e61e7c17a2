"""Moves from pose to pose through the workspace and back: motion unlike the excitation, for verification.

Every move is a fifth-order polynomial as fast as its share of the limits allows, followed by a short
rest. Targets are random. One that the arm cannot reach on a straight path is drawn nearer, and one
without a straight path back to the start is refused.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from core.bounds import COUNT, check_value
from core.errors import Infeasible
from core.excitation.keep_outs.collision_keep_out import FAST_AND_NEAR, collision_keep_out
from core.excitation.keep_outs.keep_out import KeepOut
from core.excitation.keep_outs.torque_keep_out import torque_keep_out
from core.excitation.limits.motion_limits import MotionLimits
from core.excitation.trajectories.joined import JoinedTrajectory, rest
from core.excitation.trajectories.motion import Trajectory
from core.excitation.trajectories.point_to_point import PointToPoint, point_to_point
from core.monitor import Monitor, NullMonitor
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.robot.surroundings import Box

MOVES = 6
"""Number of moves, not counting the one back to the start."""
REST_S = 0.3
"""Rest after every move, s: verification includes standstill and the start of motion."""
REACH_RAD = float(np.radians(120.0))
REACH_M = 0.4
"""Largest distance of a target from the start."""
_TRIES = 30
"""Number of targets drawn for a move."""
_SHARES = (1.0, 0.6, 0.35, 0.2)
"""Shares of the path to a target that are tried."""
_SPEED_SHARES = (1.0, 0.7, 0.5, 0.3)
"""Shares of the speed that are tried against the rated torques."""
_KEPT_CLEAR = 0.05
"""Share of the travel kept free at either end."""

IsAllowed = Callable[[Trajectory], bool]


def plan_point_tour(  # noqa: PLR0913  # each is a condition of the motion of its own
    robot: RobotModel,
    limits: MotionLimits,
    *,
    start: FloatArray,
    generator: np.random.Generator,
    moves: int = MOVES,
    floor_height: float | None = 0.0,
    boxes: Sequence[Box] = (),
    is_allowed: IsAllowed | None = None,
    monitor: Monitor | None = None,
) -> JoinedTrajectory:
    """A tour of ``moves`` poses from ``start`` (n,) back to it, at rest in every one.

    Parameters
    ----------
    limits
        Limits that also hold between samples.
    floor_height, boxes
        Obstacles beside the arm itself.
    is_allowed
        Further condition on every move.

    Raises
    ------
    BadRequest
        As ``core.bounds.check_value`` for the number of moves.
    Infeasible
        ``no-point-tour`` where no target was found, with the number tried.
    Cancelled
        When the monitor asks to stop.
    """
    check_value("moves", moves, COUNT)
    watched = monitor or NullMonitor()
    origin = np.asarray(start, dtype=np.float64)
    clear = collision_keep_out(robot, floor_height=floor_height, boxes=boxes)
    tour = _Tour(robot, limits, origin, clear, torque_keep_out(robot), is_allowed, watched)
    parts: list[PointToPoint] = []
    here, back = origin, rest(origin, seconds=REST_S)
    for number in range(moves):
        watched.report(number / moves)
        there, back = tour.next_move(here, generator)
        parts += [there, rest(there.target, seconds=REST_S)]
        here = there.target
    return JoinedTrajectory((*parts, back, rest(origin, seconds=REST_S)))


@dataclass(frozen=True, eq=False)
class _Tour:
    """The conditions that every move must satisfy."""

    robot: RobotModel
    limits: MotionLimits
    origin: FloatArray
    clear: KeepOut
    torque: KeepOut | None
    is_allowed: IsAllowed | None
    monitor: Monitor

    def next_move(
        self, here: FloatArray, generator: np.random.Generator
    ) -> tuple[PointToPoint, PointToPoint]:
        """A move to another pose, and one from there back to the origin."""
        for _ in range(_TRIES):
            target = self._drawn(generator)
            for share in _SHARES:
                self.monitor.check()
                nearer = here + share * (target - here)
                there = self._move(here, nearer)
                back = None if there is None else self._move(nearer, self.origin)
                if there is not None and back is not None:
                    return there, back
        raise Infeasible("no-point-tour", tried=_TRIES * len(_SHARES))

    def _drawn(self, generator: np.random.Generator) -> FloatArray:
        reach = np.where(self.robot.is_prismatic, REACH_M, REACH_RAD)
        travel = self.limits.upper - self.limits.lower
        lower = np.maximum(self.limits.lower + _KEPT_CLEAR * travel, self.origin - reach)
        upper = np.minimum(self.limits.upper - _KEPT_CLEAR * travel, self.origin + reach)
        return generator.uniform(np.minimum(lower, upper), upper)

    def _move(self, here: FloatArray, there: FloatArray) -> PointToPoint | None:
        """The fastest move without collision and within the rated torques; None if there is none."""
        move = point_to_point(
            here, there, velocity=self.limits.velocity, acceleration=self.limits.acceleration
        )
        for share in _SPEED_SHARES:
            slower = move.slowed(share)
            short = self.clear.shortfalls(slower)
            if any(each.code != FAST_AND_NEAR for each in short):
                return None  # it would touch something at any speed
            if short:
                continue
            if self.torque is not None and self.torque.shortfalls(slower):
                continue
            if self.is_allowed is None or self.is_allowed(slower):
                return slower
        return None
