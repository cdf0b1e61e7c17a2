"""The training rows of one joint, and the folds for its validation."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from core.learning.features import COLUMNS, stacked_inputs
from core.learning.kinds import FeatureKind
from core.learning.motions import Motions, find_motions
from core.learning.samples import BoolArray, ResidualSamples
from core.monitor import Monitor
from core.recording import FloatArray

LEARN_STEP = 3
"""Row step for learning.

Rows come at ten times the cut-off, and a third of them still contains everything below it.
"""
MOST_FOLDS = 4
"""Largest number of folds; with more motions several are left out together."""


@dataclass(frozen=True)
class JointRows:
    """One joint's rows: inputs (N, d), residual (N,), mask of the usable ones, and their motions."""

    name: str
    inputs: FloatArray
    residual: FloatArray
    known: BoolArray
    motions: Motions

    def folds(self) -> Iterator[BoolArray]:
        """Masks (N,) of the rows left out, fold by fold."""
        count = len(self.motions.names)
        fold = self.motions.number * min(MOST_FOLDS, count) // max(1, count)
        fold = np.where(self.motions.number < 0, -1, fold)
        for number in range(min(MOST_FOLDS, count)):
            left_out = (fold == number) & self.known
            if left_out.any():
                yield left_out

    def by_motion(self, error: FloatArray) -> tuple[FloatArray, list[str]]:
        """RMS of an error (N,) on each motion that has rows, and the motions' names."""
        found = [
            (float(np.sqrt(np.mean(error[own] ** 2))), name)
            for number, name in enumerate(self.motions.names)
            if (own := (self.motions.number == number) & self.known).any()
        ]
        return np.array([value for value, _ in found]), [name for _, name in found]

    def left_out_rms(self, error: FloatArray) -> float:
        """RMS of an error (N,) over all rows of the folds."""
        taken = self.known & (self.motions.number >= 0)
        return float(np.sqrt(np.mean(error[taken] ** 2)))


def joint_rows(
    samples: Mapping[str, ResidualSamples],
    features: FeatureKind,
    *,
    joint_names: tuple[str, ...],
    monitor: Monitor,
) -> list[JointRows]:
    """The rows of every joint, recordings one after the other; raises as ``stacked_inputs``."""
    inputs = np.concatenate([stacked_inputs(item.inputs, features) for item in samples.values()])
    residual = np.concatenate([item.residual for item in samples.values()])
    keep = np.concatenate([item.keep for item in samples.values()])
    motions = find_motions(samples, monitor=monitor).every(LEARN_STEP)
    found = []
    for joint, name in enumerate(joint_names):
        own = inputs[::LEARN_STEP, joint][:, COLUMNS[features]]
        left = residual[::LEARN_STEP, joint]
        known = keep[::LEARN_STEP, joint] & np.isfinite(own).all(axis=1) & np.isfinite(left)
        found.append(JointRows(name, own, left, known, motions))
    return found
