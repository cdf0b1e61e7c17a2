"""The whole way in the real window with the real worker: start, synthetic, choose, identify, report."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.features.identification.results_page import ResultsPage
from app.features.report.page import ReportPage
from app.shell.window import Window
from app.visit.settings import SettingsStore
from app.visit.steps import Step
from tests.waiting import LIMIT_MS, settle, wait_until


def _results(window: Window) -> ResultsPage:
    page = window.pages[Step.RESULTS]
    assert isinstance(page, ResultsPage)
    return page


def _settled(window: Window, step: Step) -> None:
    wait_until(lambda: window.step is step and not window.visit.is_busy)


def _synthetic(qtbot: QtBot, window: Window) -> None:
    wait_until(lambda: window.guides.recordings_page.robot.count() > 0)
    qtbot.mouseClick(window.start_page.try_now.synthetic_button, Qt.MouseButton.LeftButton)
    _settled(window, Step.CHOOSE)


def test_from_start_to_report(window: Window, qtbot: QtBot, store: SettingsStore) -> None:
    primary = window.footer.primary_button
    _synthetic(qtbot, window)
    assert window.top_bar.is_striped
    assert [found.duration for found in window.visit.recordings] == pytest.approx([50.0] * 3, abs=0.5)
    settle()
    qtbot.mouseClick(primary, Qt.MouseButton.LeftButton)
    assert window.step is Step.IDENTIFY
    settle()
    qtbot.mouseClick(primary, Qt.MouseButton.LeftButton)
    _settled(window, Step.RESULTS)
    page = _results(window)
    wait_until(lambda: len(page.measured.torque.curves) == 2)
    for index in range(len(window.visit.summary.joint_names)):  # type: ignore[union-attr]
        page.measured.joint._group.button(index).click()
        settle()
    for index in range(page.tabs.count):
        page.tabs._group.button(index).click()
        settle()
    page.measured.torque.setXRange(10.0, 12.0, padding=0)
    settle()
    for step in (Step.TWIST, Step.STIFFNESS, Step.REPORT):
        wait_until(lambda: window.pages[window.step].primary_enabled)  # a page looks first at what it has
        qtbot.mouseClick(primary, Qt.MouseButton.LeftButton)
        assert window.step is step
        settle()
    wait_until(lambda: window.pages[Step.REPORT].primary_enabled)
    qtbot.mouseClick(primary, Qt.MouseButton.LeftButton)
    wait_until(lambda: bool(window.visit.report_files))
    _settled(window, Step.REPORT)
    pdf, json = window.visit.report_files
    assert pdf.read_bytes().startswith(b"%PDF")
    assert json.stat().st_size > 1000
    report = window.pages[Step.REPORT]
    assert isinstance(report, ReportPage)
    for kind in ("json", "csv", "mat", "urdf", "mjcf", "c"):
        path = window.visit.path.with_suffix(f".{kind}")
        report.export_to(kind, path)
        wait_until(lambda: not window.visit.is_busy)
        assert path.stat().st_size > 500, window.banner.text
    assert store.current.recent[0].path == str(window.visit.path)


@pytest.mark.expected_log("did not stop in time")  # on a busy computer it is ended by force
def test_cancelled_identification_leaves_the_visit_whole(window: Window, qtbot: QtBot) -> None:
    _synthetic(qtbot, window)
    window.open_step(Step.IDENTIFY)
    qtbot.mouseClick(window.footer.primary_button, Qt.MouseButton.LeftButton)
    wait_until(lambda: window.pages[Step.IDENTIFY].progress.value() > 20)  # type: ignore[attr-defined]
    window.pages[Step.IDENTIFY].cancel_button.click()  # type: ignore[attr-defined]
    wait_until(lambda: not window.visit.is_busy)
    assert window.step is Step.IDENTIFY
    path: Path = window.visit.path
    with qtbot.waitSignal(window.visit.opened, timeout=LIMIT_MS):
        window.open_visit(path)
    _settled(window, Step.IDENTIFY)  # where it was left
    assert len(window.visit.recordings) == 3


def test_visit_is_continued_where_it_was_left(window: Window, qtbot: QtBot) -> None:
    _synthetic(qtbot, window)
    path = window.visit.path
    window.show_start()
    assert window.visit.summary is None
    window.start_page.recent_asked.emit(str(path))
    _settled(window, Step.CHOOSE)
    assert window.visit.choice.validate == ("check",)


def test_file_that_is_no_visit_is_told_in_the_page(window: Window, tmp_path: Path) -> None:
    path = tmp_path / "notes.h5"
    path.write_text("not a visit", encoding="utf-8")
    window.open_visit(path)
    wait_until(lambda: not window.banner.isHidden())
    assert window.banner.text
    assert window.step is None
