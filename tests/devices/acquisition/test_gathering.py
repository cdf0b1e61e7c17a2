"""Blocks are joined to larger ones: every sample, in order, with little delay."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.recording import Quantity
from devices.acquisition.gathering import Gathered, joined_blocks
from devices.samples import SampleBlock


def block(first: int, count: int, *, quantities: tuple[Quantity, ...] = (Quantity.POSITION,)) -> SampleBlock:
    numbers = np.arange(first, first + count, dtype=np.int64)
    return SampleBlock(
        sequence=numbers,
        device_time=numbers * 1e-3,
        host_time=numbers * 1e-3 + 5.0,
        columns={name: np.column_stack([numbers, -numbers]).astype(float) for name in quantities},
    )


@given(st.lists(st.integers(1, 30), min_size=1, max_size=30))
def test_every_sample_arrives_once_and_in_order(counts: list[int]) -> None:
    taken: list[SampleBlock] = []
    gathered = Gathered(taken.append, seconds=0.04)
    first = 0
    for count in counts:
        gathered(block(first, count))
        first += count
    gathered.flush()
    whole = joined_blocks(taken)
    assert whole.sequence.tolist() == list(range(first))
    assert whole.columns[Quantity.POSITION][:, 0].tolist() == list(range(first))
    assert all(piece.count >= 40 for piece in taken[:-1])
    # 41 samples span 40 ms but for rounding
    assert max(piece.count for piece in taken) <= 41 + 30


def test_waiting_blocks_are_passed_on_before_silence_is_reported() -> None:
    heard: list[object] = []
    gathered = Gathered(lambda piece: heard.append(piece.count), on_silence=heard.append)
    gathered(block(0, 10))
    assert heard == []
    gathered.on_silence(0.7)
    assert heard == [10, 0.7]


def test_a_clock_that_goes_back_is_passed_on_at_once() -> None:
    taken: list[int] = []
    gathered = Gathered(lambda piece: taken.append(piece.count))
    gathered(block(5000, 10))
    gathered(block(0, 10))
    assert taken == [20]


def test_a_quantity_that_comes_and_goes_is_left_out_of_the_joined_block() -> None:
    both = joined_blocks([block(0, 3, quantities=(Quantity.POSITION, Quantity.CURRENT)), block(3, 3)])
    assert set(both.columns) == {Quantity.POSITION}
    assert both.count == 6
