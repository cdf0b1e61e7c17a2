"""Comparison of an arm's gears between two visits, with the uncertainty of both."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.elasticity.comparison_result import (
    Change,
    ComparedVisit,
    ElasticityComparison,
    JointComparison,
    Line,
    TwistQuantity,
)
from core.elasticity.result import Elasticity, JointElasticity, Measured, Ripple, RippleSpectrum
from core.quality import Judgement, Reason, Verdict, worst
from core.signals.significance import FALSE_ALARM_RATE, temperature_reason, threshold_stds
from core.signals.value_change import expect_one_robot

_WORSE_IF: dict[TwistQuantity, int] = {
    TwistQuantity.STIFFNESS: -1,
    TwistQuantity.BACKLASH: 1,
    TwistQuantity.HYSTERESIS_WIDTH: 1,
    TwistQuantity.HYSTERESIS_ENERGY: 1,
    TwistQuantity.LOST_MOTION: 1,
    TwistQuantity.RIPPLE: 1,
}
"""Sign of a change towards wear; damping and lag have no such direction."""
_SINGLE = tuple(quantity for quantity in TwistQuantity if quantity is not TwistQuantity.RIPPLE)
LEAST_OWN = 0.02
"""Smallest share of a standard deviation that is not common to both visits."""
_ROUNDING = 1e-9
FORM_LEFT = 0.5
"""Share of the error from the fitted form and the motion that remains in a change between two visits."""
LEAST_SIZE_STDS = 3.0
"""Standard deviations from zero that a value needs before a relative change is reported."""
_LOAD_DIFFERENCE = 0.15
"""Largest difference of the ends of the load ranges, relative to the larger range."""
_SAME_LINE_SHARE = 0.01
"""Relative difference in cycles per motor turn below which lines match, beyond their uncertainty."""
_SIGMAS = 3.0


@dataclass(frozen=True)
class _Joint:
    """A joint in both visits, and its changes before the common threshold is applied."""

    before: JointElasticity
    after: JointElasticity
    changes: tuple[Change, ...]


def _arm_judgement(
    before: Elasticity, after: Elasticity, *, joints: Sequence[JointComparison], gains_are_shared: bool
) -> Judgement:
    """The reasons for the whole arm, with the worst verdict of the compared joints."""
    reasons = tuple(_arm_reasons(before, after, gains_are_shared=gains_are_shared))
    compared = [joint.judgement.verdict for joint in joints if _is_compared(joint.changes)]
    if not compared:
        nothing = Reason("compare-nothing", {}, Verdict.NOT_MEASURABLE)
        return Judgement.of((nothing, *reasons))
    return Judgement(worst([*compared, *(reason.verdict for reason in reasons)]), reasons)


def _joint_judgement(
    before: JointElasticity, after: JointElasticity, *, changes: Sequence[Change]
) -> Judgement:
    """The reasons for one joint's comparison."""
    return Judgement.of(_joint_reasons(before, after, changes))


def _loads_agree(before: JointElasticity, after: JointElasticity) -> bool:
    """True if the gear carried similar loads in both visits, as far as these are known."""
    ends = (before.load_low, before.load_high, after.load_low, after.load_high)
    if not all(math.isfinite(end) for end in ends):
        return True
    span = max(before.load_high - before.load_low, after.load_high - after.load_low)
    furthest = max(abs(after.load_low - before.load_low), abs(after.load_high - before.load_high))
    return furthest <= _LOAD_DIFFERENCE * span


def _arm_reasons(before: Elasticity, after: Elasticity, *, gains_are_shared: bool) -> Iterator[Reason]:
    if before.serial and after.serial and before.serial != after.serial:
        yield Reason("compare-other-arm", {"before": before.serial, "after": after.serial})
    elif not gains_are_shared and (before.gain_std > 0.0 or after.gain_std > 0.0):
        yield Reason("compare-gains-not-shared", {"before": before.gain_std, "after": after.gain_std})
    if not (before.serial and after.serial):
        yield Reason("compare-serial-unknown", {}, Verdict.GOOD)
    if before.mark is not after.mark:
        yield Reason("compare-marks-differ", {}, Verdict.REPEAT)
    warmth = temperature_reason(before.temperature, after.temperature)
    if warmth is not None:
        yield warmth


