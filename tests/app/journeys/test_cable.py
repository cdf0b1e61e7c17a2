"""The cable comes out while a person looks: the window finds the robot again, and nothing moves for it."""

import contextlib
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.arm.link_state import LinkState
from app.shell.window import Window
from app.visit.steps import Step
from devices.controller import Lifecycle
from devices.errors import DeviceError
from devices.open_arm.controller import OpenArm
from devices.virtual.emulated_arm import EmulatedArm
from devices.virtual.settings import Pace, VirtualSettings
from tests.waiting import LIMIT_MS, wait_until

pytestmark = pytest.mark.thorough

LEFT = Qt.MouseButton.LeftButton


def _connect(window: Window, qtbot: QtBot) -> None:
    button = window.footer.primary_button
    wait_until(lambda: button.isEnabled() and button.text() == "Connect")
    qtbot.mouseClick(button, LEFT)
    wait_until(lambda: window.link.state is LinkState.READY)


def _states(window: Window) -> list[LinkState]:
    seen: list[LinkState] = []
    window.link.state_changed.connect(seen.append)
    return seen


def _controller(window: Window) -> OpenArm:
    assert window.link.session is not None
    controller = window.link.session.controller
    assert isinstance(controller, OpenArm)
    return controller


def test_a_virtual_robot_whose_cable_is_pulled_comes_back_by_itself(window: Window, qtbot: QtBot) -> None:
    qtbot.mouseClick(window.start_page.try_now.virtual_button, LEFT)
    window.on_robot.choice.pace = Pace.FAST
    _connect(window, qtbot)
    page = window.pages[Step.RECORD]
    for step in (Step.CONNECT, Step.RECORD):
        window.open_step(step)
        wait_until(lambda: not window.link.is_working)
        states = _states(window)
        with (
            qtbot.waitSignal(window.link.came_back, timeout=LIMIT_MS) as blocker,
            contextlib.suppress(DeviceError),  # the answer may be cut off with the cable
        ):
            _controller(window).simulate("fault", name="cable-pulled")
        assert states[:3] == [LinkState.LOST, LinkState.SEARCHING, LinkState.READY]
        assert blocker.args[0].was_off, "its process began anew"
        assert "is back" in window.banner.text
        assert "encoders have to be checked again" in window.banner.text
    wait_until(lambda: page.run.is_prepared)
    assert window.link.session is not None
    assert window.link.session.controller.status.lifecycle is Lifecycle.CONNECTED
    assert window.step is Step.RECORD


@pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal stands for the cable")
def test_a_serial_arm_is_plugged_out_and_in_while_it_records(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    with EmulatedArm.start(VirtualSettings("ec66"), link=tmp_path / "arm") as arm:
        window.guides.new_on_robot()
        serial = window.on_robot.choice.serial
        serial.typed.setText(arm.port)
        serial.robot_field.choose_robot("ec66")
        _connect(window, qtbot)
        connect = window.on_robot.connect_page
        assert "6 joints, both encoders" in connect._tells.accessibleName()
        window.open_step(Step.RECORD)
        page = window.pages[Step.RECORD]
        page.form.seconds.show_text("60 s")
        wait_until(lambda: not page.run.is_prepared)
        wait_until(lambda: page.run.is_prepared)
        page.motion.hold.held.emit()
        acquisition = window.link.acquisition
        assert acquisition is not None
        wait_until(lambda: acquisition.recording is not None)
        wait_until(lambda: acquisition.recording.sample_count > 0)
        states = _states(window)
        arm.pull()
        wait_until(lambda: window.link.tries > 1)
        assert states == [LinkState.LOST, LinkState.SEARCHING]
        assert "marked incomplete" in page.motion.words, "what came until then is saved first"
        assert page.motion.again_button.text() == "Stop looking"
        arm.plug()
        with qtbot.waitSignal(window.link.came_back, timeout=LIMIT_MS) as blocker:
            pass
        assert not blocker.args[0].was_off, "it lived on behind the cable"
        assert page.motion.again_button.text() == "Check the start pose"
        qtbot.mouseClick(page.motion.again_button, LEFT)
        wait_until(lambda: page.run.is_prepared)
        wait_until(lambda: len(window.visit.recordings) == 1)
        assert window.visit.recordings[0].incomplete == "link-lost"
        assert window.link.session is not None
        assert window.link.session.controller.status.lifecycle is Lifecycle.CONNECTED
        with qtbot.waitSignal(window.link.closed, timeout=LIMIT_MS):
            window.link.disconnect_robot()
