"""A visit with a model is opened, the arm connected, and the model verified on [Wu]'s circle."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.arm.link_state import LinkState
from app.features.verification.page import MEASURED, RESULT
from app.shell.window import Window
from app.visit.settings import RecentVisit
from app.visit.steps import GuideName, Step
from app.widgets.table import RowsTable
from core.identification.identify import identify
from core.identification.synthetic import synthesize
from core.identification.verification_result import Verification, VerifiedMotion
from core.robot.library import load_robot
from core.robot.toml_format import write_toml
from core.storage.visit import Visit
from core.workflow import Progress, StepState
from devices.virtual.settings import Pace
from tests.app.journeys.hand import hold_until_it_runs
from tests.waiting import wait_until

pytestmark = [pytest.mark.thorough, pytest.mark.usefixtures("patient_silence_watch")]

LEFT = Qt.MouseButton.LeftButton
ROBOT = "ec66"


@pytest.fixture(scope="module")
def visit_with_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A visit to the arm, with a model that was made for another one of its kind."""
    path: Path = tmp_path_factory.mktemp("visits") / "cell.h5"
    robot = load_robot(ROBOT)
    fit = synthesize(robot, seed=3, duration_s=20.0, label="fit")
    model = identify({"fit": fit}, robot, fit=["fit"])
    with Visit.create(path, robot_toml=write_toml(robot)) as visit:
        with visit.change() as draft:
            draft.add_recording(fit)
        visit.add_result("identification", replace(model, drive_gain=np.ones(robot.joint_count)))
        visit.put_settings("workflow", Progress(GuideName.ON_ROBOT))
    return path


def test_the_model_is_verified_on_the_circle(window: Window, qtbot: QtBot, visit_with_model: Path) -> None:
    page = window.pages[Step.VERIFY]

    for motion in (VerifiedMotion.EXCITATION, VerifiedMotion.POINTS):  # before anything is worked out
        page.form.ticks[motion].setChecked(False)
    settings = window._settings
    left = RecentVisit(
        str(visit_with_model), ROBOT, Step.VERIFY, "", guide=GuideName.ON_ROBOT, controller=f"virtual:{ROBOT}"
    )
    settings.update(settings.current.with_recent(left))
    window.open_visit(visit_with_model)
    wait_until(lambda: window.step is Step.CONNECT)
    window.on_robot.choice.pace = Pace.FAST
    wait_until(window.footer.primary_button.isEnabled)
    qtbot.mouseClick(window.footer.primary_button, LEFT)
    wait_until(lambda: window.step is Step.VERIFY)
    assert window.journey.state(Step.VERIFY) is StepState.NOT_YET

    wait_until(lambda: page.run.is_prepared and page.rows.model.rowCount() > 0)
    model = page.rows.model
    rows = [str(model.data(model.index(row, 0))) for row in range(model.rowCount())]
    assert all(row.startswith("Circle of 100 mm") for row in rows)
    assert rows[-1].endswith("mm/s: full speed")
    assert page.motion.picture.swept is not None
    if page.motion.clear_cell.isVisible():
        qtbot.mouseClick(page.motion.clear_cell, LEFT)
    hold = page.motion.hold
    assert hold.isVisible(), page.motion.words
    hold_until_it_runs(page)
    wait_until(lambda: window.link.state is LinkState.MOVING)
    wait_until(lambda: not page.run.is_running)

    found = page.result.found
    assert found is not None, window.banner.text
    assert page.views.index == RESULT
    assert [one.motion for one in found.recordings] == [VerifiedMotion.CIRCLE]
    assert 0.1 < found.recordings[0].top_speed < 0.55
    assert not found.passed, "it is the model of another arm"
    assert "Beyond the limit: joint " in page.motion.words
    wait_until(lambda: bool(page.result.findChildren(RowsTable)))
    assert page.result.findChildren(RowsTable)[0].rows_model.rowCount() == load_robot(ROBOT).joint_count
    wait_until(lambda: window.journey.state(Step.VERIFY) is StepState.DONE)

    page.views.tabs.chosen.emit(MEASURED)
    wait_until(lambda: window.visit.curves(found.recordings[0].recording) is not None)
    assert "Joint 1 in verify-circle" in page.measured.torque.accessibleDescription()

    qtbot.mouseClick(window.footer.primary_button, LEFT)
    assert window.step is Step.TWIST, "the next on the way of an arm with two encoders"
    with Visit.open(visit_with_model) as visit:
        stored = visit.result(visit.results("verification")[-1].key, Verification)
    assert stored.created_at == found.created_at
