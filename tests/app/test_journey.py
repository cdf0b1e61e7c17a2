"""The whole way in the real window with the real worker: start, synthetic, choose, identify, report."""

import time
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.features.identification.results_page import ResultsPage
from app.features.report.page import ReportPage
from app.shell.window import Window
from app.visit.settings import SettingsStore
from app.visit.steps import Step
from tests.app.event_loop import BLOCK_LIMIT_S, EventLoopWatch

LONG_MS = 90_000
BETWEEN_CLICKS_MS = 50
"""Two clicks of a person are two turns of the event loop."""
CANCEL_LIMIT_S = 0.3


def _results(window: Window) -> ResultsPage:
    page = window.pages[Step.RESULTS]
    assert isinstance(page, ResultsPage)
    return page


def _settled(qtbot: QtBot, window: Window, step: Step) -> None:
    qtbot.waitUntil(lambda: window.step is step and not window.visit.is_busy, timeout=LONG_MS)


def _synthetic(qtbot: QtBot, window: Window) -> None:
    qtbot.waitUntil(lambda: window.beginnings.recordings_page.robot.count() > 0, timeout=LONG_MS)
    qtbot.mouseClick(window.start_page.synthetic_button, Qt.MouseButton.LeftButton)
    _settled(qtbot, window, Step.CHOOSE)


@pytest.mark.alone
def test_from_start_to_report_without_ever_blocking(
    window: Window, qtbot: QtBot, store: SettingsStore
) -> None:
    primary = window.footer.primary_button
    with EventLoopWatch() as watch:
        _synthetic(qtbot, window)
        assert window.top_bar.is_striped
        assert [found.duration for found in window.visit.recordings] == pytest.approx([50.0] * 3, abs=0.5)
        qtbot.wait(BETWEEN_CLICKS_MS)
        qtbot.mouseClick(primary, Qt.MouseButton.LeftButton)
        assert window.step is Step.IDENTIFY
        qtbot.wait(BETWEEN_CLICKS_MS)
        qtbot.mouseClick(primary, Qt.MouseButton.LeftButton)
        _settled(qtbot, window, Step.RESULTS)
        page = _results(window)
        qtbot.waitUntil(lambda: len(page.measured.torque.curves) == 2, timeout=LONG_MS)
        for index in range(len(window.visit.summary.joint_names)):  # type: ignore[union-attr]
            page.measured.joint._group.button(index).click()
            qtbot.wait(50)
        for index in range(5):
            page.tabs._group.button(index).click()
            qtbot.wait(50)
        page.measured.torque.setXRange(10.0, 12.0, padding=0)
        qtbot.wait(100)
        for step in (Step.TWIST, Step.STIFFNESS, Step.REPORT):
            qtbot.waitUntil(primary.isEnabled, timeout=LONG_MS)  # a page looks first at what it has
            qtbot.mouseClick(primary, Qt.MouseButton.LeftButton)
            assert window.step is step
            qtbot.wait(BETWEEN_CLICKS_MS)
        qtbot.waitUntil(primary.isEnabled, timeout=LONG_MS)
        qtbot.mouseClick(primary, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: bool(window.visit.report_files), timeout=LONG_MS)
        _settled(qtbot, window, Step.REPORT)
    pdf, json = window.visit.report_files
    assert pdf.read_bytes().startswith(b"%PDF")
    assert json.stat().st_size > 1000
    report = window.pages[Step.REPORT]
    assert isinstance(report, ReportPage)
    for kind in ("json", "csv", "mat", "urdf", "mjcf", "c"):
        path = window.visit.path.with_suffix(f".{kind}")
        report.export_to(kind, path)
        qtbot.waitUntil(lambda: not window.visit.is_busy, timeout=LONG_MS)
        assert path.stat().st_size > 500, window.banner.text
    assert store.current.recent[0].path == str(window.visit.path)
    assert watch.longest_gap_s <= BLOCK_LIMIT_S, str(watch.longest)


@pytest.mark.alone
def test_cancelled_identification_answers_in_time_and_leaves_the_visit_whole(
    window: Window, qtbot: QtBot
) -> None:
    _synthetic(qtbot, window)
    window.open_step(Step.IDENTIFY)
    qtbot.mouseClick(window.footer.primary_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.pages[Step.IDENTIFY].progress.value() > 20, timeout=LONG_MS)  # type: ignore[attr-defined]
    started = time.monotonic()
    window.pages[Step.IDENTIFY].cancel_button.click()  # type: ignore[attr-defined]
    qtbot.waitUntil(lambda: not window.visit.is_busy, timeout=5000)
    assert time.monotonic() - started <= CANCEL_LIMIT_S
    assert window.step is Step.IDENTIFY
    path: Path = window.visit.path
    with qtbot.waitSignal(window.visit.opened, timeout=LONG_MS):
        window.open_visit(path)
    _settled(qtbot, window, Step.IDENTIFY)  # where it was left
    assert len(window.visit.recordings) == 3


def test_visit_is_continued_where_it_was_left(window: Window, qtbot: QtBot) -> None:
    _synthetic(qtbot, window)
    path = window.visit.path
    window.show_start()
    assert window.visit.summary is None
    window.start_page.recent_asked.emit(str(path))
    _settled(qtbot, window, Step.CHOOSE)
    assert window.visit.choice.validate == ("check",)


def test_file_that_is_no_visit_is_told_in_the_page(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "notes.h5"
    path.write_text("not a visit", encoding="utf-8")
    window.open_visit(path)
    qtbot.waitUntil(lambda: not window.banner.isHidden(), timeout=LONG_MS)
    assert window.banner.text
    assert window.step is None
