"""Demands on a plan that no trajectory can meet, each with its place, a code, and numbers to show.

``core.excitation.demands.feasibility`` is the public interface. Facts are in degrees and mm, joints
count from 1.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

import numpy as np

from core.errors import Fact, Problem
from core.excitation.basis import Basis
from core.excitation.criteria.criterion import Criterion, CriterionName
from core.excitation.demands.reach import Reach, short_reaches
from core.excitation.keep_outs.collision_keep_out import touching
from core.excitation.keep_outs.torque_keep_out import start_shares
from core.excitation.limits.motion_limits import MotionLimits
from core.excitation.settings import ExcitationSettings
from core.excitation.trajectories import TrajectoryKind
from core.monitor import Monitor
from core.recording import FloatArray
from core.robot.collision import CLEARANCE_M
from core.robot.model import RobotModel

REACH_RAD = float(np.radians(5.0))
REACH_M = 0.020
"""Smallest excursion from the start of a free joint that makes its motion useful."""
ROOM_RAD = float(np.radians(0.05))
ROOM_M = 0.0002
"""Smallest distance of a free joint's start from its limits, because even a resting joint drifts that far."""
_TRIES = 3
"""Number of random motions tried for their rank; in general position one is enough."""


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
        return np.where(self.robot.is_prismatic, ROOM_M, ROOM_RAD)

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


def choice_problems(demands: Demands) -> Iterator[Problem]:
    """Locked joints and harmonics that leave no motion at all."""
    settings, joints = demands.settings, demands.robot.joint_count
    for joint in sorted(joint for joint in set(settings.locked) if joint >= joints):
        yield Problem("locked joints", "no-such-joint", {"joint": joint + 1, "joints": joints})
    if not demands.free:
        yield Problem("locked joints", "nothing-free", {"joints": joints})
    if settings.harmonics < demands.fewest_harmonics:
        facts: dict[str, Fact] = {"harmonics": settings.harmonics, "fewest": demands.fewest_harmonics}
        yield Problem("motion", "too-few-harmonics", facts)


def limit_problems(demands: Demands) -> Iterator[Problem]:
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


def reach_problems(demands: Demands, *, monitor: Monitor) -> Iterator[Problem]:
    """Joints that start inside their limits and cannot move far enough from there."""
    able = [joint for joint in demands.free if demands.room[joint] >= demands.least_room[joint]]
    if not able or demands.settings.harmonics < demands.fewest_harmonics:
        return
    wanted = np.where(demands.robot.is_prismatic, REACH_M, REACH_RAD)
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


def surroundings_problems(demands: Demands) -> Iterator[Problem]:
    """Pairs of bodies too close in the start pose, from which every trajectory begins."""
    settings = demands.settings
    if not settings.collision:
        return
    found = touching(demands.robot, demands.start, floor_height=settings.floor_height, boxes=settings.boxes)
    for pair in found:
        facts: dict[str, Fact] = {"first": pair.first, "second": pair.second, "limit": 1e3 * CLEARANCE_M}
        facts["distance"] = 1e3 * abs(pair.distance)
        yield Problem("start pose", "start-touches" if pair.distance < 0.0 else "start-too-near", facts)


def torque_problems(demands: Demands) -> Iterator[Problem]:
    """Drives that cannot hold the start pose with the heaviest payload, or cannot start to move."""
    if not demands.settings.torque:
        return
    shares = start_shares(demands.robot, demands.start, free=demands.free)
    for joint in np.flatnonzero(shares > 1.0):
        facts: dict[str, Fact] = {"share": float(shares[joint])}
        yield Problem(f"joint {joint + 1}", "start-too-heavy", facts)


def rank_problems(demands: Demands) -> Iterator[Problem]:
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
