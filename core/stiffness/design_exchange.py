"""A D-optimal choice of rows among many: greedy, then one by one exchanged while that helps.

The criterion is ``log det(1 + Σ AᵀA)``: one stands for knowing every unknown to no better than its own size,
so that unknowns which no row tells do not hide what the others gain.
"""

import numpy as np
import numpy.typing as npt

from core.monitor import Monitor
from core.recording import FloatArray

_ROUNDS = 20
"""Of exchanges; a choice of tens among hundreds settles in three or four."""
_GAIN = 1e-9
"""Of the criterion, that counts as none."""
_DIRECTIONS = 3
"""Rows of a test."""

Places = npt.NDArray[np.intp]


def log_information(rows: FloatArray) -> float:
    """``log det(1 + Σ AᵀA)`` of rows (m, 3, n), in units of their noise and of the unknowns."""
    return float(np.linalg.slogdet(_information(rows))[1])


def best_design(rows: FloatArray, *, count: int, monitor: Monitor) -> Places:
    """Which ``count`` of the tests with rows (K, 3, n) tell most together; none is taken twice.

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
    """Each time the test that adds most to those before."""
    chosen: list[int] = []
    information = np.eye(rows.shape[2])
    for _ in range(count):
        monitor.check()
        best = _best(rows, information, taken=chosen)[0]
        chosen.append(best)
        information = information + rows[best].T @ rows[best]
    return chosen


def _exchange(rows: FloatArray, chosen: list[int], monitor: Monitor) -> bool:
    """Take each test out and the best one in; whether that changed anything."""
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
    """The test whose rows add most to an information (n, n), and what each adds (K,)."""
    inverse = np.linalg.inv(information)
    spread = np.eye(_DIRECTIONS) + rows @ inverse @ rows.transpose(0, 2, 1)
    gains = np.linalg.slogdet(spread)[1]
    allowed = gains.copy()
    allowed[taken] = -np.inf
    return int(np.argmax(allowed)), gains
