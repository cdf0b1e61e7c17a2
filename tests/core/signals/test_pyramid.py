"""The pyramid of a long curve: any range has exactly the extremes of its samples, whatever they are."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.diagnostics.statistics import statistics
from core.signals.pyramid import (
    COUNT,
    FINEST,
    HIGH,
    LOW,
    MEAN,
    ROWS,
    SQUARES,
    Pyramid,
    PyramidBuilder,
    changes_of,
    level_sizes,
)

NOT_KNOWN = np.array([np.nan, np.inf, -np.inf])


def built(values, pieces):
    """The pyramid of (K, N) samples that were fed in pieces, and how to read the samples."""
    curves, count = values.shape
    levels = {level: [] for level in range(len(level_sizes(count)))}
    builder = PyramidBuilder(
        curves=curves, count=count, write=lambda level, found: levels[level].append(found)
    )
    edges = sorted({0, *(min(piece, count) for piece in pieces), count})
    for first, last in pairwise(edges):
        builder.feed(values[:, first:last])
    builder.finish()
    kept = {level: np.concatenate([np.empty((0, ROWS, curves)), *found]) for level, found in levels.items()}
    for level, size in enumerate(level_sizes(count)):
        assert kept[level].shape[0] == -(-count // size)
    return Pyramid(curves, count, lambda level, first, last: kept[level][first:last])


@st.composite
def curves(draw):
    """One to three curves with gaps, constant stretches and numbers far apart; also empty or one sample."""
    count = draw(st.one_of(st.integers(0, 3), st.integers(0, 40 * FINEST)))
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    values = random.normal(size=(draw(st.integers(1, 3)), count)) * 10.0 ** draw(st.integers(-6, 6))
    values += draw(st.sampled_from([0.0, 1.0, 1e6]))
    for _ in range(draw(st.integers(0, 4))):
        first, length = draw(st.integers(0, max(count, 1))), draw(st.integers(0, 10 * FINEST))
        values[draw(st.integers(0, values.shape[0] - 1)), first : first + length] = draw(
            st.sampled_from([*NOT_KNOWN, 0.0])
        )
    if draw(st.booleans()):
        values[0] = np.nan
    return values


@given(curves(), st.lists(st.integers(0, 40 * FINEST), max_size=5), st.data())
def test_any_range_has_the_numbers_of_its_samples(values, pieces, data):
    count = values.shape[1]
    pyramid = built(values, pieces)
    first = data.draw(st.integers(0, count))
    last = data.draw(st.integers(first, count))
    read = []

    def samples(low, high):
        read.append(high - low)
        return values[:, low:high]

    found = pyramid.summary(first, last, samples)
    assert sum(read) < 2 * FINEST, "only the samples at the ends are read"
    for curve, samples_of in enumerate(values[:, first:last]):
        wanted = statistics(samples_of)
        # to the last bit: the screen shows the very samples
        assert np.array_equal(found[[LOW, HIGH], curve], [wanted.low, wanted.high], equal_nan=True)
        assert found[COUNT, curve] == wanted.count
        if wanted.count:
            size = float(np.abs(samples_of[np.isfinite(samples_of)]).max()) + 1e-300
            assert found[MEAN, curve] == pytest.approx(wanted.mean, abs=1e-12 * size)
            std = np.sqrt(found[SQUARES, curve] / wanted.count)
            assert std == pytest.approx(wanted.std, rel=1e-6, abs=1e-9 * size)


@given(curves(), st.integers(1, 50), st.data())
def test_the_buckets_of_a_range_hold_every_spike_in_it(values, buckets, data):
    count = values.shape[1]
    pyramid = built(values, [])
    first = data.draw(st.integers(0, count))
    last = data.draw(st.integers(first, count))
    size, begin, found = pyramid.curve(first, last, buckets=buckets)
    of_groups, group_begin, groups = pyramid.extremes(first, last, buckets=buckets)
    assert groups.shape[0] <= 2 * buckets + 2, "a screen draws what it can show, and one more at either end"
    for length, start, pairs in (
        (size, begin, found[:, [LOW, HIGH]]),
        (of_groups, group_begin, groups),
    ):
        assert start <= first
        assert last <= start + length * pairs.shape[0]
        assert length == FINEST or pairs.shape[0] >= buckets
        for place, pair in enumerate(pairs):
            part = values[:, start + place * length : start + (place + 1) * length]
            for curve, samples_of in enumerate(part):
                wanted = statistics(samples_of)
                assert np.array_equal(pair[:, curve], [wanted.low, wanted.high], equal_nan=True)


def test_rate_and_slope_of_a_long_range_read_a_small_part_of_its_samples():
    count = 200_000
    time = 3.0 + np.arange(count) / 1_000.0
    random = np.random.default_rng(5)
    drift = np.array([0.25, -4.0, 0.0])
    values = drift[:, np.newaxis] * time + np.sin(time * np.array([[1.0], [7.0], [0.3]]))
    values += random.normal(size=values.shape)
    values[1, 40_000:60_000] = np.nan
    values[2] = np.nan
    pyramid, read = built(values, [70_000]), []

    def samples(low, high):
        read.append(high - low)
        return values[:, low:high]

    first, last = 1_234, count - 77
    rate, slope = pyramid.changes(first, last, samples, time=time)
    assert sum(read) < 0.01 * count
    for curve in (0, 1):
        known = np.flatnonzero(np.isfinite(values[curve, first:last])) + first
        ends = values[curve, known[[0, -1]]]
        assert rate[curve] == pytest.approx(np.diff(ends)[0] / np.diff(time[known[[0, -1]]])[0])
        wanted = np.polyfit(time[known], values[curve, known], 1)[0]
        assert slope[curve] == pytest.approx(wanted, abs=1e-5)
    assert np.isnan([rate[2], slope[2]]).all()
    whole = pyramid.changes(5, 900, samples, time=time)
    assert whole == pytest.approx(changes_of(time[5:900], values[:, 5:900]), nan_ok=True)
