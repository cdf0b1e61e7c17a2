"""Friction measured on the virtual robot, in the real window: swept, looked at, there again another day."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.arm.link_state import LinkState
from app.features.friction.page import SHORT
from app.guide.page import RESULT
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


def test_a_joint_is_swept_and_its_friction_is_there_another_day(window: Window, qtbot: QtBot) -> None:
    page, said = window.pages[Step.FRICTION], set[str]()

    qtbot.mouseClick(window.start_page.try_now.virtual_button, LEFT)
    window.on_robot.choice.show_uri(VirtualSettings(ROBOT).uri)
    window.on_robot.choice.pace = Pace.FAST
    wait_until(window.footer.primary_button.isEnabled)
    qtbot.mouseClick(window.footer.primary_button, LEFT)
    wait_until(lambda: window.link.state is LinkState.READY)
    press_step(window, Step.FRICTION)
    assert window.step is Step.FRICTION
    page.form.form.choose(SHORT)
    page.form.form.picked.emit()
    page.form.joints.show_text(str(JOINT))
    wait_until(lambda: page.run.is_prepared and page.rows.model.rowCount() == 1)
    if page.motion.clear_cell.isVisible():
        qtbot.mouseClick(page.motion.clear_cell, LEFT)
    hold = page.motion.hold
    assert hold.isVisible(), page.motion.words
    hold_until_it_runs(page)
    window.link.progressed.connect(lambda *_: said.add(page.run.moving.words))
    wait_until(lambda: window.link.state is LinkState.MOVING)
    wait_until(lambda: not page.run.is_running)

    found = page.result.found
    assert found is not None, window.banner.text
    assert page.views.index == RESULT, window.banner.text
    (joint,) = found.joints
    assert joint.number == JOINT - 1
    speeds = np.degrees(joint.points.speed)
    assert speeds.size == SHORT.speeds
    assert {f"{NAME} turns at {speed:.1f} °/s" for speed in speeds if speed < 10.0} <= said
    assert f"{NAME} needs" in page.result.words
    assert page.result.model.rowCount() == len(joint.fits) == 5
    assert [curve.pen for curve in page.result.plot.curves].index("model") == 4
    wait_until(lambda: window.journey.state(Step.FRICTION, current=Step.LOAD_STEPS) is StepState.PARTLY)
    assert [recording.is_sweeps for recording in window.visit.recordings] == [True]
    assert not window.visit.choice.fit, "sweeps alone make no model"

    wait_until(window.footer.primary_button.isEnabled)
    qtbot.mouseClick(window.footer.primary_button, LEFT)
    assert window.step is Step.LOAD_STEPS
    wait_until(window.footer.primary_button.isEnabled)
    qtbot.mouseClick(window.footer.primary_button, LEFT)
    assert window.step is Step.PLAN
    path = window.visit.path
    with qtbot.waitSignal(window.link.closed, timeout=LIMIT_MS):
        window.show_start()
    with Visit.open(path) as visit:
        assert [entry.kind for entry in visit.results()] == ["friction-sweeps", "link-position"]
    window.open_visit(path)
    wait_until(lambda: window.step is Step.PLAN and not window.visit.is_busy)
    assert page.result.found is None
    window.open_step(Step.FRICTION)
    wait_until(lambda: page.result.found is not None)
    assert page.result.joint.index == 0
    assert page.views.index == RESULT
    wait_until(lambda: not window._runner.is_busy)
