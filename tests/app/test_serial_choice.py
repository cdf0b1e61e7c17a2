"""A serial arm in the choice of a controller: the list follows the cable, and a renamed port is found."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.features.connection import serial_choice
from app.features.connection.controller_choice import ControllerChoice
from app.features.connection.serial_choice import SerialChoice
from app.visit.settings import SettingsStore
from app.visit.steps import Step
from app.visit.summaries import RobotChoice
from devices.errors import TransportError
from devices.transport.serial_ports import SerialPort
from tests.app import fake_robot
from tests.app.robot_bench import Bench
from tests.waiting import LIMIT_MS, wait_for_ticks, wait_until

BOARD = SerialPort("/dev/ttyACM0", "USB serial, Acme Motion Board, ttyACM0", "1A86:55D4:SN123")
RENAMED = replace(BOARD, path="/dev/ttyACM1", name="USB serial, Acme Motion Board, ttyACM1")
OTHER = SerialPort("/dev/ttyUSB0", "USB serial, Bridge, ttyUSB0", "10C4:EA60:0001")
BUILT_IN = SerialPort("/dev/ttyS4", "Serial port, ttyS4", "")
ROBOTS = [RobotChoice("ec66", "Elite EC66", 6), RobotChoice("ur10e", "UR10e", 6)]
LAST = "serial:/dev/ttyACM0?usb=1A86:55D4:SN123&arm=4711"


class Cable:
    """What is plugged in."""

    def __init__(self) -> None:
        self.ports: tuple[SerialPort, ...] = ()

    def __call__(self) -> tuple[SerialPort, ...]:
        return self.ports


@pytest.fixture
def cable(monkeypatch: pytest.MonkeyPatch) -> Cable:
    monkeypatch.setattr(serial_choice, "INTERVAL_S", 0.02)
    return Cable()


@pytest.fixture
def serial(qtbot: QtBot, cable: Cable) -> Iterator[SerialChoice]:
    choice = SerialChoice(ports=cable)
    choice.robot_field.offer_robots(ROBOTS)
    choice.show()
    yield choice
    choice.close()
    for widget in (choice.options, choice):
        widget.deleteLater()


def _words(choice: SerialChoice) -> list[str]:
    return [choice.port.itemText(row) for row in range(choice.port.count())]


def _seen(choice: SerialChoice, *names: str) -> None:
    wait_until(lambda: _words(choice) == list(names))


def test_the_list_follows_the_cable(qtbot: QtBot, serial: SerialChoice, cable: Cable) -> None:
    note = serial._note
    wait_until(lambda: "Plug the cable in" in note.text())
    assert note.isVisible()
    assert not serial.is_understood
    assert not serial.port.isEnabled()
    cable.ports = (BUILT_IN,)
    _seen(serial, BUILT_IN.name)
    assert serial.settings.uri == "serial:/dev/ttyS4"
    cable.ports = (BOARD, BUILT_IN)
    _seen(serial, BOARD.name, BUILT_IN.name)
    assert serial.settings.uri == "serial:/dev/ttyACM0?usb=1A86:55D4:SN123", "nobody chose; USB comes first"
    assert serial.is_understood
    assert not note.isVisible()
    cable.ports = ()
    _seen(serial)
    assert not serial.is_understood
    serial.hide()
    assert not serial.watch.is_running


def test_a_port_that_was_chosen_is_not_exchanged_for_another(
    qtbot: QtBot, serial: SerialChoice, cable: Cable
) -> None:
    cable.ports = (BOARD, OTHER)
    _seen(serial, BOARD.name, OTHER.name)
    serial.port.choose(serial.port._values[1])
    serial.port.picked.emit()
    cable.ports = (BOARD,)
    _seen(serial, BOARD.name, "/dev/ttyUSB0, not found now")
    assert serial.settings.port == "/dev/ttyUSB0"
    cable.ports = (BOARD, replace(OTHER, path="/dev/ttyUSB7"))
    wait_until(lambda: serial.settings.port == "/dev/ttyUSB7")


def test_an_open_list_is_left_alone(qtbot: QtBot, serial: SerialChoice, cable: Cable) -> None:
    cable.ports = (BOARD,)
    _seen(serial, BOARD.name)
    serial.port.showPopup()
    cable.ports = (BOARD, OTHER)
    wait_for_ticks(serial.watch._timer, 6)
    assert _words(serial) == [BOARD.name]
    serial.port.hidePopup()
    _seen(serial, BOARD.name, OTHER.name)


def test_the_last_arm_is_found_on_a_port_with_another_name(
    qtbot: QtBot, cable: Cable, store: SettingsStore
) -> None:
    store.update(replace(store.current, last_serial=LAST, last_serial_robot="ur10e", last_controller=LAST))
    choice = ControllerChoice(store)
    choice.serial.watch._list_ports = cable
    choice.offer_robots(ROBOTS)
    choice.show()
    assert choice.is_real_arm
    assert choice.robot == "ur10e"
    wait_until(lambda: _words(choice.serial) == ["4711, not found now (was /dev/ttyACM0)"])
    assert choice.uri == LAST, "found by its USB id and serial number, if anywhere"
    cable.ports = (OTHER, RENAMED)
    wait_until(lambda: choice.serial.settings.port == RENAMED.path)
    assert choice.uri == "serial:/dev/ttyACM1?usb=1A86:55D4:SN123"
    choice.close()
    choice.deleteLater()


def test_speed_and_unusual_ports_under_more_options(serial: SerialChoice) -> None:
    serial.baud.choose(115_200)
    serial.typed.setText(" /tmp/arm ")
    assert serial.settings.uri == "serial:/tmp/arm?baud=115200"
    serial.show_settings(replace(serial.settings, port="COM12", baud=1_500_000))
    assert serial.settings.uri == "serial:COM12?baud=1500000"


def test_a_description_from_a_file_is_offered_and_chosen(serial: SerialChoice, tmp_path: Path) -> None:
    path = str(tmp_path / "my-arm.toml")
    serial.robot_field.take_description(RobotChoice(path, "My arm", 5))
    assert serial.robot_field.robot == path
    serial.robot_field.offer_robots(ROBOTS)
    assert serial.robot_field.robot == path
    assert serial.robot_field.robot_choice.currentText() == "My arm (my-arm.toml)"


def test_a_visit_says_itself_which_robot_it_is(serial: SerialChoice) -> None:
    serial.robot_field.show_robot_of_visit("Cell 4")
    assert not serial.robot_field.robot_choice.isVisible()
    assert not serial.robot_field.robot_file.isVisible()
    assert serial.robot_field._words.text() == "Cell 4"
    serial.robot_field.show_robot_of_visit("")
    assert serial.robot_field.robot_choice.isVisible()


def test_after_connecting_the_arm_is_remembered(bench: Bench, store: SettingsStore) -> None:
    robot = bench.robot
    robot.choice.offer_robots(ROBOTS)
    robot.choice.show_uri("serial:/dev/ttyACM0?baud=921600&usb=1A86:55D4:SN123")
    bench.window.open_step(Step.CONNECT)
    page = robot.connect_page
    assert page.primary_enabled
    wait_until(lambda: page.is_described)
    assert "known after connecting" in page._abilities[0].accessibleName()
    assert not page._abilities[1].isVisible()
    robot._connect_to(robot.choice.uri, robot.choice.robot)
    wait_until(lambda: bench.link.is_connected)
    known = "serial:/dev/ttyACM0?baud=921600&usb=1A86:55D4:SN123&arm=4711"
    assert robot.uri == known
    assert (store.current.last_controller, store.current.last_serial) == (known, known)
    assert "both encoders" in page._tells.accessibleName(), "as the arm announced"
    assert page._tells.isVisible()
    bench.quiet()


def test_a_port_that_is_held_is_told_by_who_holds_it(bench: Bench, qtbot: QtBot) -> None:
    bench.session.open_error = TransportError("port-busy", port="/dev/ttyACM0", holder="minicom (4711)")
    bench.window.open_step(Step.CONNECT)
    with qtbot.waitSignal(bench.link.closed, timeout=LIMIT_MS):
        bench.link.connect_to(fake_robot.place(bench.folder))
    assert "minicom (4711) holds the port /dev/ttyACM0" in bench.window.banner.text
    assert bench.robot.connect_page.primary_text == "Connect"


def test_what_is_stored_and_not_understood_leaves_the_choice(bench: Bench) -> None:
    choice = bench.robot.choice
    choice.offer_robots(ROBOTS)
    choice.show_uri("virtual:ec66?seed=5")
    choice.show_uri("serial:/dev/ttyACM0?colour=red")
    assert choice.uri == "virtual:ec66?seed=5"
