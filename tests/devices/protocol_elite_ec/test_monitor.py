"""Monitor frames: sizes are trusted, known fields are read, and a lost place is found again."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.protocol_elite_ec.monitor import NEWEST, OLDEST, USUAL, Frames, record_of, rows_of
from tests.devices.protocol_elite_ec.mutated import SIZES, frame_of


@given(st.sampled_from(SIZES), st.integers(2, 6), st.lists(st.integers(0, 6000), max_size=12))
def test_frames_are_found_however_the_stream_is_cut(size, count, cuts):
    sent = [frame_of(size, number) for number in range(count)]
    content = b"".join(sent)
    edges = sorted({0, len(content), *(cut % (len(content) + 1) for cut in cuts)})
    frames = Frames()
    found = [frame for a, b in pairwise(edges) for frame in frames.feed(content[a:b])]
    assert found == sent
    assert (frames.damaged, frames.bytes_pending, frames.size) == (0, 0, size)


def test_sizes_of_the_generations():
    assert (OLDEST.itemsize, USUAL.itemsize) == (366, 607)
    assert record_of(366) is OLDEST
    assert record_of(607) is record_of(639) is record_of(1500) is USUAL
    assert record_of(1024) is NEWEST


@pytest.mark.parametrize("size", [607, 639, 1024])
def test_fields_are_read_where_the_maker_puts_them(size):
    row = np.zeros(1, dtype=record_of(size))
    row["size"], row["stamp_ms"], row["state"], row["mode"] = size, 1_700_000_000_123, 3, 2
    row["position_deg"] = np.arange(8.0)
    row["emergency_stop"], row["velocity_deg_s"] = 1, 10.0
    frame = row.tobytes().ljust(size, b"\0")
    # 4 size, 8 stamp, 1 cycle mode, then the positions
    assert frame[13:21] == np.array([0.0], ">f8").tobytes()
    assert frame[:4] == size.to_bytes(4, "big")
    found = rows_of([frame, frame])
    assert found["stamp_ms"].tolist() == [1_700_000_000_123] * 2
    assert found["position_deg"][1].tolist() == list(range(8))
    assert found["emergency_stop"].tolist() == [1, 1]
    assert ("temperature_celsius" in found.dtype.names) == (size == 1024)


def test_a_lost_place_costs_frames_and_no_more():
    sent = [frame_of(607, number) for number in range(20)]
    content = b"".join(sent[:5]) + sent[5][:100] + b"".join(sent[6:])
    frames = Frames()
    found = [
        frame for place in range(0, len(content), 500) for frame in frames.feed(content[place : place + 500])
    ]
    assert found[:4] == sent[:4]
    assert found[-13:] == sent[-13:]
    assert frames.damaged == 1


def test_another_size_begins_a_new_generation():
    small, large = [frame_of(607, n) for n in range(4)], [frame_of(1024, n) for n in range(4)]
    frames = Frames()
    found = frames.feed(b"".join(small + large)) + frames.feed(b"") + frames.feed(b"")
    assert found == small + large
    assert (frames.damaged, frames.size) == (1, 1024)
