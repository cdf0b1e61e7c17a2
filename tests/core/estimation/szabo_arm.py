"""The three-joint arm of [Szabo] with friction and unequal torque noise, and what the noise gives exactly."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from core.base_parameters import find_base_parameters, standard_regressor
from core.estimation import InMemoryRows, LeastSquares, WeightedLeastSquares, time_block_ids
from core.recording import FloatArray
from tests.core.published_arms import fourier, szabo_3r

TORQUE_STD = np.array([0.5, 0.3, 0.7])
PARAMETERS = 24
STATIC_SLOPE, DECAY_SLOPE = 400.0, 4.0
"""Kv and Kd of the arctan friction columns, s/rad."""
ESTIMATORS = {"LS": LeastSquares(), "WLS": WeightedLeastSquares()}


@dataclass(frozen=True, eq=False)
class Excitation:
    """Regressor (N, 3, 24), true parameters (24,) and clock (N,) of one excitation of 15 s."""

    regressor: FloatArray
    truth: FloatArray
    time: FloatArray

    def noisy(self, random: np.random.Generator) -> InMemoryRows:
        """The rows of one experiment."""
        noise = random.standard_normal((self.time.size, 3)) * TORQUE_STD
        names = tuple(f"column {index}" for index in range(PARAMETERS))
        target = self.regressor @ self.truth + noise
        return InMemoryRows(self.regressor, target, names, time_block_ids(self.time, block_s=1.5))

    def closed_form(self) -> dict[str, FloatArray]:
        """Standard deviations (24,) that the true noise gives each estimator."""
        flat = self.regressor.reshape(-1, PARAMETERS)
        variance = np.tile(TORQUE_STD**2, self.time.size)
        inverse = np.linalg.inv(flat.T @ flat)
        ordinary = inverse @ (flat.T @ (variance[:, np.newaxis] * flat)) @ inverse
        weighted = np.linalg.inv(flat.T @ (flat / variance[:, np.newaxis]))
        return {"LS": np.sqrt(np.diag(ordinary)), "WLS": np.sqrt(np.diag(weighted))}

    def spread_over_closed_form(self, name: str, *, experiments: int, seed: int) -> FloatArray:
        """Scatter (24,) of repeated experiments about the truth, over the closed form."""
        random = np.random.default_rng(seed)
        found = [ESTIMATORS[name].fit(self.noisy(random)).estimate for _ in range(experiments)]
        spread = np.sqrt(np.mean(np.square(np.array(found) - self.truth), axis=0))
        return np.asarray(spread / self.closed_form()[name])


@cache
def excitation() -> Excitation:
    """The excitation of all tests."""
    rng = np.random.default_rng(2021)
    time = np.arange(750) * 0.02
    a, b = rng.uniform(-1.0, 1.0, (2, 3, 5))
    q, v, acceleration = fourier(time, a=a, b=b, q0=rng.uniform(-1.0, 1.0, 3), period_s=15.0)
    base = find_base_parameters(szabo_3r(), rotor_inertia=False)
    rigid = base.columns(standard_regressor(szabo_3r(), q, v, acceleration, rotor_inertia=False))
    shapes = np.stack([np.arctan(STATIC_SLOPE * v), np.arctan(DECAY_SLOPE * v), np.pi / 2 * v], axis=2)
    friction = np.zeros((*v.shape, 9))
    for joint in range(3):
        friction[:, joint, 3 * joint : 3 * joint + 3] = 2.0 / np.pi * shapes[:, joint]
    regressor = np.concatenate([rigid, friction], axis=2)
    return Excitation(regressor, rng.uniform(0.1, 2.0, regressor.shape[2]), time)
