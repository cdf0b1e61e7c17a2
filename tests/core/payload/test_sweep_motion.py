"""Sweeps as trajectories: at rest at both ends, steady for as long as the plan says."""

import numpy as np
import pytest

from core.friction.sweeps.motion import PERIOD_S
from core.payload.sweep_order import sweep_seconds, sweep_trajectory_of
from tests.core.payload.plan_examples import plan_of


@pytest.mark.parametrize("kind", ["open", "closed"])
@pytest.mark.parametrize("name", ["ec66", "panda"])
def test_a_sweep_trajectory_follows_its_sweep(name, kind):
    for sweep in plan_of(name, kind=kind).sweeps[:3]:
        trajectory = sweep_trajectory_of(sweep)
        parts = len(sweep.places) - 1
        assert trajectory.duration == pytest.approx(sweep_seconds(sweep), abs=parts * 2.0 * PERIOD_S)
        motion = trajectory.evaluate(np.arange(0.0, trajectory.duration, 0.008))
        assert motion.position[0] == pytest.approx(sweep.pose)
        assert trajectory.positions[-1, sweep.joint] == pytest.approx(sweep.places[-1])
        others = np.delete(motion.position, sweep.joint, axis=1)
        assert np.ptp(others, axis=0).max() == 0.0
        velocity = sweep.way * motion.velocity[:, sweep.joint]
        assert velocity.min() >= -1e-3 * sweep.speed
        assert velocity.max() <= sweep.speed * (1.0 + 1e-3)
        steady = 0.008 * np.count_nonzero(np.abs(velocity - sweep.speed) < 1e-3 * sweep.speed)
        # a smooth ramp is within a thousandth of its end a little before it
        assert steady == pytest.approx(sweep.steady_s, abs=parts * (0.04 * sweep.ramp_s + 0.03))


def test_short_moves_rest_at_every_place():
    sweep = plan_of("ec66", kind="closed").sweeps[0]
    trajectory = sweep_trajectory_of(sweep)
    assert len(sweep.places) > 2
    time = np.arange(0.0, trajectory.duration, 0.01)
    motion = trajectory.evaluate(time)
    standing = motion.position[np.abs(motion.velocity[:, sweep.joint]) < 1e-6, sweep.joint]
    for place in sweep.places:
        assert np.abs(standing - place).min() < 1e-6
