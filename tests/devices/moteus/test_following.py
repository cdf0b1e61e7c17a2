"""Set-points along a path whose program halts: the path waits, a stop does not."""

import numpy as np
import pytest

from devices.controller import StopLevel
from devices.moteus.moving import LONGEST_STEP_S, Following

SPEED, DECELERATION = 1.0, 5.0


class Straight:
    """One joint at a constant speed."""

    duration = 10.0

    def at(self, time: float) -> tuple[np.ndarray, np.ndarray]:
        return np.array([SPEED * time]), np.array([SPEED])


def following() -> Following:
    return Following(Straight(), deceleration=np.array([DECELERATION]))  # type: ignore[arg-type]


def test_after_a_halt_the_path_goes_on_from_where_it_was() -> None:
    found = following()
    found.step(1.0)
    assert found.position == pytest.approx([SPEED * LONGEST_STEP_S])
    assert found.velocity == pytest.approx([SPEED])


@pytest.mark.parametrize("level", [StopLevel.CONTROLLED, StopLevel.ABORT])
@pytest.mark.parametrize("round_s", [0.01, 0.08, 0.5])
def test_a_stop_takes_no_longer_when_rounds_are_late(level: StopLevel, round_s: float) -> None:
    found = following()
    found.step(0.02)
    found.slow_down(level)
    passed = 0.0
    while not found.is_over:
        before = found.position
        found.step(round_s)
        passed += round_s
        assert abs(found.position - before)[0] <= SPEED * min(round_s, LONGEST_STEP_S) + 1e-12
    assert passed <= SPEED / DECELERATION + round_s + 1e-9
    assert found.velocity == pytest.approx([0.0])
