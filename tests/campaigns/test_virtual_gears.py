"""The analysis of the twist on a virtual arm of which everything is known: one worn joint, short motions."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.elasticity.result import Elasticity
from core.errors import BadRequest
from core.quality import Verdict
from core.recording import Quantity

pytestmark = pytest.mark.thorough

ARCSECOND = np.pi / 180.0 / 3600.0
WORN = 1


@pytest.fixture(scope="module")
def visits() -> Iterator[object]:
    folder = str(Path(__file__).parent)
    sys.path.insert(0, folder)
    try:
        import _twist_visits

        yield _twist_visits
    finally:
        sys.path.remove(folder)


@pytest.fixture(scope="module")
def arm(visits):
    return visits.virtual_twist("ec66", 3, worn=(WORN,))


@pytest.fixture(scope="module")
def recordings(visits, arm):
    return visits.record_visit(arm, visits.plan_motions(arm, seed=3, quick=True), kept=None)


@pytest.fixture(scope="module")
def model(visits, arm, recordings):
    return visits.model_of(arm, recordings)


@pytest.fixture(scope="module")
def twist(visits, arm, recordings, model) -> Elasticity:
    return visits.twist_of(arm, recordings, model, fit=tuple(recordings))


def test_the_lag_is_found_on_every_joint(arm, twist):
    assert twist.lag == pytest.approx(np.full(6, arm.truth.lag), abs=1e-4)


def test_joints_that_gravity_loads_are_as_stiff_as_they_were_built(arm, twist):
    # the data sheet's drive gains, which the loads are reckoned with, are off by up to 3 %
    with_these_gains = arm.truth.stiffness / (1.0 + arm.truth.gain_error)
    assert twist.joints[2].stiffness.value == pytest.approx(with_these_gains[2], rel=0.05)
    assert twist.joints[2].judgement.verdict in (Verdict.GOOD, Verdict.USABLE)
    for number in (1, 2):
        stiffness = twist.joints[number].stiffness
        assert abs(stiffness.value - arm.truth.stiffness[number]) < 2.5 * stiffness.std


def test_the_gap_of_a_worn_gear_is_found_and_none_in_a_healthy_one(arm, twist):
    true = arm.truth.backlash[WORN]
    assert twist.joints[WORN].backlash.value == pytest.approx(true, rel=0.10)
    healthy = twist.joints[2].backlash
    assert healthy.value < max(3.0 * healthy.std, 10.0 * ARCSECOND)
    assert healthy.value < 0.3 * true


def test_ripple_comes_once_twice_and_four_times_a_turn(arm, twist):
    for joint in twist.joints:
        for line in joint.ripple:
            if line.amplitude > 5.0 * ARCSECOND:
                nearest = min((1.0, 2.0, 4.0), key=lambda true: abs(true - line.cycles_per_motor_turn))
                assert line.cycles_per_motor_turn == pytest.approx(nearest, rel=0.005)


def test_a_joint_without_load_is_not_given_a_stiffness(twist):
    last = twist.joints[5]
    assert last.stiffness is None
    assert last.backlash is None
    assert last.judgement.verdict is Verdict.NOT_MEASURABLE
    assert last.rms_explained < 0.2 * last.rms_raw, "lag and ripple are told all the same"


def test_a_gear_that_slips_halfway_is_noticed_and_the_others_are_not_suspected(
    visits, arm, recordings, model, twist
):
    assert not any(
        reason.code == "twist-slipping" for joint in twist.joints for reason in joint.judgement.reasons
    )
    label, run = "excitation-1", recordings["excitation-1"]
    link = run.columns[Quantity.LINK_POSITION].copy()
    link[run.sample_count // 2 :, 2] += 300.0 * ARCSECOND
    slipped = {**recordings, label: replace(run, columns={**run.columns, Quantity.LINK_POSITION: link})}
    found = visits.twist_of(arm, slipped, model, fit=tuple(slipped))
    suspected = [
        joint.number
        for joint in found.joints
        if any(reason.code == "twist-slipping" for reason in joint.judgement.reasons)
    ]
    assert suspected == [2]
    assert found.joints[2].judgement.verdict in (Verdict.REPEAT, Verdict.NOT_MEASURABLE)


def test_the_same_data_say_the_same(visits, arm, recordings, model, twist):
    again = visits.twist_of(arm, recordings, model, fit=tuple(recordings))
    assert np.array_equal(again.stiffness, twist.stiffness, equal_nan=True)


def test_recordings_without_both_encoders_are_refused(visits, arm, recordings, model):
    label, run = next(iter(recordings.items()))
    columns = {name: column for name, column in run.columns.items() if name is not Quantity.LINK_POSITION}
    with pytest.raises(BadRequest) as refused:
        visits.twist_of(arm, {label: replace(run, columns=columns)}, model, fit=(label,))
    assert refused.value.code == "no-both-encoders"
    with pytest.raises(BadRequest) as nothing:
        visits.twist_of(arm, recordings, model, fit=())
    assert nothing.value.code == "nothing-to-fit"
