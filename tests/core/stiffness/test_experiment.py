"""Stiffness from load tests: known arms are recovered, std is valid, unidentifiable joints are named."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import BadRequest, NotEnoughData
from core.quality import Verdict
from core.recording import FloatArray
from core.robot.library import load_robot
from core.robot.model import RobotModel
from core.robot.placement import rotation_about_x, shift
from core.stiffness.cartesian import full_compliance
from core.stiffness.experiment import LoadTest, identify_from_loads
from core.stiffness.model import StiffnessModel, stiffness_model
from core.stiffness.reduction import reduce_stiffness
from core.stiffness.settings import StiffnessSettings
from tests.core.stiffness.arms import arms

NOISE_M = 3e-5


def load_tests(
    model: StiffnessModel,
    count: int,
    *,
    seed: int = 0,
    noise: float = 0.0,
    force_of: Callable[[np.random.Generator], FloatArray] | None = None,
) -> tuple[LoadTest, ...]:
    """Load tests of an exact arm at random poses, with measurement noise added."""
    generator = np.random.default_rng(seed)
    robot = model.robot
    low = np.where(np.isfinite(robot.lower), robot.lower, -np.pi)
    high = np.where(np.isfinite(robot.upper), robot.upper, np.pi)
    made = []
    for number in range(count):
        q = generator.uniform(low, high)
        force = _any_direction(generator) if force_of is None else force_of(generator)
        moved = full_compliance(model, q[np.newaxis])[0, :3, :3] @ force
        made.append(LoadTest(f"P{number + 1}", q, force, moved + noise * generator.standard_normal(3)))
    return tuple(made)


def _any_direction(generator: np.random.Generator) -> FloatArray:
    force = generator.standard_normal(3)
    return 100.0 * force / np.linalg.norm(force)


def _down(generator: np.random.Generator) -> FloatArray:
    return np.array([0.0, 0.0, -98.1])


@settings(max_examples=25, deadline=None)
@given(robot=arms(most_joints=4), seed=st.integers(0, 100))
def test_joint_stiffness_is_exact_with_rigid_links(robot: RobotModel, seed: int) -> None:
    model = stiffness_model(replace(robot, link_springs=()))
    found = identify_from_loads(robot, load_tests(model, 12, seed=seed))
    told = np.isfinite(found.compliance)
    left_aside = {reason.code for joint in found.joints for reason in joint.judgement.reasons} & {
        "tool-does-not-see-joint",
        "load-tests-do-not-load-joint",
    }
    if left_aside:
        exactness = 0.05  # what such a joint gives is little, but not nothing
    elif told.all():
        exactness = 1e-6
    else:  # a joint counts as told where a thousandth of those that are not told apart may reach it
        exactness = 1e-3 * np.max(model.joint_compliance) / np.min(model.joint_compliance)
    np.testing.assert_allclose(found.compliance[told], model.joint_compliance[told], rtol=exactness)
    for joint, is_told in zip(found.joints, told, strict=True):
        assert is_told or joint.judgement.verdict is Verdict.NOT_MEASURABLE


def test_fifty_tests_agree_with_the_algebraic_result() -> None:
    """Compares with [Mikhel] Tables 3 and 4."""
    model = stiffness_model(load_robot("mikhel-3"))
    algebra = reduce_stiffness(model)
    found = identify_from_loads(model.robot, load_tests(model, 50), model=model)
    np.testing.assert_allclose(found.stiffness, algebra.stiffness, rtol=0.03)
    assert found.error.mean == pytest.approx(algebra.error.mean, rel=0.05)
    assert found.judgement.verdict is Verdict.GOOD


UNITS = {
    "of a described arm, kN": (1e-3, "described"),
    "of a described arm, kg": (1.0 / 9.80665, "described"),
    "of a described arm, lbf": (0.22481, "described"),
    "of a described arm, mN": (1e3, "described"),
    "of an arm without springs, kN": (1e-3, "rated"),
    "of an arm without springs, mN": (1e3, "rated"),
}


@pytest.mark.parametrize("name", UNITS)
def test_loads_in_another_unit_give_no_usable_stiffness(name: str) -> None:
    """The fit is perfect: only what is known of the arm speaks against it."""
    factor, witness = UNITS[name]
    model = stiffness_model(load_robot("mikhel-3"))
    robot = replace(model.robot, joints=tuple(replace(one, torque=2000.0) for one in model.robot.joints))
    tests = load_tests(model, 30, noise=1e-6)
    other = [replace(test, force=test.force * factor) for test in tests]
    known = model if witness == "described" else None
    found = identify_from_loads(robot, other, model=known)
    assert "load-tests-unlikely" in {reason.code for reason in found.judgement.reasons}
    assert found.judgement.verdict is Verdict.REPEAT
    assert identify_from_loads(robot, tests, model=known).judgement.verdict is Verdict.GOOD


def test_stated_std_holds_over_many_simulated_arms() -> None:
    model = stiffness_model(load_robot("mikhel-3"))
    truth = reduce_stiffness(model).compliance
    away = []
    for seed in range(60):
        found = identify_from_loads(model.robot, load_tests(model, 40, seed=seed, noise=NOISE_M))
        away.append((found.compliance - truth) / np.sqrt(np.diag(found.covariance)))
    within = np.mean(np.abs(away) < 1.96)
    assert 0.88 <= within <= 0.99, "180 intervals of 95 %"


def test_noise_is_estimated_and_std_grows_with_it() -> None:
    model = stiffness_model(replace(load_robot("mikhel-3"), link_springs=()))
    stds = []
    for noise in (1e-5, 1e-4):
        found = identify_from_loads(model.robot, load_tests(model, 60, noise=noise))
        assert found.noise == pytest.approx(noise, rel=0.2)
        stds.append(np.sqrt(np.diag(found.covariance)))
    np.testing.assert_allclose(stds[1] / stds[0], 10.0, rtol=0.3)


def test_result_is_independent_of_the_test_order() -> None:
    model = stiffness_model(load_robot("mikhel-3"))
    tests = load_tests(model, 20, noise=NOISE_M)
    one = identify_from_loads(model.robot, tests)
    other = identify_from_loads(model.robot, tests[::-1])
    np.testing.assert_allclose(one.compliance, other.compliance, rtol=1e-9)
    np.testing.assert_allclose(one.covariance, other.covariance, rtol=1e-6)


def test_result_is_independent_of_the_mounting() -> None:
    robot = load_robot("mikhel-3")
    turn = rotation_about_x(0.7) @ shift(0.3, 0.0, 1.0)
    model = stiffness_model(robot)
    turned = stiffness_model(replace(robot, base=turn @ robot.base))
    tests = load_tests(model, 20)
    moved = [replace(one, force=turn[:3, :3] @ one.force, shift=turn[:3, :3] @ one.shift) for one in tests]
    np.testing.assert_allclose(
        identify_from_loads(turned.robot, moved).compliance,
        identify_from_loads(robot, tests).compliance,
        rtol=1e-9,
    )


def test_a_hung_weight_gives_no_stiffness_of_a_vertical_axis() -> None:
    model = stiffness_model(load_robot("mikhel-3"))
    found = identify_from_loads(model.robot, load_tests(model, 30, force_of=_down), model=model)
    first = found.joints[0]
    assert first.judgement.verdict is Verdict.NOT_MEASURABLE
    assert first.judgement.reasons[0].code == "load-tests-do-not-load-joint"
    assert np.isnan(first.stiffness)
    assert found.usable_factor[0] == pytest.approx(1.0), "its own spring stays"
    assert [one.judgement.verdict for one in found.joints[1:]] == [Verdict.GOOD] * 2


def test_a_tool_near_the_last_axis_gives_no_stiffness_of_it() -> None:
    model = stiffness_model(load_robot("mikhel-6"))
    found = identify_from_loads(model.robot, load_tests(model, 60), model=model)
    assert found.joints[5].judgement.reasons[0].code == "tool-does-not-see-joint"
    assert all(one.judgement.verdict is Verdict.GOOD for one in found.joints[:3])
    assert found.judgement.reasons[-1].facts["joints"] == ("joint_6",)


def test_too_few_tests_are_refused_or_reported() -> None:
    model = stiffness_model(load_robot("mikhel-6"))
    with pytest.raises(NotEnoughData, match="load-tests-too-few") as caught:
        identify_from_loads(model.robot, load_tests(model, 2))
    assert (caught.value.facts["needed"], caught.value.facts["found"]) == (3, 2)
    with pytest.raises(NotEnoughData, match="load-tests-none"):
        identify_from_loads(model.robot, ())


def test_repeating_one_pose_does_not_separate_joints() -> None:
    model = stiffness_model(load_robot("mikhel-6"))
    (one,) = load_tests(model, 1)
    found = identify_from_loads(model.robot, [replace(one, name=f"P{i}") for i in range(10)])
    assert any(
        reason.code == "joints-not-told-apart" for joint in found.joints for reason in joint.judgement.reasons
    )


def test_a_bad_test_is_named_and_can_be_left_out() -> None:
    model = stiffness_model(load_robot("mikhel-3"))
    tests = list(load_tests(model, 30, noise=1e-5))
    tests[7] = replace(tests[7], shift=-tests[7].shift)
    spoiled = identify_from_loads(model.robot, tests)
    named = [
        reason.facts["name"] for reason in spoiled.judgement.reasons if reason.code == "load-test-outlying"
    ]
    assert named == ["P8"]
    mended = identify_from_loads(model.robot, tests, leave_out=("P8",))
    truth = reduce_stiffness(model).compliance
    assert np.all(np.abs(mended.compliance / truth - 1.0) < 0.05)
    assert not mended.tests[7].is_used
    assert mended.tests[7].size > 10.0 * np.median([one.size for one in mended.tests])
    with pytest.raises(BadRequest, match="load-test-unknown"):
        identify_from_loads(model.robot, tests, leave_out=("P99",))


def test_shifts_against_the_load_contradict_a_spring() -> None:
    model = stiffness_model(load_robot("mikhel-3"))
    tests = [replace(one, shift=-one.shift) for one in load_tests(model, 30)]
    found = identify_from_loads(model.robot, tests)
    assert all(np.isnan(one.stiffness) for one in found.joints)
    assert {one.judgement.reasons[0].code for one in found.joints} == {"load-tests-contradict"}
    assert found.judgement.verdict is Verdict.REPEAT


def test_a_tracker_better_than_the_model_is_reported() -> None:
    model = stiffness_model(load_robot("mikhel-3"))
    tests = [replace(one, std=1e-6) for one in load_tests(model, 30)]
    codes = [reason.code for reason in identify_from_loads(model.robot, tests).judgement.reasons]
    assert codes == ["load-tests-scatter"]


def test_a_held_joint_keeps_its_known_stiffness() -> None:
    model = stiffness_model(load_robot("mikhel-3"))
    tests = load_tests(model, 30)
    chosen = StiffnessSettings(held=(0,))
    found = identify_from_loads(model.robot, tests, chosen, model=model)
    assert found.stiffness[0] == pytest.approx(2e5)
    with pytest.raises(BadRequest, match="stiffness-held-spring-unknown"):
        identify_from_loads(model.robot, tests, chosen)


def test_wrong_shapes_are_refused_by_name() -> None:
    model = stiffness_model(load_robot("mikhel-3"))
    tests = [*load_tests(model, 4), LoadTest("odd", np.zeros(2), np.zeros(3), np.zeros(3))]
    with pytest.raises(BadRequest, match="load-test-shape") as caught:
        identify_from_loads(model.robot, tests)
    assert caught.value.facts["name"] == "odd"


def test_similar_poses_are_reported_with_known_links() -> None:
    """Stretched out, links bend otherwise than on average; leaving tests out does not show it."""
    model = stiffness_model(load_robot("mikhel-3"))
    truth = reduce_stiffness(model).compliance
    tests = [
        replace(one, position=np.array([one.position[0], 0.3 * one.position[1], 0.05 * one.position[2]]))
        for one in load_tests(model, 40)
    ]
    shifts = full_compliance(model, np.array([one.position for one in tests]))[:, :3, :3]
    tests = [replace(one, shift=matrix @ one.force) for one, matrix in zip(tests, shifts, strict=True)]
    blind = identify_from_loads(model.robot, tests)
    knowing = identify_from_loads(model.robot, tests, model=model)
    away = np.abs(blind.compliance - truth)
    assert np.any(away > 3.0 * np.sqrt(np.diag(blind.covariance)))
    assert np.all(away <= 1.96 * np.sqrt(np.diag(knowing.covariance)))
    np.testing.assert_allclose(blind.compliance, knowing.compliance)
