"""Low-pass filters for samples as they come: nothing later is needed, and how late they are is stated.

Bessel filters, because everything in their pass-band is late by the same time: curves that went
through the same filters stay in phase, and what is delayed can be put back where it belongs.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.signal import bessel, sosfilt, sosfilt_zi

from core.recording import FloatArray
from core.signals.low_pass import LowPass

ORDER = 4
SETTLED_WITHIN = 0.01
"""A filter has forgotten how it began when a step has come so near to its end."""
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
        """(2, 6) second-order sections."""
        made = bessel(ORDER, self.cutoff_hz, norm="mag", fs=self.rate_hz, output="sos")
        return np.ascontiguousarray(made, dtype=np.float64)

    @cached_property
    def steady(self) -> FloatArray:
        """(2, 2) the sections' state after a long constant input of one."""
        return np.ascontiguousarray(sosfilt_zi(self.sections), dtype=np.float64)

    @property
    def delay_samples(self) -> float:
        """How many samples slow signals come out later."""
        steps = np.arange(3.0)
        over, under = self.sections[:, :3], self.sections[:, 3:]
        late = (over @ steps) / over.sum(axis=1) - (under @ steps) / under.sum(axis=1)
        return float(late.sum())

    @property
    def settling_samples(self) -> int:
        """After how many samples a step has come within one per cent of its end."""
        longest = int(10.0 * self.rate_hz / self.cutoff_hz) + 10
        step = sosfilt(self.sections, np.ones(longest))
        return int(np.flatnonzero(np.abs(step - 1.0) > SETTLED_WITHIN)[-1]) + 1


@dataclass(frozen=True)
class NoFilter:
    """In place of a low-pass that would do nothing at a low rate."""

    delay_samples: float = 0.0
    settling_samples: int = 0

    @property
    def sections(self) -> FloatArray:
        """(2, 6) sections that pass everything."""
        return np.tile([1.0, 0.0, 0.0, 1.0, 0.0, 0.0], (_SECTIONS, 1))

    @property
    def steady(self) -> FloatArray:
        """(2, 2) nothing to remember."""
        return np.zeros((_SECTIONS, 2))
