"""Requests and answers in both versions of the protocol, against bytes written out by hand."""

import struct

import numpy as np
import pytest

from devices.errors import ProtocolError
from devices.protocol_rtde import setup
from devices.protocol_rtde.fields_ur import INPUTS, OUTPUTS
from devices.protocol_rtde.setup import ControllerVersion, OutputRequest, RecipeAnswer, Text
from devices.protocol_rtde.values import DataType, record_dtype, struct_format, type_of, width_of
from devices.protocol_rtde.wire import Kind, Message


def test_a_request_for_outputs_has_a_frequency_in_version_2_only():
    newer = setup.output_request(["timestamp", "actual_q"], frequency=125.0, protocol=2)
    assert newer.body == struct.pack(">d", 125.0) + b"timestamp,actual_q"
    older = setup.output_request(["timestamp", "actual_q"], frequency=125.0, protocol=1)
    assert older.body == b"timestamp,actual_q"
    names = ("timestamp", "actual_q")
    assert setup.read_output_request(newer.body + b",", protocol=2) == OutputRequest(names, 125.0)
    assert setup.read_output_request(older.body, protocol=1) == OutputRequest(names)


def test_an_answer_has_the_number_of_its_recipe_in_version_2_and_for_inputs():
    answer = RecipeAnswer(("DOUBLE", "NOT_FOUND"), 3)
    for kind, protocol, body in (
        (Kind.OUTPUTS, 2, b"\x03DOUBLE,NOT_FOUND"),
        (Kind.OUTPUTS, 1, b"DOUBLE,NOT_FOUND"),
        (Kind.INPUTS, 1, b"\x03DOUBLE,NOT_FOUND"),
        (Kind.INPUTS, 2, b"\x03DOUBLE,NOT_FOUND"),
    ):
        message = setup.recipe_answer(kind, answer, protocol=protocol)
        assert message == Message(kind, body)
        found = setup.read_recipe_answer(message, protocol=protocol)
        assert (found.types, found.recipe) == (answer.types, 0 if len(body) == 16 else 3)


def test_versions_are_compared_by_their_numbers():
    body = struct.pack(">4I", 5, 11, 2, 117)
    version = setup.read_version(body)
    assert setup.version_message(version).body == body
    assert str(version) == "5.11.2.117"
    assert ControllerVersion(5, 9) < version < ControllerVersion(10, 0)


@pytest.mark.parametrize("protocol", setup.PROTOCOLS)
def test_texts_are_read_in_both_versions(protocol):
    text = Text("mehr als möglich", "RTDE" if protocol == 2 else "", 1)
    assert setup.read_text(setup.text_message(text, protocol=protocol).body, protocol=protocol) == text


@pytest.mark.parametrize(
    "read",
    [
        lambda: setup.read_version(b"123"),
        lambda: setup.requested_protocol(b"1"),
        lambda: setup.is_accepted(Message(Kind.START, b"")),
        lambda: setup.read_output_request(b"1234567", protocol=2),
        lambda: setup.read_output_request(b"\xff\xfe", protocol=1),
        lambda: setup.read_recipe_answer(Message(Kind.OUTPUTS, b""), protocol=2),
        lambda: setup.input_request(["x" * 2049]),
        lambda: record_dtype(["a", "a"], [DataType.BOOL] * 2, has_recipe=False),
    ],
)
def test_what_cannot_be_understood_is_a_protocol_error(read):
    with pytest.raises(ProtocolError) as raised:
        read()
    assert raised.value.code == "protocol-field"


def test_a_package_is_one_record():
    kinds = (DataType.DOUBLE, DataType.VECTOR3D, DataType.UINT64, DataType.INT32, DataType.VECTOR6UINT32)
    record = record_dtype("abcde", kinds, has_recipe=True)
    body = struct.pack(">Bd3dQi6I", 1, 0.5, 1.0, 2.0, 3.0, 2**40, -7, *range(6))
    row = np.frombuffer(body, dtype=record)[0]
    assert (row["a"], row["c"], row["d"]) == (0.5, 2**40, -7)
    assert row["b"].tolist() == [1.0, 2.0, 3.0]
    assert row["e"].tolist() == list(range(6))
    assert struct.calcsize(struct_format(kinds)) + 1 == record.itemsize == len(body)


def test_every_type_of_the_fields_is_known():
    assert type_of("STRING") is None
    assert {width_of(field.kind) for field in (OUTPUTS | INPUTS).values()} == {1, 3, 6}


@pytest.mark.parametrize(
    ("name", "first", "before"),
    [
        ("actual_current_as_torque", (5, 23), (5, 22)),
        ("actual_current_as_torque", (10, 11), (10, 10)),
        ("payload", (5, 5, 1), (5, 5, 0)),
        ("payload_inertia", (3, 15), (3, 14)),
        ("safety_status", (3, 10), (3, 9)),
        ("output_int_register_24", (5, 3), (5, 2)),
    ],
)
def test_a_field_is_there_from_its_first_version_on(name, first, before):
    assert OUTPUTS[name].is_in(ControllerVersion(*first))
    assert not OUTPUTS[name].is_in(ControllerVersion(*before))


def test_an_older_generation_never_gets_what_only_the_newer_has():
    assert not OUTPUTS["actual_current_as_torque"].is_in(ControllerVersion(3, 99))
    assert not OUTPUTS["ft_raw_wrench"].is_in(ControllerVersion(3, 99))
