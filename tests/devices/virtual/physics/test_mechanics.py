"""The rigid and elastic mechanics against closed forms and against the core's own dynamics."""

from dataclasses import replace

import mujoco
import numpy as np
import pytest

from core.robot.dynamics import inverse_dynamics, mass_matrix
from core.robot.gravity_compensator import HydraulicCompensator, SpringCompensator, compensator_torque
from core.robot.inertia import about_origin, moved
from core.robot.library import load_robot, shipped_robots
from core.robot.model import JointKind
from devices.virtual.physics import _kernels as k
from devices.virtual.physics.arm import VirtualArm
from devices.virtual.physics.chain import STEP_S, bending_joints, flex_inertia
from devices.virtual.physics.geometry import pose_range
from devices.virtual.physics.kernel_rows import compensator_rows
from devices.virtual.physics.readings import Payload
from devices.virtual.physics.truth import HIGHEST_MODE, true_arm
from tests.core.robot.oracles import WITH_MASSES
from tests.devices.virtual.physics.perfect import (
    ARCSECOND,
    FREE_ROBOTS,
    energy,
    gantry,
    link_stiffness,
    links,
    motors,
    pendulum,
    perfect,
    push,
    weightless,
)

PAYLOAD = Payload(3.0, np.array([0.02, -0.03, 0.08]), np.diag([0.012, 0.01, 0.006]))

HEAVY = Payload(100.0, np.array([0.1, 0.0, 0.2]), 5.0 * np.eye(3))


def described(name):
    return gantry() if name == "gantry" else load_robot(name)


def random_motion(robot, rng, count):
    low, high = pose_range(robot)
    shape = (count, robot.joint_count)
    return rng.uniform(low, high, shape), rng.uniform(-2.0, 2.0, shape), rng.uniform(-5.0, 5.0, shape)


def rigid_torque(arm, q, v, a):
    """Motor torques by MuJoCo for rigid gears."""
    model, found = arm.chain.model, mujoco.MjData(arm.chain.model)
    places = arm.chain.joints[0]
    found.qpos[places], found.qvel[places], found.qacc[places] = q, v, a
    mujoco.mj_inverse(model, found)
    return found.qfrc_inverse[places].copy()


def rotor_matrix(robot, truth):
    """CᵀJC at the joints, with each motor's inertia at its own shaft."""
    shaft = truth.drive.rotor_inertia / robot.gear_ratio**2
    matrix = robot.coupling_matrix * robot.reported_sign
    return matrix.T @ np.diag(shaft) @ matrix


def parameters_with(robot, payload):
    """The links' parameters with the payload added to the last one, by the core's own arithmetic."""
    parameters = robot.inertial_parameters.copy()
    added = about_origin(payload.mass, center=payload.center_of_mass, inertia=payload.inertia)
    parameters[-1] += moved(added, placement=robot.flange)
    return parameters


@pytest.mark.parametrize("name", [name for name in FREE_ROBOTS if name in WITH_MASSES])
@pytest.mark.parametrize("payload", [None, PAYLOAD], ids=["bare", "payload"])
def test_rigid_arm_agrees_with_the_core(name, payload):
    robot = load_robot(name)
    arm = VirtualArm(robot, seed=4, payload=payload)
    q, v, a = random_motion(robot, np.random.default_rng(7), 20)
    parameters = robot.inertial_parameters if payload is None else parameters_with(robot, payload)
    expected = inverse_dynamics(robot, q, v, a, parameters=parameters)
    expected += a @ rotor_matrix(robot, true_arm(robot, 4))
    found = np.array([rigid_torque(arm, *row) for row in zip(q, v, a, strict=True)])
    assert found == pytest.approx(expected, rel=1e-9, abs=1e-9 * np.abs(expected).max())


@pytest.mark.parametrize("name", WITH_MASSES)
def test_mass_matrix_agrees_with_the_core(name):
    robot = load_robot(name)
    arm = VirtualArm(robot)
    q = random_motion(robot, np.random.default_rng(8), 3)[0]
    found = mujoco.MjData(arm.chain.model)
    full = np.empty((arm.chain.model.nv,) * 2)
    for pose, links_alone in zip(q, mass_matrix(robot, q), strict=True):
        found.qpos[arm.chain.joints[0]] = pose
        mujoco.mj_forward(arm.chain.model, found)
        mujoco.mj_fullM(arm.chain.model, found, full)
        motor, flex = arm.chain.joints
        expected = links_alone + rotor_matrix(robot, true_arm(robot, 0))
        assert full[np.ix_(motor, motor)] == pytest.approx(expected, rel=1e-9, abs=1e-12)
        on_flex = full[np.ix_(flex, flex)] - np.diag(flex_inertia(true_arm(robot, 0)))
        assert on_flex == pytest.approx(links_alone, rel=1e-9, abs=1e-12)


