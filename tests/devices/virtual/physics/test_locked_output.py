"""A virtual gear on a bench: its output stands still, its spring and its gap show against known numbers."""

import numpy as np
import pytest

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


def test_a_bench_has_no_link_encoder() -> None:
    assert not VirtualArm(ROBOT).nominal.has_link_encoder.any()
