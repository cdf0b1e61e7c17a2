"""Sweeps of an arm whose friction is known: points, models and the load's part within what they state."""

from dataclasses import replace

import numpy as np
import pytest

from core.errors import NotEnoughData, NotIdentifiable
from core.fields import from_fields, to_fields
from core.friction.models import FrictionKind
from core.friction.sweeps.choice import best_for_all
from core.friction.sweeps.poses import gravity_torque
from core.friction.sweeps.result import FrictionSweeps
from core.identification.friction_sweeps import SweepSpan, measure_sweeps
from core.quality import Verdict
from core.recording import Quantity, Recording, TorqueKind
from tests.core.friction.sweeps.swept_arm import ARM, RATE_HZ, planned, recorded

PLAN = planned()


def loaded(velocity: np.ndarray, load: np.ndarray) -> np.ndarray:
    direction = np.sign(velocity)
    return (
        5.0 * direction + 3.0 * velocity - 0.5 * velocity * np.abs(velocity) + 0.04 * np.abs(load) * direction
    )


def dropping(velocity: np.ndarray, _load: np.ndarray) -> np.ndarray:
    rise = 2.0 / np.pi * np.arctan(30.0 * velocity)
    return 6.0 * 2.0 / np.pi * np.arctan(5000.0 * velocity) - 2.0 * rise + 3.0 * velocity


def lopsided(velocity: np.ndarray, _load: np.ndarray) -> np.ndarray:
    forward = 5.0 + 3.0 * velocity
    backward = -4.0 + 2.0 * velocity
    return np.where(velocity > 0.0, forward, np.where(velocity < 0.0, backward, 0.0))


def ripple(position: np.ndarray) -> np.ndarray:
    """Of motors that turn 100 times per joint turn."""
    return 0.3 * np.sin(100.0 * position)


@pytest.fixture(scope="module")
def clean() -> FrictionSweeps:
    return measure_sweeps([recorded(PLAN, loaded)], ARM)


@pytest.fixture(scope="module")
def noisy() -> FrictionSweeps:
    return measure_sweeps([recorded(PLAN, loaded, noise=0.3, extra=ripple, seed=3)], ARM)


def test_without_noise_points_and_coefficients_are_exact(clean: FrictionSweeps) -> None:
    for joint in clean.joints:
        points = joint.points
        true = loaded(points.speed, points.load)
        # half the speed's own uncertainty: ends of the ramps are in the mean speed
        assert points.torque == pytest.approx(true, abs=5e-3)
        assert joint.load_coefficient == pytest.approx(0.04, abs=1e-4)
        assert joint.chosen is FrictionKind.LOAD_DEPENDENT
        fit = joint.fit
        assert fit is not None
        assert dict(zip(fit.names, fit.coefficients, strict=True)) == pytest.approx(
            {
                "presliding": 5.0,
                "viscous": 3.0,
                "quadratic": -0.5,
                "cubic": 0.0,
                "load-dependent": 0.04,
                "offset": 0.0,
            },
            abs=0.02,
        )
        assert fit.determined.tolist() == [True] * 5 + [False]
        assert joint.judgement.verdict is Verdict.GOOD


def test_every_planned_speed_is_a_point_in_both_poses(clean: FrictionSweeps) -> None:
    for joint in clean.joints:
        planned_speeds = PLAN.speeds(joint.number)
        nearest = [float(np.abs(joint.points.speed / speed - 1.0).min()) for speed in planned_speeds]
        assert max(nearest) < 0.01
        assert joint.points.speed.size == 12, "seven speeds, four of them again, and the warm-up"
        assert set(joint.points.pose) == {0.0, 1.0}
        assert np.ptp(joint.points.load) > 2.0


