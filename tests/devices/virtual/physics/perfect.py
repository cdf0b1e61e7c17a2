"""Arms with single imperfections, so that closed forms apply; and what the tests compute from outside."""

from dataclasses import fields, replace

import mujoco
import numpy as np

from core.robot.library import load_robot, shipped_robots
from core.robot.model import Joint, JointKind, RobotModel
from devices.virtual.physics import _kernels as k
from devices.virtual.physics.arm import VirtualArm
from devices.virtual.physics.profile import imperfections
from devices.virtual.physics.rating import rate
from devices.virtual.physics.readings import Readings

ARCSECOND = np.pi / (180.0 * 3600.0)
NONE = (0.0, 0.0)

FREE_ROBOTS = tuple(name for name in shipped_robots() if not load_robot(name).output_locked)
"""The shipped robots that can move."""


def shipped(robot):
    """The shipped imperfections of a robot."""
    return imperfections(robot, rate(robot))


def perfect(robot, **kept):
    """An arm without any imperfection but elasticity; ``kept`` names whole groups or values to keep.

    ``friction=True`` keeps the group as shipped, ``gear={"damping_time_s": 1e-3}`` sets values in it.
    """
    found = shipped(robot)
    ideal = {
        "gear": {
            "stiffness_spread": 0.0, "hysteresis_width": NONE, "worn_backlash": NONE,
            "transmission_error": NONE, "damping_time_s": 0.0,
        },
        "friction": {"coulomb": NONE, "viscous": NONE, "asymmetry": NONE, "load": NONE},
        "drive": {"gain_spread": 0.0, "rotor_inertia_spread": 0.0, "ripple": 0.0},
        "sensors": {"lag_s": NONE, "link_zero": 0.0},
        "links": {"stiffness_spread": 0.0, "damping_time_s": 0.0},
    }  # fmt: skip
    changed = {}
    for group, values in ideal.items():
        wanted = kept.pop(group, {})
        if wanted is not True:
            changed[group] = replace(getattr(found, group), **{**values, **wanted})
    assert not kept, kept
    quiet = replace(found.joints, current_noise=np.zeros(robot.joint_count))
    return replace(found, joints=quiet, **changed)


def weightless(robot):
    """The robot with gravity set to zero."""
    return replace(robot, gravity=np.zeros(3))


def pendulum(*, mass=2.0, distance=0.5, inertia=0.1, rotor=0.4, kind=JointKind.REVOLUTE, **joint):
    """One joint about a horizontal axis (or along a vertical one), a mass hanging from it."""
    placed = np.array([mass, mass * distance, 0.0, 0.0, inertia, 0.0, inertia, 0.0, 0.0, inertia])
    placed[[6, 9]] += mass * distance**2
    slides = kind is JointKind.PRISMATIC
    alpha = 0.0 if slides else np.pi / 2.0
    limits = {"velocity": 3.0, "acceleration": 10.0, "torque": 100.0}
    return RobotModel(
        name="pendulum",
        joints=(Joint("swing", kind, alpha=alpha, offset=0.0 if slides else -np.pi / 2, **limits, **joint),),
        rotor_inertia=np.array([rotor]),
        inertial_parameters=placed[None],
    )


def gantry():
    """Two slides and a turning joint, without limits or masses: everything comes from the rules."""
    slide = JointKind.PRISMATIC
    joints = (
        Joint("along", slide, alpha=np.pi / 2, d=0.4),
        Joint("up", slide, alpha=-np.pi / 2, a=0.3, d=0.5),
        Joint("turn", a=0.2, d=0.1),
    )
    return RobotModel(name="gantry", joints=joints)


def energy(arm: VirtualArm) -> float:
    """Kinetic energy, weight, springs and ripple of an arm without friction, J."""
    model, found = arm.chain.model, arm.chain.state
    mass = np.empty((model.nv, model.nv))
    probe = mujoco.MjData(model)
    probe.qpos[:], probe.qvel[:] = found.qpos, found.qvel
    mujoco.mj_forward(model, probe)
    mujoco.mj_fullM(model, probe, mass)
    total = 0.5 * probe.qvel @ mass @ probe.qvel
    total -= float(np.sum(model.body_mass[1:, None] * probe.xipos[1:] * model.opt.gravity))
    joints, constants = arm.chain.joints, arm._constants
    motor = arm._coupling[0] @ probe.qpos[joints[0]]
    for joint in range(joints.shape[1]):
        error, _ = k.transmission_error(constants, joint, motor[joint])
        stretch = probe.qpos[joints[1, joint]] - error
        total += 0.5 * constants[k.STIFFNESS, joint] * stretch**2
        angle = constants[k.RATIO, joint] * motor[joint]
        for harmonic, cycles in enumerate((1, 2, 4)):  # the integral of the ripple over the motor's way
            sine = constants[k.RIPPLE_SINE + harmonic, joint]
            cosine = constants[k.RIPPLE_COSINE + harmonic, joint]
            wave = cycles * constants[k.RATIO, joint]
            total -= (cosine * np.sin(cycles * angle) - sine * np.cos(cycles * angle)) / wave
    total += 0.5 * probe.qpos @ link_stiffness(model) @ probe.qpos
    return float(total) + _gas_and_springs(arm, probe.qpos[joints].sum(axis=0))


