"""The exported URDF moves and pulls like the identified arm, judged by Pinocchio."""

import xml.etree.ElementTree as ET
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from core.base_parameters import find_base_parameters
from core.errors import BadRequest
from core.exchange.export import export_urdf
from core.exchange.export_geometry import roll_pitch_yaw
from core.exchange.export_urdf_inertials import (
    is_physical,
    link_inertial,
    nearest_parameters,
    parameter_size,
)
from core.robot.dynamics import regressor
from core.robot.model import Joint, JointKind, RobotModel
from tests.core.exchange.made_result import made_from_base, straight_friction

pinocchio = pytest.importorskip("pinocchio")


def body(mass, center, principal, turn) -> np.ndarray:
    """Ten standard parameters of a body with these principal moments about its centre of mass."""
    rotation = Rotation.from_rotvec(turn).as_matrix()
    center = np.asarray(center)
    inertia = rotation @ np.diag(principal) @ rotation.T
    inertia = inertia + mass * (center @ center * np.eye(3) - np.outer(center, center))
    return np.concatenate([[mass], mass * center, inertia[np.tril_indices(3)]])


def links(seed: int, count: int) -> np.ndarray:
    random = np.random.default_rng(seed)
    return np.array(
        [
            body(
                random.uniform(2.0, 6.0),
                random.uniform(-0.1, 0.1, 3),
                random.uniform(0.05, 0.08, 3),
                random.normal(size=3),
            )
            for _ in range(count)
        ]
    )


def arm(**changes) -> RobotModel:
    """Four joints with the traps of the trade: a pole of the angles, a slide, turned reports."""
    joints = (
        Joint("base", d=0.4, lower=-3.0, upper=2.0, velocity=2.0, torque=100.0),
        Joint("shoulder", a=0.15, alpha=-np.pi / 2, offset=-np.pi / 2, reported_sign=-1, reported_zero=0.3),
        Joint("slide", JointKind.PRISMATIC, a=0.3, alpha=0.7, d=0.1, offset=0.2, reported_zero=0.05),
        Joint("wrist", a=-0.1, alpha=1.1, d=0.2, reported_zero=-1.2),
    )
    settings = {
        "name": "four",
        "joints": joints,
        "inertial_parameters": links(1, 4),
        "rotor_inertia": np.array([0.5, 0.4, 0.3, 0.2]),
        "base": _placed(Rotation.from_euler("xyz", [0.3, 0.2, 0.1]).as_matrix(), [0.1, 0.2, 0.3]),
    }
    return RobotModel(**(settings | changes))


def _placed(rotation, shift) -> np.ndarray:
    place = np.eye(4)
    place[:3, :3], place[:3, 3] = rotation, shift
    return place


def identified(robot: RobotModel, truth, rotor, *, with_rotor_inertia: bool):
    """A perfect identification of an arm with these parameters."""
    base = find_base_parameters(robot, rotor_inertia=with_rotor_inertia)
    standard = np.concatenate([truth.ravel(), rotor]) if with_rotor_inertia else truth.ravel()
    return made_from_base(base.grouping @ standard, with_rotor_inertia=with_rotor_inertia)


def motion(count: int, joints: int):
    random = np.random.default_rng(3)
    return (random.uniform(-1.5, 1.5, (count, joints)) for _ in range(3))


def pinocchio_torque(text: str, robot: RobotModel, q, v, a) -> np.ndarray:
    """Inverse dynamics of the file for reported motion; continuous joints take cosine and sine."""
    model = pinocchio.buildModelFromXML(text)
    model.gravity.linear = np.array([0.0, 0.0, -np.linalg.norm(robot.gravity)])
    data = model.createData()
    torques = []
    for position, speed, acceleration in zip(q, v, a, strict=True):
        full = np.concatenate(
            [
                [np.cos(x), np.sin(x)] if model.joints[index + 1].nq == 2 else [x]
                for index, x in enumerate(position)
            ]
        )
        torques.append(pinocchio.rnea(model, data, full, speed, acceleration).copy())
    return np.array(torques)


