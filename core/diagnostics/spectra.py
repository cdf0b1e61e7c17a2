"""Spectra joint by joint from a block of samples with gaps, missing joints and unknown gears."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.diagnostics.signals import Columns
from core.recording import FloatArray, Quantity
from core.robot.model import RobotModel
from core.signals.order_spectrum import longest_stroke, order_spectrum
from core.signals.resampling import sample_rate, segments
from core.signals.spectrum import OrderSpectrum, Spectrum, amplitude_spectra

_TURN = 2.0 * np.pi


def motor_turns(columns: Columns, robot: RobotModel, *, gear_ratio: FloatArray | None = None) -> FloatArray:
    """Turns of each motor's shaft.

    Parameters
    ----------
    columns
        With motor positions (N, n), or else reported positions.
    robot
        The arm with its gears and coupling; a ratio of 1 in a description means unknown.
    gear_ratio
        (n,) as the controller reports it; overrides the description's.

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
    """Amplitudes over Hz of some columns of (N, n), each from its longest stretch without a gap."""
    found: dict[int, Spectrum | None] = dict.fromkeys(joints)
    for clock, together in _clocks(time, values[:, list(joints)], joints=joints):
        even = np.stack([clock.even(values[:, joint]) for joint in together], axis=1)
        spectra = amplitude_spectra(even, rate_hz=clock.rate_hz)
        found.update(zip(together, spectra, strict=False))  # there are none where samples are too few
    return found


def order_spectra_of(
    values: FloatArray, joints: Collection[int], *, time: FloatArray, turns: FloatArray
) -> dict[int, OrderSpectrum | None]:
    """Amplitudes over cycles per motor turn, as :func:`spectra_of`; ``turns`` (N, n)."""
    chosen = list(joints)
    found: dict[int, OrderSpectrum | None] = dict.fromkeys(joints)
    for clock, together in _clocks(time, values[:, chosen] + turns[:, chosen], joints=joints):
        for joint in together:
            found[joint] = order_spectrum(clock.even(values[:, joint]), clock.even(turns[:, joint]))
    return found


def longest_strokes_of(turns: FloatArray, joints: Collection[int]) -> dict[int, float]:
    """Turns of the longest stroke of some columns of (N, n); NaN where unknown."""
    known = {joint: turns[np.isfinite(turns[:, joint]), joint] for joint in joints}
    return {joint: longest_stroke(column) if column.size else np.nan for joint, column in known.items()}


@dataclass(frozen=True, eq=False)
class _Clock:
    """The longest stretch without a gap, resampled to a uniform clock.

    Single missing samples are interpolated linearly.
    """

    rows: npt.NDArray[np.intp]
    time: FloatArray
    uniform: FloatArray
    rate_hz: float

    @classmethod
    def of(cls, time: FloatArray, known: npt.NDArray[np.bool_]) -> "_Clock | None":
        """The clock of the known samples of (N,); None if there are fewer than two."""
        rows = np.flatnonzero(known)
        if rows.size < 2:
            return None
        clock = time[rows]
        rate = sample_rate(clock)
        longest = max(segments(clock), key=lambda segment: segment.last - segment.first)
        stretch = slice(longest.first, longest.last)
        rows, clock = rows[stretch], clock[stretch]
        count = round((clock[-1] - clock[0]) * rate) + 1
        return cls(rows, clock, np.linspace(clock[0], clock[-1], count), rate)

    def even(self, values: FloatArray) -> FloatArray:
        """A column (N,) of the block on the uniform clock."""
        return np.interp(self.uniform, self.time, values[self.rows])


def _clocks(
    time: FloatArray, values: FloatArray, *, joints: Collection[int]
) -> Iterator[tuple[_Clock, list[int]]]:
    """The clocks of the joints (N, J), each with the joints that have the same samples."""
    known = np.isfinite(values).T
    alike: dict[bytes, list[int]] = {}
    for joint, samples in zip(joints, known, strict=True):
        alike.setdefault(samples.tobytes(), []).append(joint)
    for samples, together in alike.items():
        clock = _Clock.of(time, np.frombuffer(samples, dtype=np.bool_))
        if clock is not None:
            yield clock, together