def link_stiffness(model):
    """(nv, nv) of all that links give: single joints, and tendons that couple some."""
    matrix = np.diag(np.maximum(model.jnt_stiffness.ravel(), 0.0))
    for tendon, stiffness in enumerate(model.tendon_stiffness.ravel()):
        first, count = model.tendon_adr[tendon], model.tendon_num[tendon]
        weights = np.zeros(model.nv)
        weights[model.wrap_objid[first : first + count]] = model.wrap_prm[first : first + count]
        matrix += stiffness * np.outer(weights, weights)
    return matrix


def _gas_and_springs(arm, position):
    """Energy of the compensators: of a spring, or of a gas at constant temperature."""
    total = 0.0
    for found in arm.robot.compensators:
        angle = position[found.joint]
        if hasattr(found, "stiffness"):
            total += 0.5 * found.stiffness * (angle - found.rest_position) ** 2
            continue
        pivot, crank = found.pivot_distance, found.crank_length
        opening = angle + found.angle_offset
        rod = np.sqrt(pivot**2 + crank**2 - 2 * pivot * crank * np.cos(opening))
        room = found.gas_volume - found.piston_area * (rod - (pivot - crank))
        total -= found.gas_energy * np.log(room / found.gas_volume)
    return total


def motors(arm):
    """True motor positions (n,), reckoned at the joint side."""
    return arm._coupling[0] @ arm.chain.state.qpos[arm.chain.joints[0]]


def motor_speeds(arm):
    return arm._coupling[0] @ arm.chain.state.qvel[arm.chain.joints[0]]


def links(arm):
    """True joint positions (n,) behind the gears."""
    return arm.chain.state.qpos[arm.chain.joints].sum(axis=0)


def push(arm, torque, *, seconds):
    """Give the motors a torque (n,) for a while."""
    for _ in range(round(seconds * arm.CONTROL_RATE_HZ)):
        arm.advance_with_torque(torque)


def sway(arm, *, speed, seconds, period=4.0, joints=None):
    """All joints to and fro from where they stand; yields the time after each control period.

    ``speed`` (n,) is the peak speed of the set-points, reached after a soft beginning.
    """
    times, position, velocity = _swaying(arm, speed=speed, seconds=seconds, period=period, joints=joints)
    for time, *set_points in zip(times, position, velocity, strict=True):
        arm.advance(*set_points)
        yield time


def swayed(arm, *, speed, seconds, period=4.0):
    """The readings of such a motion."""
    _, position, velocity = _swaying(arm, speed=speed, seconds=seconds, period=period)
    found, done = [], 0
    while done < len(position):
        found.append(arm.run(position[done:], velocity[done:]))
        done += len(found[-1].time)
    names = [item.name for item in fields(Readings)]
    return Readings(**{name: np.concatenate([getattr(one, name) for one in found]) for name in names})


def _swaying(arm, *, speed, seconds, period, joints=None):
    start, rate_ = arm.set_point, 2.0 * np.pi / period
    amplitude = np.asarray(speed) / rate_
    if joints is not None:
        amplitude = np.where(np.isin(np.arange(start.size), joints), amplitude, 0.0)
    times = np.arange(1, round(seconds * arm.CONTROL_RATE_HZ) + 1) / arm.CONTROL_RATE_HZ
    time = times[:, None]
    soft, softer = 1.0 - np.exp(-2.0 * time), 2.0 * np.exp(-2.0 * time)
    position = start + amplitude * soft * np.sin(rate_ * time)
    velocity = amplitude * (soft * rate_ * np.cos(rate_ * time) + softer * np.sin(rate_ * time))
    return times, position, velocity
