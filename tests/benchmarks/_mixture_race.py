"""One process, one thread: a compiled mixture regression and the same in vectorised NumPy, taking turns."""

import json
import sys
import time
from statistics import median

import numpy as np

from core.learning import _kernels
from core.learning.gmm import GaussianMixture
from core.learning.kinds import FeatureKind
from core.learning.packed_learner import pack
from core.learning.samples import faded

FEATURES = {2: FeatureKind.STATE, 4: FeatureKind.BOTH}
MEASURED_SAMPLES = 200_000
"""Samples per side over all repetitions, about; at least seven repetitions."""
MOST_REPETITIONS = 2_000


def mixture(size, dimension):
    """Components somewhere around the origin, narrow enough to share the inputs between them."""
    random = np.random.default_rng(5)
    factors = random.normal(size=(size, dimension + 1, dimension + 1))
    covariance = 0.1 * factors @ factors.transpose(0, 2, 1) + 0.05 * np.eye(dimension + 1)
    mean = random.normal(size=(size, dimension + 1))
    weights = random.dirichlet(np.full(size, 5.0))
    return GaussianMixture(weights, mean, covariance, np.ones(dimension), silent=1e-3, clear=1e-2)


class NumPyMixture:
    """The regression written down as in [Liu] section 5, every constant worked out before, one pass."""

    def __init__(self, model):
        inputs, across = model.covariance[:, :-1, :-1], model.covariance[:, :-1, -1]
        self.mean, self.torque = model.mean[:, :-1], model.mean[:, -1]
        self.precision = np.linalg.inv(inputs)
        self.slope = np.einsum("kij,kj->ki", self.precision, across)
        turns = (2.0 * np.pi) ** inputs.shape[1]
        self.height = model.weights / np.sqrt(turns * np.linalg.det(inputs)) * np.prod(model.scale)
        self.limits = model.silent, model.clear

    def __call__(self, inputs):
        away = inputs[:, np.newaxis, :] - self.mean
        distance = np.einsum("nki,kij,nkj->nk", away, self.precision, away)
        density = self.height * np.exp(-0.5 * distance)
        total = density.sum(axis=1)
        torque = self.torque + np.einsum("nki,ki->nk", away, self.slope)
        share = faded(total, *self.limits)
        return np.where(share > 0.0, share * (density * torque).sum(axis=1) / total, 0.0)


class WhitenedNumPyMixture(NumPyMixture):
    """The same rewritten for speed: one matrix product whitens all inputs for all components."""

    def __init__(self, model):
        super().__init__(model)
        whitening = np.linalg.inv(np.linalg.cholesky(model.covariance[:, :-1, :-1]))
        self.shape = whitening.shape[:2]
        self.whitening = np.ascontiguousarray(whitening.reshape(-1, whitening.shape[2]).T)
        self.offset = np.einsum("kij,kj->ki", whitening, self.mean).ravel()
        self.lines = np.ascontiguousarray(self.slope.T)
        self.intercept = self.torque - (self.slope * self.mean).sum(axis=1)

    def __call__(self, inputs):
        whitened = (inputs @ self.whitening - self.offset).reshape(-1, *self.shape)
        density = self.height * np.exp(-0.5 * np.einsum("nki,nki->nk", whitened, whitened))
        total = density.sum(axis=1)
        torque = self.intercept + inputs @ self.lines
        share = faded(total, *self.limits)
        return np.where(share > 0.0, share * (density * torque).sum(axis=1) / total, 0.0)


def timed(work, *arguments):
    start = time.perf_counter()
    work(*arguments)
    return time.perf_counter() - start


def race(size, dimension, samples):
    model = mixture(size, dimension)
    packed = pack([model], FEATURES[dimension])
    peers = {"numpy": NumPyMixture(model), "whitened": WhitenedNumPyMixture(model)}
    stacked = np.random.default_rng(6).normal(size=(samples, 1, 4))
    inputs = np.ascontiguousarray(stacked[:, 0, packed.columns])
    found = np.empty((samples, 1))
    arguments = (*packed, stacked, np.empty(_kernels.WORK_SIZE), found)
    _kernels.residual_rows(*arguments)
    largest = max(float(np.max(np.abs(found[:, 0] - peer(inputs)))) for peer in peers.values())
    seconds = {"ours": [], **{name: [] for name in peers}}
    for _ in range(min(MOST_REPETITIONS, max(7, MEASURED_SAMPLES // samples))):
        seconds["ours"].append(timed(_kernels.residual_rows, *arguments))
        for name, peer in peers.items():
            seconds[name].append(timed(peer, inputs))
    ours, plain, whitened = (median(seconds[name]) for name in ("ours", *peers))
    return {
        "seconds": ours,
        "numpy_seconds": plain,
        "ratio": plain / ours,
        "whitened_seconds": whitened,
        "whitened_ratio": whitened / ours,
        "largest_difference": largest,
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(race(*map(int, sys.argv[1:]))))
