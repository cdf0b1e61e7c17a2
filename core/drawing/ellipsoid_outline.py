"""The outline of an ellipsoid in orthographic view."""

import numpy as np

from core.drawing.orthographic import Orthographic
from core.recording import FloatArray


def ellipsoid_outline(view: Orthographic, axes: FloatArray) -> FloatArray:
    """Half axes (2, 2), columns, right and up on the page, of an ellipsoid's outline; longest first.

    Parameters
    ----------
    axes
        (3, 3) half axes, columns, in the upright frame.
    """
    left, size, _ = np.linalg.svd(view.matrix[:2] @ axes)
    return np.asarray(left * size)
