"""The ten inertial parameters of a link: computed, moved to another frame, and checked.

Order everywhere: m, m·cx, m·cy, m·cz, Ixx, Ixy, Iyy, Ixz, Iyz, Izz at a frame's origin.
"""

import numpy as np

from core.recording import FloatArray

_TENSOR = ((0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2))
_ROUNDING = 1e-12


def tensor_of(elements: FloatArray) -> FloatArray:
    """Symmetric (3, 3) from Ixx, Ixy, Iyy, Ixz, Iyz, Izz."""
    tensor = np.empty((3, 3))
    for value, (row, column) in zip(elements, _TENSOR, strict=True):
        tensor[row, column] = tensor[column, row] = value
    return tensor


def about_origin(mass: float, *, center: FloatArray, inertia: FloatArray) -> FloatArray:
    """Parameters (10,) at the frame's origin.

    ``mass`` in kg, ``center`` (3,) of mass in m, ``inertia`` (3, 3) in kg·m² about that centre,
    along the frame's axes.
    """
    shifted = inertia + mass * (center @ center * np.eye(3) - np.outer(center, center))
    return np.array([mass, *(mass * center), *(shifted[place] for place in _TENSOR)])


def moved(parameters: FloatArray, *, placement: FloatArray) -> FloatArray:
    """The same body's parameters (10,) in another frame.

    ``placement`` (4, 4) is that of the parameters' present frame, seen from the new one.
    """
    mass, first = parameters[0], parameters[1:4]
    turn, step = placement[:3, :3], placement[:3, 3]
    turned = turn @ first
    inertia = turn @ tensor_of(parameters[4:]) @ turn.T
    product = np.outer(turned, step)
    inertia += (2.0 * turned @ step + mass * step @ step) * np.eye(3)
    inertia -= product + product.T + mass * np.outer(step, step)
    return np.array([mass, *(turned + mass * step), *(inertia[place] for place in _TENSOR)])


def pseudo_inertia(parameters: FloatArray) -> FloatArray:
    """Pseudo-inertia matrix (4, 4): positive definite exactly for a possible body with positive mass.

    Wensing, Kim, Slotine, "Linear matrix inequalities for physically consistent inertial parameter
    identification", IEEE RA-L 2018, eq. 12.
    """
    tensor = tensor_of(parameters[4:])
    matrix = np.empty((4, 4))
    matrix[:3, :3] = 0.5 * np.trace(tensor) * np.eye(3) - tensor
    matrix[:3, 3] = matrix[3, :3] = parameters[1:4]
    matrix[3, 3] = parameters[0]
    return matrix


def has_positive_moments(inertia: FloatArray) -> bool:
    """True if no principal moment of the tensor (3, 3) is negative."""
    moments = np.linalg.eigvalsh(inertia)
    return bool(moments[0] >= -_ROUNDING * max(1.0, float(moments[-1])))
