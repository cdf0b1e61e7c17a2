"""[Wu]'s verification motion: the flange moves round a circle of 100 mm, as fast as the limits allow.

The circle is planned in space and converted to joint positions by inverse kinematics; the flange keeps
its orientation if the arm has enough joints. Speed rises and falls over whole rounds with a smooth
acceleration, so that the limits are reached on the circle itself. The place and plane of the circle are
searched for unless they are given.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from core.bounds import RATIO, check_value
from core.errors import BadRequest, Infeasible
from core.excitation.circle_places import CirclePlace, circle_places, given_place
from core.excitation.keep_outs.collision_keep_out import collision_keep_out
from core.excitation.keep_outs.keep_out import KeepOut
from core.excitation.keep_outs.torque_keep_out import torque_keep_out
from core.excitation.limits.motion_limits import MotionLimits
from core.excitation.trajectories.motion import Trajectory
from core.excitation.trajectories.point_to_point import point_to_point
from core.excitation.trajectories.sampled import SampledTrajectory
from core.monitor import Monitor, NullMonitor
from core.recording import FloatArray
from core.robot.collision import CLEARANCE_M, clearances
from core.robot.inverse_kinematics import BoolArray, Task, follow_path
from core.robot.kinematics import flange_transforms
from core.robot.model import RobotModel
from core.robot.surroundings import Box

DIAMETER_M = 0.1
TOP_SPEED_M_S = 0.5
"""[Wu] 5: the circle and the speed of the end effector on it."""
ROUNDS = 5
"""Number of rounds at full speed: a second or more on a fast arm."""
_SPEED_SHARES = (1.0, 0.9, 0.8, 0.65, 0.5, 0.35, 0.25, 0.15, 0.1)
"""Shares of the speed allowed by velocities and accelerations that are tried against the rated torques."""
_TRIED = 16
"""Number of places examined in full before the best of them is taken."""
_GOOD_SHARE = 0.9
"""Share of the best remaining prediction at which the search ends."""
_WAY_SHARE = 0.1
"""Share of the velocity and acceleration limits used on the way to the circle."""

IsAllowed = Callable[[Trajectory], bool]
_RAMP_ROUNDS = 1
"""Rounds in which the speed rises, and in which it falls.

