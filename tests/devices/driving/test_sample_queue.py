"""Samples wait for their reader in a bounded queue."""

import numpy as np
import pytest

from core.recording import Quantity
from devices.driving.sample_queue import MOST_BLOCKS, Flood, SampleQueue
from devices.errors import ProtocolError, TransportError
from devices.samples import SampleBlock


def block(first: int, count: int = 1) -> SampleBlock:
    numbers = np.arange(first, first + count)
    return SampleBlock(
        sequence=numbers,
        device_time=1e-3 * numbers,
        host_time=np.zeros(count),
        columns={Quantity.POSITION: np.zeros((count, 2))},
    )


def test_the_sample_queue_is_bounded_however_small_the_blocks_are():
    queue = SampleQueue(10**9)
    for first in range(MOST_BLOCKS + 500):
        queue.put(block(first))
    assert queue.overflowed == 500
    taken = queue.take(0.0)
    assert taken is not None
    assert taken.sequence[0] == 500


def test_the_oldest_samples_are_discarded_without_a_reader():
    queue = SampleQueue(10)
    for first in range(0, 30, 5):
        queue.put(block(first, 5))
    taken = queue.take(0.0)
    assert taken is not None
    assert taken.sequence.tolist() == list(range(20, 30))
    assert queue.overflowed == 20


def test_the_link_error_is_raised_once_after_all_blocks_were_taken():
    queue = SampleQueue(10)
    queue.put(block(0))
    queue.close(TransportError("link-lost"))
    queue.put(block(1))
    taken = queue.take(0.0)
    assert taken is not None
    assert taken.count == 1
    with pytest.raises(TransportError, match="link-lost"):
        queue.take(0.0)
    assert queue.take(0.0) is None


def test_far_more_samples_than_announced_end_the_connection():
    flood = Flood(1000.0)
    for second in range(600):  # a clock that is a third too fast is no flood, nor is what was held up
        flood.expect_bearable(1333, host_time=float(second))
    flood.expect_bearable(5000, host_time=600.0)
    with pytest.raises(ProtocolError, match="stream-too-fast"):
        flood.expect_bearable(1_000_000, host_time=601.0)
