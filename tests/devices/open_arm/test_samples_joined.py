"""Sample frames that arrive together are one block; anything between them, or a gap, keeps them apart."""

import pytest

from devices.open_arm.link import _with_samples_joined
from devices.protocol_open import messages as m
from devices.protocol_open.wire import Frame


def samples(first, count, *, row=b"abcd"):
    return m.Samples(first & 0xFFFF, tuple(range(first, first + count)), row * count)


def joined(*messages):
    found = _with_samples_joined([Frame(message, number, 0) for number, message in enumerate(messages)])
    return [frame.message for frame in found]


def test_consecutive_samples_become_one_message():
    (found,) = joined(samples(65530, 10), samples(65540, 3), samples(65543, 7))
    assert found == samples(65530, 20)


@pytest.mark.parametrize(
    "apart",
    [
        (samples(0, 10), samples(11, 10)),
        (samples(0, 10), samples(0, 10)),
        (samples(0, 10), samples(10, 10, row=b"abcdefgh")),
        (samples(0, 10), m.SlowSamples(10, b"abcd"), samples(10, 10)),
        (samples(0, 10), m.Ack(3)),
    ],
    ids=["gap", "repeated", "other rows", "slow row between", "other message"],
)
def test_everything_else_stays_as_it_came(apart):
    assert joined(*apart) == list(apart)
