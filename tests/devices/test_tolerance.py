"""A driver reads what its maker's own client reads; decision record 0061 has the table of it.

The interface of Franka has its own in ``tests/devices/protocol_fci``, the sender of its states in
``tests/devices/transport/test_udp.py``.
"""

import json
import struct
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.cia402.drive_map import STATUS_WORD, ObjectAt
from devices.cia402.pdo import Field, decoded
from devices.errors import ProtocolError
from devices.protocol_elite_ec.lines import Objects, is_answer, read_answer
from devices.protocol_elite_ec.monitor import OLDEST, USUAL, Frames, rows_of
from devices.protocol_moteus.frames import LENGTHS, Reply, decode, encode
from devices.protocol_moteus.lines import Lines, checked, parse_line
from devices.protocol_moteus.registers import Kind as Resolution
from devices.protocol_rtde import setup
from devices.protocol_rtde.setup import ControllerVersion, Text
from devices.protocol_rtde.values import DataType, record_dtype
from devices.protocol_rtde.wire import HEADER, Decoder, Kind, Message
from devices.protocol_rtde.wire import encode as as_message
from devices.universal_robots.dashboard import Dashboard
from devices.universal_robots.link import Intake, _measured_rate
from devices.universal_robots.negotiation import Recipe
from tests.devices.universal_robots.test_intake import RECIPE, package
from tests.waiting import LIMIT_S

more = st.binary(max_size=40)
cuts = st.lists(st.integers(0, 3000), max_size=12)


def pieces(content, places):
    edges = sorted({0, len(content), *(place % (len(content) + 1) for place in places)})
    return [content[first:last] for first, last in pairwise(edges)]


# RTDE, of Universal Robots and of Elite CS


@given(more, st.booleans())
def test_rtde_answers_may_be_longer(rest, accepted):
    """``struct.unpack_from`` of the maker's ``rtde/serialize.py`` leaves what follows alone."""
    answer = setup.acceptance(Kind.START, accepted=accepted)
    assert setup.is_accepted(Message(Kind.START, answer.body + rest)) is accepted
    version = ControllerVersion(5, 23, 1, 7)
    assert setup.read_version(setup.version_message(version).body + rest) == version
    text = Text("joint", "safety", 1)
    assert setup.read_text(setup.text_message(text, protocol=2).body + rest, protocol=2) == text


@given(more, st.sampled_from(setup.PROTOCOLS))
def test_rtde_texts_end_no_connection(body, protocol):
    """One that is cut off, or of the layout of the other version, is read as far as it goes."""
    text = setup.text_message(Text("joint", "safety", 1), protocol=2).body
    assert setup.read_text(text[: len(body)], protocol=2).text == "joint"[: max(len(body) - 1, 0)]
    assert isinstance(setup.read_text(body, protocol=protocol), Text)


@given(st.sampled_from("RXabz"), more, cuts)
def test_rtde_messages_of_another_letter_are_left_out(letter, body, places):
    """``RTDE.__on_packet`` logs an unknown command and goes on; newer controllers have R, for properties."""
    known = as_message(Message(Kind.START, b"\1"))
    other = HEADER.pack(HEADER.size + len(body), ord(letter)) + body
    decoder = Decoder()
    found = [message for piece in pieces(known + other + known, places) for message in decoder.feed(piece)]
    assert found == [Message(Kind.START, b"\1")] * 2
    assert decoder.unknown == 1


@given(st.lists(more, min_size=1, max_size=5))
def test_rtde_packages_may_be_longer(rests):
    """``DataConfig.unpack`` reads the agreed fields from the beginning."""
    bodies = [package(10.0 + 0.002 * number) + rest for number, rest in enumerate(rests)]
    assert Intake(RECIPE, rate=500.0).block(bodies, host_time=0.0).count == len(rests)


@given(st.lists(more, min_size=25, max_size=25))
def test_rtde_pace_is_that_of_longer_packages_too(rests):
    messages = [Message(Kind.DATA, package(10.0 + 0.008 * place) + rest) for place, rest in enumerate(rests)]
    assert _measured_rate(messages, RECIPE) == pytest.approx(125.0)


