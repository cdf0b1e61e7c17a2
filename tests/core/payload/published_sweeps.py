"""The sweeps of [Gao] on the EC66 in simulation: friction off, 0.3 N·m of noise, 4.11 kg."""

from collections.abc import Sequence
from functools import cache

import numpy as np

from core.monitor import NullMonitor
from core.payload.result import PayloadStage
from core.payload.strokes import find_sweeps
from core.payload.sweeps import Load, arrange_sweeps
from core.payload.three_steps import added_torques, three_steps
from core.recording import FloatArray, Recording
from tests.core.payload.sweep_examples import (
    EC66,
    GAO_LOAD,
    PAPER,
    MadeArm,
    both_runs,
    identified,
    noisy,
    ways,
)


@cache
def paper_runs(*, both: bool) -> tuple[Recording, Recording]:
    """The sweeps of the known answer: 55° at 1 °/s."""
    return both_runs(MadeArm(), ways(speed=1.0, both=both))


def steps_in_one_direction(seed: int) -> np.ndarray:
    """(4,) found by the three steps alone, without whatever judges them."""
    found = [
        (find_sweeps(noisy(run, seed=seed), EC66, drive_gain=None, monitor=NullMonitor()), load)
        for run, load in zip(paper_runs(both=False), (Load(), Load(is_sought=True)), strict=True)
    ]
    arranged = arrange_sweeps(found, settings=PAPER, needs_reference=True)
    added = added_torques(arranged, directions=PAPER.directions, unloaded=None)
    steps = three_steps(added, EC66, scale_covariance=np.zeros((6, 6)), directions=PAPER.directions)
    last = list(steps)[-1]
    assert last.stage is PayloadStage.CENTER_Z
    return last.values


def joint_in_both_directions(seed: int) -> FloatArray:
    """(4,) kg and m by one least squares over all poses."""
    found = identified(*paper_runs(both=True), seed=seed).estimate
    return np.array([found.mass, *found.center_of_mass])


def worst_of(found: Sequence[FloatArray]) -> FloatArray:
    """(4,) kg and m by which the worst of some results is off."""
    truth = np.array([GAO_LOAD.mass, *GAO_LOAD.center])
    return np.asarray(np.abs(np.array(found) - truth).max(axis=0))
