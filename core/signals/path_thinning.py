"""Thinning of a curve that moves to and fro: points in the same screen cell are drawn once."""

import numpy as np

from core.recording import FloatArray


def thinned(x: FloatArray, y: FloatArray, *, step_x: float, step_y: float) -> tuple[FloatArray, FloatArray]:
    """Points that lie in another grid cell than the point before them.

    Parameters
    ----------
    x, y
        (N,) in any order; NaN in either breaks the line, and one of a run of NaN stays.
    step_x, step_y
        Size of a cell, such as that of a pixel.

    Returns
    -------
    x, y
        (M,) of the points, M at most N; the first and the last are always there.

    Examples
    --------
    >>> import numpy as np
    >>> x = np.array([0.0, 0.1, 0.2, 1.1, 1.2, 0.3])
    >>> thinned(x, np.zeros(6), step_x=1.0, step_y=1.0)[0].tolist()
    [0.0, 1.1, 0.3]
    """
    if x.size <= 2:
        return x, y
    broken = np.isnan(x) | np.isnan(y)
    column, row = np.floor(np.where(broken, 0.0, x) / step_x), np.floor(np.where(broken, 0.0, y) / step_y)
    moved = np.ones(x.size, dtype=np.bool_)
    moved[1:] = (np.diff(column) != 0.0) | (np.diff(row) != 0.0) | (broken[1:] != broken[:-1])
    moved[-1] = True
    return x[moved], y[moved]
