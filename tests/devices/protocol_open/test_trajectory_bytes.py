"""Uploads: packed data is unpacked unchanged, and other bytes are refused."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.protocol_open.trajectory_bytes import (
    FourierBody,
    SampledBody,
    pack_fourier,
    pack_samples,
    unpack_fourier,
    unpack_samples,
)


def fourier(joints=6, harmonics=5):
    random = np.random.default_rng(0)
    a, b = random.normal(size=(2, joints, harmonics))
    return FourierBody(10.0, 0.6, random.normal(size=joints), a, b)


def test_fourier_coefficients_survive_packing():
    body = fourier()
    content = pack_fourier(body)
    assert len(content) == 20 + 8 * 6 * 11
    found = unpack_fourier(content)
    assert (found.duration, found.base_frequency) == (10.0, 0.6)
    for name in ("q0", "a", "b"):
        assert np.array_equal(getattr(found, name), getattr(body, name))


def test_points_survive_packing():
    body = SampledBody(0.004, np.random.default_rng(0).normal(size=(300, 6)))
    found = unpack_samples(pack_samples(body))
    assert found.period == 0.004
    assert np.array_equal(found.positions, body.positions)


@given(st.binary(max_size=120))
def test_other_bytes_are_refused(content):
    for unpack in (unpack_fourier, unpack_samples):
        with pytest.raises(ValueError, match=r".+"):
            unpack(content + b"\0")  # no length of a head and whole numbers


def test_cut_or_not_finite_numbers_are_refused():
    body = fourier(2, 1)
    body.a[0, 0] = np.nan
    for content in (pack_fourier(body), pack_fourier(fourier())[:-1], pack_fourier(fourier()) + b"\0"):
        with pytest.raises(ValueError, match=r".+"):
            unpack_fourier(content)
