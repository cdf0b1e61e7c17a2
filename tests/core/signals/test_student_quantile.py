"""The quantile of Student's distribution is SciPy's."""

import pytest
from scipy.special import stdtrit

from core.signals.significance import student_quantile


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 9, 30, 301])
@pytest.mark.parametrize("share", [0.01, 0.3, 0.5, 0.8413, 0.99, 1.0 - 1e-5])
def test_quantile_is_that_of_scipy(share: float, freedom: int) -> None:
    assert student_quantile(share, freedom) == pytest.approx(stdtrit(freedom, share), rel=1e-9, abs=1e-12)
