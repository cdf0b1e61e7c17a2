"""Regressions with a known answer, shaped like those of an arm: joint j sees the links from j on."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import scipy.signal

from core.estimation import InMemoryRows, MaximumLikelihood, RowBlock, RowSource, time_block_ids
from core.monitor import Monitor

STEP_S = 0.01


@dataclass(frozen=True)
class Regression:
    rows: InMemoryRows
    truth: np.ndarray
    noise: np.ndarray


def arm_like(
    rng: np.random.Generator,
    *,
    samples=2400,
    joints=4,
    columns=14,
    joint_std=(2.0, 1.0, 0.3, 0.05),
    correlation=0.0,
    colour=0.0,
    block_s=1.0,
) -> Regression:
    regressor = smooth(rng, (samples, joints, columns))
    for joint in range(joints):
        regressor[:, joint, : 2 * joint] = 0.0
    truth = rng.uniform(-2.0, 2.0, columns)
    mixing = np.linalg.cholesky(np.full((joints, joints), correlation) + (1 - correlation) * np.eye(joints))
    noise = coloured(rng, (samples, joints), colour) @ mixing.T * np.array(joint_std[:joints])
    return Regression(with_target(regressor, regressor @ truth + noise, block_s=block_s), truth, noise)


def with_target(regressor, target, *, block_s=1.0, mask=None) -> InMemoryRows:
    samples, _, columns = regressor.shape
    names = tuple(f"column {index}" for index in range(columns))
    ids = time_block_ids(np.arange(samples) * STEP_S, block_s=block_s)
    return InMemoryRows(regressor, target, names, ids, mask)


def smooth(rng: np.random.Generator, shape) -> np.ndarray:
    """Sums of a few sines: regressors of a moving arm are smooth in time."""
    time = np.arange(shape[0]) * STEP_S
    result = np.zeros(shape)
    for _ in range(6):
        frequency = rng.uniform(0.2, 3.0, shape[1:])
        phase = rng.uniform(0.0, 2 * np.pi, shape[1:])
        result += np.sin(2 * np.pi * frequency * time[:, None, None] + phase)
    return result


def coloured(rng: np.random.Generator, shape, coefficient: float) -> np.ndarray:
    """First-order autoregressive noise (AR(1)) of unit variance."""
    white = rng.standard_normal(shape)
    if coefficient == 0.0:
        return white
    white[0] /= np.sqrt(1.0 - coefficient**2)
    return scipy.signal.lfilter([np.sqrt(1.0 - coefficient**2)], [1.0, -coefficient], white, axis=0)


@dataclass(frozen=True)
class OddChunks:
    """The same rows in pieces of changing odd sizes, always in the same reused memory."""

    source: InMemoryRows

    @property
    def column_names(self) -> tuple[str, ...]:
        return self.source.column_names

    @property
    def joint_count(self) -> int:
        return self.source.joint_count

    def blocks(self, monitor: Monitor) -> Iterator[RowBlock]:
        source, sizes, first = self.source, (1, 37, 5, 211, 73), 0
        regressor, target = np.empty_like(source.regressor[:256]), np.empty_like(source.target[:256])
        for index in range(source.target.shape[0]):
            if first >= source.target.shape[0]:
                return
            same = source.block_ids[first:] == source.block_ids[first]
            end = int(np.argmin(same)) if not same.all() else same.size
            last = first + min(end, sizes[index % len(sizes)])
            count = last - first
            regressor[:count], target[:count] = source.regressor[first:last], source.target[first:last]
            mask = None if source.weight_mask is None else source.weight_mask[first:last]
            yield RowBlock(regressor[:count], target[:count], mask, int(source.block_ids[first]))
            first = last


@dataclass(frozen=True)
class KnownNoise:
    """Rows with a known variance of each: (N, n), or one for all."""

    rows: RowSource
    variance: np.ndarray | float

    @property
    def column_names(self) -> tuple[str, ...]:
        return self.rows.column_names

    @property
    def joint_count(self) -> int:
        return self.rows.joint_count

    def blocks(self, monitor: Monitor) -> Iterator[RowBlock]:
        return self.rows.blocks(monitor)

    def noisy_blocks(self, estimate: np.ndarray, monitor: Monitor):
        first = 0
        for block in self.rows.blocks(monitor):
            shape = block.target.shape
            whole = np.ndim(self.variance) == 0
            known = np.full(shape, self.variance) if whole else self.variance[first : first + shape[0]]
            yield block, known
            first += shape[0]


@dataclass(frozen=True)
class WithoutKnownNoise:
    """Maximum likelihood for rows of which nothing is known."""

    estimator: MaximumLikelihood

    def fit(self, rows: RowSource, *, monitor: Monitor | None = None):
        return self.estimator.fit(KnownNoise(rows, 0.0), monitor=monitor)