def test_coupled_wrist_has_a_coupled_rotor():
    robot = load_robot("tx40")
    matrix = rotor_matrix(robot, true_arm(robot, 0))
    rotor = true_arm(robot, 0).drive.rotor_inertia
    assert matrix[4, 5] == pytest.approx(rotor[5])
    assert matrix[4, 4] == pytest.approx(rotor[4] + rotor[5])


@pytest.mark.parametrize(
    "found",
    [
        *load_robot("kr300").compensators,
        SpringCompensator(1, stiffness=900.0, rest_position=-0.7),
        HydraulicCompensator(2, 0.4, 0.5, 0.15, 0.001, 2000.0, 0.0008),
    ],
    ids=["kr300", "spring", "cylinder"],
)
def test_compensators_by_virtual_work_agree_with_the_core(found):
    robot = replace(load_robot("kr300"), compensators=(found,))
    q = np.zeros((200, 6))
    q[:, found.joint] = np.linspace(-2.4, 0.6, 200)
    row = compensator_rows(robot)[0]
    ours = [k.compensator_torque(row, angle) for angle in q[:, found.joint]]
    assert ours == pytest.approx(compensator_torque((found,), q)[:, found.joint], rel=1e-10, abs=1e-9)


@pytest.mark.parametrize("name", [*FREE_ROBOTS, "gantry"])
@pytest.mark.parametrize("elastic", [False, True], ids=["stiff-links", "elastic-links"])
def test_falling_arm_keeps_its_energy(name, elastic):
    robot = described(name)
    rippled = perfect(
        robot,
        gear={"transmission_error": (40 * ARCSECOND, 40 * ARCSECOND)},
        drive={"ripple": 0.005},
    )
    arm = VirtualArm(robot, imperfections=rippled, elastic_links=elastic)
    first = energy(arm)
    model, full = arm.chain.model, np.empty((arm.chain.model.nv,) * 2)
    drift, kinetic = 0.0, 0.0
    for _ in range(20):
        push(arm, np.zeros(robot.joint_count), seconds=0.05)
        mujoco.mj_fullM(model, arm.chain.state, full)
        speed = arm.chain.state.qvel
        drift, kinetic = max(drift, abs(energy(arm) - first)), max(kinetic, 0.5 * speed @ full @ speed)
    assert kinetic > 1.0
    assert drift < 0.005 * kinetic


def test_error_of_energy_is_that_of_the_step():
    """Half the step, half the error: nothing but the integration loses energy."""
    robot = load_robot("generic-6r")
    errors = []
    for part in (1, 2):
        arm = VirtualArm(robot, imperfections=perfect(robot))
        arm.chain.model.opt.timestep = STEP_S / part
        first = energy(arm)
        for _ in range(600 * part):  # a control period is four steps, whatever their length
            arm.advance_with_torque(np.zeros(6))
        errors.append(abs(energy(arm) - first))
    assert errors[1] == pytest.approx(0.5 * errors[0], rel=0.2)


@pytest.mark.parametrize("inertia", [0.05, 0.3])
def test_pendulum_swings_at_its_frequency(inertia):
    """sqrt(m g l / (I + J)) for small angles; the gear is far stiffer."""
    robot = pendulum(inertia=inertia)
    arm = VirtualArm(robot, imperfections=perfect(robot), start=np.array([0.05]))
    crossings, before = [], motors(arm)[0]
    for _ in range(6000):
        arm.advance_with_torque(np.zeros(1))
        now = motors(arm)[0]
        if now * before < 0.0:
            crossings.append(arm.time - 1e-3 * now / (now - before))
        before = now
    total = inertia + 2.0 * 0.5**2 + 0.4
    stiffness = true_arm(robot, 0, found=perfect(robot)).gear.stiffness[0]
    frequency = np.sqrt(2.0 * 9.81 * 0.5 / total)
    frequency *= 1.0 - 0.05**2 / 16.0  # of a swing this wide
    frequency *= 1.0 - 0.5 * frequency**2 * (total - 0.4) / stiffness  # and with this soft a gear, about
    assert np.pi / np.diff(crossings).mean() == pytest.approx(frequency, rel=5e-4)


def test_slide_falls_freely_against_its_rotor():
    """A = g m / (m + J) where nothing but the rotor holds it; downwards is along -z."""
    robot = pendulum(mass=3.0, distance=0.0, rotor=1.5, kind=JointKind.PRISMATIC)
    arm = VirtualArm(robot, imperfections=perfect(robot, gear={"damping_time_s": 0.0005}))
    push(arm, np.zeros(1), seconds=0.5)
    fallen = -9.81 * 3.0 / 4.5 * 0.5 * arm.time**2
    assert links(arm)[0] - arm.set_point[0] == pytest.approx(fallen, rel=2e-3)


