"""Products of the columns of springs in two frames, without forming the columns ([Mikhel] 3.10).

A product of two rotation columns is a determinant of the rotation between their frames with a row and a
column replaced by the tool's position in either. Expanded along that row, all six columns of a frame
share its minors.
"""

import numpy as np

from core.recording import FloatArray

SHIFTS, TURNS = (0, 1, 2), (3, 4, 5)
"""Columns of a frame: shifts along its axes, then rotations about them."""


def column_products(
    one: FloatArray, other: FloatArray, *, column: int, turn_length: float = 0.0
) -> FloatArray:
    """``Jv · Jw`` (m, 6) of one column of a frame with the six of another.

    Parameters
    ----------
    one, other
        (m, 4, 4) placements of the tool in each frame, both turned alike (``BackwardWalk.b``).
    column
        Of ``one``, from 0: ``SHIFTS`` or ``TURNS``.
    turn_length
        m that a turn of the tool by 1 rad counts; 0 for products of shifts alone.
    """
    axis = column % 3
    here, there = one[:, :3, 3], other[:, :3, 3]
    if column in SHIFTS:
        along = _turn_row(one, other, axis)
        return np.hstack([along, _cross(there, along)])
    first, second = (axis + 1) % 3, (axis + 2) % 3
    # Minors of the rotation's rows with the tool's position in frame one, expanded along the row.
    along = here[:, first, np.newaxis] * _turn_row(one, other, second)
    along -= here[:, second, np.newaxis] * _turn_row(one, other, first)
    about = _cross(there, along)
    if turn_length > 0.0:
        about += turn_length**2 * _turn_row(one, other, axis)
    return np.hstack([along, about])


def _turn_row(one: FloatArray, other: FloatArray, row: int) -> FloatArray:
    """A row (m, 3) of the rotation between the two frames."""
    return np.asarray((other[:, :3, :3] @ one[:, row, :3, np.newaxis])[..., 0])


def _cross(one: FloatArray, other: FloatArray) -> FloatArray:
    """Cross product (m, 3), written out, because ``np.cross`` takes several times as long."""
    out = np.empty_like(other)
    for axis in range(3):
        first, second = (axis + 1) % 3, (axis + 2) % 3
        out[:, axis] = one[:, first] * other[:, second] - one[:, second] * other[:, first]
    return out
