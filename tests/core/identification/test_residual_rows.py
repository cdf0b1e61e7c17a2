"""The deflection without load, from which the learned part counts."""

import numpy as np
import pytest

from core.identification.residual_rows import _Line


def test_samples_without_a_deflection_change_nothing() -> None:
    generator = np.random.default_rng(4)
    load = generator.normal(5.0, 20.0, (200, 2))
    deflection = 1e-5 * load + np.array([2e-4, -3e-4])
    whole = _Line()
    whole.add(load, deflection)
    assert whole.offset() == pytest.approx([2e-4, -3e-4], rel=1e-3)
    with_gaps = _Line()
    with_gaps.add(load, deflection)
    with_gaps.add(1e3 * load[:50], np.full((50, 2), np.nan))
    assert with_gaps.offset() == pytest.approx(whole.offset(), rel=1e-12)
