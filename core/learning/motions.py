"""Assignment of rows to motions, so that a learner is never validated on a motion it has seen.

Leaving out a recording proves nothing if another one repeats the same trajectory, nor does leaving out
a stretch of a cyclic motion. Rows that pass through the same state of the whole arm as an earlier row
are therefore assigned to that row's motion, in any recording.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.learning.samples import ResidualSamples
from core.monitor import Monitor
from core.recording import FloatArray

IntArray = npt.NDArray[np.intp]

SAME_STATE = 0.1
"""Largest distance between rows of the same state.

It is the root mean square over positions and velocities of all joints, in standard deviations of the
motion. Cycles of one trajectory differ by about a tenth of it.
"""
FURTHEST_SAME_STATE = 0.25
"""Largest such distance for rows far apart in time, whose samples fall between those of a repetition."""
APART_ROWS = 100
"""Rows closer in time than this (1.7 s at 60 rows per second) are neighbours, not a repetition."""
SMALLEST_MOTION_ROWS = 300
"""Fewest own rows of a motion that is left out (5 s at 60 rows per second)."""
SEGMENTS = 4
"""Number of stretches left out in turn if there is only one motion."""
_STANDSTILL = (1e-3, 1e-2)
"""Spread of position (rad, m) and velocity below which a joint is at rest."""


@dataclass(frozen=True)
class Motions:
    """The motion of every row, recordings one after the other.

    ``number`` (N,) counts motions from 0; -1 belongs to none that could be left out. ``names`` are
    what each is called: its recording's label, with the stretch where recordings were divided.
    """

    number: IntArray
    names: tuple[str, ...]
    divided: bool
    """True if there is one motion only, divided into stretches: a weaker validation."""

    def every(self, step: int) -> "Motions":
        """The motions of every ``step``-th row."""
        return Motions(self.number[::step], self.names, self.divided)


def find_motions(samples: Mapping[str, ResidualSamples], *, monitor: Monitor) -> Motions:
    """Find the separate motions in several recordings."""
    states = [_state(item) for item in samples.values()]
    lengths = [state.shape[0] for state in states]
    recording = np.repeat(np.arange(len(lengths)), lengths)
    original = _originals(_scaled(np.concatenate(states), joints=states[0].shape[1] // 2), monitor)
    unique = original == np.arange(original.shape[0])
    own_rows = np.bincount(recording[unique], minlength=len(lengths))
    large = np.flatnonzero(own_rows >= SMALLEST_MOTION_ROWS)
    labels = tuple(samples)
    if large.shape[0] >= 2:
        place = np.full(len(lengths), -1, dtype=np.intp)
        place[large] = np.arange(large.shape[0])
        return Motions(place[recording][original], tuple(labels[index] for index in large), divided=False)
    order = np.cumsum(unique) - 1
    stretch = order * SEGMENTS // max(1, int(unique.sum()))
    names = tuple(f"{labels[0]} {number + 1}/{SEGMENTS}" for number in range(SEGMENTS))
    return Motions(np.asarray(stretch[original], dtype=np.intp), names, divided=True)


def _state(samples: ResidualSamples) -> FloatArray:
    return np.hstack((samples.inputs.position, samples.inputs.velocity))


def _scaled(states: FloatArray, *, joints: int) -> FloatArray:
    """States in standard deviations, scaled so that a distance is the root mean square over the columns."""
    spread = np.maximum(states.std(axis=0), np.repeat(_STANDSTILL, joints))
    return np.asarray(states / spread / np.sqrt(states.shape[1]))


def _originals(states: FloatArray, monitor: Monitor) -> IntArray:
    """Index (N,) of the first row with the same state, its own if there is none before."""
    from scipy.spatial import cKDTree

    within = _tolerance(states)
    original = np.arange(states.shape[0])
    for first in range(APART_ROWS, states.shape[0], APART_ROWS):
        monitor.check()
        rows = np.arange(first, min(first + APART_ROWS, states.shape[0]))
        # rows at least one stretch earlier; each state only once keeps the tree small
        seen = np.flatnonzero(original[: first - APART_ROWS] == np.arange(first - APART_ROWS))
        if not seen.size:
            continue
        distance, nearest = cKDTree(states[seen]).query(states[rows], distance_upper_bound=within)
        repeated = np.isfinite(distance)
        original[rows[repeated]] = seen[nearest[repeated]]
    return original


def _tolerance(states: FloatArray) -> float:
    """Tolerance for the nearest row of a repetition, whose rows fall between those of the first pass."""
    steps = np.linalg.norm(np.diff(states, axis=0), axis=1)
    typical = float(np.median(steps)) if steps.size else 0.0
    return min(max(SAME_STATE, 0.6 * typical), FURTHEST_SAME_STATE)
