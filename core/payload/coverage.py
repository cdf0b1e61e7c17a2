"""Expected accuracy of a payload from planned sweeps, and a check whether the finished ones suffice.

Each sample of a steady sweep, minus the same one without the payload, is a weighted sum of the mass and
the three first moments. Noise and residual friction determine their standard deviations.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from core.payload.plan import Coverage, Expected, PayloadPlan, PayloadPlanSettings, PayloadSweep
from core.payload.weight_columns import weight_columns
from core.quality import Verdict
from core.recording import FloatArray
from core.robot.model import RobotModel

NOISE_NM = 0.3
"""Noise of one torque sample where unknown, N·m: the value [Gao] adds in simulation."""
RATE_HZ = 125.0
"""Smallest sample rate of the supported controllers, Hz."""
LEFT_OVER_NM = {True: 0.01, False: 0.3}
"""Constant torque error of a joint, N·m, by whether both directions are swept.

The half-sum of both directions cancels friction to a few per cent of itself; in one direction alone the
increase with load remains, 2 % of 15 N·m.
"""
GOOD_MASS_KG = 0.02
GOOD_MASS_SHARE = 0.01
"""Relative accuracy of a good mass; the larger of the two limits applies.

Controllers accept a payload's mass in steps of 0.01 kg, and drive gains that are 1 % off change it by
1.4 %.
"""
GOOD_CENTER_M = 0.003
"""Accuracy of a good centre of mass, m.

Gains that differ by 1 % move the centre by more, and load diagrams are read to a few millimetres.
"""
USABLE_TIMES = 5.0
"""Multiple of these limits up to which a controller's own model still improves."""
DEFAULT_MASS_KG = 1.0
"""Mass assumed where neither the payload nor the permitted load is known, kg."""
_CARRIED_SHARE = 0.5
"""Mass assumed for an unknown payload, as a share of the permitted load."""
_LOOKS = 15
"""Number of points of a sweep at which the weight columns are evaluated."""
_NOTHING = 1e-9
"""Information relative to the largest below which a direction is not determined."""
_VAGUE = np.diag([1e-6, 1e-4, 1e-4, 1e-4])
"""Information before any sweep (1000 kg, 100 kg·m), so that the first sweeps can be compared."""

GroupKey = tuple[int, int]
"""Joint (from 0) and number of the orientation."""


@dataclass(frozen=True, eq=False)
class SweepInformation:
    """Information of one sweep per second at steady speed.

    ``weight`` (4, 4) of mass and first moments, ``offset`` of the joint's own constant offset, and
    ``shared`` (4,) between the two.
    """

    joint: int
    weight: FloatArray
    shared: FloatArray
    offset: float


def sweep_information(columns: FloatArray, *, joint: int) -> SweepInformation:
    """Information of a sweep with the weight columns (N, 4) along it; includes the noise of both runs."""
    each = RATE_HZ / (2.0 * NOISE_NM**2)
    weight = each * columns.T @ columns / columns.shape[0]
    return SweepInformation(joint, weight, each * columns.mean(axis=0), each)


def swept_poses(sweep: PayloadSweep) -> FloatArray:
    """Poses (N, n) along the whole sweep."""
    q = np.tile(sweep.pose, (_LOOKS, 1))
    q[:, sweep.joint] = np.linspace(sweep.places[0], sweep.places[-1], _LOOKS)
    return q


def combined_information(
    parts: Sequence[tuple[SweepInformation, float]], *, both_directions: bool
) -> FloatArray:
    """Information (4, 4) of sweeps with their steady times in s, each joint's offset unknown."""
    total = np.zeros((4, 4))
    shared: dict[int, FloatArray] = defaultdict(lambda: np.zeros(4))
    offset: dict[int, float] = defaultdict(lambda: LEFT_OVER_NM[both_directions] ** -2)
    for found, seconds in parts:
        total += seconds * found.weight
        shared[found.joint] = shared[found.joint] + seconds * found.shared
        offset[found.joint] += seconds * found.offset
    for joint, column in shared.items():
        total -= np.outer(column, column) / offset[joint]
    return total


def expected_from(information: FloatArray, *, mass: float) -> Expected:
    """Expected standard deviations from an information (4, 4), for a payload centred near the flange."""
    deviation = standard_deviations(information)
    return Expected(mass, float(deviation[0]), deviation[1:] / mass)


def standard_deviations(information: FloatArray) -> FloatArray:
    """Standard deviations (4,) in kg and kg·m; infinite for quantities that are not determined."""
    values, directions = np.linalg.eigh(information)
    weak = values <= _NOTHING * max(float(values[-1]), 0.0)
    if np.all(weak):
        return np.full(4, np.inf)
    known = directions[:, ~weak]
    deviation = np.sqrt(np.sum(known**2 / values[~weak], axis=1))
    lost = np.sum(directions[:, weak] ** 2, axis=1) > _NOTHING
    return np.where(lost, np.inf, deviation)


