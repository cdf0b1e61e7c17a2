"""An arm whose base leans is identified; the page says so, and one press corrects it."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from scipy.spatial.transform import Rotation

from app.features.identification.results_page import ResultsPage
from app.shell.window import Window
from app.visit.steps import Step
from core.identification.synthetic import synthesize
from core.quality import Verdict
from core.robot.library import load_robot
from core.robot.toml_format import write_toml
from core.storage.visit import Visit
from tests.waiting import wait_until

pytestmark = pytest.mark.thorough

LEFT = Qt.MouseButton.LeftButton
LEAN_DEG = 4.0


@pytest.fixture
def leaning_visit(tmp_path: Path) -> Path:
    """Two runs of an upright arm, with a description that says it leans by 4°."""
    path = tmp_path / "leaning.h5"
    upright = load_robot("generic-6r")
    turn = Rotation.from_euler("x", LEAN_DEG, degrees=True).as_matrix()
    robot = replace(upright, gravity=turn @ upright.gravity)
    with Visit.create(path, robot_toml=write_toml(robot)) as visit, visit.change() as draft:
        for label in ("one", "two"):
            draft.add_recording(synthesize(upright, seed=3, duration_s=24.0, label=label))
    return path


def test_a_leaning_base_is_corrected_by_one_press(window: Window, qtbot: QtBot, leaning_visit: Path) -> None:
    page = window.pages[Step.RESULTS]
    assert isinstance(page, ResultsPage)
    window.open_visit(leaning_visit)
    wait_until(lambda: window.visit.summary is not None and not window.visit.is_busy)
    window.open_step(Step.IDENTIFY)
    qtbot.mouseClick(window.footer.primary_button, LEFT)
    wait_until(lambda: window.step is Step.RESULTS and not window.visit.is_busy)

    first = window.visit.result
    assert first is not None
    assert first.judgement.verdict is Verdict.REPEAT
    assert page.setup.isVisible()
    assert "4" in page.setup.reason.accessibleName()
    assert "joint_2" in page.setup.picture.accessibleDescription()
    qtbot.mouseClick(page.setup.correct_button, LEFT)
    wait_until(lambda: window.visit.result is not first and not window.visit.is_busy)

    found = window.visit.result
    assert found is not None
    assert window.step is Step.RESULTS
    assert found.settings.gravity == pytest.approx((0.0, 0.0, -9.81), abs=0.06)
    assert not page.setup.isVisible()
    assert found.judgement.verdict in {Verdict.GOOD, Verdict.USABLE}
    errors = [result.validation[-1].total_relative_error for result in (first, found)]
    assert errors[1] < 0.5 * errors[0]
    wait_until(lambda: len(page.measured.torque.curves) == 2)
