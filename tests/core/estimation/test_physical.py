"""Nearest possible bodies: known answers, bodies that stay what they are, and what is never allowed."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from core.base_parameters import find_base_parameters
from core.errors import BadRequest
from core.estimation import InMemoryRows, LeastSquares, WeightedLeastSquares
from core.estimation.physical import (
    nearest_physical,
    parameters_of,
    smallest_eigenvalues,
    to_parameters,
    triangle_of,
)
from core.identification.physical_fit import described_links, reference_links, reference_rotors
from core.robot.dynamics import regressor, rotor_inertia_columns
from core.robot.inertia import about_origin, pseudo_inertia
from core.robot.library import load_robot
from core.robot.model import Joint, JointKind, RobotModel

CUBOID = about_origin(
    12.0, center=np.array([0.1, -0.2, 0.3]), inertia=np.diag([0.04 + 0.09, 0.01 + 0.09, 0.01 + 0.04])
)
"""12 kg, edges of 0.1, 0.2 and 0.3 m: m/12 (b² + c²) is b² + c²."""
SLIDING = RobotModel(
    "sliding",
    (
        Joint("turn", d=0.3),
        Joint("slide", JointKind.PRISMATIC, alpha=np.pi / 2, a=0.1),
        Joint("wrist", alpha=-np.pi / 2, a=0.2),
    ),
)


def arm(seed: int, *, robot: RobotModel) -> tuple[np.ndarray, np.ndarray]:
    """Plausible links (n, 10) and rotors (n,), none of them the reference's."""
    random = np.random.default_rng(seed)
    links = []
    for link in reference_links(robot):
        root = np.linalg.cholesky(pseudo_inertia(link))
        turn = np.eye(4)
        turn[:3, :3] = Rotation.from_rotvec(random.normal(size=3)).as_matrix()
        turn[:3, 3] = random.uniform(-0.5, 0.5, 3)
        body = turn @ np.diag(random.uniform(0.2, 3.0, 4)) @ turn.T
        links.append(parameters_of(root @ body @ root.T))
    rotors = reference_rotors(robot, reference_links(robot)) * random.uniform(0.1, 3.0, robot.joint_count)
    return np.array(links), rotors


