"""Further hypotheses on a set-up, in one table with the fault that the first checks found.

All are scored by the same measure: by how much they lower the summed logarithms of the joints' errors over
their torques, by the fit and by the stated masses (``witnesses``). What explains most is told.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from core.errors import Fact
from core.identification.regression_rows import RegressionRows
from core.identification.setup_checks.hypothesis import Hypothesis, Scatter, unexplained
from core.identification.setup_checks.limits import LIMITS
from core.identification.setup_checks.reading import best_readings
from core.identification.setup_checks.result import Weights
from core.identification.setup_checks.sums import CheckedSums
from core.identification.setup_checks.witnesses import (
    Testimony,
    free_tool,
    said_of,
    stated_masses,
    weights,
)
from core.monitor import Monitor
from core.recording import FloatArray, Quantity
from core.robot.model import RobotModel


@dataclass(frozen=True)
class Explanation:
    """A hypothesis that was tried: its code, joints and facts, and what it explains.

    ``score`` is the change of the summed logarithms, negative where it explains better; ``left`` (n,) the
    error over the torque under it. ``holds`` is True where it is a fault by its own limits.
    """

    code: str
    joints: tuple[int, ...]
    score: float
    left: FloatArray
    facts: dict[str, Fact]
    holds: bool

    @property
    def explains(self) -> bool:
        """True if it leaves no joint unexplained."""
        return bool(np.all(np.nan_to_num(self.left) <= LIMITS.explained))


@dataclass(frozen=True)
class Evidence:
    """What the hypotheses are tried against."""

    sums: CheckedSums
    rows: RegressionRows
    given: Testimony
    torque_from: Quantity | None
    drive_gain: FloatArray | None

    @property
    def robot(self) -> RobotModel:
        """The arm as described."""
        return self.sums.plan.robot

    @property
    def every(self) -> tuple[int, ...]:
        """All joints that moved."""
        return tuple(np.flatnonzero(self.sums.counts > 0).tolist())

    @cached_property
    def weights(self) -> Weights | None:
        """The factors between measured and stated torques."""
        return weights(self.sums)

    def score(self, said: Testimony) -> tuple[float, float]:
        """Change of the summed logarithms, by the fit and by the stated masses."""
        return said.better_than(self.given)


def explanations(
    evidence: Evidence, *, in_doubt: bool, is_whole: bool, monitor: Monitor
) -> tuple[Explanation, ...]:
    """All further hypotheses, best first; those that take passes of their own only where a doubt is left.

    ``is_whole`` is True where other checks have asked for signs and mounting.
    """
    found = [*_without_gravity(evidence), *_units(evidence)]
    if not is_whole:
        found += _weight_reversed(evidence)
    if evidence.sums.model.is_known:
        found += _other_tool(evidence)
    if in_doubt and not any(one.holds and one.explains for one in found):
        found += _read_otherwise(evidence, monitor)
    return tuple(sorted(found, key=lambda one: one.score))


def _is_better(scores: tuple[float, float], said: Testimony) -> bool:
    """True if a hypothesis explains enough more, and the fit about as much as before.

    With masses free, a zero 15° off may explain a sound arm a few per cent better than its true zero.
    """
    fitted, stated = scores
    limit = LIMITS.log_error if said.stated is None else LIMITS.stated_log_error
    return fitted < max(LIMITS.alike, -LIMITS.lost * stated) and fitted + stated < limit


def _without_gravity(evidence: Evidence) -> Iterator[Explanation]:
    """Torques without gravity, as of a controller that takes the weight off before it reports."""
    sums = evidence.sums
    given = Hypothesis.as_given(sums)
    if not np.any(given.gravity):
        return
    said = said_of(sums, replace(given, gravity=np.zeros(3)))
    scores = evidence.score(said)
    factors = evidence.weights
    if factors is None:
        holds = _is_better(scores, said) and said.explains
    else:  # what the controller's own model leaves of the weight is the free masses' to explain
        of_masses = scores[0] if said.stated is None else scores[1]
        holds = _is_without_weight(factors) and of_masses < LIMITS.stated_log_error
    facts: dict[str, Fact] = {} if factors is None else {"share": factors.weight, "std": factors.weight_std}
    yield Explanation("without-gravity", evidence.every, sum(scores), said.fitted, facts, holds)


def _is_without_weight(factors: Weights) -> bool:
    off = LIMITS.sure * factors.weight_std
    return abs(factors.weight) < LIMITS.weight and factors.weight + off < 1.0


def _units(evidence: Evidence) -> Iterator[Explanation]:
    """The torque in another unit: its factor to the stated masses, and the unit that comes nearest."""
    sums = evidence.sums
    factors = evidence.weights
    if factors is None or not factors.whole > 0.0:
        return
    size = factors.whole
    is_off = max(size, 1.0 / size) > LIMITS.unit and factors.whole_std < 0.5 * size
    is_light = size < LIMITS.light and factors.lightest_sure(LIMITS.sure) < LIMITS.light
    is_apart = factors.is_apart(LIMITS.apart_from_model if sums.model.is_known else LIMITS.apart)
    is_even = abs(factors.weight - size) < 0.5 * size  # the weight is as small as all else
    if not (is_off or is_light or is_apart) or (_is_without_weight(factors) and not (is_off and is_even)):
        return
    known = sums if sums.model.is_known else stated_masses(sums)
    assert known is not None
    tried: list[tuple[float, str, FloatArray, Testimony]] = []
    for unit, each in _other_units(evidence):
        asked = replace(Hypothesis.as_given(sums), torque=np.diag(each))
        said = said_of(sums, asked)
        tried.append((sum(evidence.score(said)), unit, each, said))
    near = [
        one
        for one in tried
        if is_off and 1.0 / LIMITS.same_unit < size * _typical(one[2], sums) < LIMITS.same_unit
    ]
    std = factors.whole_std
    if is_apart and not is_off:
        size, std = factors.apart, factors.apart_std
    facts: dict[str, Fact] = {"factor": float(f"{size:.3g}"), "std": float(f"{std:.2g}")}
    if near:
        score, unit, _, said = min(near, key=lambda one: one[0])
        code = {"motor": "effort-of-motor", "joint": "effort-of-joint"}.get(unit, "effort-unit")
        yield Explanation(code, evidence.every, score, said.fitted, {**facts, "unit": unit}, holds=True)
        return
    said = said_of(sums, replace(Hypothesis.as_given(sums), torque=np.eye(sums.joint_count) / size))
    scores = evidence.score(said)
    code = "effort-not-of-model" if sums.model.is_known else "effort-scale"
    yield Explanation(code, evidence.every, sum(scores), said.fitted, facts, said.explains)


def _weight_reversed(evidence: Evidence) -> Iterator[Explanation]:
    """Torques that would hold the arm's weight up with the opposite sign."""
    sums = evidence.sums
    factors = evidence.weights
    if factors is None or factors.weight + LIMITS.sure * factors.weight_std > -LIMITS.weight:
        return
    said = said_of(sums, replace(Hypothesis.as_given(sums), torque=-np.eye(sums.joint_count)))
    facts: dict[str, Fact] = {"factor": factors.weight, "std": factors.weight_std}
    score = sum(evidence.score(said))
    yield Explanation("weight-reversed", evidence.every, score, said.fitted, facts, holds=True)


