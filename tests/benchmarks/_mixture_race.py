"""One process, one thread: a compiled mixture regression and the same in vectorised NumPy, taking turns."""

import json
import sys
import time
from statistics import median

import numpy as np

from core.compensation import _kernels
from core.compensation.fading import faded
from core.compensation.gmm import GaussianMixture
from core.compensation.kinds import FeatureKind
from core.compensation.packing import pack

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
    """The regression written down as in methods 1.3, every constant worked out before, one pass."""

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


def timed(work, *arguments):
    start = time.perf_counter()
    work(*arguments)
    return time.perf_counter() - start


def race(size, dimension, samples):
    model = mixture(size, dimension)
    packed, theirs = pack([model], FEATURES[dimension]), NumPyMixture(model)
    stacked = np.random.default_rng(6).normal(size=(samples, 1, 4))
    inputs = np.ascontiguousarray(stacked[:, 0, packed.columns])
    work, found = np.empty(_kernels.WORK_SIZE), np.empty((samples, 1))
    arguments = (*packed, stacked, work, found)
    _kernels.residual_rows(*arguments)
    largest = float(np.max(np.abs(found[:, 0] - theirs(inputs))))
    seconds = {"ours": [], "numpy": []}
    for _ in range(min(MOST_REPETITIONS, max(7, MEASURED_SAMPLES // samples))):
        seconds["ours"].append(timed(_kernels.residual_rows, *arguments))
        seconds["numpy"].append(timed(theirs, inputs))
    ours, peer = median(seconds["ours"]), median(seconds["numpy"])
    return {"seconds": ours, "numpy_seconds": peer, "ratio": peer / ours, "largest_difference": largest}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(race(*map(int, sys.argv[1:]))))
