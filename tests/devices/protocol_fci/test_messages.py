"""Messages and states of FCI: known answers, every version, and what no damage may do."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.errors import ProtocolError
from devices.protocol_fci.commands import (
    Load,
    connect_answer,
    connect_request,
    load_request,
    model_answer,
    read_connect_answer,
    read_connect_request,
    read_load_request,
    read_model_answer,
    read_status,
    status_answer,
)
from devices.protocol_fci.header import (
    LARGEST_MESSAGE_BYTES,
    NEWEST,
    OLDEST,
    WITH_MODEL,
    Command,
    Decoder,
    Message,
    encode,
    numbers_of,
)
from devices.protocol_fci.state import DOUBLE, ERRORS, SINGLE, WITH_ACCELEROMETERS, error_names, read_states
from tests.devices.protocol_fci.mutated import check_case


def test_a_connect_of_version_10_byte_by_byte():
    content = encode(Message(0, 7, connect_request(10, 0x1234)))
    assert content.hex() == "0000000007000000100000000a003412"
    decoder = Decoder()
    found = [message for byte in content for message in decoder.feed(bytes([byte]))]
    assert found == [Message(0, 7, bytes.fromhex("0a003412"))]
    assert (read_connect_request(found[0].body), decoder.bytes_pending) == ((10, 0x1234), 0)


def test_numbers_of_commands_in_the_versions():
    assert [numbers_of(version)[Command.SET_LOAD] for version in (5, 6, 8, 10)] == [10, 9, 9, 9]
    assert numbers_of(NEWEST)[Command.GET_ROBOT_MODEL] == 11
    for version in range(OLDEST, NEWEST + 1):
        assert (Command.GET_ROBOT_MODEL in numbers_of(version)) == (version >= WITH_MODEL)


KNOWN = [(DOUBLE, 2373, 9), (SINGLE, 1233, 10), (WITH_ACCELEROMETERS, 1377, 10)]


@pytest.mark.parametrize(("layout", "size", "version"), KNOWN)
def test_the_length_of_a_state_says_its_layout(layout, size, version):
    state = np.zeros(1, dtype=layout)
    state["message_id"], state["robot_mode"] = 2**40 + 1, 4
    state["q"], state["theta"], state["errors"][0, 6] = np.arange(7.0), 1.0 + np.arange(7.0), True
    assert len(state.tobytes()) == size
    (row,) = read_states([state.tobytes()], version=version)
    assert (row["message_id"], row["robot_mode"], error_names(row["errors"])) == (2**40 + 1, 4, (ERRORS[6],))
    assert row["theta"] - row["q"] == pytest.approx(np.ones(7))
    for wrong in (size - 1, 0):
        with pytest.raises(ProtocolError, match="franka-state-size"):
            read_states([bytes(wrong)], version=version)


@given(st.sampled_from([KNOWN[0], KNOWN[2]]), st.binary(max_size=200))
def test_a_longer_state_is_read_as_far_as_it_is_known(known, more):
    """libfranka's ``Network::udpBlockingReceive`` takes what it knows of a datagram and drops the rest."""
    layout, size, version = known
    state = np.zeros(1, dtype=layout)
    state["message_id"], state["robot_mode"], state["tau_J"] = 5, 1, np.arange(7.0)
    assert len(state.tobytes()) == size
    assert read_states([state.tobytes() + more], version=version) == state


def test_a_state_between_two_known_lengths_is_refused():
    """Fields were inserted before the end once: the errors of such a state would be read in a wrong place."""
    for size in (1234, 1376):
        with pytest.raises(ProtocolError, match="franka-state-size"):
            read_states([bytes(size)], version=NEWEST)
    with pytest.raises(ProtocolError, match="franka-state-size"):
        read_states([bytes(1377), bytes(1233)], version=NEWEST)


@given(st.binary(max_size=64), st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1))
def test_longer_answers_and_unknown_commands_are_read(more, number, identifier):
    """libfranka refuses what is too short alone (``tcpBlockingReceiveResponse``), and goes by identifiers."""
    assert read_connect_answer(connect_answer(NEWEST, is_spoken=True) + more) == (True, NEWEST)
    assert read_connect_answer(connect_answer(7, is_spoken=False) + more) == (False, 7)
    assert read_status(status_answer(2) + more, Command.SET_LOAD, version=NEWEST) == "invalid-argument"
    message = Message(number, identifier, more)
    content = encode(message) + encode(Message(9, 2, b"\x00"))
    decoder = Decoder()
    pieces = [found for byte in content for found in decoder.feed(bytes([byte]))]
    assert pieces == [message, Message(9, 2, b"\x00")]


def test_what_is_written_is_read():
    load = Load(2.5, (0.01, -0.02, 0.05), tuple(np.arange(9.0)))
    assert read_load_request(load_request(load)) == load
    assert read_connect_answer(connect_answer(9, is_spoken=False)) == (False, 9)
    assert read_model_answer(model_answer("<robot/>")) == "<robot/>"
    assert read_status(status_answer(2), Command.SET_LOAD, version=10) == "invalid-argument"


@pytest.mark.parametrize(
    ("read", "body"),
    [
        (read_connect_answer, b"\x02\x0a\x00"),
        (read_connect_answer, b"\x00\x0a"),
        (read_load_request, bytes(8)),
        (lambda body: read_status(body, Command.SET_LOAD, version=10), b""),
        (lambda body: read_status(body, Command.SET_LOAD, version=10), b"\x09"),
        (read_model_answer, b"\x00\xff\xfe"),
    ],
)
def test_a_body_that_cannot_be_is_refused(read, body):
    with pytest.raises(ProtocolError, match="protocol-field"):
        read(body)


@pytest.mark.parametrize("size", [11, LARGEST_MESSAGE_BYTES + 1])
def test_a_stream_with_an_impossible_length_is_given_up(size):
    decoder = Decoder()
    good = encode(Message(1, 1, b"\x00"))
    bad = (1).to_bytes(4, "little") + (2).to_bytes(4, "little") + size.to_bytes(4, "little")
    assert decoder.feed(good + bad) == [Message(1, 1, b"\x00")]
    with pytest.raises(ProtocolError, match="protocol-field"):
        decoder.feed(good)


def test_damaged_streams():
    assert sum(map(check_case, range(400))) > 50_000