def figure_of_merit(information: FloatArray) -> float:
    """Figure of merit of sweeps: the mean logarithm of the four standard deviations, lower is better."""
    covariance = np.linalg.inv(information + _VAGUE)
    return float(0.5 * np.mean(np.log(np.diag(covariance))))


def assumed_mass(robot: RobotModel, settings: PayloadPlanSettings) -> float:
    """Mass for the predicted accuracy, kg: the expected one, else half the permitted load."""
    if settings.payload_mass > 0.0:
        return settings.payload_mass
    carried = robot.payload_limit.mass
    return _CARRIED_SHARE * carried if np.isfinite(carried) else DEFAULT_MASS_KG


def good_limits(mass: float) -> FloatArray:
    """Standard deviations (4,) in kg and m below which mass, x, y and z are good."""
    return np.array([max(GOOD_MASS_KG, GOOD_MASS_SHARE * mass), *([GOOD_CENTER_M] * 3)])


def coverage(robot: RobotModel, plan: PayloadPlan, *, done: Collection[int]) -> Coverage:
    """Verdicts on mass, x, y and z after the sweeps ``done`` (their numbers), and the best next sweeps.

    If the plan sweeps both ways, a sweep counts once its return is done too. A number that occurs twice
    was swept twice. A quantity that the whole plan does not determine is not measurable.
    """
    groups = _Groups(robot, plan)
    mass = assumed_mass(robot, plan.settings)
    now = expected_from(groups.information(Counter(done)), mass=mass)
    whole = expected_from(groups.information(Counter(sweep.number for sweep in plan.sweeps)), mass=mass)
    return Coverage(
        _verdicts(now, whole, good_limits(mass)), now, groups.next_sweeps(done), tuple(sorted(set(done)))
    )


def _verdicts(now: Expected, whole: Expected, good: FloatArray) -> tuple[Verdict, ...]:
    found = np.array([now.mass_std, *now.center_std])
    possible = np.array([whole.mass_std, *whole.center_std])
    return tuple(
        _verdict(deviation, limit, is_possible=bool(np.isfinite(best)))
        for deviation, best, limit in zip(found, possible, good, strict=True)
    )


def _verdict(deviation: float, limit: float, *, is_possible: bool) -> Verdict:
    if not is_possible:
        return Verdict.NOT_MEASURABLE
    if deviation <= limit:
        return Verdict.GOOD
    return Verdict.USABLE if deviation <= USABLE_TIMES * limit else Verdict.REPEAT


class _Groups:
    """The sweeps of a plan by joint and orientation; the two directions are one group."""

    def __init__(self, robot: RobotModel, plan: PayloadPlan) -> None:
        self._both = plan.settings.both_directions
        self._members: dict[GroupKey, list[PayloadSweep]] = defaultdict(list)
        for sweep in plan.sweeps:
            self._members[sweep.joint, sweep.orientation].append(sweep)
        self._told = {
            key: sweep_information(weight_columns(robot, swept_poses(members[0]), key[0]), joint=key[0])
            for key, members in self._members.items()
        }

    def information(self, done: Mapping[int, int]) -> FloatArray:
        """Information (4, 4) of sweeps done the given number of times."""
        parts = [(self._told[key], self._steady_s(members, done)) for key, members in self._members.items()]
        return combined_information(parts, both_directions=self._both)

    def next_sweeps(self, done: Collection[int]) -> tuple[int, ...]:
        """Numbers of the sweeps not done yet, the most informative first."""
        have = Counter(done)
        left = {
            key: [sweep.number for sweep in members if not have[sweep.number]]
            for key, members in self._members.items()
        }
        order: list[int] = []
        while waiting := [key for key, numbers in left.items() if numbers]:
            # Greedy: the group that improves the figure most is added, then the next is chosen given
            # it.
            best = min(waiting, key=lambda key: figure_of_merit(self.information(have + Counter(left[key]))))
            order += left[best]
            have += Counter(left.pop(best))
        return tuple(order)

    def _steady_s(self, members: Sequence[PayloadSweep], done: Mapping[int, int]) -> float:
        """Time at steady speed that counts, s."""
        by_way: dict[int, int] = defaultdict(int)
        for sweep in members:
            by_way[sweep.way] += done.get(sweep.number, 0)
        if not self._both:
            return sum(done.get(sweep.number, 0) * sweep.steady_s for sweep in members)
        times = min(by_way.get(1, 0), by_way.get(-1, 0))
        return 2.0 * times * members[0].steady_s
