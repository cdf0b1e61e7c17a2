"""What the drivers make of drives in steps: both encoders, one moment for all joints, the same again."""

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from core.excitation.trajectories.fourier import FourierTrajectory
from core.recording import Quantity

PERIOD_S = 2.0


@pytest.fixture
def campaigns() -> Iterator[tuple[object, object]]:
    folder = str(Path(__file__).parent)
    sys.path.insert(0, folder)
    try:
        import _drives_in_steps
        import _virtual_twist

        yield _drives_in_steps, _virtual_twist
    finally:
        sys.path.remove(folder)


@pytest.mark.parametrize(("make", "robot"), [("MoteusInSteps", "moteus-6"), ("Cia402InSteps", "ec66")])
def test_both_encoders_of_every_joint_at_one_moment(campaigns, make, robot):
    steps, virtual = campaigns
    arm = virtual.virtual_twist(robot, 1, worn=(1,))
    n = arm.home.size
    sines = np.outer(np.full(n, 0.05), [1.0, -1.0])
    sway = FourierTrajectory(PERIOD_S, q0=arm.home, a=sines, b=np.zeros((n, 2)))
    (found, apart), (again, _) = (
        steps.recorded(getattr(steps, make)(robot, seed=1, worn=(1,)), arm, sway, "sway") for _ in range(2)
    )
    assert apart < 1.5e-3
    assert np.diff(found.time) == pytest.approx(
        np.full(found.sample_count - 1, 1.0 / steps.RATE_HZ), abs=3e-3
    )
    assert found.time[-1] == pytest.approx(PERIOD_S + 1.0, abs=0.05)
    motor, link = (found.columns[name] for name in (Quantity.MOTOR_POSITION, Quantity.LINK_POSITION))
    assert np.ptp(link, axis=0).min() > 0.03
    bent = np.ptp(motor - link, axis=0)
    assert 1e-6 < bent.min() < bent.max() < 5e-3
    assert np.array_equal(again.columns[Quantity.LINK_POSITION], link)
