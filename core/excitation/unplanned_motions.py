"""Motions without a planned trajectory: a random periodic one, and moves from pose to pose and back.

Every move of the tour is a fifth-order polynomial as fast as its share of the limits allows, followed by
a short rest. Targets are random. One that the arm cannot reach on a straight path is drawn nearer, and one
without a straight path back to the start is refused.

The random motion is a Fourier series per joint, shifted away from near limits and scaled to use them; of
several such motions the one with the best conditioned regressor is taken. If a condition such as a
collision check must be met, the motion shrinks until it is, and then each joint grows back as far as
possible.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.bounds import COUNT, check_value
from core.errors import BadRequest, Infeasible
from core.excitation.criteria.criterion import Criterion, CriterionName, evenly_sampled
from core.excitation.keep_outs.collision_keep_out import FAST_AND_NEAR, collision_keep_out
from core.excitation.keep_outs.keep_out import KeepOut
from core.excitation.keep_outs.torque_keep_out import torque_keep_out
from core.excitation.limits.motion_limits import MotionLimits, motion_limits
from core.excitation.trajectories.fourier import FourierTrajectory, project_boundary_conditions
from core.excitation.trajectories.joined import JoinedTrajectory, rest
from core.excitation.trajectories.motion import Trajectory, frozen_array
from core.excitation.trajectories.point_to_point import PointToPoint, point_to_point
from core.monitor import Monitor, NullMonitor
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.robot.surroundings import Box

CANDIDATES = 40
"""Number of random motions, of which the best is taken."""
_DRAWS = 6
"""Series drawn for every joint of a motion, of which the one that uses the limits best is taken."""
_LEANS = (-1.0, -0.5, -0.2, 0.0, 0.2, 0.5, 1.0)
"""Shifts of a series to one side, in units of its own size, for joints that start near a limit."""
_SHRINKING = (1.0, 0.8, 0.6, 0.45, 0.3, 0.2, 0.1, 0.05)
"""Shares of the unrestricted motion that are tried against ``is_allowed``."""
_TRIED = 4
"""Number of the best motions that are tried against ``is_allowed``."""
_MARGIN = 1e-9
"""Relative margin that keeps rounding from exceeding a fully used limit."""


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


def random_motion(  # noqa: PLR0913  # independent settings
    robot: RobotModel,
    *,
    start: FloatArray,
    generator: np.random.Generator,
    period_s: float = 20.0,
    harmonics: int = 5,
    limit_use: float = 0.8,
    velocity: FloatArray | None = None,
    acceleration: FloatArray | None = None,
    is_allowed: IsAllowed | None = None,
    cycles: int = 1,
    monitor: Monitor | None = None,
) -> FourierTrajectory:
    """A random periodic motion of all joints from ``start`` (n,), at rest at both ends.

    Parameters
    ----------
    start : joint positions of the model, rad or m
    period_s : length of one cycle in s
    limit_use : share of the limits that may be used, (0, 1]: of velocity, of acceleration,
        and of the way from ``start`` to either end of the travel
    velocity, acceleration : (n,) limits instead of the description's; infinite ones become
        the defaults of ``core.excitation.limits.motion_limits``
    is_allowed : further condition on whole trajectories, such as a collision check
    cycles : how often the period is run

    Raises
    ------
    BadRequest
        ``start-outside-limits``, ``trajectory-limit``, ``limit-use`` outside (0, 1],
        ``too-few-harmonics`` below 2, ``no-allowed-motion`` when even the smallest motion
        was refused, with the number of motions tried; otherwise as ``FourierTrajectory``.
    """
    _check_settings(limit_use=limit_use, harmonics=harmonics)
    origin = frozen_array("start", start, shape=(robot.joint_count,))
    limits = motion_limits(robot, start=origin, velocity=velocity, acceleration=acceleration)
    watched = monitor or NullMonitor()
    criterion = Criterion(robot, name=CriterionName.COND)
    motions = []
    for number in range(CANDIDATES):
        watched.check()
        watched.report(number / CANDIDATES)
        weights = generator.normal(size=(2, origin.size * _DRAWS, harmonics))
        motions.append(_scaled(weights, start=origin, limits=limits, period_s=period_s, limit_use=limit_use))
    motions.sort(key=lambda motion: criterion.value(evenly_sampled(motion)))
    if is_allowed is None:
        return motions[0].repeated(cycles)
    allowed = [
        _largest_allowed(motion, is_allowed=is_allowed, monitor=watched) for motion in motions[:_TRIED]
    ]
    return _best(criterion, [motion for motion in allowed if motion is not None]).repeated(cycles)


def _check_settings(*, limit_use: float, harmonics: int) -> None:
    if not 0.0 < limit_use <= 1.0:
        raise BadRequest("limit-use", limit_use=limit_use)
    if harmonics < 2:  # one harmonic cannot start and end at rest
        raise BadRequest("too-few-harmonics", harmonics=harmonics)


def _best(criterion: Criterion, motions: list[FourierTrajectory]) -> FourierTrajectory:
    if not motions:
        raise BadRequest("no-allowed-motion", tried=_TRIED, smallest=_SHRINKING[-1])
    return min(motions, key=lambda motion: criterion.value(evenly_sampled(motion)))


def _scaled(
    weights: FloatArray, *, start: FloatArray, limits: MotionLimits, period_s: float, limit_use: float
) -> FourierTrajectory:
    """One motion: for every joint the series (2, n·draws, L), of a few, that uses its limits best."""
    n = start.size
    per_joint = _DRAWS * len(_LEANS)
    rows = _leant(weights, period_s=period_s)
    bounds, effort = rows.peak_bounds(), np.sum(rows.a**2 + rows.b**2, axis=1)

    def spread(limit: FloatArray) -> FloatArray:
        return np.repeat(limit_use * (1.0 - _MARGIN) * limit, per_joint)

    scale = np.minimum.reduce(
        [
            spread(limits.upper - start) / np.maximum(bounds.upper, 1e-300),
            spread(start - limits.lower) / np.maximum(-bounds.lower, 1e-300),
            spread(limits.velocity) / bounds.velocity,
            spread(limits.acceleration) / bounds.acceleration,
        ]
    )
    best = np.argmax((scale**2 * effort).reshape(n, per_joint), axis=1) + np.arange(n) * per_joint
    factor = scale[best, np.newaxis]
    return project_boundary_conditions(
        rows.a[best] * factor, rows.b[best] * factor, period_s=period_s, start=start
    )


def _leant(weights: FloatArray, *, period_s: float) -> FourierTrajectory:
    """Every series (2, k, L) shifted to either side, (k·leans, L), all from zero.

    The shift is ``(1 − cos wt)²``, which starts and ends at rest and has one sign:
    b = (2, −1, 0, …) up to a factor.
    """
    a, b = (np.repeat(part, len(_LEANS), axis=0) for part in weights)
    lean = np.tile(_LEANS, weights.shape[1]) * np.sqrt(weights.shape[2])
    b[:, 0] += 2.0 * lean
    b[:, 1] -= lean
    return project_boundary_conditions(a, b, period_s=period_s, start=np.zeros(a.shape[0]))


def _largest_allowed(
    motion: FourierTrajectory, *, is_allowed: IsAllowed, monitor: Monitor
) -> FourierTrajectory | None:
    """The motion shrunk as a whole until it is allowed, then grown joint by joint; None if it never is."""

    def fits(share: float | FloatArray) -> bool:
        monitor.check()
        return is_allowed(_shrunk(motion, share=share))

    share = next((share for share in _SHRINKING if fits(share)), None)
    if share is None or share == 1.0:
        return motion if share else None
    shares = np.full(motion.joint_count, share)
    for joint in range(motion.joint_count):
        for larger in (larger for larger in _SHRINKING if larger > shares[joint]):
            grown = shares.copy()
            grown[joint] = larger
            if fits(grown):
                shares = grown
                break
    return _shrunk(motion, share=shares)


def _shrunk(motion: FourierTrajectory, *, share: float | FloatArray) -> FourierTrajectory:
    """The motion with every joint's distance from the start scaled by its share (n,)."""
    factor = np.broadcast_to(share, (motion.joint_count,))
    return replace(
        motion,
        a=motion.a * factor[:, np.newaxis],
        b=motion.b * factor[:, np.newaxis],
        q0=motion.start + (motion.q0 - motion.start) * factor,
    )
