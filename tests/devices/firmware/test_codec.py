"""The reference codec in C encodes and decodes the same bytes as the program."""

import ctypes
import zlib
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from devices.protocol_open import messages as m
from devices.protocol_open import wire
from devices.protocol_open.bodies import BY_KIND, BY_NUMBER, CODECS
from devices.protocol_open.trajectory_bytes import (
    FourierBody,
    SampledBody,
    pack_fourier,
    pack_samples,
    unpack_fourier,
    unpack_samples,
)
from devices.protocol_open.wire import LARGEST_BODY_BYTES, FrameDecoder, RawFrame, encode_frame
from devices.virtual.firmware.supervision import ABANDONED_S
from tests.devices.firmware.c_codec import (
    FIRMWARE,
    MALFORMED,
    REQUEST,
    UNKNOWN,
    Answer,
    Answers,
    CDecoder,
    Fourier,
    Points,
    compile_c,
    fields_of,
    library,
    pack,
)
from tests.devices.protocol_open.message_strategies import messages, numbers, u16, u32

requests = messages.filter(lambda message: isinstance(message, m.Request))
replies = messages.filter(lambda message: isinstance(message, m.Reply))
stamps = (u16, u32)


def list_of(message):
    """The list of numbers or bytes in a request, as bytes."""
    if isinstance(message, m.PointToPoint):
        return np.array(message.target, "<f8").tobytes()
    if isinstance(message, m.TrajectoryChunk):
        return message.content
    return BY_KIND[m.Simulate].pack(message) if isinstance(message, m.Simulate) else b""


def test_the_c_codec_compiles_without_a_warning(tmp_path):
    for name in ("torsion_codec.c", "example_arm.c", "example_device.c"):
        compile_c(tmp_path / "object.o", FIRMWARE / name, options=("-c",))


@given(requests, *stamps, st.booleans())
def test_the_c_codec_decodes_every_field_of_the_programs_requests(message, sequence, time_us, repeated):
    content = wire.encode(message, sequence=sequence, time_us=time_us, repeated=repeated)
    flat, found_list = CDecoder().one(content)
    assert flat["verdict"] == REQUEST
    assert (flat["type"], flat["seq"], flat["t_us"]) == (BY_KIND[type(message)].number, sequence, time_us)
    assert bool(flat["is_repeated"]) == repeated
    assert tuple(flat["fields"]) == fields_of(message)
    assert found_list == list_of(message)
    assert flat["has_center"] == (isinstance(message, m.SetPayload) and message.center is not None)


@given(replies, *stamps)
def test_the_c_codec_encodes_the_same_bytes_as_the_program(message, sequence, time_us):
    body = BY_KIND[type(message)].pack(message)
    assume(b"\0" not in _texts(message, body))  # which end a text in C
    said = pack(wire.Frame(message, sequence, time_us), body=body)
    assert said == wire.encode(message, sequence=sequence, time_us=time_us)
    assert wire.Decoder().feed(said) == [wire.Frame(message, sequence, time_us)]


def _texts(message, body):
    if isinstance(message, m.Reject):
        return message.code.encode() + body[3:]
    if isinstance(message, m.Status):
        return message.fault.encode() + body[20:]
    return body if isinstance(message, m.Announcement) else b""


@given(st.binary(max_size=1200) | st.integers(0, 1200).map(lambda size: b"\x11" * size))
def test_stuffing_is_the_same_for_every_length_and_content(content):
    assume(content)
    slow = m.SlowSamples(7, content + b"\1" * (-len(content) % 4))
    assert pack(wire.Frame(slow, 1, 2), body=b"") == wire.encode(slow, sequence=1, time_us=2)


@given(replies, st.integers(0, 60))
def test_a_frame_that_does_not_fit_the_buffer_is_not_begun(message, missing):
    body = BY_KIND[type(message)].pack(message)
    assume(b"\0" not in _texts(message, body))
    whole = wire.encode(message, sequence=1, time_us=2)
    said = pack(wire.Frame(message, 1, 2), body=body, capacity=max(len(whole) - missing, 0))
    assert said == (b"" if missing else whole)


