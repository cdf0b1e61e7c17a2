"""The newest window of the ring is contiguous and consistent, also while it is being written."""

import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.recording import Quantity
from devices.acquisition.ring import Ring
from devices.samples import SampleBlock
from tests.devices.acquisition.fake_controller import pieces, rows, stream


@given(st.integers(1, 40), st.lists(st.integers(1, 70), max_size=12))
def test_the_window_holds_the_newest_samples(capacity: int, sizes: list[int]) -> None:
    whole = stream(max(sum(sizes), 1))
    ring = Ring(capacity)
    first = 0
    for size in sizes:
        ring.append(rows(whole, slice(first, first + size)))
        first += size
        block = ring.newest_block(1e9)
        expected = rows(whole, slice(max(0, first - capacity), first))
        assert block.sequence.tolist() == expected.sequence.tolist()
        assert block.device_time.tobytes() == expected.device_time.tobytes()
        assert block.host_time.tobytes() == expected.host_time.tobytes()
        for quantity, column in expected.columns.items():
            assert np.array_equal(block.columns[quantity], column)
    assert ring.generation == sum(sizes)
    assert ring.held == min(sum(sizes), capacity)


@given(st.integers(1, 40), st.lists(st.tuples(st.integers(1, 30), st.booleans()), max_size=12))
def test_new_samples_continue_those_read_before(capacity: int, steps: list[tuple[int, bool]]) -> None:
    whole = stream(max(sum(size for size, _ in steps), 1))
    ring = Ring(capacity)
    came = read = 0
    for size, looks in steps:
        ring.append(rows(whole, slice(came, came + size)))
        came += size
        if not looks:
            continue
        block, generation = ring.since(read)
        assert generation == came
        expected = rows(whole, slice(max(read, came - capacity), came))
        assert block.sequence.tolist() == expected.sequence.tolist()
        assert block.device_time.tobytes() == expected.device_time.tobytes()
        assert (block.count == came - read) == (came - read <= capacity)
        read = generation
        assert ring.since(read)[0].count == 0


def test_new_samples_are_limited_to_the_window() -> None:
    ring = Ring(1000)
    ring.append(stream(700))
    block, generation = ring.since(0, seconds=0.1)
    assert (block.count, generation) == (101, 700)
    assert block.sequence[-1] == 699
    assert ring.since(650, seconds=0.1)[0].count == 50
    ring.clear()
    assert ring.since(0)[0].count == 0


@given(st.integers(1, 60), st.integers(1, 25), st.lists(st.integers(1, 30), max_size=12))
def test_new_samples_can_be_read_in_pieces(capacity: int, most: int, sizes: list[int]) -> None:
    whole = stream(max(sum(sizes), 1))
    ring = Ring(capacity)
    came, read, seen = 0, 0, []
    for size in sizes:
        ring.append(rows(whole, slice(came, came + size)))
        came += size
        block, generation = ring.since(read, most=most)
        first = max(read, came - capacity)
        expected = rows(whole, slice(first, min(first + most, came)))
        assert block.sequence.tolist() == expected.sequence.tolist()
        assert block.device_time.tobytes() == expected.device_time.tobytes()
        assert generation == first + block.count
        read = generation
        seen += block.sequence.tolist()
    while (piece := ring.since(read, most=most))[0].count:
        read = piece[1]
        seen += piece[0].sequence.tolist()
    assert read == ring.generation
    assert seen == sorted(set(seen))


def test_seconds_are_counted_back_from_the_newest_sample() -> None:
    ring = Ring(1000)
    for piece in pieces(stream(700)):
        ring.append(piece)
    moment, columns = ring.newest(0.1)
    assert moment.shape == (101,)
    assert moment[-1] - moment[0] == pytest.approx(0.1)
    assert columns[Quantity.CURRENT].shape == (101, 2)
    assert ring.newest(5.0)[0].shape == (700,)


def test_an_empty_ring_returns_no_samples() -> None:
    ring = Ring(10)
    moment, columns = ring.newest(1.0)
    assert (moment.shape, columns, ring.age(), ring.held) == ((0,), {}, float("inf"), 0)
    assert ring.newest_block(1.0).count == 0


def test_age_is_the_time_since_the_last_arrival() -> None:
    now = 0.0
    ring = Ring(10, now=lambda: now)
    block = stream(5)
    ring.append(block)
    now = float(block.host_time[-1]) + 0.25
    assert ring.age() == pytest.approx(0.25)
    ring.clear()
    assert ring.age() == float("inf")


def test_a_window_that_was_read_does_not_change() -> None:
    ring = Ring(50)
    whole = stream(200)
    ring.append(rows(whole, slice(0, 50)))
    moment, columns = ring.newest(1.0)
    kept = moment.copy(), columns[Quantity.POSITION].copy()
    ring.append(rows(whole, slice(50, 200)))
    assert np.array_equal(moment, kept[0])
    assert np.array_equal(columns[Quantity.POSITION], kept[1])


@pytest.mark.parametrize("count", [1, 50])
def test_a_curve_is_that_of_the_window_and_does_not_change(count: int) -> None:
    ring = Ring(50)
    whole = stream(200)
    ring.append(rows(whole, slice(0, count)))
    moment, columns = ring.newest(1.0)
    time, values = ring.curve(1.0, lambda columns: columns[Quantity.POSITION][:, 1])
    ring.append(rows(whole, slice(50, 200)))
    np.testing.assert_array_equal(time, moment)
    np.testing.assert_array_equal(values, columns[Quantity.POSITION][:, 1])


def test_an_empty_ring_has_no_curve() -> None:
    time, values = Ring(10).curve(1.0, lambda columns: columns[Quantity.POSITION][:, 0])
    assert (time.size, values.size) == (0, 0)


def test_a_clock_that_goes_back_empties_the_ring() -> None:
    ring = Ring(100)
    ring.append(stream(50, first=1000))
    ring.append(stream(20, first=0))
    assert ring.held == 20
    assert ring.newest(1e9)[0].shape == (20,)
    assert ring.generation == 70


def test_a_quantity_missing_in_one_block_is_nan_there() -> None:
    ring = Ring(100)
    block = stream(10)
    ring.append(block)
    without = dict(stream(10, first=10).columns)
    del without[Quantity.CURRENT]
    later = stream(10, first=10)
    ring.append(SampleBlock(later.sequence, later.device_time, later.host_time, without))
    current = ring.newest(1.0)[1][Quantity.CURRENT]
    assert np.isnan(current[10:]).all()
    assert not np.isnan(current[:10]).any()


def test_readers_never_see_half_a_block() -> None:
    ring = Ring(500)
    seen: list[bool] = []
    ending = threading.Event()

    def look() -> None:
        while not ending.is_set():
            block = ring.newest_block(0.2)
            if block.count:
                numbers = block.sequence
                steps = bool((np.diff(numbers) == 1).all())
                fits = np.allclose(block.device_time, 3.0 + numbers / 1000.0, rtol=0.0, atol=1e-9)
                seen.append(steps and fits and numbers[-1] % 10 == 9)

    reader = threading.Thread(target=look)
    reader.start()
    first = 0
    while first < 20_000 or len(seen) < 10:
        ring.append(stream(10, first=first))
        first += 10
    ending.set()
    reader.join()
    assert all(seen)
