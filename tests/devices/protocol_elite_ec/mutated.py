"""Answers and monitor frames that were damaged, and what must hold for whoever reads them."""

import numpy as np

from devices.errors import ProtocolError
from devices.protocol_elite_ec.lines import (
    LONGEST_BYTES,
    Answer,
    Objects,
    answer_line,
    read_answer,
    read_request,
)
from devices.protocol_elite_ec.monitor import LARGEST_BYTES, Frames, rows_of
from tests.devices.protocol_rtde.mutated_streams import damaged

SIZES = (366, 607, 639, 1024, 1500)
VALUES = (True, 3, -1.5, [0.25] * 8, {"m": 2.0, "tool_cog": [0.0, 0.0, 50.0]}, "v3.5.0 ü", None)


def frame_of(size, number):
    """A frame of so many bytes whose content does not look like sizes."""
    content = np.arange(number, number + size, dtype=np.int64) % 249 + 3
    return size.to_bytes(4, "big") + content.astype(np.uint8).tobytes()[4:]


def pieces(random, content):
    """The bytes in pieces as a network hands them over."""
    start = 0
    while start < len(content):
        piece = content[start : start + int(random.integers(1, 900))]
        start += len(piece)
        yield piece


def check_frames(random):
    """Frames before the injury are found; memory stays bounded; the place is found again."""
    size = int(random.choice(SIZES))
    sent = [frame_of(size, number) for number in range(int(random.integers(3, 9)))]
    content = damaged(random, b"".join(sent)) + b"".join(frame_of(size, 7) for _ in range(40))
    frames, found = Frames(), []
    for piece in pieces(random, content):
        some = frames.feed(piece)
        assert len({len(each) for each in some}) <= 1
        found += some
        for each in [*some][:1]:
            rows_of([each])
        assert frames.bytes_pending <= 2 * LARGEST_BYTES
    assert found.count(frame_of(size, 7)) >= 10, "the place was not found again"
    return len(content)


def check_answers(random):
    """Objects or nothing, and never an error of another kind."""
    sent = [
        answer_line(
            Answer(number, VALUES[int(random.integers(len(VALUES)))], None if random.integers(4) else "no")
        )
        for number in range(int(random.integers(1, 8)))
    ]
    content = damaged(random, b"".join(sent))
    objects = Objects()
    for piece in pieces(random, content):
        for told in objects.feed(piece):
            for read in (read_answer, read_request):
                try:
                    read(told)
                except ProtocolError:
                    continue
        assert objects.bytes_pending <= LONGEST_BYTES + len(piece)
    return len(content)


def check_case(seed):
    """One damaged stream of either port."""
    random = np.random.default_rng(seed)
    return (check_frames if seed % 2 else check_answers)(random)
