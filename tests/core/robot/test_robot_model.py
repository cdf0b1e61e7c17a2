"""The description itself: what it refuses, how positions convert, compensators, the library."""

import pickle
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import BadFile, BadRequest, Problem
from core.fields import from_fields, to_fields
from core.robot.dynamics import inverse_dynamics
from core.robot.gravity_compensator import HydraulicCompensator, SpringCompensator, compensator_torque
from core.robot.inertia import about_origin, moved, pseudo_inertia
from core.robot.kinematics import flange_transforms
from core.robot.library import load_robot, shipped_robots
from core.robot.model import Joint, RobotModel
from core.robot.placement import from_roll_pitch_yaw, inverse, is_rigid
from core.robot.toml_format import write_toml
from tests.core.robot.oracles import motion, random_link

ONE = (Joint("one"),)
TWO = (Joint("one"), Joint("two"))


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"joints": ()}, "robot-without-joints"),
        ({"joints": (Joint("a"), Joint("a"))}, "robot-joint-name-twice"),
        ({"joints": ONE, "gravity": np.zeros(2)}, "robot-array-shape"),
        ({"joints": ONE, "drive_gain": np.zeros(2)}, "robot-array-shape"),
        ({"joints": ONE, "rotor_inertia": np.array([np.nan])}, "robot-array-not-finite"),
        ({"joints": TWO, "coupling": np.ones((2, 2))}, "robot-coupling-singular"),
    ],
)
def test_impossible_descriptions_are_refused(fields, code):
    with pytest.raises(BadRequest) as caught:
        RobotModel("r", **fields)
    assert caught.value.code == code


def test_arrays_are_read_only_copies():
    gravity = np.array([0.0, 0.0, -9.0])
    robot = RobotModel("r", ONE, gravity=gravity)
    gravity[2] = 5.0
    assert robot.gravity[2] == -9.0
    for array in (robot.gravity, robot.base, robot.alpha, robot.lower, robot.is_prismatic):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1.0


def test_tx40_motor_angles_become_model_angles():
    """Motor 6 carries joint 5's motion; joints 2 and 3 have another zero."""
    robot = load_robot("tx40")
    joints = motion(robot)[0]
    motors = joints * np.array([32.0, 32.0, 45.0, -48.0, 45.0, 32.0])
    motors[:, 5] = 32.0 * (joints[:, 4] + joints[:, 5])
    reported = robot.reported_from_motor(motors)
    np.testing.assert_allclose(reported, joints, atol=1e-12)
    shift = np.array([0.0, -np.pi / 2, np.pi / 2, 0.0, 0.0, 0.0])
    np.testing.assert_allclose(robot.position_from_reported(reported), joints + shift, atol=1e-12)
    assert robot.is_coupled
    torque = motion(robot)[1]
    power = np.sum(torque * motors, axis=1)
    np.testing.assert_allclose(np.sum(robot.torque_from_motor(torque) * joints, axis=1), power, rtol=1e-12)


@pytest.mark.parametrize("name", ["kr300", "tx40"])
@pytest.mark.parametrize("at_shaft", [False, True])
def test_the_position_of_one_joint_is_the_column_of_all(name, at_shaft):
    robot = replace(load_robot(name), motor_position_at_shaft=at_shaft)
    motor = np.random.default_rng(2).normal(size=(50, robot.joint_count))
    whole = robot.reported_from_motor(motor)
    for joint in range(robot.joint_count):
        np.testing.assert_allclose(
            robot.reported_joint_from_motor(motor, joint), whole[:, joint], rtol=1e-12, atol=1e-15
        )


def test_a_motor_without_a_reading_leaves_the_other_joints_known():
    motor = np.ones((5, 6))
    motor[:, 0] = np.nan
    assert np.all(np.isfinite(load_robot("kr300").reported_joint_from_motor(motor, 3)))


def test_divided_motor_angles_are_joint_angles_where_nothing_is_coupled():
    robot = load_robot("kr300")
    reported = motion(robot)[0]
    np.testing.assert_allclose(robot.reported_from_motor(reported), reported, rtol=1e-12)
    assert not robot.is_coupled
    assert [joint.link_encoder is not None for joint in robot.joints] == [True] * 3 + [False] * 3


