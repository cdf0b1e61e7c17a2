"""The beginning of a run is found to less than a millisecond, through noise and a following error."""

import numpy as np
import pytest

from core.excitation.runs.measured_run import run_began
from core.excitation.unplanned_motions import random_motion
from core.robot.library import load_robot


@pytest.mark.parametrize("delay", [-0.7, 0.0, 0.123, 1.4])
def test_start_time_of_a_run_is_found(delay):
    robot = load_robot("szabo-3r")
    start = np.array([0.1, 0.4, -0.6])
    motion = random_motion(robot, start=start, generator=np.random.default_rng(1), period_s=8.0)
    clock = 50.0 + np.arange(0.0, 12.0, 0.005)
    noise = np.random.default_rng(2).normal(scale=1e-4, size=(clock.size, 3))
    measured = motion.evaluate(clock - (52.0 + delay)).position + noise
    found = run_began(clock, measured, motion, about=52.0, within=2.0)
    assert found == pytest.approx(52.0 + delay, abs=2e-4)