@pytest.mark.parametrize("left_out", [3, 25])
def test_rtde_streams_that_began_slowly_may_come_to_the_agreed_rate(left_out):
    """A controller short of time sends the newest package alone; a rate measured then is no limit."""
    intake = Intake(RECIPE, rate=RECIPE.rate / left_out)
    for second in range(12):
        times = 10.0 + second + np.arange(RECIPE.rate) / RECIPE.rate
        intake.block([package(time) for time in times], host_time=float(second))
    with pytest.raises(ProtocolError, match="stream-too-fast"):
        intake.block([package(100.0 + row / 1e4) for row in range(12_000)], host_time=12.0)


@given(st.integers(1, 30), st.integers(2, 255))
def test_rtde_packages_that_are_too_short_or_of_another_recipe_are_refused(missing, recipe):
    for body in (package(1.0)[:-missing], package(1.0, recipe=recipe)):
        with pytest.raises(ProtocolError):
            Intake(RECIPE, rate=500.0).block([body], host_time=0.0)


@given(st.permutations(["timestamp", "actual_q", "robot_mode"]))
def test_rtde_fields_are_read_in_the_order_that_was_agreed(names):
    kinds = {"timestamp": DataType.DOUBLE, "actual_q": DataType.VECTOR6D, "robot_mode": DataType.INT32}
    values = {"timestamp": struct.pack(">d", 3.0), "actual_q": struct.pack(">6d", *range(6)),
              "robot_mode": struct.pack(">i", 7)}  # fmt: skip
    recipe = Recipe(record_dtype(names, [kinds[name] for name in names], has_recipe=True), 1, 500.0)
    body = b"\1" + b"".join(values[name] for name in names)
    block = Intake(recipe, rate=500.0).block([body], host_time=0.0)
    assert block.device_time.tolist() == [3.0]
    (position,) = [column for column in block.columns.values() if column.shape == (1, 6)]
    assert position.tolist() == [[0.0, 1.0, 2.0, 3.0, 4.0, 5.0]]


# The dashboard


class Answering:
    """A transport of a server that sends one piece after the other; empty where it waits."""

    def __init__(self, *sent):
        self.sent, self.asked = list(sent), b""

    def read(self, _timeout):
        return self.sent.pop(0) if self.sent else b""

    def write(self, content, _timeout):
        self.asked += content
        return len(content)

    def close(self):
        self.sent = []


@given(st.sampled_from(["\n", "\r\n"]), st.sampled_from(["", "Connected", "Keep alive"]), cuts)
def test_dashboard_lines_end_in_any_way_and_what_comes_unasked_answers_nothing(end, extra, places):
    """The makers' clients read up to a line feed and search in it for the answer."""
    greeting = f"Connected: Universal Robots Dashboard Server{end}".encode()
    unasked = f"{extra}{end}".encode() if extra else b""
    answer = [piece for piece in pieces(f"true{end}".encode(), places) if piece]
    transport = Answering(greeting, unasked, *answer)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("devices.universal_robots.dashboard.dial", lambda *_given, **_more: transport)
        dashboard = Dashboard("10.0.0.2", 29999)
        assert dashboard.is_remote() is True
    assert transport.asked == b"is in remote control\n"


def test_dashboards_that_do_not_greet_are_asked_all_the_same(monkeypatch):
    """STOP goes out by this way too; and each maker writes true in letters of its own."""
    transport = Answering(*([b""] * 20), b"TRUE\n")
    monkeypatch.setattr("devices.universal_robots.dashboard.dial", lambda *_given, **_more: transport)
    monkeypatch.setattr("devices.universal_robots.dashboard.ANSWER_TIMEOUT_S", 0.0)
    dashboard = Dashboard("10.0.0.2", 29999)
    transport.sent = [b"", b"TRUE\n"]
    monkeypatch.setattr("devices.universal_robots.dashboard.ANSWER_TIMEOUT_S", LIMIT_S)
    assert dashboard.is_remote() is True


# Elite EC

_values = st.one_of(st.integers(-9, 9), st.text(max_size=8), st.lists(st.floats(-9.0, 9.0), max_size=8))


