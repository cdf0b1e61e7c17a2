"""The frame and the pages on a made-up visit: steps, keys, names, sizes, out-of-date marks."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QTableView, QWidget
from pytestqt.qtbot import QtBot

from app.features.identification.choose_page import ChoosePage
from app.features.identification.identifying import keep_best
from app.features.identification.page import IdentifyPage
from app.features.identification.recordings_model import DROPPED, PAYLOAD, ROWS
from app.features.identification.results_page import ResultsPage
from app.jobs.task import Task
from app.look.theme import current_theme
from app.look.tokens import DARK, STOP_SIZE, TARGET_HEIGHT, ThemeName
from app.shell.window import Window
from app.visit.settings import RecentVisit, SettingsStore
from app.visit.steps import GuideName, Step, way_of
from app.visit.summaries import RobotChoice
from app.widgets.plot import Plot
from core.identification.settings import CHOSEN_BY_DATA, FrictionKind, IdentificationSettings
from core.recording import Mark
from core.workflow import StepState
from tests.app import examples, job_functions
from tests.waiting import settle, wait_until

FROM_FILES = way_of(GuideName.FROM_FILES)
CONTROLS = (QAbstractButton, QComboBox, QTableView, QLineEdit, Plot)


def _controls(window: Window) -> list[QWidget]:
    return [widget for widget in window.findChildren(QWidget) if isinstance(widget, CONTROLS)]


def _states(window: Window) -> list[StepState]:
    return [window.rail.buttons[step].state for step in FROM_FILES]


def _results(window: Window) -> ResultsPage:
    page = window.pages[Step.RESULTS]
    assert isinstance(page, ResultsPage)
    return page


def _choose(window: Window) -> ChoosePage:
    page = window.pages[Step.CHOOSE]
    assert isinstance(page, ChoosePage)
    return page


def test_every_control_and_plot_has_a_name(window_with_result: Window) -> None:
    nameless = [widget for widget in _controls(window_with_result) if not widget.accessibleName()]
    # a table's corner button belongs to Qt and is never shown
    assert [w for w in nameless if not isinstance(w.parent(), QTableView)] == []


def test_targets_are_large_enough_and_nothing_is_cut(window_with_result: Window, qtbot: QtBot) -> None:
    for step in FROM_FILES:
        window_with_result.open_step(step)
        settle()
        assert _small_targets(window_with_result) == [], step
        assert _cut_buttons(window_with_result) == [], step


def _small_targets(window: Window) -> list[tuple[str, str, int]]:
    return [
        (type(widget).__name__, widget.accessibleName(), widget.height())
        for widget in _controls(window)
        if widget.isVisible()
        and isinstance(widget, QAbstractButton | QComboBox | QLineEdit)
        and not isinstance(widget.parent(), QTableView)
        and widget.height() < TARGET_HEIGHT
    ]


def _cut_buttons(window: Window) -> list[str]:
    return [
        widget.accessibleName()
        for widget in window.findChildren(QAbstractButton)
        if widget.isVisible() and widget.width() < widget.minimumSizeHint().width()
    ]


def test_stop_is_large_says_the_truth_and_answers_to_its_keys(still_window: Window, qtbot: QtBot) -> None:
    window = still_window
    stop = window.top_bar.stop
    assert stop.isEnabled()
    assert stop.width() >= STOP_SIZE[0]
    assert stop.height() >= STOP_SIZE[1]
    assert stop.geometry().right() >= window.top_bar.width() - 24
    for key in (Qt.Key.Key_Escape, Qt.Key.Key_Pause):
        window.bus.clear()
        qtbot.keyClick(window, key)
        assert "nothing is moving" in window.banner.accessibleName()
        assert not window.banner.isHidden()


def test_steps_open_in_order_and_show_their_state(still_window: Window, qtbot: QtBot) -> None:
    window = still_window
    window.open_step(Step.CHOOSE)
    assert _states(window)[:2] == [StepState.DONE, StepState.NOW]
    assert set(_states(window)[2:]) == {StepState.NOT_YET}
    assert not window.rail.buttons[Step.RESULTS].isEnabled()
    assert "in progress" in window.rail.buttons[Step.CHOOSE].accessibleName()
    qtbot.keyClick(window, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert window.step is Step.IDENTIFY
    qtbot.keyClick(window, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert window.step is Step.IDENTIFY, "there are no results yet"
    qtbot.keyClick(window, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert window.step is Step.CHOOSE


def test_a_turn_shows_the_frame_once(window_with_result: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    window, shown = window_with_result, []
    show_back = window.footer.show_back
    monkeypatch.setattr(
        window.footer, "show_back", lambda *, enabled: shown.append(show_back(enabled=enabled))
    )
    window.open_step(Step.VERIFY)  # which says on being entered that it has changed
    assert len(shown) == 1


def test_closing_keeps_the_last_step(still_window: Window) -> None:
    still_window.open_step(Step.CHOOSE)
    path = still_window._settings._path
    still_window.close()
    still_window._settings.finish()
    assert SettingsStore(path).current.recent[0].step == Step.CHOOSE


@pytest.mark.parametrize("by_data", [True, False])
def test_the_identify_page_names_no_friction_before_the_data_have_chosen(
    still_window: Window, *, by_data: bool
) -> None:
    window = still_window
    settings = CHOSEN_BY_DATA if by_data else IdentificationSettings()
    window.visit.choice = replace(window.visit.choice, settings=settings)
    window.open_step(Step.IDENTIFY)
    window.visit.changed.emit()
    page = window.pages[Step.IDENTIFY]
    assert isinstance(page, IdentifyPage)
    line = page._settings_line.text()
    assert ("Load dependent" in line and "6 Hz" in line) == (not by_data)
    assert line.count("chosen by data") == (2 if by_data else 0)


def test_home_leads_to_the_start_screen_from_where_the_step_can_be_continued(still_window: Window) -> None:
    window = still_window
    window.open_step(Step.CHOOSE)
    window.top_bar.home_button.click()
    assert window.step is None
    assert window.top_bar.home_button.isHidden()
    assert window._settings.current.recent[0].step == Step.CHOOSE


def test_home_waits_for_a_job(still_window: Window) -> None:
    window = still_window
    window.open_step(Step.CHOOSE)
    assert window.top_bar.home_button.isEnabled()
    window.visit.do(Task(job_functions.chatter, count=1), "Working …")
    assert not window.top_bar.home_button.isEnabled()
    window.top_bar.home_button.click()
    assert window.step is Step.CHOOSE


def test_enter_is_the_primary_button(still_window: Window, qtbot: QtBot) -> None:
    still_window.open_step(Step.CHOOSE)
    assert window_focus_is_primary(still_window)
    qtbot.keyClick(still_window.footer.primary_button, Qt.Key.Key_Return)
    assert still_window.step is Step.IDENTIFY


def window_focus_is_primary(window: Window) -> bool:
    return window.focusWidget() is window.footer.primary_button


def _control(page: ChoosePage, name: str) -> Any:
    return page.options._fields._parts[name].control


def test_changed_choice_marks_results_out_of_date_and_deletes_nothing(window_with_result: Window) -> None:
    window, visit = window_with_result, window_with_result.visit
    window.open_step(Step.CHOOSE)
    first = visit.result
    page = _choose(window)
    _control(page, "friction").choose(FrictionKind.COULOMB_VISCOUS)
    _control(page, "friction").picked.emit()
    made_of_it = (Step.IDENTIFY, Step.RESULTS)
    assert {window.rail.buttons[step].state for step in made_of_it} == {StepState.OUT_OF_DATE}
    assert visit.result is first
    _control(page, "friction").choose(None)
    _control(page, "friction").picked.emit()
    assert {window.rail.buttons[step].state for step in made_of_it} == {StepState.DONE}


def test_a_run_fits_or_validates_but_not_both(still_window: Window) -> None:
    still_window.open_step(Step.CHOOSE)
    runs, last = _choose(still_window).runs, examples.LABELS[-1]
    assert still_window.visit.choice.validate == (last,)
    runs.box(last, fit=True).click()
    assert still_window.visit.choice.validate == ()
    assert last in still_window.visit.choice.fit


def test_nothing_to_fit_blocks_the_next_step(still_window: Window) -> None:
    still_window.open_step(Step.CHOOSE)
    for label in examples.LABELS[:-1]:
        _choose(still_window).runs.box(label, fit=True).click()
    button = still_window.footer.primary_button
    assert button.text() == "Tick a run under Fit"
    button.click()
    assert still_window.step is Step.CHOOSE
    assert _choose(still_window).runs.box(examples.LABELS[0], fit=True).hasFocus()


def test_a_filter_that_is_no_number_blocks_and_says_what_fits(still_window: Window) -> None:
    still_window.open_step(Step.CHOOSE)
    page = _choose(still_window)
    _control(page, "filter_hz").edit.setText("fast")
    page.fold_out.set_open(False)
    button = still_window.footer.primary_button
    assert button.text() == "Show the field that cannot be read"
    button.click()
    assert still_window.step is Step.CHOOSE
    assert _control(page, "filter_hz").edit.hasFocus()
    _control(page, "filter_hz").edit.setText("8,5 Hz")
    assert still_window.visit.choice.settings.filter_hz == 8.5
    _control(page, "drive_gain").edit.setText("11,9 12.1; 9 3 3 2")
    gains = still_window.visit.choice.settings.drive_gain
    assert gains is not None
    assert np.allclose(gains, [11.9, 12.1, 9, 3, 3, 2])


def test_more_options_stay_as_they_were_left(still_window: Window) -> None:
    _choose(still_window).fold_out.set_open(True)
    assert still_window._settings.current.more_options_open


def test_waiting_files_can_be_edited_and_are_checked(still_window: Window) -> None:
    page = still_window.guides.recordings_page
    page.add_files([Path("/data/run.csv"), Path("/other/run.csv")])
    model = page.model
    assert [entry.label for entry in model.waiting] == ["run", "run-2"]
    row = len(examples.LABELS)
    assert model.setData(model.index(row, ROWS), "101:3300")
    assert model.setData(model.index(row, PAYLOAD), "5.3 lb")
    assert not model.setData(model.index(row, ROWS), "3300:101")
    assert "101:3300" in still_window.banner.accessibleName()
    file = model.waiting[0].file_to_import()
    assert file.rows == (101, 3300)
    assert file.payload_mass == pytest.approx(2.404, abs=1e-3)
    assert page.primary_text == "Import 2 files"


def test_an_open_visit_shows_its_own_robot(still_window: Window) -> None:
    page = still_window.guides.recordings_page
    page.offer_robots([RobotChoice("ec66", "Another arm", 6)], chosen="")
    still_window.open_step(Step.RECORDINGS)
    assert page.robot.isHidden()
    assert page._robot_name.text() == examples.visit_summary().robot


def test_what_was_left_out_is_shown(still_window: Window) -> None:
    model = still_window.guides.recordings_page.model
    assert model.data(model.index(0, DROPPED)) == "3 rows"
    assert "row 17" in model.details(0)
    assert model.data(model.index(1, DROPPED)) == "nothing"


def test_synthetic_recordings_stripe_the_bar(still_window: Window) -> None:
    window = still_window
    window.open_step(Step.CHOOSE)
    assert not window.top_bar.is_striped
    summary = window.visit.summary
    assert summary is not None
    first = replace(summary.recordings[0], mark=Mark.SYNTHETIC)
    window.visit.summary = replace(summary, recordings=(first, *summary.recordings[1:]))
    window.visit.changed.emit()
    assert window.top_bar.is_striped


def test_progress_shows_what_is_done_and_how_long_it_takes(
    still_window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = still_window
    window.open_step(Step.IDENTIFY)
    page = window.pages[Step.IDENTIFY]
    assert isinstance(page, IdentifyPage)
    clock = iter([100.0, 100.0, 110.0])
    # the card's own clock alone: other threads go by the time of the computer
    monkeypatch.setattr("app.widgets.work_card.time", SimpleNamespace(monotonic=lambda: next(clock)))
    page.primary()
    window.visit.progressed.emit(0.25, "pass 1 of 3")
    assert page.progress.value() == 250
    assert page.work.words == "Pass 1 of 3 25 % · about 30.0 s left"
    assert window.footer.rectangle.currentWidget() is window.footer.rectangle.progress


def test_results_show_verdict_numbers_and_reasons(window_with_result: Window) -> None:
    window = window_with_result
    window.open_step(Step.RESULTS)
    page = _results(window)
    assert page.recording.value == examples.LABELS[-1], "the run that was kept back comes first"
    assert page._verdict.accessibleName() == "Usable"
    assert "0.158 A" in page._cards["rms"].accessibleName()
    assert len(page.measured.torque.curves) == 2
    wait_until(lambda: page.parameters.model.rowCount() > 0)
    assert page.parameters.model.rowCount() == 39 + 3 * examples.JOINTS


def test_every_joint_can_be_looked_at(window_with_result: Window) -> None:
    window = window_with_result
    window.open_step(Step.RESULTS)
    page = _results(window)
    expected = examples.curves(examples.LABELS[-1]).measured
    for joint in range(examples.JOINTS):
        page.measured.joint._group.button(joint).click()
        assert np.array_equal(page.measured.torque.curves[0].y, expected[:, joint])


def test_missing_curves_are_asked_for_once(window_with_result: Window) -> None:
    visit = window_with_result.visit
    asked: list[str] = []
    visit._curves.clear()
    visit.ask_for_curves = asked.append  # type: ignore[method-assign]
    window_with_result.open_step(Step.RESULTS)
    visit.changed.emit()
    assert asked == [examples.LABELS[-1]]


def test_part_result_says_so(still_window: Window) -> None:
    window, best = still_window, replace(examples.result(), validation=())
    keep_best(window.visit, window.bus, best, window.visit.choice)
    still_window.visit.changed.emit()
    still_window.open_step(Step.RESULTS)
    assert "Part result" in _results(still_window)._sentence.text()
    assert "best model so far" in still_window.banner.accessibleName()


def test_recent_visits_are_offered_when_their_file_is_there(still_window: Window, tmp_path: Path) -> None:
    there = tmp_path / "there.h5"
    there.touch()
    settings = still_window._settings
    for path in (there, tmp_path / "gone.h5"):
        settings.update(
            settings.current.with_recent(
                RecentVisit(str(path), "UR10e", "results", "2026-03-01T10:42:00+00:00")
            )
        )
    still_window.show_start()
    texts = [b.text() for b in still_window.start_page.findChildren(QAbstractButton) if b.isVisible()]
    assert [text for text in texts if "there" in text]
    assert not [text for text in texts if "gone" in text]


def test_colours_are_chosen_and_remembered(still_window: Window) -> None:
    still_window.show_start()
    chooser = still_window.beside.settings.theme
    chooser.choose(ThemeName.DARK)
    chooser.picked.emit()
    assert current_theme().tokens is DARK
    still_window._settings.finish()
    assert SettingsStore(still_window._settings._path).current.theme is ThemeName.DARK
    current_theme().apply(ThemeName.LIGHT)


def test_a_model_has_four_views_and_each_part_of_them_is_reached(window_with_result: Window) -> None:
    window_with_result.open_step(Step.RESULTS)
    page, seen = _results(window_with_result), set()
    assert page.tabs.count == 4
    for view in range(page.tabs.count):
        page.tabs.press(view)
        for part in range(page.part.count()):
            page.part.setCurrentIndex(part)
            page.part.picked.emit()
            seen.add(page._stack.currentIndex())
    assert seen == set(range(page._stack.count()))
