"""Two visits held against each other: known changes are found, equal visits are not called changed."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.elasticity.comparison import compare_elasticity, own_std
from core.elasticity.comparison_result import Line, TwistQuantity
from core.elasticity.result import Elasticity, JointElasticity, Measured
from core.errors import BadRequest
from core.quality import Judgement, Reason, Verdict
from core.recording import Mark
from core.signals.significance import FALSE_ALARM_RATE
from tests.core.elasticity.visit_examples import (
    ARCSEC,
    GAIN_STD,
    STIFFNESS,
    joint,
    line,
    spectrum,
    stiffness,
    visit,
    worn,
)


def codes(judgement: Judgement) -> list[str]:
    return [reason.code for reason in judgement.reasons]


def test_equal_visits_show_no_change():
    found = compare_elasticity(visit(), visit(days=30.0))
    assert found.found == ()
    assert found.comparisons == 3 * 8
    assert 3.3 < found.threshold_stds < 3.8
    assert found.judgement.verdict is Verdict.GOOD


def test_a_worn_gear_is_found_at_its_joint():
    found = compare_elasticity(visit(), worn())
    assert {(one.joint, change.quantity) for one, change in found.found} == {
        ("joint_2", TwistQuantity.STIFFNESS),
        ("joint_2", TwistQuantity.BACKLASH),
    }
    assert found.worse == found.found
    soft = found.joints[1].change_of(TwistQuantity.STIFFNESS)
    assert soft is not None
    assert soft.relative is not None
    assert soft.relative.value == pytest.approx(-0.2)
    assert soft.relative.std == pytest.approx(0.8 * OWN_BOTH, rel=1e-9)
    assert soft.least_seen == pytest.approx(found.threshold_stds * 0.03 * math.hypot(1.0, 0.8) * STIFFNESS[1])


OWN_BOTH = 0.03 * math.sqrt(2.0)


def test_quantities_measured_once_are_listed_not_compared():
    once = visit(joint(0, stiffness=None), joint(1), joint(2))
    found = compare_elasticity(once, visit())
    (change,) = found.joints[0].measured_once
    assert change.quantity is TwistQuantity.STIFFNESS
    assert change.before is None
    assert not change.is_compared
    assert found.comparisons == 3 * 8 - 1


def test_only_a_joint_without_common_quantities_is_not_measurable():
    blind = JointElasticity(joint="joint_1", number=0)
    found = compare_elasticity(visit(blind, joint(1)), visit(joint(0), joint(1)))
    assert codes(found.joints[0].judgement) == ["compare-nothing-common"]
    assert found.judgement.verdict is Verdict.GOOD
    alone = compare_elasticity(visit(blind), visit(joint(0)))
    assert alone.judgement.verdict is Verdict.NOT_MEASURABLE
    assert not alone.is_compared


def test_energies_of_different_loads_are_not_compared():
    found = compare_elasticity(visit(), visit(joint(0, load_high=500.0), joint(1), joint(2)))
    energy = found.joints[0].change_of(TwistQuantity.HYSTERESIS_ENERGY)
    assert energy is not None
    assert not energy.is_compared
    assert codes(found.joints[0].judgement) == ["compare-loads-differ"]


def test_damping_and_lag_have_no_wear_direction():
    later = visit(joint(0, damping=Measured(9000.0, 120.0), lag=Measured(5e-3, 1e-5)), joint(1), joint(2))
    found = compare_elasticity(visit(), later)
    assert [change.is_worse for _, change in found.found] == [None, None]
    assert found.worse == ()


# What the visits share


def test_a_drive_gain_error_common_to_both_visits_cancels():
    """Two gains 10 % off, and each stiffness known to 0.5 % beside that: 5 % less is a change."""
    exact = {"own": 0.005, "gain_std": 0.1}
    before = visit(joint(0, stiffness=stiffness(1.1 * STIFFNESS[0], **exact)), gain_std=0.1)
    after = visit(joint(0, stiffness=stiffness(1.1 * 0.95 * STIFFNESS[0], **exact)), gain_std=0.1)
    (pair,) = compare_elasticity(before, after).found
    assert pair[1].relative is not None
    assert pair[1].relative.std == pytest.approx(0.95 * 0.005 * math.sqrt(2.0))
    assert pair[1].difference is not None
    size = 1.1 * STIFFNESS[0]
    own, shared = 0.005 * math.hypot(1.0, 0.95), 0.1 * 0.05
    assert pair[1].difference.std == pytest.approx(size * math.hypot(own, shared))
    apart = compare_elasticity(before, after, same_gains=False)
    assert apart.found == ()
    assert apart.shared_gain_std == 0.0
    assert codes(apart.judgement) == ["compare-gains-not-shared"]


def test_gains_of_another_arm_or_source_are_not_shared():
    other_arm = compare_elasticity(visit(), visit(serial="T-2"))
    assert other_arm.shared_gain_std == 0.0
    assert codes(other_arm.judgement) == ["compare-other-arm"]
    otherwise = compare_elasticity(visit(), visit(gain_std=0.01))
    assert otherwise.shared_gain_std == 0.0
    assert codes(otherwise.judgement) == ["compare-gains-not-shared"]


def test_a_std_smaller_than_the_gain_part_is_kept():
    assert own_std(Measured(100.0, 0.5), gain_std=0.02) == 0.5
    assert own_std(Measured(100.0, 5.0), gain_std=0.03) == pytest.approx(4.0)


# Ripple


def test_a_line_shifted_within_its_uncertainty_is_the_same():
    later = joint(0, ripple=(line(1.003, 12.0 * ARCSEC), line(3.09, 26.0 * ARCSEC)))
    found = compare_elasticity(visit(joint(0)), visit(later))
    lines = [change for change in found.joints[0].changes if change.quantity is TwistQuantity.RIPPLE]
    assert [(one.line, one.is_beyond_noise, one.is_worse) for one in lines] == [
        (Line.BOTH, False, False),
        (Line.BOTH, True, True),
    ]


def test_lines_appear_and_vanish_against_the_other_spectrum():
    before = joint(0, ripple=(line(1.0, 12.0 * ARCSEC),), spectrum=spectrum((1.0, 12.0 * ARCSEC)))
    after = joint(0, ripple=(line(2.0, 9.0 * ARCSEC),), spectrum=spectrum((2.0, 9.0 * ARCSEC)))
    gone, new = (
        change
        for change in compare_elasticity(visit(before), visit(after)).joints[0].changes
        if change.quantity is TwistQuantity.RIPPLE
    )
    assert (gone.line, new.line) == (Line.VANISHED, Line.APPEARED)
    assert gone.is_beyond_noise
    assert new.is_beyond_noise
    assert (gone.is_worse, new.is_worse) == (False, True)
    assert new.before is not None
    assert new.before.value == pytest.approx(0.5 * ARCSEC)


def test_a_line_just_below_the_listing_threshold_is_no_change():
    """Not among the strongest any more, but the spectrum still has most of it."""
    before = joint(0, ripple=(line(1.0, 5.0 * ARCSEC),), spectrum=spectrum((1.0, 5.0 * ARCSEC)))
    after = joint(0, ripple=(), spectrum=spectrum((1.0, 4.6 * ARCSEC)))
    assert compare_elasticity(visit(before), visit(after)).found == ()


def test_a_new_line_without_other_spectrum_is_measured_once():
    found = compare_elasticity(visit(joint(0, ripple=())), visit(joint(0)))
    assert [change.quantity for change in found.joints[0].measured_once] == [TwistQuantity.RIPPLE] * 2


# Doubts


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        ({"temperature": 313.0}, "compare-temperatures-differ"),
        ({"temperature": None}, "compare-temperature-unknown"),
        ({"mark": Mark.VIRTUAL}, "compare-marks-differ"),
    ],
)
def test_reasons_against_the_comparison_are_reported(other, expected):
    assert codes(compare_elasticity(visit(), visit(**other)).judgement) == [expected]


def test_an_uncertain_visit_limits_the_verdict():
    doubt = Judgement.of((Reason("twist-uncertain", {"joint": "joint_1"}, Verdict.REPEAT),))
    found = compare_elasticity(visit(), visit(joint(0, judgement=doubt), joint(1), joint(2)))
    assert found.joints[0].judgement.verdict is Verdict.REPEAT
    assert found.joints[1].judgement.verdict is Verdict.GOOD
    assert found.judgement.verdict is Verdict.REPEAT


def test_other_robots_are_refused():
    with pytest.raises(BadRequest, match="visits-of-other-robots"):
        compare_elasticity(visit(), visit(robot="another"))


# The rate


def _measured_again(rng: np.random.Generator, gain: np.ndarray, *, days: float) -> Elasticity:
    """The healthy arm as another visit would measure it: new own errors, equal errors of the gains."""
    joints = []
    for number, error in enumerate(gain):
        healthy = joint(number)
        seen = {
            name: _drawn(rng, getattr(healthy, name))
            for name in ("lag", "damping", "backlash", "hysteresis_width", "hysteresis_energy")
        }
        value = STIFFNESS[number] * (1.0 + error) * (1.0 + 0.03 * rng.standard_normal())
        ripple = tuple(
            replace(one, amplitude=one.amplitude + one.amplitude_std * rng.standard_normal())
            for one in healthy.ripple
        )
        joints.append(replace(healthy, stiffness=stiffness(value), ripple=ripple, **seen))
    return visit(*joints, days=days)


def _drawn(rng: np.random.Generator, measured: Measured) -> Measured:
    return Measured(measured.value + measured.std * float(rng.standard_normal()), measured.std)


def test_the_false_alarm_rate_of_the_whole_arm_is_the_stated_one():
    """2000 pairs of visits to an arm that did not change; the interval is that of the count at 1 %."""
    rng = np.random.default_rng(7)
    pairs = 2000
    alarms = 0
    for _ in range(pairs):
        gain = GAIN_STD * rng.standard_normal(3)
        before = _measured_again(rng, gain, days=0.0)
        alarms += bool(compare_elasticity(before, _measured_again(rng, gain, days=1.0)).found)
    expected = FALSE_ALARM_RATE * pairs
    assert abs(alarms - expected) < 3.0 * math.sqrt(expected)


def test_a_stiffness_loss_of_a_fifth_is_found_nearly_always():
    rng = np.random.default_rng(8)
    seen = 0
    for _ in range(200):
        gain = GAIN_STD * rng.standard_normal(3)
        before, after = (_measured_again(rng, gain, days=day) for day in (0.0, 1.0))
        second = after.joints[1]
        assert second.stiffness is not None
        worn_joint = replace(second, stiffness=stiffness(0.8 * second.stiffness.value))
        after = replace(after, joints=(after.joints[0], worn_joint, after.joints[2]))
        change = compare_elasticity(before, after).joints[1].change_of(TwistQuantity.STIFFNESS)
        seen += change is not None and change.is_beyond_noise
    assert seen > 190


# Properties

VALUES = st.floats(min_value=1.0, max_value=1.0e3)


@st.composite
def measured_visits(draw: st.DrawFn) -> Elasticity:
    joints = []
    for number in range(2):
        fields = {
            name: draw(st.none() | st.builds(Measured, VALUES, st.floats(min_value=0.01, max_value=50.0)))
            for name in ("stiffness", "backlash", "hysteresis_width", "damping", "lag")
        }
        cycles = draw(st.lists(st.sampled_from([1.0, 1.005, 2.0, 3.1]), unique=True, max_size=3))
        ripple = tuple(line(one, draw(VALUES)) for one in cycles)
        spectra = draw(st.sampled_from([None, spectrum((2.0, 5.0), floor=1.0)]))
        made = JointElasticity(joint=f"joint_{number + 1}", number=number)
        joints.append(replace(made, ripple=ripple, spectrum=spectra, **fields))
    return visit(*joints)


@settings(deadline=None, max_examples=60)
@given(measured_visits(), measured_visits())
def test_swapping_the_visits_flips_every_sign(one, other):
    there, back = compare_elasticity(one, other), compare_elasticity(other, one)
    assert there.comparisons == back.comparisons
    for forward, backward in zip(there.joints, back.joints, strict=True):
        ahead = [change for change in forward.changes if change.difference is not None]
        behind = [change for change in backward.changes if change.difference is not None]
        assert sorted(_key(change, 1.0) for change in ahead) == sorted(_key(c, -1.0) for c in behind)


def _key(change, sign: float) -> tuple[object, ...]:
    """The values that must be equal when the two visits are swapped."""
    difference = change.difference
    worse = change.is_worse if sign > 0 or difference.value == 0.0 or change.is_worse is None else None
    if sign < 0 and difference.value != 0.0 and change.is_worse is not None:
        worse = not change.is_worse
    return (
        change.quantity.value,
        sign * difference.value + 0.0,
        difference.std,
        change.stds,
        change.is_beyond_noise,
        str(worse),
    )


@settings(deadline=None, max_examples=40)
@given(measured_visits())
def test_a_visit_compared_with_itself_shows_nothing(one):
    assert compare_elasticity(one, one).found == ()


@settings(deadline=None, max_examples=40)
@given(measured_visits(), measured_visits(), st.floats(min_value=1e-9, max_value=1e9))
def test_comparison_is_independent_of_units(one, other, unit):
    """The same visits in other units of everything: as many standard deviations, the same verdicts."""
    there, scaled = compare_elasticity(one, other), compare_elasticity(_in(one, unit), _in(other, unit))
    ours = [change.stds for joint in there.joints for change in joint.changes]
    theirs = [change.stds for joint in scaled.joints for change in joint.changes]
    assert ours == pytest.approx(theirs, rel=1e-6, abs=1e-6, nan_ok=True)


def _in(found: Elasticity, unit: float) -> Elasticity:
    return replace(found, joints=tuple(_joint_in(one, unit) for one in found.joints))


def _joint_in(one: JointElasticity, unit: float) -> JointElasticity:
    names = ("stiffness", "backlash", "hysteresis_width", "damping", "lag")
    fields = {
        name: Measured(unit * value.value, unit * value.std)
        for name in names
        if (value := getattr(one, name)) is not None
    }
    ripple = tuple(
        replace(line, amplitude=unit * line.amplitude, amplitude_std=unit * line.amplitude_std)
        for line in one.ripple
    )
    shown = one.spectrum
    if shown is not None:
        shown = replace(shown, amplitude=unit * shown.amplitude)
    return replace(one, ripple=ripple, spectrum=shown, **fields)
