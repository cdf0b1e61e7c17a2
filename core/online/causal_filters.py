"""Causal low-pass filters with a stated delay.

Bessel filters are used, because their delay is equal over the whole pass-band: curves that went through
the same filters stay in phase, and a delayed value can be assigned to its sample.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from core.recording import FloatArray
from core.signals.low_pass import LowPass
from core.signals.sections import bessel_poles, low_pass_sections, steady_state

ORDER = 4
SETTLED_WITHIN = 0.01
"""Distance from the final value of a step at which a filter has settled."""
_SECTIONS = ORDER // 2


@dataclass(frozen=True)
class CausalLowPass(LowPass):
    """Bessel low-pass of order 4, applied forward only; down by 3 dB at ``cutoff_hz``.

    Raises
    ------
    BadRequest
        ``cutoff-above-nyquist`` when the cut-off does not lie below half the rate.
    """

    @cached_property
    def sections(self) -> FloatArray:
        """Second-order sections of the filter, (2, 6)."""
        return low_pass_sections(bessel_poles(ORDER), cutoff_hz=self.cutoff_hz, rate_hz=self.rate_hz)

    @cached_property
    def steady(self) -> FloatArray:
        """State (2, 2) of the sections after a long constant input of one."""
        return steady_state(self.sections)

    @property
    def delay_samples(self) -> float:
        """Delay of slow signals, in samples."""
        steps = np.arange(3.0)
        over, under = self.sections[:, :3], self.sections[:, 3:]
        late = (over @ steps) / over.sum(axis=1) - (under @ steps) / under.sum(axis=1)
        return float(late.sum())

    @property
    def settling_samples(self) -> int:
        """Number of samples until a step response is within one per cent of its final value."""
        from core.signals._kernels import filter_in_place

        step = np.ones((int(10.0 * self.rate_hz / self.cutoff_hz) + 10, 1))
        filter_in_place(self.sections, np.zeros((_SECTIONS, 2)), step, backward=False)
        return int(np.flatnonzero(np.abs(step - 1.0) > SETTLED_WITHIN)[-1]) + 1


@dataclass(frozen=True)
class NoFilter:
    """Replacement for a low-pass that would have no effect at a low rate."""

    delay_samples: float = 0.0
    settling_samples: int = 0

    @property
    def sections(self) -> FloatArray:
        """Sections (2, 6) that pass all frequencies."""
        return np.tile([1.0, 0.0, 0.0, 1.0, 0.0, 0.0], (_SECTIONS, 1))

    @property
    def steady(self) -> FloatArray:
        """State (2, 2) of the sections: zeros."""
        return np.zeros((_SECTIONS, 2))
