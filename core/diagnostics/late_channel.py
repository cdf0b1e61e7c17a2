"""The difference of two channels, one of them late, from past samples only."""

import numpy as np

from core.recording import FloatArray

HOLE_PERIODS = 3.5
"""Longest gap between samples, in periods, over which values are interpolated."""


def aligned_difference(
    motor: FloatArray, link: FloatArray, time: FloatArray, *, lag: FloatArray, first: int, rate_hz: float
) -> FloatArray:
    """Motor minus link angle, both at the same moment.

    The earlier channel is evaluated at the time when the other one was read, on the parabola
    through the samples before, within and after that time. The result is older by the lag and
    needs no future sample, so pieces agree with the whole.

    Parameters
    ----------
    motor, link
        (n, M) rad (m).
    time
        (M,) s, increasing.
    lag
        (n,) s by which each joint's link channel is late; negative where the motor's is.
    first
        Index of the first sample of the result; those before serve for interpolation.
    rate_hz
        Samples per second, where none is missing.

    Returns
    -------
    (n, M - first); NaN where a sample is missing that would be needed.
    """
    difference = motor[:, first:] - link[:, first:]
    for each in np.unique(lag[lag != 0.0]):
        joints = lag == each
        sooner, later = (motor, link) if each > 0.0 else (link, motor)
        then = _at(sooner[joints], time, time[first:] - abs(each), hole_s=HOLE_PERIODS / rate_hz)
        sign = 1.0 if each > 0.0 else -1.0
        difference[joints] = sign * (then - later[joints, first:])
    return np.asarray(difference)


def _at(values: FloatArray, time: FloatArray, moment: FloatArray, *, hole_s: float) -> FloatArray:
    """Values (k, M) on the clock (M,) at moments (N,) inside it, by parabolas."""
    if time.size < 3:  # a parabola needs three
        return np.full((values.shape[0], moment.size), np.nan)
    after = np.searchsorted(time, moment, side="right")
    place = np.clip(after, 2, time.size - 1)
    t0, t1, t2 = time[place - 2], time[place - 1], time[place]
    w0 = (moment - t1) * (moment - t2) / ((t0 - t1) * (t0 - t2))
    w1 = (moment - t0) * (moment - t2) / ((t1 - t0) * (t1 - t2))
    w2 = (moment - t0) * (moment - t1) / ((t2 - t0) * (t2 - t1))
    found = w0 * values[:, place - 2] + w1 * values[:, place - 1] + w2 * values[:, place]
    is_missing = (after < 2) | (t2 - t1 > hole_s) | (t1 - t0 > hole_s)
    return np.where(is_missing, np.nan, found)
