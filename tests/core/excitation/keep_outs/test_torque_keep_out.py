"""Rated torques: a penalty with the exact gradient, and what it lets through needs no more than they give."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from core.excitation.keep_outs.torque_keep_out import start_shares, torque_keep_out
from core.excitation.trajectories import rest
from core.robot.library import load_robot
from core.robot.model import AssumedPayload
from core.robot.rated_torque import COULOMB_SHARE
from core.robot.worst_payload import worst_motor_torque, worst_payload
from tests.core.excitation.differences import along, by_differences, random_motion_of, random_way
from tests.core.excitation.keep_outs.test_collision_keep_out import largest_without_penalty, motions


def rated(robot, torque):
    """The arm with other rated torques."""
    return replace(robot, joints=tuple(replace(joint, torque=torque) for joint in robot.joints))


@settings(max_examples=12, deadline=None)
@given(st.sampled_from(["ec66", "ur10e", "panda", "kr300"]), st.integers(0, 10_000))
def test_gradient_of_the_penalty_agrees_with_differences(name, seed):
    robot = load_robot(name)
    weak = replace(robot, joints=tuple(replace(joint, torque=0.4 * joint.torque) for joint in robot.joints))
    keep_out = torque_keep_out(rated(robot, 3000.0) if name == "kr300" else weak)
    motion = random_motion_of(robot, seed=seed)
    motion.acceleration[:] *= 5.0
    way = random_way(motion, seed=seed)
    value, gradient = keep_out.penalty(motion)
    assume(value > 0.0)
    expected = by_differences(keep_out.penalty, motion, way, step=1e-6)
    assert along(gradient, way) == pytest.approx(expected, rel=1e-4, abs=1e-5)


def test_no_penalty_without_masses_or_ratings():
    robot = load_robot("ec66")
    assert torque_keep_out(replace(robot, inertial_parameters=None)) is None
    assert torque_keep_out(rated(robot, np.inf)) is None
    assert torque_keep_out(robot) is not None


@pytest.mark.parametrize("name", ["ur10e", "panda"])
def test_zero_penalty_on_coarse_samples_means_no_shortfall(name):
    robot, basis, xs = motions(name)
    keep_out = torque_keep_out(robot)
    shares = [largest_without_penalty(keep_out, basis, x) for x in xs]
    assert 0.0 < min(shares) < 0.95, "some motion must be held back by the keep-out"
    for x, share in zip(xs, shares, strict=True):
        value, gradient = keep_out.penalty(basis.motion(share * x))
        assert value == 0.0
        assert not gradient.position.any()
        assert not keep_out.shortfalls(basis.trajectory(share * x))


def test_overload_is_reported_per_drive_in_motion_and_at_rest():
    robot, q = load_robot("ur10e"), np.zeros(6)
    payload = AssumedPayload(12.5, 0.1)
    still = np.zeros((1, 6))
    held = worst_motor_torque(robot, q[np.newaxis], still, still, payload=payload)[0]
    weak = rated(robot, 0.5 * (held[1] + held[2]))
    found = torque_keep_out(weak, payload=payload).shortfalls(rest(q, seconds=1.0))
    assert {(shortfall.code, shortfall.facts["joint"]) for shortfall in found} == {
        ("torque-too-high", 2),
        ("cannot-hold", 2),
    }
    assert all(shortfall.facts["share"] > 1.0 and shortfall.blocking for shortfall in found)


def test_a_free_joint_must_overcome_its_friction_at_the_start():
    robot = load_robot("ur10e")
    still = np.zeros((1, 6))
    torque = worst_motor_torque(robot, still, still, still, payload=worst_payload(robot))[0]
    shares = start_shares(robot, np.zeros(6), free=[0, 1, 2])
    np.testing.assert_allclose(shares - torque / robot.torque_limit, [COULOMB_SHARE] * 3 + [0.0] * 3)
    assert not start_shares(replace(robot, inertial_parameters=None), np.zeros(6), free=[0]).any()
