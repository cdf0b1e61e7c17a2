"""An identified model beside the stream of a virtual robot, in the real window and its real process."""

import csv
import os
import signal
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.arm.link_state import LinkState
from app.features.live.model import PredictionState
from app.shell.window import Window
from app.visit.steps import Step
from core.diagnostics.signals import Signal as Watched
from core.identification.result import IdentificationResult
from devices.capabilities import ControllerKind
from devices.virtual.settings import VirtualSettings
from tests.app.virtual_model import identified_virtual_arm
from tests.waiting import LIMIT_MS, wait_until

pytestmark = pytest.mark.thorough

ROBOT = "ec66"
HUNG_KG = 4.0
OF_MODEL = ("model_1", "residual_6", "external_2")


@pytest.fixture(scope="module")
def result() -> IdentificationResult:
    return identified_virtual_arm()


class Onlooker:
    """A person who watches an arm that moves by itself, with a model of it."""

    def __init__(self, window: Window, qtbot: QtBot) -> None:
        self.window, self.qtbot = window, qtbot
        self.page = window.pages[Step.LIVE]
        self.view = self.page.view
        self.model = self.view.frames.model

    def watch(self, result: IdentificationResult, *, payload_kg: float = 0.0) -> None:
        self.qtbot.mouseClick(self.window.start_page.live_card, Qt.MouseButton.LeftButton)
        settings = VirtualSettings(ROBOT, kind=ControllerKind.READ_ONLY, payload_kg=payload_kg)
        self.window.on_robot.connect_page.connect_asked.emit(settings.uri, ROBOT)
        wait_until(lambda: self.window.link.state is LinkState.READY)
        wait_until(lambda: not self.window.visit.is_busy)
        self.window.visit.take_model(result, self.window.visit.choice)
        self.window.open_step(Step.LIVE)
        wait_until(lambda: self.view.newest is not None)

    def choose(self, *kinds: str) -> None:
        """Show these kinds of signals of all joints on one plot."""
        self.view.show_plots([[f"{kind}_{joint + 1}" for kind in kinds for joint in range(6)]])

    @property
    def said(self) -> str:
        return self.page._sentence.text()

    @property
    def is_expecting(self) -> bool:
        """Whether the torque of every joint is expected now."""
        frame = self.view.newest
        if frame is None or frame.model is None or not frame.model.time.size:
            return False
        return bool(np.isfinite(frame.model.curves[Watched.EXPECTED_TORQUE][-1]).all())


def _read_table(path: Path) -> dict[str, np.ndarray]:
    with path.open(encoding="utf-8", newline="") as file:
        header, *rows = list(csv.reader(file))
    values = np.array([[float(text) if text else np.nan for text in row] for row in rows])
    return dict(zip(header, values.T, strict=True))


@pytest.mark.expected_log("The model beside the stream ended")
@pytest.mark.expected_log("torsion-worker ended with exit code -9")
def test_expected_beside_measured_torque_of_a_virtual_robot(
    window: Window, qtbot: QtBot, tmp_path: Path, result: IdentificationResult
) -> None:
    person = Onlooker(window, qtbot)
    person.watch(result)
    assert set(OF_MODEL) <= set(person.view.side.browser.names)
    person.choose("torque", "model", "residual", "external")
    wait_until(lambda: person.model.state is PredictionState.RUNNING)
    wait_until(lambda: person.is_expecting)

    (expected,) = person.view.charts.charts
    strokes = expected._lines.strokes
    assert len(strokes) == 24
    dashed = [stroke.pen.style() is Qt.PenStyle.DashLine for stroke in strokes]
    assert dashed == [False] * 6 + [True] * 18
    assert "Expected torque" in [name for _, name in expected.legend_entries]
    wait_until(lambda: "Joint 1" in expected.accessibleDescription())

    def has_a_while() -> bool:
        values = person.view.frames.values(Watched.TORQUE_RESIDUAL)[1]
        return bool((np.isfinite(values).sum(axis=0) > 3000).all())

    wait_until(has_a_while)
    values = person.view.frames.values(Watched.TORQUE_RESIDUAL)[1]
    assert np.all(np.sqrt(np.nanmean(values**2, axis=0)) < 3.0 * result.residual_std)
    assert "pushes" not in person.said

    person.page.tools.hold.click()
    saved = tmp_path / "view.csv"
    person.page.export.save_all(saved)
    wait_until(saved.exists)
    table = _read_table(saved)
    for words in ("expected torque", "residual", "external torque"):
        columns = [name for name in table if words in name]
        assert len(columns) == 6, words
        assert all("(N·m)" in name for name in columns)
        assert all(np.isfinite(table[name]).any() for name in columns)
    person.page.tools.hold.click()

    pid = person.model._prediction.pid
    os.kill(pid, signal.SIGKILL)
    wait_until(lambda: person.model.state is PredictionState.ENDED)
    wait_until(lambda: person.said.startswith("Nothing is expected any more"))
    wait_until(lambda: person.page.stream_state.accessibleName() == "Live")
    _leave(window, qtbot, person)


def test_a_load_that_the_model_does_not_know_pushes(
    window: Window, qtbot: QtBot, result: IdentificationResult
) -> None:
    person = Onlooker(window, qtbot)
    person.watch(result, payload_kg=HUNG_KG)
    wait_until(lambda: person.said.startswith("Something pushes on"))
    assert person.said.endswith("N·m.")
    assert person.model.state is PredictionState.RUNNING
    # no one looks: the process ends
    prediction = person.model._prediction
    window.open_step(Step.CONNECT)
    wait_until(lambda: prediction.join(0.0))
    # without a model nothing of it is offered
    window.visit._forget()
    window.visit.changed.emit()
    assert not set(OF_MODEL) & set(person.view.side.browser.names)
    _leave(window, qtbot, person)


def _leave(window: Window, qtbot: QtBot, person: Onlooker) -> None:
    with qtbot.waitSignal(window.link.closed, timeout=LIMIT_MS):
        window.show_start()
    wait_until(lambda: not window._runner.is_busy)