def test_a_body_above_the_largest_is_not_sent():
    row = bytes(LARGEST_BODY_BYTES - 4)
    fits, too_long = m.SlowSamples(0, row), m.SlowSamples(0, row + bytes(4))
    assert pack(wire.Frame(fits, 0, 0), body=b"") == wire.encode(fits, sequence=0, time_us=0)
    assert pack(wire.Frame(too_long, 0, 0), body=b"", capacity=20_000) == b""
    overflowing = ctypes.c_size_t(2**62 - 1)
    assert library().torsion_pack_samples(_big_room(), 0, 0, 65535, None, None, overflowing) == 0
    text = b"x" * (LARGEST_BODY_BYTES + 1)
    announcement = m.Announcement.__new__(m.Announcement)
    assert pack(wire.Frame(announcement, 0, 0), body=text, capacity=20_000) == b""
    assert pack(wire.Frame(m.Reject(1, "x" * 256), 0, 0), body=b"") == b""


def _big_room():
    class Room(ctypes.Structure):
        _fields_ = (("out", ctypes.c_void_p), ("capacity", ctypes.c_size_t))

    return Room(None, 0)


pieces_of_a_stream = st.lists(
    st.one_of(
        messages.map(lambda message: wire.encode(message, sequence=3, time_us=4)),
        st.binary(max_size=300),
        st.tuples(messages, st.integers(0, 10**6), st.integers(1, 255)).map(lambda given: _spoilt(*given)),
        st.just(b"\0"),
        st.just(b"\x55" * 20_000),
    ),
    max_size=8,
)


def _spoilt(message, place, pattern):
    content = bytearray(wire.encode(message, sequence=3, time_us=4))
    content[place % len(content)] ^= pattern
    return bytes(content)


@given(pieces_of_a_stream, st.integers(1, 500))
def test_damaged_frames_are_detected_and_counted_alike(pieces, step):
    stream = b"".join(pieces) + b"\0"
    cut = [stream[first:last] for first, last in pairwise([*range(0, len(stream), step), len(stream)])]
    python, decoder = FrameDecoder(), CDecoder()
    expected = [raw for piece in cut for raw in python.feed(piece)]
    found, counts = decoder.feed(cut)
    assert [_raw(flat) for flat in found] == [_key(raw) for raw in expected]
    last = counts[-1]
    assert (last["damaged"], last["oversized"], last["frames"]) == (
        python.damaged,
        python.oversized,
        len(expected),
    )
    assert int(last["pending"]) == python.bytes_pending


def _raw(flat):
    return tuple(int(flat[name]) for name in ("type", "flags", "seq", "t_us", "body_bytes", "body_crc"))


def _key(raw):
    return (raw.type_number, raw.flags, raw.sequence, raw.time_us, len(raw.body), zlib.crc32(raw.body))


@given(
    st.sampled_from([codec.number for codec in CODECS] + [0, 0x13, 0xFF]), st.binary(max_size=40), requests
)
def test_invalid_bodies_are_refused_alike(number, body, message):
    for given_body in (body, BY_KIND[type(message)].pack(message)):
        flat, _ = CDecoder().one(encode_frame(RawFrame(number, 0, 0, 0, given_body)))
        if not 1 <= number <= 0x12:
            assert flat["verdict"] == UNKNOWN
        elif number != BY_KIND[m.Simulate].number:  # its JSON is for simulated devices only
            found = wire.Decoder().feed(encode_frame(RawFrame(number, 0, 0, 0, given_body)))
            assert flat["verdict"] == (REQUEST if found else MALFORMED)


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), -float("inf")])
def test_numbers_that_are_not_finite_are_refused(bad):
    for message in (
        m.JogJoint(0, bad, 1.0),
        m.JogJoint(0, 1.0, bad),
        m.PointToPoint((1.0, bad), 1.0),
        m.PointToPoint((1.0,), bad),
        m.SetPayload(bad, (0.0, 0.0, 0.0)),
        m.SetPayload(1.0, (0.0, bad, 0.0)),
    ):
        flat, _ = CDecoder().one(wire.encode(message, sequence=0, time_us=0))
        assert flat["verdict"] == MALFORMED


def test_a_small_buffer_takes_what_fits_and_counts_the_rest():
    decoder = CDecoder(capacity=64)
    jog = wire.encode(m.JogJoint(1, 0.1, 0.2), sequence=1, time_us=2)
    chunk = wire.encode(m.TrajectoryChunk(0, b"\xff" * 200), sequence=2, time_us=2)
    found, counts = decoder.feed([jog, chunk, jog])
    assert found["type"].tolist() == [8, 8]
    assert counts["oversized"].tolist() == [0, 1, 1]
    assert counts["pending"].max() == 0