def test_reported_sign_and_zero_work_both_ways():
    robot = RobotModel("r", (Joint("one", reported_sign=-1, reported_zero=0.5), Joint("two")))
    q = np.array([[0.2, 0.3], [1.0, 2.0]])
    np.testing.assert_allclose(robot.position_from_reported(q)[0], [0.3, 0.3])
    np.testing.assert_allclose(robot.position_as_reported(robot.position_from_reported(q)), q)


# Counterbalance


def test_kr300_gas_pressure_is_the_value_read_on_the_arm():
    """Pressures of axis 2, printed with the formula's source: bar against degrees."""
    (cylinder,) = load_robot("kr300").compensators
    assert isinstance(cylinder, HydraulicCompensator)
    for degrees, bar in ((-120, 170), (-90, 162), (-40, 200)):
        angle = np.radians(degrees) + cylinder.angle_offset
        pivot, crank = cylinder.pivot_distance, cylinder.crank_length
        stroke = np.sqrt(pivot**2 + crank**2 - 2 * pivot * crank * np.cos(angle)) - (pivot - crank)
        pressure = cylinder.gas_energy / (cylinder.gas_volume - stroke * cylinder.piston_area)
        assert pressure / 1e5 == pytest.approx(bar, rel=0.01)


def test_kr300_counterbalance_torque_is_the_published_formula():
    robot = load_robot("kr300")
    q = motion(robot)[0]
    e, D, k = q[:, 1] + np.radians(95.0), 0.8, 0.2
    s = np.sqrt(D**2 + k**2 - 2 * D * k * np.cos(e))
    area = np.pi * (0.055**2 - 0.03**2) / 4
    pressure = 1.01 * 296.8 * 328 * (2 * 0.0795) / (2 * 0.00048 - (s - (D - k)) * area)
    expected = np.zeros_like(q)
    expected[:, 1] = -np.sin(e) * D * k / s * pressure * area
    np.testing.assert_allclose(compensator_torque(robot.compensators, q), expected, rtol=1e-9)


def test_kr300_counterbalance_carries_part_of_a_full_load():
    """Leaning forward from upright (q2 = -90°) gravity pulls on; the cylinder carries part of a full load."""
    robot = load_robot("kr300")
    q = np.zeros((1, 6))
    q[0, 1] = np.radians(-40.0)
    still = np.zeros_like(q)
    loaded = robot.inertial_parameters.copy()
    loaded[5, 0] += robot.payload_limit.mass
    needed = inverse_dynamics(robot, q, still, still, parameters=loaded)[0, 1]
    assert 0.2 < compensator_torque(robot.compensators, q)[0, 1] / needed < 1.0


@given(st.floats(-1.0, 1.0))
def test_compensator_work_equals_the_change_of_stored_energy(start):
    """A torque that depends on the angle alone gives back over a closed path what it took."""
    robot = load_robot("kr300")
    path = np.zeros((2001, 6))
    path[:, 1] = start + 0.5 * np.sin(np.linspace(0.0, 2.0 * np.pi, 2001))
    torque = compensator_torque(robot.compensators, path)[:, 1]
    assert abs(np.trapezoid(torque, path[:, 1])) < 1e-3 * np.max(np.abs(torque))


def test_spring_compensators_add_up_and_restore_the_rest_position():
    robot = RobotModel(
        "r", TWO, compensators=(SpringCompensator(1, 10.0, 0.5), SpringCompensator(1, 5.0, 0.5))
    )
    q = np.array([[3.0, 0.7]])
    np.testing.assert_allclose(compensator_torque(robot.compensators, q), [[0.0, -3.0]])
    assert not compensator_torque(load_robot("panda").compensators, np.ones((2, 7))).any()


# Inertia and placements


@given(st.integers(0, 2**32 - 1))
def test_moving_a_body_and_back_restores_its_parameters(seed):
    random = np.random.default_rng(seed)
    parameters = random_link(random)
    place = from_roll_pitch_yaw(random.normal(size=3), rpy=random.uniform(-3, 3, 3))
    assert is_rigid(place)
    back = moved(moved(parameters, placement=place), placement=inverse(place))
    np.testing.assert_allclose(back, parameters, atol=1e-9 * np.abs(parameters).max())
    np.testing.assert_allclose(place @ inverse(place), np.eye(4), atol=1e-12)