def identified_torque(robot: RobotModel, truth, rotor, q, v, a) -> np.ndarray:
    """What the identified arm needs, for the motion and in the direction that it reports."""
    sign = robot.reported_sign
    rigid = regressor(robot, robot.position_from_reported(q), v * sign, a * sign) @ truth.ravel()
    return sign * (rigid + rotor * a * sign)


@pytest.mark.parametrize("with_rotor_inertia", [True, False])
@pytest.mark.parametrize("gravity", [(0.0, 0.0, -9.80665), (0.0, 9.7, 1.3)])
def test_the_file_pulls_like_the_identified_arm(with_rotor_inertia, gravity):
    robot = arm(gravity=np.array(gravity))
    truth = robot.inertial_parameters * np.array([[1.1], [0.93], [1.06], [0.9]])
    rotor = robot.rotor_inertia * 1.2 if with_rotor_inertia else np.zeros(4)
    made = export_urdf(identified(robot, truth, rotor, with_rotor_inertia=with_rotor_inertia), robot)
    assert made.not_physical == ()
    q, v, a = motion(20, 4)
    expected = identified_torque(robot, truth, rotor, q, v, a)
    found = pinocchio_torque(made.text, robot, q, v, a) + made.rotor_inertia * a
    np.testing.assert_allclose(found, expected, rtol=0.0, atol=1e-9 * np.abs(expected).max())


def test_what_the_data_fix_is_exact_and_the_rest_is_named():
    robot = arm()
    truth = robot.inertial_parameters * 1.05
    made = export_urdf(identified(robot, truth, robot.rotor_inertia, with_rotor_inertia=True), robot)
    assert made.not_physical == ()
    assert set(made.determined).isdisjoint(made.filled)
    assert len(made.determined) + len(made.filled) == 40
    assert "wrist: mx" in made.determined
    assert "base: m" in made.filled
    assert "determined by the data: " in made.text


def test_an_impossible_link_keeps_the_description_and_is_named():
    robot = arm()
    truth = robot.inertial_parameters.copy()
    truth[3, 1:3] *= 50.0  # a first moment that no body of this inertia has
    made = export_urdf(identified(robot, truth, robot.rotor_inertia, with_rotor_inertia=True), robot)
    assert "wrist" in made.not_physical
    assert not [name for name in made.determined if name.startswith("wrist: ")]
    masses = {
        link.get("name"): float(link.find("inertial/mass").get("value"))
        for link in ET.fromstring(made.text).iter("link")
        if link.find("inertial") is not None
    }
    assert masses["wrist_link"] == robot.inertial_parameters[3, 0]
    assert "does NOT reproduce" in made.text


def test_limits_are_those_of_the_reported_position():
    joint = Joint(
        "turned", lower=-1.0, upper=2.0, velocity=3.0, torque=9.0, reported_sign=-1, reported_zero=0.5
    )
    robot = RobotModel("one", (joint,), inertial_parameters=links(1, 1))
    made = export_urdf(identified(robot, links(1, 1), np.zeros(1), with_rotor_inertia=False), robot)
    limit = ET.fromstring(made.text).find("joint/limit").attrib
    assert {name: float(value) for name, value in limit.items()} == {
        "lower": -1.5,
        "upper": 1.5,
        "velocity": 3.0,
        "effort": 9.0,
    }


def test_friction_is_in_it_as_pinocchio_reads_it():
    robot = arm()
    joints = [
        straight_friction(name, 1.0 + place, 0.5 + place) for place, name in enumerate(robot.joint_names)
    ]
    result = identified(robot, robot.inertial_parameters, robot.rotor_inertia, with_rotor_inertia=True)
    made = export_urdf(replace(result, friction=tuple(joints)), robot)
    model = pinocchio.buildModelFromXML(made.text)
    np.testing.assert_allclose(model.upperDryFrictionLimit, made.friction.constant)
    np.testing.assert_allclose(model.damping, made.friction.damping)
    np.testing.assert_allclose(made.friction.constant, [1.0, 2.0, 3.0, 4.0])


