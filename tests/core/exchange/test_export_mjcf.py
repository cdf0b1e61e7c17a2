"""The MJCF of an identified arm, judged by MuJoCo and by Pinocchio."""

import xml.etree.ElementTree as ET
from dataclasses import replace

import mujoco
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from core.base_parameters import find_base_parameters
from core.errors import BadRequest
from core.exchange.export import export_urdf
from core.exchange.export_geometry import quaternion
from core.exchange.export_mjcf import export_mjcf
from core.robot.dynamics import inverse_dynamics
from core.robot.library import load_robot
from tests.core.exchange.made_result import made_from_base, made_parameter, straight_friction
from tests.core.exchange.simulated_arms import (
    BODIES,
    ROTORS,
    known,
    random_motion,
    reported_torque,
    tilted_arm,
)
from tests.core.exchange.test_export_urdf import links, pinocchio_torque


def mujoco_torque(text: str, q, v, a) -> np.ndarray:
    """Inverse dynamics of the file without friction; limits do not push back, they are contact for MuJoCo."""
    model = mujoco.MjModel.from_xml_string(text)
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT | mujoco.mjtDisableBit.mjDSBL_DAMPER
    data = mujoco.MjData(model)
    torques = []
    for data.qpos[:], data.qvel[:], data.qacc[:] in zip(q, v, a, strict=True):
        mujoco.mj_inverse(model, data)
        torques.append(data.qfrc_inverse.copy())
    return np.array(torques)


@pytest.mark.parametrize("physical", [True, False])
def test_it_pulls_like_the_identified_arm_rotors_included(physical):
    robot = tilted_arm()
    made = export_mjcf(known(robot, physical=physical), robot)
    assert made.physical == physical
    assert made.not_physical == ()
    motion = random_motion(20, 4)
    expected = reported_torque(robot, *motion)
    found = mujoco_torque(made.text, *motion)
    np.testing.assert_allclose(found, expected, rtol=0.0, atol=1e-9 * np.abs(expected).max())


def test_pinocchio_reads_it_as_the_same_arm(tmp_path):
    pinocchio = pytest.importorskip("pinocchio")
    robot = tilted_arm()
    path = tmp_path / "arm.xml"
    path.write_text(export_mjcf(known(robot, physical=True), robot).text, encoding="utf-8")
    model = pinocchio.buildModelFromMJCF(str(path))
    model.gravity.linear = robot.gravity
    data = model.createData()
    motion = random_motion(10, 4)
    expected = reported_torque(robot, *motion)
    found = np.array([pinocchio.rnea(model, data, *state) for state in zip(*motion, strict=True)])
    np.testing.assert_allclose(found, expected, rtol=0.0, atol=1e-9 * np.abs(expected).max())


def test_possible_bodies_stand_in_the_urdf_too():
    pytest.importorskip("pinocchio")
    robot = tilted_arm(inertial_parameters=None)
    made = export_urdf(known(robot, physical=True), robot)
    assert made.physical
    assert set(made.filled) == {"base: m", "base: Ixx"}
    motion = random_motion(10, 4)
    expected = reported_torque(robot, *motion)
    found = pinocchio_torque(made.text, robot, *motion) + ROTORS * motion[2]
    np.testing.assert_allclose(found, expected, rtol=0.0, atol=1e-9 * np.abs(expected).max())
    assert "nearest bodies that are physically possible" in made.text


def test_ranges_motors_armature_and_flange_are_in_it():
    robot = tilted_arm()
    text = export_mjcf(known(robot, physical=True), robot).text
    model = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(model)
    np.testing.assert_allclose(model.dof_armature, ROTORS)
    np.testing.assert_allclose(model.opt.gravity, robot.gravity)
    np.testing.assert_allclose(model.body_mass[1:], BODIES[:, 0])
    assert model.jnt_limited.tolist() == [1, 0, 0, 0]
    np.testing.assert_allclose(model.jnt_range[0], [-3.0, 2.0])
    np.testing.assert_allclose(model.actuator_ctrlrange[0], [-100.0, 100.0])
    mujoco.mj_forward(model, data)
    assert data.ncon == 0
    assert model.site("flange").id >= 0


def test_friction_is_a_constant_and_a_viscous_part():
    """The friction that was identified as such is in MuJoCo whole, from slow motion on."""
    robot = tilted_arm()
    joints = [
        straight_friction(name, 1.0 + 2.0 * place, 0.5 * place)
        for place, name in enumerate(robot.joint_names)
    ]
    made = export_mjcf(replace(known(robot, physical=True), friction=tuple(joints)), robot)
    np.testing.assert_allclose(made.friction.constant, [1.0, 3.0, 5.0, 7.0])
    np.testing.assert_allclose(made.friction.damping, [0.0, 0.5, 1.0, 1.5], atol=1e-12)
    assert made.friction.largest_difference.max() < 1e-12
    q, _, a = random_motion(10, 4)
    model = mujoco.MjModel.from_xml_string(made.text)
    model.jnt_limited[:] = 0
    data = mujoco.MjData(model)
    for speed in (0.02, -0.02, 1.0, -1.0):
        v = np.full_like(q, speed)
        rigid = mujoco_torque(made.text, q, v, 0.0 * a)
        for row in range(10):
            data.qpos[:], data.qvel[:], data.qacc[:] = q[row], v[row], 0.0
            mujoco.mj_inverse(model, data)
            expected = made.friction.torque(v[row])
            np.testing.assert_allclose(data.qfrc_inverse - rigid[row], expected, rtol=0.0, atol=1e-9 * 20.0)


