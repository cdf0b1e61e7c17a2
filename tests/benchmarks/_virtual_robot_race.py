"""One process, one thread: a virtual arm and a plain MuJoCo arm of the same links, taking turns.

The plain one is what MuJoCo gives without anything of ours: one rigid joint per link with its
rotor's inertia, viscous and dry friction, a motor with position and speed gain in C, stepped
four times per control period from one call. It has no flexible gears, no sensors.
"""

import json
import sys
import time
from statistics import median

import mujoco
import numpy as np

from core.robot.library import load_robot
from devices.virtual.physics.arm import VirtualArm
from devices.virtual.physics.body import link_bodies
from devices.virtual.physics.chain import STEP_S
from devices.virtual.physics.geometry import home_pose, row_placement
from devices.virtual.physics.readings import Payload
from devices.virtual.physics.scaling import scaling
from devices.virtual.physics.truth import true_arm

CONTROL_PERIOD_S = 1e-3
STEPS = round(CONTROL_PERIOD_S / STEP_S)
ROUNDS = 5
PERIOD_S = 4.0


def numbers(values):
    return " ".join(repr(float(value)) for value in values)


def quaternion(turn):
    found = np.empty(4)
    mujoco.mju_mat2Quat(found, np.ascontiguousarray(turn).ravel())
    return numbers(found)


def plain_body(robot, joint, *, body, truth):
    """One link on a rigid joint, as MuJoCo would have it."""
    placement = row_placement(robot, joint, 0.0)
    placement = robot.base @ placement if joint == 0 else placement
    moments, axes = np.linalg.eigh(body.inertia)
    axes[:, 2] *= np.linalg.det(axes)
    rated, speed = truth.rating.torque[joint], truth.rating.velocity[joint]
    kind = "slide" if robot.is_prismatic[joint] else "hinge"
    return (
        f"<body pos='{numbers(placement[:3, 3])}' quat='{quaternion(placement[:3, :3])}'>"
        f"<inertial pos='{numbers(body.center)}' quat='{quaternion(axes)}' mass='{body.mass!r}'"
        f" diaginertia='{numbers(np.maximum(moments, moments[2] / 1.99))}'/>"
        f"<joint name='j{joint}' type='{kind}' axis='0 0 1' damping='{float(0.08 * rated / speed)!r}'"
        f" frictionloss='{float(0.07 * rated)!r}' armature='{float(truth.drive.rotor_inertia[joint])!r}'/>"
    )


def plain_drive(joint, *, rotor):
    """A position drive of about the stiffness of ours."""
    return f"<position joint='j{joint}' kp='{9000.0 * float(rotor)!r}' kv='{300.0 * float(rotor)!r}'/>"


def plain_arm(robot):
    """MuJoCo's own arm: model and state at the home pose."""
    truth = true_arm(robot, 0)
    bodies = link_bodies(robot, scaling().body)
    opening = [plain_body(robot, joint, body=body, truth=truth) for joint, body in enumerate(bodies)]
    drives = [plain_drive(joint, rotor=rotor) for joint, rotor in enumerate(truth.drive.rotor_inertia)]
    model = mujoco.MjModel.from_xml_string(
        f"<mujoco><option timestep='{STEP_S}' integrator='implicitfast' gravity='{numbers(robot.gravity)}'/>"
        f"<worldbody>{''.join(opening)}{'</body>' * len(opening)}</worldbody>"
        f"<actuator>{''.join(drives)}</actuator></mujoco>"
    )
    state = mujoco.MjData(model)
    state.qpos[:] = home_pose(robot)
    return model, state


def motion(robot, arm, periods):
    """Set-points (N, n) of a sway of all joints, and their speeds."""
    time_s = np.arange(1, periods + 1)[:, None] * CONTROL_PERIOD_S
    rate = 2.0 * np.pi / PERIOD_S
    amplitude = np.minimum(0.25 * arm.nominal.velocity_limit, 0.5) / rate
    position = home_pose(robot) + amplitude * (1.0 - np.cos(rate * time_s)) / 2.0
    return position, amplitude * rate * np.sin(rate * time_s) / 2.0


def run_ours(arm, positions, velocities):
    for position, velocity in zip(positions, velocities, strict=True):
        arm.advance(position, velocity)
        arm.sense()


def run_plain(model, state, positions):
    for position in positions:
        state.ctrl[:] = position
        mujoco.mj_step(model, state, STEPS)


def timed(work, *arguments):
    start = time.perf_counter()
    work(*arguments)
    return time.perf_counter() - start


def race(name, seconds):
    robot = load_robot(name)
    arm = VirtualArm(robot)
    positions, velocities = motion(robot, arm, round(seconds / CONTROL_PERIOD_S))
    run_ours(VirtualArm(robot), positions[:10], velocities[:10])
    limit = robot.payload_limit.mass
    loaded = {
        "worn": range(robot.joint_count),
        "elastic_links": True,
        "payload": Payload(0.6 * limit if np.isfinite(limit) else 1.0, np.array([0.0, 0.0, 0.05])),
    }
    taken = {"ours": [], "everything": [], "plain": []}
    for _ in range(ROUNDS):
        taken["ours"].append(timed(run_ours, VirtualArm(robot), positions, velocities))
        taken["everything"].append(timed(run_ours, VirtualArm(robot, **loaded), positions, velocities))
        taken["plain"].append(timed(run_plain, *plain_arm(robot), positions))
    ours, everything, plain = (median(taken[side]) for side in ("ours", "everything", "plain"))
    return {
        "joints": robot.joint_count,
        "times_real_time": seconds / ours,
        "times_real_time_worn_loaded_elastic": seconds / everything,
        "microseconds_per_control_period": 1e6 * ours / positions.shape[0],
        "plain_mujoco_times_real_time": seconds / plain,
        "cost_over_plain_mujoco": ours / plain,
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(race(sys.argv[1], float(sys.argv[2]))))