def test_a_description_without_inertia_is_refused():
    robot = arm(inertial_parameters=None)
    result = identified(arm(), links(1, 4), np.ones(4), with_rotor_inertia=True)
    with pytest.raises(BadRequest) as caught:
        export_urdf(result, robot)
    assert caught.value.code == "urdf-without-description"


@given(st.integers(0, 10_000))
def test_nearest_parameters_meet_the_base_and_keep_the_rest(seed):
    random = np.random.default_rng(seed)
    grouping = np.hstack([np.eye(3), random.normal(size=(3, 4)) * [0.0, 1.0, 1.0, 0.0]])
    prior, size = random.normal(size=7), random.uniform(0.1, 10.0, 7)
    base = random.normal(size=3)
    found = nearest_parameters(grouping, base=base, prior=prior, size=size)
    np.testing.assert_allclose(grouping @ found.values, base, atol=1e-9)
    assert found.values[[3, 6]] == pytest.approx(prior[[3, 6]])
    assert not found.determined[3:].any()
    again = nearest_parameters(grouping, base=grouping @ prior, prior=prior, size=size)
    np.testing.assert_allclose(again.values, prior, atol=1e-9)


def test_a_unit_of_length_does_not_change_the_answer():
    """Metres or millimetres: the same body comes out."""
    random = np.random.default_rng(0)
    prior, change = links(2, 1).ravel(), np.array([1.0] + [1e3] * 3 + [1e6] * 6)
    grouping = random.normal(size=(4, 10)) / prior
    base = grouping @ (prior * 1.1)
    metre = nearest_parameters(
        grouping, base=base, prior=prior, size=parameter_size(prior, link_count=1, reach=0.5)
    )
    milli = nearest_parameters(
        grouping / change,
        base=base,
        prior=prior * change,
        size=parameter_size(prior * change, link_count=1, reach=500.0),
    )
    np.testing.assert_allclose(milli.values / change, metre.values, rtol=1e-9, atol=1e-12)


@given(st.integers(0, 10_000))
def test_bodies_are_physical_and_come_back_as_inertials(seed):
    random = np.random.default_rng(seed)
    center, principal = random.normal(size=3), np.array([0.05, 0.06, 0.08])
    parameters = body(2.0, center, principal, random.normal(size=3))
    assert is_physical(parameters)
    inertial = link_inertial(parameters)
    np.testing.assert_allclose(inertial.center_of_mass, center)
    np.testing.assert_allclose(np.linalg.eigvalsh(inertial.inertia), principal, rtol=1e-9, atol=1e-9)
    assert not is_physical(parameters * [-1.0, *[1.0] * 9])
    assert not is_physical(body(2.0, center, [0.05, 0.06, 0.2], [0.0, 0.0, 0.0]))


@given(st.tuples(*[st.floats(-3.0, 3.0)] * 3))
def test_angles_rebuild_the_rotation(turn):
    rotation = Rotation.from_rotvec(turn).as_matrix()
    rebuilt = Rotation.from_euler("xyz", roll_pitch_yaw(rotation)).as_matrix()
    np.testing.assert_allclose(rebuilt, rotation, atol=1e-9)


@pytest.mark.parametrize("pitch", [np.pi / 2, -np.pi / 2])
def test_angles_at_the_pole(pitch):
    rotation = Rotation.from_euler("xyz", [0.4, pitch, 0.9]).as_matrix()
    rebuilt = Rotation.from_euler("xyz", roll_pitch_yaw(rotation)).as_matrix()
    np.testing.assert_allclose(rebuilt, rotation, atol=1e-9)
