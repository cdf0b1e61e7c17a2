"""An arm in a network: the emulated controller is started by a press, read, recorded, and ends with it."""

import os
import sys

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.arm.link_state import LinkState
from app.shell.window import Window
from app.visit.steps import Step
from core.recording import Mark
from tests.app.event_loop import BLOCK_LIMIT_S, EventLoopWatch

pytestmark = pytest.mark.thorough

LONG_MS = 60_000
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
    qtbot.waitUntil(lambda: choice.network.robot_field.is_understood, timeout=LONG_MS)
    with EventLoopWatch() as watch:
        qtbot.mouseClick(choice.network.try_button, LEFT)
        qtbot.waitUntil(lambda: window.link.state is LinkState.READY, timeout=LONG_MS)
        qtbot.waitUntil(lambda: not window.link.is_working, timeout=LONG_MS)
        qtbot.wait(300)
    assert watch.longest_gap_s <= BLOCK_LIMIT_S, str(watch.longest)
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
    qtbot.waitUntil(lambda: record.run.is_prepared, timeout=LONG_MS)
    record.motion.hold.held.emit()
    qtbot.waitUntil(lambda: len(window.visit.recordings) == 1, timeout=LONG_MS)
    assert window.visit.recordings[0].mark is Mark.VIRTUAL
    qtbot.waitUntil(lambda: not window.link.is_working, timeout=LONG_MS)
    window.close()
    qtbot.waitUntil(lambda: not _is_there(pid), timeout=LONG_MS)
