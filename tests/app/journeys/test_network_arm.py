"""An arm in a network: the emulated controller is started by a press, read, recorded, and ends with it."""

import ipaddress
import os
import sys
from threading import Event

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.arm.link_state import LinkState
from app.shell.window import Window
from app.visit.steps import Step
from core.recording import Mark
from devices.emulated.own_controller import OwnProcess
from devices.universal_robots.settings import parse_ur
from tests.waiting import LIMIT_MS, wait_until

pytestmark = pytest.mark.thorough

LEFT = Qt.MouseButton.LeftButton
NETWORK = 1


def _is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.skipif(sys.platform == "win32", reason="looks for a process by its number")
def test_an_emulated_controller_is_tried(window: Window, qtbot: QtBot) -> None:
    window.beginnings.new_on_robot()
    choice, page = window.on_robot.choice, window.on_robot.connect_page
    choice.family.press(NETWORK)
    wait_until(lambda: choice.network.robot_field.is_understood)
    qtbot.mouseClick(choice.network.try_button, LEFT)
    wait_until(lambda: window.link.state is LinkState.READY)
    wait_until(lambda: not window.link.is_working)
    assert window.link.marks == (Mark.VIRTUAL,), "this program started it"
    assert "PolyScope 5.11" in page.controller.words[0]
    assert not page.controller.asks_for_serial
    session = window.link.session
    assert session is not None
    pid = session.controller._process.pid  # type: ignore[attr-defined]
    assert _is_there(pid)
    window.open_step(Step.RECORD)
    record = window.pages[Step.RECORD]
    record.form.seconds.show_text("1 s")
    wait_until(lambda: record.run.is_prepared)
    record.motion.hold.held.emit()
    wait_until(lambda: len(window.visit.recordings) == 1)
    assert window.visit.recordings[0].mark is Mark.VIRTUAL
    wait_until(lambda: not window.link.is_working)
    window.close()
    wait_until(lambda: not _is_there(pid))


@pytest.mark.skipif(sys.platform == "darwin", reason="only 127.0.0.1 is there")
def test_an_arm_is_found_at_a_press_and_read(window: Window, qtbot: QtBot) -> None:
    process = OwnProcess("ur:ur10e")
    try:
        settings = parse_ur(process.address(Event()))
        window.beginnings.new_on_robot()
        choice, page = window.on_robot.choice, window.on_robot.connect_page
        choice.family.press(NETWORK)
        page.search.networks = (ipaddress.IPv4Network("127.0.0.0/25"),)
        page.search.port = settings.port
        form = choice.network
        qtbot.mouseClick(form.find_button, LEFT)
        wait_until(lambda: not form.work.isVisible())
        button = form._found.itemAt(0).widget()
        assert button.text() == "127.0.0.1 · UR10 · 5.11 · 20000000000"
        qtbot.mouseClick(button, LEFT)
        assert choice.uri == "ur:127.0.0.1"
        choice.show_uri(settings.uri)
        qtbot.mouseClick(window.footer.primary_button, LEFT)
        wait_until(lambda: window.link.state is LinkState.READY)
        assert window.link.marks == (Mark.SAID,), "another process served it"
        assert window.link.session is not None
        assert window.link.session.capabilities.is_real_arm
        wait_until(lambda: not window.link.is_working)
        with qtbot.waitSignal(window.link.closed, timeout=LIMIT_MS):
            window.link.disconnect_robot()
    finally:
        process.close()
