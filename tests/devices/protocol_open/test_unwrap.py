"""Counters and clocks continue through their wraps."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from devices.protocol_open.unwrap import SequenceUnwrapper, TimeUnwrapper


@given(st.integers(0, 2**16 - 1), st.lists(st.integers(0, 2**16 - 1), max_size=50))
def test_sequences_with_any_gap_below_a_wrap(start, steps):
    truth = start + np.concatenate([[0], np.cumsum(steps, dtype=np.int64)])
    unwrapper = SequenceUnwrapper()
    assert [unwrapper.unwrap(int(value) & 0xFFFF) for value in truth] == truth.tolist()


@given(
    st.integers(0, 2**32 - 1),
    st.lists(st.integers(-(2**31) + 1, 2**31 - 1), min_size=1, max_size=40),
    st.integers(1, 10),
)
def test_clocks_with_any_step_below_half_a_wrap(start, steps, block):
    truth = start + np.concatenate([[0], np.cumsum(steps, dtype=np.int64)])
    unwrapper = TimeUnwrapper()
    found = [
        unwrapper.unwrap((truth[first : first + block] % 2**32).tolist())
        for first in range(0, len(truth), block)
    ]
    assert np.concatenate(found).tolist() == truth.tolist()


def test_an_hour_and_a_half_at_one_kilohertz_rises_evenly():
    clock = TimeUnwrapper()
    sequence = SequenceUnwrapper()
    step_us, count = 1_000_000, 5400
    times = [int(clock.unwrap([i * step_us % 2**32])[0]) for i in range(count)]
    numbers = [sequence.unwrap(i * 1000 % 2**16) for i in range(count)]
    assert times == [i * step_us for i in range(count)]
    assert numbers == [i * 1000 for i in range(count)]


def test_an_empty_block_of_times_unwraps_to_an_empty_one():
    assert TimeUnwrapper().unwrap([]).size == 0
