"""A gear on a virtual bench, wound up and down in the real window; what it is like is shown at once."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.arm.link_state import LinkState
from app.guide.page import RESULT
from app.shell.window import Window
from app.visit.steps import Step
from core.workflow import StepState
from tests.app.journeys.hand import hold_until_it_runs
from tests.waiting import LIMIT_MS, wait_until

LEFT = Qt.MouseButton.LeftButton
BENCH = "virtual:gear-bench?seed=1&kind=closed&pace=fast"
pytestmark = [pytest.mark.thorough, pytest.mark.usefixtures("patient_silence_watch")]


def test_a_locked_gear_is_wound_and_judged(window: Window, qtbot: QtBot) -> None:
    page, said = window.pages[Step.TORQUE_RAMPS], set[str]()

    qtbot.mouseClick(window.start_page.try_now.virtual_button, LEFT)
    window.on_robot.choice.show_uri(BENCH)
    wait_until(window.footer.primary_button.isEnabled)
    qtbot.mouseClick(window.footer.primary_button, LEFT)
    wait_until(lambda: window.link.state is LinkState.READY)
    window.open_step(Step.TORQUE_RAMPS)
    page.form.torque.show_text("90 %")
    assert page.form.procedure() is None, "more than the motor may be trusted with"
    page.form.torque.show_text("60 %")
    page.form.rounds.show_text("1")
    page.form.steps.show_text("10")
    page.form.changed.emit()
    wait_until(lambda: page.run.is_prepared and page.rows.model.rowCount() == 1)
    if page.motion.clear_cell.isVisible():
        qtbot.mouseClick(page.motion.clear_cell, LEFT)
    hold_until_it_runs(page)
    window.link.progressed.connect(lambda *_: said.add(page.run.moving.words))
    wait_until(lambda: not page.run.is_running)

    assert any("gear is wound: " in words for words in said), window.banner.text
    assert page.views.index == RESULT, window.banner.text
    assert "kN·m/rad" in page.result.words
    wait_until(lambda: window.journey.state(Step.TORQUE_RAMPS, current=Step.TWIST) is StepState.DONE)
    assert window.journey.state(Step.TWIST) is StepState.DONE, "the same result"
    assert not window.visit.choice.fit, "a locked gear makes no model"
    with qtbot.waitSignal(window.link.closed, timeout=LIMIT_MS):
        window.show_start()
    wait_until(lambda: not window._runner.is_busy)
