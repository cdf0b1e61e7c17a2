"""What the page says of a connected controller: its channels, what is missing, the serial number it keeps."""

import pytest
from pytestqt.qtbot import QtBot

from app.features.connection.controller_view import missing_words
from app.visit.settings import SettingsStore
from core.recording import Mark, Quantity
from devices.controller_facts import Missing
from devices.protocol_rtde.setup import ControllerVersion
from devices.universal_robots.facts import POLYSCOPE, facts_of
from devices.universal_robots.recipe import COLUMNS
from tests.app.robot_bench import Bench
from tests.waiting import LIMIT_MS

WITHOUT_TORQUE = tuple(quantity for quantity in COLUMNS if quantity is not Quantity.TORQUE)
CODES = (
    "ur-serial-dashboard-off",
    "ur-serial-dashboard-silent",
    "ur-serial-dashboard-old",
    "ur-serial-web-off",
    "ur-serial-web-old",
    "ur-torque-never",
    "ur-torque-newer",
    "field-not-sent",
    "rate-lower",
    "one-encoder",
    "cs-serial-silent",
    "ec-no-serial",
    "ec-torque-newton-metre",
    "ec-torque-per-mille",
    "ec-torque-factor",
    "ec-link-computed",
)


def facts(version=(5, 11), *, serial="", is_reported=False, quantities=WITHOUT_TORQUE):
    """Facts of an arm of Universal Robots."""
    return facts_of(
        ControllerVersion(*version),
        reporting=POLYSCOPE,
        model="UR10",
        serial=serial,
        is_reported=is_reported,
        quantities=quantities,
        rate=500.0,
        asked_rate=500,
    )


def test_an_arm_says_what_it_sends_and_where_the_rest_is_enabled(real_arm: Bench) -> None:
    real_arm.session.controller.facts = facts()
    real_arm.connect()
    page = real_arm.robot.connect_page
    words = " ".join(page.controller.words)
    assert "UR10, PolyScope 5.11.0.0: 500 samples a second." in words
    assert "Measured: position (actual_q), velocity (actual_qd), current (actual_current)" in words
    assert "never a measurement: torque (target_moment)." in words
    assert "Settings, Security, Services, enable Dashboard Server." in words
    assert "from 5.23 on it does" in words
    assert "twist, play and hysteresis of the gears stay unseen" in words
    assert page.controller.asks_for_serial


def test_a_controller_that_tells_nothing_has_no_such_lines(real_arm: Bench) -> None:
    real_arm.connect()
    assert real_arm.robot.connect_page.controller.isHidden()


def test_a_typed_serial_number_connects_the_arm_again(
    real_arm: Bench, qtbot: QtBot, store: SettingsStore
) -> None:
    choice, page = real_arm.robot.choice, real_arm.robot.connect_page
    choice.show_uri("ur:10.0.0.2?rate=125")
    choice.network.robot_field.choose_robot("/arms/my-ur.toml")
    real_arm.session.controller.facts = facts()
    real_arm.connect()
    page.controller.serial.setText(" 20245500001 ")
    real_arm.session.controller.facts = facts(serial="20245500001")
    with qtbot.waitSignal(real_arm.link.connected, timeout=LIMIT_MS):
        page.controller.use_button.click()
    real_arm.quiet()
    assert real_arm.session.is_closed, "it was disconnected before"
    assert real_arm.robot.uri == "ur:10.0.0.2?rate=125&serial=20245500001"
    assert store.current.last_network == real_arm.robot.uri
    assert not page.controller.asks_for_serial
    assert "does not confirm it" in " ".join(page.controller.words)


def test_without_a_number_nothing_is_connected_again(real_arm: Bench) -> None:
    real_arm.session.controller.facts = facts()
    real_arm.connect()
    view = real_arm.robot.connect_page.controller
    assert not view.use_button.isEnabled()
    view.serial.setText("  ")
    assert not view.use_button.isEnabled()
    assert real_arm.link.marks == ()
    assert real_arm.session.capabilities.mark is Mark.NONE


@pytest.mark.parametrize("code", CODES)
def test_everything_that_is_missing_has_its_sentence(code: str) -> None:
    told = {
        "version": "5.9",
        "needed": "5.23",
        "field": "actual_qd",
        "rate": 125.0,
        "asked": 500,
        "factor": 6.7,
    }
    words = missing_words(Missing(code, dict(told)))
    assert words.endswith(".")
    assert "{" not in words
