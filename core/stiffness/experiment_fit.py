"""Least squares of joint compliances from shifts, and a check which of them the tests determine."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.recording import FloatArray
from core.stiffness.judgement import UNSEEN

UNLOADED = 0.02
"""Torque relative to force times lever below which a joint counts as unloaded."""
_SAME = 1e-6
"""Eigenvalue of the scaled normal matrix below which joints are not separable."""
_STEADY = 2
"""Ratio of tests to joints from which the jackknife gives the uncertainty."""


@dataclass(frozen=True, eq=False)
class Fit:
    """The result of the fit.

    Attributes
    ----------
    compliance
        (n,) rad/(N·m) (m/N), NaN for joints that the tests do not determine.
    covariance
        (n, n), NaN likewise.
    noise
        Standard deviation of the residuals per axis, m.
    free_rows
        Rows beyond unknowns.
    unseen, unloaded
        Free joints whose motion hardly moves the tool, and those that no test loads.
    alike
        Groups of joints of which only a sum is determined.
    levers, torques
        (n,) m and N·m, root of the mean square over the tests.
    outlying
        (m,) deviation of each test from the fit of the others, over their scatter.
    """

    compliance: FloatArray
    covariance: FloatArray
    noise: float
    free_rows: int
    unseen: tuple[int, ...]
    unloaded: tuple[int, ...]
    alike: tuple[int, ...]
    levers: FloatArray
    torques: FloatArray
    outlying: FloatArray


def fit_compliance(
    matrix: FloatArray,
    shifts: FloatArray,
    *,
    std: FloatArray,
    known: FloatArray,
    levers: FloatArray,
    torques: FloatArray,
    is_prismatic: npt.NDArray[np.bool_],
) -> Fit:
    """Compliances (n,) from ``matrix`` (m, 3, n) and ``shifts`` (m, 3).

    Parameters
    ----------
    std
        (m,) m per axis; NaN for a common unknown scatter.
    known
        (n,) rad/(N·m) of held joints, NaN for free ones.
    levers, torques
        (m, n) of each joint in each test.
    """
    count, n = matrix.shape[0], matrix.shape[2]
    lever, torque = (np.sqrt(np.mean(values**2, axis=0)) for values in (levers, torques))
    is_free = ~np.isfinite(known)
    unseen = _below(lever, UNSEEN, ~is_prismatic & is_free)
    unloaded = tuple(j for j in _unloaded(levers, torques) if is_free[j] and j not in unseen)
    searched = np.array(
        [j for j in range(n) if is_free[j] and j not in unseen and j not in unloaded],
        dtype=int,
    )
    weight = _weights(std)
    left = shifts - matrix @ np.where(np.isfinite(known), known, 0.0)
    solver = _Solver(matrix[:, :, searched] * weight[:, None, None], left * weight[:, None])
    determined, alike = searched[solver.determined], tuple(searched[~solver.determined].tolist())
    compliance, covariance = np.where(np.isfinite(known), known, np.nan), np.full((n, n), np.nan)
    held = np.flatnonzero(np.isfinite(known))
    covariance[np.ix_(held, held)] = 0.0
    compliance[determined] = solver.estimate[solver.determined]
    covariance[np.ix_(determined, determined)] = solver.covariance[
        np.ix_(solver.determined, solver.determined)
    ]
    typical = 1.0 / float(np.median(weight))
    return Fit(
        compliance,
        covariance,
        noise=solver.noise * typical,
        free_rows=3 * count - searched.size,
        unseen=unseen,
        unloaded=unloaded,
        alike=alike,
        levers=lever,
        torques=torque,
        outlying=solver.outlying,
    )


def _below(sizes: FloatArray, share: float, counts: npt.NDArray[np.bool_]) -> tuple[int, ...]:
    return tuple(np.flatnonzero(counts & (sizes <= share * sizes.max(initial=0.0))).tolist())


def _unloaded(levers: FloatArray, torques: FloatArray) -> tuple[int, ...]:
    """Joints whose torques are small relative to force times lever in all tests."""
    load = np.sqrt(np.mean(np.max(torques / np.maximum(levers, 1e-12), axis=1, initial=0.0) ** 2))
    possible = load * np.sqrt(np.mean(levers**2, axis=0))
    return tuple(np.flatnonzero(np.sqrt(np.mean(torques**2, axis=0)) <= UNLOADED * possible).tolist())


def _weights(std: FloatArray) -> FloatArray:
    """(m,) 1/m; ones where some test's scatter is unknown."""
    is_known = np.isfinite(std) & (std > 0.0)
    return 1.0 / std if is_known.all() else np.ones(std.size)