def _typical(each: FloatArray, sums: CheckedSums) -> float:
    moved = np.abs(each[sums.counts > 0])
    return float(np.exp(np.mean(np.log(moved)))) if moved.size else 1.0


def _other_units(evidence: Evidence) -> Iterator[tuple[str, FloatArray]]:
    """Units that the recorded values may have instead, with the factors (n,) that put the torque right."""
    robot, source = evidence.robot, evidence.torque_from
    one = np.ones(robot.joint_count)
    gain = evidence.drive_gain if source is Quantity.CURRENT else robot.drive_gain
    if source is Quantity.CURRENT:
        yield "mA", 1e-3 * one
        if gain is not None:
            yield "N·m", 1.0 / gain
    else:
        yield "mN·m", 1e-3 * one
        yield "kN·m", 1e3 * one
        yield "N·cm", 1e-2 * one
        if gain is not None:
            yield "A", np.asarray(gain)
            yield "mA", 1e-3 * gain
    ratio = np.abs(robot.gear_ratio)
    if source is Quantity.TORQUE and np.any(ratio > 1.0):
        yield "motor", ratio
    if source is Quantity.MOTOR_TORQUE and np.any(ratio > 1.0):
        yield "joint", 1.0 / ratio
    if np.all(np.isfinite(robot.torque_limit)):
        amount = robot.torque_limit / 100.0
        yield "%", amount if source is not Quantity.CURRENT or gain is None else amount / gain


def _other_tool(evidence: Evidence) -> Iterator[Explanation]:
    """Something else on the flange than when the model was made."""
    sums = evidence.sums
    given = Hypothesis.as_given(sums)
    scatter = Scatter(sums, replace(given, extra=free_tool(sums, gravity=given.gravity)))
    explained = scatter.fit()
    mass, std = float(explained.extra[0]), float(scatter.std(explained)[0])
    left = unexplained(sums, explained)
    said = Testimony(left, None)
    scores = evidence.score(said)
    sure = abs(mass) > LIMITS.sure * std
    holds = _is_better(scores, said) and said.explains and sure
    facts: dict[str, Fact] = {"mass": mass, "std": std}
    yield Explanation("other-tool", evidence.every, sum(scores), left, facts, holds)


def _read_otherwise(evidence: Evidence, monitor: Monitor) -> Iterator[Explanation]:
    """A joint counted from the horizon, or zeros elsewhere."""
    names = evidence.robot.joint_names
    for one in best_readings(evidence.sums.model, evidence.rows, monitor=monitor):
        scores = evidence.score(one.said)
        holds = _is_better(scores, one.said) and one.said.explains
        left = one.said.fitted
        if one.reading.exchanged is not None or one.reading.reversed is not None:
            code = "sign-reversed" if one.reading.exchanged is None else "joints-exchanged"
            joints = one.reading.exchanged or (one.reading.reversed or 0,)
            known = bool(np.all(left[list(joints)] <= LIMITS.explained))
            yield Explanation(code, joints, sum(scores), left, {}, holds and known)
        elif np.any(one.reading.coupled):
            joint = int(np.flatnonzero(one.reading.coupled)[0])
            facts: dict[str, Fact] = {
                "of": names[joint - 1], "share": float(one.reading.coupled[joint]),
            }  # fmt: skip
            yield Explanation("joint-coupled", (joint,), sum(scores), left, facts, holds)
        else:
            zero = one.reading.zero
            off = np.flatnonzero(np.abs(zero) > LIMITS.zero).tolist()
            worst = int(np.argmax(np.abs(zero)))
            facts = {"angle": float(zero[worst]), "angles": tuple(zero.tolist())}
            known = bool(off) and bool(np.all(left[off] <= LIMITS.explained))
            yield Explanation("zero-off", tuple(off), sum(scores), left, facts, holds and known)


def in_doubt(given: Testimony) -> bool:
    """True if the set-up leaves something unexplained: by the fit, or by stated masses beside the fit."""
    return not given.is_at_rest
