"""The noise of torques and positions, measured from the part that does not repeat with the motion.

[Wu] equations 18 and 19, separated by frequency. Sensor noise is white and extends far above the band
of the arm's motion. Below the cut-off, further differences between periods come from the arm itself
(warming, stiction), and the last period differs most from the first.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from core.errors import BadRequest
from core.identification.chunks import MOTION_BANDWIDTH, Conditioning
from core.identification.joint_side import joint_side
from core.identification.repeated_period import FEWEST_CYCLES, PeriodGrid, RepeatedPeriod, period_grid
from core.recording import FloatArray, Recording
from core.robot.model import RobotModel
from core.signals.filters import ORDER

_WHITE_UP_TO = 0.25
"""Upper end of the white band as a share of the sample rate; above it, interpolation attenuates noise."""
_FEWEST_LINES = 20


@dataclass(frozen=True, eq=False)
class ChannelNoise:
    """Noise of one quantity, (n,) in its unit.

    ``white`` is the standard deviation of a sample of the white part at ``rate_hz``. ``drift`` is
    the RMS difference of the last whole period from the first below ``cutoff_hz``, and
    ``unsteady`` the standard deviation of the non-repeating part there; both without the white part.
    """

    rate_hz: float
    cutoff_hz: float
    white: FloatArray
    unsteady: FloatArray
    drift: FloatArray

    def filtered(self, *, derivative: int = 0) -> FloatArray:
        """Standard deviation (n,) of the white part after differentiation and the columns' filter."""
        return np.asarray(self.white * np.sqrt(self.bandwidth(derivative=derivative) / (0.5 * self.rate_hz)))

    def bandwidth(self, *, derivative: int = 0) -> float:
        """Noise bandwidth of the filter, weighted by the derivative, Hz (Hz·(rad/s)² …)."""
        frequency = np.linspace(0.0, 0.5 * self.rate_hz, 20_001)
        passed = filter_gain(frequency, self.cutoff_hz) ** 2 * (2.0 * np.pi * frequency) ** (2 * derivative)
        return float(np.trapezoid(passed, frequency))


@dataclass(frozen=True, eq=False)
class MeasurementNoise:
    """Noise of one recording, measured from its own periods; SI, the description's joint terms."""

    span: RepeatedPeriod
    torque: ChannelNoise
    position: ChannelNoise

    @cached_property
    def motion_covariance(self) -> FloatArray:
        """(n, 3, 3) of white position noise in position, velocity and acceleration, filtered.

        At one moment the velocity's noise is independent of the others', and position and
        acceleration are against each other, by the variance of the velocity.
        """
        found = np.zeros((self.position.white.size, 3, 3))
        for order in range(3):
            found[:, order, order] = self.position.filtered(derivative=order) ** 2
        found[:, 0, 2] = found[:, 2, 0] = -found[:, 1, 1]
        return found


def measure_noise(
    recording: Recording, robot: RobotModel, span: RepeatedPeriod | None, *, conditioning: Conditioning
) -> MeasurementNoise:
    """Measure the noise of torque and position within ``span``.

    Raises
    ------
    BadRequest
        ``ml-needs-periods`` with the recording where there are less than nearly two periods.
    NotEnoughData
        ``periods-not-covered`` where some moment of the period was never measured.
    """
    if span is None or span.cycles < FEWEST_CYCLES:
        raise BadRequest("ml-needs-periods", recording=recording.label)
    time, side = measured_within(recording, robot, span, conditioning=conditioning)
    cutoff = conditioning.filter_hz
    return MeasurementNoise(
        span,
        torque=channel_noise(period_grid(time, side[1], span), cutoff_hz=cutoff),
        position=channel_noise(period_grid(time, side[0], span), cutoff_hz=cutoff),
    )


def measured_within(
    recording: Recording, robot: RobotModel, span: RepeatedPeriod, *, conditioning: Conditioning
) -> tuple[FloatArray, tuple[FloatArray, FloatArray]]:
    """Time (M,) s, and position and torque (M, n) there as measured, a little beyond the span."""
    clock = recording.time
    first = max(int(np.searchsorted(clock, span.began)) - 2, 0)
    last = min(int(np.searchsorted(clock, span.ended)) + 2, clock.shape[0])
    block = recording.block(first, last)
    side = joint_side(
        block,
        robot,
        drive_gain=conditioning.drive_gain,
        torque_from=conditioning.torque_from,
        coupled=conditioning.coupled,
    )
    return np.asarray(block.time), (side.position, side.torque)


def channel_noise(grid: PeriodGrid, *, cutoff_hz: float) -> ChannelNoise:
    """Noise of the quantity whose periods are the rows of ``grid``."""
    power, frequency = grid.noise_power(), grid.frequency
    moments = grid.values.shape[1]
    rate = moments / grid.span.period_s
    # White noise has the same power in every line, so the lines above the motion give its level
    # everywhere.
    line = np.mean(power[_white_lines(frequency, rate, cutoff_hz)], axis=0)
    gain = filter_gain(frequency, cutoff_hz)[:, np.newaxis]
    share = np.where(frequency == 0.0, 1.0, 2.0)[:, np.newaxis] * gain**2
    unsteady = np.sum(share * (power - line), axis=0)
    change = _last_less_first(grid)
    if change is None:
        drift = np.full(line.shape, np.nan)
    else:
        spectrum = np.abs(np.fft.rfft(change, axis=0) / moments) ** 2
        drift = np.sqrt(np.maximum(np.sum(share * (spectrum - 2.0 * line), axis=0), 0.0))
    return ChannelNoise(rate, cutoff_hz, np.sqrt(line * moments), np.sqrt(np.maximum(unsteady, 0.0)), drift)


def filter_gain(frequency: FloatArray, cutoff_hz: float) -> FloatArray:
    """Gain of the zero-phase low-pass at frequencies (F,) in Hz."""
    return np.asarray(1.0 / (1.0 + (frequency / cutoff_hz) ** (2 * ORDER)))


def _white_lines(frequency: FloatArray, rate_hz: float, cutoff_hz: float) -> npt.NDArray[np.bool_]:
    """Mask of the lines with white noise alone, above the band of the motion."""
    highest = _WHITE_UP_TO * rate_hz
    for lowest in (4.0 * MOTION_BANDWIDTH * cutoff_hz, MOTION_BANDWIDTH * cutoff_hz, 2.0 * cutoff_hz):
        chosen = (frequency >= lowest) & (frequency <= highest)
        if np.count_nonzero(chosen) >= _FEWEST_LINES:
            return np.asarray(chosen)
    return np.asarray(frequency >= frequency[-1] / 2.0)


def _last_less_first(grid: PeriodGrid) -> FloatArray | None:
    """Last nearly whole period minus the first, (M, n); None if there are fewer than two."""
    whole = np.flatnonzero(np.isfinite(grid.values).all(axis=2).mean(axis=1) > FEWEST_CYCLES - 1.0)
    if whole.size < 2:
        return None
    return np.asarray(np.nan_to_num(grid.values[whole[-1]] - grid.values[whole[0]]))
