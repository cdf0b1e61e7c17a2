"""A payload checked on a virtual closed controller, in the real window, from the start screen to the report.

Nothing is typed. Clicks are counted, and the minutes that the arm would have taken are kept. Two of
the clicks choose the quick way; without them it is the thorough one, twice 5.8 minutes of the robot.
"""

import json
import logging
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.link_state import LinkState
from app.pages.page import Page
from app.pages.payload_motions import PayloadMotionsPage
from app.settings import SettingsStore
from app.steps import GuideName, Step, steps_of
from app.views.choice import Choice
from app.window import Window
from core.payload.plan import PayloadMode
from core.payload.result import PAYLOAD, PayloadResult, ReferenceKind
from core.quality import Verdict
from core.storage.visit import Visit
from core.workflow import StepState
from devices.virtual.settings import Pace

log = logging.getLogger(__name__)

LONG_MS = 300_000
LEFT = Qt.MouseButton.LeftButton
CONTROLLER = "virtual:ec66?kind=closed"
MASS, CENTER = 2.4, np.array([0.04, 0.03, 0.08])
CLICKS = 12
"""Card, connect, next, quick (two), hold, next, hang, hold, next, next, write the report."""
LONGEST_RUN_S = 165.0
"""Of one run: what a quick one may take, and standing before and after each motion."""
FARTHEST_STDS = 3.5
pytestmark = pytest.mark.usefixtures("patient_silence_watch")


class Technician:
    """Presses what is there to be pressed, and counts."""

    def __init__(self, window: Window, qtbot: QtBot) -> None:
        self.window, self._qtbot = window, qtbot
        self.clicks = 0
        self.said: list[str] = []
        window.link.progressed.connect(self._listen)

    def until(self, there: Callable[[], bool]) -> None:
        self._qtbot.waitUntil(there, timeout=LONG_MS)

    def click(self, widget: QWidget) -> None:
        self.until(lambda: widget.isVisible() and widget.isEnabled())
        self._qtbot.mouseClick(widget, LEFT)
        self.clicks += 1

    def go_on(self) -> None:
        """The primary button."""
        self.click(self.window.footer.primary_button)

    def pick(self, choice: Choice, value: object) -> None:
        """Open a list, and press one of its lines."""
        self.until(choice.isEnabled)
        choice.choose(value)
        choice.picked.emit()
        self.clicks += 2

    def hold(self, page: PayloadMotionsPage) -> None:
        """Hold to start until it moves, and wait for the end."""
        self.until(lambda: page.is_prepared)
        button = page.motion.hold
        assert button.isVisible(), page.motion.words
        assert not page.motion.clear_cell.isVisible(), "so slow that nobody has to leave the cell"
        self._qtbot.mousePress(button, LEFT, pos=QPoint(button.rect().center()))
        self.until(lambda: page.is_running)
        self._qtbot.mouseRelease(button, LEFT)
        self.clicks += 1
        self.until(lambda: not page.is_running)

    def _listen(self, _fraction: float, _text: str) -> None:
        page = self.window.pages[self.window.step] if self.window.step is not None else None
        if isinstance(page, PayloadMotionsPage) and page.motion.words not in self.said:
            self.said.append(page.motion.words)


@pytest.fixture
def technician(store: SettingsStore, window: Window, qtbot: QtBot) -> Technician:
    """Somebody who worked with this controller before."""
    store.update(replace(store.current, last_controller=CONTROLLER))
    return Technician(window, qtbot)


@pytest.mark.alone
@pytest.mark.timeout(900)
def test_a_payload_is_checked_from_the_start_screen_to_the_report(
    technician: Technician,
) -> None:
    window = technician.window
    link, visit, robot = window.link, window.visit, window.on_robot
    robot.choice.pace = Pace.FAST
    technician.click(window.start_page.payload_card)
    assert (window.step, window.guide) == (Step.CONNECT, GuideName.PAYLOAD)
    technician.go_on()
    technician.until(lambda: link.state is LinkState.READY)
    technician.go_on()

    reference = robot.payload_reference_page
    assert window.step is Step.PAYLOAD_REFERENCE
    technician.pick(reference.form.mode, PayloadMode.QUICK)
    technician.until(lambda: not reference.is_prepared)
    technician.hold(reference)
    assert "payload-unloaded" in reference.motion.words, window.banner.text
    assert reference.next_words == "Enough is measured."
    technician.go_on()

    sweeps = robot.payload_sweeps_page
    assert window.step is Step.PAYLOAD_SWEEPS
    technician.click(sweeps.flange.button)
    technician.until(lambda: bool(sweeps.flange.hung_mass))
    technician.until(lambda: sweeps.form.payload_mass == MASS)
    technician.hold(sweeps)
    assert sweeps.plan is not None
    assert sweeps.plan.settings.mode is PayloadMode.QUICK, "those of the reference"
    assert sweeps.coverage.done == tuple(sweep.number for sweep in sweeps.plan.sweeps), window.banner.text
    technician.go_on()

    assert window.step is Step.PAYLOAD
    technician.go_on()
    assert window.step is Step.PAYLOAD_REPORT
    technician.go_on()
    technician.until(lambda: visit.has_payload_report)
    assert technician.clicks == CLICKS
    assert any(words.startswith("Joint 3 comes back") for words in technician.said)

    _check_guide(window)
    found = _check_visit(window)
    minutes = [recording.duration / 60.0 for recording in visit.recordings if recording.is_payload]
    log.info(
        "%d clicks, %.1f + %.1f robot minutes, %+.4f kg",
        technician.clicks,
        *minutes,
        found.estimate.mass - MASS,
    )
    with technician._qtbot.waitSignal(link.closed, timeout=LONG_MS):
        window.show_start()
    technician.until(lambda: not window._runner.is_busy)


def _check_guide(window: Window) -> None:
    """Everything is done, and none of it is out of date."""
    states = {step: window.journey.state(step) for step in steps_of(GuideName.PAYLOAD)}
    assert states == dict.fromkeys(states, StepState.DONE)
    page = window.pages[Step.PAYLOAD_REPORT]
    assert isinstance(page, Page)
    pdf = next(file for file in window.visit.payloads.report_files if file.suffix == ".pdf")
    told = json.loads(pdf.with_suffix(".json").read_text("utf-8"))
    assert pdf.read_bytes().startswith(b"%PDF")
    assert "mass" in json.dumps(told)


def _check_visit(window: Window) -> PayloadResult:
    """What the file holds is what hung there, within its own doubt."""
    with Visit.open(window.visit.path, recover=False) as visit:
        assert visit.labels == ("payload-unloaded", "payload-loaded")
        found = visit.result(visit.results(PAYLOAD)[-1].key, PayloadResult)
        durations = [visit.recording(label).duration for label in visit.labels]
    assert max(durations) <= LONGEST_RUN_S
    assert found.reference is not None
    assert found.reference.kind is ReferenceKind.THIS_VISIT
    told = found.estimate
    assert abs(told.mass - MASS) <= FARTHEST_STDS * told.mass_std
    assert np.all(np.abs(told.center_of_mass - CENTER) <= FARTHEST_STDS * told.center_of_mass_std)
    assert told.judgement.verdict in {Verdict.GOOD, Verdict.USABLE}
    assert not window.visit.choice.fit, "two joints alone make no model"
    return found