def _joint_reasons(
    before: JointElasticity, after: JointElasticity, changes: Sequence[Change]
) -> Iterator[Reason]:
    if not _is_compared(changes):
        yield Reason("compare-nothing-common", {"joint": after.number + 1}, Verdict.NOT_MEASURABLE)
        return
    if not _loads_agree(before, after):
        before_span, after_span = before.load_high - before.load_low, after.load_high - after.load_low
        yield Reason(
            "compare-loads-differ", {"joint": after.number + 1, "before": before_span, "after": after_span}
        )
    verdict = worst((before.judgement.verdict, after.judgement.verdict))
    if verdict is not Verdict.GOOD:
        lost = verdict is Verdict.REPEAT
        yield Reason(
            "compare-visit-doubtful", {"joint": after.number + 1}, Verdict.REPEAT if lost else Verdict.USABLE
        )


def _is_compared(changes: Sequence[Change]) -> bool:
    return any(change.is_compared for change in changes)


def compare_elasticity(
    before: Elasticity, after: Elasticity, *, same_gains: bool = True
) -> ElasticityComparison:
    """Compare the gears of one arm in two visits.

    A change counts where it is larger than the uncertainty of both visits together: two-sided,
    at a false-alarm rate of 1 % **for the whole arm**. With m quantities compared over all joints,
    each is held to 1 % / m (Bonferroni), which for a six-joint arm comes to about 3.7 standard
    deviations. So of a hundred pairs of visits to an arm that did not change, about one shows
    any change at all, as far as the visits' standard deviations are right and Gaussian.

    Errors common to both visits are not part of the uncertainty. A drive gain that is off by
    some per cent changes every stiffness by as much in both visits: with the same gains
    ``gain_std`` is taken out of both standard deviations, std² - (gain_std · value)², and only
    scales the difference. Offsets of encoders hold within one power-on and are never compared.

    Parameters
    ----------
    before, after
        The results of the two visits, the earlier first.
    same_gains
        True if both converted currents to torques with the same drive gains; used only
        if serial numbers and ``gain_std`` agree.

    Raises
    ------
    BadRequest
        ``visits-of-other-robots``.
    """
    expect_one_robot(before.robot, after.robot)
    shared = _shared_gain_std(before, after) if same_gains else 0.0
    pairs = [_joint_pair(one, other, gain_std=shared) for one, other in _same_joints(before, after)]
    comparisons = sum(change.is_compared for pair in pairs for change in pair.changes)
    threshold = threshold_stds(comparisons)
    joints = tuple(_judged(pair, threshold) for pair in pairs)
    return ElasticityComparison(
        robot=after.robot,
        before=_visit(before),
        after=_visit(after),
        joints=joints,
        judgement=_arm_judgement(before, after, joints=joints, gains_are_shared=shared > 0.0),
        comparisons=comparisons,
        threshold_stds=threshold,
        false_alarm_rate=FALSE_ALARM_RATE,
        shared_gain_std=shared,
        joints_missing=tuple(sorted(set(before.joint_names) ^ set(after.joint_names))),
    )


def own_std(measured: Measured, *, gain_std: float) -> float:
    """Standard deviation without the part caused by the drive gain's error.

    A standard deviation smaller than that part did not contain it, and is unchanged.
    """
    shared = gain_std * abs(measured.value) / measured.std if measured.std > 0.0 else 0.0
    if shared > 1.0 + _ROUNDING:
        return measured.std
    return measured.std * math.sqrt(max(1.0 - shared**2, LEAST_OWN**2))


