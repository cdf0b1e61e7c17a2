"""Trends of an arm's gears over several visits: values over dates, and a test of their slopes."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from core.elasticity.comparison import are_same, own_std
from core.elasticity.comparison_result import TwistQuantity
from core.elasticity.result import Elasticity, JointElasticity, Measured, Ripple
from core.errors import NotEnoughData
from core.recording import FloatArray
from core.signals.significance import FALSE_ALARM_RATE, threshold_stds
from core.signals.trend_line import FEWEST_VISITS, YEAR_S, moment_of, weighted_slope
from core.signals.value_change import expect_one_robot


@dataclass(frozen=True, eq=False)
class QuantityTrend:
    """One quantity of one joint over the V visits that measured it, oldest first.

    Attributes
    ----------
    visit
        (V,) indices of the trend's visits, from 0.
    time
        (V,) s since the first of the trend's visits.
    value, std
        (V,) in the quantity's unit.
    slope
        Per s, weighted by the standard deviations; None where fewer than three visits
        measured it. Where the values scatter more than their standard deviations allow about the
        line, its standard deviation is larger by as much.
    stds
        Size of the slope in standard deviations without the errors common to the visits.
    is_beyond_noise
        True if that exceeds the threshold for the whole arm.
    """

    joint: str
    number: int
    is_prismatic: bool
    quantity: TwistQuantity
    visit: tuple[int, ...]
    time: FloatArray
    value: FloatArray
    std: FloatArray
    slope: Measured | None = None
    stds: float = float("nan")
    is_beyond_noise: bool = False
    cycles_per_motor_turn: float | None = None
    """Order of a ripple line."""
    line: FloatArray = field(default_factory=lambda: np.empty(0))
    """The weighted line at the visits, (V,); empty without a slope."""

    @property
    def slope_per_year(self) -> Measured | None:
        """The slope per year of 365.25 days."""
        return None if self.slope is None else Measured(self.slope.value * YEAR_S, self.slope.std * YEAR_S)


@dataclass(frozen=True, eq=False)
class ElasticityTrend:
    """Everything that was measured more than once, over the visits in order of their dates."""

    robot: str
    recorded_at: tuple[str, ...]
    quantities: tuple[QuantityTrend, ...]
    undated: int
    """Number of visits left out because their date is unknown."""
    slopes: int
    """Number of slopes tested together."""
    threshold_stds: float
    false_alarm_rate: float
    shared_gain_std: float = 0.0

    @property
    def found(self) -> tuple[QuantityTrend, ...]:
        """Slopes that are more than noise."""
        return tuple(one for one in self.quantities if one.is_beyond_noise)

    def of(self, joint: str, quantity: TwistQuantity) -> QuantityTrend | None:
        """One joint's quantity; of ripple the first line."""
        return next((one for one in self.quantities if (one.joint, one.quantity) == (joint, quantity)), None)


@dataclass(frozen=True)
class _Value:
    visit: int
    measured: Measured


def trend(visits: Sequence[Elasticity], *, same_gains: bool = True) -> ElasticityTrend:
    """Follow every quantity of every joint over three or more dated visits to one arm.

    Slopes are looked at together, two-sided, at a false-alarm rate of 1 % for the whole arm
    (Bonferroni over the slopes), and drive gains that the visits share count as in
    `core.elasticity.comparison.compare_elasticity`.

    Raises
    ------
    BadRequest
        ``visits-of-other-robots``.
    NotEnoughData
        ``trend-too-few-visits``: fewer than three visits at different times whose date is known.
    """
    for found in visits[1:]:
        expect_one_robot(visits[0].robot, found.robot)
    dated = sorted(
        ((moment, found) for found in visits if (moment := moment_of(found.recorded_at)) is not None),
        key=lambda pair: pair[0],
    )
    if len({moment for moment, _ in dated}) < FEWEST_VISITS:
        raise NotEnoughData("trend-too-few-visits", dated=len(dated), needed=FEWEST_VISITS)
    ordered = [found for _, found in dated]
    time = np.array([(moment - dated[0][0]).total_seconds() for moment, _ in dated])
    shared = _shared_gain_std(ordered) if same_gains else 0.0
    made = [_sloped(one, gain_std=shared) for one in _series(ordered, time)]
    slopes = sum(one.slope is not None for one in made)
    threshold = threshold_stds(slopes)
    return ElasticityTrend(
        robot=ordered[-1].robot,
        recorded_at=tuple(found.recorded_at for found in ordered),
        quantities=tuple(replace(one, is_beyond_noise=one.stds > threshold) for one in made),
        undated=len(visits) - len(dated),
        slopes=slopes,
        threshold_stds=threshold,
        false_alarm_rate=FALSE_ALARM_RATE,
        shared_gain_std=shared,
    )