def test_a_body_moved_along_x_follows_steiner():
    body = about_origin(2.0, center=np.zeros(3), inertia=np.diag([1.0, 2.0, 3.0]))
    found = moved(body, placement=from_roll_pitch_yaw(np.array([0.5, 0.0, 0.0]), rpy=np.zeros(3)))
    np.testing.assert_allclose(found, [2.0, 1.0, 0.0, 0.0, 1.0, 0.0, 2.5, 0.0, 0.0, 3.5])


# The library


@pytest.mark.parametrize("name", shipped_robots())
def test_shipped_robots_are_consistent_and_name_their_sources(name):
    robot = load_robot(name)
    assert robot.name == name
    if robot.inertial_parameters is None:
        assert robot.sources["inertial_parameters"].startswith("unknown")
    for parameters in () if robot.inertial_parameters is None else robot.inertial_parameters:
        assert np.linalg.eigvalsh(pseudo_inertia(parameters)).min() > 0.0
    assert np.all(robot.lower < robot.upper)
    assert {"joints", "rotor_inertia", "limits"} <= set(robot.sources)
    assert robot.title


def test_twenty_two_robots_ship():
    assert shipped_robots() == (
        "cs612", "cs66", "ec612", "ec63", "ec66", "fr3", "gear-bench", "generic-6r", "kr300", "lwr4",
        "mikhel-3", "mikhel-6", "moteus-6", "panda", "szabo-3r", "tx40", "ur10e", "ur16e", "ur20", "ur30",
        "ur3e", "ur5e",
    )  # fmt: skip


@pytest.mark.parametrize("file", ["tx40/tx40.urdf", "lwr4/kuka_lwr4.urdf"])
def test_shipped_arms_have_the_kinematics_of_their_urdf(shared_data, file):
    urdf, shipped = load_robot(shared_data / file), load_robot(file[:4])
    q = motion(urdf)[0]
    moved_base = flange_transforms(urdf, q[:1]) @ np.linalg.inv(flange_transforms(shipped, q[:1]))
    np.testing.assert_allclose(
        moved_base @ flange_transforms(shipped, q), flange_transforms(urdf, q), atol=1e-8
    )


def test_robots_come_from_files_too(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(write_toml(load_robot("ec66")), encoding="utf-8")
    assert load_robot(str(file)).joint_count == 6
    file.write_bytes(b'\xef\xbb\xbfname = "r"\n[[joints]]\nname = "j"\n')  # as Windows editors save it
    assert load_robot(file).name == "r"
    file.write_bytes(b'name = "r"\ntitle = "\xff"')
    with pytest.raises(BadFile) as caught:
        load_robot(file)
    assert caught.value.problems == (Problem("line 2", "not-utf8"),)
    with pytest.raises(FileNotFoundError):
        load_robot(tmp_path / "missing.urdf")


@pytest.mark.parametrize("name", ["ur11e", "robot.step", ""])
def test_unknown_names_are_refused_listing_the_known_ones(name):
    with pytest.raises(BadRequest) as caught:
        load_robot(name)
    assert caught.value.code == "unknown-robot"
    assert caught.value.facts["robots"] == shipped_robots()


@pytest.mark.parametrize("name", shipped_robots())
def test_descriptions_survive_fields_and_processes(name):
    robot = load_robot(name)
    for copy in (from_fields(RobotModel, to_fields(robot)), pickle.loads(pickle.dumps(robot))):
        assert write_toml(copy) == write_toml(robot)


def test_a_coupled_motor_also_loads_the_joint_it_moves_with():
    robot, random = load_robot("tx40"), np.random.default_rng(3)
    gain = random.uniform(5.0, 50.0, robot.joint_count)
    current = random.normal(size=(7, robot.joint_count))
    torque = robot.torque_from_current(current, drive_gain=gain)
    power = np.sum(torque * (speed := random.normal(size=torque.shape)), axis=1)
    motor_torque = current * gain / np.diag(robot.coupling_matrix)
    motor_speed = speed @ robot.coupling_matrix.T
    np.testing.assert_allclose(power, np.sum(motor_torque * motor_speed, axis=1))
    np.testing.assert_allclose(robot.current_from_torque(torque, drive_gain=gain), current)
    alone = load_robot("ec66")
    np.testing.assert_array_equal(alone.torque_from_current(current, drive_gain=gain), current * gain)
