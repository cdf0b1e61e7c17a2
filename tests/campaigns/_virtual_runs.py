"""Recordings of the virtual robot's physics, as fast as the computer can: no process, no connection."""

from collections.abc import Sequence

import numpy as np

from core.base_parameters import find_base_parameters
from core.excitation.trajectories.fourier import FourierTrajectory
from core.excitation.unplanned_motions import random_motion
from core.recording import FloatArray, Mark, Origin, Quantity, Recording, TorqueKind
from core.robot.model import RobotModel
from devices.virtual.physics.arm import VirtualArm
from devices.virtual.physics.geometry import home_pose
from devices.virtual.physics.truth import true_arm

WAITING_S = 0.5
"""Of standing still before and after a motion."""


def random_excitation(robot: RobotModel, *, seed: int, period_s: float, cycles: int) -> FourierTrajectory:
    """A random feasible motion from the home pose."""
    generator = np.random.default_rng(seed)
    return random_motion(robot, start=home_pose(robot), generator=generator, period_s=period_s, cycles=cycles)


def record_runs(
    robot: RobotModel, motions: Sequence[FourierTrajectory], *, seed: int
) -> dict[str, Recording]:
    """The arm of a seed runs one motion after the other; every imperfection is on."""
    arm = VirtualArm(robot, seed=seed, start=home_pose(robot))
    return {f"run {number}": _recorded(arm, motion, f"run {number}") for number, motion in enumerate(motions)}


def true_base_parameters(robot: RobotModel, *, seed: int) -> tuple[tuple[str, ...], FloatArray]:
    """Names and values (b,) of what the virtual arm of a seed is built with, rotors included."""
    base = find_base_parameters(robot, rotor_inertia=True)
    links = robot.inertial_parameters
    assert links is not None, "a virtual robot whose truth is asked for has described links"
    rotors = true_arm(robot, seed).drive.rotor_inertia
    return base.expressions, base.values(np.concatenate([links.ravel(), rotors]))


def _recorded(arm: VirtualArm, motion: FourierTrajectory, label: str) -> Recording:
    rate = arm.CONTROL_RATE_HZ
    time = np.arange(0.0, motion.duration + 2.0 * WAITING_S, 1.0 / rate)
    meant = motion.evaluate(time - WAITING_S)
    position, current = np.empty_like(meant.position), np.empty_like(meant.position)
    for tick in range(time.size):
        arm.advance(meant.position[tick], meant.velocity[tick])
        readings = arm.sense()
        position[tick], current[tick] = readings.position, readings.current
    return Recording(
        label=label,
        time=time,
        columns={Quantity.POSITION: arm.robot.position_as_reported(position), Quantity.CURRENT: current},
        torque_kind=TorqueKind.MOTOR_CURRENT,
        payload_mass=0.0,
        origin=Origin(first_row=1, last_row=int(time.size), layout="virtual", mark=Mark.VIRTUAL),
    )
