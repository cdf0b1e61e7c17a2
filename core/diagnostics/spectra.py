"""Spectra joint by joint from a block of samples as it came: holes, silent joints, unknown gears."""

from collections.abc import Collection

import numpy as np

from core.diagnostics.signals import Columns
from core.recording import FloatArray, Quantity
from core.robot.model import RobotModel
from core.signals.order_spectrum import order_spectrum
from core.signals.resampling import sample_rate, segments
from core.signals.spectrum import OrderSpectrum, Spectrum, amplitude_spectrum

_TURN = 2.0 * np.pi


def motor_turns(columns: Columns, robot: RobotModel, *, gear_ratio: FloatArray | None = None) -> FloatArray:
    """Turns of each motor's shaft.

    Parameters
    ----------
    columns
        With motor positions (N, n), or else reported positions.
    robot
        Its gears and coupling; a ratio of 1 in a description means that nobody knows it.
    gear_ratio
        (n,) as the controller tells it; goes before the description's.

    Returns
    -------
    (N, n) turns; NaN where the gear ratio is unknown.
    """
    described = np.where(robot.gear_ratio == 1.0, np.nan, robot.gear_ratio)
    ratio = described if gear_ratio is None else gear_ratio
    motor = columns.get(Quantity.MOTOR_POSITION)
    if motor is not None:
        return np.asarray((motor if robot.motor_position_at_shaft else motor * ratio) / _TURN)
    position = columns[Quantity.POSITION]
    if robot.coupling is not None:
        return np.asarray(position @ robot.coupling.T / _TURN)
    return np.asarray(position * ratio / _TURN)


def spectra_of(
    values: FloatArray, joints: Collection[int], *, time: FloatArray
) -> dict[int, Spectrum | None]:
    """Amplitudes over Hz of some columns of (N, n), from each one's longest stretch without a hole."""
    found: dict[int, Spectrum | None] = {}
    for joint in joints:
        even = _even(time, values[:, joint])
        found[joint] = None if even is None else amplitude_spectrum(even[1][0], rate_hz=even[0])
    return found


def order_spectra_of(
    values: FloatArray, joints: Collection[int], *, time: FloatArray, turns: FloatArray
) -> dict[int, OrderSpectrum | None]:
    """Amplitudes over cycles per motor turn, as :func:`spectra_of`; ``turns`` (N, n)."""
    found: dict[int, OrderSpectrum | None] = {}
    for joint in joints:
        even = _even(time, values[:, joint], turns[:, joint])
        found[joint] = None if even is None else order_spectrum(*even[1])
    return found


def _even(time: FloatArray, *columns: FloatArray) -> tuple[float, tuple[FloatArray, ...]] | None:
    """The rate in Hz, and the longest stretch without a hole of columns (N,), on a uniform clock.

    Samples that are missing here and there are filled in with a straight line.
    """
    known = np.logical_and.reduce([np.isfinite(column) for column in columns])
    clock = time[known]
    if clock.size < 2:
        return None
    rate = sample_rate(clock)
    longest = max(segments(clock), key=lambda segment: segment.last - segment.first)
    rows = slice(longest.first, longest.last)
    count = round((clock[rows][-1] - clock[rows][0]) * rate) + 1
    uniform = np.linspace(clock[rows][0], clock[rows][-1], count)
    return rate, tuple(np.interp(uniform, clock[rows], column[known][rows]) for column in columns)
