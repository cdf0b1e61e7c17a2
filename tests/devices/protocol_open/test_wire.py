"""Messages survive encoding and decoding; damaged ones are never decoded."""

import struct
import zlib
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from devices.protocol_open import messages as m
from devices.protocol_open import wire
from devices.protocol_open.bodies import CODECS
from devices.protocol_open.wire import LARGEST_BODY_BYTES, RawFrame, encode_frame
from tests.devices.protocol_open.message_strategies import messages, samples


def frame_of(message, sequence=0, time_us=0):
    return wire.encode(message, sequence=sequence, time_us=time_us)


def with_body(number, body):
    return encode_frame(RawFrame(number, 0, 0, 0, body))


@given(messages, st.integers(0, 2**20), st.integers(0, 2**40), st.booleans())
def test_every_message_survives_encoding(message, sequence, time_us, repeated):
    content = wire.encode(message, sequence=sequence, time_us=time_us, repeated=repeated)
    assert content.count(0) == 1
    decoder = wire.Decoder()
    [frame] = decoder.feed(content)
    assert frame == wire.Frame(message, sequence & 0xFFFF, time_us & 0xFFFFFFFF, repeated)
    assert (decoder.damaged, decoder.malformed, decoder.bytes_pending) == (0, 0, 0)


def test_every_kind_of_message_has_bytes():
    kinds = set(m.Request.__args__) | set(m.Reply.__args__)
    assert {codec.kind for codec in CODECS} == kinds
    assert len({codec.number for codec in CODECS}) == len(kinds)


@given(st.lists(messages, min_size=1, max_size=5), st.lists(st.integers(0, 4000), max_size=12))
def test_frames_are_decoded_however_the_stream_is_cut(sent, cuts):
    content = b"".join(frame_of(message, sequence=index) for index, message in enumerate(sent))
    edges = sorted({0, len(content), *(cut % (len(content) + 1) for cut in cuts)})
    decoder = wire.Decoder()
    found = [frame for first, last in pairwise(edges) for frame in decoder.feed(content[first:last])]
    assert [frame.message for frame in found] == sent
    assert decoder.missing == decoder.damaged == 0


@given(st.lists(st.binary(max_size=300), max_size=8))
def test_any_bytes_are_decoded_without_an_error(pieces):
    decoder = wire.Decoder()
    for piece in pieces:
        decoder.feed(piece)
    [frame] = decoder.feed(b"\0" + frame_of(m.Arm()))  # and what follows is understood
    assert frame.message == m.Arm()


