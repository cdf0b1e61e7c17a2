"""Results from recordings of another program, in the real window without any arm."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.guide.page import RESULT
from app.shell.window import Window
from app.visit.steps import GuideName, Step
from core.robot.toml_format import write_toml
from core.storage.visit import Visit
from tests.app.test_dropping import drop
from tests.app.written_recordings import write_csv
from tests.core.friction.sweeps.long_log import COULOMB, swept_log
from tests.core.friction.sweeps.swept_arm import ARM
from tests.waiting import wait_until

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """A folder with a robot description and a log of slow strokes as CSV."""
    folder = tmp_path / "desk"
    folder.mkdir()
    (folder / "arm.toml").write_text(write_toml(ARM), encoding="utf-8")
    write_csv(swept_log(joints=(1,)), folder / "log.csv")
    return folder


def test_a_dropped_log_gives_the_friction_without_an_arm(window: Window, qtbot: QtBot, desk: Path) -> None:
    """Drop a log and its robot, import, press *Friction*: three presses, nothing typed."""

    page = window.guides.recordings_page
    drop(window, [desk / "log.csv", desk / "arm.toml"])
    wait_until(lambda: page.robot.value == str(desk / "arm.toml") and page.columns_view.isVisible())
    assert "the name" in page.columns_view.rows.index(1, 3).data(), "evidence is shown before the import"
    wait_until(window.footer.primary_button.isEnabled)
    qtbot.mouseClick(window.footer.primary_button, LEFT)
    wait_until(lambda: page.contents.isVisible() and not window.visit.is_busy)
    assert "Friction from strokes" in page.contents.title.text()
    assert "deflection" not in {use for use, button in page.contents.buttons.items() if button.isVisible()}
    qtbot.mouseClick(page.contents.buttons["friction"], LEFT)
    assert window.step is Step.FRICTION
    assert window.guide is GuideName.FROM_FILES
    friction = window.pages[Step.FRICTION]
    wait_until(lambda: friction.result.found is not None and not window.visit.is_busy)
    assert friction.views.index == RESULT
    (joint,) = (one for one in friction.result.found.joints if one.points.speed.size)
    assert joint.points.torque.min() == pytest.approx(COULOMB, rel=0.05)
    with Visit.open(window.visit.path) as visit:
        assert [entry.kind for entry in visit.results()] == ["friction-sweeps"]
    qtbot.mouseClick(window.footer.primary_button, LEFT)
    assert window.step is Step.CHOOSE, "Next goes on to the model"


def test_a_page_takes_a_recording_of_the_visit_and_files_dropped_on_it(
    window: Window, qtbot: QtBot, desk: Path
) -> None:

    path = desk / "cell.h5"
    with Visit.create(path, robot_toml=write_toml(ARM)) as visit:
        visit.add_recording(swept_log(joints=(1,)))
    window.open_visit(path)
    wait_until(lambda: window.visit.summary is not None and not window.visit.is_busy)
    window.open_step(Step.FRICTION)
    friction, recordings = window.pages[Step.FRICTION], window.guides.recordings_page
    qtbot.mouseClick(friction.source.button, LEFT)
    assert recordings.isVisible()
    assert recordings.uses.used == ("log",), "the only recording is ticked"
    assert window.footer.primary_button.text() == "Use 1 recording"
    window.footer.back.emit()
    assert window.step is Step.FRICTION
    assert recordings.fed is None
    write_csv(swept_log(joints=(0,)), desk / "other.csv")
    drop(window, [desk / "other.csv"])
    assert window.visit.path == path, "the visit stays open"
    recordings.uses.box("log").setChecked(True)
    wait_until(window.footer.primary_button.isEnabled)
    qtbot.mouseClick(window.footer.primary_button, LEFT)
    wait_until(lambda: friction.result.found is not None and not window.visit.is_busy)
    assert window.step is Step.FRICTION
    assert [len(one.points.speed) > 0 for one in friction.result.found.joints] == [True, True]