def test_errors_with_noise_and_ripple_match_their_std(noisy: FrictionSweeps) -> None:
    ratios = []
    for joint in noisy.joints:
        points = joint.points
        ratios.append((points.torque - loaded(points.speed, points.load)) / points.std)
        assert joint.load_coefficient is not None
        assert joint.load_coefficient_std is not None
        assert abs(joint.load_coefficient - 0.04) < 4.0 * joint.load_coefficient_std < 0.04
        assert joint.drift is not None
        assert joint.drift_std is not None
        assert abs(joint.drift) < 4.0 * joint.drift_std
    together = np.concatenate(ratios)
    assert 0.4 < np.sqrt(np.mean(together**2)) < 1.8
    assert np.abs(together).max() < 5.0


def test_a_stribeck_drop_is_found_by_the_continuous_search() -> None:
    (joint,) = measure_sweeps([recorded(PLAN, dropping, noise=0.1, seed=1)], ARM, joints=[1]).joints
    assert joint.chosen is FrictionKind.STRIBECK
    fit = joint.fit
    assert fit is not None
    assert fit.shape["kd"] == pytest.approx(30.0, rel=0.25)
    assert fit.shape["kd"] not in {3.0, 8.0, 20.0, 50.0}, "no place of the grid"
    at = np.abs(joint.curve_speed) > joint.points.speed.min()
    true = dropping(joint.curve_speed, np.zeros_like(joint.curve_speed))
    assert fit.curve[at] == pytest.approx(true[at], abs=0.06)


def test_a_gravity_model_separates_the_directions() -> None:
    recording = recorded(PLAN, lopsided, noise=0.02, seed=2)
    sweeps = measure_sweeps([recording], ARM, gravity=lambda poses: gravity_torque(ARM, poses))
    assert sweeps.profile_from == "model"
    for joint in sweeps.joints:
        assert joint.chosen is FrictionKind.BIDIRECTIONAL
        fit = joint.fit
        assert fit is not None
        found = dict(zip(fit.names, fit.coefficients, strict=True))
        assert found["coulomb forward"] == pytest.approx(5.0, abs=0.1)
        assert found["coulomb backward"] == pytest.approx(4.0, abs=0.1)
        forward = joint.curve_speed > joint.points.speed.min()
        assert fit.curve[forward] == pytest.approx(5.0 + 3.0 * joint.curve_speed[forward], abs=0.1)


def test_without_a_model_the_even_part_is_relative_between_speeds() -> None:
    """A part that is equal at all speeds cannot be separated from an offset of the torque."""
    sweeps = measure_sweeps([recorded(PLAN, lopsided)], ARM)
    for joint in sweeps.joints:
        points = joint.points
        true = 0.5 * (lopsided(points.speed, points.load) + lopsided(-points.speed, points.load))
        slope = np.polyfit(points.speed, points.even, 1)[0]
        assert slope == pytest.approx(np.polyfit(points.speed, true, 1)[0], rel=0.05)
        assert abs(float(points.even.mean())) < 0.1
        assert points.torque == pytest.approx(4.5 + 2.5 * points.speed, abs=0.01)


def test_a_sensor_behind_the_gear_is_refused() -> None:
    recording = recorded(PLAN, loaded)
    behind = Recording(recording.label, recording.time, recording.columns, torque_kind=TorqueKind.LINK_SENSOR)
    with pytest.raises(NotIdentifiable) as refused:
        measure_sweeps([behind], ARM)
    assert refused.value.code == "friction-behind-sensor"


def test_currents_become_torques() -> None:
    columns = (Quantity.POSITION, Quantity.CURRENT)
    sweeps = measure_sweeps([recorded(PLAN, loaded, columns=columns)], ARM)
    assert sweeps.torque_from == "current"
    assert sweeps.drive_gain == pytest.approx(ARM.drive_gain)
    assert sweeps.joints[0].load_coefficient == pytest.approx(0.04, abs=1e-4)


