"""Check of all demands on a plan before any search, with every impossible one reported at once.

``core.excitation.demands.allowed_motion`` converts a motion that is not allowed into one that is.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

import numpy as np

from core.errors import BadRequest, Fact, Infeasible, Problem
from core.excitation.basis import Basis
from core.excitation.criteria.criterion import Criterion, CriterionName
from core.excitation.demands.allowed_motion import shrink_to_allowed
from core.excitation.keep_outs.collision_keep_out import touching
from core.excitation.keep_outs.torque_keep_out import start_shares
from core.excitation.limits.limit_sets import named_limits
from core.excitation.limits.motion_limits import MotionLimits
from core.excitation.settings import ExcitationSettings
from core.excitation.trajectories import TrajectoryKind
from core.monitor import Monitor, NullMonitor
from core.recording import FloatArray
from core.robot.collision import CLEARANCE_M
from core.robot.model import RobotModel

__all__ = ["check_demands", "demanded_limits", "shrink_to_allowed"]
_REACH_RAD = float(np.radians(5.0))
_REACH_M = 0.020
"""Smallest excursion from the start of a free joint that makes its motion useful."""
_ROOM_RAD = float(np.radians(0.05))
_ROOM_M = 0.0002
"""Smallest distance of a free joint's start from its limits, because even a resting joint drifts that far."""
_TRIES = 3
"""Number of random motions tried for their rank; in general position one is enough."""
_INSTANTS = 8
"""Number of instants examined over the period before the search refines around the best one."""
_RELAXED = 10.0
"""Factor by which a limit is widened to measure its effect on the reach."""


def demanded_limits(robot: RobotModel, settings: ExcitationSettings) -> MotionLimits:
    """The limits that the settings name, also where the start pose lies outside some of them.

    Raises
    ------
    BadRequest, BadFile, OSError
        As ``core.excitation.limits.limit_sets.named_limits``, but for the start pose; ``start-count``.
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


# Demands on a plan that no trajectory can meet, each with its place, a code, and numbers to show.
#
# ``core.excitation.demands.feasibility`` is the public interface. Facts are in degrees and mm, joints
# count from 1.


@dataclass(frozen=True, eq=False)
class Demands:
    """The demands on an arm's motion; the start pose may lie outside the limits."""

    robot: RobotModel
    settings: ExcitationSettings
    limits: MotionLimits

    @property
    def start(self) -> FloatArray:
        """The start pose, (n,) rad or m."""
        return self.settings.start_pose(self.robot.joint_count)

    @property
    def free(self) -> list[int]:
        """The joints (from 0) that are not locked."""
        return [joint for joint in range(self.robot.joint_count) if joint not in self.settings.locked]

    @property
    def room(self) -> FloatArray:
        """Distance (n,) from the start pose to the nearer limit, rad (m), negative outside."""
        return np.minimum(self.start - self.limits.lower, self.limits.upper - self.start)

    @property
    def least_room(self) -> FloatArray:
        """Smallest distance (n,) to either limit that a free joint needs, rad (m)."""
        return np.where(self.robot.is_prismatic, _ROOM_M, _ROOM_RAD)

    @property
    def fewest_harmonics(self) -> int:
        """Smallest number of harmonics; a series that must rest at its ends by itself needs two."""
        return 2 if self.settings.kind in {TrajectoryKind.FOURIER, TrajectoryKind.MODIFIED} else 1

    def basis(self, free: Collection[int]) -> Basis:
        """The motions of some joints that start inside their limits."""
        settings = self.settings
        return Basis(
            settings.kind,
            start=self.start,
            period_s=settings.period_s,
            harmonics=settings.harmonics,
            limits=self.limits,
            time=settings.time,
            free=sorted(free),
        )


def _choice_problems(demands: Demands) -> Iterator[Problem]:
    """Locked joints and harmonics that leave no motion at all."""
    settings, joints = demands.settings, demands.robot.joint_count
    for joint in sorted(joint for joint in set(settings.locked) if joint >= joints):
        yield Problem("locked joints", "no-such-joint", {"joint": joint + 1, "joints": joints})
    if not demands.free:
        yield Problem("locked joints", "nothing-free", {"joints": joints})
    if settings.harmonics < demands.fewest_harmonics:
        facts: dict[str, Fact] = {"harmonics": settings.harmonics, "fewest": demands.fewest_harmonics}
        yield Problem("motion", "too-few-harmonics", facts)


def _limit_problems(demands: Demands) -> Iterator[Problem]:
    """Joints that start outside their limits, or too close to one."""
    for joint, room in enumerate(demands.room):
        facts = _ends(demands, joint)
        facts["start"] = _shown(demands, joint, demands.start[joint])
        least = demands.least_room[joint]
        if not room >= 0.0:
            yield Problem(f"joint {joint + 1}", "start-outside-limits", facts)
        elif joint in demands.free and room < least:
            facts["needed"] = _shown(demands, joint, least)
            yield Problem(f"joint {joint + 1}", "start-too-near-limit", facts)