def _visit(found: Elasticity) -> ComparedVisit:
    return ComparedVisit(found.recorded_at, found.serial, found.temperature, found.mark)


def _shared_gain_std(before: Elasticity, after: Elasticity) -> float:
    """Standard deviation of the drive gains common to both; zero for gains of different origin."""
    is_one_arm = before.serial == after.serial or not (before.serial and after.serial)
    return after.gain_std if is_one_arm and math.isclose(before.gain_std, after.gain_std) else 0.0


def _same_joints(before: Elasticity, after: Elasticity) -> Iterator[tuple[JointElasticity, JointElasticity]]:
    earlier = {joint.joint: joint for joint in before.joints}
    return ((earlier[joint.joint], joint) for joint in after.joints if joint.joint in earlier)


def _line_changes(before: JointElasticity, after: JointElasticity) -> Iterator[Change]:
    """Every line of either visit, once, still without its difference."""
    pairs = _matched_lines(before.ripple, after.ripple)
    for one, other in pairs:
        yield _change(before.ripple[one], after.ripple[other], line=Line.BOTH)
    for place, gone in enumerate(before.ripple):
        if place not in [one for one, _ in pairs]:
            yield _change(gone, _amplitude_near(after.spectrum, gone), line=Line.VANISHED)
    for place, new in enumerate(after.ripple):
        if place not in [other for _, other in pairs]:
            yield _change(_amplitude_near(before.spectrum, new), new, line=Line.APPEARED)


def _matched_lines(before: Sequence[Ripple], after: Sequence[Ripple]) -> list[tuple[int, int]]:
    """Indices of the matching lines, the closest pairs first, each line at most once."""
    near = sorted(
        (abs(one.cycles_per_motor_turn - other.cycles_per_motor_turn), first, second)
        for first, one in enumerate(before)
        for second, other in enumerate(after)
        if are_same(one, other)
    )
    pairs: list[tuple[int, int]] = []
    for _, first, second in near:
        if all(first != taken and second != used for taken, used in pairs):
            pairs.append((first, second))
    return sorted(pairs)


def are_same(one: Ripple, other: Ripple) -> bool:
    """True if two lines have the same order, within their uncertainty."""
    distance = abs(one.cycles_per_motor_turn - other.cycles_per_motor_turn)
    return distance <= max(_share(one), _share(other)) + math.hypot(_doubt(one), _doubt(other))


def _amplitude_near(spectrum: RippleSpectrum | None, line: Ripple) -> Ripple | None:
    """The spectrum's amplitude near a line of the other visit, with that line's uncertainty.

    The largest amplitude nearby is used: a line that only shifted has not vanished. None outside the
    spectrum's range.
    """
    if spectrum is None or spectrum.cycles_per_motor_turn.size == 0:
        return None
    cycles, place = spectrum.cycles_per_motor_turn, line.cycles_per_motor_turn
    if not cycles.min() <= place <= cycles.max():
        return None
    near = spectrum.amplitude[np.abs(cycles - place) <= _share(line) + _doubt(line)]
    between = float(np.interp(place, cycles, spectrum.amplitude))
    largest = max(between, float(near.max())) if near.size else between
    if not math.isfinite(largest):
        return None
    return Ripple(place, line.cycles_std, largest, line.amplitude_std, line.cause)


def _share(line: Ripple) -> float:
    return _SAME_LINE_SHARE * abs(line.cycles_per_motor_turn)


def _doubt(line: Ripple) -> float:
    return _SIGMAS * line.cycles_std if math.isfinite(line.cycles_std) else 0.0


def _change(before: Ripple | None, after: Ripple | None, *, line: Line) -> Change:
    known = after or before
    return Change(
        TwistQuantity.RIPPLE,
        None if before is None else Measured(before.amplitude, before.amplitude_std),
        None if after is None else Measured(after.amplitude, after.amplitude_std),
        cycles_per_motor_turn=None if known is None else known.cycles_per_motor_turn,
        line=line,
    )