def fitted(robot: RobotModel, standard, *, seed: int, noise=0.0, still=(), estimator=None):
    """A fit to torque along a random motion, with a friction column for every joint."""
    base = find_base_parameters(robot)
    random = np.random.default_rng(seed)
    n = robot.joint_count
    q, v, a = (random.uniform(-2.0, 2.0, (400, n)) for _ in range(3))
    for joint in still:
        q[:, joint], v[:, joint], a[:, joint] = 0.3, 0.0, 0.0
    rigid = np.concatenate([regressor(robot, q, v, a), rotor_inertia_columns(robot, a)], axis=2)
    friction = np.eye(n) * v[:, np.newaxis, :]
    columns = np.concatenate([base.columns(rigid), friction], axis=2)
    torque = rigid @ standard + v * 0.7 + noise * random.normal(size=v.shape)
    names = (*base.expressions, *(f"viscous {joint}" for joint in range(n)))
    rows = InMemoryRows(columns, torque, names, np.arange(400) // 10)
    return (estimator or WeightedLeastSquares()).fit(rows), base


def nearest(robot: RobotModel, estimate, base, *, reference=None, mass_bounds=None):
    links = reference_links(robot) if reference is None else reference
    return nearest_physical(
        estimate,
        base,
        reference=links,
        rotor_reference=reference_rotors(robot, links),
        mass_bounds=mass_bounds,
    )


def test_a_cuboid_relative_to_itself_is_the_identity():
    scale = to_parameters(CUBOID)
    np.testing.assert_allclose(scale @ triangle_of(np.eye(4)), CUBOID, atol=1e-12)
    np.testing.assert_allclose(parameters_of(pseudo_inertia(CUBOID)), CUBOID, atol=1e-12)
    # second moments of a cuboid about its centre are m/12 times its edges squared
    central = pseudo_inertia(CUBOID)
    central = central[:3, :3] - np.outer(central[:3, 3], central[:3, 3]) / 12.0
    np.testing.assert_allclose(central, np.diag([0.01, 0.04, 0.09]), atol=1e-12)


@given(st.integers(0, 10_000), st.sampled_from(["szabo-3r", "ec66", "sliding"]))
@settings(max_examples=6)
def test_consistent_bodies_are_unchanged(seed, name):
    robot = SLIDING if name == "sliding" else load_robot(name)
    links, rotors = arm(seed, robot=robot)
    standard = np.concatenate([links.ravel(), rotors])
    estimate, base = fitted(robot, standard, seed=seed)
    with_others = nearest(robot, estimate, base)
    truth = base.values(standard)
    size = np.maximum(np.abs(truth), 1e-3 * np.abs(truth).max())
    np.testing.assert_allclose(with_others.estimate[: base.count] / size, truth / size, atol=1e-5)
    np.testing.assert_allclose(with_others.estimate[base.count :], 0.7, atol=1e-5)
    assert np.all(with_others.min_eigenvalue > 0.0)
    # measured by themselves, even what no motor feels comes back
    alone = nearest_physical(estimate, base, reference=links, rotor_reference=rotors)
    np.testing.assert_allclose(alone.standard, links, rtol=1e-5, atol=1e-6 * np.abs(links).max())
    np.testing.assert_allclose(alone.rotor_inertia, rotors, rtol=1e-4)


@given(st.integers(0, 10_000))
@settings(max_examples=6)
def test_bodies_are_consistent_for_any_estimate(seed):
    robot = load_robot("ec66")
    random = np.random.default_rng(seed)
    links, rotors = arm(seed, robot=robot)
    impossible = links * random.normal(1.0, 2.0, links.shape)
    estimate, base = fitted(robot, np.concatenate([impossible.ravel(), -rotors]), seed=seed, noise=0.01)
    found = nearest(robot, estimate, base)
    assert found.reason is None
    assert np.all(found.min_eigenvalue > 0.0)
    assert np.all(smallest_eigenvalues(found.standard) > 0.0)
    assert np.all(found.rotor_inertia >= 0.0)
    assert found.added_squares > 0.0
    standard = np.concatenate([found.standard.ravel(), found.rotor_inertia])
    np.testing.assert_allclose(base.values(standard), found.estimate[: base.count], atol=1e-9)


def test_the_solution_is_no_farther_than_any_other_bodies():
    robot = load_robot("szabo-3r")
    links, rotors = arm(3, robot=robot)
    wrong = links.copy()
    wrong[2, 4:] *= -0.5
    estimate, base = fitted(robot, np.concatenate([wrong.ravel(), rotors]), seed=3, noise=0.05)
    found = nearest(robot, estimate, base)
    root = estimate.information_root
    for seed in range(30):
        others, spare = arm(seed, robot=robot)
        mixed = 0.9 * found.standard + 0.1 * others
        standard = np.concatenate([mixed.ravel(), 0.9 * found.rotor_inertia + 0.1 * spare])
        moved = np.concatenate([base.values(standard), found.estimate[base.count :]])
        assert np.sum((root @ (moved - estimate.estimate)) ** 2) >= found.added_squares * (1.0 - 1e-6)


def test_unidentifiable_parameters_are_named_and_near_the_reference():
    robot = load_robot("ec66")
    links, rotors = arm(1, robot=robot)
    estimate, base = fitted(robot, np.concatenate([links.ravel(), rotors]), seed=1)
    reference = reference_links(robot)
    found = nearest(robot, estimate, base, reference=reference)
    assert set(base.unobservable) <= set(found.undetermined)
    assert "mx_6" not in found.undetermined
    assert {"m_1", "m_2", "m_6"} <= set(found.undetermined)
    hidden = [index for index, name in enumerate(base.standard_names) if name in base.unobservable]
    assert found.standard.ravel()[hidden[0]] == pytest.approx(reference.ravel()[hidden[0]], rel=1e-6)


def test_a_resting_joint_has_no_identified_parameters():
    robot = load_robot("szabo-3r")
    links, rotors = arm(2, robot=robot)
    estimate, base = fitted(robot, np.concatenate([links.ravel(), rotors]), seed=2, noise=0.01, still=(2,))
    assert estimate.undetermined
    found = nearest(robot, estimate, base)
    assert found.reason is None
    assert np.all(found.min_eigenvalue > 0.0)
    assert "Ia_3" in found.undetermined
    assert np.all(np.isfinite(found.estimate))
    assert found.added_squares < 0.01 * estimate.weighted_squares


def test_masses_stay_within_their_bounds_or_the_reason_is_given():
    robot = load_robot("ec66")
    links, rotors = arm(4, robot=robot)
    estimate, base = fitted(robot, np.concatenate([links.ravel(), rotors]), seed=4, noise=0.01)
    mass = links[:, 0]
    bounds = np.stack([0.9 * mass, 1.1 * mass], axis=1)
    found = nearest(robot, estimate, base, mass_bounds=bounds)
    assert np.all(found.standard[:, 0] >= bounds[:, 0] - 1e-6)
    assert np.all(found.standard[:, 0] <= bounds[:, 1] + 1e-6)
    none = nearest(robot, estimate, base, mass_bounds=np.stack([-mass, -0.5 * mass], axis=1))
    assert none.reason is not None
    assert none.reason.code == "physical-impossible"
    assert np.isnan(none.standard).all()
    with pytest.raises(BadRequest) as caught:
        nearest(robot, estimate, base, mass_bounds=bounds[:, ::-1])
    assert caught.value.code == "mass-bounds"


def test_result_is_independent_of_the_torque_unit():
    robot = load_robot("szabo-3r")
    links, rotors = arm(5, robot=robot)
    links[1, 1:4] *= 4.0
    standard = np.concatenate([links.ravel(), rotors])
    one, base = fitted(robot, standard, seed=5, noise=0.1, estimator=LeastSquares())
    scaled = replace(
        one, information_root=1e4 * one.information_root, weighted_squares=1e8 * one.weighted_squares
    )
    first, second = nearest(robot, one, base), nearest(robot, scaled, base)
    np.testing.assert_allclose(first.standard, second.standard, rtol=1e-5, atol=1e-7)
    assert second.added_squares == pytest.approx(1e8 * first.added_squares, rel=1e-5)


def test_an_estimate_without_information_is_refused():
    robot = load_robot("szabo-3r")
    links, rotors = arm(6, robot=robot)
    estimate, base = fitted(robot, np.concatenate([links.ravel(), rotors]), seed=6)
    with pytest.raises(BadRequest) as caught:
        nearest(robot, replace(estimate, information_root=None), base)
    assert caught.value.code == "no-information"


@pytest.mark.parametrize(
    "name", ["ec66", "generic-6r", "kr300", "lwr4", "panda", "szabo-3r", "tx40", "ur10e"]
)
def test_every_shipped_arm_has_reference_bodies(name):
    robot = load_robot(name)
    assert described_links(robot)
    links = reference_links(robot)
    assert np.all(smallest_eigenvalues(links) > 0.0)
    np.testing.assert_allclose(links[:, :4], robot.inertial_parameters[:, :4], atol=1e-12)
    bare = replace(robot, inertial_parameters=None)
    solid = reference_links(bare)
    assert not described_links(bare)
    assert np.all(smallest_eigenvalues(solid) > 0.0)
    # a body in the shape of the arm weighs about what the arm does
    assert 0.3 < solid[:, 0].sum() / robot.inertial_parameters[:, 0].sum() < 3.0
    assert np.all(reference_rotors(robot, links) > 0.0)
