"""A joint loaded by gravity on the virtual robot, in the real window; the recording makes no model alone."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.arm.link_state import LinkState
from app.shell.window import Window
from app.visit.steps import Step
from core.storage.visit import Visit
from core.workflow import StepState
from devices.virtual.settings import Pace, VirtualSettings
from tests.app.journeys.hand import hold_until_it_runs, press_step
from tests.waiting import LIMIT_MS, wait_until

LEFT = Qt.MouseButton.LeftButton
ROBOT = "szabo-3r"
JOINT, NAME = 3, "Joint 3"
pytestmark = [pytest.mark.thorough, pytest.mark.usefixtures("patient_silence_watch")]


def test_a_joint_is_loaded_and_recorded(window: Window, qtbot: QtBot) -> None:
    page, said = window.pages[Step.LOAD_STEPS], set[str]()

    qtbot.mouseClick(window.start_page.try_now.virtual_button, LEFT)
    window.on_robot.choice.show_uri(VirtualSettings(ROBOT).uri)
    window.on_robot.choice.pace = Pace.FAST
    wait_until(window.footer.primary_button.isEnabled)
    qtbot.mouseClick(window.footer.primary_button, LEFT)
    wait_until(lambda: window.link.state is LinkState.READY)
    press_step(window, Step.LOAD_STEPS)
    assert window.step is Step.LOAD_STEPS
    page.form.joints.show_text(str(JOINT))
    page.form.seconds.show_text("14 s")
    wait_until(lambda: page.run.is_prepared and page.rows.model.rowCount() == 1)
    assert page.summary.text() == "Gravity loads one joint; none is left out."
    hold = page.motion.hold
    assert hold.isVisible(), page.motion.words
    assert not page.motion.clear_cell.isVisible(), "so slow that nobody has to leave the cell"
    hold_until_it_runs(page)
    window.link.progressed.connect(lambda *_: said.add(page.run.moving.words))
    wait_until(lambda: window.link.state is LinkState.MOVING)
    wait_until(lambda: not page.run.is_running)

    assert f"{NAME} goes slowly under its load, round 2 of 2" in said, window.banner.text
    wait_until(lambda: window.journey.state(Step.LOAD_STEPS, current=Step.PLAN) is StepState.DONE)
    assert [recording.is_load_steps for recording in window.visit.recordings] == [True]
    assert [recording.has_twist for recording in window.visit.recordings] == [True]
    assert not window.visit.choice.fit, "one joint at a time makes no model"

    wait_until(window.footer.primary_button.isEnabled)
    qtbot.mouseClick(window.footer.primary_button, LEFT)
    assert window.step is Step.PLAN
    path = window.visit.path
    with qtbot.waitSignal(window.link.closed, timeout=LIMIT_MS):
        window.show_start()
    with Visit.open(path) as visit:
        assert visit.labels == ("load-steps",)
    wait_until(lambda: not window._runner.is_busy)
