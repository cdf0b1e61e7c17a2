"""The worst payload is no smaller than any permitted one, and hardly larger than the worst of them."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import BadRequest
from core.robot.dynamics import inverse_dynamics
from core.robot.inertia import about_origin
from core.robot.library import load_robot
from core.robot.model import AssumedPayload, Joint, PayloadLimit, RobotModel
from core.robot.worst_payload import _load_parts, worst_motor_torque, worst_payload
from tests.core.robot.oracles import WITH_MASSES


def directions(count):
    """Unit vectors all over the sphere."""
    k = np.arange(count) + 0.5
    polar, around = np.arccos(1.0 - 2.0 * k / count), np.pi * (1.0 + 5.0**0.5) * k
    return np.stack([np.cos(around) * np.sin(polar), np.sin(around) * np.sin(polar), np.cos(polar)], axis=1)


def with_point_mass(robot, mass, center):
    """The link parameters with a point mass at ``center`` (3,) of the flange's frame."""
    parameters = robot.inertial_parameters.copy()
    place = robot.flange[:3, :3] @ center + robot.flange[:3, 3]
    parameters[-1] += about_origin(mass, center=place, inertia=np.zeros((3, 3)))
    return parameters


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(["ec66", "panda", "tx40"]), st.integers(0, 999))
def test_bound_holds_in_every_direction_and_is_tight(name, seed):
    robot = load_robot(name)
    random = np.random.default_rng(seed)
    q = random.uniform(-2.0, 2.0, size=(4, robot.joint_count))
    v, a = random.normal(size=(2, *q.shape))
    payload = AssumedPayload(mass=4.0, distance=0.15)
    bound = worst_motor_torque(robot, q, v, a, payload=payload)
    worst = np.max(
        [
            np.abs(inverse_dynamics(robot, q, v, a, parameters=with_point_mass(robot, 4.0, 0.15 * way)))
            for way in directions(400)
        ],
        axis=0,
    )
    assert np.all(bound >= worst - 1e-9)
    # the part that is quadratic in the distance is bounded by its size: at most twice too much
    quadratic = _load_parts(robot, q, v, a)[2]
    assert np.all(bound <= 1.02 * worst + 2.0 * 4.0 * 0.15**2 * quadratic)


def test_at_rest_the_bound_is_exact():
    robot = load_robot("ec66")
    q, still = np.array([[0.0, 0.3, 0.2, -0.4, 0.5, 0.0]]), np.zeros((1, 6))
    payload = AssumedPayload(mass=6.0, distance=0.1)
    bound = worst_motor_torque(robot, q, still, still, payload=payload)
    worst = np.max(
        [
            np.abs(
                inverse_dynamics(robot, q, still, still, parameters=with_point_mass(robot, 6.0, 0.1 * way))
            )
            for way in directions(20_000)
        ],
        axis=0,
    )
    np.testing.assert_allclose(bound, worst, rtol=2e-3, atol=1e-6)


def test_compensator_torque_is_subtracted_from_the_bound():
    robot = load_robot("kr300")
    bare = replace(robot, compensators=())
    q, still = np.array([[0.0, -1.2, 1.0, 0.0, 0.5, 0.0]]), np.zeros((1, 6))
    payload = AssumedPayload(mass=0.0, distance=0.0)
    with_it = worst_motor_torque(robot, q, still, still, payload=payload)
    without = worst_motor_torque(bare, q, still, still, payload=payload)
    assert with_it[0, 1] < without[0, 1]
    np.testing.assert_allclose(np.delete(with_it, 1), np.delete(without, 1))


def test_rotor_inertia_is_part_of_the_bound():
    robot = load_robot("kr300")
    q, push = np.array([[0.0, -1.2, 1.0, 0.0, 0.5, 0.0]]), np.eye(6)[:1]
    payload = AssumedPayload(mass=0.0, distance=0.0)
    bare = replace(robot, rotor_inertia=None)
    difference = worst_motor_torque(robot, q, 0 * q, push, payload=payload) - worst_motor_torque(
        bare, q, 0 * q, push, payload=payload
    )
    assert difference[0, 0] == pytest.approx(robot.rotor_inertia[0])


def test_a_described_limit_is_used_unchanged():
    robot = replace(load_robot("ec66"), payload_limit=PayloadLimit(3.0, 0.2))
    assert worst_payload(robot) == AssumedPayload(3.0, 0.2)


def test_a_load_diagram_is_bounded_by_one_load():
    corners = ((0.1, 5.0), (0.3, 4.0), (0.6, 0.5))
    payload = worst_payload(replace(load_robot("ec66"), payload_limit=PayloadLimit(diagram=corners)))
    distance = np.linspace(0.0, 0.6, 601)
    mass = np.interp(distance, *np.transpose(corners))
    assert (payload.mass, payload.mass_assumed, payload.distance_assumed) == (5.0, False, False)
    assert np.all(mass * distance <= payload.mass * payload.distance + 1e-9)
    inertia = mass * distance**2
    assert np.all(inertia <= payload.mass * payload.distance**2 + 1e-6)
    assert payload.mass * payload.distance**2 < 1.01 * inertia.max(), "and by hardly more than it asks"


@pytest.mark.parametrize("name", WITH_MASSES)
def test_assumed_values_are_marked_and_the_load_is_holdable_in_every_pose(name):
    robot = load_robot(name)
    payload = worst_payload(robot)
    assert payload.mass_assumed == (name in {"gear-bench", "generic-6r", "moteus-6", "szabo-3r", "tx40"})
    assert payload.distance_assumed
    low = np.where(np.isfinite(robot.lower), robot.lower, -np.pi)
    high = np.where(np.isfinite(robot.upper), robot.upper, np.pi)
    q = np.random.default_rng(8).uniform(low, high, size=(200, robot.joint_count))
    still = np.zeros_like(q)
    held = worst_motor_torque(robot, q, still, still, payload=payload)
    assert np.all(held < robot.torque_limit)


def test_without_masses_there_is_no_torque():
    robot = RobotModel(name="r", joints=(Joint("one"),))
    with pytest.raises(BadRequest, match="no-inertial-parameters"):
        worst_motor_torque(robot, *np.zeros((3, 1, 1)), payload=AssumedPayload(1.0, 0.1))
    assert worst_payload(robot).mass == 0.0
