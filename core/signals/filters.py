"""Zero-phase low-pass filtering, in memory and in overlapping pieces.

Torque and every column of the regression pass through the same filter. A linear
filter commutes with the linear model, so the parameters do not change,
while noise above the cut-off is removed from both sides.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np

from core.errors import NotEnoughData
from core.recording import FloatArray
from core.signals.low_pass import LowPass
from core.signals.sections import butterworth_poles, low_pass_sections, steady_state

ORDER = 4
_EDGE_PERIODS = 3.0
"""Length of the odd extension at each end, in periods of the cut-off frequency."""


@cache
def _design(cutoff_hz: float, rate_hz: float) -> tuple[FloatArray, FloatArray]:
    """The filter's sections (2, 6) and their state (2, 2) after a long constant input of one."""
    sections = low_pass_sections(butterworth_poles(ORDER), cutoff_hz=cutoff_hz, rate_hz=rate_hz)
    return sections, steady_state(sections)


@dataclass(frozen=True)
class ZeroPhaseLowPass(LowPass):
    """Butterworth low-pass of order 4, applied forward and backward.

    ``cutoff_hz`` is the frequency with 3 dB attenuation in one pass (6 dB in both), ``rate_hz``
    the uniform sample rate of the signal.

    Raises
    ------
    BadRequest
        ``cutoff-above-nyquist`` when the cut-off does not lie below half the rate.
    """

    @property
    def edge_samples(self) -> int:
        """Samples of odd extension at each end; a signal must be longer than this."""
        return max(3 * ORDER, int(_EDGE_PERIODS * self.rate_hz / self.cutoff_hz))

    def settling_samples(self, tolerance: float = 1e-15) -> int:
        """Samples after which the response to an edge has decayed to ``tolerance``."""
        slowest = 2.0 * np.pi * self.cutoff_hz * np.sin(np.pi / (2 * ORDER))
        return int(np.ceil(-np.log(tolerance) / slowest * self.rate_hz))

    def apply(self, values: FloatArray) -> FloatArray:
        """Filter along the first axis.

        Parameters
        ----------
        values
            (N, ...) samples at the uniform rate.

        Returns
        -------
        (N, ...) filtered samples without delay.

        Raises
        ------
        NotEnoughData
            ``too-short-to-filter`` when N does not exceed ``edge_samples``.
        """
        edge = self.edge_samples
        if values.shape[0] <= edge:
            raise NotEnoughData("too-short-to-filter", samples=int(values.shape[0]), needed=edge + 1)
        extended = np.empty((values.shape[0] + 2 * edge, *values.shape[1:]))
        extended[:edge] = 2.0 * values[:1] - values[edge:0:-1]
        extended[edge:-edge] = values
        extended[-edge:] = 2.0 * values[-1:] - values[-2 : -edge - 2 : -1]
        self._filter(extended.reshape(extended.shape[0], -1))
        return np.ascontiguousarray(extended[edge:-edge])

    def _filter(self, values: FloatArray) -> None:
        """Filter rows (N, k) in place, forward and then backward."""
        from core.signals._kernels import filter_in_place  # who only counts samples compiles nothing

        sections, steady = _design(self.cutoff_hz, self.rate_hz)
        for backward in (False, True):
            filter_in_place(sections, steady, values, backward)
