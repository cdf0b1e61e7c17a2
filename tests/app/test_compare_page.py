"""The page that compares visits: chosen, compared by the worker, read in words, by joint and over time."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QTableView
from pytestqt.qtbot import QtBot

from app.features.comparison.page import CHANGES, JOINTS, PAYLOAD, TREND, ComparePage
from app.features.comparison.tasks import compare_visits
from app.look.theme import current_theme
from app.look.tokens import TARGET_HEIGHT, ThemeName
from app.shell.window import Window
from app.visit.steps import Step
from app.widgets.glyphs import Glyph
from app.widgets.table import Signed
from core.comparison import ComparedVisits
from core.monitor import NullMonitor
from core.recording import Mark
from tests.app.compare_examples import healthy, of_other_arm, three_visits, write_visit
from tests.app.plan_examples import answer
from tests.core.elasticity.visit_examples import joint, visit, worn
from tests.waiting import settle, wait_until


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
    still_window.guides.compare_visits(three)
    page = page_of(still_window)
    answer(still_window._runner, "compare_visits", compared(*three))
    page.show_view(CHANGES)
    return page


def test_another_arm_is_refused_with_a_sentence_until_it_is_asked_for(window: Window, tmp_path: Path) -> None:
    paths = (write_visit(tmp_path / "a.h5", healthy()), write_visit(tmp_path / "b.h5", of_other_arm(9.0)))
    told: list[str] = []
    window.bus.posted.connect(lambda message: told.append(str(message)))
    window.guides.compare_visits(paths)
    page = page_of(window)
    wait_until(lambda: page.primary_enabled and bool(told))
    assert page.found is None
    assert "different arms" in told[0]
    window.guides.compare_visits(paths, other_arm=True)
    wait_until(lambda: page.found is not None and page.primary_enabled)
    page.show_view(CHANGES)
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
    shown.joints.picture.press(1)
    assert not shown.joints.loops.is_empty
    assert len(shown.joints.loops.saved_curves()) == 4
    assert "Before: load" in shown.joints.loops.accessibleDescription()
    shown.joints.picture.press(0)
    shown.joints.joint.press(0)
    assert all(row[-1] == Signed(Glyph.CHECK, "within noise") for row in shown.joints.table.rows_model._rows)


def test_since_another_visit(shown: ComparePage) -> None:
    assert shown.since.isVisible()
    shown.since.setCurrentIndex(1)
    shown.since.picked.emit()
    assert "less stiff" not in shown.changes.words  # a tenth in half the time is within the noise
    assert "more play" in shown.changes.words


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
    still_window.guides.compare_visits(three[:2])
    page = page_of(still_window)
    answer(still_window._runner, "compare_visits", compared(*three[:2]))
    page.show_view(TREND)
    assert not page.trend.isVisible()
    assert "A trend needs three visits" in page._waiting.text()
    assert page._waiting.isVisible()
    assert not page.since.isVisible()


def test_what_was_measured_once_and_marks_are_shown(still_window: Window, tmp_path: Path) -> None:
    paths = (
        write_visit(tmp_path / "a.h5", visit(joint(0, stiffness=None), mark=Mark.VIRTUAL)),
        write_visit(tmp_path / "b.h5", visit(joint(0), days=5.0, mark=Mark.VIRTUAL)),
    )
    still_window.show_start()
    still_window.guides.compare_visits(paths)
    answer(still_window._runner, "compare_visits", compared(*paths))
    page = page_of(still_window)
    page.show_view(CHANGES)
    assert "measured in one visit only: stiffness (now)" in page.changes.words
    assert page.mark_words() == "VIRTUAL"
    assert still_window.top_bar.mark == "VIRTUAL"


def test_names_targets_and_themes(shown: ComparePage, qtbot: QtBot) -> None:
    for theme in (ThemeName.DARK, ThemeName.LIGHT):
        current_theme().apply(theme)
        for view in (CHANGES, JOINTS, PAYLOAD, TREND):
            shown.show_view(view)
            settle()
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
    still_window.guides.compare_visits(paths)
    answer(still_window._runner, "compare_visits", compared(*paths))
    page_of(still_window).show_view(CHANGES)
    assert "2 of the gears' numbers got worse" in page_of(still_window).changes.words
