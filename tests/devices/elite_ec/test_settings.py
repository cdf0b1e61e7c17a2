"""Names of EC arms are read, written, and refused in words."""

import pytest

from core.errors import BadRequest
from devices.elite_ec.settings import EcSettings, TorqueUnit, parse_ec
from devices.family import MotionConsent


@pytest.mark.parametrize(
    "uri",
    [
        "elite-ec:10.0.0.2",
        "elite-ec:robot.local?serial=A%201&port=9055&torque=per-mille&motion=allowed",
        "elite-ec:[::1]?serial=7",
    ],
)
def test_a_name_becomes_settings_and_the_same_name(uri):
    assert parse_ec(uri).uri == uri


def test_settings():
    found = parse_ec("elite-ec:10.0.0.2?serial=A%201&motion=allowed&torque=per-mille")
    assert found == EcSettings("10.0.0.2", "A 1", torque=TorqueUnit.PER_MILLE, motion=MotionConsent.ALLOWED)
    assert found.can_move
    assert not parse_ec("elite-ec:10.0.0.2").can_move


@pytest.mark.parametrize(
    "uri",
    [
        "elite-ec:",
        "elite-ec:10.0.0.2?rate=250",
        "elite-ec:10.0.0.2?port=65535",
        "elite-ec:10.0.0.2?port=a",
        "elite-ec:10.0.0.2?torque=newton",
        "elite-ec:a b",
    ],
)
def test_other_names_are_refused(uri):
    with pytest.raises(BadRequest):
        parse_ec(uri)
