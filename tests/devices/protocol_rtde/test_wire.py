"""Messages survive encoding and decoding however the stream is cut; a lost place is never guessed."""

import struct
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.errors import ProtocolError
from devices.protocol_rtde.wire import LARGEST_MESSAGE_BYTES, Decoder, Kind, Message, encode
from tests.devices.protocol_rtde.mutated_streams import check_case

messages = st.builds(Message, st.sampled_from(list(Kind)), st.binary(max_size=300))


@given(st.lists(messages, min_size=1, max_size=6), st.lists(st.integers(0, 3000), max_size=12))
def test_messages_are_decoded_however_the_stream_is_cut(sent, cuts):
    content = b"".join(map(encode, sent))
    edges = sorted({0, len(content), *(cut % (len(content) + 1) for cut in cuts)})
    decoder = Decoder()
    found = [message for first, last in pairwise(edges) for message in decoder.feed(content[first:last])]
    assert found == sent
    assert decoder.bytes_pending == 0


def test_the_header_counts_itself():
    assert encode(Message(Kind.CONTROLLER)) == b"\x00\x03v"
    assert encode(Message(Kind.PROTOCOL, b"\0\2")) == b"\x00\x05V\x00\x02"


@pytest.mark.parametrize(("size", "kind"), [(0, Kind.DATA), (2, Kind.DATA), (9, 0), (9, ord("!"))])
def test_a_lost_place_ends_the_stream_after_the_messages_before_it(size, kind):
    decoder = Decoder()
    good = Message(Kind.START, b"\1")
    assert decoder.feed(encode(good) + struct.pack(">HB", size, kind) + b"......") == [good]
    for _ in range(2):
        with pytest.raises(ProtocolError) as raised:
            decoder.feed(encode(good))
        assert raised.value.code == "protocol-field"


def test_a_body_that_no_header_can_count_is_not_encoded():
    longest = LARGEST_MESSAGE_BYTES - 3
    assert len(encode(Message(Kind.DATA, bytes(longest)))) == LARGEST_MESSAGE_BYTES
    with pytest.raises(ProtocolError):
        encode(Message(Kind.DATA, bytes(longest + 1)))


def test_an_endless_stream_of_one_message_keeps_no_more_than_it():
    decoder = Decoder()
    decoder.feed(struct.pack(">HB", LARGEST_MESSAGE_BYTES, Kind.DATA))
    for _ in range(200):
        decoder.feed(bytes([255, 255, Kind.DATA]) * 400)
        assert decoder.bytes_pending <= LARGEST_MESSAGE_BYTES


def test_damaged_streams_raise_nothing_but_protocol_errors():
    assert sum(map(check_case, range(400))) > 50_000
