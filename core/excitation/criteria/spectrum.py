"""Criteria of a matrix Y from its singular values, and smooth approximations with gradients.

Values come from the singular values of Y itself. Objectives come from the eigenvalues of YᵀY, which
cost a fraction and are accurate enough for a descent: at a condition number c, some ``16 − 2 log10(c)``
digits are right.
"""

from collections.abc import Callable

import numpy as np

from core.recording import FloatArray

EIGENVALUE_FLOOR = 1e-14
"""Smallest eigenvalue of YᵀY relative to the largest; smaller ones are round-off and are set to this."""
_TINY = 1e-300

SpectralObjective = Callable[[FloatArray], tuple[float, FloatArray]]
"""A function of the ascending positive eigenvalues (b,) of YᵀY, and its derivative (b,)."""


def singular_values(rows: FloatArray) -> FloatArray:
    """Descending singular values (b,) of rows (M, b); those that are round-off are zero."""
    values = np.zeros(rows.shape[1])
    found = np.linalg.svd(rows, compute_uv=False)
    found[found <= found.max(initial=0.0) * max(rows.shape) * np.finfo(np.float64).eps] = 0.0
    values[: found.size] = found
    return values


def condition_number(singular: FloatArray) -> float:
    """Largest over smallest singular value; infinite if the rank is short, 1 without columns."""
    if singular.size == 0:
        return 1.0
    return float(singular[0] / singular[-1]) if singular[-1] > 0.0 else float("inf")


def frobenius_condition(singular: FloatArray) -> float:
    """``|A|_F |A⁻¹|_F`` of A = YᵀY ([Szabo] eq. 20); infinite where the rank is short."""
    if singular[-1] <= 0.0:
        return float("inf")
    return float(
        np.linalg.norm((singular / singular[0]) ** 2) * np.linalg.norm((singular[0] / singular) ** 2)
    )


def minus_log_determinant(singular: FloatArray) -> float:
    """``−log det YᵀY``; infinite where the rank is short."""
    return float(-2.0 * np.sum(np.log(singular))) if singular[-1] > 0.0 else float("inf")


def smooth_log_condition(eigenvalues: FloatArray, *, sharpness: float) -> tuple[float, FloatArray]:
    """``½ log|λ|_p + ½ log|1/λ|_p`` with p = ``sharpness``: the log condition number as p grows."""
    low, high = eigenvalues[0], eigenvalues[-1]
    # Powers of ratios up to one cannot overflow, whatever the sharpness.
    large, small = (eigenvalues / high) ** sharpness, (low / eigenvalues) ** sharpness
    sum_large, sum_small = large.sum(), small.sum()
    value = 0.5 * (np.log(high / low) + np.log(sum_large * sum_small) / sharpness)
    return float(value), 0.5 * (large / sum_large - small / sum_small) / eigenvalues


def smooth_log_frobenius(eigenvalues: FloatArray) -> tuple[float, FloatArray]:
    """Log of the Frobenius condition number of YᵀY: twice the log condition of sharpness 2."""
    value, slope = smooth_log_condition(eigenvalues, sharpness=2.0)
    return 2.0 * value, 2.0 * slope


def smooth_minus_log_determinant(eigenvalues: FloatArray) -> tuple[float, FloatArray]:
    """``−log det YᵀY``, smooth as it is."""
    return -float(np.sum(np.log(eigenvalues))), -1.0 / eigenvalues


def spectral_gradient(
    rows: FloatArray, objective: SpectralObjective, *, out: FloatArray
) -> tuple[float, FloatArray]:
    """An objective of rows (M, b) and the eigenvalues (b,) of YᵀY; its derivative goes to ``out`` (M, b)."""
    eigenvalues, vectors = np.linalg.eigh(rows.T @ rows)
    eigenvalues = np.maximum(eigenvalues, max(EIGENVALUE_FLOOR * float(eigenvalues[-1]), _TINY))
    value, slope = objective(eigenvalues)
    # The derivative of an eigenvalue of YᵀY in Y is 2 Y v vᵀ.
    np.matmul(rows, (vectors * (2.0 * slope)) @ vectors.T, out=out)
    return value, eigenvalues
