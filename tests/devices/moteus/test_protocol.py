"""Frames and lines: known answers, damage of every kind, and what no length of garbage may do."""

import math
import random

import pytest

from devices.errors import ProtocolError
from devices.protocol_moteus.frames import (
    Frame,
    Poll,
    Read,
    Refused,
    Reply,
    Text,
    Write,
    decode,
    encode,
    padded,
)
from devices.protocol_moteus.lines import Lines, checked, checksum, parse_line, send_line, unchecked
from devices.protocol_moteus.registers import Kind, Register
from tests.devices.moteus.mutated import check_case

KNOWN = [
    # the examples of the maker's description of the protocol
    (Write(0x000, Kind.INT8, (10,)), "01000a"),
    (Write(0x020, Kind.FLOAT, (0.5, 1.0)), "0e20" + "0000003f" + "0000803f"),
    (Read(0x001, Kind.INT16, 3), "1701"),
    (Read(0x001, Kind.FLOAT, 4), "1c0401"),
    (Reply(0x000, Kind.INT16, (10, 0.25, 1.0)), "27000a00c409a00f"),
    (Read(Register.SERIAL_1, Kind.INT32, 3), "1ba002"),
    (Text(b"conf", from_drive=False), "400104636f6e66"),
    (Poll(48), "420130"),
    (Refused(0x120, 1, is_write=False), "31a00201"),
]


@pytest.mark.parametrize(("subframe", "hexadecimal"), KNOWN)
def test_known_answers(subframe, hexadecimal):
    assert encode([subframe]).hex() == hexadecimal
    assert decode(bytes.fromhex(hexadecimal)) == [subframe]


def test_subframes_follow_one_another_and_padding_says_nothing():
    subframes = [each for each, _ in KNOWN if not isinstance(each, Text)]
    data = padded(encode(subframes))
    assert len(data) in {32, 48, 64}
    assert decode(data) == subframes


def test_the_lowest_whole_number_is_no_value():
    (reply,) = decode(bytes.fromhex("25010080"))
    assert math.isnan(reply.values[0])
    assert encode([Reply(0x001, Kind.INT16, (math.nan,))]).hex() == "25010080"
    assert encode([Reply(0x001, Kind.INT8, (9.0,))]).hex() == "21017f", "limited, not wrapped"


@pytest.mark.parametrize(
    "hexadecimal", ["2c04", "1c", "0d200000", "ff", "4001ff41", "1d8080808080808001", "1c00"]
)
def test_broken_frames_are_refused(hexadecimal):
    with pytest.raises(ProtocolError, match="moteus-frame"):
        decode(bytes.fromhex(hexadecimal))


def test_more_than_a_frame_holds_is_refused():
    with pytest.raises(ProtocolError):
        Frame.to(1, bytes(65))


def test_identifiers():
    frame = Frame.to(3, b"\x1d\x50")
    assert (frame.identifier, frame.destination, frame.source, frame.asks) == (0x8003, 3, 0, True)
    assert Frame(0x0300, b"").source == 3


def test_checksums_of_the_makers_client():
    # computed by the maker's package, fdcanusb_device._append_checksum
    assert checked(b"OK") == b"OK *BD"
    assert checked(b"can send 8001 1D50 BF")[-2:] == b"D2"
    assert checksum(b"OK ") == 0xBD
    assert unchecked(checked(b"can send 8001 1D50 BF")) == (b"can send 8001 1D50 BF", True)


def test_a_damaged_line_is_found_whatever_bit_is_wrong():
    line = checked(b"rcv 100 2D500000803F E B F")
    for place in range(len(line) - 3):
        for bit in range(8):
            damaged = bytearray(line)
            damaged[place] ^= 1 << bit
            with pytest.raises(ProtocolError):
                unchecked(bytes(damaged))


def test_a_line_gives_back_its_frame():
    frame = Frame.to(5, bytes(range(11)))
    for with_checksum in (False, True):
        line = parse_line(send_line(frame, with_checksum=with_checksum))
        assert (line.word, line.frame, line.had_checksum) == ("can", frame, with_checksum)
    assert parse_line(b"OK").word == "OK"
    assert parse_line(b"rcv 100  E B F").frame == Frame(0x100, b"")
    assert parse_line(b"ERR checksum").text == "ERR checksum"
    for wrong in (b"rcv", b"rcv zz 00", b"rcv 100 0", b"rcv 100 " + b"00" * 65):
        with pytest.raises(ProtocolError, match="moteus-line"):
            parse_line(wrong)


def test_lines_come_in_any_pieces_and_garbage_stays_bounded():
    lines = Lines()
    assert list(lines.feed(b"OK\r\nrcv 10")) == [b"OK"]
    assert list(lines.feed(b"0 00\n\n")) == [b"rcv 100 00"]
    for _ in range(100):
        assert not list(lines.feed(b"x" * 100))
    assert lines.overflows
    list(lines.feed(b"\n"))
    assert list(lines.feed(b"OK\n")) == [b"OK"]


def test_no_stream_of_bytes_does_more_than_be_refused():
    dice, good = random.Random(0), send_line(Frame.to(1, bytes(range(48))), with_checksum=True)
    lines, refused = Lines(), 0
    for _ in range(5000):
        piece = bytearray(good if dice.random() < 0.7 else dice.randbytes(60))
        for _ in range(dice.randrange(4)):
            piece[dice.randrange(len(piece))] = dice.randrange(256)
        for line in lines.feed(bytes(piece)):
            try:
                found = parse_line(line)
                if found.frame is not None:
                    decode(found.frame.data)
            except ProtocolError:
                refused += 1
    assert refused > 1000


def test_damaged_streams():
    assert sum(map(check_case, range(400))) > 50_000