def test_what_a_constant_and_a_viscous_part_cannot_say_is_named():
    robot = tilted_arm()
    joints = [straight_friction(name, 3.0, 1.0) for name in robot.joint_names]
    bent = replace(joints[1], curve_torque=joints[1].curve_torque + 2.0 * joints[1].curve_speed ** 3)
    stronger = np.where(joints[2].curve_speed > 0.0, 1.3, 1.0) * joints[2].curve_torque
    result = replace(known(robot, physical=True), friction=(joints[0], bent, *joints[2:]))
    made = export_mjcf(result, robot)
    assert made.friction.left_out == ("offset", "speed")
    assert made.friction.largest_difference[1] > 0.1
    assert "its bend over speed" in made.text
    one_way = replace(result, friction=(joints[0], joints[1], replace(joints[2], curve_torque=stronger)))
    assert "direction" in export_mjcf(one_way, robot).friction.left_out


def test_a_motor_that_two_joints_turn_is_a_tendon():
    """As on a coupled wrist: its inertia acts on the products of both joints, in the file as identified."""
    robot = replace(load_robot("tx40"), inertial_parameters=links(1, 6), rotor_inertia=np.full(6, 0.4))
    base = find_base_parameters(robot)
    values = base.values(np.concatenate([robot.inertial_parameters.ravel(), robot.rotor_inertia]))
    terms = (("inertia", 0.05), ("viscous", 0.3), ("coulomb", 0.8))
    result = replace(
        made_from_base(values, with_rotor_inertia=True),
        friction=tuple(straight_friction(name, 2.0, 1.5) for name in robot.joint_names),
        coupling=tuple(
            made_parameter(f"{term} of motor joint_6 with joint_5", value) for term, value in terms
        ),
    )
    made = export_mjcf(result, robot)
    assert made.reproduces
    (motor,) = made.friction.turned_by_two
    assert (motor.own, motor.other, motor.constant) == (5, 4, 0.8)
    q, v, a = random_motion(10, 6)
    bodies, rotors = robot.inertial_parameters, robot.rotor_inertia
    places = robot.position_from_reported(q)
    expected = inverse_dynamics(robot, places, v, a, parameters=bodies, rotor_inertia=rotors)
    expected[:, 5] += 0.05 * motor.ratio * a[:, 4]
    expected[:, 4] += 0.05 * motor.ratio * a[:, 5]
    found = mujoco_torque(made.text, q, v, a)
    np.testing.assert_allclose(found, expected, rtol=0.0, atol=1e-9 * np.abs(expected).max())
    model = mujoco.MjModel.from_xml_string(made.text)
    np.testing.assert_allclose(model.dof_damping[4] + motor.ratio**2 * model.tendon_damping[0], 1.5)


def test_it_stands_where_the_arm_stands():
    from core.robot.kinematics import link_transforms

    robot = load_robot("ur10e")
    text = export_mjcf(_of_description(robot), robot).text
    model = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(model)
    data.qpos[:] = np.linspace(-1.0, 1.5, 6)
    mujoco.mj_forward(model, data)
    q = robot.position_from_reported(data.qpos[np.newaxis])
    frames = link_transforms(robot, q)[0]
    np.testing.assert_allclose(data.xpos[1:], frames[:, :3, 3], atol=1e-12)
    np.testing.assert_allclose(data.site("flange").xpos, (frames[-1] @ robot.flange)[:3, 3], atol=1e-12)


def _of_description(robot):
    from core.base_parameters import find_base_parameters
    from tests.core.exchange.made_result import made_from_base

    base = find_base_parameters(robot)
    values = base.values(np.concatenate([robot.inertial_parameters.ravel(), np.full(6, 0.1)]))
    return made_from_base(values, with_rotor_inertia=True)


def test_a_rotor_below_zero_is_named():
    robot = tilted_arm()
    result = known(robot, physical=True)
    rotors = ROTORS * [1.0, 1.0, -1.0, 1.0]
    wrong = replace(result, physical=replace(result.physical, rotor_inertia=rotors))
    text = export_mjcf(wrong, robot).text
    assert "rotor inertia of slide is below zero" in text
    assert ET.fromstring(text).findall(".//joint")[2].get("armature") == "0.0"


def test_without_any_bodies_it_is_refused():
    robot = tilted_arm(inertial_parameters=None)
    with pytest.raises(BadRequest) as caught:
        export_mjcf(known(robot, physical=False), robot)
    assert caught.value.code == "urdf-without-description"


@given(st.tuples(*[st.floats(-3.2, 3.2)] * 3))
def test_quaternions_rebuild_the_rotation(turn):
    rotation = Rotation.from_rotvec(turn).as_matrix()
    w, x, y, z = quaternion(rotation)
    np.testing.assert_allclose(Rotation.from_quat([x, y, z, w]).as_matrix(), rotation, atol=1e-12)
