"""Shifts under a payload at a pose, matrices and ellipsoids there, and the map over the workspace."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import BadRequest
from core.monitor import Cancelled
from core.quality import Verdict
from core.robot.kinematics import flange_transforms
from core.robot.library import load_robot
from core.robot.model import RobotModel
from core.stiffness.cartesian import (
    compliance_ellipsoid,
    full_compliance,
    reduced_compliance,
    stiffness_of,
)
from core.stiffness.deflection_map import deflection_map
from core.stiffness.model import stiffness_model
from core.stiffness.prediction import FlangeLoad, load_wrench, predict_shift
from core.stiffness.reduction import reduce_stiffness
from tests.core.stiffness.arms import arms

MODEL = stiffness_model(load_robot("mikhel-6"))
REDUCED = reduce_stiffness(MODEL)
POSE = np.radians([20.0, 30.0, -20.0, 40.0, 50.0, 10.0])


def test_a_stretched_arm_bends_like_a_beam_on_springs() -> None:
    """mikhel-3 stretched out along x with a force down at its end, by hand."""
    robot = load_robot("mikhel-3")
    model = stiffness_model(robot)
    found = full_compliance(model, np.zeros((1, 3)))[0] @ np.array([0, 0, -100.0, 0, 0, 0])
    bending = 7e10 * np.pi / 64.0 * np.array([0.25**4 - 0.16**4, 0.21**4 - 0.16**4, 0.14**4 - 0.1**4])
    shear, torsion = 0.01, bending[2] / 1.346
    second, third = 1.075, 1.5
    down = (
        (second + third) ** 2 / 3e5
        + third**2 / 1e5
        + third**3 / (3.0 * bending[2])
        + second**3 / (3.0 * bending[1])
        + third * second**2 / bending[1]
        + third**2 * second / bending[1]
        + (second + third) ** 2 * 0.324 / bending[0]
    )
    area = np.pi / 4.0 * (0.25**2 - 0.16**2)
    down += 0.324 / (7e10 * area)
    twist = shear**2 * (third / torsion + second / (bending[1] / 1.346) + 0.324 / bending[0])
    assert found[2] == pytest.approx(-100.0 * (down + twist), rel=1e-6)


@settings(max_examples=25, deadline=None)
@given(robot=arms(slides=False), seed=st.integers(0, 100))
def test_matrices_are_symmetric_and_links_add_compliance(robot: RobotModel, seed: int) -> None:
    q = np.random.default_rng(seed).uniform(-1.0, 1.0, (3, robot.joint_count))
    model = stiffness_model(robot)
    full = full_compliance(model, q)
    joints = reduced_compliance(robot, model.joint_compliance, q)
    np.testing.assert_allclose(full, full.transpose(0, 2, 1), atol=1e-18)
    added = np.linalg.eigvalsh(full - joints)
    assert np.all(added >= -1e-12 * np.abs(added).max())
    np.testing.assert_allclose(full_compliance(model.with_rigid_links(), q), joints, atol=1e-18)
    stiffness = stiffness_of(full)
    np.testing.assert_allclose(full @ stiffness @ full, full, atol=1e-6 * np.abs(full).max())


def test_uncoupled_directions_have_zero_coupling() -> None:
    model = stiffness_model(load_robot("mikhel-3"))
    stiffness = stiffness_of(full_compliance(model, np.zeros((1, 3))))[0]
    assert stiffness[0, 1] == stiffness[1, 2] == stiffness[1, 4] == 0.0
    assert np.all(np.diag(stiffness) > 0.0)


def test_ellipsoids_are_principal_directions() -> None:
    compliance = full_compliance(MODEL, POSE[np.newaxis])[0]
    found = compliance_ellipsoid(compliance)
    assert found.size[0] >= found.size[1] >= found.size[2] > 0.0
    for axis in range(3):
        force = found.directions[:, axis]
        np.testing.assert_allclose(compliance[:3, :3] @ force, found.size[axis] * force, rtol=1e-9)
    flat = compliance_ellipsoid(np.zeros((6, 6)))
    assert np.all(flat.size == 0.0)


def test_a_load_off_the_tool_point_adds_its_moment() -> None:
    load = FlangeLoad(5.0, (0.1, 0.0, 0.2))
    q = POSE[np.newaxis]
    wrench = load_wrench(MODEL.robot, q, load)[0]
    frame = flange_transforms(MODEL.robot, q)[0]
    arm = frame[:3, :3] @ np.array(load.center)
    np.testing.assert_allclose(wrench[:3], [0.0, 0.0, -5.0 * 9.81])
    np.testing.assert_allclose(wrench[3:], np.cross(arm, wrench[:3]))
    at_center = load_wrench(MODEL.robot, q, load, tool=load.center)[0]
    np.testing.assert_allclose(at_center[3:], 0.0, atol=1e-12)


def test_a_prediction_has_its_parts() -> None:
    found = predict_shift(MODEL, REDUCED, POSE, FlangeLoad(10.0, (0.0, 0.0, 0.1)))
    assert np.linalg.norm(found.joints_only) < found.size
    assert np.linalg.norm(found.reduced - found.full) < 0.15 * found.size
    assert 1e-5 < found.size_std < 1e-4, "springs and load are exactly known, gears stand in their loops"
    tight = replace(MODEL, gear_loop=np.zeros(6))
    assert predict_shift(tight, REDUCED, POSE, FlangeLoad(10.0)).size_std == 0.0
    wide = replace(MODEL, gear_loop=np.full(6, 1e-4))
    columns = MODEL.columns(POSE[np.newaxis]).joint[0, :3]
    expected = np.sqrt(np.sum((columns * 1e-4 / np.sqrt(12.0)) ** 2, axis=1))
    np.testing.assert_allclose(predict_shift(wide, REDUCED, POSE, FlangeLoad(10.0)).std, expected)
    twice = predict_shift(MODEL, REDUCED, POSE, FlangeLoad(20.0, (0.0, 0.0, 0.1)))
    np.testing.assert_allclose(twice.full, 2.0 * found.full)
    bare = predict_shift(MODEL.with_rigid_links(), REDUCED, POSE, FlangeLoad(10.0))
    assert bare.judgement.verdict is Verdict.USABLE
    assert bare.judgement.reasons[0].code == "shift-without-links"


def test_prediction_std_matches_monte_carlo() -> None:
    std = 0.05 / MODEL.joint_compliance
    covariance = np.diag(np.square([0.2, 0.005, 0.005, 0.01]))
    load = FlangeLoad(10.0, (0.02, 0.0, 0.1), covariance)
    model = stiffness_model(
        MODEL.robot,
        joint_stiffness=1.0 / MODEL.joint_compliance,
        joint_stiffness_std=std,
        gear_loop=np.zeros(6),
    )
    told = predict_shift(model, REDUCED, POSE, load).std
    generator = np.random.default_rng(1)
    drawn = []
    for _ in range(600):
        mass, *center = np.array([10.0, 0.02, 0.0, 0.1]) + np.sqrt(np.diag(covariance)) * (
            generator.standard_normal(4)
        )
        springs = 1.0 / (MODEL.joint_compliance * (1.0 + 0.05 * generator.standard_normal(6)))
        one = stiffness_model(MODEL.robot, joint_stiffness=springs)
        x, y, z = center
        drawn.append(predict_shift(one, REDUCED, POSE, FlangeLoad(mass, (x, y, z))).full)
    np.testing.assert_allclose(told, np.std(drawn, axis=0), rtol=0.15)


def test_loads_of_zero_mass_are_refused() -> None:
    for mass in (0.0, -1.0, np.nan):
        with pytest.raises(BadRequest, match=r"setting-not-(above|finite)"):
            FlangeLoad(mass)
    with pytest.raises(BadRequest, match="motion-shape"):
        predict_shift(stiffness_model(load_robot("mikhel-3")), REDUCED, np.zeros(3), FlangeLoad(1.0))


def test_the_map_names_the_place_of_largest_compliance() -> None:
    load = FlangeLoad(10.0)
    found = deflection_map(MODEL, load=load, columns=20, rows=24, poses=6000)
    assert found.largest.shape == (24, 20)
    assert found.count.sum() == 6000
    worst = np.linalg.norm(
        full_compliance(MODEL, found.worst_position[np.newaxis])[0, :3]
        @ load_wrench(MODEL.robot, found.worst_position[np.newaxis], load)[0]
    )
    assert found.most == pytest.approx(worst)
    reached = found.count > 0
    assert np.all(np.isnan(found.largest[~reached]))
    assert np.all(found.mean[reached] <= found.largest[reached] + 1e-15)
    row = np.searchsorted(found.height, found.worst[1]) - 1
    column = np.searchsorted(found.radius, found.worst[0]) - 1
    assert found.largest[row, column] == found.most
    near, far = found.mean[reached & (_radii(found) < 0.8)], found.mean[reached & (_radii(found) > 1.8)]
    assert far.mean() > 2.0 * near.mean(), "an arm that reaches out gives more"
    assert found.average < found.most


def _radii(found: object) -> np.ndarray:
    middle = 0.5 * (found.radius[1:] + found.radius[:-1])  # type: ignore[attr-defined]
    return np.broadcast_to(middle, (24, 20))


def test_a_force_may_replace_a_load_for_any_base_placement() -> None:
    force = np.array([0.0, 0.0, -98.1])
    plain = deflection_map(MODEL, load=force, poses=2000)
    moved = stiffness_model(
        replace(
            MODEL.robot,
            base=np.array([[1.0, 0, 0, 3.0], [0, 1.0, 0, -2.0], [0, 0, 1.0, 1.0], [0, 0, 0, 1.0]]),
        )
    )
    shifted = deflection_map(moved, load=force, poses=2000)
    np.testing.assert_allclose(plain.largest, shifted.largest, rtol=1e-9)
    np.testing.assert_allclose(plain.radius, shifted.radius, rtol=1e-9)


def test_a_map_can_be_cancelled() -> None:
    class Stopping:
        def report(self, fraction: float, text: str = "") -> None:
            pass

        def keep(self, result: object) -> None:
            pass

        def check(self) -> None:
            raise Cancelled

    with pytest.raises(Cancelled):
        deflection_map(MODEL, load=FlangeLoad(1.0), monitor=Stopping())
    with pytest.raises(BadRequest, match="deflection-map"):
        deflection_map(MODEL, load=FlangeLoad(1.0), poses=0)
