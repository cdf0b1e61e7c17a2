"""Min/max decimation: a curve for the screen that keeps every spike."""

import numpy as np

from core.recording import FloatArray


def minmax(time: FloatArray, values: FloatArray, *, buckets: int) -> tuple[FloatArray, FloatArray]:
    """Reduce a curve to the smallest and the largest sample of each bucket, in the order they came.

    Parameters
    ----------
    time
        (N,) increasing, any unit.
    values
        (N,), may hold NaN; a bucket of nothing but NaN gives NaN, which draws as a gap.
    buckets
        Number of groups of equal sample count, one per pixel for a plot.

    Returns
    -------
    time, values
        At most 2·buckets samples each, all of them samples of the input; the input
        itself where it is not longer than that.

    Examples
    --------
    >>> import numpy as np
    >>> t, v = minmax(np.arange(8.0), np.array([0.0, 9.0, 1.0, 2.0, 3.0, 2.0, -5.0, 1.0]), buckets=2)
    >>> t.tolist(), v.tolist()
    ([0.0, 1.0, 4.0, 6.0], [0.0, 9.0, 3.0, -5.0])
    """
    count = values.shape[0]
    if count <= 2 * buckets:
        return time, values
    size = -(-count // buckets)
    whole = count // size
    picked = _extremes(values[: whole * size].reshape(whole, size)) + size * np.arange(whole)[:, None]
    index = picked.ravel()
    if whole * size < count:
        rest = _extremes(values[None, whole * size :]).ravel() + whole * size
        index = np.concatenate([index, rest])
    return time[index], values[index]


def _extremes(blocks: FloatArray) -> np.ndarray[tuple[int, int], np.dtype[np.intp]]:
    """Indices of the smallest and largest sample of each row, the earlier one first; NaN is skipped."""
    lowest = np.argmin(np.where(np.isnan(blocks), np.inf, blocks), axis=1)
    highest = np.argmax(np.where(np.isnan(blocks), -np.inf, blocks), axis=1)
    return np.sort(np.stack([lowest, highest], axis=1), axis=1)