def test_motor_torque_accelerates_rotor_and_link():
    robot = weightless(pendulum())
    arm = VirtualArm(robot, imperfections=perfect(robot, gear={"damping_time_s": 0.0005}))
    push(arm, np.array([2.0]), seconds=0.5)
    total = 0.1 + 2.0 * 0.25 + 0.4
    assert motors(arm)[0] - arm.set_point[0] == pytest.approx(0.5 * 2.0 / total * arm.time**2, rel=2e-3)


def test_locked_motor_leaves_the_link_on_its_spring():
    """The frequency sqrt(K / I) of a link behind a gear whose motor barely moves."""
    robot = weightless(pendulum(rotor=1e4))
    ideal = perfect(robot)
    arm = VirtualArm(robot, imperfections=ideal)
    stiffness = true_arm(robot, 0, found=ideal).gear.stiffness[0]
    flex = arm.chain.joints[1, 0]
    arm.chain.state.qpos[flex] = 1e-3
    crossings, before = [], 1e-3
    for step in range(400):
        k.apply_forces(arm._mechanics, arm._arm, arm._state, arm._history, step, STEP_S)
        mujoco.mj_step(arm.chain.model, arm.chain.state)
        now = arm.chain.state.qpos[flex]
        if now * before < 0.0:
            crossings.append((step + now / (before - now)) * STEP_S)
        before = now
    inertia = 0.1 + 2.0 * 0.25 + flex_inertia(true_arm(robot, 0, found=ideal))[0]
    assert np.pi / np.diff(crossings).mean() == pytest.approx(np.sqrt(stiffness / inertia), rel=2e-3)


@pytest.mark.parametrize("name", WITH_MASSES)
def test_gears_give_under_the_weight(name):
    """At rest the link differs from its motor by torque over stiffness; the torque is the core's."""
    robot = load_robot(name)
    ideal = perfect(robot, gear={"damping_time_s": 0.0005})
    arm = VirtualArm(robot, imperfections=ideal)
    for _ in range(200):
        arm.advance(arm.set_point, np.zeros(robot.joint_count))
    pose = links(arm)[None]
    zero = np.zeros_like(pose)
    weight = inverse_dynamics(robot, pose, zero, zero) - compensator_torque(robot.compensators, pose)
    stiffness = true_arm(robot, 0, found=ideal).gear.stiffness
    deflection = pose[0] - arm.chain.state.qpos[arm.chain.joints[0]]
    assert deflection == pytest.approx(-weight[0] / stiffness, rel=1e-4, abs=1e-8)


def test_elastic_links_bend_under_the_weight():
    robot = load_robot("ec66")
    ideal = perfect(robot, gear={"damping_time_s": 0.0005}, links={"damping_time_s": 0.0005})
    arm = VirtualArm(robot, imperfections=ideal, elastic_links=True)
    stiff = VirtualArm(robot, imperfections=ideal)
    for each in (arm, stiff):
        for _ in range(200):
            each.advance(each.set_point, np.zeros(6))
    model, found = arm.chain.model, arm.chain.state
    assert bending_joints(robot, long_share=ideal.links.long_share) == (2, 3)
    springs = np.flatnonzero(model.jnt_stiffness.ravel())
    assert springs.size == 6
    bent = found.qpos[springs] * model.jnt_stiffness.ravel()[springs]
    assert bent == pytest.approx(-found.qfrc_bias[springs], rel=1e-3, abs=1e-6)
    sag = stiff.chain.state.xpos[-1, 2] - found.xpos[-1, 2]
    assert 2e-5 < sag < 1e-3


@pytest.mark.parametrize("name", [*shipped_robots(), "gantry"])
@pytest.mark.parametrize(
    "payload", [None, Payload(0.5), PAYLOAD, HEAVY], ids=["bare", "light", "payload", "heavy"]
)
def test_no_mode_is_faster_than_the_step_can_follow(name, payload):
    """Every spring, at its steepest, against the mass matrix: the bound holds at any pose."""
    robot = described(name)
    arm = VirtualArm(robot, payload=payload, elastic_links=True)
    truth = true_arm(robot, 0)
    model, found = arm.chain.model, mujoco.MjData(arm.chain.model)
    springs = link_stiffness(model)
    motor, flex = arm.chain.joints
    springs[flex, flex] = truth.gear.stiffness + truth.gear.hysteresis_stiffness.sum(axis=0)
    on_motor = truth.friction.stiffness.sum(axis=0) + truth.drive.brake_stiffness
    coupling = arm._coupling[0]
    springs[np.ix_(motor, motor)] = coupling.T @ np.diag(on_motor) @ coupling
    full = np.empty((model.nv, model.nv))
    for pose in random_motion(robot, np.random.default_rng(3), 10)[0]:
        found.qpos[motor] = pose
        mujoco.mj_forward(model, found)
        mujoco.mj_fullM(model, found, full)
        fastest = np.sqrt(np.linalg.eigvals(np.linalg.solve(full, springs)).real.max())
        assert fastest <= HIGHEST_MODE * (1.0 + 1e-6)
        assert fastest * STEP_S < 1.0  # twice as much would be the limit
