"""The scale of deflections: steps that people read, larger at once, smaller after a while."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.features.live.side import SHRINK_AFTER_S, SMALLEST_ARCMIN, DeflectionScale, rounded_up
from app.speech.units import ARCMINUTE


@pytest.mark.parametrize(
    ("arcmin", "shown"),
    [(0.0, 0.5), (0.2, 0.5), (0.51, 1.0), (1.0, 1.0), (1.01, 2.0), (2.2, 5.0), (7.0, 10.0), (118.0, 200.0)],
)
def test_scales_are_steps_that_people_read(arcmin: float, shown: float) -> None:
    assert rounded_up(arcmin) == pytest.approx(shown)


@given(st.floats(0.0, 1e6))
def test_everything_fits_and_fills_a_fifth_at_least(arcmin: float) -> None:
    scale = rounded_up(arcmin)
    assert scale >= arcmin * (1.0 - 1e-6)
    assert scale == SMALLEST_ARCMIN or scale <= 2.5 * arcmin * (1.0 + 1e-6)


def test_a_scale_grows_at_once_and_shrinks_after_a_while() -> None:
    now_s = [0.0]
    scale = DeflectionScale(now=lambda: now_s[0])
    one = 1.0 / ARCMINUTE.per_si
    assert scale.take(0.1 * one) == pytest.approx(0.5 * one)
    assert scale.take(-3.0 * one) == pytest.approx(5.0 * one), "the sign does not count"
    now_s[0] = 0.9 * SHRINK_AFTER_S
    assert scale.take(0.4 * one) == pytest.approx(5.0 * one)
    assert scale.take(4.0 * one) == pytest.approx(5.0 * one), "needed again"
    now_s[0] = 1.8 * SHRINK_AFTER_S
    assert scale.take(0.4 * one) == pytest.approx(5.0 * one)
    now_s[0] = 2.0 * SHRINK_AFTER_S
    assert scale.take(0.4 * one) == pytest.approx(0.5 * one)


def test_nothing_known_has_the_smallest_scale() -> None:
    assert rounded_up(math.nan) == SMALLEST_ARCMIN