@given(messages | samples(), st.data())
def test_a_flipped_bit_is_always_detected(message, data):
    content = bytearray(frame_of(message))
    place = data.draw(st.integers(0, len(content) * 8 - 1))
    content[place // 8] ^= 1 << (place % 8)
    decoder = wire.Decoder()
    found = decoder.feed(b"\0" + bytes(content) + b"\0")
    assert [frame for frame in found if frame.message != message] == []
    if place // 8 != len(content) - 1:
        assert found == []
        assert decoder.damaged >= 1


@given(messages, messages, st.data())
def test_cut_and_joined_frames_are_discarded(first, second, data):
    content = frame_of(first)
    end = data.draw(st.integers(1, len(content) - 1))
    decoder = wire.Decoder()
    # the rest of the first frame and its delimiter are lost: both frames become one piece
    found = decoder.feed(content[:end] + frame_of(second, 1) + frame_of(m.Clear(), 2))
    assert [frame.message for frame in found] == [m.Clear()]
    assert decoder.damaged == 1


@pytest.mark.parametrize("seed", range(3))
def test_seventy_of_five_thousand_are_accounted_for_whatever_happened_to_them(seed):
    random = np.random.default_rng(seed)
    bad = set(random.choice(np.arange(1, 4997), 70, replace=False).tolist())
    lost = set(bad)
    stream = bytearray()
    for index in range(5000):
        content = bytearray(frame_of(m.Samples(index & 0xFFFF, (index,), random.bytes(104)), sequence=index))
        if index in bad and not _damage(content, random):
            lost.add(index + 1)  # without the delimiter between them the next one is part of it
        stream += content
    decoder = wire.Decoder()
    cuts = range(0, len(stream), 777)
    found = [frame for first in cuts for frame in decoder.feed(bytes(stream[first : first + 777]))]
    numbers = [frame.message.time_us[0] for frame in found]
    assert numbers == sorted(set(range(5000)) - lost)
    assert decoder.missing == len(lost)
    assert decoder.damaged >= 70 - len(lost - bad)


def _damage(content, random):
    """Damage a frame; return True if its delimiter is still there."""
    place = int(random.integers(1, len(content) - 1))
    match random.integers(4):
        case 0:
            content[place] ^= 1 << int(random.integers(8))
        case 1:
            del content[place]
        case 2:
            content[place:place] = random.bytes(3) + b"\1"
        case _:
            del content[-1]
            return False
    return True


@given(st.binary(min_size=0, max_size=60), st.sampled_from([codec.number for codec in CODECS]))
@example(b'{"version":1}', 0x81)
@example(b"[" * 5000, 0x81)
@example(b'{"version":1e999}', 0x81)
@example(b'{"version":NaN}', 0x81)
@example(b"\x00\x00\x02xy[", 0x83)
@example(b'\x00\x00\x02xy{"a":{"b":1}}', 0x83)
@example(b'\x00\x00\x02xy{"a":null}', 0x83)
def test_an_invalid_body_with_a_valid_checksum_is_counted_not_raised(body, number):
    decoder = wire.Decoder()
    found = decoder.feed(with_body(number, body))
    assert len(found) + decoder.malformed == 1
    assert (decoder.last_problem is not None) == (not found)


@pytest.mark.parametrize(
    "facts",
    [
        b'{"a":1e999}',  # infinite, though JSON has no word for it
        b'{"a":[1.5,-1e999]}',
        b'{"a":1' + b"0" * 400 + b"}",  # no float
        b'{"a":"\\ud800"}',  # half a character, which no file takes
        b'{"\\ud800":1}',
        b'{"a":1,"a":2}',
    ],
)
def test_facts_that_cannot_be_shown_or_stored_are_refused(facts):
    for number, head in ((0x83, b"\0\0\2xy"), (0x10, b'{"action":"attach","facts":')):
        decoder = wire.Decoder()
        body = head + facts + (b"}" if number == 0x10 else b"")
        assert decoder.feed(with_body(number, body)) == []
        assert (decoder.malformed, decoder.damaged) == (1, 0)


def test_types_of_a_later_protocol_are_counted_and_skipped():
    decoder = wire.Decoder()
    assert decoder.feed(with_body(0x7F, b"new") + frame_of(m.Arm(), 1))[0].message == m.Arm()
    assert (decoder.unknown, decoder.malformed, decoder.damaged) == (1, 0, 0)


def test_an_endless_frame_is_given_up_and_memory_stays_bounded():
    decoder = wire.Decoder()
    for _ in range(200):
        assert decoder.feed(b"\x55" * 1000) == []
        assert decoder.bytes_pending < 20_000
    assert decoder.oversized == 1
    assert decoder.feed(b"\x55\0" + frame_of(m.Arm()))[0].message == m.Arm()
    assert decoder.damaged == 0
    assert decoder.feed(b"\x55" * 30_000 + b"\0") == []
    assert decoder.oversized == 2
    assert decoder.feed(b"\0" + b"\x55" * 30_000 + b"\0" + frame_of(m.Clear(), 1))[0].message == m.Clear()
    assert decoder.oversized == 3


def test_the_largest_body_passes_and_a_larger_one_raises():
    message = m.TrajectoryChunk(0, b"\xff" * (LARGEST_BODY_BYTES - 4))
    assert wire.Decoder().feed(frame_of(message))[0].message == message
    with pytest.raises(ValueError, match="body"):
        frame_of(m.TrajectoryChunk(0, b"\xff" * LARGEST_BODY_BYTES))


def test_repeated_frames_do_not_count_as_missing_ones():
    decoder = wire.Decoder()
    decoder.feed(frame_of(m.Arm(), 5) + frame_of(m.Clear(), 6))
    decoder.feed(wire.encode(m.Arm(), sequence=5, time_us=0, repeated=True))
    decoder.feed(frame_of(m.Arm(), 9))
    assert decoder.missing == 2


def test_numbers_wrap_without_a_gap():
    decoder = wire.Decoder()
    for sequence in range(65_530, 65_545):
        decoder.feed(frame_of(m.Heartbeat(), sequence))
    assert decoder.missing == 0


def test_numbers_that_json_cannot_express_are_sent_as_text():
    reject = m.Reject(1, "outside-limits", {"limit": float("inf"), "at": (1.0, float("nan"))})
    [frame] = wire.Decoder().feed(frame_of(reject))
    assert frame.message.facts == {"limit": "inf", "at": ("1.0", "nan")}


def test_the_layout_of_a_frame_matches_a_handwritten_one():
    """One frame put together without the code under test."""
    body = (
        struct.pack("<HII", 2, 1000, 2000)[:2]
        + struct.pack("<H", 2)
        + struct.pack("<II", 1000, 2000)
        + b"\7" * 8
    )
    content = struct.pack("<BBHI", 0x87, 0, 3, 4) + body
    content += struct.pack("<I", zlib.crc32(content))
    [frame] = wire.Decoder().feed(wire.stuff(content) + b"\0")
    assert frame == wire.Frame(m.Samples(2, (1000, 2000), b"\7" * 8), 3, 4)
