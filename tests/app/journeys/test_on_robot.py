"""The guide on a robot in the real window with the real virtual robot: connect, check, record, stop."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.arm.link_state import LinkState
from app.shell.window import Window
from app.visit.steps import Step
from core.quality import Verdict
from devices.virtual.settings import Pace
from tests.app.journeys.hand import hold_until_it_runs, press_step
from tests.waiting import LIMIT_MS, wait_until

pytestmark = [pytest.mark.thorough, pytest.mark.usefixtures("patient_silence_watch")]

LEFT = Qt.MouseButton.LeftButton


class Person:
    """Clicks, waits, and holds buttons."""

    def __init__(self, window: Window, qtbot: QtBot) -> None:
        self.window, self.qtbot = window, qtbot
        self.check, self.record = window.pages[Step.CHECK], window.pages[Step.RECORD]

    def primary(self, words: str) -> None:
        button = self.window.footer.primary_button
        wait_until(lambda: button.isEnabled() and button.text() == words)
        self.qtbot.mouseClick(button, LEFT)

    def hold(self, page) -> None:
        wait_until(lambda: page.run.is_prepared)
        button = page.motion.hold
        assert button.isVisible(), page.motion.words
        assert button.isEnabled()
        hold_until_it_runs(page)

    def connect(self) -> None:
        window = self.window
        self.qtbot.mouseClick(window.start_page.try_now.virtual_button, LEFT)
        assert window.step is Step.CONNECT
        window.on_robot.choice.pace = Pace.FAST
        self.primary("Connect")
        wait_until(lambda: window.link.state is LinkState.READY)


def test_from_the_start_screen_to_a_recording_and_a_stop(window: Window, qtbot: QtBot) -> None:
    person = Person(window, qtbot)
    person.connect()
    assert window.top_bar.mark == "VIRTUAL"
    wait_until(lambda: bool(window.on_robot.connect_page.readiness.rows))
    assert "Not ready" not in [row.word for row in window.on_robot.connect_page.readiness.rows]

    person.primary("Next")
    person.hold(person.check)
    wait_until(lambda: not person.check.run.is_running)
    found = person.check.check
    assert found is not None, window.banner.text
    assert found.judgement.verdict in {Verdict.GOOD, Verdict.USABLE}
    assert [joint.sign for joint in found.joints] == [1] * 6
    assert window.link.session is not None
    assert window.link.session.encoders_checked

    person.primary("Next")
    assert window.step is Step.FRICTION
    person.primary("Next")
    assert window.step is Step.LOAD_STEPS, "sweeps may be left out"
    person.primary("Next")
    assert window.step is Step.PLAN, "load steps too"
    press_step(window, Step.RECORD)
    assert window.step is Step.RECORD
    person.record.form.seconds.show_text("1 s")
    person.record.form.motion.setCurrentIndex(1)
    person.record.form.motion.picked.emit()
    wait_until(lambda: not person.record.run.is_prepared)
    person.hold(person.record)
    wait_until(lambda: window.link.state is LinkState.MOVING)
    assert window.focusWidget() is window.top_bar.stop
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    wait_until(lambda: not person.record.run.is_running)
    assert "stopped early" in person.record.motion.words
    assert person.record.motion.again_button.text() == "Check the start pose"

    qtbot.mouseClick(person.record.motion.again_button, LEFT)
    person.hold(person.record)
    wait_until(lambda: not person.record.run.is_running)
    assert "Saved on disk" in person.record.motion.words, window.banner.text
    wait_until(lambda: len(window.visit.recordings) == 3)
    assert [bool(recording.incomplete) for recording in window.visit.recordings] == [False, True, False]
    assert [recording.is_check for recording in window.visit.recordings] == [True, False, False]
    assert window.visit.summary is not None
    assert window.visit.summary.device.startswith("virtual:ec66")

    path = window.visit.path
    with qtbot.waitSignal(window.link.closed, timeout=LIMIT_MS):
        window.show_start()
    window.start_page.recent_asked.emit(str(path))
    wait_until(lambda: window.step is Step.CONNECT)
    assert window.top_bar.mark == "VIRTUAL", "the mark is the recordings' own"
    window.on_robot.choice.pace = Pace.FAST
    person.primary("Connect")
    wait_until(lambda: window.step is Step.RECORD)
