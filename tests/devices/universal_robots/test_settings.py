"""Names of arms in a network are read, written and refused."""

import pytest

from core.errors import BadRequest
from devices.universal_robots.settings import UrSettings, parse_ur


@pytest.mark.parametrize(
    "uri",
    [
        "ur:10.0.0.2",
        "ur:robot-5.local?rate=125",
        "ur:[fe80::1]?serial=20245500001",
        "ur:127.0.0.1?rate=250&serial=20000000000&port=31004&web=8080",
    ],
)
def test_a_name_survives_reading_and_writing(uri):
    assert parse_ur(uri).uri == uri


def test_brackets_are_only_for_the_name():
    assert parse_ur("ur:[::1]").host == "::1"


@pytest.mark.parametrize(
    ("uri", "code"),
    [
        ("ur:", "unknown-controller"),
        ("ur:?rate=125", "unknown-controller"),
        ("ur:10.0.0.2?rate=0", "controller-bad-value"),
        ("ur:10.0.0.2?rate=501", "controller-bad-value"),
        ("ur:10.0.0.2?rate=1e2", "controller-bad-value"),
        ("ur:10.0.0.2?port=5", "controller-bad-value"),
        ("ur:10.0.0.2?serial=a%0Ab", "controller-bad-value"),
        ("ur:10.0.0.2?speed=1", "controller-unknown-setting"),
        ("ur:10.0.0.2/x", "controller-bad-value"),
        ("ur:-a", "controller-bad-value"),
    ],
)
def test_what_names_no_arm_is_refused(uri, code):
    with pytest.raises(BadRequest) as raised:
        parse_ur(uri)
    assert raised.value.code == code


def test_settings_hold_their_bounds_wherever_they_are_made():
    with pytest.raises(BadRequest):
        UrSettings("10.0.0.2", rate=1000)
