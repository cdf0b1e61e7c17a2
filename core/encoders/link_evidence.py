"""Evidence whether a link position is measured: what of the twist nothing else explains, and how it behaves.

A controller may compute the link position from the motor's encoder and the torque. Its twist then holds
nothing but torque and motor position, filtered perhaps. An encoder of its own sees more: the errors of the
gear, which come again at the same position on every stroke, and none of the motor encoder's own noise.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.recording import FloatArray
from core.signals.spectrum import cross_spectra

Rows = NDArray[np.int64]
"""Row numbers (M,)."""

FILTER_S = (0.002, 0.005, 0.015, 0.05, 0.15, 0.4)
"""Time constants of the filters through which a controller may have taken torque and motor position, s."""
_SMALLEST_STEP = 1e-12
_FINEST_FORMAT = 1e-9
_GRID_SHARE = 0.98
_ON_GRID = 0.05
_FEWEST_STEPS = 8
_BITS = (8.0, 24.5)
_BINARY = 3e-4
_CELLS = 1500
_FEWEST_CELLS = 40
_SPLINE_KNOTS = 22
_SMOOTH_LINES = 41
_LEAST_STROKE = 0.2
"""Share of the whole range that a stroke has to cover."""
_FOLLOWS_FROM, _FOLLOWS_TO = 0.22, 0.48
"""Band in which the followed motion is compared, as shares of the sample rate."""


@dataclass(frozen=True)
class Structure:
    """The strongest line of the unexplained twist over position: significance and amplitude, rad (m)."""

    significance: float = 0.0
    amplitude: float = 0.0


@dataclass(frozen=True)
class Following:
    """By how much the fast part of the link position repeats that of the motor; 1 for a computed one."""

    slope: float
    std: float


def format_step(values: FloatArray) -> float:
    """Step of the grid on which all values (N,) lie; 0 if there is none."""
    steps = np.diff(np.unique(values))
    steps = steps[steps > _SMALLEST_STEP]
    if steps.size < _FEWEST_STEPS:
        return 0.0
    step = float(np.quantile(steps, 0.02))
    if step < _FINEST_FORMAT:
        return 0.0
    step = float(steps.sum() / np.round(steps / step).sum())
    off = np.abs(steps / step - np.round(steps / step))
    return step if np.quantile(off, _GRID_SHARE) < _ON_GRID else 0.0


def is_encoder_step(step: float) -> bool:
    """True for a step that divides a turn by a power of two, as encoders do."""
    if step <= 0.0:
        return False
    bits = float(np.log2(2.0 * np.pi / step))
    return _BITS[0] <= bits <= _BITS[1] and abs(bits - round(bits)) < _BINARY


def unexplained(period: float, motor: FloatArray, link: FloatArray, torque: FloatArray) -> FloatArray:
    """The twist without all that torque and motor position tell, directly or through filters.

    Least squares on 1, τ, τ², τ³ and the exponentially filtered τ and θ; columns (N,), ``period`` in s.

    Returns
    -------
    (N, 2) the residual, and the explained part.
    """
    twist = motor - link
    load = (torque - torque.mean()) / max(float(np.std(torque)), _SMALLEST_STEP)
    place = motor - motor.mean()
    columns = [np.ones_like(twist), load, load**2, load**3]
    for constant in FILTER_S:
        share = float(np.exp(-period / constant))
        for signal in (load, place):
            once = _exponential(signal, share)
            columns += [once - signal, _exponential(once, share) - signal]
    regressor = np.column_stack(columns)
    regressor /= np.maximum(np.linalg.norm(regressor, axis=0), 1e-300)
    explained = regressor @ np.linalg.lstsq(regressor, twist, rcond=1e-10)[0]
    return np.column_stack([twist - explained, explained])


def _exponential(signal: FloatArray, share: float) -> FloatArray:
    from scipy.signal import lfilter

    filtered, _ = lfilter([1.0 - share], [1.0, -share], signal, zi=[share * signal[0]])
    return np.asarray(filtered)


def strokes(period: float, motor: FloatArray) -> list[Rows]:
    """Row numbers of each stroke: a motion in one direction over a fifth of the range or more.

    Standstills on the way are left out.
    """
    width = max(3, int(0.2 / period))
    speed = np.convolve(np.gradient(motor) / period, np.ones(width) / width, "same")
    direction = np.sign(speed) * (np.abs(speed) > 0.3 * np.quantile(np.abs(speed), 0.9))
    rows = np.flatnonzero(direction)
    parts = np.split(rows, np.flatnonzero(np.diff(direction[rows])) + 1)
    least = _LEAST_STROKE * np.ptp(motor)
    return [part for part in parts if part.size and np.ptp(motor[part]) > least]


def structure_over_position(
    period: float, motor: FloatArray, residual: FloatArray, explained: FloatArray, *, step: float
) -> Structure:
    """Lines of the residual (N,) over motor position that come again on every stroke.

    The spectra of the strokes' residuals over position are averaged; a line counts by its power against
    the scatter between the strokes, less the logarithm of the number of lines that were looked at.
    """
    low, high = float(motor.min()), float(motor.max())
    moved = 2.0 * float(np.quantile(np.abs(np.diff(motor)), 0.9))
    cell = max(8.0 * step, (high - low) / _CELLS, moved)
    count = int((high - low) / cell) if cell > 0.0 else 0
    parts = strokes(period, motor)
    if len(parts) < 2 or count < _FEWEST_CELLS:
        return Structure()
    cells = np.clip(((motor - low) / cell).astype(np.int64), 0, count - 1)
    own = _spectra(cells, residual, parts, count)
    others = _spectra(cells, explained, parts, count)
    if len(own) < 2:
        return Structure()
    mean, of_explained = own.mean(axis=0), np.abs(others.mean(axis=0))
    scatter = (np.abs(own - mean) ** 2).sum(axis=0) / (len(own) - 1)
    padded = np.pad(scatter, _SMOOTH_LINES // 2, mode="reflect")
    usual = np.convolve(padded, np.ones(_SMOOTH_LINES) / _SMOOTH_LINES, "valid")
    noise = np.maximum(np.maximum(usual, scatter / 8.0), 1e-300)
    # what is half as large as the explained part may be its imperfect explanation
    power = np.where(np.abs(mean) > 0.5 * of_explained, len(own) * np.abs(mean) ** 2 / noise, 0.0)
    best = int(power.argmax())
    return Structure(float(power[best] - np.log(power.size)), float(4.0 * np.abs(mean[best]) / count))


def _spectra(cells: Rows, values: FloatArray, parts: Sequence[Rows], count: int) -> NDArray[np.complex128]:
    """Spectrum over position of each stroke, without its smooth part (strokes, lines)."""
    smooth = _splines(count)
    found = []
    for rows in parts:
        hits = np.bincount(cells[rows], minlength=count)
        seen = hits > 0
        if seen.sum() < _FEWEST_CELLS:
            continue
        mean = np.bincount(cells[rows], weights=values[rows], minlength=count)[seen] / hits[seen]
        weights = np.linalg.lstsq(smooth[seen], mean, rcond=1e-8)[0]
        profile = np.zeros(count)
        profile[seen] = mean - smooth[seen] @ weights
        found.append(profile)
    if not found:
        return np.zeros((0, 0), dtype=np.complex128)
    return np.asarray(np.fft.rfft(np.array(found) * np.hanning(count), axis=1)[:, 3:-2])


def _splines(count: int) -> FloatArray:
    from scipy.interpolate import BSpline

    place = np.linspace(0.0, 1.0, count)
    knots = np.r_[[0.0] * 3, np.linspace(0.0, 1.0, _SPLINE_KNOTS), [1.0] * 3]
    return np.asarray(BSpline.design_matrix(np.clip(place, 0.0, 1.0 - 1e-12), knots, 3).toarray())


def following(period: float, motor: FloatArray, link: FloatArray, torque: FloatArray) -> Following:
    """Slope of the link's increments on those of the motor at high frequency, what torque tells left out.

    The fast part of the motor's position is the noise of its encoder, which no link encoder repeats.
    """
    rate, length = 1.0 / period, 256 if motor.size > 6000 else 128
    moves = np.diff(np.column_stack([motor, link, torque]), axis=0)
    length = min(length, moves.shape[0])
    spectra = cross_spectra(moves, length=length)
    by_torque = np.maximum(spectra[2][2].real, 1e-300)
    own = spectra[0][0].real - np.abs(spectra[0][2]) ** 2 / by_torque
    of_link = spectra[1][1].real - np.abs(spectra[1][2]) ** 2 / by_torque
    common = (spectra[0][1] - spectra[0][2] * spectra[2][1] / by_torque).real
    lines = np.fft.rfftfreq(length, period)
    band = (lines > _FOLLOWS_FROM * rate) & (lines < _FOLLOWS_TO * rate)
    own, of_link, common = own[band], of_link[band], common[band]
    if not own.size or own.sum() <= 0.0:
        return Following(0.0, float("inf"))
    slope, weight = common.sum() / own.sum(), np.ones(own.size)
    for _ in range(3):  # lines with less of its own noise count more
        rest = np.maximum(of_link - 2.0 * slope * common + slope**2 * own, 1e-300)
        weight = 1.0 / np.convolve(np.pad(rest, 4, mode="edge"), np.ones(9) / 9.0, "valid")
        slope = (weight * common).sum() / (weight * own).sum()
    independent = 2.0 * (_FOLLOWS_TO - _FOLLOWS_FROM) * motor.size / own.size
    return Following(float(slope), float(1.0 / np.sqrt((weight * own).sum() * independent)))