def _shared_gain_std(visits: Sequence[Elasticity]) -> float:
    serials = {found.serial for found in visits if found.serial}
    same = all(math.isclose(found.gain_std, visits[0].gain_std) for found in visits)
    return visits[0].gain_std if same and len(serials) <= 1 else 0.0


def _series(visits: Sequence[Elasticity], time: FloatArray) -> Iterator[QuantityTrend]:
    """Everything that at least two visits measured, joint by joint."""
    names = list(dict.fromkeys(joint.joint for found in visits for joint in found.joints))
    for name in names:
        joints = [next((one for one in found.joints if one.joint == name), None) for found in visits]
        for quantity in TwistQuantity:
            if quantity is TwistQuantity.RIPPLE:
                continue
            values = [
                _Value(place, measured)
                for place, joint in enumerate(joints)
                if joint is not None and _is_finite(measured := getattr(joint, quantity.value))
            ]
            if len(values) > 1:
                yield _one(joints, quantity, values, time)
        for line, values in _lines(joints):
            if len(values) > 1:
                one = _one(joints, TwistQuantity.RIPPLE, values, time)
                yield replace(one, cycles_per_motor_turn=line.cycles_per_motor_turn)


def _is_finite(measured: Measured | None) -> bool:
    return measured is not None and math.isfinite(measured.value) and measured.std > 0.0


def _one(
    joints: Sequence[JointElasticity | None],
    quantity: TwistQuantity,
    values: Sequence[_Value],
    time: FloatArray,
) -> QuantityTrend:
    joint = next(one for one in joints if one is not None)
    visit = tuple(value.visit for value in values)
    return QuantityTrend(
        joint=joint.joint,
        number=joint.number,
        is_prismatic=joint.is_prismatic,
        quantity=quantity,
        visit=visit,
        time=time[list(visit)],
        value=np.array([value.measured.value for value in values]),
        std=np.array([value.measured.std for value in values]),
    )


def _lines(joints: Sequence[JointElasticity | None]) -> list[tuple[Ripple, list[_Value]]]:
    """Every line with its amplitudes; a visit without the line has none."""
    found: list[tuple[Ripple, list[_Value]]] = []
    for place, joint in enumerate(joints):
        for line in joint.ripple if joint is not None else ():
            value = _Value(place, Measured(line.amplitude, line.amplitude_std))
            if not _is_finite(value.measured):
                continue
            known = next(
                (values for first, values in found if are_same(first, line) and values[-1].visit != place),
                None,
            )
            if known is None:
                found.append((line, [value]))
            else:
                known.append(value)
    return found


def _sloped(one: QuantityTrend, *, gain_std: float) -> QuantityTrend:
    """With the slope of a weighted line, where there are values enough."""
    if one.value.size < FEWEST_VISITS or np.unique(one.time).size < FEWEST_VISITS:
        return one
    shared = gain_std if one.quantity is TwistQuantity.STIFFNESS else 0.0
    pairs = zip(one.value.tolist(), one.std.tolist(), strict=True)
    own = np.array([own_std(Measured(value, std), gain_std=shared) for value, std in pairs])
    slope, std = weighted_slope(one.time, one.value, own)
    line = np.average(one.value, weights=own**-2.0) + slope * (
        one.time - np.average(one.time, weights=own**-2.0)
    )
    whole_std = math.hypot(std, shared * slope)
    return replace(one, slope=Measured(slope, whole_std), stds=abs(slope) / std, line=line)
