"""An arm in a network: found, read, recorded, weighed with its pendant; no step of any arm is a dead end."""

import ipaddress
import os
import sys
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.arm.link_state import LinkState
from app.shell.window import Window
from app.visit.steps import GuideName, Step
from core.recording import Mark
from devices.emulated.own_controller import OwnProcess
from devices.universal_robots.settings import parse_ur
from tests.app.cli.test_emulate import emulating
from tests.app.cli.test_pendant_on_emulator import MASS_KG, START, SWEEPS, Somebody
from tests.app.journeys.hand import hold_until_it_runs
from tests.waiting import LIMIT_MS, settle, wait_until

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
    window.guides.new_on_robot()
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
        window.guides.new_on_robot()
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


def test_an_arm_that_is_only_read_is_weighed_with_its_pendant(
    window: Window, qtbot: QtBot, repository: Path
) -> None:
    with emulating(repository, "ur:ur10e", "--port", "0") as process:
        somebody = Somebody(process)
        somebody.jog(START)
        _connect(window, process.said.split()[1], "ur10e", guide=GuideName.PAYLOAD)
        session = window.link.session
        assert session is not None
        assert not session.capabilities.can_move, "nothing can be sent to it"
        qtbot.mouseClick(window.footer.primary_button, LEFT)
        for step in (Step.PAYLOAD_REFERENCE, Step.PAYLOAD_SWEEPS):
            assert window.step is step
            page = window.pages[step]
            wait_until(lambda page=page: page.run.is_prepared)
            assert "jog" in page.motion.words.lower()
            hold_until_it_runs(page)
            wait_until(lambda: session.acquisition is not None and session.acquisition.recording is not None)
            jogs = ("jog 5 -1 0 30", *SWEEPS, "jog 5 89 90 30", *SWEEPS)
            for line in jogs:
                somebody.jog((line,))
                settle()
            wait_until(lambda page=page: not page.run.is_running and page.primary_enabled)
            qtbot.mouseClick(window.footer.primary_button, LEFT)
            if step is Step.PAYLOAD_REFERENCE:
                somebody.write(f"attach {MASS_KG} 0.02 -0.01 0.08", answer="ok")
                somebody.jog(START[:1])
        assert window.step is Step.PAYLOAD
        found = window.visit.payload
        assert found is not None
        assert found.estimate.mass == pytest.approx(MASS_KG, rel=0.05)
        assert abs(found.estimate.mass - MASS_KG) < 2.0 * found.estimate.mass_std


ARMS = {
    "reads, one encoder": ("emulated:ur:ur10e", "ur10e"),
    "torque behind the gears": ("emulated:franka:fr3", "fr3"),
    "closed": ("virtual:ec66?kind=closed&pace=fast", "ec66"),
    "only read": ("virtual:ec66?kind=read-only&pace=fast", "ec66"),
}


@pytest.mark.parametrize("arm", ARMS)
def test_no_step_is_a_dead_end(window: Window, arm: str) -> None:
    _connect(window, *ARMS[arm], guide=GuideName.ON_ROBOT)
    has_two = window.link.session is not None and window.link.session.capabilities.has_link_encoders
    assert (Step.TWIST in window.rail.buttons) == has_two, "no row for what the arm can never do"
    assert Step.TORQUE_RAMPS not in window.rail.buttons
    for guide in (GuideName.ON_ROBOT, GuideName.PAYLOAD, GuideName.LIVE):
        window.guide = guide
        window.open_step(Step.CONNECT)
        for step in [one for one in window.rail.buttons if window.journey.can_open(one)]:
            window.open_step(step)
            settle()
            wait_until(lambda: not window.link.is_working and not window.visit.is_busy)
            settle()
            foot = window.footer.rectangle
            assert foot.isVisibleTo(window), step
            assert foot.currentWidget() is foot.progress or foot.currentWidget().isEnabled(), step
    assert window.journey.can_open(Step.LIVE)


def _connect(window: Window, uri: str, robot: str, *, guide: GuideName) -> None:
    window.guides.new_on_robot()
    window.guide = guide
    window.open_step(Step.CONNECT)
    window.on_robot.connect_page.connect_asked.emit(uri, robot)
    wait_until(lambda: window.link.state is LinkState.READY)
    wait_until(lambda: not window.link.is_working and not window.visit.is_busy)