Tangential and centripetal acceleration add there.
"""
_SAMPLE_STEP_S = 0.004
"""Largest time step between the points of the trajectory, s."""
_POINTS = 64
"""Points of a round solved by inverse kinematics; a Fourier series interpolates the joints between them."""


@dataclass(frozen=True, eq=False)
class CirclePlan:
    """A circle that an arm can run, from rest to rest, with its properties; SI, model joint terms.

    ``place`` (4, 4) is the circle's centre in the base frame, its z axis the circle's normal;
    ``speed`` m/s of the flange at full speed, for ``rounds`` rounds. ``held_back_by`` is
    ``top-speed``, ``velocity``, ``acceleration`` or ``torque``, with the joint (from 0) that it
    is about, -1 for none. ``dexterity`` is the smallest along the circle
    (``core.robot.inverse_kinematics``), ``path_error`` m the largest distance from the circle.
    """

    trajectory: SampledTrajectory
    place: FloatArray
    diameter: float
    rounds: int
    speed: float
    held_back_by: str
    joint: int
    dexterity: float
    holds_orientation: bool
    path_error: float


def plan_circle(  # noqa: PLR0913  # each is a condition of the motion of its own
    robot: RobotModel,
    limits: MotionLimits,
    *,
    start: FloatArray,
    centre: FloatArray | None = None,
    diameter_m: float = DIAMETER_M,
    top_speed: float = TOP_SPEED_M_S,
    rounds: int = ROUNDS,
    floor_height: float | None = 0.0,
    boxes: Sequence[Box] = (),
    seed: int = 0,
    is_allowed: IsAllowed | None = None,
    monitor: Monitor | None = None,
) -> CirclePlan:
    """The circle that can be run fastest, or the one at ``centre``.

    Parameters
    ----------
    robot
        The arm.
    limits
        Of positions, velocities and accelerations; all of them hold between samples too.
    start
        (n,) joint positions before the motion; the straight way to the circle is kept clear too.
    centre
        (4, 4) pose of the flange in the middle of the circle, which lies in its xy plane;
        a good place is searched for where None.
    top_speed
        Largest speed of the flange, m/s.
    rounds
        Number at full speed; one more accelerates before and one brakes after them.
    floor_height, boxes
        Obstacles beside the arm itself.
    seed
        Seed of the random places.
    is_allowed
        Further condition on whole trajectories.

    Raises
    ------
    BadRequest
        As ``core.bounds.check_value``; ``circle-needs-joints`` for an arm of fewer than two joints.
    Infeasible
        ``pose-not-reachable`` for a centre whose circle is out of reach, ``circle-near-singular``
        where it passes a singular pose, ``circle-not-clear`` where the arm would touch something
        or is too weak there, ``no-circle`` where no place was found, with the number examined.
    Cancelled
        When the monitor asks to stop.
    """
    _check(diameter_m=diameter_m, top_speed=top_speed, rounds=rounds)
    if robot.joint_count < 2:
        raise BadRequest("circle-needs-joints", joints=robot.joint_count)
    maker = _Maker(
        robot,
        limits,
        top_speed=top_speed,
        rounds=rounds,
        clear=collision_keep_out(robot, floor_height=floor_height, boxes=boxes),
        start=np.asarray(start, dtype=np.float64),
        is_allowed=is_allowed,
        monitor=monitor or NullMonitor(),
    )
    if centre is not None:
        return maker.at(given_place(robot, centre, start=maker.start, diameter=diameter_m))
    return maker.best(
        list(
            circle_places(
                robot,
                limits,
                start=maker.start,
                diameter=diameter_m,
                top_speed=top_speed,
                is_clear=partial(_touches_nothing, robot, floor_height=floor_height, boxes=boxes),
                generator=np.random.default_rng(seed),
                monitor=maker.monitor,
            )
        )
    )


def _check(**settings: float) -> None:
    for name, value in settings.items():
        check_value(name, value, RATIO)


def _round_at(robot: RobotModel, place: CirclePlace) -> "CircleRound":
    """The round at a place.

    Raises
    ------
    Infeasible
        ``pose-not-reachable``.
    """
    angle = 2.0 * np.pi * np.arange(_POINTS + 1) / _POINTS
    found = follow_path(robot, place.poses(angle), start=place.position, task=place.task)
    return CircleRound(place, found.position[:-1], found.dexterity[:-1])


@dataclass(frozen=True, eq=False)
class CircleRound:
    """One round in the joints: (M, n) positions at even angles, and the flange's dexterity (M,)."""

    place: CirclePlace
    position: FloatArray
    dexterity: FloatArray

    def at(self, angle: FloatArray) -> FloatArray:
        """(N, n) joint positions at angles (N,) rad, by the Fourier series through the points."""
        count = self.position.shape[0]
        terms = np.fft.rfft(self.position, axis=0) / count
        terms[1:] *= 2.0
        if count % 2 == 0:
            terms[-1] *= 0.5
        turns = np.exp(1j * np.outer(angle, np.arange(terms.shape[0])))
        return np.asarray((turns @ terms).real)

    def sampled(self, *, rate: float, rounds: int) -> SampledTrajectory:
        """The rounds with their ramps at ``rate`` rad/s round the centre."""
        ramp, steady = 4.0 * np.pi * _RAMP_ROUNDS / rate, 2.0 * np.pi * rounds / rate
        duration = steady + 2.0 * ramp
        steps = int(np.ceil(duration / _SAMPLE_STEP_S))
        time = np.linspace(0.0, duration, steps + 1)
        rising = _ramped(np.clip(time / ramp, 0.0, 1.0)) * ramp
        falling = _ramped(np.clip((duration - time) / ramp, 0.0, 1.0)) * ramp
        angle = rate * (rising + np.clip(time - ramp, 0.0, steady) + (0.5 * ramp - falling))
        return SampledTrajectory(duration / steps, self.at(angle))

    def path_error(self, robot: RobotModel, trajectory: SampledTrajectory) -> float:
        """Largest distance of the flange from the circle, m, at the points and half way between them."""
        step = 0.5 * trajectory.period_s
        time = np.arange(0.0, trajectory.duration + step, step)
        flange = flange_transforms(robot, trajectory.evaluate(time).position)[:, :3, 3]
        seen = (flange - self.place.frame[:3, 3]) @ self.place.frame[:3, :3]
        off = np.hypot(np.hypot(seen[:, 0], seen[:, 1]) - self.place.radius, seen[:, 2])
        return float(off.max())


def _ramped(share: FloatArray) -> FloatArray:
    """Path length, in rounds at full speed, for a speed ``6u⁵ − 15u⁴ + 10u³`` over the time ``u``."""
    return np.asarray(share**4 * (share**2 - 3.0 * share + 2.5))


