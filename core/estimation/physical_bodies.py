"""Coordinates in units of a reference body, whose pseudo-inertia becomes the unit matrix.

A link's pseudo-inertia P (4, 4) is written as ``P = L X Lᵀ`` with ``L Lᵀ`` that of the
reference. P is positive definite exactly when X is, and distances between two X depend on no
frame and no unit (Lee, Wensing, Park, "Geometric Robot Dynamic Identification: A Convex
Programming Approach", IEEE T-RO 2020). X is held as its upper triangle, column after column,
with the entries off the diagonal times √2, as the solver requires.
"""

import numpy as np

from core.recording import FloatArray
from core.robot.inertia import pseudo_inertia

ENTRIES = 10
"""Number of independent entries of a symmetric (4, 4)."""
_PLACES = tuple((row, column) for column in range(4) for row in range(column + 1))
_TENSOR = ((0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2))
_SQRT2 = float(np.sqrt(2.0))


def triangle_of(matrix: FloatArray) -> FloatArray:
    """The ten coordinates of a symmetric (4, 4)."""
    return np.array([matrix[place] * (1.0 if place[0] == place[1] else _SQRT2) for place in _PLACES])


def matrix_of(triangle: FloatArray) -> FloatArray:
    """The symmetric (4, 4) with these ten coordinates."""
    matrix = np.empty((4, 4))
    for value, (row, column) in zip(triangle, _PLACES, strict=True):
        matrix[row, column] = matrix[column, row] = value if row == column else value / _SQRT2
    return matrix


def parameters_of(pseudo: FloatArray) -> FloatArray:
    """The ten standard parameters of a pseudo-inertia (4, 4)."""
    second = pseudo[:3, :3]
    tensor = np.trace(second) * np.eye(3) - second
    return np.array([pseudo[3, 3], *pseudo[:3, 3], *(tensor[place] for place in _TENSOR)])


def to_parameters(reference: FloatArray) -> FloatArray:
    """The matrix (10, 10) from coordinates to standard parameters, for a reference body (10,)."""
    root = np.linalg.cholesky(pseudo_inertia(reference))
    columns = [parameters_of(root @ matrix_of(unit) @ root.T) for unit in np.eye(ENTRIES)]
    return np.stack(columns, axis=1)


def smallest_eigenvalues(links: FloatArray) -> FloatArray:
    """Smallest eigenvalue (n,) of each link's pseudo-inertia, from standard parameters (n, 10)."""
    return np.array([float(np.linalg.eigvalsh(pseudo_inertia(link))[0]) for link in links])