class _Solver:
    """The estimate with all tests and with each left out."""

    def __init__(self, matrix: FloatArray, shifts: FloatArray) -> None:
        count, rows, n = matrix.shape
        self._scale = np.sqrt(np.einsum("mri,mri->i", matrix, matrix))
        self._scale[self._scale == 0.0] = 1.0
        scaled = matrix / self._scale
        normal = np.einsum("mri,mrj->mij", scaled, scaled)
        right = np.einsum("mri,mr->mi", scaled, shifts)
        total = normal.sum(axis=0)
        values, vectors = np.linalg.eigh(total) if n else (np.empty(0), np.empty((0, 0)))
        kept = values > _SAME
        self.determined = (
            ~np.any(np.abs(vectors[:, ~kept]) > np.sqrt(_SAME), axis=1) if n else np.empty(0, bool)
        )
        inverse = (vectors[:, kept] / values[kept]) @ vectors[:, kept].T if n else np.empty((0, 0))
        found = inverse @ right.sum(axis=0)
        residual = shifts - scaled @ found
        free = count * rows - n
        self.noise = float(np.sqrt(np.sum(residual**2) / free)) if free > 0 else float("nan")
        self.estimate = found / self._scale
        changes, self.outlying = self._left_out(scaled, inverse, residual)
        self.covariance = self._covariance(inverse, changes) / np.outer(self._scale, self._scale)

    def _left_out(
        self, scaled: FloatArray, inverse: FloatArray, residual: FloatArray
    ) -> tuple[FloatArray, FloatArray]:
        """Changes (m, n) of the estimate without each test, and deviations (m,) from the others' fit."""
        count, rows, n = scaled.shape
        hat = scaled @ inverse @ scaled.transpose(0, 2, 1)
        # Exact leave-one-out residual (1 − H)⁻¹ r without a new fit; 1e-9 keeps it regular at leverage
        # one.
        freed = np.linalg.solve(np.eye(rows) - (1.0 - 1e-9) * hat, residual[..., np.newaxis])[..., 0]
        changes = np.einsum("ij,mrj,mr->mi", inverse, scaled, freed)
        squares = np.sum(residual**2, axis=1)
        others = count * rows - n - rows
        scatter = np.sqrt(
            np.maximum(squares.sum() - np.einsum("mr,mr->m", residual, freed), 0.0) / max(others, 1)
        )
        away = np.sqrt(np.einsum("mr,mr->m", residual, freed) / rows)
        return changes, np.divide(away, scatter, out=np.zeros(count), where=scatter > 0.0)

    def _covariance(self, inverse: FloatArray, changes: FloatArray) -> FloatArray:
        """Covariance from the scatter, or from leaving out tests if that is larger."""
        count, n = changes.shape
        by_scatter = self.noise**2 * inverse
        if count < _STEADY * n or not np.isfinite(self.noise):
            return by_scatter
        centred = changes - changes.mean(axis=0)
        by_tests = (count - 1) / count * centred.T @ centred
        plain, robust = np.sqrt(np.diag(by_scatter)), np.sqrt(np.diag(by_tests))
        widened = np.maximum(plain, robust)
        ratio = np.divide(widened, robust, out=np.ones(n), where=robust > 0.0)
        return np.asarray(by_tests * np.outer(ratio, ratio)) if np.all(robust > 0.0) else by_scatter
