"""What a controller is, what it sends and what it keeps back, for each generation of its software."""

import pytest

from core.recording import Quantity
from devices.controller_facts import ChannelKind, Describing, SerialSource
from devices.protocol_rtde.setup import ControllerVersion
from devices.universal_robots.facts import POLYSCOPE, facts_of
from devices.universal_robots.recipe import COLUMNS
from tests.devices.emulated.controllers import emulated_ur

ALL = tuple(COLUMNS)
WITHOUT_TORQUE = tuple(quantity for quantity in ALL if quantity is not Quantity.TORQUE)


def _facts(version, *, serial="", is_reported=False, quantities=ALL, rate=500.0, asked_rate=500):
    return facts_of(
        ControllerVersion(*version),
        reporting=POLYSCOPE,
        model="UR10",
        serial=serial,
        is_reported=is_reported,
        quantities=quantities,
        rate=rate,
        asked_rate=asked_rate,
    )


def _codes(facts):
    return [missing.code for missing in facts.missing]


@pytest.mark.parametrize(
    ("version", "code"),
    [
        ((3, 11), "ur-serial-dashboard-old"),
        ((3, 12), "ur-serial-dashboard-silent"),
        ((5, 5), "ur-serial-dashboard-old"),
        ((5, 6), "ur-serial-dashboard-silent"),
        ((5, 9), "ur-serial-dashboard-silent"),
        ((5, 10), "ur-serial-dashboard-off"),
        ((10, 13), "ur-serial-web-old"),
        ((10, 14), "ur-serial-web-off"),
    ],
)
def test_a_missing_serial_number_has_its_reason_for_each_version(version, code):
    facts = _facts(version)
    assert _codes(facts) == [code, "one-encoder"]
    assert facts.missing[0].facts == {"version": f"{version[0]}.{version[1]}"}
    assert facts.serial_source is SerialSource.NONE
    assert _codes(_facts(version, serial="20245500001", is_reported=True)) == ["one-encoder"]


def test_a_typed_serial_number_is_not_a_reported_one():
    typed = _facts((5, 11), serial="20245500001")
    assert (typed.serial, typed.serial_source) == ("20245500001", SerialSource.TYPED)
    assert "ur-serial-dashboard-off" in _codes(typed)
    told = _facts((5, 11), serial="20245500001", is_reported=True)
    assert told.serial_source is SerialSource.CONTROLLER


@pytest.mark.parametrize(
    ("version", "code"),
    [
        ((3, 15), "ur-torque-never"),
        ((5, 22), "ur-torque-newer"),
        ((5, 23), "field-not-sent"),
        ((10, 10), "ur-torque-newer"),
        ((10, 11), "field-not-sent"),
    ],
)
def test_a_missing_torque_has_its_reason(version, code):
    facts = _facts(version, serial="1", is_reported=True, quantities=WITHOUT_TORQUE)
    assert _codes(facts) == [code, "one-encoder"]


def test_fields_that_are_not_sent_and_a_lower_rate_are_named():
    without = tuple(quantity for quantity in ALL if quantity is not Quantity.TEMPERATURE)
    facts = _facts((5, 23), serial="1", is_reported=True, quantities=without, rate=125.0)
    assert _codes(facts) == ["field-not-sent", "rate-lower", "one-encoder"]
    assert facts.missing[0].facts == {"field": "joint_temperatures"}
    assert facts.missing[1].facts == {"rate": 125.0, "asked": 500}


def test_a_model_is_no_measurement():
    kinds = {channel.quantity: channel.kind for channel in _facts((5, 23)).channels}
    assert kinds[Quantity.TORQUE_REFERENCE] is ChannelKind.MODEL
    assert kinds[Quantity.TORQUE] is ChannelKind.CONVERTED
    assert kinds[Quantity.CURRENT_REFERENCE] is ChannelKind.REFERENCE
    assert kinds[Quantity.CURRENT] is ChannelKind.MEASURED


def test_a_connected_arm_tells_its_facts(connect):
    with emulated_ur("10.11") as controller:
        arm = connect(controller.uri)
        assert isinstance(arm, Describing)
        assert arm.facts is None
        arm.connect()
        facts = arm.facts
        assert facts.software == "PolyScope X 10.11.0.0"
        assert _codes(facts) == ["ur-serial-web-old", "one-encoder"]
        assert facts.rate == facts.asked_rate == 500.0
        assert Quantity.TORQUE in {channel.quantity for channel in facts.channels}
        arm.disconnect()
        assert arm.facts is None