@given(_values, st.dictionaries(st.text(min_size=4, max_size=6), st.integers(), max_size=3), cuts,
       st.sampled_from([b"", b"\n", b"\r\n", b" "]), st.sampled_from([None, 2]))  # fmt: skip
def test_ec_answers_have_further_fields_any_order_and_come_in_any_pieces(
    value, further, places, between, indent
):
    """``BaseEC.send_CMD`` takes ``result`` out of what ``json.loads`` finds, whatever else is there."""
    news = {"method": "alive", "params": {}}
    late = {"jsonrpc": "2.0", "id": 41, "result": "1"}
    told = {**further, "result": json.dumps(value), "id": 42}
    content = between.join(json.dumps(each, indent=indent).encode() for each in (news, late, told)) + between
    objects = Objects()
    found = [each for piece in pieces(content, places) for each in objects.feed(piece)]
    (answer,) = [read_answer(each) for each in found if is_answer(each, 42)]
    assert answer.value == pytest.approx(value) if isinstance(value, list) else answer.value == value


@given(st.integers(0, 600), st.integers(2, 5), cuts)
def test_ec_frames_of_any_size_are_read_as_far_as_they_are_known(longer, count, places):
    """``ECMonitor`` takes the size from the first bytes and unpacks what it knows of it."""
    size = USUAL.itemsize + longer
    frame = np.zeros(1, dtype=OLDEST)
    frame["size"], frame["state"] = size, 3
    content = (frame.tobytes() + bytes(size - OLDEST.itemsize)) * count
    frames = Frames()
    found = [each for piece in pieces(content, places) for each in frames.feed(piece)]
    assert len(found) == count
    assert rows_of(found)["state"].tolist() == [3] * count


# moteus


@given(st.lists(st.sampled_from([b"OK", b"hello", b"event 1 2 3", b""]), max_size=4),
       st.sampled_from([b"\n", b"\r\n", b"\r"]), st.booleans(), cuts)  # fmt: skip
def test_moteus_lines_of_other_words_are_passed_over(others, end, with_checksum, places):
    """``FdcanusbDevice`` acts on rcv, OK and ERR, and leaves other lines to the log."""
    line = b"rcv 0100 2102 E B F"
    wanted = checked(line) if with_checksum else line
    content = b"".join(each + end for each in (*others, wanted, *others))
    lines = Lines()
    found = [parse_line(each) for piece in pieces(content, places) for each in lines.feed(piece)]
    assert [each.frame.data for each in found if each.word == "rcv"] == [b"\x21\x02"]


@given(st.integers(0x43, 0x4F), st.binary(max_size=20))
def test_moteus_answers_are_read_up_to_a_subframe_that_is_not_known(code, rest):
    """``moteus.multiplex.parse_frame`` stops there: the length of what it does not know is unknown."""
    reply = Reply(0x001, Resolution.FLOAT, (0.25,))
    content = encode([reply]) + bytes([code]) + rest
    assert decode(content) == [reply]
    with pytest.raises(ProtocolError):
        decode(content[:1])


@given(st.permutations(range(3)), st.integers(0, 4))
def test_moteus_registers_come_in_any_order_and_the_frame_may_be_filled_up(order, filled):
    replies = [Reply(number, Resolution.INT16, (0.5,)) for number in (0x001, 0x002, 0x003)]
    content = encode([replies[place] for place in order]) + b"\x50" * filled
    assert sorted(decode(content), key=lambda each: each.register) == sorted(
        decode(encode(replies)), key=lambda each: each.register
    )
    assert len(content) <= max(LENGTHS)


# CANopen


@given(st.integers(0, 0xFFFF), st.integers(-(2**31), 2**31 - 1), st.binary(max_size=2))
def test_canopen_pdos_may_be_longer_than_what_is_mapped(status, position, rest):
    """``canopen.pdo.PdoMap.on_message`` keeps the bytes; each variable takes its own."""
    at = ObjectAt(0x6064, signed=True)
    layout = ((Field.STATUS, STATUS_WORD), (Field.POSITION, at))
    content = STATUS_WORD.encoded(status) + at.encoded(position)
    assert decoded(layout, content + rest) == {Field.STATUS: status, Field.POSITION: position}
    assert decoded(layout, content[:-1]) == {}, "a position that is cut off is none"
