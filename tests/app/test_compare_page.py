"""The page that compares visits: chosen, compared by the worker, read in words, by joint and over time."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QTableView
from pytestqt.qtbot import QtBot

from app.pages.compare import CHANGES, JOINTS, TREND, VISITS, ComparePage
from app.settings import RecentVisit
from app.steps import Step
from app.theme import current_theme
from app.tokens import TARGET_HEIGHT, ThemeName
from app.views.glyphs import Glyph
from app.views.table import Signed
from app.window import Window
from app.work.compared_visits import ComparedVisits
from app.work.comparison import compare_visits
from core.monitor import NullMonitor
from core.recording import Mark
from tests.app.compare_examples import healthy, of_other_arm, three_visits, write_visit
from tests.app.plan_examples import answer
from tests.core.elasticity.visit_examples import joint, visit, worn

SOON_MS = 30_000


def page_of(window: Window) -> ComparePage:
    page = window.pages[Step.COMPARE]
    assert isinstance(page, ComparePage)
    return page


@pytest.fixture
def three(tmp_path: Path) -> tuple[Path, Path, Path]:
    return three_visits(tmp_path)


def compared(*paths: Path) -> ComparedVisits:
    return compare_visits(paths=paths, monitor=NullMonitor())


@pytest.fixture
def shown(still_window: Window, three: tuple[Path, Path, Path]) -> ComparePage:
    """The page in front, with three visits compared."""
    still_window.show_start()
    still_window.start_page.compare_button.click()
    page = page_of(still_window)
    page.choice.add(three)
    page.primary()
    answer(still_window._runner, "compare_visits", compared(*three))
    page.show_view(CHANGES)
    return page


def test_from_the_start_screen_to_what_changed_in_the_real_worker(
    window: Window, qtbot: QtBot, three: tuple[Path, Path, Path]
) -> None:
    for place, path in enumerate(three):
        recent = RecentVisit(str(path), "bench-arm", "results", f"2026-05-0{place + 1}T08:00:00")
        window._settings.update(window._settings.current.with_recent(recent))
    window.show_start()
    window.start_page.compare_button.click()
    page = page_of(window)
    assert window.step is Step.COMPARE
    assert page.shown_view == VISITS
    assert {row.tick.accessibleName() for row in page.choice.rows} == {"spring", "autumn", "winter"}
    assert not window.footer.primary_button.isEnabled()
    for row in page.choice.rows:
        row.tick.click()
    assert window.footer.primary_button.isEnabled()
    window.footer.primary_button.click()
    assert not page.primary_enabled
    qtbot.waitUntil(lambda: page.shown_view == CHANGES and page.primary_enabled, timeout=SOON_MS)
    assert "Joint 2 is 20.0 ± 3.4 % less stiff than on" in page.changes.words.replace(
        "\N{NO-BREAK SPACE}", " "
    )
    assert "Have the gear looked at." in page.changes.words
    assert page.found is not None
    assert page.found.latest.name == "winter"


def test_another_arm_is_refused_with_a_sentence_until_it_is_asked_for(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    paths = (write_visit(tmp_path / "a.h5", healthy()), write_visit(tmp_path / "b.h5", of_other_arm(9.0)))
    told: list[str] = []
    window.bus.posted.connect(lambda message: told.append(str(message)))
    window.compare_visits(paths)
    page = page_of(window)
    qtbot.waitUntil(lambda: page.primary_enabled and bool(told), timeout=SOON_MS)
    assert page.found is None
    assert "different arms" in told[0]
    page.choice.other_arm.click()
    window.footer.primary_button.click()
    qtbot.waitUntil(lambda: page.shown_view == CHANGES, timeout=SOON_MS)
    assert "These are two arms" in page.changes.words


def test_joint_by_joint_with_signs_and_both_loops(shown: ComparePage) -> None:
    shown.show_view(JOINTS)
    shown.joints.joint.press(1)
    model = shown.joints.table.rows_model
    rows = {str(row[0]): row for row in model._rows}
    result = rows["Stiffness"][-1]
    assert isinstance(result, Signed)
    assert (result.glyph, result.words) == (Glyph.WARNING, "worse"), "never by colour alone"
    assert rows["Damping"][-1] == Signed(Glyph.CHECK, "within noise")
    assert rows["Friction, 5 speeds"][-1] == Signed(Glyph.WARNING, "worse")
    assert shown.joints.loops.has_loops
    assert len(shown.joints.loops.saved_curves()) == 4
    assert "Before: load" in shown.joints.loops.accessibleDescription()
    shown.joints.joint.press(0)
    assert all(row[-1] == Signed(Glyph.CHECK, "within noise") for row in shown.joints.table.rows_model._rows)


def test_since_another_visit(shown: ComparePage) -> None:
    assert shown.since.isVisible()
    shown.since.setCurrentIndex(1)
    shown.since.picked.emit()
    assert "less stiff" not in shown.changes.words  # a tenth in half the time is within the noise
    assert "more backlash" in shown.changes.words


def test_the_trend_begins_with_what_moves_and_says_so(shown: ComparePage) -> None:
    shown.show_view(TREND)
    assert "falls by" in shown.trend.words
    assert shown.trend.joint.index == 1
    assert shown.trend.chart.curves[0].x.size == 3
    shown.trend.joint.press(0)
    assert "no trend beyond noise" in shown.trend.words


def test_two_visits_have_no_trend_and_say_what_is_lacking(
    still_window: Window, three: tuple[Path, Path, Path]
) -> None:
    still_window.compare_visits(three[:2])
    page = page_of(still_window)
    answer(still_window._runner, "compare_visits", compared(*three[:2]))
    page.show_view(TREND)
    assert not page.trend.isVisible()
    assert page._no_trend.isVisible()
    assert not page.since.isVisible()


def test_what_was_measured_once_and_marks_are_shown(still_window: Window, tmp_path: Path) -> None:
    paths = (
        write_visit(tmp_path / "a.h5", visit(joint(0, stiffness=None), mark=Mark.VIRTUAL)),
        write_visit(tmp_path / "b.h5", visit(joint(0), days=5.0, mark=Mark.VIRTUAL)),
    )
    still_window.show_start()
    still_window.compare_visits(paths)
    answer(still_window._runner, "compare_visits", compared(*paths))
    page = page_of(still_window)
    page.show_view(CHANGES)
    assert "measured in one visit only: stiffness (now)" in page.changes.words
    assert page.mark_words() == "VIRTUAL"
    assert still_window.top_bar.mark == "VIRTUAL"


def test_several_files_of_the_dialog_are_compared_and_one_is_opened(
    still_window: Window, three: tuple[Path, Path, Path]
) -> None:
    still_window._open_or_compare(list(three[:2]))
    assert still_window.step is Step.COMPARE
    assert {path.name for path in page_of(still_window).choice.chosen} >= {"spring.h5", "autumn.h5"}


def test_names_targets_and_themes(shown: ComparePage, qtbot: QtBot) -> None:
    for theme in (ThemeName.DARK, ThemeName.LIGHT):
        current_theme().apply(theme)
        for view in (VISITS, CHANGES, JOINTS, TREND):
            shown.show_view(view)
            qtbot.wait(20)
            controls = [
                widget
                for kind in (QAbstractButton, QComboBox, QTableView)
                for widget in shown.findChildren(kind)
                if widget.isVisible() and not isinstance(widget.parent(), QTableView)
            ]
            assert [widget for widget in controls if not widget.accessibleName()] == []
            small = [
                (widget.accessibleName(), widget.height())
                for widget in controls
                if not isinstance(widget, QTableView) and widget.height() < TARGET_HEIGHT
            ]
            assert small == []


def test_a_worn_gear_alone_is_the_headline(still_window: Window, tmp_path: Path) -> None:
    paths = (write_visit(tmp_path / "a.h5", healthy()), write_visit(tmp_path / "b.h5", worn()))
    still_window.compare_visits(paths)
    answer(still_window._runner, "compare_visits", compared(*paths))
    page_of(still_window).show_view(CHANGES)
    assert "2 of the gears' numbers got worse" in page_of(still_window).changes.words
