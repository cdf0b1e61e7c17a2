"""A running min/max curve: true samples, every extreme, the same however it was fed, bounded."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.signals.decimation import RunningMinMax

curves_of = st.integers(1, 3)


def brute_force(sequence, time, values, *, buckets, size):
    """Bucket by bucket, sample by sample."""
    back = [i + 1 for i in range(len(sequence) - 1) if sequence[i + 1] <= sequence[i]]
    first = back[-1] if back else 0
    sequence, time, values = sequence[first:], time[first:], values[first:]
    newest = sequence[-1] // size
    at, points = [], []
    for bucket in range(newest - buckets + 1, newest + 1):
        rows = [i for i in range(len(sequence)) if sequence[i] // size == bucket]
        if not rows:
            continue
        before = [i - 1 for i in rows if i and sequence[i] - sequence[i - 1] > 1]
        if before:
            earlier = rows[0] - 1 if rows[0] else rows[0]
            at.append(0.5 * (time[earlier] + time[rows[0]]))
            points.append([np.nan] * values.shape[1])
        at += [time[rows[0]], time[rows[-1]]]
        pair = []
        for column in values.T:
            known = [i for i in rows if not np.isnan(column[i])]
            low = min(known, key=lambda i: column[i], default=None)
            high = max(known, key=lambda i: column[i], default=None)
            pair.append([column[i] for i in sorted([low, high])] if known else [np.nan, np.nan])
        points += np.array(pair).T.tolist()
    return np.array(at), np.array(points)


@st.composite
def streams(draw):
    random = np.random.default_rng(draw(st.integers(0, 10_000)))
    count, curves = draw(st.integers(1, 150)), draw(curves_of)
    steps = np.where(random.random(count) < draw(st.sampled_from([0.0, 0.05, 0.5])), 0, 1)
    steps = np.where(steps, 1, random.integers(1, draw(st.sampled_from([3, 60])), count))
    if draw(st.booleans()):
        steps[random.integers(0, count)] = -random.integers(0, 200)
    sequence = 10_000 + np.cumsum(steps)
    values = np.round(random.normal(size=(count, curves)), 1)
    values[random.random(values.shape) < draw(st.sampled_from([0.0, 0.2, 0.9]))] = np.nan
    return sequence, np.cumsum(random.uniform(0.5, 1.5, count)), values


@settings(max_examples=60)
@given(streams(), st.integers(1, 9), st.integers(1, 12), st.lists(st.integers(0, 150), max_size=8))
def test_curves_equal_brute_force_for_any_chunks(stream, buckets, size, cuts):
    sequence, time, values = stream
    running = RunningMinMax(buckets=buckets, samples_per_bucket=size, curves=values.shape[1])
    for rows in np.split(np.arange(sequence.size), sorted(min(cut, sequence.size) for cut in cuts)):
        running.feed(sequence[rows], time[rows], values[rows])
        running.curves()  # looking changes nothing
    found_time, found = running.curves()
    expected_time, expected = brute_force(sequence, time, values, buckets=buckets, size=size)
    np.testing.assert_array_equal(found, expected)
    np.testing.assert_array_equal(found_time, expected_time)
    assert found.shape[0] <= 3 * buckets


@given(st.integers(1, 40), st.integers(0, 500), st.integers(0, 99))
def test_shown_extremes_do_not_change_while_scrolling(size, shift, seed):
    """Every point of finished buckets is there again after the next feed, at the same time."""
    random = np.random.default_rng(seed)
    running = RunningMinMax(buckets=20, samples_per_bucket=size, curves=1)
    sequence, before = shift, {}
    for _ in range(40):
        count = int(random.integers(1, 34))
        numbers = np.arange(sequence, sequence + count)
        running.feed(numbers, numbers * 1e-3, random.normal(size=(count, 1)))
        sequence += count
        time, values = running.curves()
        now = {(at, value) for at, value in zip(time[:-2], values[:-2, 0], strict=True)}
        gone = {point for point in before if point[0] >= time[0] and point not in now}
        assert not gone
        before = now


def test_curves_shifted_by_whole_buckets_are_the_same():
    random = np.random.default_rng(3)
    values, number = random.normal(size=(1000, 2)), np.arange(1000)
    shifted = []
    for begin in (0, 7 * 2**29):  # beyond 32 bits
        running = RunningMinMax(buckets=30, samples_per_bucket=7, curves=2)
        running.feed(number + begin, number * 1e-3, values)
        shifted.append(running.curves())
    np.testing.assert_array_equal(shifted[0][0], shifted[1][0])
    np.testing.assert_array_equal(shifted[0][1], shifted[1][1])


def test_memory_does_not_grow():
    running = RunningMinMax(buckets=50, samples_per_bucket=3, curves=2)
    room = running._values.nbytes
    for first in range(0, 20_000, 33):
        number = np.arange(first, first + 33) * 2  # a hole before every sample
        running.feed(number, number * 1e-3, np.zeros((33, 2)))
    assert running._values.nbytes == room
    assert running.curves()[0].size <= 150


def test_returned_curves_are_not_modified_later():
    running = RunningMinMax(buckets=5, samples_per_bucket=2, curves=1)
    running.feed(np.arange(4), np.arange(4.0), np.arange(4.0)[:, None])
    time, values = running.curves()
    kept = time.copy(), values.copy()
    running.feed(np.arange(4, 60), np.arange(4.0, 60.0), np.arange(4.0, 60.0)[:, None])
    np.testing.assert_array_equal(time, kept[0])
    np.testing.assert_array_equal(values, kept[1])


def test_empty_feeds_give_empty_curves():
    running = RunningMinMax(buckets=5, samples_per_bucket=2, curves=3)
    running.feed(np.empty(0, dtype=np.int64), np.empty(0), np.empty((0, 3)))
    time, values = running.curves()
    assert time.shape == (0,)
    assert values.shape == (0, 3)
    with pytest.raises(ValueError, match="at least one"):
        RunningMinMax(buckets=0, samples_per_bucket=2, curves=3)


def test_a_feed_works_on_what_is_new_and_the_growing_bucket_alone(monkeypatch):
    """However long the window is: a live page feeds thirty times a second."""
    worked_on, genuine = [], RunningMinMax._points

    def points(self, sequence, time, values):
        worked_on.append(sequence.size)
        return genuine(self, sequence, time, values)

    monkeypatch.setattr(RunningMinMax, "_points", points)
    size, chunk = 100, 33
    running = RunningMinMax(buckets=600, samples_per_bucket=size, curves=2)
    running.feed(np.arange(60_000), np.arange(60_000) * 1e-3, np.zeros((60_000, 2)))
    for first in range(60_000, 62_000, chunk):
        worked_on.clear()
        number = np.arange(first, first + chunk)
        running.feed(number, number * 1e-3, np.zeros((chunk, 2)))
        running.curves()
        assert sum(worked_on) <= 2 * size + chunk
