"""Announcements are read strictly: a wrong field is refused by its name."""

import json

import pytest

from devices.errors import ProtocolError
from devices.protocol_open import wire
from devices.protocol_open.announcements import announcement_of, announcement_text
from devices.protocol_open.wire import RawFrame, encode_frame
from tests.devices.open_arm.fake_device import announcement


def changed(path, value):
    given = json.loads(announcement_text(announcement()))
    place = given
    *steps, last = path
    for step in steps:
        place = place[step]
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return json.dumps(given).encode()


@pytest.mark.parametrize(
    ("path", "value", "field", "reason"),
    [
        (("model",), ..., "model", "missing"),
        (("modell",), "x", "modell", "unknown"),
        (("model",), 3, "model", "not a text"),
        (("kind",), "half-open", "kind", "none of open, closed, read-only"),
        (("joint_names",), [], "lower", "not one per joint"),
        (("lower",), [1.0], "lower", "not one per joint"),
        (("lower",), 1.0, "lower", "not a list"),
        (("velocity",), ["a", None], "velocity", "not a number"),
        (("gear_ratio",), [0.0, 1.0], "gear_ratio", "zero"),
        (("gear_ratio",), [None, 1.0], "gear_ratio", "not a number"),
        (("sample_rate",), 0.0, "sample_rate", "not positive"),
        (("sample_rate",), 1e9, "channels", "none at the sample rate"),
        (("sample_rate",), 1e-3, "sample_rate", "not from 10 to 20000 Hz"),
        (("lower",), [2.0, None], "upper", "not above lower"),
        (("upper",), [1e300, None], "upper", "beyond 1e+06"),
        (("velocity",), [-1.0, None], "velocity", "not from 1e-06 to 1e+06"),
        (("acceleration",), [-1.0, None], "acceleration", "not from 1e-06 to 1e+06"),
        (("acceleration",), [1.0], "acceleration", "not one per joint"),
        (("velocity",), [1e300, None], "velocity", "not from 1e-06 to 1e+06"),
        (("gear_ratio",), [1e-9, 1.0], "gear_ratio", "not from 0.001 to 1e+06"),
        (("drive_gain",), [1e-300, 1.0], "drive_gain", "not from 1e-06 to 1e+06"),
        (("channels", 0, "scale"), 1e300, "channels[0].scale", "not from 1e-15 to 1e+09"),
        (
            ("channels", 0, "ratio"),
            1e-300,
            "channels[0].ratio",
            "scale over ratio not from 1e-15 to 1e+09",
        ),
        (("channels", 0, "offset"), 1e300, "channels[0].offset", "beyond 1e+12"),
        (("serial",), "x" * 65, "serial", "longer than 64 characters"),
        (("serial",), "\x1b[2J", "serial", "with a character that cannot be shown"),
        (("model",), "two\u202ejoints", "model", "with a character that cannot be shown"),
        (("joint_names", 0), "a\nb", "joint_names", "with a character that cannot be shown"),
        (("serial",), "T-1 ", "serial", "with a space at an end"),
        (("\x1b]0;mine\x07",), 1, "\\x1b]0;mine\\x07", "unknown"),
        (("version",), 10**400, "version", "out of range"),
        (("sample_rate",), True, "sample_rate", "not a number"),
        (
            ("torque_kind",),
            "",
            "torque_kind",
            "none of motor-current, motor-torque, link-sensor, model, unknown",
        ),
        (("simulation",), 1, "simulation", "neither true nor false"),
        (("drive_gain",), [1.0], "drive_gain", "not one per joint"),
        (("channels",), [], "channels", "empty"),
        (("channels", 0), "x", "channels[0]", "not an object"),
        (("channels", 0, "scle"), 1.0, "channels[0].scle", "unknown"),
        (("channels", 0, "scale"), ..., "channels[0].scale", "missing"),
        (("channels", 0, "scale"), 0, "channels[0].scale", "zero"),
        (("channels", 0, "ratio"), 0, "channels[0].ratio", "zero"),
        (("channels", 0, "kind"), "f8", "channels[0].kind", "none of i4, f4"),
        (("channels", 0, "joint"), 2, "channels[0].joint", "no such joint"),
        (("channels", 0, "joint"), 0.5, "channels[0].joint", "not a whole number"),
        (("channels", 0, "sign"), 0, "channels[0].sign", "neither 1 nor -1"),
        (("channels", 0, "rate"), 0.0, "channels[0].rate", "not positive"),
        (("sample_rate",), 2000.0, "channels", "none at the sample rate"),
        (("channels", 1, "joint"), 0, "channels[1]", "the same quantity and joint twice"),
        (("version",), ..., "version", "not a whole number"),
        (("model",), "", "model", "empty"),
        (("model",), "a\0b", "model", "with a zero in it"),
        (("sample_rate",), 10**400, "sample_rate", "out of range"),
        (("channels", 0, "scale"), -(10**400), "channels[0].scale", "out of range"),
        (("channels", 0, "counts_per_turn"), 2**32, "channels[0].counts_per_turn", "out of range"),
        (("channels", 0, "counts_per_turn"), -1, "channels[0].counts_per_turn", "out of range"),
    ],
)
def test_each_wrong_field_is_named(path, value, field, reason):
    with pytest.raises(ProtocolError, match="protocol-field") as problem:
        announcement_of(changed(path, value))
    assert problem.value.facts == {"message": "Announcement", "field": field, "reason": reason}


def test_another_version_is_reported_before_any_other_field_is_read():
    with pytest.raises(ProtocolError, match="protocol-version") as problem:
        announcement_of(b'{"version": 9, "everything": "else"}')
    assert problem.value.facts == {"expected": 1, "found": 9}


def test_the_decoder_keeps_the_last_problem():
    decoder = wire.Decoder()
    decoder.feed(encode_frame(RawFrame(0x81, 0, 0, 0, changed(("model",), ...))))
    assert decoder.malformed == 1
    assert decoder.last_problem.facts["field"] == "model"


def test_fields_that_have_defaults_may_be_left_out():
    given = json.loads(changed(("model",), "two-joints"))
    for field in ("stops_when_host_silent", "drive_gain", "mark", "simulation"):
        del given[field]
    for channel in given["channels"]:
        for field in ("sign", "offset", "ratio", "counts_per_turn", "rate"):
            del channel[field]
    found = announcement_of(json.dumps(given).encode())
    assert found.stops_when_host_silent
    assert not found.simulation
    assert found.channels[2].ratio == 1.0
