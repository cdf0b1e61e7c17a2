"""RTSI by known bytes: the number 1 with the layout of version 2, types, and names within one recipe."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.elite_cs.dialect import RTSI
from devices.emulated.cs import CsController
from devices.emulated.cs_settings import EmulatedCsSettings
from devices.emulated.ur_rtde import RtdeSession
from devices.protocol_rtde import setup
from devices.protocol_rtde.fields_cs import INPUTS, OUTPUTS
from devices.protocol_rtde.values import DataType, record_dtype, struct_format, width_of
from devices.protocol_rtde.wire import Decoder, Kind, encode
from tests.devices.emulated.fake_arm import JOINTS, SwingingArm


@pytest.fixture
def session():
    return RtdeSession(CsController(EmulatedCsSettings("cs66", payload=1.5), SwingingArm()))


def test_the_conversation_byte_by_byte(session):
    assert session.take(bytes.fromhex("0005560001")) == bytes.fromhex("00045601")
    assert session.take(bytes.fromhex("0005560002")) == bytes.fromhex("00045600")
    assert session.take(bytes.fromhex("000376")) == bytes.fromhex("001376") + struct.pack(">4I", 2, 14, 5, 0)
    names = b"timestamp,payload_mass,actual_joint_current,runtime_state"
    asked = struct.pack(">HBd", 11 + len(names), ord("O"), 250.0) + names
    types = b"DOUBLE,DOUBLE,VECTOR6D,UINT32"
    assert session.take(asked) == struct.pack(">HBB", 4 + len(types), ord("O"), 1) + types
    assert session.take(bytes.fromhex("000353")) == bytes.fromhex("00045301")
    package = struct.pack(">HBBdd6dI", 3 + 1 + 8 * 8 + 4, ord("U"), 1, 100.0, 1.5, *(0.5 * JOINTS), 3)
    assert session.news() == package
    assert session.take(bytes.fromhex("000350")) == bytes.fromhex("00045001")


def test_a_client_that_agrees_on_nothing_has_the_same_layout(session):
    request = setup.output_request(["timestamp"], frequency=125.0, protocol=2)
    assert session.take(encode(request)) == bytes.fromhex("000a4f01") + b"DOUBLE"


def test_inputs_of_sixteen_bits_are_taken(session):
    request = encode(setup.input_request(["standard_digital_output", "input_int_register24"]))
    types = b"UINT16,INT32"
    assert session.take(request) == struct.pack(">HBB", 4 + len(types), ord("I"), 1) + types
    assert session.take(struct.pack(">HBBHi", 10, ord("U"), 1, 0xBEEF, -7)) == b""
    names = ["input_int_register24"]
    session.take(encode(setup.output_request(names, frequency=250.0, protocol=2)))
    session.take(bytes.fromhex("000353"))
    assert session.package() == struct.pack(">HBBi", 8, ord("U"), 1, -7)


def test_names_of_the_other_maker_are_not_found(session):
    request = setup.output_request(["timestamp", "actual_q", "payload"], frequency=250.0, protocol=2)
    (message,) = Decoder().feed(session.take(encode(request)))
    answer = setup.read_recipe_answer(message, protocol=2)
    assert (answer.types, answer.recipe) == (("DOUBLE", "NOT_FOUND", "NOT_FOUND"), 0)


def test_all_that_is_asked_for_is_offered_and_fits_one_recipe():
    assert set(RTSI.wanted) <= set(OUTPUTS)
    assert len(",".join(RTSI.wanted)) < setup.LONGEST_NAMES_BYTES
    assert RTSI.essential == ("timestamp", "actual_joint_positions")


def test_types_have_the_widths_of_the_maker():
    assert struct_format([DataType.UINT16, DataType.VECTOR6UINT32]) == ">1H6I"
    record = record_dtype(["a", "b"], [DataType.UINT16, DataType.VECTOR6UINT32], has_recipe=True)
    assert (record.itemsize, record["b"].base.str) == (1 + 2 + 24, ">u4")
    assert {OUTPUTS[name] for name in RTSI.wanted} <= set(DataType)
    assert all(width_of(OUTPUTS[column.name]) == 6 for column in RTSI.columns.values())
    assert INPUTS["standard_digital_output_mask"] is DataType.UINT16


@given(st.lists(st.sampled_from(sorted(OUTPUTS)), min_size=1, max_size=40, unique=True))
def test_any_recipe_is_packed_as_it_was_announced(names):
    controller = CsController(EmulatedCsSettings("cs66"), SwingingArm())
    session = RtdeSession(controller)
    request = setup.output_request(names, frequency=250.0, protocol=2)
    (message,) = Decoder().feed(session.take(encode(request)))
    answer = setup.read_recipe_answer(message, protocol=2)
    assert answer.types == tuple(OUTPUTS[name] for name in names)
    record = record_dtype(names, [DataType(kind) for kind in answer.types], has_recipe=True)
    (package,) = Decoder().feed(session.package())
    assert (package.kind, len(package.body)) == (Kind.DATA, record.itemsize)
