"""D-optimal choice of tests: greedy start, then single exchanges while they improve it.

The criterion is ``log det(1 + Σ AᵀA)``. The unit matrix is a prior with a standard deviation of each
unknown's own size, so that unknowns without information do not hide the gain of others.
"""

import numpy as np
import numpy.typing as npt

from core.monitor import Monitor
from core.recording import FloatArray

_ROUNDS = 20
"""Largest number of exchange rounds; tens among hundreds converge in three or four."""
_GAIN = 1e-9
"""Gain of the criterion below which an exchange is rounding."""
_DIRECTIONS = 3
"""Number of rows of a test."""

Places = npt.NDArray[np.intp]


def log_information(rows: FloatArray) -> float:
    """``log det(1 + Σ AᵀA)`` of rows (m, 3, n), in units of their noise and of the unknowns."""
    return float(np.linalg.slogdet(_information(rows))[1])


def best_design(rows: FloatArray, *, count: int, monitor: Monitor) -> Places:
    """The ``count`` tests with rows (K, 3, n) that have the largest joint information; none is taken twice.

    Returns
    -------
    (count,) places in ``rows``, in ascending order.
    """
    chosen = _greedy(rows, count, monitor)
    for number in range(_ROUNDS):
        monitor.check()
        monitor.report(number / _ROUNDS)
        if not _exchange(rows, chosen, monitor):
            break
    return np.sort(np.array(chosen, dtype=np.intp))


def _information(rows: FloatArray) -> FloatArray:
    return np.asarray(np.eye(rows.shape[2]) + np.einsum("mri,mrj->ij", rows, rows))


def _greedy(rows: FloatArray, count: int, monitor: Monitor) -> list[int]:
    """Greedy choice: each time the test that adds most information to those before."""
    chosen: list[int] = []
    information = np.eye(rows.shape[2])
    for _ in range(count):
        monitor.check()
        best = _best(rows, information, taken=chosen)[0]
        chosen.append(best)
        information = information + rows[best].T @ rows[best]
    return chosen


def _exchange(rows: FloatArray, chosen: list[int], monitor: Monitor) -> bool:
    """Replace each test by the best one; True if that changed any."""
    has_changed = False
    for place, old in enumerate(chosen):
        monitor.check()
        others = chosen[:place] + chosen[place + 1 :]
        information = _information(rows[others])
        best, gains = _best(rows, information, taken=others)
        if best != old and gains[best] > gains[old] + _GAIN:
            chosen[place], has_changed = best, True
    return has_changed


def _best(rows: FloatArray, information: FloatArray, *, taken: list[int]) -> tuple[int, FloatArray]:
    """The test that adds most to an information (n, n), and the gain of each (K,)."""
    inverse = np.linalg.inv(information)
    # Matrix determinant lemma: log det(M + AᵀA) − log det M = log det(1 + A M⁻¹ Aᵀ), a 3 × 3
    # determinant per test.
    spread = np.eye(_DIRECTIONS) + rows @ inverse @ rows.transpose(0, 2, 1)
    gains = np.linalg.slogdet(spread)[1]
    allowed = gains.copy()
    allowed[taken] = -np.inf
    return int(np.argmax(allowed)), gains