# Largest excursion of a joint from its start, within its limits and its harmonics.
#
# Each instant is a linear programme over the joint's variables. The largest excursion over all instants
# is the reach, exact on the samples of the basis. If the middle of the period alone is far enough, a
# scaled motion shows it and no programme is solved.


@dataclass(frozen=True)
class Reach:
    """The reach of a joint: ``distance`` rad (m) from the start, and the limit that restricts it most.

    ``bound`` is ``position``, ``velocity`` or ``acceleration``.
    """

    joint: int
    distance: float
    bound: str


def short_reaches(basis: Basis, *, wanted: FloatArray, monitor: Monitor) -> tuple[Reach, ...]:
    """The free joints of a basis whose reach is less than ``wanted`` (n,) rad (m)."""
    short = [joint for row, joint in enumerate(basis.free) if _easily(basis, row) < wanted[joint]]
    found = [reach(basis, joint, monitor=monitor) for joint in short]
    return tuple(joint for joint in found if joint.distance < wanted[joint.joint])


def reach(basis: Basis, joint: int, *, monitor: Monitor) -> Reach:
    """Largest distance of a free joint (from 0) from its start at any sample; ``monitor`` can cancel."""
    row = basis.free.index(joint)
    ways = _ways(basis, row)
    farthest: dict[int, float] = {}

    def look(instant: int) -> None:
        if 0 <= instant < len(ways) and instant not in farthest:
            monitor.check()
            farthest[instant] = _at(basis, row, ways[instant])

    spacing = max(len(ways) // _INSTANTS, 1)
    for instant in range(0, len(ways), spacing):
        look(instant)
    best = max(farthest, key=farthest.__getitem__)
    while spacing > 1:
        spacing = (spacing + 1) // 2
        look(best - spacing)
        look(best + spacing)
        best = max(farthest, key=farthest.__getitem__)
    return Reach(joint, farthest[best], _holding_back(basis, joint, best))


def _ways(basis: Basis, row: int) -> FloatArray:
    """Motion (N, p) of a free joint at every sample per unit of each variable, rad (m)."""
    joint, columns = basis.free[row], []
    for variable in range(basis.per_joint):
        x = np.zeros((len(basis.free), basis.per_joint))
        x[row, variable] = 1.0
        columns.append(basis.motion(x.ravel()).position[:, joint] - basis.start[joint])
    return np.stack(columns, axis=1)


def _easily(basis: Basis, row: int) -> float:
    """Lower bound of a joint's reach: the motion that maximises its mid-period excursion, scaled up."""
    ways = _ways(basis, row)
    x = np.zeros((2, len(basis.free), basis.per_joint))
    x[0, row] = ways[len(ways) // 2]
    x[1, row] = -x[0, row]
    gauges = [basis.furthest(side.ravel())[row] for side in x]
    return float(np.abs(ways @ x[0, row]).max() / min(gauges))


def _at(basis: Basis, row: int, way: FloatArray) -> float:
    """Largest distance to either side at one instant, for a joint moved by ``way`` (p,) per variable."""
    from scipy.optimize import linprog

    rows = np.concatenate([basis.rows[row], -basis.rows[row]])
    room = np.concatenate([basis.upper[row], -basis.lower[row]])
    size = float(np.abs(way).max())
    if size == 0.0:
        return 0.0
    # the dual programme: as many constraints as variables, not as samples; both have the same value
    one_way = np.array_equal(basis.upper[row], -basis.lower[row])
    sides = [
        linprog(room, A_eq=rows.T, b_eq=side * way / size, options={"presolve": False})
        for side in ((1.0,) if one_way else (1.0, -1.0))
    ]
    return size * max(float(side.fun) for side in sides)


def _holding_back(basis: Basis, joint: int, instant: int) -> str:
    """The limit whose removal would extend the joint's reach most at that instant."""
    limits = basis.limits
    wider = {
        "position": _widened(limits, basis.start),
        "velocity": replace(limits, velocity=_RELAXED * limits.velocity),
        "acceleration": replace(limits, acceleration=_RELAXED * limits.acceleration),
    }
    gained = {}
    for bound, relaxed in wider.items():
        alone = _alone(basis, relaxed, joint)
        gained[bound] = _at(alone, 0, _ways(alone, 0)[instant])
    return max(gained, key=gained.__getitem__)


def _widened(limits: MotionLimits, start: FloatArray) -> MotionLimits:
    return replace(
        limits,
        lower=start - _RELAXED * (start - limits.lower),
        upper=start + _RELAXED * (limits.upper - start),
    )


def _alone(basis: Basis, limits: MotionLimits, joint: int) -> Basis:
    """The basis of one joint alone, within other limits."""
    return Basis(
        basis.kind,
        start=basis.start,
        period_s=basis.period_s,
        harmonics=basis.harmonics,
        limits=limits,
        time=basis.time,
        free=[joint],
    )


def _reach_problems(demands: Demands, *, monitor: Monitor) -> Iterator[Problem]:
    """Joints that start inside their limits and cannot move far enough from there."""
    able = [joint for joint in demands.free if demands.room[joint] >= demands.least_room[joint]]
    if not able or demands.settings.harmonics < demands.fewest_harmonics:
        return
    wanted = np.where(demands.robot.is_prismatic, _REACH_M, _REACH_RAD)
    for short in short_reaches(demands.basis(able), wanted=wanted, monitor=monitor):
        yield _held_back(demands, short, needed=float(wanted[short.joint]))


def _held_back(demands: Demands, short: Reach, *, needed: float) -> Problem:
    joint, limits = short.joint, demands.limits
    facts = _ends(demands, joint)
    facts["reach"] = _shown(demands, joint, short.distance)
    facts["needed"] = _shown(demands, joint, needed)
    if short.bound == "position":
        return Problem(f"joint {joint + 1}", "joint-without-room", facts)
    limit = limits.velocity if short.bound == "velocity" else limits.acceleration
    facts["seconds"] = demands.settings.period_s
    facts["limit"] = _shown(demands, joint, limit[joint])
    facts["per"] = "/s" if short.bound == "velocity" else "/s²"
    return Problem(f"joint {joint + 1}", "joint-cannot-move", facts)


def _surroundings_problems(demands: Demands) -> Iterator[Problem]:
    """Pairs of bodies too close in the start pose, from which every trajectory begins."""
    settings = demands.settings
    if not settings.collision:
        return
    found = touching(demands.robot, demands.start, floor_height=settings.floor_height, boxes=settings.boxes)
    for pair in found:
        facts: dict[str, Fact] = {"first": pair.first, "second": pair.second, "limit": 1e3 * CLEARANCE_M}
        facts["distance"] = 1e3 * abs(pair.distance)
        yield Problem("start pose", "start-touches" if pair.distance < 0.0 else "start-too-near", facts)


def _torque_problems(demands: Demands) -> Iterator[Problem]:
    """Drives that cannot hold the start pose with the heaviest payload, or cannot start to move."""
    if not demands.settings.torque:
        return
    shares = start_shares(demands.robot, demands.start, free=demands.free)
    for joint in np.flatnonzero(shares > 1.0):
        facts: dict[str, Fact] = {"share": float(shares[joint])}
        yield Problem(f"joint {joint + 1}", "start-too-heavy", facts)


def _rank_problems(demands: Demands) -> Iterator[Problem]:
    """Too few samples or harmonics for the rank of the regressor, for a motion that is possible."""
    settings, start = demands.settings, demands.start
    basis = demands.basis(demands.free)
    criterion = Criterion(
        demands.robot,
        name=CriterionName.COND,
        friction=settings.friction,
        locked=settings.locked,
        held=start,
    )
    columns = criterion.column_count
    rows = settings.sample_count * len(demands.free)
    if rows < columns:
        yield Problem("motion", "too-few-samples", {"rows": rows, "columns": columns})
        return
    generator = np.random.default_rng(0)
    for _ in range(_TRIES):
        x = generator.normal(size=basis.size)
        if np.isfinite(criterion.value(basis.motion(x / basis.furthest(x).max()))):
            return
    counts = {"harmonics": settings.harmonics, "samples": settings.sample_count, "columns": columns}
    yield Problem("motion", "too-few-functions", {**counts})


def _ends(demands: Demands, joint: int) -> dict[str, Fact]:
    return {
        "lower": _shown(demands, joint, demands.limits.lower[joint]),
        "upper": _shown(demands, joint, demands.limits.upper[joint]),
        "unit": " mm" if demands.robot.is_prismatic[joint] else "°",
    }


def _shown(demands: Demands, joint: int, value: float) -> float:
    """A joint's angle in degrees, or a sliding joint's position in mm."""
    return float(1e3 * value if demands.robot.is_prismatic[joint] else np.degrees(value))


def check_demands(
    robot: RobotModel,
    settings: ExcitationSettings,
    limits: MotionLimits,
    *,
    monitor: Monitor | None = None,
) -> None:
    """Raise an error with every demand that no trajectory can meet.

    Parameters
    ----------
    robot
        The arm.
    settings
        The demands on the plan.
    limits
        The limits that the settings name (:func:`demanded_limits`).
    monitor
        Checked for cancellation at least every 100 ms.

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
        *_choice_problems(demands),
        *_limit_problems(demands),
        *_reach_problems(demands, monitor=watched),
    ]
    watched.check()
    problems = [*in_motion, *_surroundings_problems(demands), *_torque_problems(demands)]
    if not in_motion:  # its rank can be judged where every free joint can move
        watched.check()
        problems += _rank_problems(demands)
    if problems:
        raise Infeasible("demands-cannot-be-met", problems, robot=robot.name)
