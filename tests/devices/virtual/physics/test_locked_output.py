"""A virtual gear on a bench: its output stands still, its spring and its gap show against known numbers."""

import numpy as np
import pytest

from core.elasticity.locked_output import identify_locked_output
from core.elasticity.result import JointElasticity
from core.elasticity.torque_ramp import TorqueRamp, TorqueRampSettings
from core.recording import Quantity, Recording
from core.robot.library import load_robot
from devices.virtual.physics import _kernels as k
from devices.virtual.physics.arm import VirtualArm
from devices.virtual.physics.truth import true_arm
from tests.devices.virtual.physics.perfect import perfect, push

ROBOT = load_robot("gear-bench")
DAMPING_TIME_S = 2e-3
"""So that a torque that is put on at once has settled after two seconds."""


def link(arm: VirtualArm) -> float:
    return float(arm.chain.state.qpos[arm.chain.joints].sum())


def motor(arm: VirtualArm) -> float:
    return float(arm.chain.state.qpos[arm.chain.joints[0, 0]])


@pytest.mark.parametrize("start", [0.0, 0.1])
def test_the_output_stands_while_the_motor_winds_it_up(start: float) -> None:
    imperfections = perfect(ROBOT, gear={"damping_time_s": DAMPING_TIME_S})
    arm = VirtualArm(ROBOT, imperfections=imperfections, start=np.array([start]))
    stiffness = true_arm(ROBOT, 0, found=imperfections).gear.stiffness[0]
    for torque in (20.0, -20.0):
        push(arm, np.array([torque]), seconds=2.0)
        assert motor(arm) - start == pytest.approx(torque / stiffness, rel=1e-3)
        assert link(arm) == pytest.approx(start, abs=1e-6)
        assert arm._state[k.TRANSMITTED, 0] == pytest.approx(torque, rel=1e-3)


def test_a_worn_gear_has_its_gap() -> None:
    """Between a little torque one way and the other the motor crosses the gap and no more."""
    twist = {}
    for worn in ((), (0,)):
        imperfections = perfect(ROBOT, gear={"worn_backlash": (4e-4, 4e-4), "damping_time_s": DAMPING_TIME_S})
        arm = VirtualArm(ROBOT, imperfections=imperfections, worn=worn)
        ends = []
        for torque in (1.0, -1.0):
            push(arm, np.array([torque]), seconds=2.0)
            ends.append(motor(arm))
        twist[bool(worn)] = ends[0] - ends[1]
    assert twist[True] - twist[False] == pytest.approx(4e-4, rel=0.01)


@pytest.mark.parametrize("seed", [1, 2])
def test_torque_ramps_show_stiffness_and_backlash(seed: int) -> None:
    """Step by step to the torque that the drive tells, then the loops: a worn gear differs by its gap."""
    found = {}
    for worn in ((), (0,)):
        found[bool(worn)] = judged(VirtualArm(ROBOT, seed=seed, worn=worn))
    truth = true_arm(ROBOT, seed, worn=(0,))
    seen = truth.drive.nominal_gain[0] / truth.drive.gain[0] * (1.0 + truth.friction.load[0])
    # in one place of the motor the slope of the transmission error counts twice: as path and as lever
    lever = 1.0 + 101.0 * float(np.array([1.0, 2.0, 4.0]) @ truth.gear.transmission_sine[:, 0])
    for gear in found.values():
        assert gear.stiffness is not None
        expected = truth.gear.stiffness[0] * seen * lever**2
        assert gear.stiffness.value == pytest.approx(expected, rel=0.03)
    more = found[True].lost_motion.value - found[False].lost_motion.value
    assert more == pytest.approx(truth.gear.backlash[0], rel=0.1)


def judged(arm: VirtualArm) -> JointElasticity:
    """Ramps without a controller in between: each step in 50 ms, standing as long."""
    ramp = TorqueRamp(TorqueRampSettings(rounds=1, steps=16), rated=25.0, start=0.0)
    twist, torque = [0.0], [0.0]
    position, load, goal = 0.0, 0.0, 0.0
    while (target := ramp.next_target(position=position, torque=load)) is not None:
        way = np.concatenate([np.linspace(goal, target, 40), np.full(60, target)])
        goal = target
        for place in way:
            arm.advance(np.array([place]), np.zeros(1))
            readings = arm.sense()
            twist.append(float(readings.position[0]))
            torque.append(float(readings.torque[0]))
        position, load = float(np.mean(twist[-40:])), float(np.mean(torque[-40:]))
    columns = {
        Quantity.MOTOR_POSITION: np.array(twist)[:, np.newaxis],
        Quantity.TORQUE: np.array(torque)[:, np.newaxis],
    }
    recording = Recording("ramps", np.arange(len(twist)) / 1000.0, columns)
    return identify_locked_output({"ramps": recording}, ROBOT, fit=["ramps"]).joints[0]


def test_a_bench_has_no_link_encoder() -> None:
    assert not VirtualArm(ROBOT).nominal.has_link_encoder.any()
