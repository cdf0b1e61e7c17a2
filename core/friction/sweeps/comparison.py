"""Comparison of an arm's friction between the sweeps of two visits, and its course over several."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from core.friction.sweeps.result import FrictionSweeps, JointSweeps, SweepPoints
from core.quality import Judgement, Reason, Verdict, worst
from core.recording import FloatArray
from core.signals.significance import FALSE_ALARM_RATE, temperature_reason, threshold_stds
from core.signals.trend_line import DatedValue, ValueTrend, fit_trends
from core.signals.value_change import expect_one_robot

_SAME_SPEED_SHARE = 0.05
"""Relative difference up to which strokes count as of the same speed."""
_LOAD_DIFFERENCE = 0.25
"""Largest relative difference of the mean load between the visits."""


@dataclass(frozen=True, eq=False)
class JointFrictionHistory:
    """The mean friction of one joint over ``speeds`` common speeds, N·m (N)."""

    joint: str
    number: int
    """Number of the joint, from 0."""
    is_prismatic: bool
    speeds: int
    level: ValueTrend


def friction_history(
    sweeps: Sequence[FrictionSweeps | None], times: Sequence[float]
) -> tuple[JointFrictionHistory, ...]:
    """Follow the friction of every joint that two visits or more swept at common speeds.

    ``times`` in s, one per visit. Friction falls as a gear warms; no correction is made.
    """
    joints: dict[str, list[tuple[int, JointSweeps]]] = {}
    for place, found in enumerate(sweeps):
        for joint in found.joints if found is not None else ():
            joints.setdefault(joint.joint, []).append((place, joint))
    levels = {name: _levels(measured, times) for name, measured in joints.items() if len(measured) > 1}
    followed = fit_trends({name: values for name, (values, _) in levels.items()})
    return tuple(
        JointFrictionHistory(
            name, joints[name][-1][1].number, joints[name][-1][1].is_prismatic, levels[name][1], level
        )
        for name, level in followed.items()
    )


@dataclass(frozen=True, eq=False)
class SpeedChanges:
    """Friction at the speeds (S,) that both visits have, slowest first; N·m (N) at rad/s (m/s)."""

    speed: FloatArray
    before: FloatArray
    before_std: FloatArray
    after: FloatArray
    after_std: FloatArray
    is_beyond_noise: "np.ndarray[tuple[int], np.dtype[np.bool_]]"

    @property
    def mean_before(self) -> tuple[float, float]:
        """Mean over the speeds with its standard deviation."""
        return _mean(self.before, self.before_std)

    @property
    def mean_after(self) -> tuple[float, float]:
        """Mean over the speeds with its standard deviation."""
        return _mean(self.after, self.after_std)

    @property
    def difference(self) -> FloatArray:
        """Friction after minus friction before, (S,)."""
        return self.after - self.before

    @property
    def difference_std(self) -> FloatArray:
        """Standard deviation of the difference from both visits, (S,)."""
        return np.hypot(self.before_std, self.after_std)


@dataclass(frozen=True, eq=False)
class JointFrictionChange:
    """One joint; ``relative`` is the mean difference over the common speeds divided by the mean before.

    An increase of friction counts as worse. A decrease may come from warmth and does not.
    """

    joint: str
    number: int
    """Number of the joint, from 0."""
    is_prismatic: bool
    speeds: SpeedChanges
    relative: float
    """Relative mean difference; NaN without a common speed."""
    relative_std: float
    is_beyond_noise: bool
    """True if the mean over the common speeds changed by more than noise."""
    judgement: Judgement

    @property
    def is_worse(self) -> bool:
        """True if the friction increased."""
        return self.relative > 0.0


@dataclass(frozen=True, eq=False)
class FrictionComparison:
    """All joints that both visits swept."""

    robot: str
    joints: tuple[JointFrictionChange, ...]
    judgement: Judgement
    comparisons: int
    threshold_stds: float
    false_alarm_rate: float
    before_measured_at: str = ""
    after_measured_at: str = ""
    before_temperature: float | None = None
    """Mean temperature of the visit, K."""
    after_temperature: float | None = None

    @property
    def is_compared(self) -> bool:
        """True if at least one value could be compared."""
        return self.comparisons > 0


def compare_sweeps(
    before: FrictionSweeps,
    after: FrictionSweeps,
    *,
    before_temperature: float | None = None,
    after_temperature: float | None = None,
) -> FrictionComparison:
    """Compare the friction of one arm at the speeds that both visits swept.

    A change counts if it exceeds the uncertainty of both visits, two-sided, at a
    false-alarm rate of 1 % for the whole arm: Bonferroni over every common speed of every joint
    and each joint's mean over them. A drive gain common to both visits scales both alike and is
    not in the scatter of the strokes. Friction falls as a gear warms, by a per cent or more per
    kelvin with grease. Temperatures (K, mean over the visit) that differ or are unknown are
    reported as a reason, and no correction is made.

    Raises
    ------
    BadRequest
        ``visits-of-other-robots``.
    """
    expect_one_robot(before.robot, after.robot)
    earlier = {joint.joint: joint for joint in before.joints}
    pairs = [(earlier[joint.joint], joint) for joint in after.joints if joint.joint in earlier]
    speeds = [_common(one.points, other.points) for one, other in pairs]
    comparisons = sum(one.speed.size + 1 for one in speeds if one.speed.size)
    threshold = threshold_stds(comparisons)
    joints = tuple(
        _joint(one, other, speeds=_against(common, threshold), threshold=threshold)
        for (one, other), common in zip(pairs, speeds, strict=True)
    )
    reasons = tuple(_arm_reasons(before, after, temperatures=(before_temperature, after_temperature)))
    return FrictionComparison(
        robot=after.robot,
        joints=joints,
        judgement=_arm_judgement(joints, reasons),
        comparisons=comparisons,
        threshold_stds=threshold,
        false_alarm_rate=FALSE_ALARM_RATE,
        before_measured_at=before.measured_at,
        after_measured_at=after.measured_at,
        before_temperature=before_temperature,
        after_temperature=after_temperature,
    )


def _mean(values: FloatArray, stds: FloatArray) -> tuple[float, float]:
    return float(values.mean()), math.sqrt(float(stds @ stds)) / values.size


@dataclass(frozen=True)
class AtSpeed:
    """Friction (N·m or N) at one speed (rad/s or m/s)."""

    speed: float
    torque: float
    std: float


def _by_speed(points: SweepPoints) -> list[AtSpeed]:
    """One weighted mean per speed.

    Its standard deviation grows if poses differ by more than their scatter.
    """
    known = np.isfinite(points.torque) & (points.std > 0.0) & (points.speed > 0.0)
    order = np.flatnonzero(known)[np.argsort(points.speed[known], kind="stable")]
    if order.size == 0:
        return []
    steps = np.flatnonzero(np.diff(np.log(points.speed[order])) > math.log1p(_SAME_SPEED_SHARE)) + 1
    return [_mean_of(points, group) for group in np.split(order, steps)]


def _mean_of(points: SweepPoints, group: "np.ndarray[tuple[int], np.dtype[np.intp]]") -> AtSpeed:
    torque, std = points.torque[group], points.std[group]
    weight = 1.0 / std**2
    mean = float(np.average(torque, weights=weight))
    chi_square = float(weight @ (torque - mean) ** 2)
    birge = math.sqrt(max(1.0, chi_square / (group.size - 1))) if group.size > 1 else 1.0
    return AtSpeed(float(points.speed[group].mean()), mean, birge / math.sqrt(float(weight.sum())))


def _common(before: SweepPoints, after: SweepPoints) -> SpeedChanges:
    earlier, rows = _by_speed(before), []
    for later in _by_speed(after):
        nearest = min(earlier, key=lambda one: abs(math.log(one.speed / later.speed)), default=None)
        if nearest is None or abs(math.log(nearest.speed / later.speed)) > math.log1p(_SAME_SPEED_SHARE):
            continue
        rows.append((math.sqrt(nearest.speed * later.speed), nearest, later))
    return SpeedChanges(
        speed=np.array([speed for speed, _, _ in rows], dtype=np.float64),
        before=np.array([one.torque for _, one, _ in rows], dtype=np.float64),
        before_std=np.array([one.std for _, one, _ in rows], dtype=np.float64),
        after=np.array([other.torque for _, _, other in rows], dtype=np.float64),
        after_std=np.array([other.std for _, _, other in rows], dtype=np.float64),
        is_beyond_noise=np.zeros(len(rows), dtype=np.bool_),
    )


def _against(speeds: SpeedChanges, threshold: float) -> SpeedChanges:
    beyond = np.abs(speeds.difference) > threshold * speeds.difference_std
    return SpeedChanges(
        speeds.speed, speeds.before, speeds.before_std, speeds.after, speeds.after_std, beyond
    )


def _joint(
    before: JointSweeps, after: JointSweeps, *, speeds: SpeedChanges, threshold: float
) -> JointFrictionChange:
    relative = std = float("nan")
    beyond = False
    if speeds.speed.size:
        (mean, before_std), (later, after_std) = speeds.mean_before, speeds.mean_after
        beyond = abs(later - mean) > threshold * math.hypot(before_std, after_std)
        if mean != 0.0:
            relative = later / mean - 1.0
            std = math.hypot(after_std, later / mean * before_std) / abs(mean)
    return JointFrictionChange(
        joint=after.joint,
        number=after.number,
        is_prismatic=after.is_prismatic,
        speeds=speeds,
        relative=relative,
        relative_std=std,
        is_beyond_noise=beyond,
        judgement=Judgement.of(_joint_reasons(before, after, common=int(speeds.speed.size))),
    )


def _joint_reasons(before: JointSweeps, after: JointSweeps, *, common: int) -> Iterator[Reason]:
    if common == 0:
        yield Reason("compare-no-common-speeds", {"joint": after.number + 1}, Verdict.NOT_MEASURABLE)
        return
    loads = [float(one.points.load.mean()) for one in (before, after)]
    if abs(loads[1] - loads[0]) > _LOAD_DIFFERENCE * max(loads):
        yield Reason(
            "compare-loads-differ", {"joint": after.number + 1, "before": loads[0], "after": loads[1]}
        )
    verdict = worst((before.judgement.verdict, after.judgement.verdict))
    if verdict is not Verdict.GOOD:
        lost = verdict is Verdict.REPEAT
        yield Reason(
            "compare-visit-doubtful", {"joint": after.number + 1}, Verdict.REPEAT if lost else Verdict.USABLE
        )


def _arm_reasons(
    before: FrictionSweeps, after: FrictionSweeps, *, temperatures: tuple[float | None, float | None]
) -> Iterator[Reason]:
    if before.serial and after.serial and before.serial != after.serial:
        yield Reason("compare-other-arm", {"before": before.serial, "after": after.serial})
    if before.torque_from != after.torque_from or not _gains_agree(before.drive_gain, after.drive_gain):
        yield Reason("compare-torques-differ", {}, Verdict.USABLE)
    warmth = temperature_reason(*temperatures)
    if warmth is not None:
        yield warmth


def _gains_agree(before: FloatArray | None, after: FloatArray | None) -> bool:
    if before is None or after is None:
        return before is after
    return before.shape == after.shape and bool(np.allclose(before, after, rtol=1e-6, equal_nan=True))


def _arm_judgement(joints: Sequence[JointFrictionChange], reasons: tuple[Reason, ...]) -> Judgement:
    compared = [joint.judgement.verdict for joint in joints if joint.speeds.speed.size]
    if not compared:
        return Judgement.of((Reason("compare-nothing", {}, Verdict.NOT_MEASURABLE), *reasons))
    return Judgement(worst([*compared, *(reason.verdict for reason in reasons)]), reasons)


def _levels(
    measured: Sequence[tuple[int, JointSweeps]], times: Sequence[float]
) -> tuple[list[DatedValue], int]:
    """The mean over the speeds common to all visits, and the number of these speeds."""
    tables = [_by_speed(joint.points) for _, joint in measured]
    rows = [
        found
        for speed in (one.speed for one in tables[0])
        if all(found := [_nearest(table, speed) for table in tables])
    ]
    values = []
    for place, (visit, _) in enumerate(measured):
        column = [one for row in rows if (one := row[place]) is not None]
        if column:
            std = math.sqrt(sum(one.std**2 for one in column)) / len(column)
            mean = float(np.mean([one.torque for one in column]))
            values.append(DatedValue(visit, times[visit], mean, std))
    return values, len(rows)


def _nearest(table: Sequence[AtSpeed], speed: float) -> AtSpeed | None:
    nearest = min(table, key=lambda one: abs(math.log(one.speed / speed)), default=None)
    if nearest is None or abs(math.log(nearest.speed / speed)) > math.log1p(_SAME_SPEED_SHARE):
        return None
    return nearest
