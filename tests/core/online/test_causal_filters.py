"""The causal low-pass: how late it is, what it passes, when it has forgotten its beginning."""

import numpy as np
import pytest
from scipy.signal import sosfilt

from core.errors import BadRequest
from core.online.online_model import SETTLED_WITHIN, CausalLowPass, NoFilter


@pytest.mark.parametrize(
    ("cutoff_hz", "rate_hz"), [(6.0, 1000.0), (6.0, 125.0), (30.0, 1000.0), (2.0, 500.0)]
)
def test_slow_signals_are_delayed_by_the_stated_time(cutoff_hz: float, rate_hz: float) -> None:
    low_pass = CausalLowPass(cutoff_hz, rate_hz)
    time = np.arange(round(60.0 * rate_hz / cutoff_hz)) / rate_hz
    for share in (0.1, 0.3, 0.6):
        pace = 2.0 * np.pi * share * cutoff_hz
        came = sosfilt(low_pass.sections, np.sin(pace * time))[time.size // 2 :]
        then = time[time.size // 2 :]
        fit = np.linalg.lstsq(np.column_stack([np.sin(pace * then), np.cos(pace * then)]), came, rcond=None)[
            0
        ]
        late_s = -np.arctan2(fit[1], fit[0]) / pace
        # the delay is that of the whole pass-band: to 2 %, or a fifth of a sample
        assert late_s * rate_hz == pytest.approx(low_pass.delay_samples, rel=0.02, abs=0.2)


def test_gain_is_minus_3_db_at_the_cutoff() -> None:
    low_pass = CausalLowPass(6.0, 1000.0)
    turn = np.exp(-2j * np.pi * 6.0 / 1000.0 * np.arange(3))
    gain = np.prod([abs((s[:3] @ turn) / (s[3:] @ turn)) for s in low_pass.sections])
    assert gain == pytest.approx(np.sqrt(0.5), rel=1e-3)


def test_filter_settles_within_its_stated_time() -> None:
    low_pass = CausalLowPass(6.0, 1000.0)
    step = sosfilt(low_pass.sections, np.ones(3000))
    settled = low_pass.settling_samples
    assert np.abs(step[settled:] - 1.0).max() <= SETTLED_WITHIN
    assert abs(step[settled - 1] - 1.0) > SETTLED_WITHIN
    steady, _ = sosfilt(low_pass.sections, np.full(100, 3.0), zi=low_pass.steady * 3.0)
    assert steady == pytest.approx(np.full(100, 3.0))


def test_without_a_filter_samples_are_unchanged() -> None:
    values = np.random.default_rng(1).normal(size=50)
    assert np.array_equal(sosfilt(NoFilter().sections, values), values)


def test_a_cutoff_that_the_rate_cannot_carry_is_refused() -> None:
    with pytest.raises(BadRequest, match="cutoff-above-nyquist"):
        CausalLowPass(60.0, 100.0)