def _joint_pair(before: JointElasticity, after: JointElasticity, *, gain_std: float) -> _Joint:
    singles = (_single(quantity, before, after, gain_std=gain_std) for quantity in _SINGLE)
    lines = (_differenced(line) for line in _line_changes(before, after))
    return _Joint(before, after, tuple(change for change in (*singles, *lines) if change is not None))


def _single(
    quantity: TwistQuantity, before: JointElasticity, after: JointElasticity, *, gain_std: float
) -> Change | None:
    earlier: Measured | None = getattr(before, quantity.value)
    later: Measured | None = getattr(after, quantity.value)
    if earlier is None and later is None:
        return None
    change = Change(quantity, earlier, later)
    if quantity is TwistQuantity.HYSTERESIS_ENERGY and not _loads_agree(before, after):
        return change  # the loop is as large as the load that drove it
    alike = replace(change, before=_repeatable(earlier), after=_repeatable(later))
    found = _differenced(
        alike if _loads_agree(before, after) else change,
        gain_std=gain_std if quantity is TwistQuantity.STIFFNESS else 0.0,
    )
    return replace(found, before=earlier, after=later)


def _repeatable(measured: Measured | None) -> Measured | None:
    """The value with half of the form's uncertainty: the same loads repeat most of the same error."""
    if measured is None or not measured.form:
        return measured
    rest = max(measured.std**2 - (1.0 - FORM_LEFT**2) * measured.form**2, 0.0)
    return replace(measured, std=math.sqrt(rest))


def _differenced(change: Change, *, gain_std: float = 0.0) -> Change:
    """The change with its difference, where both visits have a number."""
    before, after = change.before, change.after
    if before is None or after is None or not _are_finite(before, after):
        return change
    own = math.hypot(own_std(before, gain_std=gain_std), own_std(after, gain_std=gain_std))
    value = after.value - before.value
    if not own > 0.0:
        return change
    return replace(
        change,
        difference=Measured(value, math.hypot(own, gain_std * value)),
        relative=_relative(before, after, gain_std=gain_std),
        stds=abs(value) / own,
        least_seen=own,  # times the threshold, once that is known
    )


def _are_finite(*measured: Measured) -> bool:
    return all(math.isfinite(one.value) and math.isfinite(one.std) for one in measured)


def _relative(before: Measured, after: Measured, *, gain_std: float) -> Measured | None:
    """Relative change, after over before minus one, with its standard deviation to first order."""
    std_before, std_after = own_std(before, gain_std=gain_std), own_std(after, gain_std=gain_std)
    if abs(before.value) < LEAST_SIZE_STDS * std_before or before.value == 0.0:
        return None
    ratio = after.value / before.value
    return Measured(ratio - 1.0, math.hypot(std_after, ratio * std_before) / abs(before.value))


def _judged(pair: _Joint, threshold: float) -> JointComparison:
    changes = tuple(_against(change, threshold) for change in pair.changes)
    return JointComparison(
        joint=pair.after.joint,
        number=pair.after.number,
        is_prismatic=pair.after.is_prismatic,
        changes=_in_order(changes),
        judgement=_joint_judgement(pair.before, pair.after, changes=changes),
    )


def _against(change: Change, threshold: float) -> Change:
    if change.difference is None:
        return change
    worse = _WORSE_IF.get(change.quantity)
    return replace(
        change,
        least_seen=threshold * change.least_seen,
        is_beyond_noise=change.stds > threshold,
        is_worse=None if worse is None else change.difference.value * worse > 0.0,
    )


def _in_order(changes: Sequence[Change]) -> tuple[Change, ...]:
    """The changes in the order of the quantities, ripple lines by their order."""
    names = tuple(TwistQuantity)
    return tuple(sorted(changes, key=lambda one: (names.index(one.quantity), one.cycles_per_motor_turn or 0)))