def test_a_resting_or_swinging_arm_has_no_sweeps() -> None:
    time = np.arange(20.0 * RATE_HZ) / RATE_HZ
    swing = 0.5 * np.sin(2.0 * np.pi * time / 5.0)
    for position in (np.zeros((time.size, 2)), np.stack([swing, np.zeros_like(swing)], axis=1)):
        columns = {Quantity.POSITION: position, Quantity.TORQUE: np.ones_like(position)}
        recording = Recording("none", time, columns, torque_kind=TorqueKind.MOTOR_CURRENT)
        with pytest.raises(NotEnoughData) as refused:
            measure_sweeps([recording], ARM)
        assert refused.value.code in {"no-sweeps-still", "no-sweeps-unsteady"}
        assert (refused.value.code == "no-sweeps-still") == (refused.value.facts["travel"] == 0.0)


def test_only_planned_sweeps_count_and_missing_ones_are_explained() -> None:
    recording = recorded(PLAN, loaded)
    first = PLAN.blocks[0]
    spans = [[SweepSpan(0, 0.0, first.seconds / 4.0)]]
    shoulder, elbow = measure_sweeps([recording], ARM, spans=spans, joints=[0, 1]).joints
    assert 0 < shoulder.points.speed.size < 4
    assert shoulder.fit is None
    assert "too-few-sweep-pairs" in {reason.code for reason in shoulder.judgement.reasons}
    assert elbow.points.speed.size == 0
    assert [reason.code for reason in elbow.judgement.reasons] == ["joint-not-swept"]
    assert elbow.judgement.verdict is Verdict.NOT_MEASURABLE


def test_wrong_torque_signs_are_reported() -> None:
    (joint,) = measure_sweeps([recorded(PLAN, lambda v, load: -loaded(v, load))], ARM, joints=[0]).joints
    assert joint.judgement.verdict is Verdict.REPEAT
    assert "friction-drives" in {reason.code for reason in joint.judgement.reasons}


@pytest.mark.parametrize(
    ("factor", "reason"), [(1e-3, "effort-unit"), (1e3, "effort-unit"), (0.69, "effort-scale")]
)
def test_torques_that_the_arms_own_weight_contradicts_are_measured_again(factor: float, reason: str) -> None:
    right = recorded(PLAN, loaded, noise=0.1, seed=1)
    torque = factor * np.asarray(right.columns[Quantity.TORQUE][:])
    found = measure_sweeps([replace(right, columns={**right.columns, Quantity.TORQUE: torque})], ARM)
    assert found.judgement.verdict is Verdict.REPEAT
    assert found.judgement.reasons[0].code == reason
    assert {joint.judgement.verdict for joint in found.joints} == {Verdict.REPEAT}


def test_one_form_for_the_arm_with_shapes_per_joint(clean: FrictionSweeps) -> None:
    assert best_for_all(clean.joints) is FrictionKind.LOAD_DEPENDENT
    assert clean.shapes() == {"shoulder": {}, "elbow": {}}
    shapes = clean.shapes(FrictionKind.STRIBECK)
    assert {name: set(shape) for name, shape in shapes.items()} == {
        "shoulder": {"kv", "kd"},
        "elbow": {"kv", "kd"},
    }


def test_the_result_survives_storing(noisy: FrictionSweeps) -> None:
    again = from_fields(FrictionSweeps, to_fields(noisy))
    assert best_for_all(again.joints) is best_for_all(noisy.joints)
    assert again.joints[0].points.torque == pytest.approx(noisy.joints[0].points.torque)
    assert again.joints[1].fit is not None
    assert again.joints[1].judgement == noisy.joints[1].judgement


def test_warming_is_noted_where_it_was_recorded() -> None:
    recording = recorded(PLAN, loaded)
    warm = 300.0 + recording.time[:, np.newaxis] * np.array([0.01, 0.02])
    columns = {**recording.columns, Quantity.TEMPERATURE: warm}
    warmed = Recording(recording.label, recording.time, columns, torque_kind=TorqueKind.MOTOR_CURRENT)
    for joint, rate in zip(measure_sweeps([warmed], ARM).joints, (0.01, 0.02), strict=True):
        assert joint.warming == pytest.approx(rate * joint.points.time.max(), rel=0.2)
