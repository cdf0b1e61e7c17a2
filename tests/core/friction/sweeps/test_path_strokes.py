"""Which stroke of a path is under way, and how fast it is."""

import numpy as np
import pytest

from core.friction.sweeps.motion import PERIOD_S, sweep_trajectory
from core.friction.sweeps.path_strokes import path_strokes
from core.friction.sweeps.plan import DWELL_S, StrokeUse, SweepBlock, SweepStroke

SPEEDS = (0.05, 0.05, 0.4, 0.4)
RAMP_S, WAY = 0.2, 0.6


def swept_path() -> SweepBlock:
    strokes = tuple(
        SweepStroke(StrokeUse.MEASURED, -0.3 * way, 0.3 * way, speed, WAY / speed + RAMP_S)
        for way, speed in zip((1, -1, 1, -1), SPEEDS, strict=True)
    )
    return SweepBlock(1, 0, np.array([0.2, -0.3, 0.1]), strokes, load=0.0, tool_speed=0.1)


def test_the_strokes_of_a_path_are_those_it_was_made_of():
    block = swept_path()
    trajectory = sweep_trajectory(block)
    found = path_strokes(trajectory.positions[:, 1], period_s=trajectory.period_s)
    assert found.speed == pytest.approx(SPEEDS, rel=1e-6)
    ends = np.cumsum([stroke.seconds + DWELL_S for stroke in block.strokes]) - DWELL_S
    assert found.end == pytest.approx(ends, abs=len(SPEEDS) * 2 * PERIOD_S)


def test_speed_of_the_present_stroke_is_found():
    found = path_strokes(np.array([0.0, 0.1, 0.2, 0.2, 0.2, 0.0, 0.0]), period_s=0.5)
    assert found.speed_at(0.0) == pytest.approx(0.2)
    assert found.speed_at(1.0) == pytest.approx(0.2), "its very end"
    assert found.speed_at(1.2) == pytest.approx(0.4), "the next one, while it rests"
    assert found.speed_at(2.4) == pytest.approx(0.4)
    assert found.speed_at(99.0) == pytest.approx(0.4)