class _Maker:
    """Makes circles of one arm under fixed conditions."""

    def __init__(
        self,
        robot: RobotModel,
        limits: MotionLimits,
        *,
        top_speed: float,
        rounds: int,
        clear: KeepOut,
        start: FloatArray,
        is_allowed: IsAllowed | None,
        monitor: Monitor,
    ) -> None:
        self.start, self.monitor = start, monitor
        self._robot, self._limits = robot, limits
        self._top_speed, self._rounds = top_speed, rounds
        self._clear, self._torque = clear, torque_keep_out(robot)
        self._is_allowed = is_allowed

    def best(self, places: list[CirclePlace]) -> CirclePlan:
        """The fastest of the places; those with the highest predicted speed are examined first."""
        found: CirclePlan | None = None
        for number, place in enumerate(places[:_TRIED]):
            if found is not None and found.speed >= _GOOD_SHARE * place.speed:
                break
            self.monitor.report(0.5 + 0.5 * number / _TRIED)
            made = self._made(place)
            if made is not None and (found is None or made.speed > found.speed):
                found = made
        if found is None:
            raise Infeasible("no-circle", places=len(places))
        return found

    def at(self, place: CirclePlace) -> CirclePlan:
        """The circle at a place given by the user."""
        circle = self._round(place)
        if np.any(circle.dexterity < place.least_dexterity):
            raise Infeasible("circle-near-singular", dexterity=float(circle.dexterity.min()))
        plan = self._fastest(circle)
        if plan is None:
            raise Infeasible("circle-not-clear")
        return plan

    def _made(self, place: CirclePlace) -> CirclePlan | None:
        try:
            circle = self._round(place)
        except Infeasible:  # the coarse look was too coarse
            return None
        return None if np.any(circle.dexterity < place.least_dexterity) else self._fastest(circle)

    def _round(self, place: CirclePlace) -> CircleRound:
        found = _round_at(self._robot, place)
        self.monitor.check()
        return found

    def _fastest(self, circle: CircleRound) -> CirclePlan | None:
        """The fastest run of a circle that is free of collisions, within torques and allowed.

        None if there is none.
        """
        plan = self._within_limits(circle)
        if self._clear.shortfalls(plan.trajectory) or not self._way_is_clear(plan.trajectory.start):
            return None
        for slower in self._slower(plan):
            self.monitor.check()
            if self._torque is not None and self._torque.shortfalls(slower.trajectory):
                continue
            if self._is_allowed is None or self._is_allowed(slower.trajectory):
                return slower
        return None

    def _slower(self, plan: CirclePlan) -> Iterator[CirclePlan]:
        for share in _SPEED_SHARES:
            yield (
                plan
                if share == 1.0
                else replace(
                    plan,
                    trajectory=plan.trajectory.slowed(share),
                    speed=share * plan.speed,
                    held_back_by="torque",
                    joint=-1,
                )
            )

    def _within_limits(self, circle: CircleRound) -> CirclePlan:
        """The circle at the speed at which the first velocity or acceleration limit is reached."""
        top = self._top_speed / circle.place.radius
        first = circle.sampled(rate=top, rounds=self._rounds)
        bounds = first.peak_bounds()
        shares = np.stack(
            [
                np.ones(self.start.size),
                self._limits.velocity / np.maximum(bounds.velocity, np.finfo(np.float64).tiny),
                np.sqrt(
                    self._limits.acceleration / np.maximum(bounds.acceleration, np.finfo(np.float64).tiny)
                ),
            ]
        )
        rate = top * float(shares.min())
        kind, joint = np.unravel_index(int(np.argmin(shares)), shares.shape)
        trajectory = circle.sampled(rate=rate, rounds=self._rounds)
        over = self._limits.use(trajectory.peak_bounds())
        worst = float(max(over[:, 1].max(), np.sqrt(over[:, 2].max()), 1.0))
        return CirclePlan(
            trajectory=trajectory.slowed(1.0 / worst),
            place=circle.place.frame,
            diameter=2.0 * circle.place.radius,
            rounds=self._rounds,
            speed=rate / worst * circle.place.radius,
            held_back_by=("top-speed", "velocity", "acceleration")[int(kind)],
            joint=int(joint) if kind else -1,
            dexterity=float(circle.dexterity.min()),
            holds_orientation=circle.place.task is Task.POSE,
            path_error=circle.path_error(self._robot, trajectory),
        )

    def _way_is_clear(self, target: FloatArray) -> bool:
        """True if the arm can move straight from its present pose to the circle."""
        velocity, acceleration = self._limits.velocity, self._limits.acceleration
        way = point_to_point(
            self.start, target, velocity=_WAY_SHARE * velocity, acceleration=_WAY_SHARE * acceleration
        )
        return not self._clear.shortfalls(way)


def _touches_nothing(
    robot: RobotModel, q: FloatArray, *, floor_height: float | None, boxes: Sequence[Box]
) -> BoolArray:
    """(N,) True where the poses (N, n) are clear of the arm itself, the floor and the boxes."""
    return np.asarray(clearances(robot, q, floor_height=floor_height, boxes=boxes).distance > CLEARANCE_M)
