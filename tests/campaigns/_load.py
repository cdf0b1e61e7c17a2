"""Heavy work for the job system while something else is measured; each runs until it is cancelled."""

import numpy as np
from scipy.optimize import minimize
from scipy.special import logsumexp

from core.monitor import Monitor

LOADS = ("pure_python", "slsqp", "mixture")
_VARIABLES = 40
_SAMPLES, _COMPONENTS = 20_000, 8


def pure_python(monitor: Monitor) -> None:
    """A loop that never leaves the interpreter."""
    total = 0
    while True:
        monitor.check()
        for number in range(200_000):
            total += number * number % 7


def slsqp(monitor: Monitor) -> None:
    """One constrained optimisation after the other."""
    random = np.random.default_rng(0)
    matrix = random.normal(size=(_VARIABLES, _VARIABLES))

    def cost(x: np.ndarray) -> float:
        monitor.check()
        return float(np.sum((matrix @ x - 1.0) ** 2) + np.sum(np.cos(3.0 * x)))

    while True:
        constraint = {"type": "ineq", "fun": lambda x: 4.0 - x @ x}
        minimize(cost, random.normal(size=_VARIABLES), method="SLSQP", constraints=constraint)


def mixture(monitor: Monitor) -> None:
    """A mixture of Gaussians fitted by expectation and maximisation, without end."""
    random = np.random.default_rng(0)
    samples = random.normal(size=(_SAMPLES, 3)) + random.integers(0, 4, size=(_SAMPLES, 1))
    while True:
        means = samples[random.choice(_SAMPLES, _COMPONENTS, replace=False)]
        spread = np.ones((_COMPONENTS, 3))
        for _ in range(50):
            monitor.check()
            distance = (samples[:, None, :] - means) ** 2 / spread
            log_density = -0.5 * (distance.sum(axis=2) + np.log(spread).sum(axis=1))
            share = np.exp(log_density - logsumexp(log_density, axis=1, keepdims=True))
            weight = share.sum(axis=0)[:, None]
            means = share.T @ samples / weight
            spread = np.maximum(share.T @ samples**2 / weight - means**2, 1e-3)
