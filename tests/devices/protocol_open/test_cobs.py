"""Byte stuffing: no zero byte in the result, lossless, lengths as in the paper."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from devices.protocol_open import wire

runs = st.lists(
    st.one_of(
        st.sampled_from([0, 1, 2, 253, 254, 255, 256, 507, 508, 509, 762]).map(lambda n: b"\xff" * n),
        st.binary(max_size=40),
        st.just(b"\0"),
    ),
    max_size=6,
).map(b"".join)


@given(runs)
@example(b"")
@example(b"\1" * 254)
@example(b"\1" * 255)
@example(b"\1" * 254 + b"\0")
@example(b"\0" + b"\1" * 254)
@example(b"\1" * 508)
def test_encoding_has_no_zero_and_decodes_to_the_original(content):
    stuffed = wire.stuff(content)
    assert 0 not in stuffed
    assert wire.unstuff(stuffed) == content
    assert len(content) < len(stuffed) <= len(content) + max(1, -(-len(content) // 254)) + (not content)


@pytest.mark.parametrize(
    ("content", "stuffed"),
    [  # the examples that the encoding is usually explained with
        (b"", b"\x01"),
        (b"\x00", b"\x01\x01"),
        (b"\x00\x00", b"\x01\x01\x01"),
        (b"\x11\x22\x00\x33", b"\x03\x11\x22\x02\x33"),
        (b"\x11\x00\x00\x00", b"\x02\x11\x01\x01\x01"),
        (bytes(range(1, 255)), b"\xff" + bytes(range(1, 255))),
        (bytes(range(255)), b"\x01\xff" + bytes(range(1, 255))),
        (bytes(range(1, 256)), b"\xff" + bytes(range(1, 255)) + b"\x02\xff"),
        (bytes(range(2, 256)) + b"\x00", b"\xff" + bytes(range(2, 256)) + b"\x01\x01"),
        (bytes(range(3, 256)) + b"\x00\x01", b"\xfe" + bytes(range(3, 256)) + b"\x02\x01"),
    ],
)
def test_known_encodings(content, stuffed):
    assert wire.stuff(content) == stuffed
    assert wire.unstuff(stuffed) == content


@given(st.binary(max_size=600))
def test_any_bytes_decode_or_are_refused(stuffed):
    try:
        content = wire.unstuff(stuffed)
    except wire.NotStuffed:
        return
    assert len(content) < len(stuffed)


@pytest.mark.parametrize("stuffed", [b"", b"\x05\x01", b"\x02\x01\x00", b"\xff" + b"\1" * 200])
def test_bytes_that_are_no_encoding_are_refused(stuffed):
    with pytest.raises(wire.NotStuffed):
        wire.unstuff(stuffed)
