"""Which rows belong to the same motion, so that a learner is never proven on what it has seen.

Leaving out a recording proves nothing where another one repeats the same trajectory, nor does
leaving out a stretch of one that runs in cycles. So rows that pass through the same state of the
whole arm as an earlier row are counted to that row's motion, whatever recording they are in.
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
"""Rows are the same where positions and velocities of all joints differ by no more than this, root mean
square, in standard deviations of the motion. Cycles of one trajectory differ by about a tenth of it."""
FURTHEST_SAME_STATE = 0.25
"""With rows far apart in time the next row of a repetition may be this far; further, strangers meet."""
APART_ROWS = 100
"""Rows nearer in time than this (1.7 s at 60 rows a second) are neighbours, not a repetition."""
SMALLEST_MOTION_ROWS = 300
"""A motion with fewer rows of its own (5 s at 60 rows a second) is too short to prove anything."""
SEGMENTS = 4
"""Stretches that are left out in turn where there is one motion only."""
_STANDSTILL = (1e-3, 1e-2)
"""Spread of position (rad, m) and velocity below which a joint counts as standing."""


@dataclass(frozen=True)
class Motions:
    """The motion of every row, recordings one after the other.

    ``number`` (N,) counts motions from 0; -1 belongs to none that could be left out. ``names`` are
    what each is called: its recording's label, with the stretch where recordings were divided.
    """

    number: IntArray
    names: tuple[str, ...]
    divided: bool
    """There is one motion only, divided into stretches: a weaker proof."""

    def every(self, step: int) -> "Motions":
        """For every so-manieth row."""
        return Motions(self.number[::step], self.names, self.divided)


def find_motions(samples: Mapping[str, ResidualSamples], *, monitor: Monitor) -> Motions:
    """Tell the motions of several recordings apart."""
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
    """In standard deviations, such that a distance is root mean square over the columns."""
    spread = np.maximum(states.std(axis=0), np.repeat(_STANDSTILL, joints))
    return np.asarray(states / spread / np.sqrt(states.shape[1]))


def _originals(states: FloatArray, monitor: Monitor) -> IntArray:
    """(N,) for every row the first row with the same state, itself where there is none before."""
    from scipy.spatial import cKDTree

    within = _tolerance(states)
    original = np.arange(states.shape[0])
    for first in range(APART_ROWS, states.shape[0], APART_ROWS):
        monitor.check()
        rows = np.arange(first, min(first + APART_ROWS, states.shape[0]))
        # whoever was seen at least one stretch before; each state once keeps the tree small
        seen = np.flatnonzero(original[: first - APART_ROWS] == np.arange(first - APART_ROWS))
        if not seen.size:
            continue
        distance, nearest = cKDTree(states[seen]).query(states[rows], distance_upper_bound=within)
        repeated = np.isfinite(distance)
        original[rows[repeated]] = seen[nearest[repeated]]
    return original


def _tolerance(states: FloatArray) -> float:
    """As far as the next row of a repetition can be, whose rows fall between those of the first pass."""
    steps = np.linalg.norm(np.diff(states, axis=0), axis=1)
    typical = float(np.median(steps)) if steps.size else 0.0
    return min(max(SAME_STATE, 0.6 * typical), FURTHEST_SAME_STATE)
