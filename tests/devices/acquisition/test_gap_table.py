"""Gaps are found by number and by clock, wherever blocks are cut, with their cause."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.acquisition.gap_table import GapTable, Hole

PERIOD = 0.001


def inspect_in_pieces(sequence: np.ndarray, time: np.ndarray, size: int) -> list[Hole]:
    table = GapTable(PERIOD)
    holes: list[Hole] = []
    for first in range(0, sequence.shape[0], size):
        found = table.inspect(sequence[first : first + size], time[first : first + size])
        assert found.usable == sequence[first : first + size].shape[0]
        holes += found.holes
    return holes


@given(st.sets(st.integers(1, 198), max_size=40), st.integers(1, 50))
def test_every_lost_sample_is_accounted_for(lost: set[int], size: int) -> None:
    sequence = np.array([number for number in range(200) if number not in lost], dtype=np.int64)
    time = 7.0 + sequence * PERIOD
    holes = inspect_in_pieces(sequence, time, size)
    assert sum(hole.missing for hole in holes) == len(lost)
    for hole in holes:
        assert hole.cause == "sequence"
        assert sequence[hole.index] == hole.after
        assert sequence[hole.index + 1] == hole.after + hole.missing + 1
        assert time[hole.index] == hole.time


def test_a_clock_that_jumps_forward_is_a_gap_with_the_cause_clock() -> None:
    sequence = np.arange(20, dtype=np.int64)
    time = sequence * PERIOD + np.where(sequence > 9, 3.0, 0.0)
    (hole,) = inspect_in_pieces(sequence, time, 7)
    assert hole == Hole(index=9, after=9, time=pytest.approx(0.009), missing=3000, cause="clock")


def test_a_jittering_clock_is_no_hole() -> None:
    sequence = np.arange(500, dtype=np.int64)
    random = np.random.default_rng(0)
    time = sequence * PERIOD + random.choice([-0.0004, 0.0, 0.0004], size=500)
    assert inspect_in_pieces(sequence, time, 9) == []


@pytest.mark.parametrize("step_back", [0.0, -0.5])
def test_nothing_after_a_clock_that_goes_back_is_usable(step_back: float) -> None:
    table = GapTable(PERIOD)
    sequence = np.arange(30, dtype=np.int64)
    time = sequence * PERIOD
    time[20:] = time[19] + step_back + np.arange(10) * PERIOD
    found = table.inspect(sequence, time)
    assert (found.usable, found.holes) == (20, ())
    assert found.jump == pytest.approx(step_back - PERIOD)


def test_a_clock_that_goes_back_between_blocks_leaves_nothing_of_the_second() -> None:
    table = GapTable(PERIOD)
    table.inspect(np.arange(10), 5.0 + np.arange(10) * PERIOD)
    found = table.inspect(np.arange(10, 20), np.arange(10, 20) * PERIOD)
    assert found.usable == 0
    assert found.jump < -4.9


def test_samples_discarded_by_this_computer_are_a_gap_with_the_cause_overflow() -> None:
    table = GapTable(PERIOD)
    table.inspect(np.arange(10), np.arange(10) * PERIOD)
    table.note_overflow()
    later = np.concatenate([np.arange(15, 20), np.arange(22, 25)])
    first, second = table.inspect(later, later * PERIOD).holes
    assert (first.missing, first.cause) == (5, "overflow")
    assert (second.missing, second.cause) == (2, "sequence")