@given(st.lists(st.tuples(st.integers(0, 200), u32), max_size=80), st.integers(0, 200))
def test_the_last_answers_are_found_by_their_sequence_number(noted, asked):
    answers = Answers()
    library().torsion_answers_forget(ctypes.byref(answers))
    for request, value in noted:
        library().torsion_answers_note(ctypes.byref(answers), Answer(request, 0x85, None, value))
    kept = dict(noted[-32:])
    found = library().torsion_answers_find(ctypes.byref(answers), asked)
    assert bool(found) == (asked in kept)
    if found:
        assert found.contents.value == kept[asked]


@given(st.binary(max_size=300), st.integers(0, 300))
def test_the_checksum_goes_on_from_piece_to_piece(content, cut):
    head, rest = content[:cut], content[cut:]
    crc = library().torsion_crc32(0, head, len(head))
    assert library().torsion_crc32(crc, rest, len(rest)) == zlib.crc32(content)


def test_a_fourier_upload_is_read_number_by_number():
    random = np.random.default_rng(1)
    body = FourierBody(
        4.0, 1.5, random.normal(size=3), random.normal(size=(3, 5)), random.normal(size=(3, 5))
    )
    content, fourier = pack_fourier(body), Fourier()
    c = library()
    assert c.torsion_read_fourier(content, len(content), ctypes.byref(fourier))
    assert (fourier.duration_s, fourier.base, fourier.joints, fourier.harmonics) == (4.0, 1.5, 3, 5)
    each = ctypes.byref(fourier)
    assert [c.torsion_fourier_q0(each, j) for j in range(3)] == body.q0.tolist()
    for read, expected in ((c.torsion_fourier_a, body.a), (c.torsion_fourier_b, body.b)):
        assert [[read(each, j, k) for k in range(1, 6)] for j in range(3)] == expected.tolist()


def test_an_upload_of_points_is_read_number_by_number():
    body = SampledBody(0.004, np.random.default_rng(2).normal(size=(7, 2)))
    content, points = pack_samples(body), Points()
    c = library()
    assert c.torsion_read_points(content, len(content), ctypes.byref(points))
    assert (points.period_s, points.joints, points.count) == (0.004, 2, 7)
    found = [[c.torsion_point(ctypes.byref(points), row, j) for j in range(2)] for row in range(7)]
    assert found == body.positions.tolist()


whole_uploads = st.one_of(
    st.builds(
        lambda n, harmonics, fill: pack_fourier(
            FourierBody(1.0, 2.0, np.full(n, fill), np.ones((n, harmonics)), np.full((n, harmonics), fill))
        ),
        st.integers(0, 3), st.integers(0, 3), numbers | st.just(float("nan")),
    ),
    st.builds(
        lambda n, count, fill: pack_samples(SampledBody(0.01, np.full((count, n), fill))),
        st.integers(0, 3), st.integers(0, 4), numbers | st.just(float("inf")),
    ),
)  # fmt: skip


@given(whole_uploads | st.binary(max_size=80), st.lists(st.tuples(st.integers(0, 400), st.integers(0, 255))))
def test_uploads_are_accepted_and_refused_alike(content, changes):
    changed = bytearray(content)
    for place, value in changes:
        if changed:
            changed[place % len(changed)] = value
    content = bytes(changed)
    c = library()
    for read, target, expected in (
        (c.torsion_read_fourier, Fourier(), unpack_fourier),
        (c.torsion_read_points, Points(), unpack_samples),
    ):
        assert read(content, len(content), ctypes.byref(target)) == _is_taken(expected, content)


def _is_taken(unpack, content):
    try:
        unpack(content)
    except ValueError:
        return False
    return True


def test_every_type_has_the_same_number_in_the_header():
    header = (FIRMWARE / "torsion_codec.h").read_text("utf-8")
    for number, codec in BY_NUMBER.items():
        name = "".join("_" + letter if letter.isupper() else letter.upper() for letter in codec.kind.__name__)
        assert f"TORSION{name} = 0x{number:02X}" in header
    assert wire.LONGEST_RUN == 254
    assert f"TORSION_HOST_SILENCE_MS {round(1000 * m.HOST_SILENCE_S)} " in header
    assert f"TORSION_ABANDONED_MS {round(1000 * ABANDONED_S)} " in header
