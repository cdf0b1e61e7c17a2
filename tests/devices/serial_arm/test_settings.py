"""Names of serial arms: parsing, writing, and every error."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import BadRequest
from devices.serial_arm.settings import SerialSettings, parse_serial

ODD_TEXT = st.text(st.characters(categories=["L", "N", "P", "S", "Zs"]), max_size=20).filter(str.isprintable)


@pytest.mark.parametrize(
    ("uri", "settings"),
    [
        ("serial:/dev/ttyACM0", SerialSettings("/dev/ttyACM0", 2_000_000)),
        ("serial:COM5", SerialSettings("COM5")),
        (r"serial:\\.\COM12?baud=115200", SerialSettings(r"\\.\COM12", 115_200)),
        ("serial:auto?arm=V-ec66-0003", SerialSettings("auto", arm="V-ec66-0003")),
        (
            "serial:/dev/ttyACM0?baud=921600&usb=1a86:55d4:sn1a&arm=V-1",
            SerialSettings("/dev/ttyACM0", 921_600, usb="1A86:55D4:sn1a", arm="V-1"),
        ),
        ("serial:/tmp/my%20arm?usb=0403:6001", SerialSettings("/tmp/my arm", usb="0403:6001")),
    ],
)
def test_names_and_their_settings(uri, settings):
    assert parse_serial(uri) == settings
    assert parse_serial(settings.uri) == settings


def test_a_plain_port_has_a_plain_name():
    assert SerialSettings("/dev/ttyACM0").uri == "serial:/dev/ttyACM0"
    assert SerialSettings("COM5", 115_200, "1A86:55D4:SN1", "V-1").uri == (
        "serial:COM5?baud=115200&usb=1A86:55D4:SN1&arm=V-1"
    )


@given(
    st.builds(
        SerialSettings,
        port=ODD_TEXT.filter(bool),
        baud=st.integers(300, 12_000_000),
        usb=st.just("")
        | ODD_TEXT.filter(bool).map(lambda number: f"1A86:55D4:{number}")
        | st.just("1A86:55D4"),
        arm=ODD_TEXT,
    )
)
def test_a_name_survives_parsing_and_writing(settings):
    assert parse_serial(settings.uri) == settings


@pytest.mark.parametrize("uri", ["serial:", "serial:?baud=9600", "virtual:ec66", ""])
def test_a_port_is_needed(uri):
    with pytest.raises(BadRequest, match="unknown-controller"):
        parse_serial(uri)


@pytest.mark.parametrize(
    ("query", "setting"),
    [
        ("baud=fast", "baud"),
        ("baud=0", "baud"),
        ("baud=-9600", "baud"),
        ("baud=", "baud"),
        ("baud=1e6", "baud"),
        ("baud=99999999999", "baud"),
        ("usb=1A86", "usb"),
        ("usb=1A86:55D", "usb"),
        ("usb=WXYZ:55D4", "usb"),
        ("usb=1A86:55D4:", "usb"),
        ("usb=1A86:55D4:a%0Ab", "usb"),
        ("arm=a%00b", "arm"),
    ],
)
def test_invalid_values_are_refused(query, setting):
    with pytest.raises(BadRequest, match="controller-bad-value") as refused:
        parse_serial(f"serial:COM5?{query}")
    assert refused.value.facts["setting"] == setting


def test_unknown_settings_are_refused():
    with pytest.raises(BadRequest, match="controller-unknown-setting") as refused:
        parse_serial("serial:COM5?parity=even")
    assert refused.value.facts["known"] == ("baud", "usb", "arm")
    with pytest.raises(BadRequest, match="controller-bad-value"):
        parse_serial("serial:/dev/tty%0A0")
